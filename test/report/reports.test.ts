import { beforeAll, expect, test } from 'vitest';
import { runProgram } from '../support/run-program';
import { temporaryHome } from '../support/waybill';
import { account, mirrorOf, payments } from './fixture';

let mirror = '';
beforeAll(async () => {
  mirror = await mirrorOf(account, payments);
});

function report(...words: readonly string[]) {
  const env = { WAYBILL_HOME: temporaryHome(), TZ: 'UTC' };
  const own = (flag: string, value: string) => (words.includes(flag) ? [] : [flag, value]);
  const always = [...own('--mirror', mirror), ...own('--today', '2026-03-31')];
  return runProgram(['report', ...words, ...always], { env });
}

async function json(...words: readonly string[]) {
  const { stdout, stderr, exitCode } = await report(...words, '--json', '-q');
  // When it is from, on a terminal only: cron would mail it each day.
  expect(stderr).not.toMatch(/^As of/m);
  expect(exitCode).toBe(0);
  return JSON.parse(stdout);
}

test('unpaid: every open order counts, by group', async () => {
  const whole = await json('unpaid');
  const names = ['report', 'by', 'today', 'asOf', 'complete', 'rows', 'total'];
  expect(Object.keys(whole)).toEqual(names);
  expect(whole).toMatchObject({ report: 'unpaid', by: 'group', complete: true });
  expect(whole.today).toBe('2026-03-31');
  expect(whole.rows).toEqual([
    { group: 'bfmr', orders: 2, outstanding: 29_500, cost: 30_000, atRisk: 30_000, oldestDays: 80 },
    {
      group: 'card_center',
      orders: 1,
      outstanding: 5300,
      cost: 9000,
      atRisk: 5000,
      oldestDays: 30,
    },
    { group: 'mvp', orders: 1, outstanding: 0, cost: 4000, atRisk: 4000, oldestDays: 30 },
  ]);
  expect(whole.total).toEqual({
    ...{ orders: 4, outstanding: 34_800, cost: 43_000, atRisk: 39_000 },
    noExpectation: { orders: 1, cost: 4000 },
  });
});

test('payments that add up to nothing are recorded payments: nothing is assumed', async () => {
  const netted = await mirrorOf(account, [
    { orderId: 'C', cents: 5600, paidOn: '2026-02-15' },
    { orderId: 'C', cents: -5600, paidOn: '2026-03-15' },
  ]);
  const realized = async (...words: readonly string[]) => {
    const { rows, total } = await json('pnl', ...words, '--mirror', netted);
    const of = (month: string) =>
      rows.find((row: { month: string }) => row.month === month)?.realized.payout;
    return [of('2026-02'), of('2026-03'), of('unknown'), total.realized.assumed];
  };
  // C2 and D have no payments, so the 1,100 and 3,300 cents expected of them are assumed.
  expect(await realized()).toEqual([1100, 3300, undefined, 2]);
  expect(await realized('--basis', 'cash')).toEqual([5600, -5600, 4400, 2]);
  const { total } = await json('margin', '--status', 'paid', '--mirror', netted);
  expect(total.payout).toBe(4400);
  const { lastMonth } = (await json('summary', '--mirror', netted)).total;
  expect(lastMonth.realized).toBe(0 + 100 - 5000 + 100);
});

