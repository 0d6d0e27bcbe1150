import { resolveDay } from '../../../cli/day';
import { readMoneyCell } from '../../../cli/money';
import { Failure, usageFailure } from '../../../failure';
import type { MoneyUnit } from '../../../formats';
import { plainName } from '../../../lib/fold';
import { namesCodes } from '../../../secrets/secret';
import { isDecimal, isRounded } from '../../../tabular/cells';
import { type FieldNames, isResultsHeader } from '../../../tabular/header';
import type { RowOptions, TableCell } from '../../../tabular/rows';
import type { Problem } from '../../../upload/spec';
import { readField } from '../fields';
import type { OrderField, OrderKind } from '../kinds';

/** `11/23/2026`, which spreadsheets make of a date: its day and month may be swapped. */
const ambiguous = /^\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})$/;
const moment =
  /^(\d{4}-\d{2}-\d{2})[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;
/** Programs that have only moments write a day like this. */
const midnight = /[T ]0?0:00(?::00(?:\.0+)?)?Z?$/i;

/** The text of a date's cell without what programs add to it. Throws a usage failure that quotes it. */
export function dateText(text: string, header: string): string {
  if (ambiguous.test(text)) {
    throw usageFailure(`column "${header}" takes a date, not "${text}"`, {
      hint: 'Write dates as 2026-11-23, or delete the date columns from a file of updates (an update sends only the columns it has), or keep the file as .xlsx',
    });
  }
  const [, day] = moment.exec(text) ?? [];
  if (day === undefined) return text;
  if (midnight.test(text)) return day;
  throw usageFailure(`column "${header}" takes a date, not "${text}"`, {
    hint: `Leave out the time: ${day}`,
  });
}

/** How to read the cells of a file of orders. */
export interface CellReading {
  readonly kind: OrderKind;
  /** The unit of money cells. */
  readonly unit: MoneyUnit;
  /** `YYYY-MM-DD`, from which `today` and `30d` are resolved. */
  readonly today: string;
  /** How to read the file, with `--map` as typed. */
  readonly reading?: RowOptions['reading'];
}

/** The columns for single-text fields, by the service's names or the flags' names. */
export function fieldColumns(kind: OrderKind): readonly FieldNames[] {
  return kind.fields.map(({ field, flag, type }) => ({
    field,
    // A column contains the service's card ids, while `--card` takes what people call them.
    names: type === 'card' ? [] : [flag],
  }));
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
  if (!header.map(plainName).some(namesCodes)) return;
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

/** The value to send for a cell. Throws a usage failure that quotes the cell. */
export function readFieldCell(
  field: OrderField,
  { text, exact, header }: TableCell,
  { kind, unit, today }: CellReading,
): string | number {
  if (numberLike.includes(field.field)) refuseChanged(text, header);
  // The service itself ignores spaces around an order number, the only id.
  if (field.type === 'text') return exact;
  const readMoney = (typed: string, label: string) => readMoneyCell(typed, label, unit);
  const typed = field.type === 'date' ? dateText(text, header) : text;
  const value = readField(field, typed, `column "${header}"`, kind, readMoney);
  return typeof value === 'object' ? resolveDay(value, today) : value;
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
