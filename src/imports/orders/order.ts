import { orderTotal, subtotalOf } from '../../contract/fields';
import { limits } from '../../contract/limits';
import {
  type CardChoice,
  type CardFault,
  cardIn,
  isSameName,
  nameKey,
  subCardIn,
} from '../../contract/named';
import type { CreditCard } from '../../contract/responses';
import { Failure } from '../../failure';
import { daysBetween } from '../../lib/days';
import { foldSpaces } from '../../lib/fold';
import { type Members, objectsIn } from '../../lib/json';
import { groupBy } from '../../lib/once';
import { dollarsForPeople } from '../../lib/words';
import type { AnyOrder, OrderBody, OrderKind } from '../../orders/kinds';
import type { Problem } from '../../upload/spec';
import { type Proof, type ProofOptions, prove, type RefusedRows } from './proof';
import { type Defaults, type OrderItem, type PlannedOrder, sharedFields } from './types';
import type { RowValues } from './values';

/** A row of an order, with what it says about its order; undefined where it says nothing. */
export interface OrderRow
  extends RowValues,
    Readonly<Record<Exclude<keyof Defaults, 'earnRate'>, string | undefined>> {
  readonly earnRate: number | undefined;
}

/** The values of an order whose rows say nothing about them. */
export type Fallback = Partial<Omit<OrderRow, keyof RowValues>>;

export interface OrderOptions extends ProofOptions {
  readonly kind: OrderKind;
  readonly fallback: Fallback;
  /** The account's cards, if the file names one. */
  readonly cards: readonly CreditCard[];
  /** Finds the card that a text names, each text once. */
  cardNamed(text: string): CardChoice | CardFault;
  /** The name that a field has in the file. */
  header(field: string): string;
  /** Called with what an order lacks, and why. */
  onLack(reason: string): void;
  /** Called with what the total of an order has beyond its parts, in cents. */
  onDifference(cents: number): void;
}

export interface MadeOrder extends Pick<OrderItem, 'fromMoment'> {
  readonly body: OrderBody;
  /** The line item of each row. */
  readonly at: ReadonlyMap<OrderRow, number>;
}

/** The fields of an order that any of its rows may have, and when two of them are the same. */
const ownFields = [
  ['date', foldSpaces],
  ['retailer', nameKey],
  ['group', nameKey],
  ['account', foldSpaces],
  ['status', nameKey],
] as const;

/** The rows as line items, the one that each row is of: rows that differ only in their payment are one. */
function itemsOf(rows: readonly OrderRow[]) {
  const itemOf = new Map<OrderRow, OrderRow>();
  const repeated = new Map<OrderRow, OrderRow>();
  for (const group of groupBy(rows, ({ row }) => row.whole('item')).values()) {
    const first = group[0] as OrderRow;
    for (const row of group) {
      const isRepeated = row !== first && row.row.whole('row') === first.row.whole('row');
      if (isRepeated) repeated.set(row, first);
      itemOf.set(row, isRepeated ? row : first);
    }
  }
  return { items: [...new Set(itemOf.values())], itemOf, repeated };
}

function repetition([row, first]: readonly [OrderRow, OrderRow]) {
  const message = `lines ${first.row.line} and ${row.row.line} are equal in every cell; remove one, or make them one row with the quantity of both`;
  return [first, row].map((one) => [one, { code: 'repeated_row', message }] as const);
}

/** The problem if two rows name different values for a field of their order. */
function contradiction(
  rows: readonly OrderRow[],
  { header, amounts, ofOrder = new Set() }: OrderOptions,
): Problem | undefined {
  // A total decides about the amounts, and so does the user.
  const isOpen = amounts === undefined && rows.every(({ total }) => total === undefined);
  const own = [...(isOpen ? ofOrder : [])].map((field) => [field, String] as const);
  for (const [field, same] of [...ownFields, ...own]) {
    const said = rows.filter((row) => row[field] !== undefined && row[field] !== 0);
    const bySaid = groupBy(said, (row) => same(String(row[field] ?? '')));
    const [[one] = [], [other] = []] = bySaid.values();
    if (one === undefined || other === undefined) continue;
    const advice = typeof one[field] === 'number' ? '; if each row has its own: --amounts row' : '';
    const message = `lines ${one.row.line} and ${other.row.line} are the same order but differ in ${header(field)}${advice}`;
    return { code: 'rows_differ', message };
  }
  return undefined;
}

/** True if the line items add up to the order's own total, where a layout has one beside theirs. */
function checkNetTotal(items: readonly OrderRow[], { sums }: Proof): Problem | boolean {
  const totals = new Set(items.flatMap(({ netTotal }) => netTotal ?? []));
  const [total, another] = totals;
  if (total === undefined) return false;
  const goods = subtotalOf(items, ({ price }) => price);
  const sum = orderTotal(goods, sums);
  if (another === undefined && sum === total) return true;
  const named = [...totals].map(dollarsForPeople).join(' and ');
  const message = `the order's total is ${named}, but its ${items.length} line items add up to ${dollarsForPeople(sum)}`;
  return { code: 'total_differs', message };
}

