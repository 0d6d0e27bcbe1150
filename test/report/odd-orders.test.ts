import { describe, expect, test } from 'vitest';
import { mirrorFile, synced } from '../mirror/account';
import { type Lists, modelAccount } from '../mirror/model-account';
import { runProgram } from '../support/run-program';
import { temporaryHome } from '../support/waybill';
import { mirrorOf } from './fixture';

const order = (id: string, values: Record<string, unknown> = {}) => ({
  ...{ id, orderNumber: `N-${id}`, retailer: 'Amazon', status: 'shipped' },
  ...{ orderDate: '2026-03-01', total: 1000, expectedPayout: 1100 },
  ...{ orderLineItems: [], trackingNumbers: [], ...values },
});
const accountOf = (orders: Lists['orders'], giftcards: Lists['giftcards'] = []): Lists => ({
  orders,
  giftcards,
  cards: [],
});

async function report(mirror: string, ...words: readonly string[]) {
  const env = { WAYBILL_HOME: temporaryHome(), TZ: 'UTC' };
  const line = ['report', ...words, '--mirror', mirror, '--today', '2026-03-31', '-q'];
  return runProgram(line, { env });
}

async function json(mirror: string, ...words: readonly string[]) {
  const { stdout, stderr, exitCode } = await report(mirror, ...words, '--json');
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return JSON.parse(stdout);
}

describe("a group's name with a comma", () => {
  const lists = accountOf(
    [order('1', { buyingGroup: 'A, B' }), order('2', { buyingGroup: 'C' })],
    [order('3', { platform: 'card_cash' }), order('4', { platform: 'B' })],
  );

  test.each([
    ['A, B', ['A, B']],
    ['!A, B', ['B', 'C', 'card_cash']],
    ['C,B', ['B', 'C']],
  ])('%s means the same for both kinds of orders', async (group, expected) => {
    const { rows } = await json(await mirrorOf(lists), 'unpaid', `--group=${group}`);
    const groups = rows.map((row: { group: string }) => row.group);
    expect(groups.toSorted()).toEqual(expected);
  });

  test('a name of the other kind is unknown if only one kind is asked for', async () => {
    const words = ['unpaid', '--group', 'card_cash,C', '--kind', 'orders', '--json'];
    const { stderr } = await report(await mirrorOf(lists), ...words);
    expect(stderr).toContain('None of the orders has the group "card_cash"');
  });
});

test('an order that came back with another status has been in it since then', async () => {
  const mirror = mirrorFile();
  const all = [order('1', { buyingGroup: 'bfmr' }), order('2', { buyingGroup: 'bfmr' })];
  let now = 0;
  const look = (date: string, orders: Lists['orders']) => {
    now = Date.parse(`${date}T12:00:00Z`);
    const options = { now: () => now++, acceptRemovals: true };
    return synced(modelAccount(accountOf(orders)), mirror, options);
  };
  await look('2026-03-02', all);
  await look('2026-03-10', all.slice(1));
  await look('2026-03-21', [{ ...all[0], status: 'issue' } as (typeof all)[0], ...all.slice(1)]);
  const { rows } = await json(mirror, 'unpaid', '--by', 'none', '--sort', 'number');
  const shown = rows.map((row: Record<string, unknown>) => [
    ...[row.id, row.daysInStatus, row.daysInStatusExact],
  ]);
  expect(shown).toEqual([
    ['1', 10, true],
    ['2', 29, false],
  ]);
});

test('orders without a date have no oldest one', async () => {
  const undated = order('1', { orderDate: null, buyingGroup: 'bfmr' });
  const { rows } = await json(await mirrorOf(accountOf([undated])), 'unpaid');
  expect(rows).toEqual([
    { group: 'bfmr', orders: 1, outstanding: 1100, cost: 1000, atRisk: 1000, oldestDays: null },
  ]);
});

test('money stays in whole cents even beyond what SQLite can multiply', async () => {
  const total = 3_000_000_401_006;
  const huge = order('1', { total, cardEarnRate: 4.35, buyingGroup: 'bfmr', status: 'paid' });
  const mirror = await mirrorOf(accountOf([huge]));
  const { rows } = await json(mirror, 'rewards');
  expect(rows[0].reward).toBe(Math.round((total * 4.35) / 100));
  const { total: whole } = await json(mirror, 'margin');
  expect(Number.isInteger(whole.profit)).toBe(true);
});

test('fields have their short names in reports too', async () => {
  const lists = accountOf([
    order('1', { expectedPayout: 5 }),
    order('2', { expectedPayout: 9, trackingNumbers: [{ trackingNumber: '1Z1' }] }),
  ]);
  const mirror = await mirrorOf(lists);
  const short = [
    '--fields',
    'number,date,payout,due,age',
    '--sort=-payout,number,due',
    '-o',
    'csv',
  ];
  const { stdout } = await report(mirror, 'unpaid', '--by', 'none', ...short);
  expect(stdout.trimEnd().split('\r\n').slice(1)).toEqual([
    'N-2,2026-03-01,9,2026-03-31,30',
    'N-1,2026-03-01,5,2026-03-31,30',
  ]);
  for (const name of ['trackings', 'turnaround', 'audit']) {
    const { exitCode } = await report(mirror, name, '--sort', 'number');
    expect(exitCode).toBe(0);
  }
});
