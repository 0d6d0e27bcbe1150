import { cleanCell, isNone, longestValue } from './cells';
import { dateText } from './number-format';

/** Whether the day or the month comes first in `01/02/2026`. */
export const dateOrders = ['mdy', 'dmy'] as const;
export type DateOrder = (typeof dateOrders)[number];

const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[AP]M)?\s*(?:Z|[A-Z]{1,4}|[-+]\d{2}:?\d{2})?)?`;
const isoForm = new RegExp(String.raw`^(\d{4})([-/])(\d{1,2})\2(\d{1,2})${time}$`, 'i');
const usualForm = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${time}$`, 'i');

/** `06-Mar-2026`, `1-Mar-26`, `6 March 2026`, and `Mar 6, 2026`. */
const dayFirstForm = new RegExp(
  String.raw`^(\d{1,2})([- ])([A-Z]{3,9})\.?\2(\d{4}|\d{2})${time}$`,
  'i',
);
const monthFirstForm = new RegExp(String.raw`^([A-Z]{3,9})\.? (\d{1,2}),? (\d{4})${time}$`, 'i');
const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
];

/** A year that a spreadsheet can't have as a date is a typing error, such as 0026. */
const firstYear = 1900;

function exact(year: number, month: number, day: number): string | undefined {
  if (year < firstYear) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.toISOString().slice(0, 10) : undefined;
}

/** Two digits are a year of this century. */
function yearOf(text = ''): number {
  return Number(text) + (text.length === 2 ? 2000 : 0);
}

/** A month by its name or the first letters of it; 0 is none. */
function monthOf(name = ''): number {
  return months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;
}

/** The day of a spreadsheet's date number. The range is 1954 to 2119. */
function fromSerial(serial: number): string | undefined {
  return serial >= 20_000 && serial < 80_000 ? dateText(Math.floor(serial), false) : undefined;
}

/**
 * A day as `YYYY-MM-DD`; null for a blank cell, undefined if the cell is not a date. Ignores the
 * time of day.
 */
export function readDate(cell: string | undefined, order: DateOrder): string | null | undefined {
  const text = cleanCell(cell);
  if (text === '' || isNone(text)) return null;
  if (text.length > longestValue) return undefined;
  const iso = isoForm.exec(text);
  if (iso !== null) return exact(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const dayFirst = dayFirstForm.exec(text);
  if (dayFirst !== null) {
    return exact(yearOf(dayFirst[4]), monthOf(dayFirst[3]), Number(dayFirst[1]));
  }
  const monthFirst = monthFirstForm.exec(text);
  if (monthFirst !== null) {
    return exact(Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2]));
  }
  const usual = usualForm.exec(text);
  if (usual !== null) {
    // With dots the day comes first everywhere.
    if (usual[2] === '.' && order === 'mdy') return undefined;
    const [first, second] = [Number(usual[1]), Number(usual[3])];
    const year = yearOf(usual[4]);
    return order === 'mdy' ? exact(year, first, second) : exact(year, second, first);
  }
  return /^\d{5}(?:\.\d+)?$/.test(text) ? fromSerial(Number(text)) : undefined;
}
