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

export interface ContractField {
  /** The service's name. */
  readonly field: string;
  readonly type: FieldType;
  /** The only kind of order that has it; both have it if this is missing. */
  readonly kinds?: OrderNoun;
  /** When a body may have it although it has no flag: to create and to update, or only to update. */
  readonly written?: 'create' | 'update';
  /** Set if null in an update clears it. */
  readonly nullable?: true;
  /** Its flag without the dashes; for a line item its key in `--item`. */
  readonly flag?: string;
  /** The value that the flag sets, in words. */
  readonly describe?: string;
  /** One sentence for schemas and docs, if `describe` is none. */
  readonly means?: string;
  /** For people, if it differs from its name. */
  readonly heading?: string;
  /** Another name in `--fields` and `--sort`. */
  readonly short?: string;
  /** Set if the mirror has a column for it: its name, or true for `unit_price_cents` of `unitPrice`. */
  readonly stored?: string | true;
  /** The mirror's table for the elements of a list. */
  readonly table?: string;
  /** The fields of an object, or of each element of a list. */
  readonly of?: readonly ContractField[];
  /** For people, a list shows this field of its elements. */
  readonly shows?: string;
}

const cashbackFields = [
  { field: 'platform', means: 'The shopping portal', type: 'text' },
  { field: 'status', means: 'The status of the cashback', type: 'status' },
  { field: 'rewardType', means: '`cashback` or `points_miles`', type: 'text' },
  {
    field: 'rewardAmount',
    means: 'Cents of a cashback, else points or miles; null until entered',
    type: 'reward',
    short: 'amount',
  },
] as const satisfies readonly ContractField[];

export const trackingNumberFields = [
  {
    field: 'trackingNumber',
    means: 'The tracking number',
    type: 'trackingNumber',
    short: 'number',
    stored: true,
  },
  { field: 'carrier', means: 'The carrier', type: 'text', stored: true },
  {
    field: 'itemCount',
    means: 'Items in the package',
    type: 'count',
    heading: 'Items',
    stored: true,
  },
] as const satisfies readonly ContractField[];

export const lineItemFields = [
  {
    field: 'id',
    means: "The service's id of the line item",
    type: 'id',
    written: 'update',
    stored: true,
  },
  { field: 'description', means: 'What it is', type: 'text', flag: 'description', stored: true },
  { field: 'model', means: 'The model', type: 'text', flag: 'model', stored: true },
  {
    field: 'unitPrice',
    means: 'The price of one',
    type: 'money',
    flag: 'price',
    heading: 'Price',
    short: 'price',
    stored: true,
  },
  {
    field: 'quantity',
    means: 'How many',
    type: 'count',
    flag: 'qty',
    heading: 'Qty',
    short: 'qty',
    stored: true,
  },
  {
    field: 'expectedUnitPayout',
    means: 'What is promised for one',
    type: 'money',
    flag: 'payout',
    heading: 'Payout',
    stored: true,
  },
  // "Meaning and bounds of unitValue: not shown": passed on as the whole number that was typed.
  {
    field: 'unitValue',
    means: 'The value of one gift card, as the service has it',
    type: 'integer',
    kinds: 'giftcards',
    flag: 'unit-value',
  },
] as const satisfies readonly ContractField[];

/** The fields of an order of either kind, in the order of "Resources and their fields". */
export const orderFields = [
  { field: 'id', means: "The service's id of the order", type: 'id', stored: true },
  { field: 'source', means: 'How the order was entered', type: 'text', stored: true },
  {
    field: 'orderDate',
    means: 'The day of the order',
    type: 'date',
    flag: 'date',
    describe: 'Order date',
    short: 'date',
    stored: true,
  },
  {
    field: 'orderTime',
    means: 'The time of day, HH:mm or HH:mm:ss',
    type: 'time',
    nullable: true,
    flag: 'time',
    describe: 'Time of day, HH:mm or HH:mm:ss',
    short: 'time',
  },
  {
    field: 'retailer',
    means: 'The retailer',
    type: 'text',
    flag: 'retailer',
    describe: 'Store name',
    stored: true,
  },
  {
    field: 'orderNumber',
    means: 'The order number, unique in the account',
    type: 'id',
    flag: 'order-number',
    describe: "Order number, unique across the account's orders",
    short: 'number',
    stored: true,
  },
  {
    field: 'retailerAccount',
    means: 'The account at the retailer',
    type: 'text',
    nullable: true,
    flag: 'account',
    describe: 'Account at the retailer',
    heading: 'Account',
    stored: true,
  },
  { field: 'subtotal', means: 'The sum of the line items', type: 'money', stored: true },
  { field: 'shipping', type: 'money', flag: 'shipping', describe: 'Shipping', stored: true },
  { field: 'tax', type: 'money', flag: 'tax', describe: 'Tax', stored: true },
  { field: 'discount', type: 'money', flag: 'discount', describe: 'Discount', stored: true },
  { field: 'total', means: 'Subtotal + shipping + tax - discount', type: 'money', stored: true },
  {
    field: 'creditCardId',
    means: 'The id of the card',
    type: 'card',
    nullable: true,
    flag: 'card',
    describe: 'Credit card: id, last digits or nickname',
    heading: 'Card',
    stored: 'card_id',
  },
  {
    field: 'subCreditCardId',
    means: 'The id of the sub-card',
    type: 'card',
    nullable: true,
    flag: 'sub-card',
    describe: 'One of its sub-cards: id, last digits or nickname',
    heading: 'Sub-card',
    stored: 'sub_card_id',
  },
  {
    field: 'cardEarnRate',
    means: 'Points for each dollar',
    type: 'rate',
    flag: 'earn-rate',
    describe: "The card's earn rate: 2, 1.5, 2x",
    heading: 'Earn rate',
    stored: 'earn_rate',
  },
  { field: 'notes', type: 'text', nullable: true, flag: 'notes', describe: 'Notes', stored: true },
  {
    field: 'cashback',
    means: 'The cashback of a shopping portal',
    type: 'object',
    of: cashbackFields,
  },
  {
    field: 'createdAt',
    means: 'When it was entered',
    type: 'moment',
    heading: 'Created',
    stored: true,
  },
  {
    field: 'expectedPayout',
    means: 'What the group promised',
    type: 'money',
    short: 'payout',
    stored: true,
  },
  {
    field: 'buyingGroup',
    type: 'group',
    kinds: 'orders',
    flag: 'group',
    describe: 'Buying group',
    heading: 'Group',
    stored: 'group_id',
  },
  {
    field: 'platform',
    means: 'The platform',
    type: 'group',
    kinds: 'giftcards',
    flag: 'platform',
    describe: 'Resale platform',
    stored: 'group_id',
  },
  {
    field: 'status',
    means: 'The status',
    type: 'status',
    flag: 'status',
    describe: 'Status',
    stored: true,
  },
  {
    field: 'trackingNumbers',
    means: 'Its packages',
    type: 'list',
    kinds: 'orders',
    of: trackingNumberFields,
    heading: 'Tracking',
    shows: 'trackingNumber',
    table: 'base_trackings',
  },
  {
    field: 'orderLineItems',
    means: 'Its line items',
    type: 'list',
    written: 'create',
    of: lineItemFields,
    heading: 'Items',
    shows: 'description',
    table: 'base_items',
  },
] as const satisfies readonly ContractField[];

