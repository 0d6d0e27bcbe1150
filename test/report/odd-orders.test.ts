import { describe, expect, test } from 'vitest';
import { resetMirror } from '../../src/mirror/care';
import { addPayment } from '../../src/mirror/ledger-changes';
import { closeWriter } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { mirrorFile, synced, syncWorld } from '../mirror/account';
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
    expect(stderr).toContain('None of the orders read has the group "card_cash"');
  });
});

test("an order's item has the first name there is, and counts those without one", async () => {
  const items = [
    [['iPad', null]],
    [['', 'MD3Y4']],
    [[null, ' ']],
    [null, ''].map((nameless) => [nameless, nameless]),
    [
      [null, null],
      ['iPad', null],
    ],
    [
      ['iPad', null],
      ['', null],
      ['AirPods', 'A2'],
    ],
  ];
  const orders = items.map((lines, index) =>
    order(String(index), {
      orderLineItems: lines.map(([description, model], place) => ({
        ...{ id: `${index}-${place}`, description, model },
        ...{ unitPrice: 0, quantity: 1, expectedUnitPayout: 0 },
      })),
    }),
  );
  const { rows } = await json(await mirrorOf(accountOf(orders)), 'unpaid', '--by', 'item');
  const counts = Object.fromEntries(
    rows.map((row: { item: string | null; orders: number }) => [row.item, row.orders]),
  );
  expect(counts).toEqual({ iPad: 1, MD3Y4: 1, null: 2, 'iPad + 1 more': 1, 'iPad + 2 more': 1 });
});

/** A mirror that looks at an account on some days. */
function watchedAccount() {
  const mirror = mirrorFile();
  let now = 0;
  const look = (date: string, orders: Lists['orders']) => {
    now = Date.parse(`${date}T12:00:00Z`);
    const options = { now: () => now++, acceptRemovals: true };
    return synced(modelAccount(accountOf(orders)), mirror, options);
  };
  const reset = () => resetMirror(mirror, syncWorld());
  return { mirror, look, reset };
}

