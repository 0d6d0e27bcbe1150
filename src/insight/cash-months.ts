import { profitOf } from './formulas';
import type { Figures } from './grouped-reports';
import { statusChanges } from './order-rows';
import { expressions, ordersWhere, type Reader, type Row, type Scope } from './report-scope';

const nothing = { orders: 0, cost: 0, payout: 0, reward: 0, portal: 0, profit: 0, assumed: 0 };
type Sums = { -readonly [K in keyof typeof nothing]: number };

const unknown = 'unknown';

/**
 * Profit of paid orders by month. Income counts in the month of its payment; without one, in the
 * month in which the order's change to paid was seen, or else under `unknown`. Costs stay in the
 * order's month.
 */
export function cashMonths(read: Reader, scope: Scope): Figures {
  const f = expressions(scope);
  const { from, parameters } = ordersWhere(scope, f.isPaid);
  const orders = read(
    `SELECT o.kind || ':' || o.id AS name, o.id, o.order_month AS month, ${f.total} AS cost,
       ${f.recorded} AS recorded, ${f.realizedPayout} AS payout, ${f.reward} AS reward,
       ${f.portal} AS portal ${from}`,
    parameters,
  );
  const payments = new Map<string, Row[]>();
  const paidParts = read(
    `SELECT order_id AS id, amount_cents AS cents, substr(paid_on, 1, 7) AS month FROM payments
     WHERE order_id IS NOT NULL`,
  );
  for (const part of paidParts) {
    const id = String(part.id);
    payments.set(id, [...(payments.get(id) ?? []), part]);
  }
  const changes = statusChanges(read, scope, f.isPaid);
  const months = new Map<string | null, Sums>();
  const add = (month: unknown, name: keyof Sums, amount: unknown) => {
    const key = month === null || month === undefined ? unknown : String(month);
    const sums = months.get(key) ?? { ...nothing };
    months.set(key, sums);
    sums[name] += Number(amount);
  };
  for (const { name, id, month, cost, recorded, payout, reward, portal } of orders) {
    add(month, 'orders', 1);
    add(month, 'cost', cost);
    add(month, 'reward', reward);
    add(month, 'portal', portal);
    const change = changes.get(String(name));
    const seen =
      change?.type === 'order.status' && change.status === 'paid'
        ? scope.dayOf(String(change.at)).slice(0, 7)
        : unknown;
    if (recorded === 0) {
      add(seen, 'payout', payout);
      add(seen, 'assumed', 1);
    } else {
      for (const part of payments.get(String(id)) ?? [])
        add(part.month ?? seen, 'payout', part.cents);
    }
  }
  const total: Sums = { ...nothing };
  const rows = [...months].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  for (const [, sums] of rows) {
    sums.profit = profitOf(sums);
    for (const name of Object.keys(nothing) as (keyof Sums)[]) total[name] += sums[name];
  }
  return {
    rows: rows.map(([month, realized]) => ({ month, realized, expected: nothing })),
    total: { realized: total, expected: nothing },
  };
}
