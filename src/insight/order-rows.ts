import { addDays, daysBetween } from '../lib/days';
import { sqlText } from './formulas';
import {
  dimensionValues,
  expressions,
  ordersWhere,
  type Reader,
  type Row,
  readOrders,
  type Scope,
  textOrNull,
} from './report-scope';
import { member } from './reports/report';

export const orderItself = {
  kind: member.text('The kind of order', { values: ['order', 'giftcard'], orNull: true }),
  id: member.id("The service's id of the order"),
  orderNumber: member.id('The order number', { heading: 'Order', short: 'number', orNull: true }),
  group: member.text('The buying group, or the platform of a gift card order', { orNull: true }),
  retailer: member.text('The retailer', { orNull: true }),
  status: member.status('The status', { orNull: true }),
  orderDate: member.date('The day of the order', { short: 'date', orNull: true }),
};
const card = member.id('The last digits of the card', { orNull: true });

export const ownMembers = { ...orderItself, card };

/** The members of a row of a single order, in reports about what is outstanding. */
export const orderMembers = {
  ...orderItself,
  ageDays: member.days('Days since the order', { heading: 'Age', short: 'age', orNull: true }),
  dueDate: member.date('The day after which the payout is late', {
    heading: 'Due',
    short: 'due',
    orNull: true,
  }),
  overdueDays: member.days('Days since then, if anything is outstanding', {
    heading: 'Overdue',
    title: 'Days over',
    short: 'overdue',
    isAlarm: true,
  }),
  daysInStatus: member.days('Days that the order has had its status', { orNull: true }),
  daysInStatusExact: member.yesNo('False if it may have been more days'),
  total: member.money('What the order cost'),
  expectedPayout: member.money('What the group promised', { heading: 'Payout', short: 'payout' }),
  paid: member.money('What was paid'),
  outstanding: member.money('Promised and not paid'),
  atRisk: member.money('Cost that is not paid back'),
  trackings: member.list('The tracking numbers', { of: 'id' }),
  card,
};

/** Makes conditions for open orders that were due more than some days ago. */
export function pastDue(read: Reader, scope: Scope): (days: number) => string {
  const groups = read(
    'SELECT DISTINCT group_id AS name FROM base_orders WHERE open = 1 AND gone_at IS NULL',
  ).flatMap(({ name }) => textOrNull(name) ?? []);
  return (days) => {
    const lastDay = (group: string | null) =>
      sqlText(addDays(scope.today, -scope.overdueAfter(group) - days));
    const own = groups.map((name) => `WHEN o.group_id = ${sqlText(name)} THEN ${lastDay(name)}`);
    return `o.order_date < CASE ${own.join(' ')} WHEN 0 THEN '' ELSE ${lastDay(null)} END`;
  };
}

/** Open, outstanding and past due. */
export function overdueCondition(read: Reader, scope: Scope): string {
  return `(${expressions(scope).conditions.outstanding} AND ${pastDue(read, scope)(0)})`;
}

/** The `seq` of the newest event of an order, whether its row is still there or not. */
export function newestEventOf(id: string): string {
  return `(SELECT max(seq) FROM event_log WHERE kind IN ('order', 'giftcard') AND id = ${id})`;
}

/** The events that say which status an order has from then on. */
export const statusEvents = "('order.new', 'order.gone', 'order.back', 'order.status')";

/** The status that is known from one of `statusEvents`. */
export const statusOfEvent = (event: string) => `coalesce(CASE ${event}.type
  WHEN 'order.status' THEN ${event}.new ->> '$' WHEN 'order.gone' THEN ${event}.old ->> '$.status'
  ELSE ${event}.new ->> '$.status' END, '')`;

/**
 * The newest events that brought a status to the orders in scope that meet a condition, by
 * `kind:id`, also from before a newer baseline. An order that went or came back with the status it
 * had before has kept it. If the event is `order.gone`, the change itself was not seen.
 */
