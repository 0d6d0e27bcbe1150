import { createHash } from 'node:crypto';
import { findClusters, usualTolerance } from '../insight/reconcile/clusters';
import type { RecordedPayment } from '../insight/reconcile/ledger';
import type { OrderIndex } from '../insight/reconcile/match';
import type { AccountOrder, NamedOrder } from '../insight/reconcile/model';
import { type Database, everyRow } from './libsql';

const group = "coalesce(group_id, '')";

const trackings = `(SELECT json_group_array(tracking_number) FROM
  (SELECT * FROM base_trackings WHERE order_key = key ORDER BY place))`;
const gone = 'gone_at IS NOT NULL';

const columns = [
  'id',
  'kind',
  'order_number',
  'expected_payout_cents',
  group,
  "coalesce(status, '')",
  "coalesce(order_date, '')",
  trackings,
  gone,
  'id IN (SELECT order_id FROM allocations)',
] as const;

/**
 * The orders of the account, of all groups, including those that are gone: all of them, or those to
 * keep. One file concerns few orders of a large account, and keeping them all takes longer than
 * reading them.
 */
export function accountOrders(
  database: Database,
  isKept: (order: AccountOrder, wasPaid: boolean) => boolean = () => true,
): readonly AccountOrder[] {
  return everyRow(
    database,
    'base_orders',
    columns,
    (
      id: string,
      kind: AccountOrder['kind'],
      orderNumber: string | null,
      expected: number,
      group: string,
      status: string,
      orderDate: string,
      trackings: readonly string[],
      gone: number,
      paid: number,
    ) => {
      const isGone = gone === 1;
      const order: AccountOrder = {
        id,
        kind,
        orderNumber,
        group,
        status,
        orderDate,
        expected,
        trackings,
        gone: isGone,
      };
      return isKept(order, paid === 1) ? order : undefined;
    },
  );
}

/** Visits all orders of the account and keeps none. */
export function visitOrders(database: Database, visit: (order: NamedOrder) => void): void {
  everyRow(
    database,
    'base_orders',
    ['id', 'order_number', trackings, gone],
    (id: string, orderNumber: string | null, trackings: readonly string[], gone: number) => {
      visit({ id, orderNumber, trackings, gone: gone === 1 });
      return undefined;
    },
  );
}

/** What was paid and expected in the cluster of an order, and its orders. */
export function clusterOf(
  orderId: string,
  index: OrderIndex,
  payments: readonly RecordedPayment[],
): { readonly paid: number; readonly expected: number; readonly orderIds: readonly string[] } {
  const order = index.byId(orderId);
  const cluster = order && findClusters(index, payments, usualTolerance).of.get(order);
  if (cluster === undefined) {
    return { paid: 0, expected: order?.expected ?? 0, orderIds: [orderId] };
  }
  const { paid, expected, orders } = cluster;
  return { paid, expected, orderIds: orders.map(({ id }) => id) };
}

/** A short identity for a row's content: equal texts have equal hashes. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
