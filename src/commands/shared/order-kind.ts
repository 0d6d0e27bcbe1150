import {
  buyingGroupStatuses,
  featuredBuyingGroups,
  featuredPlatforms,
  giftCardStatuses,
} from '../../contract/values';

/** How the text of a field is read where it is typed: into a flag, or into a cell of a file. */
export type FieldType = 'date' | 'time' | 'text' | 'money' | 'rate' | 'status' | 'card' | 'json';

/** One field of an order's body under the name the user types and the one the service knows. */
export interface OrderField {
  readonly field: string;
  /** Without the dashes. */
  readonly flag: string;
  readonly type: FieldType;
}

/** What a key of `--item` is called by the service, and how its value is read. */
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

export type ItemKey = 'description' | 'model' | 'price' | 'qty' | 'payout' | 'unit-value';

/**
 * The two kinds of order. Their commands are one definition; all that differs between them stands
 * here.
 */
export interface OrderKind {
  readonly name: 'buyingGroup' | 'giftCard';
  readonly noun: 'orders' | 'giftcards';
  /** `a buying group order` */
  readonly title: string;
  readonly statuses: readonly string[];
  /** The values known by name of the field that `--group` or `--platform` sets. */
  readonly featured: readonly string[];
  readonly tracking: boolean;
  readonly fields: readonly OrderField[];
  readonly items: readonly ItemField[];
  readonly createBody: 'buyingGroupOrderCreate' | 'giftCardOrderCreate';
  readonly updateBody: 'buyingGroupOrderUpdate' | 'giftCardOrderUpdate';
  /** Whether the reference shows the body that creates one; where it does not, the service decides. */
  readonly createBodyShown: boolean;
}

const commonFields: readonly OrderField[] = [
  { field: 'orderDate', flag: 'date', type: 'date' },
  { field: 'orderTime', flag: 'time', type: 'time' },
  { field: 'retailer', flag: 'retailer', type: 'text' },
  { field: 'orderNumber', flag: 'order-number', type: 'text' },
  { field: 'status', flag: 'status', type: 'status' },
  { field: 'shipping', flag: 'shipping', type: 'money' },
  { field: 'tax', flag: 'tax', type: 'money' },
  { field: 'discount', flag: 'discount', type: 'money' },
  { field: 'creditCardId', flag: 'card', type: 'card' },
  { field: 'subCreditCardId', flag: 'sub-card', type: 'card' },
  { field: 'cardEarnRate', flag: 'earn-rate', type: 'rate' },
  { field: 'retailerAccount', flag: 'account', type: 'text' },
  { field: 'notes', flag: 'notes', type: 'text' },
];

const commonItems: readonly ItemField[] = [
  { key: 'description', field: 'description', type: 'text' },
  { key: 'model', field: 'model', type: 'text' },
  { key: 'price', field: 'unitPrice', type: 'money' },
  { key: 'qty', field: 'quantity', type: 'count' },
  { key: 'payout', field: 'expectedUnitPayout', type: 'money' },
];

export const buyingGroupKind: OrderKind = {
  name: 'buyingGroup',
  noun: 'orders',
  title: 'a buying group order',
  statuses: buyingGroupStatuses,
  featured: featuredBuyingGroups,
  tracking: true,
  fields: [...commonFields, { field: 'buyingGroup', flag: 'group', type: 'text' }],
  items: commonItems,
  createBody: 'buyingGroupOrderCreate',
  updateBody: 'buyingGroupOrderUpdate',
  createBodyShown: false,
};

export const giftCardKind: OrderKind = {
  name: 'giftCard',
  noun: 'giftcards',
  title: 'a gift card order',
  statuses: giftCardStatuses,
  featured: featuredPlatforms,
  tracking: false,
  fields: [...commonFields, { field: 'platform', flag: 'platform', type: 'text' }],
  // "Meaning and bounds of unitValue: not shown": passed on as the whole number that was typed.
  items: [...commonItems, { key: 'unit-value', field: 'unitValue', type: 'integer' }],
  createBody: 'giftCardOrderCreate',
  updateBody: 'giftCardOrderUpdate',
  createBodyShown: true,
};

/** The kind that an order number may belong to instead: numbers are unique across both. */
export function otherKind(kind: OrderKind): OrderKind {
  return kind === buyingGroupKind ? giftCardKind : buyingGroupKind;
}

/** The field that `--group` or `--platform` sets. */
export function groupField(kind: OrderKind): 'buyingGroup' | 'platform' {
  return kind.name === 'buyingGroup' ? 'buyingGroup' : 'platform';
}