/** Half of a character that takes two units would be no text. */
const describedIn = ({ row }: OrderRow) =>
  row
    .text('description')
    .slice(0, limits.length.description)
    .replace(/[\ud800-\udbff]$/, '');

/** The rows of each line item: of one model at one price, the quantities add up. */
function linesOf(items: readonly OrderRow[]): readonly (readonly OrderRow[])[] {
  const key = (item: OrderRow) =>
    [item.row.text('model'), describedIn(item), item.price, item.payout, item.unitValue].join('\0');
  return [...groupBy(items, key).values()];
}

function lineItem(rows: readonly OrderRow[]) {
  const [first] = rows as readonly [OrderRow];
  const { row, price, payout, unitValue } = first;
  const quantity = rows.reduce((sum, one) => sum + one.quantity, 0);
  const description = describedIn(first);
  const model = row.text('model');
  return {
    ...(description !== '' && { description }),
    ...(model !== '' && { model }),
    unitPrice: price,
    quantity,
    ...(payout !== undefined && { expectedUnitPayout: payout }),
    ...(unitValue !== undefined && { unitValue }),
  };
}

/** The amounts that the file has; a tax may be known only from the total. */
function amountsOf(items: readonly OrderRow[], { sums }: Proof) {
  const named = sharedFields.filter(
    (field) => sums[field] !== 0 || items.some((item) => item[field] !== undefined),
  );
  return Object.fromEntries(named.map((field) => [field, sums[field]]));
}

/** The values in the rows of an order, each once; the fallback's if there are none. */
function saidBy(rows: readonly OrderRow[], fallback: Fallback) {
  return <F extends keyof Fallback>(field: F): readonly NonNullable<OrderRow[F]>[] => {
    const said = rows.map((row) => row[field]);
    const values = new Set(said.filter((one) => one !== undefined));
    return [...(values.size === 0 ? [fallback[field]] : values)].filter((one) => one !== undefined);
  };
}

/** The card of an order and its earn rate, as far as they are clear. */
function paidWith(said: ReturnType<typeof saidBy>, { cards, cardNamed, onLack }: OrderOptions) {
  const card = cardOf(said('card'), said('subCard'), cards, cardNamed);
  const [rate, another] = said('earnRate');
  if (another !== undefined) onLack('no earn rate of its own: its rows name several');
  if ('problem' in card) onLack(`no card: ${card.problem}`);
  const { earnRate, ...ids } = 'problem' in card ? {} : card;
  const cardEarnRate = another === undefined ? (rate ?? earnRate) : earnRate;
  return { ...ids, ...(cardEarnRate !== undefined && { cardEarnRate }) };
}

/** Makes the order of these rows, which have one order number, or says which of them keep it from being made. */
export function makeOrder(
  orderNumber: string,
  rows: readonly OrderRow[],
  options: OrderOptions,
): MadeOrder | RefusedRows {
  const refuse = (problem: Problem) => new Map(rows.map((row) => [row, problem]));
  const { kind, header } = options;
  const contradicting = contradiction(rows, options);
  if (contradicting !== undefined) return refuse(contradicting);
  const { items, itemOf, repeated } = itemsOf(rows);
  const { maximum } = limits.orderLineItems;
  const lines = linesOf(items);
  if (lines.length > maximum) {
    const message = `the order has ${lines.length} line items, but an order takes at most ${maximum}`;
    return refuse({ code: 'too_many_items', message });
  }
  const proof = prove(items, options);
  const whole = 'sums' in proof && checkNetTotal(items, proof);
  const isProven = whole === true || ('sums' in proof && proof.isOfOrder);
  if (repeated.size > 0 && !isProven) return new Map([...repeated].flatMap(repetition));
  if (!('sums' in proof)) return proof;
  if (typeof whole === 'object') return refuse(whole);
  const said = saidBy(rows, options.fallback);
  const [retailer] = said('retailer');
  const [group] = said('group');
  const [retailerAccount] = said('account');
  const [status] = said('status');
  const orderDate = rows.find(({ date }) => date !== undefined)?.date;
  const missing =
    orderDate === undefined ? 'date' : retailer === undefined ? 'retailer' : undefined;
  if (missing !== undefined)
    return refuse({ code: 'empty', message: `${header(missing)} is empty` });
  if (group === undefined) {
    const flag = kind.groupFlag;
    const column = header('group');
    const advice = column.startsWith('column')
      ? `fill in ${column}`
      : `name its column with --map "${flag}=<header>"`;
    const message = `the order has no ${flag}: ${advice}, or use --${flag} or --rules`;
    return refuse({ code: 'no_group', message });
  }
  const orderTime = rows.find(({ time }) => time !== undefined)?.time;
  const notes = [...new Set(rows.map(({ row }) => row.text('notes')))].filter((one) => one !== '');
  const body = {
    orderNumber,
    orderDate,
    ...(orderTime !== undefined && { orderTime }),
    retailer,
    [kind.group]: group,
    ...(status !== undefined && { status }),
    ...(retailerAccount !== undefined && { retailerAccount }),
    ...paidWith(said, options),
    ...(notes.length > 0 && { notes: notes.join('; ') }),
    ...amountsOf(items, proof),
    orderLineItems: lines.map(lineItem),
  };
  if (proof.difference) options.onDifference(proof.difference);
  const placeOf = (row: OrderRow) =>
    lines.findIndex((line) => line.includes(itemOf.get(row) ?? row));
  return {
    body,
    at: new Map(rows.map((row) => [row, placeOf(row)])),
    ...(rows.some(({ fromMoment }) => fromMoment) && { fromMoment: true }),
  };
}

