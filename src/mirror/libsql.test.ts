import { expect, test } from 'vitest';
import { connect, everyRow } from './libsql';

const members = { name: 'name', parts: 'json(parts)', gone: "json(iif(gone, 'true', 'false'))" };

/** A table with this many rows, whose keys have gaps and begin below 0. */
function tableOf(rows: number) {
  const database = connect(':memory:');
  database.exec(`CREATE TABLE things (key INTEGER PRIMARY KEY, name, parts, gone);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT ${rows})
    INSERT INTO things SELECT i * 3 - 10, 'é "' || i || char(0), '[' || i || ']', i % 2
    FROM n WHERE ${rows} > 0 ORDER BY i DESC`);
  return database;
}

test.each([0, 1, 1999, 2000, 2001, 4000, 4500])(
  'reads each of %i rows once, by its key',
  (rows) => {
    expect(everyRow(tableOf(rows), 'things', members)).toEqual(
      Array.from({ length: rows }, (_, place) => {
        return { name: `é "${place}\0`, parts: [place], gone: place % 2 === 1 };
      }),
    );
  },
);

test.each([
  ['a text that is not UTF-8', "cast(x'41c0' as text)"],
  ['a blob', "x'41'"],
])('%s is an error', (_, value) => {
  const database = tableOf(3);
  database.exec(`UPDATE things SET name = ${value} WHERE key = -7`);
  expect(() => everyRow(database, 'things', members)).toThrow();
});
