import type { OrderNoun } from './order-kinds';
/**
 * The content of a field, which decides how a flag reads it, a table shows it, and the mirror stores it.
 *
 * - `id`: a text that people copy, such as an order number
 * - `money`: an integer number of cents; `count` and `integer`: whole numbers
 * - `rate`: a multiplier
 * - `date`: `YYYY-MM-DD`; `time`: `HH:mm` or `HH:mm:ss`; `moment`: a date with its time
 * - `card`: the id of a card or sub-card; `group`: a buying group or platform
 * - `reward`: cents for a cashback, otherwise points or miles
 * - `object` and `list` have fields of their own
 */
export type FieldType =
  | 'text'
  | 'id'
  | 'trackingNumber'
  | 'money'
  | 'count'
  | 'integer'
  | 'rate'
  | 'reward'
  | 'date'
  | 'time'
  | 'moment'
  | 'status'
  | 'card'
  | 'group'
  | 'object'
  | 'list';

/** One field of what the service sends. */
export interface ContractField {
  /** The service's name. */
  readonly field: string;
  readonly type: FieldType;
  /** The only kind of order that has it; both have it if this is missing. */
  readonly kinds?: OrderNoun;
  /** When a body may have it: to create and to update, only to update, or never if missing. */
  readonly written?: 'create' | 'update';
  /** Set if null in an update clears it. */
  readonly nullable?: true;
  /** Its flag without the dashes; for a line item its key in `--item`. */
  readonly flag?: string;
  /** The value that the flag sets, in words. */
  readonly describe?: string;
  /** For people, if it differs from its name. */
  readonly heading?: string;
  /** Another name in `--fields` and `--sort`. */
  readonly short?: string;
  /** Its column in the mirror. */
  readonly column?: string;
  /** The mirror's table for the elements of a list. */
  readonly table?: string;
  /** The fields of an object, or of each element of a list. */
  readonly of?: readonly ContractField[];
  /** For people, a list shows this field of its elements. */
  readonly shows?: string;
}

const cashbackFields = [
  { field: 'platform', type: 'text' },
  { field: 'status', type: 'status' },
  { field: 'rewardType', type: 'text' },
  { field: 'rewardAmount', type: 'reward', short: 'amount' },
] as const satisfies readonly ContractField[];

export const trackingNumberFields = [
  { field: 'trackingNumber', type: 'trackingNumber', short: 'number', column: 'tracking_number' },
  { field: 'carrier', type: 'text', column: 'carrier' },
  { field: 'itemCount', type: 'count', heading: 'Items', column: 'item_count' },
] as const satisfies readonly ContractField[];

export const lineItemFields = [
  { field: 'id', type: 'id', written: 'update', column: 'id' },
  {
    field: 'description',
    type: 'text',
    written: 'create',
    flag: 'description',
    column: 'description',
  },
  { field: 'model', type: 'text', written: 'create', flag: 'model', column: 'model' },
  {
    field: 'unitPrice',
    type: 'money',
    written: 'create',
    flag: 'price',
    heading: 'Price',
    short: 'price',
    column: 'unit_price_cents',
  },
  {
    field: 'quantity',
    type: 'count',
    written: 'create',
    flag: 'qty',
    heading: 'Qty',
    short: 'qty',
    column: 'quantity',
  },
  {
    field: 'expectedUnitPayout',
    type: 'money',
    written: 'create',
    flag: 'payout',
    heading: 'Payout',
    column: 'expected_unit_payout_cents',
  },
  // "Meaning and bounds of unitValue: not shown": passed on as the whole number that was typed.
  {
    field: 'unitValue',
    type: 'integer',
    kinds: 'giftcards',
    written: 'create',
    flag: 'unit-value',
  },
] as const satisfies readonly ContractField[];

/** The fields of an order of either kind, in the order of "Resources and their fields". */
export const orderFields = [
  { field: 'id', type: 'id', column: 'id' },
  { field: 'source', type: 'text', column: 'source' },
  {
    field: 'orderDate',
    type: 'date',
    written: 'create',
    flag: 'date',
    describe: 'Order date',
    short: 'date',
    column: 'order_date',
  },
  {
    field: 'orderTime',
    type: 'time',
    written: 'create',
    nullable: true,
    flag: 'time',
    describe: 'Time of day, HH:mm or HH:mm:ss',
    short: 'time',
  },
  {
    field: 'retailer',
    type: 'text',
    written: 'create',
    flag: 'retailer',
    describe: 'Store name',
    column: 'retailer',
  },
  {
    field: 'orderNumber',
    type: 'id',
    written: 'create',
    flag: 'order-number',
    describe: "Order number, unique across the account's orders",
    short: 'number',
    column: 'order_number',
  },
  {
    field: 'retailerAccount',
    type: 'text',
    written: 'create',
    nullable: true,
    flag: 'account',
    describe: 'Account at the retailer',
    heading: 'Account',
    column: 'retailer_account',
  },
  { field: 'subtotal', type: 'money', column: 'subtotal_cents' },
  {
    field: 'shipping',
    type: 'money',
    written: 'create',
    flag: 'shipping',
    describe: 'Shipping',
    column: 'shipping_cents',
  },
  {
    field: 'tax',
    type: 'money',
    written: 'create',
    flag: 'tax',
    describe: 'Tax',
    column: 'tax_cents',
  },
  {
    field: 'discount',
    type: 'money',
    written: 'create',
    flag: 'discount',
    describe: 'Discount',
    column: 'discount_cents',
  },
  { field: 'total', type: 'money', column: 'total_cents' },
  {
    field: 'creditCardId',
    type: 'card',
    written: 'create',
    nullable: true,
    flag: 'card',
    describe: 'Credit card: id, last digits or nickname',
    heading: 'Card',
    column: 'card_id',
  },
  {
    field: 'subCreditCardId',
    type: 'card',
    written: 'create',
    nullable: true,
    flag: 'sub-card',
    describe: 'One of its sub-cards: id, last digits or nickname',
    heading: 'Sub-card',
    column: 'sub_card_id',
  },
  {
    field: 'cardEarnRate',
    type: 'rate',
    written: 'create',
    flag: 'earn-rate',
    describe: "The card's earn rate: 2, 1.5, 2x",
    heading: 'Earn rate',
    column: 'earn_rate',
  },
  {
    field: 'notes',
    type: 'text',
    written: 'create',
    nullable: true,
    flag: 'notes',
    describe: 'Notes',
    column: 'notes',
  },
  { field: 'cashback', type: 'object', of: cashbackFields },
  { field: 'createdAt', type: 'moment', heading: 'Created', column: 'created_at' },
  { field: 'expectedPayout', type: 'money', short: 'payout', column: 'expected_payout_cents' },
  {
    field: 'buyingGroup',
    type: 'group',
    kinds: 'orders',
    written: 'create',
    flag: 'group',
    describe: 'Buying group',
    heading: 'Group',
    column: 'group_id',
  },
  {
    field: 'platform',
    type: 'group',
    kinds: 'giftcards',
    written: 'create',
    flag: 'platform',
    describe: 'Resale platform',
    column: 'group_id',
  },
  {
    field: 'status',
    type: 'status',
    written: 'create',
    flag: 'status',
    describe: 'Status',
    column: 'status',
  },
  {
    field: 'trackingNumbers',
    type: 'list',
    kinds: 'orders',
    of: trackingNumberFields,
    heading: 'Tracking',
    shows: 'trackingNumber',
    table: 'base_trackings',
  },
  {
    field: 'orderLineItems',
    type: 'list',
    written: 'create',
    of: lineItemFields,
    heading: 'Items',
    shows: 'description',
    table: 'base_items',
  },
] as const satisfies readonly ContractField[];