test.each([
  ...[
    '',
    '0000-00-00',
    '2026-13-01',
    '2026-00-01',
    '2026-05-00',
    '2026-05-32',
    '2026-02-30',
    '2025-02-29',
    'soon',
    20_260_301,
  ],
  ...['2026-03-01T25:00:00Z', '2026-03-01 10:60'],
  ...['2026-03-01 (estimated)', '2026-03-01 GMT', '2026-03-01T10:00:00+16:00'],
])('an order dated %j is reported like one without a date', async (orderDate) => {
  const open = { ...{ id: 'X', orderNumber: 'N-X', buyingGroup: 'odd', status: 'delivered' } };
  const odd = [
    { ...open, orderDate, total: 5000, expectedPayout: 6000 },
    {
      ...open,
      id: 'Y',
      orderNumber: 'N-Y',
      status: 'paid',
      orderDate,
      total: 700,
      expectedPayout: 800,
    },
  ];
  const paid = [{ orderId: 'Y', cents: 800, paidOn: '2026-03-15' }];
  const path = await mirrorOf({ ...account, orders: [...account.orders, ...odd] }, paid);
  const ofIt = async (...words: readonly string[]) =>
    (await json(...words, '--group', 'odd', '--mirror', path)).rows;
  expect(await ofIt('unpaid', '--by', 'none')).toMatchObject([
    { id: 'X', orderDate: null, ageDays: null },
  ]);
  expect(await ofIt('overdue')).toEqual([]);
  expect(await ofIt('pnl')).toMatchObject([
    { month: null, realized: { orders: 1 }, expected: { orders: 1 } },
  ]);
  expect(await ofIt('turnaround')).toMatchObject([{ n: 0, unknown: 1 }]);
  for (const name of ['summary', 'aging', 'trackings', 'audit', 'rewards', 'exposure', 'margin']) {
    expect((await report(name, '--mirror', path)).stdout).not.toMatch(/NaN|Invalid/);
  }
});

test.each(['2024-02-29', '2026-03-01T10:00:00+05:30', '2026-03-01 23:59:59.123456'])(
  'an order dated %s is reported by its day',
  async (orderDate) => {
    const given = { buyingGroup: 'odd', status: 'delivered', total: 5000, expectedPayout: 6000 };
    const odd = { ...given, id: 'X', orderNumber: 'N-X', orderDate };
    const path = await mirrorOf({ ...account, orders: [...account.orders, odd] });
    const { rows } = await json('unpaid', '--by', 'month', '--group', 'odd', '--mirror', path);
    expect(rows).toMatchObject([{ month: orderDate.slice(0, 7) }]);
  },
);

test('orders listed one by one: the total adds up what the rows show', async () => {
  const amounts = ['total', 'expectedPayout', 'paid', 'outstanding', 'atRisk'];
  for (const name of ['unpaid', 'overdue', 'aging', 'exposure']) {
    const { rows, total } = await json(name, '--by', 'none');
    const { noExpectation, ...sums } = total;
    const added = amounts.map((one) => [
      one,
      rows.reduce((sum: number, row: Record<string, number>) => sum + (row[one] ?? 0), 0),
    ]);
    expect([name, sums]).toEqual([name, { orders: rows.length, ...Object.fromEntries(added) }]);
    if (name === 'unpaid') expect(noExpectation).toEqual({ orders: 1, cost: 4000 });
  }
});

test('margin, pnl and rewards order by order: their own members, and the total of any dimension', async () => {
  const own = 'kind id orderNumber group retailer status orderDate card';
  for (const [name, members] of [
    ['margin', 'orders cost payout reward portal profit marginPercent noExpectation'],
    ['pnl', 'realized expected'],
    ['rewards', 'orders cost reward points'],
    ['spending', 'orders subtotal shipping tax discount total'],
  ] as const) {
    const { rows, total, by } = await json(name, '--by', 'none');
    expect(by).toBe('none');
    expect(Object.keys(rows[0]).join(' ')).toBe(`${own} ${members}`);
    expect(total).toEqual((await json(name, '--by', 'group')).total);
    const { stdout } = await report(name, '--by', 'none', '-o', 'csv');
    expect(stdout.split('\r\n')[0]).toMatch(new RegExp(`^${own.replaceAll(' ', ',')},`));
  }
});

test('two dimensions: both in each row, in their order, with the total of one', async () => {
  for (const name of ['unpaid', 'aging', 'exposure', 'margin', 'pnl', 'rewards', 'turnaround']) {
    const whole = await json(name, '--by', 'status,kind');
    expect(whole.by).toBe('status,kind');
    expect(whole.total).toEqual((await json(name, '--by', 'kind')).total);
    expect(Object.keys(whole.rows[0]).slice(0, 2)).toEqual(['status', 'kind']);
  }
});

