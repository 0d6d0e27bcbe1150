import { usageFailure } from '../failure';
import type { MoneyUnit } from '../formats';
import { onceEach } from '../lib/once';
import {
  centsSigns,
  currencyFault,
  type MoneyCell,
  moneyReader,
  provesDollars,
  type ReadAmount,
  readAmount,
  type ShownSigns,
} from './amount';
import {
  type CellFault,
  cleanCell,
  exactText,
  isDecimal,
  isNone,
  isRounded,
  plainIdentifier,
  readRate,
} from './cells';
import {
  type DateOrder,
  type Moment,
  notADate,
  otherOrders,
  readDate,
  readMoment,
  readTimeOfDay,
} from './date';
import type { FieldNames } from './record';
import type { TableCell, TableRow } from './rows';

/** The value of a cell, undefined if it says that there is none (`n/a`); or its fault. */
export type CellRead<V> = { readonly value: V | undefined } | CellFault;

export function isFault<V>(read: CellRead<V>): read is CellFault {
  return 'message' in read;
}

/** One kind of cells: the only reader of what they say. */
export interface CellType<V> extends Pick<FieldNames, 'proves'> {
  read(cell: TableCell, facts: FileFacts): CellRead<V>;
}

/** A column of one kind of file: the headers it goes by, and what its cells say. */
export interface Column<V = unknown, F extends string = string>
  extends FieldNames<F>,
    CellType<V> {}

/** The facts that a whole file proves about its cells, computed once over its rows. */
export interface FileFacts {
  readonly dateOrder: DateOrder;
  readonly unit: MoneyUnit;
  /** The fields with a date that only the other order can read: what their cells mean is in doubt. */
  readonly otherDates: ReadonlySet<string>;
  /** The fields with a text that puts the day first: of a workbook's dates, day and month may be swapped. */
  readonly dayFirst: ReadonlySet<string>;
  /** Reads money in cents, with the unit and the decimal signs that the file shows. */
  readMoney(cell: MoneyCell): ReadAmount;
}

/** True if a date can be read only in the other order: `15/01/2026` is no `mdy`. */
export function isOtherDate({ text }: Pick<TableCell, 'text'>, dateOrder: DateOrder): boolean {
  return (
    readDate(text, dateOrder) === undefined &&
    typeof readDate(text, otherOrders[dateOrder]) === 'string'
  );
}

/** The facts that are known of a file before its rows are looked at. */
interface GivenFacts {
  readonly dateOrder?: DateOrder | undefined;
  readonly unit: MoneyUnit;
  /** The signs that the amounts of the run's files show, if it has several. */
  readonly signs?: ShownSigns | undefined;
}

/** `Date (DD/MM/YYYY)`, `Datum (TT.MM.JJJJ)`. */
const dayFirstHeader = /\b(?:dd?|tt?|jj?)\W{1,2}mm?\W{1,2}[yaj]/i;

/** Collects the facts that these rows of a file prove; rows that are left out later prove them as well. */
export function fileFacts(
  rows: readonly TableRow[],
  columns: readonly FieldNames[],
  { dateOrder: given, unit, signs }: GivenFacts,
): FileFacts {
  const cellsThat = (proves: FieldNames['proves']) => {
    const own = columns.filter((one) => one.proves === proves);
    return (row: TableRow) => own.flatMap(({ field }) => row.all(field));
  };
  const [datesIn, moneyIn] = [cellsThat('dates'), cellsThat('money')];
  const dated = rows.find((row) => datesIn(row).length > 0);
  const isDayFirst = dated && datesIn(dated).some(({ header }) => dayFirstHeader.test(header));
  const dateOrder = given ?? (isDayFirst ? 'dmy' : 'mdy');
  const [otherDates, dayFirst] = [new Set<string>(), new Set<string>()];
  const seen = new Set<string>();
  for (const row of rows) {
    // The cells of a shifted row may be in other columns than their own.
    if (row.isRagged) continue;
    for (const cell of datesIn(row)) {
      if (seen.has(cell.text)) continue;
      if (!cell.text.includes('.') && isOtherDate(cell, 'mdy')) dayFirst.add(cell.field);
      if (isOtherDate(cell, dateOrder)) otherDates.add(cell.field);
      else seen.add(cell.text);
    }
  }
  const shown = signs ?? centsSigns(rows.flatMap(moneyIn));
  return { dateOrder, unit, otherDates, dayFirst, readMoney: moneyReader(unit, shown) };
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
  readonly name: string;
  /**
   * True if the columns of money go by the service's own names, which are in cents unless the user names
   * another unit; by those of a person's sheet, which must show its unit; or some by these, some by those.
   */
  readonly names: 'own' | 'other' | 'mixed';
  readonly given: MoneyUnit | undefined;
  isMoney(field: string): boolean;
  /** An amount in a cell that can only be dollars. */
  shows?(cell: TableCell): string | undefined;
  /** Receives a cell that may be dollars or cents, instead of a failure; dollars are assumed. */
  onUnknown?(cell: TableCell): void;
}

