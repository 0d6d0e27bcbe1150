import { localTime, typedWords } from '../lib/words';
import { cleanCell, isNone, longestValue } from './cells';
import { dateText } from './number-format';

/** The part that comes first in `01/02/2026`: the month or the day. */
export const dateOrders = ['mdy', 'dmy'] as const;
export type DateOrder = (typeof dateOrders)[number];
export const otherOrders = { mdy: 'dmy', dmy: 'mdy' } as const;

const isoForm = /^(?<year>\d{4})([-/])(?<month>\d{1,2})\2(?<day>\d{1,2})$/;
const usualForm = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
/** `06-Mar-2026`, `1-Mar-26`, `6 March 2026`, and `Mar 6, 2026` or `March 6th, 2026`. */
const dayFirstForm = /^(?<day>\d{1,2})([- ])(?<month>[A-Z]{3,9})\.?\2(?<year>\d{4}|\d{2})$/i;
const monthFirstForm =
  /^(?<month>[A-Z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/i;
/** `Sunday, March 1, 2026`, as spreadsheets write a long date. */
const weekdayForm = /^((?:sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6})[.,]{0,2} +(.+)$/i;

const clock = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AP]M)?`;
/** A time as the service takes it. */
const timeForm = /^(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}$/;
const clockForm = new RegExp(`^${clock}$`, 'i');
/** A day, and after it a time that may have a zone. */
const timedForm = new RegExp(
  String.raw`^(.*?\d)[T ,]+(${clock})\s*(Z|[A-Z]{1,4}|[-+]\d{2}:?\d{2})?$`,
  'i',
);
const months = typedWords(
  'january february march april may june july august september october november december',
);
const weekdays = typedWords('sunday monday tuesday wednesday thursday friday saturday');

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

/** A month by its number, its name or the first letters of it; 0 is none. */
function monthOf(name = ''): number {
  if (/\d/.test(name)) return Number(name);
  return months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;
}

/** The day of a text without a time. A weekday in front must be that of the day. */
function dayIn(text: string, order: DateOrder): string | undefined {
  const [, weekday = '', rest = text] = weekdayForm.exec(text) ?? [];
  const day = plainDay(rest, order);
  const name = day && weekdays[new Date(day).getUTCDay()];
  return name?.startsWith(weekday.toLowerCase()) === true ? day : undefined;
}

function plainDay(text: string, order: DateOrder): string | undefined {
  const found = isoForm.exec(text) ?? dayFirstForm.exec(text) ?? monthFirstForm.exec(text);
  const { year, month, day } = found?.groups ?? {};
  if (year !== undefined) return exact(yearOf(year), monthOf(month), Number(day));
  const usual = usualForm.exec(text);
  if (usual !== null) {
    // With dots the day comes first everywhere.
    if (usual[2] === '.' && order === 'mdy') return undefined;
    const [first, second] = [Number(usual[1]), Number(usual[3])];
    const year = yearOf(usual[4]);
    return order === 'mdy' ? exact(year, first, second) : exact(year, second, first);
  }
  // A spreadsheet's date number, of 1954 to 2119.
  const serial = /^\d{5}(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  return serial >= 20_000 && serial < 80_000 ? dateText(Math.floor(serial), false) : undefined;
}

/** A day as `YYYY-MM-DD`; null for a blank cell, undefined if it is no date. Ignores the time of day. */
export function readDate(cell: string | undefined, order: DateOrder): string | null | undefined {
  const read = inParts(cell, order);
  return read === null ? null : read?.day;
}

/** The day of a cell and what is written behind it; null for a blank cell, undefined if it is no date. */
function inParts(cell: string | undefined, order: DateOrder) {
  const text = cleanCell(cell);
  if (text === '' || isNone(text)) return null;
  if (text.length > longestValue) return undefined;
  const [, before = text, clock = '', , , , , zone] = timedForm.exec(text) ?? [];
  const day = dayIn(before, order);
  return day === undefined ? undefined : { day, clock, zone };
}

/** A day, with the time where the cell has one; both are local. */
export interface Moment {
  readonly day: string;
  /** `HH:mm:ss`. Midnight is how programs write a day alone. */
  readonly time?: string;
  /** The cell had a zone, so that in another one the day may be the one before or after. */
  readonly isZoned: boolean;
}

/** The names that e-mails may use for a zone (RFC 5322, 4.3): of UTC, and `EST` to `PDT`. */
const utcName = /^(?:z|utc|gmt)$/i;
const americanName = /^([ecmp])([sd])t$/i;

/** The minutes that a zone is behind UTC; undefined for an unknown one. */
function minutesBehind(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([-+])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign !== undefined) return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? 1 : -1);
  if (utcName.test(zone)) return 0;
  const [, letter, half] = americanName.exec(zone.toLowerCase()) ?? [];
  return letter === undefined
    ? undefined
    : (5 + 'ecmp'.indexOf(letter) - Number(half === 'd')) * 60;
}

/** `14:30:00` for `14:30`, `2:30 PM` or `14:30:00.5`. */
function clockTime(text: string): string | undefined {
  const [, hours, minutes = '', seconds = '00', half] = clockForm.exec(text) ?? [];
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  }
  const time = [String(hour).padStart(2, '0'), minutes, seconds].join(':');
  return timeForm.test(time) ? time : undefined;
}

/** A time of day as the service takes it; null for a blank cell. */
export function readTimeOfDay(cell: string | undefined): string | null | undefined {
  const text = cleanCell(cell);
  if (text === '' || isNone(text)) return null;
  return timeForm.test(text) ? text : clockTime(text);
}

/**
 * The day in a cell and its time: a moment with a zone becomes the local day and the local time.
 * Without a zone, the time is local unless `isUtc`.
 */
export function readMoment(
  cell: string | undefined,
  order: DateOrder,
  { isUtc = false }: { readonly isUtc?: boolean } = {},
): Moment | null | undefined {
  const read = inParts(cell, order);
  if (read === null || read === undefined) return read;
  const { day, clock, zone = isUtc ? 'Z' : undefined } = read;
  if (clock === '') return { day, isZoned: false };
  const time = clockTime(clock);
  const behind = zone === undefined ? undefined : minutesBehind(zone);
  if (time === undefined || (zone !== undefined && behind === undefined)) return undefined;
  const isZoned = behind !== undefined;
  const at = Date.parse(`${day}T${time}Z`);
  const local = isZoned ? localTime(at + behind * 60_000) : `${day}T${time}`;
  const [ofDay = '', ofClock = ''] = local.split(/[T.]/);
  return { day: ofDay, isZoned, ...(ofClock !== '00:00:00' && { time: ofClock }) };
}

/** The fault of a cell that is not a date, with a flag that may help; continues a sentence. */
export function notADate(cell: string | undefined, order: DateOrder): string {
  const other = otherOrders[order];
  const helps = typeof readDate(cell, other) === 'string' ? `; try --date-format ${other}` : '';
  return `is not a date${helps}`;
}