/** The one card and sub-card that all of these texts name; none at all if one of them names none. */
export function cardOf(
  texts: readonly string[],
  subTexts: readonly string[],
  cards: readonly CreditCard[],
  cardNamed = (text: string) => cardIn(text, cards),
): Partial<CardChoice> | CardFault {
  const named = texts.map((text) => cardNamed(text));
  const [owner] = named.flatMap((one) => ('problem' in one ? [] : one.creditCardId));
  const all = [...named, ...subTexts.map((text) => subCardIn(text, cards, owner))];
  const fault = all.find((one) => 'problem' in one);
  if (fault !== undefined) return fault;
  const choices = all.flatMap((one) => ('problem' in one ? [] : one));
  const ids = new Set(choices.map(({ creditCardId }) => creditCardId));
  const subIds = new Set(choices.flatMap(({ subCreditCardId }) => subCreditCardId ?? []));
  if (ids.size > 1 || subIds.size > 1) return { problem: 'its rows name different cards' };
  return Object.assign({}, ...choices);
}

/** The number of units for each unit price, cheapest first: `2 × $10.00 and 1 × $20.00`. */
function quantities(items: unknown): string {
  const byPrice = new Map<number, number>();
  for (const item of objectsIn(items)) {
    const price = Number(item.unitPrice ?? 0);
    byPrice.set(price, (byPrice.get(price) ?? 0) + Number(item.quantity ?? 0));
  }
  return [...byPrice]
    .filter(([, quantity]) => quantity > 0)
    .sort(([one], [other]) => one - other)
    .map(([price, quantity]) => `${quantity} × ${dollarsForPeople(price)}`)
    .join(' and ');
}

/**
 * The differences that make it another order, with both values: in date, retailer and line items. People go
 * on working on the rest. A day that came from a moment may be one off. What the service does not show proves
 * nothing: of a gift card order it need not show any of these.
 */
export function differencesOf(
  order: Members,
  body: Members,
  fromMoment: boolean,
): readonly string[] {
  const isNear = (one: string, other: string) =>
    Math.abs(daysBetween(one, other)) <= Number(fromMoment);
  const fields = [
    ['orderDate', 'date', String, isNear],
    ['retailer', 'retailer', String, isSameName],
    ['orderLineItems', 'line items', quantities, Object.is],
  ] as const;
  return fields.flatMap(([field, words, shown, isSame]) => {
    if (body[field] === undefined) return [];
    if (order[field] == null) return [`the service shows no ${words}`];
    const [is, wanted] = [shown(order[field]), shown(body[field])];
    return isSame(is, wanted) ? [] : [`${words} ${is}, not ${wanted}`];
  });
}

export type Standing = ReturnType<typeof standing>;

/** The state of the account's order under the number of an order in a file, of which the row has the body. */
export function standing(
  { orderNumber, body = {}, fromMoment }: Pick<PlannedOrder, 'orderNumber' | 'body' | 'fromMoment'>,
  order: AnyOrder | undefined,
) {
  if (order === undefined) return { kind: 'new' as const };
  const differs = differencesOf(order, body, fromMoment === true);
  if (differs.length > 0) {
    const failure = differing(order.orderNumber ?? orderNumber, differs.join('; '));
    return { kind: 'differs' as const, failure };
  }
  // Worth saying, but they make no other order.
  const otherAmounts = sharedFields.some(
    (field) => field in order && field in body && order[field] !== body[field],
  );
  return { kind: 'present' as const, order, otherAmounts };
}

/** Refuses an order whose number the account has for another one. */
function differing(orderNumber: string, how: string): Failure {
  return new Failure({
    ending: 'conflict',
    code: 'differs',
    message: `The account's order ${orderNumber} differs: ${how}`,
  });
}

/** Refuses an order whose number an order of the other kind has. */
export const elsewhere = (orderNumber: string, { words }: Pick<OrderKind, 'words'>) =>
  differing(orderNumber, `it is a ${words}`);
