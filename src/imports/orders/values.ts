import { isSameNumber, orderNumberKey } from '../../contract/named';
import { daysBetween } from '../../lib/days';
import { groupBy, onceEach } from '../../lib/once';
import { dollarsForPeople, grouped, typedWords } from '../../lib/words';
import { readAmount } from '../../tabular/amount';
import { isDecimal, isRounded, plainIdentifier, totalRow } from '../../tabular/cells';
import { cellSentence, type FileFacts, isFault } from '../../tabular/column';
import { dateOrders, type Moment, readDate } from '../../tabular/date';
import { priceOf } from '../../tabular/header-words';
import type { TableCell } from '../../tabular/rows';
import type { Problem } from '../../upload/spec';
import { zerosFromThe16th } from '../shipments/cell-words';
import type { SheetField } from './layouts';
import type { Sheet, SheetRow } from './sheet';
import { ownedFields, type PlanOptions, sharedFields } from './types';

/** The fields whose cells are money. */
const moneyFields = typedWords(
  'price payout unitValue shipping tax discount total netTotal',
) satisfies readonly SheetField[];
type MoneyField = (typeof moneyFields)[number];

/** The fields that a row has a value of, in the order in which the first fault is looked for. */
const valueFields = ['currency', 'quantity', ...moneyFields, 'date', 'time'] as const;

/** The values of a row, about its line item and its order; amounts in cents. */
export interface RowValues extends Readonly<Partial<Record<MoneyField, number>>> {
  readonly row: SheetRow;
  readonly price: number;
  readonly quantity: number;
  readonly date: string | undefined;
  /** True if the day came from a moment. */
  readonly fromMoment: boolean;
  readonly time: string | undefined;
  /** The discounts of several columns, where `discount` is their sum. */
  readonly discounts?: readonly number[];
}

export interface ValueOptions extends Pick<PlanOptions, 'today'> {
  readonly sheet: Pick<Sheet, 'layout' | 'columns' | 'types'>;
  readonly facts: FileFacts;
  /** The fields whose amounts are the line's. */
  readonly perLine: readonly ('price' | 'payout')[];
}

export function isProblem(value: object): value is Problem {
  return 'code' in value && 'message' in value;
}

function problem(code: string, header: string, message: string): Problem {
  return { code, message: `column "${header}" ${message}` };
}

/** The problem of a cell's text; `why` continues a sentence that begins with the text. */
export function unreadable(
  { header, text }: Pick<TableCell, 'header' | 'text'>,
  why: string,
): Problem {
  return { code: 'invalid', message: `column "${header}": "${text}" ${why}` };
}

