import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect, readOnlyAddress } from './libsql';
import { runQuery } from './query';

// A guard that reads the SQL wrong and lets everything through.
vi.mock('./query-guard', async (original) => ({
  ...(await original<typeof import('./query-guard')>()),
  guardQuery: (sql: string) => ({ sql, isSelect: true, parameters: [] }),
}));

test.each([
  "SELECT writefile('FILE', 'x')",
  "SELECT \ufeffwritefile('FILE', 'x')",
  "SELECT max(a) FROM (SELECT 1 AS a) WHERE writefile('FILE', 'x')",
  "SELECT (SELECT writefile('FILE', 'x'))",
  "WITH w AS (SELECT writefile('FILE', 'x')) SELECT * FROM w",
])('runs no function that reaches outside, even if the guard missed it: %s', async (sql) => {
  const folder = mkdtempSync(join(tmpdir(), 'query-'));
  const [database, file] = [join(folder, 'a.db'), join(folder, 'written')];
  connect(database).exec('CREATE TABLE a (b)');
  const reader = connect(readOnlyAddress(database));
  const use = vi.fn();
  await expect(runQuery(reader, sql.replace('FILE', file), {}, use)).rejects.toMatchObject({
    exitCode: 2,
  });
  expect(use).not.toHaveBeenCalled();
  expect(existsSync(file)).toBe(false);
});
