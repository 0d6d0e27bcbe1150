import { limits } from '../../contract/limits';
import { foldSpaces, plainName } from '../../lib/fold';
import { groupBy } from '../../lib/group-by';
import { dollarsForPeople } from '../../lib/money';
import type { Problem } from '../spec';
import { type Disproof, type Proof, type ProofOptions, prove } from './proof';
import type { FileKind, OrderBody } from './types';
import type { RowValues } from './values';

type OwnField = 'date' | 'retailer' | 'group' | 'account' | 'status';

/** A row of an order, with what it says about its order; undefined where it says nothing. */
export interface OrderRow extends RowValues {
  readonly retailer: string | undefined;
  readonly group: string | undefined;
  readonly account: string | undefined;
  readonly status: string | undefined;
  readonly card: string | undefined;
  readonly subCard: string | undefined;
  readonly earnRate: number | undefined;
}

/** The card of an order, as far as its rows name one. */
export interface OrderCard {
  readonly creditCardId?: string;
  readonly subCreditCardId?: string;
  readonly cardEarnRate?: number;
}

export interface OrderOptions extends ProofOptions {
  readonly kind: FileKind;
  /** What an order has whose rows name no group, retailer, account or status. */
  readonly fallback: Readonly<Partial<Record<OwnField, string | undefined>>>;
  /** The name that a field has in the file. */
  header(field: string): string;
  cardOf(rows: readonly OrderRow[]): OrderCard;
}

export interface MadeOrder {
  readonly body: OrderBody;
  /** The line item of each row. */
  readonly at: ReadonlyMap<OrderRow, number>;
  readonly fromMoment: boolean;
}

/** Why rows keep their order from being created; the other rows are only incomplete without them. */
export type RefusedRows = ReadonlyMap<OrderRow, Problem>;

/** The fields of an order that any of its rows may have, and when two of them are the same. */
const ownFields: readonly (readonly [field: OwnField, same: (text: string) => string])[] = [
  ['date', (text) => text],
  ['retailer', plainName],
  ['group', plainName],
  ['account', foldSpaces],
  ['status', plainName],
];

const textOf = (row: OrderRow, field: OwnField) => (field === 'date' ? row.date?.day : row[field]);

/** The rows as line items: rows that differ only in their payment are one. */
function itemsOf(rows: readonly OrderRow[]) {
  const items: OrderRow[] = [];
  const at = new Map<OrderRow, number>();
  const repeated = new Map<OrderRow, OrderRow>();
  for (const group of groupBy(rows, ({ row }) => row.itemText).values()) {
    const first = group[0] as OrderRow;
    for (const row of group) {
      const isRepeated = row !== first && row.row.whole === first.row.whole;
      if (isRepeated) repeated.set(row, first);
      if (row === first || isRepeated) items.push(row);
      at.set(row, isRepeated || row === first ? items.length - 1 : (at.get(first) ?? 0));
    }
  }
  return { items, at, repeated };
}

function repetition([row, first]: readonly [OrderRow, OrderRow]): readonly [OrderRow, Problem][] {
  const message = `lines ${first.row.line} and ${row.row.line} are equal in every cell; remove one, or make them one row with the quantity of both`;
  const problem = { code: 'repeated_row', message };
  return [
    [first, problem],
    [row, problem],
  ];
}

/** The problem if two rows name different values for a field of their order. */
function contradiction(rows: readonly OrderRow[], { header }: OrderOptions): Problem | undefined {
  for (const [field, same] of ownFields) {
    const named = rows.filter((row) => textOf(row, field) !== undefined);
    const [first] = named;
    const other = named.find(
      (row) => same(textOf(row, field) ?? '') !== same(textOf(first as OrderRow, field) ?? ''),
    );
    if (first === undefined || other === undefined) continue;
    const message = `lines ${first.row.line} and ${other.row.line} are the same order but differ in ${header(field)}`;
    return { code: 'rows_differ', message };
  }
  return undefined;
}

/** Whether the line items add up to the order's own total, where a layout has one beside theirs. */
function checkNetTotal(items: readonly OrderRow[]): Problem | boolean {
  const totals = new Set(items.flatMap(({ netTotal }) => netTotal ?? []));
  const [total, ...others] = totals;
  if (total === undefined) return false;
  const sum = items.reduce((all, item) => all + (item.total ?? 0), 0);
  if (others.length === 0 && sum === total) return true;
  const named = [...totals].map(dollarsForPeople).join(' and ');
  const message = `the order's total is ${named}, but its ${items.length} line items add up to ${dollarsForPeople(sum)}`;
  return { code: 'total_differs', message };
}

const longestDescription = limits.length.description;

function lineItem({ row, price, quantity, payout, unitValue }: OrderRow) {
  // Half of a character that takes two units would be no text.
  const description = row
    .text('description')
    .slice(0, longestDescription)
    .replace(/[\ud800-\udbff]$/, '');
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
  const { shipping, tax, discount } = sums;
  const has = (field: 'shipping' | 'tax' | 'discount') =>
    sums[field] !== 0 || items.some((item) => item[field] !== undefined);
  return {
    ...(has('shipping') && { shipping }),
    ...(has('tax') && { tax }),
    ...(has('discount') && { discount }),
  };
}

function isDisproof(proof: Proof | Disproof): proof is Disproof {
  return 'problem' in proof;
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
  const { items, at, repeated } = itemsOf(rows);
  const { maximum } = limits.orderLineItems;
  if (items.length > maximum) {
    const message = `the order has ${items.length} line items, but an order takes at most ${maximum}`;
    return refuse({ code: 'too_many_items', message });
  }
  const proof = prove(items, options);
  const whole = checkNetTotal(items);
  const isProven = whole === true || (!isDisproof(proof) && proof.isOfOrder);
  if (repeated.size > 0 && !isProven) return new Map([...repeated].flatMap(repetition));
  if (isDisproof(proof)) {
    return new Map(proof.rows.map((row) => [row as OrderRow, proof.problem(row)]));
  }
  if (typeof whole === 'object') return refuse(whole);
  const [orderDate, retailer, group, retailerAccount, status] = ownFields.map(
    ([field]) =>
      rows.map((row) => textOf(row, field)).find((text) => text !== undefined) ??
      options.fallback[field],
  );
  const missing =
    orderDate === undefined ? 'date' : retailer === undefined ? 'retailer' : undefined;
  if (missing !== undefined)
    return refuse({ code: 'empty', message: `${header(missing)} is empty` });
  if (group === undefined) {
    const flag = kind.group === 'platform' ? 'platform' : 'group';
    const message = `the order has no ${flag}: no rule fits and no cell names one; add a rule, fill in the cell, or use --${flag}`;
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
    ...options.cardOf(rows),
    ...(notes.length > 0 && { notes: notes.join('; ') }),
    ...amountsOf(items, proof),
    orderLineItems: items.map(lineItem),
  };
  return { body, at, fromMoment: rows.some(({ date }) => date?.isZoned) };
}
