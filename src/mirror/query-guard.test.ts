import fc from 'fast-check';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
import { refusedSql } from '../../test/mirror/refused-sql';
import { runs } from '../../test/support/tier';
import { guardQuery } from './query-guard';

test.each([
  'SELECT 1',
  'select * from orders;',
  ' -- what is due\n/* all of it */ SELECT 1 ; ; -- done',
  'VALUES (1), (2)',
  'WITH t AS (SELECT 1) SELECT * FROM t',
  'EXPLAIN SELECT 1',
  'explain query plan select * from unpaid',
  'PRAGMA table_info(orders)',
  'pragma table_list',
  "SELECT * FROM pragma_table_info('orders')",
  "SELECT 'writefile', 'load_extension(x)', \"id\" FROM orders",
  "SELECT id FROM orders WHERE notes IN ('readfile', 'fsdir') OR notes = 'dbstat'",
  "SELECT * FROM json_each('fsdir')",
  "SELECT 1 WHERE 'fsdir' IN ('a', 'fsdir') AND 'dbstat' IN (SELECT 'dbstat')",
  "SELECT * FROM a JOIN b ON a.x = 'fsdir' WHERE b.y IN ('fsdir', 'lsmode')",
  "SELECT coalesce('fsdir', 'fsdir') FROM orders GROUP BY 'fsdir', 'dbstat'",
  "SELECT sum(1) OVER w FROM orders WINDOW w AS (PARTITION BY status, 'dbstat') LIMIT 1 OFFSET 0",
  "SELECT '; DROP TABLE orders', ';'",
  "SELECT 'it''s; fine' -- ; DELETE FROM orders",
  'SELECT [a;b], `c;d`, "e;f" FROM t',
  "SELECT replace(notes, 'a', 'b') FROM orders",
])('allowed: %s', (sql) => {
  expect(() => guardQuery(sql)).not.toThrow();
});

test.each(refusedSql)('refused: %s', (sql) => {
  expect(() => guardQuery(sql)).toThrow(expect.objectContaining({ exitCode: 2 }));
});

test('returns the bare statement and its parameters', () => {
  expect(
    guardQuery("-- a\nSELECT :group, ':no', :since /* :not */ WHERE :group = 1; -- :nor"),
  ).toEqual({
    sql: "SELECT :group, ':no', :since /* :not */ WHERE :group = 1",
    explainable: "SELECT :group, ':no', :since /* :not */ WHERE :group = 1",
    isSelect: true,
    parameters: ['group', 'since'],
  });
  expect(guardQuery("select x'ff' || X'00', x, 'ff'").explainable).toBe(
    "select x'' || X'', x, 'ff'",
  );
  expect(guardQuery('explain select 1').isSelect).toBe(false);
});

/** Pieces of SQL that could be read in two ways, and calls that must not be hidden by them. */
const pieces = [
  ...["'", '"', '`', '[', ']', "''", '--', '/*', '*/', '\n', '\r', '\t', '\v', '\f', ' ', '\ufeff'],
  ...[
    '\u00a0',
    '\u2028',
    '\ud800',
    'é',
    '(',
    ')',
    ',',
    '.',
    ';',
    ':',
    '::',
    ':a',
    '@',
    '$',
    '#',
    '?',
  ],
  ...[
    ':a(',
    '$b::c(',
    "x'",
    "x'00'",
    '1',
    '1e',
    '0x',
    '0xa',
    '0x1in',
    '.5',
    '1_0',
    '->',
    '||',
    '\\',
    'a',
    'as b',
    'from',
  ],
  ...['orders', 'select', 'join', 'where', 'in', 'union', 'with', '(select 1)', "'x'", '"y"'],
  ...['writefile', "'writefile'", '"writefile"', "writefile('a','b')", "'writefile'('a','b')"],
  ...['fsdir', "'fsdir'", "from 'fsdir'", "from fsdir('.')", ", 'fsdir'", "readfile('a')"],
];

// A list of gift cards in the place of a file with SQL.
test.each([
  ['[{"code":"XK7P-2M4Q"}]', "query can't run this"],
  ['"XK7P-2M4Q",4821', "query can't run this"],
  ['XK7P-2M4Q,4821', "query can't run this"],
  ['explain "XK7P-2M4Q"', "query can't explain this"],
  ['delete from orders', "query can't run delete"],
])('repeats no code in a refusal: %s', (typed, message) => {
  expect(() => guardQuery(typed)).toThrow(new RegExp(`^${message}$`));
});

test('allows no text in which SQLite finds a refused call', () => {
  const database = new Libsql(':memory:');
  database.exec('CREATE TABLE orders (a, b)');
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 });
  fc.assert(
    fc.property(text, fc.constantFrom('', "writefile('a','b')", "1 from 'fsdir'"), (some, end) => {
      const sql = `select ${some.join('')}${end}`;
      try {
        guardQuery(sql);
      } catch {
        return;
      }
      let program: { readonly opcode: string; readonly p4: string | null }[];
      try {
        program = database.prepare(`EXPLAIN ${sql}`).all([]) as typeof program;
      } catch {
        return;
      }
      const reaches = program.filter(
        ({ opcode, p4 }) =>
          opcode === 'VOpen' || (/Func/.test(opcode) && /^(write|read)file/.test(p4 ?? '')),
      );
      expect(reaches).toEqual([]);
    }),
    { numRuns: runs(200_000) },
  );
});
