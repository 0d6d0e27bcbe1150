import fc from 'fast-check';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
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

test.each([
  '',
  '   -- nothing',
  ';',
  'DELETE FROM orders',
  'UPDATE orders SET notes = 1',
  'INSERT INTO orders VALUES (1)',
  'REPLACE INTO orders VALUES (1)',
  'DROP VIEW orders',
  'CREATE TABLE t (x)',
  'CREATE TEMP TABLE t (x)',
  "ATTACH 'x.db' AS x",
  'DETACH x',
  'VACUUM',
  "VACUUM INTO 'x.db'",
  'REINDEX',
  'ANALYZE',
  'BEGIN',
  'COMMIT',
  'SAVEPOINT x',
  'PRAGMA query_only = 0',
  'PRAGMA journal_mode = DELETE',
  'PRAGMA user_version',
  'PRAGMA writable_schema = 1',
  'PRAGMA main.table_info(orders)',
  'PRAGMA table_info = orders',
  'EXPLAIN PRAGMA query_only = 0',
  'EXPLAIN QUERY PLAN PRAGMA query_only = 0',
  "EXPLAIN VACUUM INTO 'x'",
  'EXPLAIN DELETE FROM orders',
  'SELECT 1; SELECT 2',
  'SELECT 1; DROP TABLE t',
  "SELECT 1;\n-- no\nATTACH 'x' AS y",
  "SELECT writefile('x', 'y')",
  "SELECT WriteFile ('x', 'y')",
  "SELECT \"writefile\"('x', 'y')",
  "SELECT [writefile]('x', 'y')",
  "SELECT `writefile`('x', 'y')",
  "SELECT 'writefile'('x', 'y')",
  "SELECT /* */ writefile /* */ ('x', 'y')",
  "SELECT main.writefile('x')",
  "SELECT readfile('/etc/passwd')",
  "SELECT * FROM fsdir('.')",
  "SELECT * FROM 'fsdir'('.')",
  "SELECT * FROM 'fsdir' WHERE path = '.'",
  "SELECT * FROM orders, 'fsdir' WHERE path = '.'",
  "SELECT * FROM (orders, 'fsdir') WHERE path = '.'",
  "SELECT * FROM orders JOIN 'fsdir' ON 1",
  "SELECT * FROM orders o JOIN items i ON i.x = (SELECT 1 WHERE 2), 'fsdir'",
  "SELECT * FROM main.'fsdir'",
  "SELECT 1 WHERE 'wal' IN 'pragma_journal_mode'",
  "SELECT (1, x'00') NOT IN 'sqlite_dbpage'",
  "SELECT * FROM orders offset, 'sqlite_dbpage'",
  "SELECT * FROM orders AS window, 'dbstat'",
  "SELECT * FROM orders o JOIN items i ON o.window = i.offset, 'fsdir'",
  'SELECT * FROM "fsdir" WHERE path = \'.\'',
  'SELECT * FROM fsdir WHERE path = 1',
  'SELECT lsmode(1)',
  "SELECT load_extension('x')",
  'SELECT * FROM sqlite_dbpage',
  'SELECT * FROM dbstat',
  "SELECT sha3_query('select 1')",
  "SELECT fts3_tokenizer('simple')",
  "SELECT sqlite3mc_config('cipher')",
  'SELECT * FROM pragma_query_only',
  'SELECT * FROM pragma_user_version',
  "SELECT * FROM 'pragma_optimize'",
  "SELECT x FROM (SELECT 1 AS x, writefile('a', 'b'))",
  "WITH w AS (SELECT writefile('a', 'b')) SELECT * FROM w",
  "SELECT 'never closed",
  'SELECT "never closed',
  'SELECT 1 \0 ; DROP TABLE t',
  'SELECT ?',
  'SELECT ?1',
  'SELECT @name',
  'SELECT $name',
  "SELECT :x('), writefile('a', 'b') --'",
  "SELECT :x::y('), writefile('a', 'b') --'",
  "SELECT :x(a), ':b'",
  "SELECT \ufeffwritefile('a', 'b')",
  "SELECT 'writefile'\ufeff('a', 'b')",
  "SELECT 'writefile' \v('a', 'b')",
  "SELECT * FROM \v'fsdir'",
  'SELECT 1 \\ 2',
  '\ufeffDROP TABLE t',
  'SELECTED',
  '(SELECT 1)',
])('refused: %s', (sql) => {
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
