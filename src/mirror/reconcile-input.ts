import { createHash } from 'node:crypto';
import { findClusters, usualTolerance } from '../insight/reconcile/clusters';
import { OrderIndex } from '../insight/reconcile/match';
import type { AccountOrder } from '../insight/reconcile/model';
import { readLedger } from './ledger-store';
import { type Database, everyRow } from './libsql';

/** Every order of the account, of all groups, including those that are gone. */
export function accountOrders(database: Database): readonly AccountOrder[] {
  return everyRow<AccountOrder>(database, 'base_orders', {
    ...{ id: 'id', kind: 'kind', orderNumber: 'order_number', expected: 'expected_payout_cents' },
    group: "coalesce(group_id, '')",
    status: "coalesce(status, '')",
    orderDate: "coalesce(order_date, '')",
    trackings: `(SELECT json_group_array(tracking_number) FROM
      (SELECT * FROM base_trackings WHERE order_key = key ORDER BY place))`,
    gone: "json(iif(gone_at IS NULL, 'false', 'true'))",
  });
}

/** Finds what was paid and expected in the cluster of an order. */
export function clusterFinder(database: Database) {
  const index = new OrderIndex(accountOrders(database));
  const { of } = findClusters(index, readLedger(database, []).payments, usualTolerance);
  return (orderId: string) => {
    const order = index.byId(orderId);
    const cluster = order === undefined ? undefined : of.get(order);
    if (cluster === undefined) {
      return { paid: 0, expected: order?.expected ?? 0, orderIds: [orderId] };
    }
    const { paid, expected, orders } = cluster;
    return { paid, expected, orderIds: orders.map(({ id }) => id) };
  };
}

/** A short identity for a row's content: equal texts have equal hashes. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
