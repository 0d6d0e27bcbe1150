import { dayLength, daysBetween } from '../../lib/days';
import { orderRows, statusChanges } from '../order-rows';
import { allowedDifference, usualTolerance } from '../reconcile/clusters';
import {
  expressions,
  type Reader,
  type ReportBy,
  type Row,
  readOrders,
  type Scope,
} from '../report-scope';
import { RowGroups, valueColumns } from '../row-groups';
import { type Figures, type GroupedReport, member } from './report';

/** A change to paid dates the payment if the order was seen unpaid at most this many days before. */
const mostDaysUnseen = 3;

function paidDate(order: Row, change: Row | undefined, { dayOf }: Scope): string | undefined {
  const { status, expected, paid, payments, lastPaidOn } = order;
  const allowed = allowedDifference(Number(payments), usualTolerance);
  if (Number(payments) > 0 && Number(paid) >= Number(expected) - allowed && lastPaidOn !== null) {
    return String(lastPaidOn);
  }
  return status === 'paid' ? seenPaidOn(change, { dayOf }) : undefined;
}

/** The day of an order's change to paid; undefined if nobody looked for a longer time before. */
export function seenPaidOn(change: Row | undefined, { dayOf }: Pick<Scope, 'dayOf'>) {
  if (change?.type !== 'order.status' || change.status !== 'paid') return;
  if (change.after === null || change.after === undefined) return;
  const unseen = Date.parse(String(change.at)) - Date.parse(String(change.after));
  return unseen <= mostDaysUnseen * dayLength ? dayOf(String(change.at)) : undefined;
}

function nearestRank(sorted: readonly number[], percent: number): number | null {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null;
}

/** The figures of orders, of each its days where they are known. */
function figuresOf(days: readonly (number | undefined)[]) {
  const sorted = days.flatMap((one) => one ?? []).sort((a, b) => a - b);
  return {
    n: sorted.length,
    unknown: days.length - sorted.length,
    median: nearestRank(sorted, 50),
    p90: nearestRank(sorted, 90),
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
  };
}

/** Days from an order's date to its payment, where both are known; cancelled orders don't count. */
export function turnaround(read: Reader, scope: Scope, by: ReportBy): Figures {
  const f = expressions(scope);
  const paidOrders = `(${f.isPaid} OR NOT ${f.isCancelled} AND EXISTS (SELECT 1 FROM allocations WHERE order_id = o.id))`;
  const counting = (what: string) =>
    `(SELECT ${what} FROM allocations a JOIN base_payments p ON p.id = a.payment_id
      WHERE a.order_id = o.id)`;
  const columns = `${["o.kind || ':' || o.id AS name", ...valueColumns(by)]}, o.status,
    o.order_date AS orderDate, ${f.expected} AS expected, ${f.paid} AS paid,
    ${counting('count(*)')} AS payments, ${counting('max(p.paid_on)')} AS lastPaidOn`;
  const orders = readOrders(read, scope, columns, paidOrders);
  const changes = statusChanges(read, scope, paidOrders);
  const whole: (number | undefined)[] = [];
  const groups = new RowGroups<typeof whole>(by, () => []);
  const counted = new Set<string>();
  for (const order of orders) {
    const { name, status, orderDate } = order;
    const date = paidDate(order, changes.get(String(name)), scope);
    const days = date && orderDate ? daysBetween(String(orderDate), date) : undefined;
    if (days === undefined && status !== 'paid') continue;
    counted.add(String(name));
    for (const one of [groups.of(order), whole]) one.push(days);
  }
  if (by.length === 0) {
    const rows = orderRows(read, scope, paidOrders).filter(({ kind, id }) =>
      counted.has(`${kind}:${id}`),
    );
    return { rows, total: figuresOf(whole) };
  }
  return { rows: groups.rows(figuresOf), total: figuresOf(whole) };
}

export const turnaroundReport: GroupedReport = {
  name: 'turnaround',
  summary: 'Days from an order to its payment',
  description: `An order counts as paid on the day of its latest payment, once its payments cover the expected
payout. Without recorded payments, that is the day on which a sync first saw the status paid, if the
previous sync was at most three days earlier. Paid orders without a known day are counted in unknown;
cancelled orders are left out.`,
  by: ['group'],
  main: 'median',
  members: () => ({
    n: member.count('Orders of which the days are known', { heading: 'Known' }),
    unknown: member.count('Paid orders of which they are not'),
    median: member.days('Half are paid within these days', { orNull: true }),
    p90: member.days('90% are paid within these', { heading: '90% within', orNull: true }),
    min: member.days('The fewest days', { heading: 'Fastest', orNull: true }),
    max: member.days('The most days', { heading: 'Slowest', orNull: true }),
  }),
  leaveOut: ['max', 'min', 'p90', 'unknown'],
  empty: 'No paid orders.',
  examples: {
    'waybill report turnaround': 'Which groups pay fast',
    'waybill report turnaround --by month': 'Whether payments are slowing',
  },
  figures: turnaround,
};
