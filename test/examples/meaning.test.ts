import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { projectFolder } from '../support/project';
import { temporaryHome, waybill } from '../support/waybill';

const home = temporaryHome();
const run = (...words: readonly string[]) =>
  waybill(['--sandbox', ...words], { env: { WAYBILL_HOME: home } });

beforeAll(async () => {
  await run('sync', '-q');
  // One order is cancelled and one is gone: neither is money that was spent.
  const database = connect((await run('mirror', 'path')).stdout.trim());
  database.exec(`UPDATE base_orders SET status = 'cancelled' WHERE key = 1;
    UPDATE base_orders SET gone_at = '2026-06-01' WHERE key = 2; DELETE FROM order_sums;`);
  database.close();
});

/** The SQL of an example that has these words, in a page as it is printed. */
function sqlIn(page: string, words: string): string {
  const text = readFileSync(join(projectFolder, page), 'utf8');
  const [, sql = ''] = [...text.matchAll(/waybill query "([^"]+)"/g)].find(
    ([, one]) => one?.includes(words) === true,
  ) as RegExpMatchArray;
  return sql;
}

test.each(['README.md', 'skills/waybill/SKILL.md'])(
  'what %s says was spent is what the report says',
  async (page) => {
    const sql = sqlIn(page, 'sum(total_cents) as spent_cents').replace(/ limit 1$/, '');
    const queried = JSON.parse((await run('query', sql, '--json')).stdout) as object[];
    const spent = queried.reduce((sum, row) => sum + Number(Object(row).spent_cents), 0);
    const reported = JSON.parse((await run('report', 'spending', '--json')).stdout);
    expect(spent).toBe(reported.total.total);
  },
);

test('what a card has spent is what the report says of that card', async () => {
  const sql = sqlIn('docs/recipes.md', 'left_cents');
  const line = ['query', sql, '--param', 'since=2000-01-01', '--json'];
  const rows = JSON.parse((await run(...line)).stdout) as Record<string, unknown>[];
  const reported = JSON.parse((await run('report', 'spending', '--by', 'card', '--json')).stdout);
  expect(rows.length).toBeGreaterThan(0);
  for (const { last_digits: digits, spent_cents: spent } of rows) {
    const own = reported.rows.find(({ card }: { card: string }) => card === digits);
    expect([digits, spent]).toEqual([digits, own.total]);
  }
});
