import { below, fieldAt, headingOf, kindOf, readPath } from './fields';
import { visibleLine } from './text';
import type { CellType, Column, View } from './view';

/** `123456` cents are `1234.56`; digits are moved as text, so no float comes near them. */
export function dollars(cents: number | bigint): string {
  const digits = String(cents).replace('-', '').padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `123456` cents are `$1,234.56`. */
export function dollarsForPeople(cents: number | bigint): string {
  const amount = dollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
  return amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`;
}

/** One value ready for a table or a card: safe text, and how to set it. */
export interface Cell {
  readonly text: string;
  readonly kind: CellType;
}

export const nothing = '-';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How much a reader wants: `today` shortens dates, for a terminal; without it they stay whole. */
export interface Reading {
  /** `YYYY-MM-DD` */
  readonly today: string | undefined;
}

/** `2026-03-05` is "Mar 5" within its year and stays as it is in any other. */
function shortDate(date: string, today: string): string {
  const [, year = '', month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined || !today.startsWith(year) ? date : `${name} ${Number(day)}`;
}

/** `2026-03-05T14:07:31.000Z` is "Mar 5 14:07 UTC". */
function shortMoment(moment: string, today: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(moment) ?? [];
  return date === undefined ? moment : `${shortDate(date, today)} ${time} UTC`;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A value as people read it. What does not fit its kind is shown as it came. */
export function show(value: unknown, kind: CellType, { today }: Reading): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (Array.isArray(value) && kind !== 'list' && kind !== 'object') {
    return value.map((one) => show(one, kind, { today })).join(', ') || nothing;
  }
  if (kind === 'money' && Number.isSafeInteger(value)) return dollarsForPeople(value as number);
  if (kind === 'rate' && typeof value === 'number') return `${value}x`;
  if (kind === 'yesNo' && typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.length === 0) return nothing;
  const text = visibleLine(asText(value));
  if (today === undefined) return text;
  if (kind === 'date') return shortDate(text, today);
  return kind === 'moment' ? shortMoment(text, today) : text;
}

export function columnHeading<T>(view: View<T>, column: Column<T>, at?: string): string {
  return visibleLine(typeof column === 'string' ? headingOf(view, column, at) : column.heading);
}

/** The cell of a column in a row of the view, or in an element of its list `at`. */
export function cellOf<T, R>(
  view: View<T>,
  row: R,
  column: Column<R>,
  reading: Reading,
  at?: string,
): Cell {
  if (typeof column === 'object' && 'value' in column) {
    return { text: show(column.value(row), column.kind, reading), kind: column.kind };
  }
  const path = typeof column === 'string' ? column : column.field;
  if (path === '') return { text: '', kind: 'text' };
  const found = readPath(row, path);
  const kind = kindOf(fieldAt(view, below(path, at)), found);
  return { text: show(found?.value, kind, reading), kind };
}

/** Numbers stand at the right, so that their digits line up. */
export function standsRight(kind: CellType): boolean {
  return kind === 'money' || kind === 'number' || kind === 'rate' || kind === 'overdue';
}
