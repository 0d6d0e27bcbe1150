import type { Context } from '../../context';
import { usageFailure } from '../../failure';
import type { SortKey } from '../../lists/selection';
import { readPath } from '../../output/fields';
import type { CellType, Field, View } from '../../output/view';
import type { AnyOrder, OrderKind } from './kinds';
import type { Listing } from './read-list';
import { orderValue } from './view';

/** A line item as the service sent it, with fields of its order. */
export interface ItemRow {
  readonly [field: string]: unknown;
  readonly orderId: string;
}

const itemFields: Readonly<Record<string, CellType | Field>> = {
  id: 'id',
  description: 'text',
  model: 'text',
  unitPrice: { kind: 'money', heading: 'Price' },
  quantity: { kind: 'number', heading: 'Qty' },
  expectedUnitPayout: { kind: 'money', heading: 'Payout' },
};

/** What line items can be sorted by, in addition to the fields of their orders. */
export const itemSortNames: ReadonlyMap<string, string> = new Map([
  ['description', 'description'],
  ['model', 'model'],
  ['price', 'unitPrice'],
  ['unitPrice', 'unitPrice'],
  ['qty', 'quantity'],
  ['quantity', 'quantity'],
  ['expectedUnitPayout', 'expectedUnitPayout'],
]);

/** Throws a usage failure (exit 2) if orders would be sorted by what only line items have. */
export function refuseItemSort(keys: readonly SortKey[] | undefined): void {
  const fields = new Set(itemSortNames.values());
  const key = keys?.find(({ path }) => fields.has(path));
  if (key !== undefined) throw usageFailure(`--sort ${key.path} works only with --items`);
}

function itemsView(kind: OrderKind): View<ItemRow> {
  const heading = kind.group === 'platform' ? 'Platform' : 'Group';
  return {
    one: 'line item',
    empty: 'No line items.',
    fields: {
      ...itemFields,
      ...(kind.tracking ? {} : { unitValue: 'number' as const }),
      orderId: 'id',
      orderNumber: { kind: 'id', heading: 'Order', short: 'number' },
      orderDate: { kind: 'date', heading: 'Date' },
      retailer: 'text',
      [kind.group]: { kind: 'text', heading },
      status: 'status',
    },
    table: [
      'orderDate',
      'orderNumber',
      'retailer',
      'description',
      'quantity',
      'unitPrice',
      'expectedUnitPayout',
      kind.group,
      'status',
    ],
    leaveOut: ['Payout', heading, 'Retailer', 'Status', 'Date', 'Price'],
    card: ({ description }) => String(description ?? ''),
  };
}

/** The line items of a list of orders, one per row. */
export function itemsListing(kind: OrderKind, context: Pick<Context, 'today'>): Listing<ItemRow> {
  const orders = new WeakMap<ItemRow, AnyOrder>();
  const readOrder = orderValue(kind, context);
  return {
    kind,
    view: itemsView(kind),
    oneEach: false,
    rowsOf: (order) => {
      const { id: orderId, orderNumber, orderDate, retailer, status } = order;
      const ofOrder = { orderId, orderNumber, orderDate, retailer };
      return (order.orderLineItems ?? []).map((item) => {
        const row = { ...item, ...ofOrder, [kind.group]: order[kind.group], status };
        orders.set(row, order);
        return row;
      });
    },
    read: (row, path) => {
      const own = readPath(row, path);
      const order = orders.get(row);
      if (own !== undefined || order === undefined) return own?.value ?? null;
      return readOrder(order, path);
    },
  };
}
