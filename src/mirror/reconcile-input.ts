import { createHash } from 'node:crypto';
import { findClusters, usualTolerance } from '../insight/reconcile/clusters';
import { OrderIndex } from '../insight/reconcile/match';
import type { AccountOrder } from '../insight/reconcile/model';
import { readLedger } from './ledger-store';
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
