import type { Api, OrderCollection } from '../../api/api';
import type { BuyingGroupOrder, GiftCardOrder } from '../../contract/responses';
import { orderKinds } from '../../contract/routes';
import {
  buyingGroupStatuses,
  featuredBuyingGroups,
  featuredPlatforms,
  giftCardStatuses,
} from '../../contract/values';

/** How to read the text of a field, typed into a flag or into a cell of a file. */
export type FieldType = 'date' | 'time' | 'text' | 'money' | 'rate' | 'status' | 'card' | 'group';

/** One field of an order's body, with the user's name for it and the service's. */
export interface OrderField {
  readonly field: string;
  /** Without the dashes. */
  readonly flag: string;
  readonly type: FieldType;
  readonly describe: string;
}

/** A key of `--item`, with the service's name for it and how to read its value. */
export interface ItemField {
  readonly key: ItemKey;
  readonly field:
    | 'description'
    | 'model'
    | 'unitPrice'
    | 'quantity'
    | 'expectedUnitPayout'
    | 'unitValue';
  readonly type: 'text' | 'money' | 'count' | 'integer';
}

/** What the contract has on each kind: its noun, its words, its routes. */
type ApiKinds = (typeof orderKinds)[keyof typeof orderKinds];
type ApiKind = { readonly [K in keyof ApiKinds]: ApiKinds[K] };

export type ItemKey = 'description' | 'model' | 'price' | 'qty' | 'payout' | 'unit-value';

/**
 * The two kinds of order. They share one definition of their commands; everything that differs is
 * here.
 */
export interface OrderKind extends ApiKind {
  /** The field that `--group` or `--platform` sets. */
  readonly group: 'buyingGroup' | 'platform';
  readonly statuses: readonly string[];
  /** The values of that field that are known by name; any other text is allowed too. */
  readonly featured: readonly string[];
  readonly tracking: boolean;
  readonly fields: readonly OrderField[];
  readonly items: readonly ItemField[];
  /** Whether the reference shows the create body; if not, the service decides what it takes. */
  readonly createBodyShown: boolean;
  /** Which of the account's values completion offers for `<order>`. */
  readonly completion: 'order' | 'giftcard';
}

const commonFields: readonly OrderField[] = [
  { field: 'orderDate', flag: 'date', type: 'date', describe: 'Order date' },
  { field: 'orderTime', flag: 'time', type: 'time', describe: 'Time of day, HH:mm or HH:mm:ss' },
  { field: 'retailer', flag: 'retailer', type: 'text', describe: 'Store name' },
  {
    field: 'orderNumber',
    flag: 'order-number',
    type: 'text',
    describe: "Order number, unique across the account's orders",
  },
  { field: 'status', flag: 'status', type: 'status', describe: 'Status' },
  { field: 'shipping', flag: 'shipping', type: 'money', describe: 'Shipping' },
  { field: 'tax', flag: 'tax', type: 'money', describe: 'Tax' },
  { field: 'discount', flag: 'discount', type: 'money', describe: 'Discount' },
  {
    field: 'creditCardId',
    flag: 'card',
    type: 'card',
    describe: 'Credit card: id, last digits or nickname',
  },
  {
    field: 'subCreditCardId',
    flag: 'sub-card',
    type: 'card',
    describe: 'One of its sub-cards: id, last digits or nickname',
  },
  {
    field: 'cardEarnRate',
    flag: 'earn-rate',
    type: 'rate',
    describe: "The card's earn rate: 2, 1.5, 2x",
  },
  { field: 'retailerAccount', flag: 'account', type: 'text', describe: 'Account at the retailer' },
  { field: 'notes', flag: 'notes', type: 'text', describe: 'Notes' },
];

const commonItems: readonly ItemField[] = [
  { key: 'description', field: 'description', type: 'text' },
  { key: 'model', field: 'model', type: 'text' },
  { key: 'price', field: 'unitPrice', type: 'money' },
  { key: 'qty', field: 'quantity', type: 'count' },
  { key: 'payout', field: 'expectedUnitPayout', type: 'money' },
];

export const buyingGroupKind: OrderKind = {
  ...orderKinds.buyingGroup,
  group: 'buyingGroup',
  statuses: buyingGroupStatuses,
  featured: featuredBuyingGroups,
  tracking: true,
  fields: [
    ...commonFields,
    { field: 'buyingGroup', flag: 'group', type: 'group', describe: 'Buying group' },
  ],
  items: commonItems,
  createBodyShown: false,
  completion: 'order',
};

export const giftCardKind: OrderKind = {
  ...orderKinds.giftCard,
  group: 'platform',
  statuses: giftCardStatuses,
  featured: featuredPlatforms,
  tracking: false,
  fields: [
    ...commonFields,
    { field: 'platform', flag: 'platform', type: 'group', describe: 'Resale platform' },
  ],
  // "Meaning and bounds of unitValue: not shown": passed on as the whole number that was typed.
  items: [...commonItems, { key: 'unit-value', field: 'unitValue', type: 'integer' }],
  createBodyShown: true,
  completion: 'giftcard',
};

/** An order of either kind. A gift card order is only certain to have an id. */
export type AnyOrder = GiftCardOrder | BuyingGroupOrder;

/** A body in the service's own fields and units; the contract checks it before it is sent. */
export type OrderBody = Record<string, unknown>;

export type Orders = OrderCollection<AnyOrder, OrderBody, OrderBody>;

/** Where a list of orders is read from: the service or the mirror. */
export type OrderSource = Pick<Orders, 'count' | 'each'>;

/** The service's orders of a kind. */
export function ordersOf(api: Api, kind: OrderKind): Orders {
  return kind.noun === 'orders' ? api.buyingGroupOrders : api.giftCardOrders;
}

/** The kind that an order number may belong to instead: numbers are unique across both. */
export function otherKind(kind: OrderKind): OrderKind {
  return kind === buyingGroupKind ? giftCardKind : buyingGroupKind;
}
