import { beforeAll, expect, test } from 'vitest';
import { closeWriter } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { runProgram } from '../support/run-program';
import { temporaryHome } from '../support/waybill';
import { account, mirrorOf, payments } from './fixture';

/**
 * Besides the payments of the fixture: a bonus of $25.00 in April, a fee of $3.00 without a date, and
 * $30.00 in April for A and B together.
 */
let mirror = '';
beforeAll(async () => {
  mirror = await mirrorOf(account, payments);
  const database = openToWrite(mirror);
  database.exec(`
    INSERT INTO base_payments (id, group_id, amount_cents, paid_on, recorded_at) VALUES
      (11, 'mvp', 2500, '2026-04-02', ''), (12, 'bfmr', -300, NULL, ''),
      (13, 'bfmr', 3000, '2026-04-05', '');
    INSERT INTO allocations VALUES (13, 'A', 1000), (13, 'B', 2000);`);
  closeWriter(database);
});

async function run(...words: readonly string[]) {
  const env = { WAYBILL_HOME: temporaryHome(), TZ: 'UTC' };
  return runProgram(['report', 'received', ...words, '--mirror', mirror, '-q'], { env });
}

async function received(...words: readonly string[]) {
  const { stdout, stderr, exitCode } = await run(...words, '--json', '--today', '2026-04-30');
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const { by, rows, total } = JSON.parse(stdout);
  return { by, total, rows: rows.map((row: object) => Object.values(row)) };
}

const total = { payments: 7, orders: 6, amount: 16_200, other: 2200, undated: 1 };

test('by month, the default: what belongs to no order, and what has no date', async () => {
  expect(await received()).toEqual({
    by: 'month',
    rows: [
      ['2026-03', 4, 4, 11_000, 0, 0],
      ['2026-04', 2, 2, 5500, 2500, 0],
      [null, 1, 0, -300, -300, 1],
    ],
    total,
  });
});

test.each([
  [
    'group',
    [
      ['mvp', 3, 2, 9100, 2500, 0],
      ['card_center', 1, 1, 4000, 0, 0],
      ['bfmr', 3, 3, 3100, -300, 1],
    ],
  ],
  [
    'retailer',
    [
      ['Amazon', 4, 4, 8000, 0, 0],
      ['Target', 1, 1, 4000, 0, 0],
      [null, 2, 0, 2200, 2200, 1],
      // Half of a payment; it counts in each row that has a part of it.
      ['Costco', 1, 1, 2000, 0, 0],
    ],
  ],
])('by %s, with the same total', async (by, rows) => {
  expect(await received('--by', by)).toEqual({ by, rows, total });
});

test.each([
  // The day and the group are those of the payment.
  ['--since 2026-04-01', 5500],
  ['--until 2026-03-12', 6600],
  ['--month 2026-03', 11_000],
  ['--group mvp', 9100],
  ['--group !mvp', 7100],
  ['--group mvp --since 2026-04-01', 2500],
  // A bonus or a fee belongs to no order.
  ['--status cancelled', 400],
  ['--status !cancelled', 13_600],
  ['--retailer costco', 2000],
  ['--kind giftcards', 4000],
  ['--kind orders', 10_000],
  ['--kind orders --group bfmr', 3400],
])('%s', async (filters, amount) => {
  const { rows, total } = await received(...filters.split(' '));
  expect(total.amount).toBe(amount);
  expect(rows.reduce((sum: number, row: number[]) => sum + Number(row[3]), 0)).toBe(amount);
});

test('one row is no order', async () => {
  const { exitCode, stdout, stderr } = await run('--by', 'none');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain('--by');
});
