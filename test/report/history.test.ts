import { beforeAll, expect, test } from 'vitest';
import { closeWriter } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { mirrorFile, synced } from '../mirror/account';
import { type Lists, modelAccount } from '../mirror/model-account';
import { runProgram } from '../support/run-program';
import { temporaryHome } from '../support/waybill';

const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);

function order(id: string, buyingGroup: string | null, changed: Record<string, unknown> = {}) {
  const { numbers = [], ...values } = changed as { numbers?: string[] };
  return {
    ...{ id, orderNumber: `N-${id}`, buyingGroup, retailer: 'Amazon', status: 'delivered' },
    ...{ orderDate: '2026-02-20', total: 1000, expectedPayout: 1100, orderLineItems: [] },
    trackingNumbers: numbers.map((trackingNumber) => ({ trackingNumber })),
    ...values,
  };
}

/**
 * An account watched for a month. Its payments name tracking numbers, cover several orders, or are
 * for an order that is gone.
 */
let mirror = '';
beforeAll(async () => {
  mirror = mirrorFile();
  const lists: Lists = {
    orders: [
      order('seen', 'bfmr', { status: 'shipped' }),
      order('late', 'bfmr', { status: 'shipped' }),
      order('moved', 'bfmr', { status: 'shipped', orderDate: '2026-01-10' }),
      order('unnamed', null, { orderDate: null, numbers: ['9X'] }),
      order('one', 'mvp', { numbers: ['1Z 7'] }),
      order('two', 'mvp', { numbers: ['1z7'], orderDate: '2026-03-28' }),
      order('three', 'mvp', { numbers: ['S1'] }),
      order('four', 'bfmr', { numbers: ['S1'] }),
      order('five', 'mvp', { numbers: ['s-1'] }),
      order('pair', 'zeta', { numbers: ['P1'], total: 2000, expectedPayout: 3000 }),
      order('mate', 'zeta', { numbers: ['P2'], total: 2000, expectedPayout: 3000 }),
      order('waived', 'zeta', { expectedPayout: 5000 }),
      order('void', 'zeta', { status: 'cancelled', numbers: ['P2A'] }),
      order('gone', 'zeta'),
    ],
    giftcards: [],
    cards: [],
  };
  let now = 0;
  const look = (date: string) => {
    now = noon(date);
    return synced(modelAccount(lists), mirror, { now: () => now++, acceptRemovals: true });
  };
  const change = (id: string, status: string) => {
    for (const one of lists.orders) if (one.id === id) one.status = status;
  };
  await look('2026-03-01');
  await look('2026-03-09');
  change('seen', 'paid');
  change('moved', 'delivered');
  await look('2026-03-10');
  change('late', 'paid');
  lists.orders = lists.orders.filter(({ id }) => id !== 'gone');
  await look('2026-03-15');

  const database = openToWrite(mirror);
  const pay = (trackings: string[], date: string, parts: Record<string, number>) => {
    const cents = Object.values(parts).reduce((sum, one) => sum + one, 0);
    const payment = database
      .prepare(
        `INSERT INTO base_payments (group_id, amount_cents, paid_on, trackings, recorded_at)
         VALUES ('zeta', ?, ?, ?, '2026-03-16T00:00:00.000Z')`,
      )
      .run([cents, date, JSON.stringify(trackings)]);
    for (const [id, part] of Object.entries(parts)) {
      database
        .prepare('INSERT INTO allocations (payment_id, order_id, amount_cents) VALUES (?, ?, ?)')
        .run([payment.lastInsertRowid, id, part]);
    }
  };
  // The group appended a letter to one number; the other is a number of the account.
  pay(['p1x', 'p2a'], '2026-03-12', { pair: 2500, mate: 2500 });
  pay([], '2026-03-13', { waived: 100 });
  pay([], '2026-03-13', { gone: -123_456 });
  database.exec(
    "INSERT INTO base_acceptances VALUES ('waived', 'waived', 'zeta', 'agreed', '2026-03-16T00:00:00.000Z', 100, 5000, '[]')",
  );
  closeWriter(database);
});

async function report(...words: readonly string[]) {
  const env = { WAYBILL_HOME: temporaryHome(), TZ: 'UTC' };
  const line = ['report', ...words, '--mirror', mirror, '--today', '2026-03-31', '--json', '-q'];
  const { stdout, stderr, exitCode } = await runProgram(line, { env });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return JSON.parse(stdout);
}

