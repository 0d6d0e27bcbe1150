import type { CellType, Field, View } from '../../output/view';
import { computedFields } from './computed';
import { fieldNames } from './fields';
import { type AnyOrder, buyingGroupKind, type OrderKind } from './kinds';

/** Cents for `cashback`, points or miles for `points_miles` ("Cashback"). */
const rewardAmount: Field = {
  kind: 'number',
  kindIn: ({ rewardType }) => (rewardType === 'cashback' ? 'money' : 'number'),
};

const commonFields: Readonly<Record<string, CellType | Field>> = {
  id: 'id',
  source: 'text',
  orderDate: 'date',
  orderTime: 'text',
  retailer: 'text',
  orderNumber: 'id',
  retailerAccount: { kind: 'text', heading: 'Account' },
  subtotal: 'money',
  shipping: 'money',
  tax: 'money',
  discount: 'money',
  total: 'money',
  creditCardId: { kind: 'id', heading: 'Credit card' },
  subCreditCardId: { kind: 'id', heading: 'Sub-card' },
  cardEarnRate: { kind: 'rate', heading: 'Earn rate' },
  notes: 'text',
  cashback: 'object',
  'cashback.platform': 'text',
  'cashback.status': 'status',
  'cashback.rewardType': 'text',
  'cashback.rewardAmount': rewardAmount,
  createdAt: { kind: 'moment', heading: 'Created' },
  expectedPayout: 'money',
};

const itemFields: Readonly<Record<string, CellType | Field>> = {
  orderLineItems: 'list',
  'orderLineItems.id': 'id',
  'orderLineItems.description': 'text',
  'orderLineItems.model': 'text',
  'orderLineItems.unitPrice': { kind: 'money', heading: 'Price' },
  'orderLineItems.quantity': { kind: 'number', heading: 'Qty' },
  'orderLineItems.expectedUnitPayout': { kind: 'money', heading: 'Payout' },
};

const trackingFields: Readonly<Record<string, CellType | Field>> = {
  trackingNumbers: 'list',
  'trackingNumbers.trackingNumber': 'id',
  'trackingNumbers.carrier': 'text',
  'trackingNumbers.itemCount': { kind: 'number', heading: 'Items' },
};

/** A custom platform and every group are free texts: only the heading differs. */
const groupHeading = { buyingGroup: 'Group', platform: 'Platform' } as const;

function title(order: AnyOrder): string {
  return [order.retailer, order.orderNumber ?? order.id].filter(Boolean).join(' ');
}

const trackingColumn = {
  heading: 'Tracking',
  kind: 'number',
  value: ({ trackingNumbers }: AnyOrder) =>
    Array.isArray(trackingNumbers) ? trackingNumbers.length : null,
} as const;

/** How the orders of a kind are shown. */
export function orderView(kind: OrderKind): View<AnyOrder> {
  const { group, tracking } = kind;
  const items = ['id', 'description', 'model', 'unitPrice', 'quantity', 'expectedUnitPayout'];
  const unitValue = kind === buyingGroupKind ? [] : ['unitValue'];
  return {
    one: kind.words,
    empty: `No ${kind.words}s.`,
    fields: {
      ...commonFields,
      [group]: { kind: 'text', heading: groupHeading[group] },
      status: 'status',
      ...(tracking ? trackingFields : {}),
      ...itemFields,
      ...(unitValue.length > 0 ? { 'orderLineItems.unitValue': 'number' as const } : {}),
      ...computedFields(kind),
    },
    table: [
      { field: 'orderDate', heading: 'Date' },
      { field: 'orderNumber', heading: 'Order' },
      'retailer',
      group,
      'status',
      'total',
      { field: 'expectedPayout', heading: 'Payout' },
      ...(tracking ? [trackingColumn] : []),
    ],
    card: {
      title,
      lines: [
        'id',
        'orderNumber',
        'status',
        group,
        'orderDate',
        'orderTime',
        'retailer',
        'retailerAccount',
        'subtotal',
        'shipping',
        'tax',
        'discount',
        'total',
        'expectedPayout',
        'creditCardId',
        'subCreditCardId',
        'cardEarnRate',
        'cashback.platform',
        'cashback.status',
        'cashback.rewardAmount',
        'notes',
        'source',
        'createdAt',
      ],
      sections: [
        { heading: 'Line items', at: 'orderLineItems', columns: [...items, ...unitValue] },
        ...(tracking
          ? [
              {
                heading: 'Tracking numbers',
                at: 'trackingNumbers',
                columns: ['trackingNumber', 'carrier', 'itemCount'],
                empty: 'None yet.',
              },
            ]
          : []),
      ],
    },
  };
}

/** Short names of fields, as titles and flags have them. */
const shortNames = { date: 'orderDate', number: 'orderNumber', payout: 'expectedPayout' } as const;

/** What orders can be sorted by: fields under the service's names, short ones and those of flags. */
export function sortNames(kind: OrderKind): ReadonlyMap<string, string> {
  const names = fieldNames(kind);
  for (const [name, field] of Object.entries(shortNames)) names.set(name, field);
  names.set('group', kind.group);
  for (const field of Object.keys(orderView(kind).fields)) {
    const [first = ''] = field.split('.');
    names.set(first, first);
  }
  return names;
}
