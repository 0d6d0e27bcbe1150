import { isDecimal, isRounded, isTotal } from '../../tabular/cells';
import type { FileFacts } from '../../tabular/column';
import { cellSentence, isFault } from '../../tabular/column';
import type { Moment } from '../../tabular/date';
import type { TableCell } from '../../tabular/rows';
import type { Problem } from '../../upload/spec';
import type { SheetField } from './layouts';
import type { Sheet, SheetRow } from './sheet';

/** The fields whose cells are money. */
export const moneyFields = [
  ...(['price', 'payout', 'unitValue', 'shipping', 'tax', 'discount'] as const),
  ...(['total', 'netTotal'] as const),
] satisfies readonly SheetField[];
type MoneyField = (typeof moneyFields)[number];

/** The fields that a row has a value of, in the order in which the first fault is looked for. */
const valueFields = ['currency', 'quantity', ...moneyFields, 'date', 'time'] as const;

/** What a row says about its line item and its order, as values; amounts in cents. */
export interface RowValues extends Readonly<Partial<Record<MoneyField, number>>> {
  readonly row: SheetRow;
  readonly price: number;
  readonly quantity: number;
  readonly date: string | undefined;
  /** Whether the day came from a moment. */
  readonly fromMoment: boolean;
  readonly time: string | undefined;
}

export interface ValueOptions {
  readonly sheet: Pick<Sheet, 'layout' | 'columns' | 'types'>;
  readonly facts: FileFacts;
}

export function isProblem(value: object): value is Problem {
  return 'code' in value && 'message' in value;
}

function problem(code: string, header: string, message: string): Problem {
  return { code, message: `column "${header}" ${message}` };
}

/** What is wrong with the text of a cell; `why` continues a sentence that begins with it. */
export function unreadable(
  { header, text }: Pick<TableCell, 'header' | 'text'>,
  why: string,
): Problem {
  return { code: 'invalid', message: `column "${header}": "${text}" ${why}` };
}

/** What people write where a number will be, or below the orders. */
const noNumber = /^(?:[^\p{L}\p{N}]+|tbd|tba|tbc|pending|unknown|missing)$/iu;
/** One number, not a list of them or a link. */
const severalNumbers = /[,;|\n\r]|:\/\//;
/** Why a text can't be an order number. */
function numberProblem(text: string, header = 'orderNumber'): Problem | undefined {
  if (text === '')
    return { code: 'empty', message: 'the order number is empty; remove the row if it is a total' };
  if (noNumber.test(text)) {
    return unreadable({ header, text }, 'is not an order number; add the row once there is one');
  }
  if (severalNumbers.test(text)) {
    return unreadable({ header, text }, 'is not one order number; give each order its own row');
  }
  if (!isRounded(text) && !isDecimal(text)) return undefined;
  const what = `is ${text}, a number that a spreadsheet changed; format the column as text and enter it again`;
  return problem('spreadsheet_number', header, what);
}

/** What each unit of a line item has of its own, so that one value of several rows would count for each. */
const ofItems = ['price', 'quantity', 'payout', 'unitValue'] as const;

/** Why the value of a merged cell is not that of one row. */
export function mergedProblem({ header }: Pick<TableCell, 'header'>): Problem {
  return problem('merged', header, 'is merged with other rows; give each row its own');
}

/** What the cells of a row say, or what is wrong with the first that can't be read. */
function saidIn(row: SheetRow, { sheet, facts }: ValueOptions) {
  const said: Partial<Record<(typeof valueFields)[number], unknown>> = {};
  for (const field of valueFields) {
    const cell = row.cell(field);
    if (cell === undefined) continue;
    if (cell.merged && (ofItems as readonly string[]).includes(field)) return mergedProblem(cell);
    const read = sheet.types.get(field)?.read(cell, facts);
    if (read === undefined) continue;
    if (isFault(read)) return { code: read.code, message: cellSentence(cell, read) };
    said[field] = read.value;
  }
  return said as Partial<Record<MoneyField | 'quantity', number>> & {
    readonly currency?: string;
    readonly date?: Moment;
    readonly time?: string;
  };
}

/** The amount of one unit, where a layout has it for the whole line. */
function perUnit(amount: number, quantity: number, header: string) {
  if (amount % quantity === 0) return amount / quantity;
  const what = `is for ${quantity} units, which does not give whole cents for one`;
  return problem('uneven_price', header, what);
}

/** Reads a row. */
export function readValues(row: SheetRow, options: ValueOptions): RowValues | Problem {
  const { layout, columns } = options.sheet;
  const bad = row.problem ?? numberProblem(row.orderNumber, columns.get('orderNumber'));
  if (bad !== undefined) return bad;
  const total = row.raw.find(isTotal);
  if (total !== undefined) {
    const message = `"${total.trim()}" says that the row is a sum of others; remove it`;
    return { code: 'total_row', message };
  }
  const said = saidIn(row, options);
  if (isProblem(said)) return said;
  const { currency: _, date, time, ...amounts } = said;
  const quantity = columns.has('quantity') ? amounts.quantity : 1;
  const { price } = amounts;
  if (quantity === undefined || price === undefined) {
    const field = quantity === undefined ? 'quantity' : 'price';
    return problem('empty', columns.get(field) ?? field, 'is empty');
  }
  for (const field of layout?.perLine ?? []) {
    const amount = amounts[field];
    if (amount === undefined) continue;
    const one = perUnit(amount, quantity, columns.get(field) ?? field);
    if (typeof one !== 'number') return one;
    amounts[field] = one;
  }
  if (layout?.taxPerUnit && amounts.tax !== undefined) amounts.tax *= quantity;
  return Object.assign(amounts, {
    ...{ price: amounts.price ?? price, row, quantity },
    date: date?.day,
    fromMoment: date?.isZoned === true,
    time: time ?? (date?.isZoned ? date.time : undefined),
  });
}