test.each([
  ['month,group,kind', 'one dimension or two'],
  ['month,month', 'month twice'],
  ['none,group', 'none'],
  ['group,none', 'none'],
  ['grup', 'Invalid value'],
  ['group,', 'Invalid value'],
])('--by %s is refused', async (by, why) => {
  const { exitCode, stdout, stderr } = await report('unpaid', '--by', by);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(why);
});

test.each([
  ['pnl --basis cash --by group', 'week, month, quarter or year'],
  ['aging --basis due --buckets 0,30', '--buckets'],
  ['aging --basis cash', '--basis'],
])('%s is refused', async (words, why) => {
  const { exitCode, stderr } = await report(...words.split(' '));
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
});

test('turnaround leaves out a cancelled order, even if payments cover it', async () => {
  const path = await mirrorOf(account, [{ orderId: 'F', cents: 1000, paidOn: '2026-03-20' }]);
  expect((await json('turnaround', '--mirror', path)).total).toMatchObject({ n: 0, unknown: 3 });
});

test('an order dated in the future has a negative age, also as the oldest of its group', async () => {
  const { rows } = await json('unpaid', '--group', 'mvp', '--today', '2026-02-20');
  expect(rows[0].oldestDays).toBe(-9);
  const [one] = (await json('unpaid', '--by', 'none', '--group', 'mvp', '--today', '2026-02-20'))
    .rows;
  expect(one.ageDays).toBe(-9);
});

test('audit: money taken back from a cancelled order is as wrong as money paid for it', async () => {
  const taken = await mirrorOf(account, [{ orderId: 'F', cents: -1500, paidOn: '2026-03-20' }]);
  const { rows } = await json('audit', '--mirror', taken);
  const found = rows.filter((row: { finding: string }) => row.finding === 'cancelled_but_paid');
  expect(found).toMatchObject([{ id: 'F', detail: 'cancelled, but -$15.00 was paid' }]);
});

test('overdue: past due by a day or more, with every member in its order', async () => {
  const { rows, total, by } = await json('overdue');
  expect(by).toBe('none');
  const [first] = rows;
  expect(rows).toHaveLength(1);
  const { daysInStatus, ...others } = first;
  expect(daysInStatus).toBeGreaterThanOrEqual(0);
  expect(others).toEqual({
    ...{ kind: 'order', id: 'A', orderNumber: 'N-A', group: 'bfmr', retailer: 'Amazon' },
    ...{ status: 'delivered', orderDate: '2026-01-10', ageDays: 80, dueDate: '2026-02-09' },
    ...{ overdueDays: 50, daysInStatusExact: false, total: 10_000, expectedPayout: 10_500 },
    ...{ paid: 0, outstanding: 10_500, atRisk: 10_000, trackings: ['1Z1'], card: '4417' },
  });
  expect(total).toMatchObject({ orders: 1, outstanding: 10_500 });
  expect(Object.keys(first).join(' ')).toBe(
    'kind id orderNumber group retailer status orderDate ageDays dueDate overdueDays daysInStatus daysInStatusExact total expectedPayout paid outstanding atRisk trackings card',
  );
  // G is due today: overdue from tomorrow on, or at 29 days.
  expect((await json('overdue', '--overdue-after', '29d')).rows).toHaveLength(2);
});

test('aging and exposure add up to what is outstanding', async () => {
  const aging = await json('aging');
  expect(aging.rows).toEqual([
    {
      group: 'bfmr',
      buckets: { '0-14': 19_000, '15-30': 0, '31-60': 0, '61-90': 10_500, '91+': 0 },
      total: 29_500,
    },
    {
      group: 'card_center',
      buckets: { '0-14': 0, '15-30': 5300, '31-60': 0, '61-90': 0, '91+': 0 },
      total: 5300,
    },
  ]);
  expect(aging.total.total).toBe(34_800);
  const own = await json('aging', '--buckets', '11,30');
  expect(own.total.buckets).toEqual({ '0-11': 19_000, '12-30': 5300, '31+': 10_500 });
  const exposure = await json('exposure');
  expect(exposure.rows).toEqual([
    ...[{ group: 'bfmr', buying: 19_000, moving: 0, waiting: 10_500, issue: 0 }].map((row) => ({
      ...row,
      ...{ total: 29_500, share: 84.8 },
    })),
    ...[{ group: 'card_center', buying: 0, moving: 0, waiting: 5300, issue: 0 }].map((row) => ({
      ...row,
      ...{ total: 5300, share: 15.2 },
    })),
  ]);
  expect(exposure.total).toMatchObject({ total: 34_800, share: 100 });
});