/** Texts that people write in place of a number to come, or below the orders. */
const noNumber = /^(?:[^\p{L}\p{N}]+|tbd|tba|tbc|pending|unknown|missing)$/iu;
/** One number, not a list of them or a link. */
const severalNumbers = /[,;|\n\r]|:\/\//;
/** Signs between two numbers of a cell, and the same with spaces, which are inside of numbers as well. */
const separators = [/[/&+\\•·→]/, /[/&+\\•·→()#\s]/];
/** Words and signs between two numbers, whatever they look like. */
const joined = /\s(?:[/&+]|and|y|und|et|or|oder|ou|u\.|plus|to|bis|thru|through)\s/i;

/** True if a text has two numbers of one form (`D-9/D-10`; not `2026/114` or `WM-1/2`), or words like `and` between two. */
function namesTwo(text: string): boolean {
  const form = (part: string) => part.replace(/\d/g, '9').replace(/\p{L}/gu, 'A');
  // Short numbers of one form have the same letters; how many digits they have doesn't count.
  const letters = (part: string) => part.toUpperCase().replace(/[^\p{L}]+/gu, '0');
  return separators.some((separator) => {
    const [first = '', ...others] = text.split(separator).filter((part) => /\d/.test(part));
    const areAlike = (of: typeof form) => others.every((part) => of(part) === of(first));
    const areNumbers =
      (first.length > 7 && areAlike(form)) || (/\p{L}/u.test(first) && areAlike(letters));
    return others.length > 0 && (areNumbers || joined.test(text));
  });
}

/** `D-3 Total`, `D-102 (cancelled)`: a word about the row behind its number. */
const rowWord = /[\s(](?:cancell?ed|returned|refunded|(?:sub)?total)\W*$/i;

/** `11/02/2026`, `$449.99`: a cell of another column. */
const isOtherCell = (text: string) =>
  (/\/|^\d{4}-|-\p{L}{3}-/u.test(text) && dateOrders.some((order) => readDate(text, order))) ||
  (/\p{Sc}/u.test(text) && readAmount(text) != null);

/** The reason why a text can't be an order number. */
function numberProblem(text: string, header = 'orderNumber'): Problem | undefined {
  const no = (why: string) => unreadable({ header, text }, why);
  const empty =
    'the order number is empty; repeat the order number, or remove the row if it is a total';
  if (text === '') return { code: 'empty', message: empty };
  if (noNumber.test(text)) return no('is not an order number; add the row once there is one');
  if (!/\p{N}/u.test(text)) return no('has no digit of an order number');
  if (rowWord.test(text) || isOtherCell(text)) return no('is not an order number');
  const areSeveral = severalNumbers.test(text) || namesTwo(text);
  if (areSeveral) return no('is not one order number; give each order its own row');
  // Four zeros in the places that a spreadsheet loses are hardly a shop's own.
  const isCut = zerosFromThe16th.test(text) && text.length > 18;
  return isRounded(text) || isCut ? changedNumber(text, header) : undefined;
}

/** The problem of an order number that is not what it was: `9.4E+21`, and `821.0` if no order has the digits. */
export function changedNumber(text: string, header = 'orderNumber'): Problem {
  const what = `is ${text}, a number that a spreadsheet changed; format the column as text and enter it again`;
  return problem('spreadsheet_number', header, what);
}

/** `Unit Tax`, `Discount each`: an amount that each unit has. */
const isOfEach = onceEach((header) => priceOf(header) === 'unit');
const isShared = (field: string) => (sharedFields as readonly string[]).includes(field);

/** The problem of a merged cell: its value is not that of one row. */
export function mergedProblem({ header }: Pick<TableCell, 'header'>): Problem {
  return problem('merged', header, 'is merged with other rows; give each row its own');
}

/** The values in the cells of a row, or the problem of the first cell that can't be read. */
function saidIn(row: SheetRow, { sheet, facts }: ValueOptions) {
  const said: Partial<Record<(typeof valueFields)[number], unknown>> = {};
  const discounts: number[] = [];
  for (const field of valueFields) {
    const type = sheet.types.get(field);
    if (type === undefined || !sheet.columns.has(field)) continue;
    for (const cell of row.all(field)) {
      if (cell.merged && (ownedFields as readonly string[]).includes(field))
        return mergedProblem(cell);
      const read = type.read(cell, facts);
      if (isFault(read)) return { code: read.code, message: cellSentence(cell, read) };
      const isOfUnit = isShared(field) && !sheet.layout && isOfEach(cell.header);
      const { value: each } = read;
      const value = isOfUnit && each ? Number(each) * Number(said.quantity ?? 1) : each;
      if (field === 'discount' && typeof value === 'number') discounts.push(value);
      const before = said[field];
      const adds = typeof before === 'number' && typeof value === 'number';
      said[field] = adds ? before + value : (value ?? before);
    }
  }
  return { ...said, ...(discounts.length > 1 && { discounts }) } as Partial<
    Record<MoneyField | 'quantity', number>
  > & {
    readonly currency?: string;
    readonly date?: Moment;
    readonly time?: string;
    readonly discounts?: readonly number[];
  };
}

/** The most units of a line, and the highest price of one in cents: more is a slip. */
const most = { quantity: 1000, price: 10_000_000 } as const;

/** The reason why a value can't be meant: a price of $1,199,000.00, an order of next month. */
function absurdity(
  { price, quantity, date }: Pick<RowValues, 'price' | 'quantity' | 'date'>,
  today: string,
  headerOf: (field: SheetField) => string,
): Problem | undefined {
  const bad = (field: SheetField, what: string) => problem('invalid', headerOf(field), what);
  if (quantity > most.quantity)
    return bad('quantity', `is ${grouped(quantity)}; more than 1,000 are a slip`);
  if (price > most.price)
    return bad('price', `is ${dollarsForPeople(price)}; a price above $100,000 is a slip`);
  const isAhead = date !== undefined && daysBetween(today, date) > 1;
  return isAhead ? bad('date', `is ${date}, a day after tomorrow`) : undefined;
}

/** Reads a row. */
export function readValues(row: SheetRow, options: ValueOptions): RowValues | Problem {
  const { sheet, perLine, today } = options;
  const { layout, columns } = sheet;
  const number = numberProblem(row.orderNumber, columns.get('orderNumber'));
  const bad =
    row.problem ?? (row.orderNumber === '' ? number : (totalRow(row.table.cells) ?? number));
  if (bad !== undefined) return bad;
  const said = saidIn(row, options);
  if (isProblem(said)) return said;
  const headerOf = (field: SheetField) => columns.get(field) ?? field;
  const { currency: _, date, time, ...amounts } = said;
  const quantity = columns.has('quantity') ? amounts.quantity : 1;
  const { price } = amounts;
  if (quantity === undefined || price === undefined) {
    const field = quantity === undefined ? 'quantity' : 'price';
    return problem('empty', headerOf(field), 'is empty');
  }
  for (const field of perLine) {
    const amount = amounts[field];
    if (amount === undefined) continue;
    const what = `is for ${quantity} units, which does not give whole cents for one`;
    if (amount % quantity !== 0) return problem('uneven_price', headerOf(field), what);
    amounts[field] = amount / quantity;
  }
  const each = amounts.price ?? price;
  const absurd = absurdity({ price: each, quantity, date: date?.day }, today, headerOf);
  if (absurd !== undefined) return absurd;
  if (layout?.taxPerUnit && amounts.tax !== undefined) amounts.tax *= quantity;
  return Object.assign(amounts, {
    price: each,
    row,
    quantity,
    date: date?.day,
    fromMoment: date?.isZoned === true,
    time: time ?? (date?.isZoned ? date.time : undefined),
  });
}

/** True if the cells of a row may be in other columns than their own. */
export const isShifted = ({ problem }: SheetRow) => problem?.code === 'too_many_cells';

export type OrderNumbers = ReturnType<typeof orderNumbersOf>;

/**
 * The order numbers of the rows: all spellings of one are that of its first row. A row whose cells are shifted
 * belongs to the order that any of them names.
 */
export function orderNumbersOf(rows: readonly { readonly row: SheetRow }[]) {
  const known = new Set(rows.flatMap(({ row }) => (isShifted(row) ? [] : row.orderNumber || [])));
  /** The numbers in another spelling, with what they are read as. */
  const respelled = new Map<string, string>();
  /** The numbers that may be several, with those. */
  const unclear = new Map<string, readonly string[]>();
  for (const [key, numbers] of groupBy(known, orderNumberKey)) {
    if (key === '' || numbers.length === 1) continue;
    for (const number of numbers) {
      const alike = numbers.filter((one) => isSameNumber(one, number));
      const areOne = alike.every((one) => alike.every((other) => isSameNumber(one, other)));
      // A spreadsheet's decimals are nobody's spelling.
      const [first = number] = [...alike.filter((one) => !isDecimal(one)), ...alike];
      const others = alike.filter((one) => one !== number);
      if (!areOne) unclear.set(number, others);
      else if (first !== number) respelled.set(number, first);
    }
  }
  const of = (row: SheetRow) => {
    const { orderNumber } = row;
    const all = isShifted(row) ? [orderNumber, ...row.table.cells.map(plainIdentifier)] : [];
    const number = all.find((one) => known.has(one)) ?? orderNumber;
    return respelled.get(number) ?? number;
  };
  return { of, respelled, unclear };
}
