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

const trackings = `(SELECT json_group_array(tracking_number) FROM
  (SELECT * FROM base_trackings WHERE order_key = key ORDER BY place))`;
const isTrue = (condition: string) => `json(iif(${condition}, 'true', 'false'))`;
const gone = isTrue('gone_at IS NOT NULL');

const columns = [
  'id',
  'kind',
  'order_number',
  'expected_payout_cents',
  "coalesce(group_id, '')",
  "coalesce(status, '')",
  "coalesce(order_date, '')",
  trackings,
  gone,
  isTrue('id IN (SELECT order_id FROM allocations)'),
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
      gone: boolean,
      wasPaid: boolean,
    ) => {
      const order = { id, kind, orderNumber, group, status, orderDate, expected, trackings, gone };
      return isKept(order, wasPaid) ? order : undefined;
    },
  );
}

/** Visits all orders of the account and keeps none. */
export function visitOrders(database: Database, visit: (order: NamedOrder) => void): void {
  everyRow(
    database,
    'base_orders',
    ['id', 'order_number', trackings, gone],
    (id: string, orderNumber: string | null, trackings: readonly string[], gone: boolean) => {
      visit({ id, orderNumber, trackings, gone });
      return undefined;
    },
  );
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
