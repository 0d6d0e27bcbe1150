import { nameInWords } from '../lib/words';
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
  /** Bodies that may have it although it has no flag: to create and to update, or only to update. */
  readonly written?: 'create' | 'update';
  /** Set if null in an update clears it. */
  readonly nullable?: true;
  /** Its flag without the dashes; for a line item its key in `--item`. */
  readonly flag?: string;
  /** The value that the flag sets, in words. */
  readonly describe?: string;
  /** One sentence for schemas and docs: by default `describe`, or else its name in words. */
  readonly means: string;
  /** For people, if it differs from its name. */
  readonly heading?: string;
  /** Another name in `--fields` and `--sort`. */
  readonly short?: string;
  /** Set if the mirror has a column for it: its name, or true for `unit_price_cents` of `unitPrice`. */
  readonly stored?: string | true;
  readonly table?: string;
  readonly of?: readonly ContractField[];
  /** For people, a list shows this field of its elements. */
  readonly shows?: string;
}

/** Fields by the service's names. */
type Declared = Readonly<Record<string, Declaration>>;
interface Declaration extends Omit<ContractField, 'field' | 'means' | 'of'> {
  readonly means?: string;
  readonly of?: Declared;
}

function listed(declared: Declared): readonly ContractField[] {
  return Object.entries(declared).map(([field, { of, ...one }]) => ({
    field,
    means: one.describe ?? `The ${nameInWords(field).toLowerCase()}`,
    ...one,
    ...(of && { of: listed(of) }),
  }));
}

const cashback = {
  platform: { type: 'text', means: 'The shopping portal' },
  status: { type: 'status' },
  rewardType: { type: 'text', means: '`cashback` or `points_miles`' },
  rewardAmount: {
    type: 'reward',
    means: 'Cents of a cashback, else points or miles; null until entered',
    short: 'amount',
  },
} as const satisfies Declared;

const trackingNumber = {
  trackingNumber: { type: 'trackingNumber', short: 'number', stored: true },
  carrier: { type: 'text', stored: true },
  itemCount: { type: 'count', heading: 'Items', means: 'Items in the package', stored: true },
} as const satisfies Declared;

const lineItem = {
  id: { type: 'id', means: "The service's id of the line item", written: 'update', stored: true },
  description: { type: 'text', flag: 'description', stored: true },
  model: { type: 'text', flag: 'model', stored: true },
  unitPrice: { type: 'money', flag: 'price', heading: 'Price', short: 'price', stored: true },
  quantity: { type: 'count', flag: 'qty', heading: 'Qty', short: 'qty', stored: true },
  expectedUnitPayout: { type: 'money', flag: 'payout', heading: 'Payout', stored: true },
  // "Meaning and bounds of unitValue: not shown": passed on as the whole number that was typed.
  unitValue: {
    type: 'integer',
    means: 'The value of one gift card, as the service has it',
    kinds: 'giftcards',
    flag: 'unit-value',
  },
} as const satisfies Declared;

