import { type Source, storedColumns, type Table, tables } from './columns';
import type { Database } from './libsql';
import { storedObjects } from './stored-objects';

/** Adds the columns of a version to their tables, and fills them from the stored bodies. */
export function addColumns(database: Database, version: number): void {
  const fills = Object.entries<Table>(tables).flatMap(([name, table]) => {
    const added = storedColumns(table, version);
    for (const [column, { sqlite }] of added) {
      database.exec(`ALTER TABLE ${name} ADD COLUMN ${column} ${sqlite}`);
    }
    return added.length === 0
      ? []
      : [
          fillOf(
            database,
            name,
            table,
            added.map(([column]) => column),
          ),
        ];
  });
  if (fills.length === 0) return;
  for (const objects of storedObjects(database)) {
    for (const { body, ...object } of objects) {
      const source = { ...object, place: null, sent: JSON.parse(body), text: body, hash: '' };
      for (const fill of fills) fill(source);
    }
  }
}

/** Fills the columns of the rows that an object has in a table. */
function fillOf(
  database: Database,
  name: string,
  { columns, key, rows }: Table,
  added: readonly string[],
) {
  const those = (names: readonly string[]) => names.map((column) => `${column} = ?`);
  const statement = database.prepare(
    `UPDATE ${name} SET ${those(added).join(', ')} WHERE ${those(key).join(' AND ')}`,
  );
  const reads = [...added, ...key].map((column) => columns[column]?.read ?? (() => null));
  return (object: Source): void => {
    for (const row of rows(object)) statement.run(reads.map((read) => read(row)));
  };
}
