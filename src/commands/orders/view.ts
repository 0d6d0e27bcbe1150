import type { Context } from '../../context';
import { trackingUrl } from '../../contract/tracking-url';
import { dollarsForPeople } from '../../lib/money';
import { resolveField, valueAt } from '../../output/fields';
import type { CellType, Computed, Field, View } from '../../output/view';
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
  orderTime: { kind: 'text', short: 'time' },
  retailer: 'text',
  orderNumber: { kind: 'id', short: 'number' },
  retailerAccount: { kind: 'text', heading: 'Account' },
  subtotal: 'money',
  shipping: 'money',
  tax: 'money',
  discount: 'money',
  total: 'money',
  creditCardId: { kind: 'id', heading: 'Card' },
  subCreditCardId: { kind: 'id', heading: 'Sub-card' },
  cardEarnRate: { kind: 'rate', heading: 'Earn rate' },
  notes: 'text',
  cashback: 'object',
  'cashback.platform': 'text',
  'cashback.status': 'status',
  'cashback.rewardType': 'text',
  'cashback.rewardAmount': { ...rewardAmount, short: 'amount' },
  createdAt: { kind: 'moment', heading: 'Created' },
  expectedPayout: 'money',
};

const itemFields: Readonly<Record<string, CellType | Field>> = {
  orderLineItems: { kind: 'list', heading: 'Items', shows: 'description' },
  'orderLineItems.id': 'id',
  'orderLineItems.description': { kind: 'text', preferredWidth: 20 },
  'orderLineItems.model': 'text',
  'orderLineItems.unitPrice': { kind: 'money', heading: 'Price' },
  'orderLineItems.quantity': { kind: 'number', heading: 'Qty' },
  'orderLineItems.expectedUnitPayout': { kind: 'money', heading: 'Payout' },
};

const trackingFields: Readonly<Record<string, CellType | Field>> = {
  trackingNumbers: { kind: 'list', heading: 'Tracking', shows: 'trackingNumber' },
  'trackingNumbers.trackingNumber': {
    kind: 'id',
    short: 'number',
    page: ({ carrier, trackingNumber }) => trackingUrl(carrier, trackingNumber),
  },
  'trackingNumbers.carrier': 'text',
  'trackingNumbers.itemCount': { kind: 'number', heading: 'Items' },
};

/** Custom platforms and all groups are free text; only the heading differs. */
const groupHeading = { buyingGroup: 'Group', platform: 'Platform' } as const;

function title(order: AnyOrder): string {
  return [order.retailer, order.orderNumber ?? order.id].filter(Boolean).join(' ');
}

const trackingColumn: Computed<AnyOrder> = {
  heading: 'Tracking',
  kind: 'number',
  value: ({ trackingNumbers }: AnyOrder) =>
    Array.isArray(trackingNumbers) ? trackingNumbers.length : null,
};

/** A line of a card for an amount in cents, left out if it is zero. */
function unlessZero(field: 'shipping' | 'tax' | 'discount', heading: string): Computed<AnyOrder> {
  return { heading, kind: 'money', value: (order) => order[field] || null };
}

/** Card names by id, as far as the account's cards were read. */
export type CardNames = ReadonlyMap<string, string>;

/** Nicknames and last digits, or ids if those are unknown, with the earn rate. */
function paidWith(order: AnyOrder, names: CardNames): string | null {
  const called = [order.creditCardId, order.subCreditCardId].flatMap((id) =>
    id ? (names.get(id) ?? id) : [],
  );
  if (called.length === 0) return null;
  const rate = order.cardEarnRate ? `, ${order.cardEarnRate}x` : '';
  return `${called.join(', sub-card ')}${rate}`;
}

/** `$3.23 from rakuten, paid` */
function cashbackText({ cashback }: AnyOrder): string | null {
  if (!cashback) return null;
  const { platform, status, rewardType, rewardAmount: amount } = cashback;
  const isMoney = rewardType === 'cashback' && Number.isSafeInteger(amount);
  const reward = amount && (isMoney ? dollarsForPeople(amount) : `${amount} points or miles`);
  const from = reward && platform ? `${reward} from ${platform}` : reward || platform;
  return [from, status].filter(Boolean).join(', ') || null;
}

