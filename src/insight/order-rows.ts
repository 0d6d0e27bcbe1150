import { addDays, daysBetween } from './days';
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
export interface OrderRow {
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
}

/** Open, outstanding and past due. `groups` must include every group. */
export function overdueCondition(scope: Scope, groups: readonly (string | null)[]): string {
  const { open, outstanding } = expressions(scope);
  const lastDay = (group: string | null) =>
    sqlText(addDays(scope.today, -scope.overdueAfter(group)));
  const own = groups.flatMap((group) =>
    group === null ? [] : `WHEN o.group_id = ${sqlText(group)} THEN ${lastDay(group)}`,
  );
  const due = `CASE ${own.join(' ')} WHEN 0 THEN '' ELSE ${lastDay(null)} END`;
  return `(${open} AND ${outstanding} > 0 AND o.order_date < ${due})`;
}

/**
 * When the orders in scope that meet a condition reached their current status, by `kind:id`, if
 * that was seen.
 */
export function statusChanges(read: Reader, scope: Scope, where: string): ReadonlyMap<string, Row> {
  const { from, parameters } = ordersWhere(
    scope,
    `${where} AND e.type IN ('order.new', 'order.back', 'order.status') AND e.seq > coalesce(l.baseline_seq, 0)`,
    `JOIN event_log e ON e.kind = o.kind AND e.id = o.id LEFT JOIN lists l ON l.kind = o.kind`,
  );
  const rows = read(
    `SELECT o.kind || ':' || o.id AS name, e.at, e.after, e.type, max(e.seq) AS seq,
       coalesce(CASE e.type WHEN 'order.status' THEN e.new ->> '$' ELSE e.new ->> '$.status' END, '')
         AS status
     ${from} GROUP BY o.key`,
    parameters,
  );
  return new Map(rows.map((row) => [String(row.name), row]));
}

/** The orders in scope that meet a condition, oldest first. */
export function orderRows(read: Reader, scope: Scope, where: string): readonly OrderRow[] {
  const f = expressions(scope);
  const { from, parameters } = ordersWhere(scope, where);
  const rows = read(
    `SELECT o.kind, o.id, o.order_number AS orderNumber, o.group_id AS "group", o.retailer,
       o.status, o.order_date AS orderDate, ${f.age} AS ageDays, ${f.total} AS total,
       ${f.expected} AS expectedPayout, ${f.paid} AS paid, ${f.outstanding} AS outstanding,
       ${f.atRisk} AS atRisk, ${dimensionValues.card} AS card,
       (SELECT json_group_array(t.tracking_number) FROM base_trackings t
        WHERE t.order_key = o.key) AS trackings
     ${from} ORDER BY o.order_date, o.id`,
    parameters,
  );
  const changes = statusChanges(read, scope, where);
  const baselines = new Map(
    read('SELECT kind, baseline_at AS at FROM lists').map(({ kind, at }) => [kind, at]),
  );
  return rows.map((row) => {
    const { kind, id, group, orderDate, outstanding } = row;
    const change = changes.get(`${kind}:${id}`);
    const exact = change !== undefined && change.status === (row.status ?? '');
    const since = exact ? change.at : baselines.get(kind);
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
