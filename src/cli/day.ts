import { timeForm } from '../contract/values';
import { usageFailure } from '../failure';
import { localTime } from '../lib/words';
import { type Flag, valued } from './flag';

/** A day as typed. Only the run knows today, and so which date it is: flags are parsed without a clock. */
export type Day =
  | { readonly date: string }
  | { readonly daysAgo: number }
  | { readonly monthsAgo: number }
  | { readonly month: Month };

/** A calendar month, `YYYY-MM`, or one counted back from this one. */
export type Month = string | { readonly monthsBack: number };

const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const monthForm = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const ageForm = /^(\d{1,4})([dwm])$/;
const hint = 'Use YYYY-MM-DD, today, yesterday, or 30d, 2w, 3m for that long ago.';
const monthHint = 'Use YYYY-MM, "this month" or "last month".';

function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

function exists(text: string): boolean {
  const [, year, month, day] = dateForm.exec(text) ?? [];
  return year !== undefined && isoDay(Number(year), Number(month) - 1, Number(day)) === text;
}

/** Reads `YYYY-MM-DD`, `today`, `yesterday`, `30d`, `2w` or `3m`. Throws a usage failure that quotes it. */
export function readDay(typed: string, label: string, what = 'a date'): Day {
  const text = typed.trim().toLowerCase();
  if (text === 'today') return { daysAgo: 0 };
  if (text === 'yesterday') return { daysAgo: 1 };
  const [, count, unit] = ageForm.exec(text) ?? [];
  if (unit === 'm') return { monthsAgo: Number(count) };
  if (unit !== undefined) return { daysAgo: Number(count) * (unit === 'w' ? 7 : 1) };
  if (exists(text)) return { date: text };
  throw dateForm.test(text)
    ? usageFailure(`${label}: the date "${typed}" does not exist`, { hint })
    : usageFailure(`${label} takes ${what}, not "${typed}"`, { hint });
}

function namedMonth(typed: string): Month | undefined {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === 'this month') return { monthsBack: 0 };
  if (text === 'last month') return { monthsBack: 1 };
  return monthForm.test(text) ? text : undefined;
}

/** Reads `YYYY-MM`, `this month` or `last month`. Throws a usage failure that quotes it. */
export function readMonth(typed: string, label: string): Month {
  const month = namedMonth(typed);
  if (month !== undefined) return month;
  throw usageFailure(`${label} takes a month, not "${typed}"`, { hint: monthHint });
}

/** The local calendar day of a moment as `YYYY-MM-DD`; `now` is in milliseconds. */
export function localDay(now: number): string {
  return localTime(now).slice(0, 10);
}

/** The ISO time at which a day, `YYYY-MM-DD`, starts in local time. */
export function beginOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}

/** The day as `YYYY-MM-DD`, counted back from `today`. A month becomes its first day, or its last. */
export function resolveDay(day: Day, today: string, end: 'first' | 'last' = 'first'): string {
  if ('date' in day) return day.date;
  if ('month' in day) return resolveMonth(day.month, today)[end];
  // Counting back happens in UTC, where every day has 24 hours.
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number);
  if ('daysAgo' in day) return isoDay(year, month - 1, date - day.daysAgo);
  // A month before March 31 is the last day of February.
  const longest = Number(isoDay(year, month - day.monthsAgo, 0).slice(-2));
  return isoDay(year, month - 1 - day.monthsAgo, Math.min(date, longest));
}

/** The first and the last day of a month, `YYYY-MM-DD`. */
export function resolveMonth(month: Month, today: string): { first: string; last: string } {
  const from = typeof month === 'string' ? month : today;
  const [year = 0, number = 0] = from.split('-').map(Number);
  const index = number - 1 - (typeof month === 'string' ? 0 : month.monthsBack);
  return { first: isoDay(year, index, 1), last: isoDay(year, index + 1, 0) };
}

function dayFlag(read: (typed: string, label: string, what: string) => Day) {
  return (describe: string, placeholder = '<date>'): Flag<Day | undefined> => {
    const what = placeholder === '<date>' ? 'a date' : 'an age such as 30d, or a date';
    return valued(placeholder, describe, (typed, label) => read(typed, label, what));
  };
}

export const day = dayFlag(readDay);

/** The same, or a month, which means its first or its last day. */
export const spanDay = dayFlag((typed, label, what) => {
  const month = namedMonth(typed);
  return month === undefined ? readDay(typed, label, what) : { month };
});

export function month(describe: string): Flag<Month | undefined> {
  return valued('<month>', describe, readMonth);
}

/** Reads `HH:mm` or `HH:mm:ss`. Throws a usage failure that quotes what was typed. */
export function readTime(typed: string, label: string): string {
  const text = typed.trim();
  if (timeForm.test(text)) return text;
  throw usageFailure(`${label} takes a time as HH:mm or HH:mm:ss, not "${typed}"`);
}
