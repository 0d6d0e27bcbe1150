import { currencyFault, type ReadAmount } from '../../tabular/amount';
import { isDecimal, isRounded } from '../../tabular/cells';
import { type DateOrder, notADate, readMoment, readTimeOfDay } from '../../tabular/date';
import { readCount } from '../../tabular/numbers';
import type { TableCell } from '../../tabular/rows';
import type { Problem } from '../../upload/spec';
import { isDestroyed } from '../shipments/cell-words';
import type { SheetField } from './layouts';
import type { Sheet, SheetRow } from './sheet';

/** The fields whose cells are money. */
export const moneyFields = [
  ...(['price', 'payout', 'unitValue', 'shipping', 'tax', 'discount'] as const),
  ...(['total', 'netTotal'] as const),
] satisfies readonly SheetField[];
type MoneyField = (typeof moneyFields)[number];

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
  readonly sheet: Pick<Sheet, 'layout' | 'columns'>;
  readonly dateOrder: DateOrder;
  readMoney(cell: TableCell): ReadAmount;
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
/** A row of sums; a name may begin with the word. */
const totalWord =
  /^(?:(?:grand|sub|order)?[- ]?totals?|(?:sub|gran )?total(?:es)?|(?:zwischen|gesamt)?summe|sous-total):?$/i;

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
  if (!isRounded(text) && !isDestroyed(text) && !isDecimal(text)) return undefined;
  const what = `is ${text}, a number that a spreadsheet changed; format the column as text and enter it again`;
  return problem('spreadsheet_number', header, what);
}

/** An amount in quotes: `'-14.39'`. The reader of the table has taken the first one off. */
function unquoted(cell: TableCell): TableCell {
  return { ...cell, text: cell.text.replace(/'$/, '') };
}

/** What each unit of a line item has of its own, so that one value of several rows would count for each. */
const ofItems = ['price', 'quantity', 'payout', 'unitValue'] as const;

/** Why the value of a merged cell is not that of one row. */
export function mergedProblem({ header }: Pick<TableCell, 'header'>): Problem {
  return problem('merged', header, 'is merged with other rows; give each row its own');
}

/** Reads the amounts of a row; all but a discount must not be negative. */
function readAmounts(row: SheetRow, { readMoney }: ValueOptions) {
  const amounts: Partial<Record<MoneyField, number>> = {};
  for (const field of moneyFields) {
    const cell = row.cell(field);
    if (cell === undefined) continue;
    const read = readMoney(unquoted(cell));
    if ('fault' in read) return unreadable(cell, read.fault);
    if (read.cents === null) continue;
    if (read.cents < 0 && field !== 'discount') {
      return problem('negative', cell.header, `is negative: ${cell.text}`);
    }
    amounts[field] = Math.abs(read.cents);
  }
  return amounts;
}

function readQuantity(row: SheetRow, columns: Sheet['columns']): number | Problem {
  const header = columns.get('quantity');
  if (header === undefined) return 1;
  const { text = '' } = row.cell('quantity') ?? {};
  const count = readCount(text);
  if (typeof count === 'number' && count >= 0) return count;
  if (count === null) return problem('empty', header, 'is empty');
  return count === undefined
    ? problem('invalid', header, `takes a whole number, not "${text}"`)
    : problem('negative', header, `is negative: ${text}`);
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
  const total = row.raw.find((cell) => totalWord.test(cell.trim()));
  if (total !== undefined) {
    const message = `"${total.trim()}" says that the row is a sum of others; remove it`;
    return { code: 'total_row', message };
  }
  const currency = row.text('currency');
  const fault = currency === '' ? undefined : currencyFault(currency);
  if (fault) return problem('currency', columns.get('currency') ?? 'currency', fault);
  const merged = ofItems.map((field) => row.cell(field)).find((cell) => cell?.merged);
  if (merged !== undefined) return mergedProblem(merged);
  const quantity = readQuantity(row, columns);
  if (typeof quantity !== 'number') return quantity;
  const amounts = readAmounts(row, options);
  if (isProblem(amounts)) return amounts;
  if (amounts.price === undefined) {
    return problem('empty', columns.get('price') ?? 'price', 'is empty');
  }
  for (const field of layout?.perLine ?? []) {
    const amount = amounts[field];
    if (amount === undefined) continue;
    const one = perUnit(amount, quantity, columns.get(field) ?? field);
    if (typeof one !== 'number') return one;
    amounts[field] = one;
  }
  if (layout?.taxPerUnit && amounts.tax !== undefined) amounts.tax *= quantity;
  const day = row.cell('date');
  const date = readMoment(day?.text, options.dateOrder, { isUtc: layout?.isUtc === true });
  if (day !== undefined && date === undefined) {
    return unreadable(day, notADate(day.text, options.dateOrder));
  }
  const clock = row.cell('time');
  const time = readTimeOfDay(clock?.text);
  if (clock !== undefined && time === undefined) return unreadable(clock, 'is not a time of day');
  return Object.assign(amounts, {
    ...{ price: amounts.price, row, quantity },
    date: date?.day,
    fromMoment: date?.isZoned === true,
    time: time ?? (date?.isZoned ? date.time : undefined),
  });
}
