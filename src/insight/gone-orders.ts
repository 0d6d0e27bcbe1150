import { newestEventOf } from './order-rows';
import { type Reader, textOrNull } from './report-scope';

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
