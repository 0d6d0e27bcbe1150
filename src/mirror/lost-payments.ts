import type { LedgerOrder } from './ledger';
import type { Database } from './libsql';
import { selectedRows, selectedValues } from './state';

export type PaidOrder = Pick<LedgerOrder, 'kind' | 'id' | 'orderNumber'>;

export type Removed = { readonly payment: number } | { readonly import: number };

/** Removes payments, and returns the orders that are then paid less although the service says paid. */
export function losingPayments(database: Database, removed: Removed, remove: () => void) {
  const [column, id] =
    'payment' in removed ? ['p.id', removed.payment] : ['p.import_id', removed.import];
  const paid = selectedRows<PaidOrder & Record<'key' | 'cents' | 'expected', number>>(
    database,
    `SELECT o.kind, o.id, o.order_number AS orderNumber, o.key, o.paid_cents AS cents,
       o.expected_payout_cents AS expected
     FROM base_orders o WHERE o.status = 'paid' AND o.gone_at IS NULL AND o.id IN
       (SELECT a.order_id FROM allocations a JOIN base_payments p ON p.id = a.payment_id
        WHERE ${column} = ?)
     ORDER BY o.order_date, o.id`,
    [id],
  );
  remove();
  const now = 'SELECT paid_cents FROM base_orders WHERE key = ?';
  return paid.filter(({ key, cents, expected }) => {
    const [left = 0] = selectedValues<number>(database, now, [key]);
    return left < Math.min(cents, expected);
  });
}
