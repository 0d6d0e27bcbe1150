import { createHash } from 'node:crypto';
import { findClusters, usualTolerance } from '../insight/reconcile/clusters';
import { OrderIndex } from '../insight/reconcile/match';
import type { AccountOrder } from '../insight/reconcile/model';
import { readLedger } from './ledger-store';
import { type Database, everyRow } from './libsql';

type OrderRow = readonly [
  ...names: readonly [id: string, kind: AccountOrder['kind'], orderNumber: string | null],
  ...state: readonly [group: string, status: string, orderDate: string, gone: 0 | 1],
  ...rest: readonly [expected: number, trackings: readonly string[]],
];

const orderColumns = [
  ...['id', 'kind', 'order_number', "coalesce(group_id, '')", "coalesce(status, '')"],
  ...["coalesce(order_date, '')", 'gone_at IS NOT NULL', 'expected_payout_cents'],
  `(SELECT json_group_array(tracking_number) FROM
     (SELECT * FROM base_trackings WHERE order_key = key ORDER BY place))`,
];

/** Every order of the account, of all groups, including those that are gone. */
export function accountOrders(database: Database): readonly AccountOrder[] {
  const sql = 'SELECT * FROM base_orders ORDER BY key';
  return everyRow(database, sql, orderColumns, (row: OrderRow) => {
    const [id, kind, orderNumber, group, status, orderDate, gone, expected, trackings] = row;
    const order = { id, kind, orderNumber, group, status, orderDate, expected, trackings };
    return { ...order, gone: gone === 1 };
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
