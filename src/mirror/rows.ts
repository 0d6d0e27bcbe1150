import { onceEach } from '../lib/once';
import { type Source, type StoredColumns, type StoredTable, tables } from './columns';
import type { Database } from './libsql';
import type { Value } from './values';

const rowsAtOnce = 100;

/** Inserts the rows of objects into one table with few calls. */
function insertion(database: Database, name: string, columns: StoredColumns) {
  const read = Object.entries(columns).flatMap(([column, { read }]) =>
    read === undefined ? [] : [{ column, valueIn: read }],
  );
  const inserted = Object.entries(columns).flatMap(([column, { sqlite, read, formula }]) => {
    if (sqlite === undefined || (read ?? formula) === undefined) return [];
    return [{ column, value: read === undefined ? formula : column }];
  });
  const row = `(${read.map(() => '?').join(', ')})`;
  const statementFor = onceEach((rows: number) => {
    const values = Array(rows).fill(row).join(', ');
    return database.prepare(
      `WITH sent (${read.map(({ column }) => column).join(', ')}) AS (VALUES ${values})
       INSERT OR REPLACE INTO ${name} (${inserted.map(({ column }) => column).join(', ')})
       SELECT ${inserted.map(({ value }) => value).join(', ')} FROM sent`,
    );
  });
  return (rows: readonly Source[]): void => {
    for (let next = 0; next < rows.length; next += rowsAtOnce) {
      const some = rows.slice(next, next + rowsAtOnce);
      // One list of all values, one row after the other: there are millions of them.
      const values: Value[] = [];
      for (const source of some) for (const { valueIn } of read) values.push(valueIn(source));
      statementFor(some.length).run(values);
    }
  };
}

/** Facts kept in memory about an object during a sync. */
export interface Known {
  readonly id: string;
  readonly key: number;
  hash: string;
  place: number | null;
  gone: boolean;
  seen: boolean;
}

/** An object to be written to the tables. */
export interface Incoming extends Source {
  /** Facts about it if the tables already have rows of it. */
  readonly known: Known | undefined;
}

/** Writes objects to the tables of what the service sent, within the caller's transaction. */
export function createRowWriter(database: Database) {
  const all = Object.entries<StoredTable>(tables).map(([name, { columns, key, rows }]) => ({
    insert: insertion(database, name, columns),
    rows,
    hasParts: key.length > 1,
    drop: database.prepare(`DELETE FROM ${name} WHERE ${key[0]} = ?`),
  }));
  return {
    write(objects: readonly Incoming[]): void {
      for (const { insert, rows, hasParts, drop } of all) {
        // An object has one row in any other table, which is replaced.
        if (hasParts)
          for (const { key, known } of objects) if (known !== undefined) drop.run([key]);
        insert(objects.flatMap(rows));
      }
    },
    forget(key: number): void {
      for (const { drop } of all) drop.run([key]);
    },
  };
}