/** The lines of an order's card; zero or absent values are left out. */
function cardLines(kind: OrderKind, names: CardNames): View<AnyOrder>['table'] {
  return [
    'status',
    kind.group,
    {
      heading: 'Ordered',
      kind: 'text',
      value: ({ orderDate, orderTime }) => [orderDate, orderTime].filter(Boolean).join(' '),
    },
    'total',
    {
      heading: 'Subtotal',
      kind: 'money',
      value: ({ subtotal, total }) => (subtotal === total ? null : subtotal),
    },
    unlessZero('shipping', 'Shipping'),
    unlessZero('tax', 'Tax'),
    unlessZero('discount', 'Discount'),
    { field: 'expectedPayout', heading: 'Payout' },
    { heading: 'Card', kind: 'text', value: (order) => paidWith(order, names) },
    { heading: 'Cashback', kind: 'text', value: cashbackText },
    'retailerAccount',
    'notes',
    {
      heading: 'Created',
      kind: 'text',
      value: ({ createdAt, source }) =>
        [createdAt, source && `(${source})`].filter(Boolean).join(' '),
    },
    'id',
  ];
}

/** How orders of a kind are shown; `cards` has the names of credit cards, else shown by id. */
export function orderView(kind: OrderKind, cards: CardNames = new Map()): View<AnyOrder> {
  const { group, tracking } = kind;
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
    leaveOut: ['Tracking', 'Payout', groupHeading[group], 'Date', 'Retailer', 'Total'],
    card: {
      title,
      lines: cardLines(kind, cards),
      sections: [
        {
          heading: 'Line items',
          at: 'orderLineItems',
          numbered: true,
          columns: [
            'description',
            'model',
            'unitPrice',
            'quantity',
            'expectedUnitPayout',
            ...unitValue,
            'id',
          ],
          leaveOut: ['Id', 'Unit value', 'Model'],
        },
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

/** Short names of fields, as in titles and flags. */
const shortNames = { date: 'orderDate', number: 'orderNumber', payout: 'expectedPayout' } as const;

/** What orders can be sorted by: fields by the service's names, short names and flag names. */
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

/** A field that waybill computes from an order; `today` gives `YYYY-MM-DD`, which takes time. */
interface ComputedField extends Field {
  value(order: AnyOrder, today: () => string): unknown;
}

const cents = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Expected payout minus total, in cents, before any rewards. */
function margin({ expectedPayout, total }: AnyOrder): number | null {
  const [payout, cost] = [cents(expectedPayout), cents(total)];
  return payout === undefined || cost === undefined ? null : payout - cost;
}

/** Days since the order date. */
function age({ orderDate }: AnyOrder, today: () => string): number | null {
  const days = (Date.parse(today()) - Date.parse(orderDate ?? '')) / 86_400_000;
  return Number.isInteger(days) ? days : null;
}

/** Units in all line items. */
function itemCount({ orderLineItems }: AnyOrder): number | null {
  if (!Array.isArray(orderLineItems)) return null;
  return orderLineItems.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
}

/** The carriers' pages for its tracking numbers, for the carriers that have one. */
function trackingUrls({ trackingNumbers }: AnyOrder): readonly string[] {
  if (!Array.isArray(trackingNumbers)) return [];
  return trackingNumbers.flatMap(
    ({ carrier, trackingNumber }) => trackingUrl(carrier, trackingNumber) ?? [],
  );
}

const computedForBoth: Readonly<Record<string, ComputedField>> = {
  margin: { kind: 'money', computed: true, value: margin },
  age: { kind: 'number', computed: true, value: age },
  itemCount: { kind: 'number', heading: 'Items', computed: true, value: itemCount },
};

/** The computed fields of a kind of order, by name. */
function computedFields({ tracking }: OrderKind): Readonly<Record<string, ComputedField>> {
  if (!tracking) return computedForBoth;
  return {
    ...computedForBoth,
    trackingUrl: {
      kind: 'text',
      heading: 'Tracking page',
      computed: true,
      value: trackingUrls,
    },
  };
}

/** Reads a field of an order by its path, computed ones included; null if there is none. */
export function orderValue(kind: OrderKind, { today }: Pick<Context, 'today'>) {
  const computed = computedFields(kind);
  return (order: AnyOrder, path: string): unknown =>
    Object.hasOwn(computed, path)
      ? (computed[path]?.value(order, today) ?? null)
      : valueAt(order, path);
}

/** Adds only the computed fields that `--fields` names. */
export function withComputed(
  kind: OrderKind,
  { globals, today }: Pick<Context, 'globals' | 'today'>,
): (order: AnyOrder) => AnyOrder {
  const fields = computedFields(kind);
  const named = globals.fields?.map((name) => resolveField({ fields, table: [] }, name));
  const wanted = Object.entries(fields).filter(([name]) => named?.includes(name));
  if (wanted.length === 0) return (order) => order;
  return (order) => ({
    ...order,
    ...Object.fromEntries(wanted.map(([name, { value }]) => [name, value(order, today)])),
  });
}
