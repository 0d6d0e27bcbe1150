import { createHash } from 'node:crypto';
import {
  type ClusteredPayment,
  clusterAround,
  findClusters,
  usualTolerance,
} from '../insight/reconcile/clusters';
import { OrderIndex } from '../insight/reconcile/match';
import type { AccountOrder, NamedOrder } from '../insight/reconcile/model';
import { groupBy } from '../lib/once';
import { type Database, everyRow } from './libsql';
import { selectedTuples, selectedValues } from './state';

/** The tracking numbers of an order, in their order, as a list in JSON. */
export const trackingsInJson = `(SELECT json_group_array(tracking_number) FROM
  (SELECT * FROM base_trackings WHERE order_key = key ORDER BY place))`;
const isTrue = (condition: string) => `json(iif(${condition}, 'true', 'false'))`;

const named = {
  id: 'id',
  orderNumber: 'order_number',
  trackings: trackingsInJson,
  gone: isTrue('gone_at IS NOT NULL'),
};

/**
 * The orders of the account, of all groups, including those that are gone: all of them, or those to
 * keep. One file concerns few orders of a large account, and keeping them all takes longer than
 * reading them.
 */
export function accountOrders(
  database: Database,
  isKept: (order: AccountOrder, wasPaid: boolean) => boolean = () => true,
): readonly AccountOrder[] {
  const columns = {
    ...named,
    kind: 'kind',
    expected: 'expected_payout_cents',
    group: "coalesce(group_id, '')",
    status: "coalesce(status, '')",
    orderDate: "coalesce(order_date, '')",
    wasPaid: isTrue('id IN (SELECT order_id FROM allocations)'),
  };
  type StoredOrder = AccountOrder & { readonly wasPaid: boolean };
  return everyRow<StoredOrder>(database, 'base_orders', columns, (order) =>
    isKept(order, order.wasPaid),
  );
}

/** Visits all orders of the account and keeps none. */
export function visitOrders(database: Database, visit: (order: NamedOrder) => void): void {
  everyRow<NamedOrder>(database, 'base_orders', named, (order) => {
    visit(order);
    return false;
  });
}

/** Cents paid and expected in the cluster of an order, and its orders. */
export function clusterOf(
  orderId: string,
  index: OrderIndex,
  payments: readonly ClusteredPayment[],
) {
  const order = index.byId(orderId);
  if (order === undefined) return { paid: 0, expected: 0, orderIds: [orderId] };
  const cluster = clusterAround(order, findClusters(index, payments, usualTolerance));
  const { paid, expected, orders } = cluster;
  return { paid, expected, orderIds: orders.map(({ id }) => id) };
}

/** Stores beside each acceptance the orders of its cluster, for the view that says whether it applies. */
export function storeClusters(database: Database): void {
  const ids = selectedValues<string>(
    database,
    'SELECT order_id FROM base_acceptances WHERE order_id IS NOT NULL',
  );
  if (ids.length === 0) return;
  const index = new OrderIndex(
    accountOrders(database, ({ id }, wasPaid) => wasPaid || ids.includes(id)),
  );
  const parts = selectedTuples<[number, string]>(
    database,
    'SELECT payment_id, order_id FROM allocations',
  );
  const payments = [...groupBy(parts, ([payment]) => payment).values()].map((own) => ({
    amount: 0,
    keys: '',
    allocations: own.map(([, orderId]) => ({ orderId, cents: 0 })),
  }));
  const figures = findClusters(index, payments, usualTolerance);
  const store = database.prepare('UPDATE base_acceptances SET cluster = ? WHERE subject = ?');
  for (const id of ids) {
    const order = index.byId(id);
    const orders = order === undefined ? [] : clusterAround(order, figures).orders;
    store.run([JSON.stringify(orders.map((one) => one.id)), id]);
  }
}

/** A short identity for a row's content: equal texts have equal hashes. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