/** The fields of an order of either kind, in the order of "Resources and their fields". */
const order = {
  id: { type: 'id', means: "The service's id of the order", stored: true },
  source: { type: 'text', means: 'How the order was entered', stored: true },
  orderDate: { type: 'date', flag: 'date', describe: 'Order date', short: 'date', stored: true },
  orderTime: {
    type: 'time',
    nullable: true,
    flag: 'time',
    describe: 'Time of day, HH:mm or HH:mm:ss',
    short: 'time',
  },
  retailer: { type: 'text', flag: 'retailer', describe: 'Store name', stored: true },
  orderNumber: {
    type: 'id',
    flag: 'order-number',
    describe: 'Order number, unique in the account',
    short: 'number',
    stored: true,
  },
  retailerAccount: {
    type: 'text',
    nullable: true,
    flag: 'account',
    describe: 'Account at the retailer',
    heading: 'Account',
    stored: true,
  },
  subtotal: { type: 'money', means: 'The sum of the line items', stored: true },
  shipping: { type: 'money', flag: 'shipping', describe: 'Shipping', stored: true },
  tax: { type: 'money', flag: 'tax', describe: 'Tax', stored: true },
  discount: { type: 'money', flag: 'discount', describe: 'Discount', stored: true },
  total: { type: 'money', means: 'Subtotal + shipping + tax - discount', stored: true },
  creditCardId: {
    type: 'card',
    means: 'The id of the card',
    nullable: true,
    flag: 'card',
    describe: 'Credit card: id, last digits or nickname',
    heading: 'Card',
    stored: 'card_id',
  },
  subCreditCardId: {
    type: 'card',
    means: 'The id of the sub-card',
    nullable: true,
    flag: 'sub-card',
    describe: 'Sub-card: id, last digits or nickname',
    heading: 'Sub-card',
    stored: 'sub_card_id',
  },
  cardEarnRate: {
    type: 'rate',
    means: 'Points for each dollar',
    flag: 'earn-rate',
    describe: "The card's earn rate: 2, 1.5, 2x",
    heading: 'Earn rate',
    stored: 'earn_rate',
  },
  notes: { type: 'text', nullable: true, flag: 'notes', describe: 'Notes', stored: true },
  cashback: { type: 'object', means: 'The cashback of a shopping portal', of: cashback },
  createdAt: { type: 'moment', means: 'When it was entered', heading: 'Created', stored: true },
  expectedPayout: { type: 'money', means: 'What was promised', short: 'payout', stored: true },
  buyingGroup: {
    type: 'group',
    kinds: 'orders',
    flag: 'group',
    describe: 'Buying group',
    heading: 'Group',
    stored: 'group_id',
  },
  platform: {
    type: 'group',
    kinds: 'giftcards',
    flag: 'platform',
    describe: 'Resale platform',
    stored: 'group_id',
  },
  status: { type: 'status', flag: 'status', describe: 'Status', stored: true },
  trackingNumbers: {
    type: 'list',
    kinds: 'orders',
    of: trackingNumber,
    heading: 'Tracking',
    shows: 'trackingNumber',
    table: 'base_trackings',
  },
  orderLineItems: {
    type: 'list',
    means: 'Its line items',
    written: 'create',
    of: lineItem,
    heading: 'Items',
    shows: 'description',
    table: 'base_items',
  },
} as const satisfies Declared;

const subCard = {
  id: { type: 'id', means: "The service's id of the sub-card" },
  cardType: { type: 'text', heading: 'Type' },
  nickname: { type: 'text' },
  lastDigits: { type: 'id' },
} as const satisfies Declared;

export const orderFields = listed(order);
export const lineItemFields = listed(lineItem);
export const trackingNumberFields = listed(trackingNumber);
export const cardFields = listed({
  id: { type: 'id', means: "The service's id of the card" },
  name: { type: 'text', means: 'The name of the card' },
  issuer: { type: 'text', means: 'The bank' },
  nickname: { type: 'text' },
  lastDigits: { type: 'id', heading: 'Digits', short: 'digits' },
  accountOwner: { type: 'text', means: 'Whose card it is', heading: 'Owner', short: 'owner' },
  annualFee: { type: 'money', short: 'fee' },
  earnRate: { type: 'rate', means: 'Points for each dollar', short: 'rate' },
  openedAt: { type: 'date', means: 'The day it was opened', heading: 'Opened', short: 'opened' },
  closedAt: {
    type: 'date',
    means: 'The day it was closed; null while it is open',
    heading: 'Closed',
    short: 'closed',
  },
  subCards: { type: 'list', of: subCard },
});

export function fieldsOfKind(fields: readonly ContractField[], kind: OrderNoun) {
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

type StoredIn<F> = {
  [K in keyof F & string]: F[K] extends { readonly stored: string | true }
    ? K
    : F[K] extends { readonly table: string; readonly of: infer Elements }
      ? `${K}.${StoredIn<Elements>}`
      : never;
}[keyof F & string];

/** The fields of orders that have columns in the mirror, by their dotted paths. */
export type StoredField = StoredIn<typeof order>;

export const computedMeanings = {
  margin: 'Expected payout minus total, before rewards',
  age: 'Days since the order date',
  itemCount: 'Units of all line items',
  trackingUrl: "The carriers' pages of its tracking numbers",
} as const;

/** Cents of line items: what each costs, times how many. */
export function subtotalOf<Item extends { readonly quantity: number }>(
  items: readonly Item[],
  price: (item: Item) => number,
): number {
  return items.reduce((cents, item) => cents + price(item) * item.quantity, 0);
}

/** Cents of a whole order; the service derives them the same way. */
export function orderTotal(
  subtotal: number,
  { shipping, tax, discount }: Readonly<Record<'shipping' | 'tax' | 'discount', number>>,
): number {
  return subtotal + shipping + tax - discount;
}