const none = { orders: 0, cost: 0, payout: 0, reward: 0, portal: 0, profit: 0, assumed: 0 };

test('margin and pnl: realized and expected, with orders without an expectation separate', async () => {
  const margin = await json('margin');
  const nobody = { orders: 0, cost: 0 };
  expect(margin.rows).toEqual([
    {
      ...{ group: 'mvp', orders: 3, cost: 9000, payout: 9900, reward: 100, portal: 0 },
      ...{ profit: 1000, marginPercent: 11.11, noExpectation: { orders: 1, cost: 4000 } },
    },
    {
      ...{ group: 'card_center', orders: 1, cost: 9000, payout: 9300, reward: 0, portal: 0 },
      ...{ profit: 300, marginPercent: 3.33, noExpectation: nobody },
    },
    {
      ...{ group: 'bfmr', orders: 2, cost: 30_000, payout: 29_500, reward: 150, portal: 200 },
      ...{ profit: -150, marginPercent: -0.5, noExpectation: nobody },
    },
  ]);
  expect(margin.total).toMatchObject({ orders: 6, cost: 48_000, profit: 1150, marginPercent: 2.4 });
  const january = { ...none, orders: 1, cost: 10_000, payout: 10_500, reward: 150, portal: 200 };
  const february = { ...none, orders: 2, cost: 6000, payout: 6600, reward: 100, profit: 700 };
  const march = { ...none, orders: 1, cost: 3000, payout: 3300, profit: 300, assumed: 1 };
  const expected = { ...none, orders: 2, cost: 29_000, payout: 28_300, profit: -700 };
  expect((await json('pnl')).rows).toEqual([
    { month: '2026-01', realized: none, expected: { ...january, profit: 850 } },
    { month: '2026-02', realized: february, expected: none },
    { month: '2026-03', realized: march, expected },
  ]);
  const cash = await json('pnl', '--basis', 'cash');
  expect(cash.rows.map((row: never) => Object.values(row).slice(0, 2))).toEqual([
    ['2026-02', { ...none, orders: 2, cost: 6000, reward: 100, profit: -5900 }],
    ['2026-03', { ...none, orders: 1, cost: 3000, payout: 6600, profit: 3600 }],
    ['unknown', { ...none, payout: 3300, profit: 3300, assumed: 1 }],
  ]);
});

test('rewards, turnaround, audit and summary', async () => {
  expect((await json('rewards', '--by', 'card')).rows).toEqual([
    { card: '4417', orders: 1, cost: 10_000, reward: 150, points: 150 },
    { card: '1009', orders: 1, cost: 5000, reward: 100, points: 100 },
    { card: null, orders: 5, cost: 37_000, reward: 0, points: 0 },
  ]);
  expect((await json('turnaround')).total).toEqual(
    // C is a dollar short and D has no payment: when they were paid is unknown.
    { n: 1, unknown: 2, median: 30, p90: 30, min: 30, max: 30 },
  );
  const one = await json('turnaround', '--by', 'none');
  expect(one.rows).toHaveLength(3);
  expect(one.rows[0]).toMatchObject({ kind: 'order', status: 'paid' });
  expect(one.total).toMatchObject({ n: 1, unknown: 2 });
  const audit = await json('audit');
  expect(audit.rows.map(({ finding, id }: Record<string, string>) => `${finding} ${id}`)).toEqual([
    ...['no_card E', 'no_card G', 'no_card B'],
    ...['no_tracking B', 'no_expectation E', 'expected_loss B', 'shared_tracking A'],
    ...['shared_tracking E', 'cancelled_but_paid F', 'paid_short C', 'paid_short G'],
    'paid_unrecorded D',
  ]);
  const { total } = await json('summary');
  const { lastSync, ...summary } = total;
  expect(Date.parse(lastSync)).toBeGreaterThan(0);
  expect(summary).toEqual({
    ...{ open: 4, outstanding: 34_800, atRisk: 39_000, unfinishedUploads: 0 },
    overdue: { orders: 1, outstanding: 10_500 },
    paidShort: { orders: 2, difference: -5400 },
    paidOver: { orders: 0, difference: 0 },
    thisMonth: { realized: 300, expected: -700 },
    lastMonth: { realized: 700, expected: 0 },
  });
});

