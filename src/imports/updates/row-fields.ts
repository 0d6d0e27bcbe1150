import { readChoice } from '../../cli/flag';
import { statusMeant } from '../../contract/named';
import { Failure, usageFailure } from '../../failure';
import { headerName } from '../../lib/fold';
import type { ReadMoney } from '../../orders/file-money';
import type { OrderField, OrderKind } from '../../orders/kinds';
import { namesCodes } from '../../secrets/secret';
import { isDecimal, isNone, isRounded } from '../../tabular/cells';
import { type DateOrder, notADate, readMoment, readTimeOfDay } from '../../tabular/date';
import { isResultsHeader } from '../../tabular/header';
import { readRate } from '../../tabular/numbers';
import type { TableCell } from '../../tabular/rows';
import type { Problem } from '../../upload/spec';

/** Programs that have only moments write a day like this. */
const utcMidnight = /[T ]0?0:00(?::00(?:\.0+)?)?Z$/i;

/** How to read the cells of a file of orders. */
export interface CellReading {
  readonly kind: OrderKind;
  readonly readMoney: ReadMoney;
  readonly dateOrder: DateOrder;
}

/**
 * Refuses a file of several orders that contains redemption codes, before any of it is kept: "codes
 * are in no column there".
 */
export function refuseCodes(header: readonly string[], name: string): void {
  if (isResultsHeader(header)) {
    throw usageFailure(`${name} is the results file of an earlier upload`, {
      hint: 'Send the rejects file of that upload instead, after you have fixed its rows.',
    });
  }
  if (!header.map(headerName).some(namesCodes)) return;
  throw usageFailure(`${name} has a column of redemption codes`, {
    hint: 'Set codes for a single order with --codes-file: waybill never keeps codes on disk.',
  });
}

/** Fields that often hold long numbers, which other programs take for amounts. */
export const numberLike: readonly string[] = ['orderNumber', 'retailerAccount'];

/** Refuses a number that another program changed. */
function refuseChanged(text: string, header: string): void {
  if (isRounded(text)) {
    throw usageFailure(`column "${header}" is ${text}, a number that a spreadsheet rounded`, {
      hint: 'Format the column as text and enter the number again',
    });
  }
  if (!isDecimal(text)) return;
  throw usageFailure(
    `column "${header}" is ${text}: the program that wrote the file made it a decimal number`,
    { hint: `Format the column as text, or remove the ${text.slice(text.indexOf('.'))}` },
  );
}

/** A cell's value, undefined if it says that there is none. Throws if it has another form. */
function orThrow<T>(value: T | null | undefined, cell: TableCell, why: string): T | undefined {
  if (value !== undefined) return value ?? undefined;
  throw usageFailure(`column "${cell.header}": "${cell.text}" ${why}`);
}

/** The day of a cell and its time, both local. */
export function readDayCell(cell: TableCell, { dateOrder }: CellReading) {
  const moment = readMoment(cell.text.replace(utcMidnight, ''), dateOrder);
  return orThrow(moment, cell, notADate(cell.text, dateOrder));
}

/**
 * The value to send for a cell; undefined for `N/A` and the like. Throws a usage failure that quotes
 * the cell.
 */
export function readFieldCell(
  field: OrderField,
  cell: TableCell,
  reading: CellReading,
): string | number | undefined {
  const { text, exact, header } = cell;
  const { kind, readMoney } = reading;
  // A note may say so, and a dash is 0 as an amount.
  if (isNone(text) && field.type !== 'money' && field.field !== 'notes') return undefined;
  if (numberLike.includes(field.field)) refuseChanged(text, header);
  switch (field.type) {
    // The service itself ignores spaces around an order number, the only id.
    case 'text':
      return exact;
    case 'date':
      return readDayCell(cell, reading)?.day;
    case 'time':
      return orThrow(readTimeOfDay(text), cell, 'is not a time such as 14:30 or 2:30 PM');
    case 'money': {
      const cents = readMoney(cell, `column "${header}"`);
      // People write a discount as what it takes off.
      return field.field === 'discount' ? Math.abs(cents) : cents;
    }
    case 'rate':
      return orThrow(readRate(text), cell, 'is not a multiplier such as 2 or 1.5');
    case 'status':
      return (
        statusMeant(text, kind.statuses) ?? readChoice(text, `column "${header}"`, kind.statuses)
      );
    default:
      return text;
  }
}

/** Reads part of a row; a failure becomes the row's problem. */
export async function orProblem<T>(
  read: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly problem: Problem }> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const issues = (error.issues ?? []).map(({ path, message }) => `${path} ${message}`);
    const words = [error.message, error.hint].filter((one) => one !== undefined);
    const message = issues.length === 0 ? words.join('. ') : issues.join('; ');
    return { problem: { code: 'invalid', message } };
  }
}
