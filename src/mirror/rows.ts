import { type Source, type StoredColumns, type StoredTable, tables } from './columns';
import type { Database } from './libsql';
import type { Value } from './values';

const rowsAtOnce = 100;

const placeholder = '(?)';

/** Inserts the rows of objects into one table with few calls. */
class Insertion {
  readonly #database: Database;
  readonly #into: string;
  readonly #row: string;
  readonly #reads: readonly ((row: Source) => Value)[];
  /** By their number of rows. */
  readonly #statements = new Map<number, ReturnType<Database['prepare']>>();

  constructor(database: Database, name: string, columns: StoredColumns) {
    this.#database = database;
    const read = Object.entries(columns).flatMap(([column, { read }]) =>
      read === undefined ? [] : [{ column, read }],
    );
    const inserted = Object.entries(columns).flatMap(([column, { sqlite, read, formula }]) => {
      if (sqlite === undefined || (read ?? formula) === undefined) return [];
      return [{ column, value: read === undefined ? formula : column }];
    });
    this.#into = `WITH sent (${read.map(({ column }) => column).join(', ')}) AS (VALUES ${placeholder})
      INSERT OR REPLACE INTO ${name} (${inserted.map(({ column }) => column).join(', ')})
      SELECT ${inserted.map(({ value }) => value).join(', ')} FROM sent`;
    this.#row = `(${read.map(() => '?').join(', ')})`;
    this.#reads = read.map(({ read }) => read);
  }

  run(rows: readonly Source[]): void {
    for (let next = 0; next < rows.length; next += rowsAtOnce) {
      const some = rows.slice(next, next + rowsAtOnce);
      // One list of all values, one row after the other: there are millions of them.
      const values: Value[] = [];
      for (const row of some) for (const read of this.#reads) values.push(read(row));
      this.#statement(some.length).run(values);
    }
  }

  #statement(rows: number) {
    const known = this.#statements.get(rows);
    if (known !== undefined) return known;
    const values = Array(rows).fill(this.#row).join(', ');
    const statement = this.#database.prepare(this.#into.replace(placeholder, values));
    this.#statements.set(rows, statement);
    return statement;
  }
}

/** An object to be written to the tables. */
export interface Incoming extends Source {
  /** True if the tables already have rows of it. */
  readonly known: boolean;
}

/** Writes objects to the tables of what the service sent, within the caller's transaction. */
export function createRowWriter(database: Database) {
  const all = Object.entries<StoredTable>(tables).map(([name, { columns, key, rows }]) => ({
    insertion: new Insertion(database, name, columns),
    rows,
    hasParts: key.length > 1,
    drop: database.prepare(`DELETE FROM ${name} WHERE ${key[0]} = ?`),
  }));
  return {
    write(objects: readonly Incoming[]): void {
      for (const { insertion, rows, hasParts, drop } of all) {
        // An object has one row in any other table, which is replaced.
        if (hasParts) for (const { key, known } of objects) if (known) drop.run([key]);
        insertion.run(objects.flatMap(rows));
      }
    },
    forget(key: number): void {
      for (const { drop } of all) drop.run([key]);
    },
  };
}