export function statusChanges(read: Reader, scope: Scope, where: string): ReadonlyMap<string, Row> {
  const before = `(SELECT ${statusOfEvent('b')} <> ${statusOfEvent('e')} FROM event_log b
    WHERE b.kind = e.kind AND b.id = e.id AND b.seq < e.seq AND b.type IN ${statusEvents}
    ORDER BY b.seq DESC LIMIT 1)`;
  const rows = readOrders(
    read,
    scope,
    `o.kind || ':' || o.id AS name, e.at, e.after, e.type, max(e.seq) AS seq, ${statusOfEvent('e')} AS status`,
    `${where} AND e.type IN ${statusEvents} AND (e.type = 'order.status' OR coalesce(${before}, 1))`,
    { join: 'JOIN event_log e ON e.kind = o.kind AND e.id = o.id', rest: 'GROUP BY o.key' },
  );
  return new Map(rows.map((row) => [String(row.name), row]));
}

/** The columns of `orderItself`, of an order `o`. */
export const itselfColumns = `o.kind, o.id, o.order_number AS orderNumber, o.group_id AS "group",
  o.retailer, o.status, o.order_date AS orderDate`;

/** The columns that name an order and others, of the orders in scope that meet a condition, oldest first. */
export function ordersWithNames(read: Reader, scope: Scope, where: string, ...columns: string[]) {
  const all = ['o.kind, o.id, o.order_number AS orderNumber', ...columns];
  return readOrders(read, scope, all, where, { rest: 'ORDER BY o.order_date, o.id' });
}

/** The orders in scope that meet a condition, oldest first, with other columns before the card. */
export function ownRows(read: Reader, scope: Scope, where: string, columns: readonly string[]) {
  return read.each(
    `SELECT ${[itselfColumns, ...columns].join(', ')}, ${dimensionValues.card} AS card
     ${ordersWhere(scope, where)} ORDER BY o.order_date, o.id`,
  );
}

export function orderRows(read: Reader, scope: Scope, where: string) {
  const f = expressions(scope);
  const rows = ownRows(read, scope, where, [
    `${f.age} AS ageDays, NULL AS dueDate, 0 AS overdueDays, NULL AS daysInStatus`,
    `0 AS daysInStatusExact, ${f.total} AS total, ${f.expected} AS expectedPayout`,
    `${f.paid} AS paid, ${f.outstanding} AS outstanding, ${f.atRisk} AS atRisk`,
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
  // Changes the rows in place: a copy of each would double the memory of the longest report.
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
      orderDate == null ? null : addDays(String(orderDate), scope.overdueAfter(textOrNull(group)));
    const late = dueDate !== null && Number(outstanding) > 0;
    const daysSince = (day: string) => Math.max(0, daysBetween(day, scope.today));
    return Object.assign(row, {
      dueDate,
      overdueDays: late ? daysSince(dueDate) : 0,
      daysInStatus: since ? daysSince(scope.dayOf(String(since))) : null,
      daysInStatusExact: exact,
      trackings: JSON.parse(String(row.trackings)),
    });
  });
}

/**
 * The orders that were paid and are no longer in the account, with what the mirror still has of them. Read from
 * the payments, because a reset forgets the rows of orders that are gone.
 */
export function paidGoneOrders(read: Reader) {
  return read(
    `SELECT coalesce(o.kind, e.kind) AS kind, a.order_id AS id,
       coalesce(o.order_number, e.order_number) AS orderNumber,
       coalesce(o.group_id, e.group_id, p.group_id) AS "group", sum(a.amount_cents) AS paid,
       coalesce(b.body, CASE e.type WHEN 'order.gone' THEN e.old
         WHEN 'order.new' THEN e.new WHEN 'order.back' THEN e.new END) AS body
     FROM allocations a JOIN base_payments p ON p.id = a.payment_id
       LEFT JOIN base_orders o ON o.id = a.order_id
       LEFT JOIN bodies b ON b.key = o.key
       LEFT JOIN event_log e ON o.key IS NULL AND e.seq = ${newestEventOf('a.order_id')}
     WHERE o.key IS NULL OR o.gone_at IS NOT NULL
     GROUP BY a.order_id, o.key HAVING paid <> 0
     ORDER BY o.order_date, a.order_id`,
  ).map(({ kind, id, orderNumber, group, paid, body }) => ({
    // Null if the mirror has nothing but payments of the order; so is the body.
    kind: kind === 'order' || kind === 'giftcard' ? kind : null,
    id: String(id),
    orderNumber: textOrNull(orderNumber),
    group: textOrNull(group),
    /** Cents. */
    paid: Number(paid),
    /** As the service sent it last, as JSON. */
    body: textOrNull(body),
  }));
}