test('an order that came back with another status has been in it since then', async () => {
  const { mirror, look } = watchedAccount();
  const all = [order('1', { buyingGroup: 'bfmr' }), order('2', { buyingGroup: 'bfmr' })];
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

test('an order that came back unchanged has been in its status since before', async () => {
  const { mirror, look, reset } = watchedAccount();
  const [seen, old] = [order('1'), order('2')];
  const delivered = { ...seen, status: 'delivered' };
  const days = async () => {
    const { rows } = await json(mirror, 'overdue', '--overdue-after', '1d', '--sort', 'number');
    return rows.map((row: Record<string, unknown>) => [
      ...[row.id, row.daysInStatus, row.daysInStatusExact],
    ]);
  };
  await look('2026-03-02', [seen, old, order('3')]);
  await look('2026-03-05', [delivered, old, order('3')]);
  await look('2026-03-10', [order('3')]);
  await look('2026-03-21', [delivered, old, order('3')]);
  expect(await days()).toEqual([
    ['1', 26, true],
    ['2', 29, false],
    ['3', 29, false],
  ]);
  // Nothing says what it was between the last sync before a reset and the new baseline.
  await reset();
  await look('2026-03-25', [delivered, old, order('3')]);
  expect(await days()).toEqual(['1', '2', '3'].map((id) => [id, 6, false]));
});

test.each([
  ['the order was gone in between', ['gone', 'back'], '2026-03'],
  ['a reset began a new baseline', ['reset', 'back'], '2026-03'],
  ['a reset forgot that it was gone', ['gone', 'reset', 'gone', 'back'], '2026-03'],
  ['it was seen unpaid since then', ['reset', 'unpaid', 'gone', 'back'], 'unknown'],
  [
    'its change back to unpaid was not seen',
    ['reset', 'unpaid', 'gone', 'reset', 'back'],
    'unknown',
  ],
  ['it was last seen to become unpaid', ['unpaid', 'reset', 'back'], 'unknown'],
])('an observed change to paid still dates the payment if %s', async (_, steps, month) => {
  const { mirror, look, reset } = watchedAccount();
  const [other, unpaid] = [order('2'), order('1')];
  const paid = { ...unpaid, status: 'paid' };
  await look('2026-03-02', [unpaid, other]);
  await look('2026-03-04', [paid, other]);
  for (const [index, step] of steps.entries()) {
    const day = `2026-04-${String(index + 10)}`;
    if (step === 'reset') await reset();
    else await look(day, step === 'gone' ? [other] : [step === 'back' ? paid : unpaid, other]);
  }
  const { rows } = await json(mirror, 'pnl', '--basis', 'cash');
  const income = rows.filter(({ realized }: { realized: { payout: number } }) => realized.payout);
  expect(income).toMatchObject([{ month, realized: { payout: 1100 } }]);
  const { total } = await json(mirror, 'turnaround');
  const known = month !== 'unknown';
  expect(total).toMatchObject({ n: known ? 1 : 0, unknown: known ? 0 : 1 });
});

test.each([
  ['was seen to go', true, 'N-1'],
  ['went unseen', false, null],
])('a reset keeps the payment of an order that %s', async (_, isSeen, orderNumber) => {
  const { mirror, look, reset } = watchedAccount();
  const [paid, other] = [order('1', { buyingGroup: 'bfmr' }), order('2')];
  await look('2026-03-02', [paid, other]);
  const database = openToWrite(mirror);
  const payment = { orderId: '1', cents: 500, paidOn: '2026-03-03', reference: null };
  addPayment(database, { ...payment, group: null }, '2026-03-03T12:00:00.000Z');
  closeWriter(database);
  if (isSeen) await look('2026-03-10', [other]);
  await reset();
  await look('2026-03-11', [other]);
  const finding = {
    finding: 'payment_of_gone_order',
    kind: isSeen ? 'order' : null,
    ...{ id: '1', orderNumber, detail: '$5.00 was paid for an order that is gone' },
  };
  const found = async (...words: readonly string[]) =>
    (await json(mirror, 'audit', ...words)).rows.filter(({ id }: { id: string }) => id === '1');
  expect(await found()).toEqual([finding]);
  expect(await found('--kind', 'orders')).toEqual([finding]);
  expect(await found('--kind', 'giftcards')).toEqual(isSeen ? [] : [finding]);
  // A filter applies to what is left of the order.
  expect(await found('--since', '2020-01-01')).toEqual(isSeen ? [finding] : []);
  expect(await found('--until', '2020-01-01')).toEqual([]);
  const env = { WAYBILL_HOME: temporaryHome(), TZ: 'UTC' };
  const { stdout } = await runProgram(['payments', 'list', '--mirror', mirror, '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject([
    { orderId: '1', orderNumber, group: isSeen ? 'bfmr' : null, amount: 500 },
  ]);
});

test('orders without a date have no oldest one', async () => {
  const undated = order('1', { orderDate: null, buyingGroup: 'bfmr' });
  const { rows } = await json(await mirrorOf(accountOf([undated])), 'unpaid');
  expect(rows).toEqual([
    { group: 'bfmr', orders: 1, outstanding: 1100, cost: 1000, atRisk: 1000, oldestDays: null },
  ]);
});

test('the cost and the income of a paid order without a date are in an unknown month', async () => {
  const undated = order('1', { orderDate: null, status: 'paid' });
  const { rows } = await json(await mirrorOf(accountOf([undated])), 'pnl', '--basis', 'cash');
  expect(rows).toMatchObject([{ month: 'unknown', realized: { cost: 1000, payout: 1100 } }]);
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
  const short = ['--fields', 'number,date,payout,due,age', '--sort=-Payout,order,due', '-o', 'csv'];
  const { stdout } = await report(mirror, 'unpaid', '--by', 'none', ...short);
  expect(stdout.trimEnd().split('\r\n').slice(1)).toEqual([
    'N-2,2026-03-01,9,2026-03-31,30',
    'N-1,2026-03-01,5,2026-03-31,30',
  ]);
  for (const name of ['trackings', 'turnaround --by none', 'audit']) {
    const { exitCode } = await report(mirror, ...name.split(' '), '--sort', 'number');
    expect(exitCode, name).toBe(0);
  }
  // Rows of groups have no order number.
  expect((await report(mirror, 'turnaround', '--sort', 'number')).exitCode).toBe(2);
});
