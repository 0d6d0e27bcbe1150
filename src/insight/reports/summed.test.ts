import { expect, test } from 'vitest';
import { figuresOf, type ReportName, usualScope } from '../../../test/report/reader';
import { connect, type Database } from '../../mirror/libsql';
import { migrate, sentIndexes } from '../../mirror/schema';
import { fillOrderSums, refillOrderSums } from '../../mirror/sums';
import type { Reader, ReportBy, Row, Scope } from '../report-scope';
import { orderSumsQuery } from '../report-scope';
import type { FigureOptions } from './report';

const scope = { ...usualScope, today: '2025-06-30' };

function mirrorOf(count: number): Database {
  const database = connect(':memory:');
  migrate(database, 0);
  const insert = database.prepare(
    `INSERT INTO base_orders (key, kind, id, order_date, order_month, group_id, status, open,
       total_cents, expected_payout_cents, paid_cents, portal_cents, earn_thousandths, hash)
     VALUES (?, 'order', ?, '2025-06-01', '2025-06', ?, ?, ?, 1099, ?, 0, 0, 1500, '')`,
  );
  for (let key = 1; key <= count; key++) {
    const isPaid = key % 3 === 0;
    insert.run([
      key,
      `id${key}`,
      key % 2 === 0 ? 'BFMR' : null,
      isPaid ? 'paid' : 'shipped',
      isPaid ? 0 : 1,
      // Alike in all that the sums are grouped by, but nothing is expected of some.
      key % 5 === 0 ? 0 : 1200,
    ]);
  }
  fillOrderSums(database);
  return database;
}

/** The report, and the tables that it read orders from. */
function reported(
  database: Database,
  report: ReportName,
  by: ReportBy,
  { basis = 'order', ...more }: Partial<Scope> & { readonly basis?: FigureOptions['basis'] } = {},
) {
  const tables = new Set<string>();
  const all = (sql: string) => {
    for (const [, table = ''] of sql.matchAll(/FROM (\w+) o\b/g)) tables.add(table);
    return database.prepare(sql).all() as Row[];
  };
  const read = Object.assign(all, { each: all }) as Reader;
  return {
    figures: figuresOf(report, read, { ...scope, ...more }, by, { basis }),
    tables: [...tables],
  };
}

const named = ['unpaid', 'aging', 'exposure', 'margin', 'pnl', 'rewards'] as const;

test.each(
  named.flatMap((report) =>
    (['group', 'status', 'month', 'kind'] as const).map((by) => [report, by] as const),
  ),
)('report %s by %s adds up the sums, with the same result as from the orders', (report, by) => {
  const database = mirrorOf(20);
  const fast = reported(database, report, [by]);
  expect(fast.tables).toEqual(['order_sums']);
  database.exec('DELETE FROM order_sums');
  const slow = reported(database, report, [by]);
  expect(slow.tables).toEqual(['base_orders']);
  expect(fast.figures).toEqual(slow.figures);
  expect(fast.figures.rows.length).toBeGreaterThan(0);
});

test.each([
  ['a dimension that the sums lack', ['retailer'], {}],
  ['one that they lack beside one that they have', ['group', 'retailer'], {}],
  ['filters', ['group'], { wanted: [1, 2, 3] }],
  ['another value of a point', ['group'], { pointThousandths: 1500 }],
] as const)('reads the orders for %s', (_, by, more) => {
  expect(reported(mirrorOf(20), 'margin', by, more).tables).toEqual(['base_orders']);
});

test.each([
  "INSERT INTO base_orders (key, kind, id, open, total_cents, expected_payout_cents, paid_cents, portal_cents, earn_thousandths, hash) VALUES (99, 'order', 'new', 1, 5, 5, 0, 0, 0, '')",
  "UPDATE base_orders SET status = 'paid', open = 0 WHERE key = 1",
  'UPDATE base_orders SET total_cents = 1 WHERE key = 1',
  "UPDATE base_orders SET gone_at = '2025-06-02' WHERE key = 1",
  'DELETE FROM base_orders WHERE key = 1',
  `INSERT INTO base_payments (id, amount_cents, recorded_at) VALUES (1, 500, '');
   INSERT INTO allocations VALUES (1, 'id1', 500)`,
  "UPDATE state SET value = 'another formula' WHERE name = 'orderSums'",
  "DELETE FROM state WHERE name = 'orderSums'",
])('no report reads sums that a change has outdated: %s', (change) => {
  const database = mirrorOf(20);
  database.exec(change);
  const { tables, figures } = reported(database, 'margin', ['group']);
  expect(tables).toEqual(['base_orders']);
  fillOrderSums(database);
  const again = reported(database, 'margin', ['group']);
  expect(again.tables).toEqual(['order_sums']);
  expect(again.figures).toEqual(figures);
});

