import { addDays, daysBetween } from '../lib/days';
import { sqlText } from './formulas';
import {
  dimensionValues,
  expressions,
  ordersWhere,
  type Reader,
  type Row,
  type Scope,
} from './report-scope';

/** One order in a report; money in cents. */
export type OrderRow = {
  readonly kind: string;
  readonly id: string;
  readonly orderNumber: string | null;
  readonly group: string | null;
  readonly retailer: string | null;
  readonly status: string | null;
  readonly orderDate: string | null;
  readonly ageDays: number | null;
  readonly dueDate: string | null;
  readonly overdueDays: number;
  readonly daysInStatus: number | null;
  /** False if the order may have been in its status for longer. */
  readonly daysInStatusExact: boolean;
  readonly total: number;
  readonly expectedPayout: number;
  readonly paid: number;
  readonly outstanding: number;
  readonly atRisk: number;
  readonly trackings: readonly string[];
  /** Last digits. */
  readonly card: string | null;
};

/** Due more than `days` days ago. `groups` must include every group. */
export function pastDue(scope: Scope, groups: readonly (string | null)[], days = 0): string {
  const lastDay = (group: string | null) =>
    sqlText(addDays(scope.today, -scope.overdueAfter(group) - days));
  const own = groups.flatMap((group) =>
    group === null ? [] : `WHEN o.group_id = ${sqlText(group)} THEN ${lastDay(group)}`,
  );
  return `o.order_date < CASE ${own.join(' ')} WHEN 0 THEN '' ELSE ${lastDay(null)} END`;
}

/** Open, outstanding and past due. `groups` must include every group. */
export function overdueCondition(scope: Scope, groups: readonly (string | null)[]): string {
  const { open, outstanding } = expressions(scope);
  return `(${open} AND ${outstanding} > 0 AND ${pastDue(scope, groups)})`;
}

/** The `seq` of the newest event of an order, whether its row is still there or not. */
export function newestEventOf(id: string): string {
  return `(SELECT max(seq) FROM event_log WHERE kind IN ('order', 'giftcard') AND id = ${id})`;
}

/** The events that say which status an order has from then on. */
export const statusEvents = "('order.new', 'order.gone', 'order.back', 'order.status')";

/** The status that is known from one of `statusEvents`. */
export const statusIn = (event: string) => `coalesce(CASE ${event}.type
  WHEN 'order.status' THEN ${event}.new ->> '$' WHEN 'order.gone' THEN ${event}.old ->> '$.status'
  ELSE ${event}.new ->> '$.status' END, '')`;

/**
 * The newest events that brought a status to the orders in scope that meet a condition, by
 * `kind:id`, also from before a newer baseline. An order that went or came back with the status it
 * had before has kept it. If the event is `order.gone`, the change itself was not seen.
 */
export function statusChanges(read: Reader, scope: Scope, where: string): ReadonlyMap<string, Row> {
  const before = `(SELECT ${statusIn('b')} <> ${statusIn('e')} FROM event_log b
    WHERE b.kind = e.kind AND b.id = e.id AND b.seq < e.seq AND b.type IN ${statusEvents}
    ORDER BY b.seq DESC LIMIT 1)`;
  const { from, parameters } = ordersWhere(
    scope,
    `${where} AND e.type IN ${statusEvents} AND (e.type = 'order.status' OR coalesce(${before}, 1))`,
    { join: 'JOIN event_log e ON e.kind = o.kind AND e.id = o.id' },
  );
  const rows = read(
    `SELECT o.kind || ':' || o.id AS name, e.at, e.after, e.type, max(e.seq) AS seq,
       ${statusIn('e')} AS status
     ${from} GROUP BY o.key`,
    parameters,
  );
  return new Map(rows.map((row) => [String(row.name), row]));
}

/** What an order is in every row about it, as SQL for an order `o`. */
const ownMembers = `o.kind, o.id, o.order_number AS orderNumber, o.group_id AS "group", o.retailer, o.status,
  o.order_date AS orderDate, ${dimensionValues.card} AS card`;

/** The members of an order's row before the figures of a report. */
export const ownNames = [
  ...(['kind', 'id', 'orderNumber', 'group', 'retailer', 'status', 'orderDate', 'card'] as const),
];

/** The orders in scope that meet a condition, oldest first: what they are, and other columns. */
export function ownRows(
  read: Reader,
  scope: Scope,
  where: string,
  columns: readonly string[],
): Iterable<Row> {
  const { from, parameters } = ordersWhere(scope, where);
  return read.each(
    `SELECT ${[ownMembers, ...columns].join(', ')} ${from} ORDER BY o.order_date, o.id`,
    parameters,
  );
}

/** The orders in scope that meet a condition, oldest first. */
export function orderRows(read: Reader, scope: Scope, where: string): readonly OrderRow[] {
  const f = expressions(scope);
  const rows = ownRows(read, scope, where, [
    `${f.age} AS ageDays, ${f.total} AS total, ${f.expected} AS expectedPayout, ${f.paid} AS paid`,
    `${f.outstanding} AS outstanding, ${f.atRisk} AS atRisk`,
    `(SELECT json_group_array(t.tracking_number) FROM base_trackings t
      WHERE t.order_key = o.key) AS trackings`,
  ]);
  const changes = statusChanges(read, scope, where);
  const baselines = new Map(
    read('SELECT kind, baseline_at AS at, baseline_seq AS seq FROM lists').map((list) => [
      list.kind,
      list,
    ]),
  );
  return Array.from(rows, (row) => {
    const { kind, id, group, orderDate, outstanding } = row;
    const change = changes.get(`${kind}:${id}`);
    const baseline = baselines.get(kind);
    const exact =
      change !== undefined &&
      change.type !== 'order.gone' &&
      change.status === (row.status ?? '') &&
      Number(change.seq) > Number(baseline?.seq ?? 0);
    const since = exact ? change.at : baseline?.at;
    const dueDate =
      orderDate === null || orderDate === undefined
        ? null
        : addDays(String(orderDate), scope.overdueAfter(group as string | null));
    const late = dueDate !== null && Number(outstanding) > 0;
    return {
      kind,
      id,
      orderNumber: row.orderNumber,
      group,
      retailer: row.retailer,
      status: row.status,
      orderDate,
      ageDays: row.ageDays,
      dueDate,
      overdueDays: late ? Math.max(0, daysBetween(dueDate, scope.today)) : 0,
      daysInStatus: since
        ? Math.max(0, daysBetween(scope.dayOf(String(since)), scope.today))
        : null,
      daysInStatusExact: exact,
      total: row.total,
      expectedPayout: row.expectedPayout,
      paid: row.paid,
      outstanding,
      atRisk: row.atRisk,
      trackings: JSON.parse(String(row.trackings)) as string[],
      card: row.card,
    } as OrderRow;
  });
}
