import { usageFailure } from '../failure';
import type { MoneyUnit } from '../formats';
import {
  centsSigns,
  type MoneyCell,
  moneyReader,
  provesDollars,
  type ReadAmount,
  readAmount,
  type ShownSigns,
} from './amount';
import { type DateOrder, otherOrders, readDate } from './date';
import type { TableCell, TableRow } from './rows';

/** What the cells of a column prove together, beyond what each of them shows. */
export interface Proving {
  readonly field: string;
  readonly proves?: 'dates' | 'money';
}

/** What a whole file proves about its cells, computed once over its rows. */
export interface FileFacts {
  readonly dateOrder: DateOrder;
  readonly unit: MoneyUnit;
  /** The fields with a date that only the other order can read: what their cells mean is in doubt. */
  readonly otherDates: ReadonlySet<string>;
  /** Reads money in cents, with the unit and the decimal signs that the file shows. */
  readMoney(cell: MoneyCell): ReadAmount;
}

/** The cells of money in some rows. */
export function moneyCells(
  rows: readonly TableRow[],
  isMoney: (field: string) => boolean,
): readonly TableCell[] {
  return rows.flatMap(({ filled }) => filled.filter(({ field }) => isMoney(field)));
}

/** Whether a date can be read only in the other order: `15/01/2026` is no `mdy`. */
export function isOtherDate({ text }: Pick<TableCell, 'text'>, dateOrder: DateOrder): boolean {
  return (
    readDate(text, dateOrder) === undefined &&
    typeof readDate(text, otherOrders[dateOrder]) === 'string'
  );
}

/** What is known of a file before its rows are looked at. */
interface GivenFacts {
  readonly dateOrder?: DateOrder | undefined;
  readonly unit: MoneyUnit;
  /** What the amounts of the run's files show, if it has several. */
  readonly signs?: ShownSigns | undefined;
}

/** What these rows of a file prove; rows that are left out later prove it as well. */
export function fileFacts(
  rows: readonly TableRow[],
  columns: readonly Proving[],
  { dateOrder = 'mdy', unit, signs }: GivenFacts,
): FileFacts {
  const fieldsOf = (proves: Proving['proves']) =>
    new Set(columns.flatMap((one) => (one.proves === proves ? [one.field] : [])));
  const [dates, money] = [fieldsOf('dates'), fieldsOf('money')];
  const otherDates = new Set<string>();
  for (const row of rows) {
    // The cells of a shifted row may be in other columns than their own.
    if (row.isRagged) continue;
    for (const cell of row.filled) {
      if (dates.has(cell.field) && isOtherDate(cell, dateOrder)) otherDates.add(cell.field);
    }
  }
  const shown = signs ?? centsSigns(moneyCells(rows, (field) => money.has(field)));
  return { dateOrder, unit, otherDates, readMoney: moneyReader(unit, shown) };
}

/** An amount that can't be a whole number of cents, as the file shows it: `USD 5`, `19.99`. */
export function dollarsIn(cell: TableCell): string | undefined {
  return provesDollars(cell) ? (cell.amount ?? cell.text) : undefined;
}

/** A member of JSON whose number has a decimal point; a parsed 299.00 would no longer show it. */
const decimalMember = /"(\w+)"\s*:\s*(-?\d+\.\d+)/g;

/** The same among members of JSON: `{"unitPrice":19.99}`. */
export function nestedDollars(text: string, members: readonly string[]): string | undefined {
  return [...text.matchAll(decimalMember)].find(([, name = '']) => members.includes(name))?.[2];
}

export interface UnitOptions {
  /** The file's name for the user. */
  readonly name: string;
  /**
   * Whether the columns of money go by the service's own names, which are in cents unless the user names
   * another unit; by those of a person's sheet, which must show its unit; or some by these, some by those.
   */
  readonly names: 'own' | 'other' | 'mixed';
  /** The unit that the user named. */
  readonly given: MoneyUnit | undefined;
  isMoney(field: string): boolean;
  /** An amount in a cell that can only be dollars. */
  shows?(cell: TableCell): string | undefined;
}

/**
 * The unit of the money in these rows: the only reader of it. Throws a usage failure for 119 that may be
 * dollars or cents, and for dollars in a file of cents: then the whole numbers of its column are in doubt
 * too, and sent as cents they would be a hundredth of the amount.
 */
export function unitOfRows(
  rows: readonly TableRow[],
  { name, names, given, isMoney, shows = dollarsIn }: UnitOptions,
): MoneyUnit {
  if (given === 'dollars') return given;
  let first: TableCell | undefined;
  for (const { line, filled } of rows) {
    for (const cell of filled) {
      const shown = isMoney(cell.field) ? shows(cell) : undefined;
      if (isMoney(cell.field)) first ??= cell;
      if (shown === undefined) continue;
      if (names === 'other' && given === undefined) return 'dollars';
      if (names === 'own' || given === 'cents') {
        throw usageFailure(
          `column "${cell.header}" takes whole cents, but line ${line} has ${shown}`,
          { hint: whatToDo(cell, shown) },
        );
      }
    }
  }
  if (names === 'own' || given !== undefined || first === undefined) return given ?? 'cents';
  throw usageFailure(`${name}: are the amounts in column "${first.header}" dollars or cents?`, {
    hint: 'Use --money dollars or --money cents. Nothing was sent.',
  });
}

/** What to do about dollars: `--money dollars` reads only some ways to write an amount. */
function whatToDo(cell: TableCell, shown: string): string {
  // What a workbook shows may have a sign that the number itself lacks.
  const typed = cell.amount === undefined ? shown : cell.text;
  const next =
    (readAmount(typed) ?? -1) < 0
      ? 'Write every amount as 1234.50 or $1,234.50 and use --money dollars, or in cents as 123450.'
      : 'Use --money dollars.';
  return `${next} Nothing was sent.`;
}
