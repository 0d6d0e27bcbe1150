import type { GlobalFlags } from '../cli/global-flags';
import { orderFields, trackingNumberFields } from '../contract/fields';
import { trackingUrl } from '../contract/tracking-url';
import { daysBetween } from '../lib/days';
import { dollarsForPeople, nameInWords, toTheMinute } from '../lib/words';
import { kindByType, numberOfOrder, resolveField, shownFields, valueAt } from '../output/fields';
import type { Output } from '../output/output';
import type { CardView, Computed, Field, ListView, View } from '../output/view';
import type { AnyOrder, OrderKind } from './kinds';

/** The fields of its order that a line item or a tracking number has in a list of them. */
export function parentFields({ group, groupFlag }: OrderKind): View<unknown>['fields'] {
  return {
    orderId: 'id',
    orderNumber: numberOfOrder,
    orderDate: { kind: 'date', heading: 'Date', short: 'date' },
    retailer: 'text',
    [group]: { ...kindByType.group, heading: nameInWords(groupFlag), short: 'group' },
    status: 'status',
  };
}

export function parentOf(order: AnyOrder, { group }: OrderKind) {
  const { id: orderId, orderNumber, orderDate, retailer, status } = order;
  return { orderId, orderNumber, orderDate, retailer, [group]: order[group], status };
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
function cardLines(kind: OrderKind, names: CardNames): ListView<AnyOrder>['table'] {
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
    ...kind.fields.flatMap(({ field, type, nullable }) =>
      type === 'text' && nullable ? [field] : [],
    ),
    {
      heading: 'Created',
      kind: 'text',
      value: ({ createdAt, source }) =>
        [createdAt && toTheMinute(createdAt), source && `(${source})`].filter(Boolean).join(' '),
    },
    'id',
  ];
}

/** The view of orders of a kind; cards are shown by the names in `cards`, else by id. */
export function orderView(
  kind: OrderKind,
  cards: CardNames = new Map(),
): ListView<AnyOrder> & CardView<AnyOrder> {
  const { group, noun, tracking } = kind;
  const fields = shownFields(orderFields, noun);
  return {
    one: kind.words,
    empty: `No ${kind.words}s.`,
    fields: {
      ...fields,
      'orderLineItems.description': { kind: 'text', preferredWidth: 20 },
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
    leaveOut: ['Tracking', 'Payout', 'Retailer', 'Date', 'Total'],
    card: {
      title: (order) => [order.retailer, order.orderNumber ?? order.id].filter(Boolean).join(' '),
      lines: cardLines(kind, cards),
      sections: [
        {
          heading: 'Line items',
          at: 'orderLineItems',
          numbered: true,
          columns: [...kind.items.map(({ field }) => field), 'id'],
          leaveOut: ['Id', 'Unit value', 'Model'],
        },
        {
          heading: 'Tracking numbers',
          at: 'trackingNumbers',
          columns: trackingNumberFields.map(({ field }) => field),
          empty: 'None yet.',
        },
      ],
    },
  };
}

/** A field that waybill computes from an order; `today` gives `YYYY-MM-DD`, which takes time. */
interface ComputedField extends Field {
  value(order: AnyOrder, today: () => string): unknown;
}

function margin({ expectedPayout: payout, total }: AnyOrder): number | null {
  return typeof payout === 'number' && typeof total === 'number' ? payout - total : null;
}

function age({ orderDate }: AnyOrder, today: () => string): number | null {
  const days = daysBetween(orderDate ?? '', today());
  return Number.isInteger(days) ? days : null;
}

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

function computedFields({ tracking }: OrderKind): Readonly<Record<string, ComputedField>> {
  return {
    margin: { kind: 'money', computed: true, value: margin },
    age: { kind: 'number', computed: true, value: age },
    itemCount: { kind: 'number', heading: 'Items', computed: true, value: itemCount },
    ...(tracking && {
      trackingUrl: { kind: 'text', heading: 'Tracking page', computed: true, value: trackingUrls },
    }),
  };
}

/** Reads a field of an order by its path, computed ones included; null if there is none. */
export function orderValue(kind: OrderKind, { today }: { today(): string }) {
  const computed = computedFields(kind);
  return (order: AnyOrder, path: string): unknown =>
    Object.hasOwn(computed, path)
      ? (computed[path]?.value(order, today) ?? null)
      : valueAt(order, path);
}

/** Adds only the computed fields that `--fields` names. */
export function withComputed(
  kind: OrderKind,
  { globals, today }: { today(): string; readonly globals: Pick<GlobalFlags, 'fields'> },
): (order: AnyOrder) => AnyOrder {
  const fields = computedFields(kind);
  const named = globals.fields?.map((name) => resolveField({ fields }, name));
  const wanted = Object.entries(fields).filter(([name]) => named?.includes(name));
  if (wanted.length === 0) return (order) => order;
  return (order) => ({
    ...order,
    ...Object.fromEntries(wanted.map(([name, { value }]) => [name, value(order, today)])),
  });
}

/** Prints orders that were named: one as an object, several as a list, even if all are one. */
export function printNamed(
  orders: readonly AnyOrder[],
  single: boolean,
  view: ListView<AnyOrder> & CardView<AnyOrder>,
  output: Pick<Output, 'one' | 'many'>,
): Promise<void> {
  const [first] = orders;
  return single && first !== undefined ? output.one(view, first) : output.many(view, orders);
}
