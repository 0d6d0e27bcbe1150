import { createHash } from 'node:crypto';
import type { AccountOrder, Recorded, RecordedPayment } from '../insight/reconcile/model';
import { type Allocation, listAcceptances } from './ledger';
import type { Database } from './libsql';

type OrderRow = Omit<AccountOrder, 'trackings' | 'gone'> & {
  readonly key: number;
  readonly goneAt: string | null;
};

/** Every order of the account, of all groups, including those that are gone. */
export function accountOrders(database: Database): readonly AccountOrder[] {
  const trackings = new Map<number, string[]>();
  for (const [key, number] of database
    .prepare('SELECT order_key, tracking_number FROM base_trackings ORDER BY order_key, place')
    .raw()
    .all() as [number, string][]) {
    const there = trackings.get(key);
    if (there === undefined) trackings.set(key, [number]);
    else there.push(number);
  }
  const rows = database
    .prepare(
      `SELECT key, id, kind, order_number AS orderNumber, coalesce(group_id, '') AS "group",
         coalesce(status, '') AS status, coalesce(order_date, '') AS orderDate,
         expected_payout_cents AS expected, gone_at AS goneAt
       FROM base_orders ORDER BY key`,
    )
    .all() as OrderRow[];
  return rows.map(({ key, goneAt, ...order }) => ({
    ...order,
    trackings: trackings.get(key) ?? [],
    gone: goneAt !== null,
  }));
}

/** The payments that count, of all groups, and the orders with an accepted difference. */
export function recordedLedger(database: Database): Recorded {
  const allocations = new Map<number, Allocation[]>();
  for (const [payment, orderId, cents] of database
    .prepare('SELECT payment_id, order_id, amount_cents FROM allocations ORDER BY payment_id')
    .raw()
    .all() as [number, string, number][]) {
    const there = allocations.get(payment);
    if (there === undefined) allocations.set(payment, [{ orderId, cents }]);
    else there.push({ orderId, cents });
  }
  const rows = database
    .prepare(
      `SELECT id, identity, amount_cents AS amount, keys, paid_on AS paidOn, reference,
         import_id AS importId
       FROM base_payments WHERE replaced_by IS NULL ORDER BY id`,
    )
    .all() as (Omit<RecordedPayment, 'allocations'> & { readonly id: number })[];
  const replaced = database
    .prepare(
      `SELECT identity, amount_cents AS amount FROM base_payments
       WHERE identity IS NOT NULL AND replaced_by IS NOT NULL`,
    )
    .all() as NonNullable<Recorded['replaced']>;
  return {
    replaced,
    payments: rows.map(({ id, ...payment }) => ({
      ...payment,
      allocations: allocations.get(id) ?? [],
    })),
    accepted: new Set(listAcceptances(database).map(({ orderId }) => orderId)),
  };
}

/** A short identity for a row's content: equal texts have equal hashes. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
