import { isCancelled, isOpen, isPaid, portalCashback, sqlText } from './formulas';
import { statusEvents, statusOfEvent } from './order-rows';
import { type Reader, type Row, readOrders, type Scope } from './report-scope';

/** An amount as a row counts it; null for what can't be counted in whole cents. */
const numberIn = (sent: string) =>
  `CASE WHEN typeof(${sent}) IN ('integer', 'real') AND abs(${sent}) <= ${Number.MAX_SAFE_INTEGER} THEN ${sent} END`;

/** The payments that count at the end of a day: also those whose day is not known. */
const paidBy = (day: string) => `(paid_on IS NULL OR paid_on <= ${sqlText(day)})`;

/**
 * Statements after which a connection shows the mirror as it was at the end of a day, an ISO time:
 * temporary tables stand in front of its own, so that every report computes with the same formulas.
 *
 * Amounts, groups and cards are today's. The status is the one last seen by then; between two syncs
 * the earlier one. An order that was seen only later, or before the history began, is `inexact`: its
 * first status or today's counts, unless it was paid or cancelled later; then it is open, with no known
 * status. Orders that were gone have a `gone_at`: payments join them to others.
 */
export function stateAtEndOf(read: Reader, day: string, end: string): string {
  const moment = sqlText(end);
  const columns = read("SELECT name FROM pragma_table_info('base_orders')").map(({ name }) => name);
  const watched = `coalesce(l.baseline_at < ${moment}, 0)`;
  // A newer baseline counts for more than what was seen before it: after a reset, nothing comes back.
  const known = `e.at < ${moment} AND (NOT ${watched} OR e.seq > l.baseline_seq)`;
  const eventOf = (choice: string) =>
    `(SELECT ${choice}(e.seq) FROM main.event_log e WHERE e.kind = o.kind AND e.id = o.id
      AND e.type IN ${statusEvents} AND ${choice === 'max' ? known : `e.at >= ${moment}`})`;
  const ofPayments = `FROM main.allocations a JOIN main.base_payments p ON p.id = a.payment_id
      WHERE a.order_id = x.id`;
  const wasPaidLater = `(${isPaid('guess')} AND EXISTS (SELECT 1 ${ofPayments} AND p.paid_on > ${sqlText(day)}))`;
  const wasSettledLater = `(NOT ${isOpen('guess', 'NULL')} AND EXISTS (SELECT 1 FROM main.event_log e
      WHERE e.kind = x.kind AND e.id = x.id AND e.type = 'order.status' AND e.at >= ${moment}
        AND e.new ->> '$' = guess))`;
  const paid = `(SELECT coalesce(sum(a.amount_cents), 0) ${ofPayments} AND ${paidBy(day)})`;
  const gone = "iif(gone, coalesce(x.gone_at, ''), NULL)";
  const cashback = (member: string) => `(b.body ->> '$.cashback.${member}')`;
  // Today's is the same, unless the order is cancelled now or was then.
  const portal = `CASE WHEN ${isCancelled('past')} THEN 0 WHEN NOT ${isCancelled('x.status')} THEN x.portal_cents
    ELSE (SELECT ${portalCashback({
      status: 'past',
      rewardType: cashback('rewardType'),
      cashbackStatus: cashback('status'),
      amount: numberIn(cashback('rewardAmount')),
    })} FROM main.bodies b WHERE b.key = x.key) END`;
  const past: Row = {
    status: 'past',
    open: isOpen('past', gone),
    paid_cents: paid,
    portal_cents: portal,
    gone_at: gone,
  };
  return `
    CREATE TEMP TABLE base_orders AS
    WITH seen AS (
      SELECT o.*, ${eventOf('max')} AS before, ${eventOf('min')} AS next, ${watched} AS watched
      FROM main.base_orders o LEFT JOIN main.lists l ON l.kind = o.kind
      WHERE coalesce(substr(o.order_date, 1, 10) <= ${sqlText(day)}, coalesce(o.created_at, '') < ${moment})
    ), guessed AS (
      SELECT s.*,
        CASE WHEN watched AND n.type IN ('order.status', 'order.gone')
               THEN n.old ->> iif(n.type = 'order.gone', '$.status', '$')
          WHEN watched AND n.type = 'order.new' THEN n.new ->> '$.status'
          WHEN NOT watched AND b.seq IS NOT NULL THEN ${statusOfEvent('b')}
          ELSE s.status END AS guess,
        coalesce(s.gone_at < ${moment}, 0) OR b.type IS 'order.gone' OR n.type IS 'order.back' AS gone,
        b.seq IS NULL AND (NOT watched OR n.type IS 'order.new') AS inexact
      FROM seen s LEFT JOIN main.event_log b ON b.seq = s.before
        LEFT JOIN main.event_log n ON n.seq = s.next
    ), known AS (
      SELECT *, CASE WHEN inexact AND (${wasPaidLater} OR ${wasSettledLater}) THEN NULL ELSE guess END AS past
      FROM guessed x
    )
    SELECT ${columns.map((name) => `${past[String(name)] ?? `x.${name}`} AS ${name}`)}, inexact FROM known x;
    CREATE INDEX temp.past_orders ON base_orders (id);
    CREATE TEMP VIEW base_payments AS SELECT * FROM main.base_payments WHERE ${paidBy(day)};
    CREATE TEMP VIEW allocations AS SELECT * FROM main.allocations
      WHERE payment_id IN (SELECT id FROM main.base_payments WHERE ${paidBy(day)});
    CREATE TEMP VIEW event_log AS SELECT * FROM main.event_log WHERE at < ${moment};
    CREATE TEMP VIEW order_sums AS SELECT * FROM main.order_sums WHERE 0;`;
}

/** On a connection that shows a past day. */
export function pastDoubts(read: Reader, scope: Scope) {
  const count = (what: string, where: string, join = '') =>
    Number(readOrders(read, scope, `count(${what}) AS n`, where, { join })[0]?.n);
  const payments = `JOIN allocations a ON a.order_id = o.id JOIN base_payments p ON p.id = a.payment_id`;
  return {
    /** Payments without a date, which count. */
    undated: count('DISTINCT p.id', 'p.paid_on IS NULL', payments),
    /** Orders whose status on that day is not known. */
    inexact: count('*', 'o.inexact'),
  };
}