const subCardFields = [
  { field: 'id', type: 'id' },
  { field: 'cardType', type: 'text', heading: 'Type' },
  { field: 'nickname', type: 'text' },
  { field: 'lastDigits', type: 'id' },
] as const satisfies readonly ContractField[];

export const cardFields = [
  { field: 'id', type: 'id', column: 'id' },
  { field: 'name', type: 'text', column: 'name' },
  { field: 'issuer', type: 'text', column: 'issuer' },
  { field: 'nickname', type: 'text', column: 'nickname' },
  { field: 'lastDigits', type: 'id', heading: 'Digits', short: 'digits', column: 'last_digits' },
  {
    field: 'accountOwner',
    type: 'text',
    heading: 'Owner',
    short: 'owner',
    column: 'account_owner',
  },
  { field: 'annualFee', type: 'money', short: 'fee', column: 'annual_fee_cents' },
  { field: 'earnRate', type: 'rate', short: 'rate', column: 'earn_rate' },
  { field: 'openedAt', type: 'date', heading: 'Opened', short: 'opened', column: 'opened_at' },
  { field: 'closedAt', type: 'date', heading: 'Closed', short: 'closed', column: 'closed_at' },
  { field: 'subCards', type: 'list', column: 'sub_cards', of: subCardFields },
] as const satisfies readonly ContractField[];

/** The fields that a kind of order has. */
export function fieldsOf(
  fields: readonly ContractField[],
  kind: OrderNoun,
): readonly ContractField[] {
  return fields.filter(({ kinds = kind }) => kinds === kind);
}

/** One field of an order's body, with the user's name for it. */
export type OrderField = ContractField & { readonly flag: string; readonly describe: string };

/** A member of a line item, with its key in `--item`. */
export type ItemField = ContractField & { readonly flag: string };

const isItemField = (one: ContractField): one is ItemField => one.flag !== undefined;
const isOrderField = (one: ContractField): one is OrderField =>
  isItemField(one) && one.describe !== undefined;

/** The fields that the flags of a body set. */
export function flaggedFields(kind: OrderNoun) {
  return {
    fields: fieldsOf(orderFields, kind).filter(isOrderField),
    items: fieldsOf(lineItemFields, kind).filter(isItemField),
  };
}

/** The names of the fields that no body may have. */
export function unwrittenFields(fields: readonly ContractField[]): readonly string[] {
  return fields.flatMap(({ field, written }) => (written === undefined ? [field] : []));
}

/** All fields by their dotted paths, also those of objects and of the elements of lists. */
export function withPaths(
  fields: readonly ContractField[],
  kind?: OrderNoun,
): readonly (readonly [path: string, field: ContractField])[] {
  const own = kind === undefined ? fields : fieldsOf(fields, kind);
  return own.flatMap((one) => [
    [one.field, one] as const,
    ...withPaths(one.of ?? [], kind).map(
      ([path, inside]) => [`${one.field}.${path}`, inside] as const,
    ),
  ]);
}

type Field = (typeof orderFields)[number];
type WithColumn<F> = F extends {
  readonly field: infer Name extends string;
  readonly column: string;
}
  ? Name
  : never;
type InElements<F> = F extends {
  readonly field: infer List extends string;
  readonly table: string;
  readonly of: readonly (infer Element)[];
}
  ? `${List}.${WithColumn<Element>}`
  : never;

/** The fields of orders that have columns in the mirror, by their dotted paths. */
export type StoredField = WithColumn<Field> | InElements<Field>;

/** The fields that waybill computes, and what they are. */
export const computedMeanings = {
  margin: 'Expected payout minus total, before rewards',
  age: 'Days since the order date',
  itemCount: 'Units of all line items',
  trackingUrl: "The carriers' pages of its tracking numbers",
} as const;