test('sums by another value of a point are replaced', () => {
  const database = mirrorOf(20);
  const read = (pointThousandths: number) =>
    reported(database, 'margin', ['group'], { pointThousandths });
  const slow = read(1500);
  database.exec("INSERT INTO state VALUES ('pointThousandths', '1500')");
  fillOrderSums(database);
  expect(read(1500)).toEqual({ figures: slow.figures, tables: ['order_sums'] });
  expect(read(1000).tables).toEqual(['base_orders']);
});

const nothing = { orders: 0, cost: 0, reward: 0 };
const noExpectation = { orders: 0, cost: 0 };
const noProfit = { ...nothing, payout: 0, portal: 0, profit: 0 };
const noOrders = { orders: 0, outstanding: 0, cost: 0, atRisk: 0 };

test.each([
  ['unpaid', { ...noOrders, noExpectation }],
  ['overdue', noOrders],
  ['aging', { buckets: { '0-14': 0, '15-30': 0, '31-60': 0, '61-90': 0, '91+': 0 }, total: 0 }],
  ['exposure', { buying: 0, moving: 0, waiting: 0, issue: 0, total: 0, share: 0 }],
  ['margin', { ...noProfit, marginPercent: null, noExpectation }],
  ['pnl', { realized: { ...noProfit, assumed: 0 }, expected: { ...noProfit, assumed: 0 } }],
  ['rewards', { ...nothing, points: 0 }],
] as const)('without orders, report %s has a total of 0 in every member', (report, total) => {
  expect(reported(mirrorOf(0), report, ['group']).figures).toEqual({ rows: [], total });
});

test('what cost nothing has a profit but no margin', () => {
  const database = mirrorOf(1);
  database.exec('UPDATE base_orders SET total_cents = 0');
  const { rows, total } = reported(database, 'margin', ['group']).figures;
  expect(total).toMatchObject({ cost: 0, profit: 1200, marginPercent: null });
  expect(rows).toMatchObject([{ profit: 1200, marginPercent: null }]);
});

// All are 29 days old.
test.each([
  ['sooner than usual', { BFMR: 28 }, ['BFMR']],
  ['later than usual', { BFMR: 29, other: 28 }, ['other']],
  ['as usual', {}, []],
])('orders of a group that pays %s are due by its own days', (_, own, due) => {
  const days: Readonly<Record<string, number>> = own;
  const more = { overdueAfter: (group: string | null) => days[group ?? 'other'] ?? 30 };
  const database = mirrorOf(4);
  const named = (row: Readonly<Record<string, unknown>>) => row.group ?? 'other';
  const overdue = reported(database, 'overdue', ['group'], more).figures.rows;
  expect(overdue.map(named)).toEqual(due);
  const aging = reported(database, 'aging', ['group'], { ...more, basis: 'due' }).figures.rows;
  const late = aging.filter(({ buckets }) => Object(buckets)['not due'] === 0);
  expect(aging).toHaveLength(2);
  expect(late.map(named)).toEqual(due);
});

test('filling the sums reads one index, and sorts nothing', () => {
  const database = mirrorOf(0);
  for (const statement of Object.values(sentIndexes)) database.exec(statement);
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${orderSumsQuery({ pointThousandths: 1000 })}`)
    .all();
  const steps = (plan as { readonly detail: string }[]).map(({ detail }) => detail);
  expect(steps).toContain('SCAN o USING COVERING INDEX order_groups');
  expect(steps.join()).not.toContain('TEMP');
});

test('filling the sums twice changes nothing', () => {
  const database = mirrorOf(20);
  const once = reported(database, 'unpaid', ['group']).figures;
  refillOrderSums(database);
  expect(reported(database, 'unpaid', ['group']).figures).toEqual(once);
});

test('the place of an order in the list changes no sum', () => {
  const database = mirrorOf(20);
  database.exec('UPDATE base_orders SET place = key');
  expect(reported(database, 'unpaid', ['group']).tables).toEqual(['order_sums']);
});

test('amounts that no integer holds are left to the report', () => {
  const database = mirrorOf(0);
  const most = '9223372036854775807';
  for (const key of [1, 2]) {
    database.exec(
      `INSERT INTO base_orders (key, kind, id, open, total_cents, expected_payout_cents, paid_cents, portal_cents, earn_thousandths, hash)
       VALUES (${key}, 'order', '${key}', 1, ${most}, 5, 0, 0, 0, '')`,
    );
  }
  fillOrderSums(database);
  expect(() => reported(database, 'unpaid', ['group'])).toThrow('integer overflow');
});