const subCardFields = [
  { field: 'id', means: "The service's id of the sub-card", type: 'id' },
  { field: 'cardType', means: 'The type of the card', type: 'text', heading: 'Type' },
  { field: 'nickname', means: 'Its nickname', type: 'text' },
  { field: 'lastDigits', means: 'Its last digits', type: 'id' },
] as const satisfies readonly ContractField[];

export const cardFields = [
  { field: 'id', means: "The service's id of the card", type: 'id' },
  { field: 'name', means: 'The name of the card', type: 'text' },
  { field: 'issuer', means: 'The bank', type: 'text' },
  { field: 'nickname', means: 'Its nickname', type: 'text' },
  { field: 'lastDigits', means: 'Its last digits', type: 'id', heading: 'Digits', short: 'digits' },
  {
    field: 'accountOwner',
    means: 'Whose card it is',
    type: 'text',
    heading: 'Owner',
    short: 'owner',
  },
  { field: 'annualFee', means: 'The fee of a year', type: 'money', short: 'fee' },
  { field: 'earnRate', means: 'Points for each dollar', type: 'rate', short: 'rate' },
  {
    field: 'openedAt',
    means: 'The day it was opened',
    type: 'date',
    heading: 'Opened',
    short: 'opened',
  },
  {
    field: 'closedAt',
    means: 'The day it was closed; null while it is open',
    type: 'date',
    heading: 'Closed',
    short: 'closed',
  },
  { field: 'subCards', means: 'Its sub-cards', type: 'list', of: subCardFields },
] as const satisfies readonly ContractField[];

export function fieldsOfKind(
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
    fields: fieldsOfKind(orderFields, kind).filter(isOrderField),
    items: fieldsOfKind(lineItemFields, kind).filter(isItemField),
  };
}

/** The column in the mirror of a field that has one. */
export function columnOf({ field, type, stored }: ContractField): string {
  if (typeof stored === 'string') return stored;
  const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return type === 'money' ? `${name}_cents` : name;
}

export function unwrittenFields(fields: readonly ContractField[]): readonly string[] {
  return fields.flatMap(({ field, written, flag }) =>
    (written ?? flag) === undefined ? [field] : [],
  );
}

/** All fields by their dotted paths, also those of objects and of the elements of lists. */
export function withPaths(
  fields: readonly ContractField[],
  kind?: OrderNoun,
): readonly (readonly [path: string, field: ContractField])[] {
  const own = kind === undefined ? fields : fieldsOfKind(fields, kind);
  return own.flatMap((one) => [
    [one.field, one] as const,
    ...withPaths(one.of ?? [], kind).map(
      ([path, inside]) => [`${one.field}.${path}`, inside] as const,
    ),
  ]);
}

type Field = (typeof orderFields)[number];
type StoredName<F> = F extends {
  readonly field: infer Name extends string;
  readonly stored: string | true;
}
  ? Name
  : never;
type InElements<F> = F extends {
  readonly field: infer List extends string;
  readonly table: string;
  readonly of: readonly (infer Element)[];
}
  ? `${List}.${StoredName<Element>}`
  : never;

/** The fields of orders that have columns in the mirror, by their dotted paths. */
export type StoredField = StoredName<Field> | InElements<Field>;

export const computedMeanings = {
  margin: 'Expected payout minus total, before rewards',
  age: 'Days since the order date',
  itemCount: 'Units of all line items',
  trackingUrl: "The carriers' pages of its tracking numbers",
} as const;