/**
 * The unit of the money in these rows: the only reader of it. Throws a usage failure for 119 that may be
 * dollars or cents, and for dollars in a file of cents: then the whole numbers of its column are in doubt
 * too, and sent as cents they would be a hundredth of the amount.
 */
export function unitOfRows(
  rows: readonly TableRow[],
  { name, names, given, isMoney, shows = dollarsIn, onUnknown }: UnitOptions,
): MoneyUnit {
  if (given === 'dollars') return given;
  const cells = rows.flatMap((row) =>
    row.cellsOf(isMoney).map((cell) => ({ ...cell, line: row.line, shown: shows(cell) })),
  );
  const found = cells.find(({ shown }) => shown !== undefined);
  if (found !== undefined && names === 'other' && given === undefined) return 'dollars';
  if (found !== undefined && (names === 'own' || given === 'cents')) {
    const { header, line, amount, text, shown } = found;
    // The flag reads only some ways to write an amount. A workbook may show a sign that its number lacks.
    const isRead = (readAmount(amount === undefined ? shown : text) ?? -1) >= 0;
    const areCents = cells.some((one) => one.shown === undefined && readAmount(one.text));
    const next =
      isRead && !areCents
        ? 'Use --money dollars.'
        : 'Write every amount as 1234.50 or $1,234.50 and use --money dollars, or in cents as 123450.';
    throw usageFailure(`column "${header}" takes whole cents, but line ${line} has ${shown}`, {
      hint: `${next} Nothing was sent.`,
    });
  }
  if (names === 'own' || given !== undefined) return given ?? 'cents';
  // A cell without an amount has another fault.
  const first = cells.find(({ text }) => typeof readAmount(text) === 'number');
  if (first === undefined) return names === 'other' ? 'dollars' : 'cents';
  if (onUnknown !== undefined) {
    onUnknown(first);
    return 'dollars';
  }
  throw usageFailure(`${name}: are the amounts in column "${first.header}" dollars or cents?`, {
    hint: 'Use --money dollars or --money cents. Nothing was sent.',
  });
}

/** A sentence about a cell that can't be read: `column "Price": "5 EUR" is not an amount`. */
export function cellSentence(
  { header, text }: Pick<TableCell, 'header' | 'text'>,
  { message, quotes }: CellFault,
  place = `column "${header}"`,
): string {
  return quotes ? `${place}: "${text}" ${message}` : `${place} ${message}`;
}

/** A fault whose sentence quotes the cell. */
function unlike(message: string): CellFault {
  return { code: 'invalid', message, quotes: true };
}

function orFault<V>(value: V | null | undefined, message: string): CellRead<V> {
  return value === undefined ? unlike(message) : { value: value ?? undefined };
}

/** `Best Buy`; a word for nothing says nothing. */
export const textCell: CellType<string> = {
  read: ({ text }) => ({ value: isNone(text) ? undefined : text }),
};

/** The same with the spaces that `="…"` protects. A note may say `none`. */
export function exactCell({ isNoneSaid = false } = {}): CellType<string> {
  return {
    read: ({ text, raw }) => ({ value: isNone(text) && !isNoneSaid ? undefined : exactText(raw) }),
  };
}

/** A number that names something: `#A-1001`. A program that took it for an amount has changed it. */
export const identifierCell: CellType<string> = {
  read({ text }) {
    const value = plainIdentifier(text);
    const message = isRounded(value)
      ? `is ${value}, a number that a spreadsheet rounded. Format the column as text and enter the number again`
      : `is ${value}: the program that wrote the file made it a decimal number. Format the column as text, or remove the ${value.slice(value.indexOf('.'))}`;
    if (isRounded(value) || isDecimal(value)) return { code: 'spreadsheet_number', message };
    return { value: isNone(value) ? undefined : value };
  },
};