test('a payment is dated by the change to paid, if the order was seen unpaid shortly before', async () => {
  const { rows, total } = await report('turnaround', '--by', 'group');
  expect(rows).toEqual([
    { group: 'bfmr', n: 1, unknown: 1, median: 18, p90: 18, min: 18, max: 18 },
  ]);
  expect(total).toEqual({ n: 1, unknown: 1, median: 18, p90: 18, min: 18, max: 18 });
  const each = await report('turnaround', '--by', 'none');
  expect(each.rows.map(({ id }: { id: string }) => id)).toEqual(['late', 'seen']);
  expect(each.total).toEqual(total);
});

test('how long an order has been in its status is exact from a change that was seen', async () => {
  const { rows } = await report('unpaid', '--by', 'none', '--group', 'bfmr');
  const shown = rows.map((row: Record<string, unknown>) => [
    ...[row.id, row.daysInStatus, row.daysInStatusExact, row.dueDate, row.overdueDays],
  ]);
  expect(shown).toEqual([
    ['moved', 21, true, '2026-02-09', 50],
    ['four', 30, false, '2026-03-22', 9],
  ]);
});

test('an order without a date is never due, and one without a group comes last', async () => {
  const { rows } = await report('overdue');
  const ids = rows.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(['moved', 'five', 'four', 'mate', 'one', 'pair', 'three', 'waived']);
  const groups = await report('unpaid', '--by', 'group', '--sort', 'group');
  expect(groups.rows.map(({ group }: { group: string | null }) => group)).toEqual([
    ...['bfmr', 'mvp', 'zeta', null],
  ]);
  const [unnamed] = (await report('unpaid', '--by', 'none', '--sort', 'orderDate')).rows.filter(
    ({ id }: { id: string }) => id === 'unnamed',
  );
  expect(unnamed).toMatchObject({ dueDate: null, overdueDays: 0, ageDays: null });
});

test('tracking numbers that a payment names are reimbursed, an appended letter or not', async () => {
  const { rows, total } = await report('trackings', '--unpaid');
  const numbers = rows.map((row: Record<string, unknown>) => row.trackingNumber);
  expect(numbers.sort()).toEqual(['1Z 7', '1z7', '9X', 'P2', 'S1', 'S1', 's-1']);
  expect(total).toEqual({ trackings: 7, orders: 7, outstanding: 6 * 1100 + 500 });
  const all = await report('trackings');
  const [pair] = all.rows.filter((row: Record<string, unknown>) => row.id === 'pair');
  expect(pair).toMatchObject({ trackingNumber: 'P1', unpaid: false, outstanding: 500 });
});

test('the audit names orders that share a number or a payment, and none that was accepted', async () => {
  const found = async (...words: readonly string[]) =>
    (await report('audit', ...words)).rows
      .filter(({ finding }: { finding: string }) => /shared|short|over|gone/.test(finding))
      .map((row: Record<string, unknown>) => [row.finding, row.id, row.detail]);
  const shared = (id: string, others: string) => [
    ...['shared_tracking', id, `shares a tracking number with ${others}`],
  ];
  const short = '$10.00 short: $50.00 of $60.00 expected for 2 orders paid together, with N-pair';
  const gone = ['payment_of_gone_order', 'gone', '-$1,234.56 was paid for an order that is gone'];
  const everything = await found();
  expect(everything.toSorted()).toEqual(
    [
      ...['three', 'four', 'five'].map((id) => shared(id, '2 other orders')),
      ...['one', 'two'].map((id) => shared(id, 'another order')),
      ['paid_short', 'mate', short],
      gone,
    ].toSorted(),
  );
  expect(await found('--group', 'bfmr')).toEqual([shared('four', '2 other orders')]);
  expect((await found('--kind', 'orders')).at(-1)).toEqual(gone);
  expect(await found('--kind', 'giftcards')).toEqual([]);
  for (const filter of [
    '--group zeta',
    '--retailer amazon',
    '--search N-gone',
    '--since 2026-02-20',
  ]) {
    expect((await found(...filter.split(' '))).at(-1)).toEqual(gone);
  }
  expect(await found('--group', 'zeta', '--since', '2026-02-21')).toEqual([]);
  const { paidShort } = (await report('summary')).total;
  expect(paidShort).toEqual({ orders: 2, difference: -1000 });
});

test('profit by cash counts a payment in the month it came or was seen', async () => {
  const { rows } = await report('pnl', '--basis', 'cash');
  const months = rows.map(({ month, realized }: Record<string, Record<string, unknown>>) => [
    ...[month, realized?.orders, realized?.payout, realized?.assumed],
  ]);
  // Both were bought in February; what was paid is assumed, since no payment is recorded.
  expect(months).toEqual([
    ['2026-02', 2, 0, 0],
    ['2026-03', 0, 2200, 2],
  ]);
});