test('spending: what was bought by month, cancelled orders left out', async () => {
  const parts = { shipping: 0, tax: 0, discount: 0 };
  const bought = { ...account.orders[0], id: 'X', orderNumber: 'N-X', retailer: 'Best Buy' };
  const sums = { subtotal: 10_000, shipping: 599, tax: 825, discount: 1000, total: 10_424 };
  const orders = [...account.orders, { ...bought, ...sums, orderDate: '2026-04-01' }];
  const path = await mirrorOf({ ...account, orders });
  const whole = await json('spending', '--mirror', path, '--retailer', 'best buy');
  expect(whole).toMatchObject({ by: 'month', rows: [{ month: '2026-04', orders: 1, ...sums }] });
  const { rows, total } = await json('spending');
  expect(rows.map(({ month, total }: Record<string, unknown>) => [month, total])).toEqual([
    ...[['2026-01', 10_000] as const, ['2026-02', 6000] as const, ['2026-03', 36_000] as const],
  ]);
  expect(total).toMatchObject({ orders: 7, ...parts, total: 52_000 });
});

test('received by day: a row for each day with a payment; other reports have no days', async () => {
  const { rows } = await json('received', '--by', 'day,group');
  expect(
    rows.map(({ day, group, amount }: Record<string, unknown>) => [day, group, amount]),
  ).toEqual([
    ['2026-03-03', 'mvp', 5500],
    ['2026-03-12', 'mvp', 1100],
    ['2026-03-20', 'card_center', 4000],
    ['2026-03-20', 'bfmr', 400],
  ]);
  const { stderr, exitCode } = await report('unpaid', '--by', 'day');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('for --by\nChoose one of group')]);
});

test('trackings: one row per number and order, reimbursed or not', async () => {
  const unpaid = await json('trackings', '--unpaid');
  expect(unpaid.rows).toHaveLength(1);
  expect(unpaid.rows[0]).toMatchObject({ trackingNumber: '1Z1', id: 'A', outstanding: 10_500 });
  expect((await json('trackings')).rows).toHaveLength(2);
});

test('csv has only the rows, filters and --kind narrow them, and --exit-code exits 15', async () => {
  const csv = await report('unpaid', '-o', 'csv', '--group', 'BFMR', '--card', '4417');
  expect(csv.stdout).toBe(
    'group,orders,outstanding,cost,atRisk,oldestDays\r\nbfmr,1,10500,10000,10000,80\r\n',
  );
  expect((await json('unpaid', '--kind', 'giftcards')).total.outstanding).toBe(5300);
  expect((await json('unpaid', '--status', 'purchased')).total.outstanding).toBe(19_000);
  expect((await report('overdue', '--exit-code')).exitCode).toBe(15);
  expect((await report('overdue', '--exit-code', '--retailer', 'costco')).exitCode).toBe(0);
  expect((await report('unpaid', '--exit-code', '--until', '2025-12-31')).exitCode).toBe(0);
});

test('the table has dollars, totals and, off a terminal, no bars', async () => {
  const { stdout, stderr } = await report('unpaid');
  expect(stdout).toMatch(/^bfmr +2 +\$295\.00 +\$300\.00 +\$300\.00 +80 d$/m);
  expect(stdout).toMatch(/^Total +4 +\$348\.00 +\$430\.00 +\$390\.00 /m);
  // When it is from, on a terminal only: cron would mail it each day.
  expect(stderr).not.toMatch(/^As of/m);
});
