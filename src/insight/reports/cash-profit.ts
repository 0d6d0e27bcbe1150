import { groupBy } from '../../lib/once';
import { isPeriod, periods, profitOf } from '../formulas';
import { statusChanges } from '../order-rows';
import {
  expressions,
  type Grouping,
  type Reader,
  type Row,
  readOrders,
  type Scope,
} from '../report-scope';
import { RowGroups, valueColumns } from '../row-groups';
import type { Figures } from './report';

const nothing = { orders: 0, cost: 0, payout: 0, reward: 0, portal: 0, profit: 0, assumed: 0 };
type Sums = { -readonly [K in keyof typeof nothing]: number };

/** The period of what has no date. */
const unknown = 'unknown';

function periodsOf(read: Reader, days: ReadonlySet<string>): ReadonlyMap<string, Row> {
  const columns = Object.entries(periods).map(([name, of]) => `${of('value')} AS ${name}`);
  const rows = read(`SELECT value AS day, ${columns.join(', ')} FROM json_each(?)`, [
    JSON.stringify([...days]),
  ]);
  return new Map(rows.map((row) => [String(row.day), row]));
}

function addTo(sums: Sums, amounts: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(amounts)) sums[name as keyof Sums] += Number(amounts[name]);
}

/**
 * Profit of paid orders by period: income in that of its payment, else in that in which the change to paid
 * was seen, or under `unknown`; costs in the order's.
 */
export function cashProfit(read: Reader, scope: Scope, by: readonly Grouping[]): Figures {
  const f = expressions(scope);
  const columns = `o.kind || ':' || o.id AS name, o.id, ${valueColumns(by)}, ${f.total} AS cost,
    ${f.recorded} AS recorded, ${f.realizedPayout} AS payout, ${f.reward} AS reward,
    ${f.portal} AS portal`;
  const orders = readOrders(read, scope, columns, f.isPaid);
  const paidParts = read(
    `SELECT order_id AS id, amount_cents AS cents, paid_on AS day FROM payments
     WHERE order_id IS NOT NULL`,
  );
  const payments = groupBy(paidParts, ({ id }) => id);
  const seen = new Map<unknown, string>();
  for (const [name, { type, status, at }] of statusChanges(read, scope, f.isPaid)) {
    if (type === 'order.status' && status === 'paid') seen.set(name, scope.dayOf(String(at)));
  }
  const paidDays = paidParts.flatMap(({ day }) => (day === null ? [] : [String(day)]));
  const periodsBy = periodsOf(read, new Set([...seen.values(), ...paidDays]));
  const groups = new RowGroups<Sums>(by, () => ({ ...nothing }));
  const timeless = Object.fromEntries(by.filter(isPeriod).map((name) => [name, unknown]));
  for (const order of orders) {
    const { name, id, recorded, payout, cost, reward, portal } = order;
    const own = by.filter((one) => isPeriod(one) && order[`by ${one}`] === null);
    const inOwn = groups.of(order, Object.fromEntries(own.map((one) => [one, unknown])));
    addTo(inOwn, { orders: 1, cost, reward, portal });
    const receive = (day: unknown, amounts: Parameters<typeof addTo>[1]) =>
      addTo(groups.of(order, periodsBy.get(String(day ?? seen.get(name))) ?? timeless), amounts);
    if (recorded === 0) receive(null, { payout, assumed: 1 });
    else
      for (const { day, cents } of payments.get(id ?? null) ?? []) receive(day, { payout: cents });
  }
  const total: Sums = { ...nothing };
  const rows = groups.rows((sums) => {
    addTo(total, { ...sums, profit: profitOf(sums) });
    return { realized: { ...sums, profit: profitOf(sums) }, expected: nothing };
  });
  return { rows, total: { realized: total, expected: nothing } };
}