/** `12`, `1,200`, and `12.0` of a program that has only decimals. */
const countForm = /^(-?)(\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.0*)?$/;

/** A whole number, which may be negative; null for a blank cell, undefined for anything else. */
export function readCount(cell: string | undefined): number | null | undefined {
  const text = cleanCell(cell);
  if (text === '' || isNone(text)) return null;
  const [, sign, digits] = countForm.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits.replaceAll(',', ''));
  // Adding 0 turns -0 into 0.
  return (sign === '' ? count : -count) + 0;
}

/** `3`, `1,200` or `12.0`, of things that are there. */
export const countCell: CellType<number> = {
  read({ text }) {
    const count = readCount(text);
    if ((count ?? 0) < 0) return { code: 'negative', message: `is negative: ${text}` };
    return orFault(count, 'is not a whole number');
  },
};

/** `2`, `1.5`, `2x` or `2%`. */
export const rateCell: CellType<number> = {
  read: ({ text }) => orFault(readRate(text), 'is not a rate such as 2 or 1.5'),
};

/** `14:30` or `2:30 PM`. */
export const timeCell: CellType<string> = {
  read: ({ text }) => orFault(readTimeOfDay(text), 'is not a time such as 14:30 or 2:30 PM'),
};

/** `2026-02-03T00:00Z`: programs that have only moments write a day like this. */
const utcMidnight = /[T ]0?0:00(?::00(?:\.0+)?)?Z$/i;

/** A date. What one cell of the column proves of the order of day and month holds for all of them. */
function datedCell<V>(
  readIn: (text: string, order: DateOrder) => V | null | undefined,
  dayOf: (value: V) => string,
): CellType<V> {
  // Few days are in a file, in many rows.
  const reader = {
    mdy: onceEach((text) => readIn(text, 'mdy')),
    dmy: onceEach((text) => readIn(text, 'dmy')),
  };
  return {
    proves: 'dates',
    read({ field, text, isDate }, { dateOrder, otherDates, dayFirst }) {
      const value = reader[dateOrder](text);
      if (value === undefined) return unlike(notADate(text, dateOrder));
      if (value === null) return { value: undefined };
      const [year, month, day] = dayOf(value).split('-');
      const swapped = isDate && dayFirst.has(field) && readDate(`${day}/${month}/${year}`, 'mdy');
      if (swapped && swapped !== dayOf(value)) {
        return unlike(
          `could be ${swapped}: texts in the column put the day first, and a spreadsheet that does not may have read this one; enter it again as text`,
        );
      }
      const other = otherOrders[dateOrder];
      const otherwise = otherDates.has(field) ? reader[other](text) : undefined;
      if (otherwise && dayOf(otherwise) !== dayOf(value)) {
        return unlike(
          `could be ${dayOf(value)} or ${dayOf(otherwise)}; other dates in the column fit only --date-format ${other}, so use that flag`,
        );
      }
      return { value };
    },
  };
}

/** `03/02/2026 10:00 AM ET`: a day, whatever time is behind it. */
export const dayCell: CellType<string> = datedCell(readDate, (day) => day);

/** `03/02/2026`, `2026-02-03T10:00Z`: a day, with its time if there is one. */
export function momentCell(zone: { readonly isUtc?: boolean } = {}): CellType<Moment> {
  return datedCell(
    (text, order) => readMoment(zone.isUtc ? text : text.replace(utcMidnight, ''), order, zone),
    ({ day }) => day,
  );
}

/** The reading of a negative amount: refused, kept, or the size of what it takes off (a discount). */
type Negative = 'refused' | 'kept' | 'size';

/** `$1,234.56`: an amount in cents. A currency other than US dollars makes it unreadable. */
export function moneyCell(negative: Negative): CellType<number> {
  return {
    proves: 'money',
    read(cell, { readMoney }) {
      const read = readMoney(cell);
      if ('fault' in read) return unlike(read.fault);
      const { cents } = read;
      if (cents !== null && cents < 0 && negative === 'refused') {
        return { code: 'negative', message: `is negative: ${cell.text}` };
      }
      return { value: cents === null ? undefined : negative === 'size' ? Math.abs(cents) : cents };
    },
  };
}

/** `USD`; any other currency makes the row unreadable. */
export const currencyCell: CellType<string> = {
  read({ text }) {
    const message = isNone(text) ? undefined : currencyFault(text);
    return message === undefined ? { value: text } : { code: 'currency', message };
  },
};
