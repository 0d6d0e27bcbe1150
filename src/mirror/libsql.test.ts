import { expect, test } from 'vitest';
import { connect, type Database, everyRow } from './libsql';

const thingsOf = (database: Database) =>
  everyRow(
    database,
    'things',
    ['name', 'json(parts)', "json(iif(gone, 'true', 'false'))"],
    (name: string, parts: number[], gone: boolean) =>
      parts[0] === 7 ? undefined : { name, parts, gone },
  );

/** A table with this many rows, whose keys have gaps and begin below 0. */
function tableOf(rows: number) {
  const database = connect(':memory:');
  database.exec(`CREATE TABLE things (key INTEGER PRIMARY KEY, name, parts, gone);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT ${rows})
    INSERT INTO things SELECT i * 3 - 10, 'é "' || i || char(0), '[' || i || ']', i % 2
    FROM n WHERE ${rows} > 0 ORDER BY i DESC`);
  return database;
}

test.each([0, 1, 499, 500, 501, 1000, 1300])(
  'reads each of %i rows once, by its key, without what is left out',
  (rows) => {
    const all = Array.from({ length: rows }, (_, place) => {
      return { name: `é "${place}\0`, parts: [place], gone: place % 2 === 1 };
    });
    expect(thingsOf(tableOf(rows))).toEqual(all.filter((_, place) => place !== 7));
  },
);

test.each([
  ['a text that is not UTF-8', "cast(x'41c0' as text)"],
  ['a blob', "x'41'"],
])('%s is an error', (_, value) => {
  const database = tableOf(3);
  database.exec(`UPDATE things SET name = ${value} WHERE key = -7`);
  expect(() => thingsOf(database)).toThrow();
});
