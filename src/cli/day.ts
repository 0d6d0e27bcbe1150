import { timeForm } from '../contract/values';
import { usageFailure } from '../failure';
import { type Flag, valued } from './flag';

/**
 * A day as it was typed. What it comes to depends on today, which only the run knows: a flag is
 * parsed without a clock.
 */
export type Day = { readonly date: string } | { readonly daysAgo: number };

const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const ageForm = /^(\d{1,5})d$/i;
const hint = 'Write YYYY-MM-DD, today, yesterday, or 30d for 30 days ago.';

function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

function exists(text: string): boolean {
  const [, year, month, day] = dateForm.exec(text) ?? [];
  return year !== undefined && isoDay(Number(year), Number(month) - 1, Number(day)) === text;
}

/** Reads `YYYY-MM-DD`, `today`, `yesterday` or `30d`. Throws a usage failure that quotes it. */
export function readDay(typed: string, label: string): Day {
  const text = typed.trim().toLowerCase();
  if (text === 'today') return { daysAgo: 0 };
  if (text === 'yesterday') return { daysAgo: 1 };
  const [, age] = ageForm.exec(text) ?? [];
  if (age !== undefined) return { daysAgo: Number(age) };
  if (exists(text)) return { date: text };
  throw dateForm.test(text)
    ? usageFailure(`${label} names a day that does not exist: "${typed}"`, { hint })
    : usageFailure(`${label} takes a date, not "${typed}"`, { hint });
}

/** The calendar day of a moment as `YYYY-MM-DD`, in local time; `now` is in milliseconds. */
export function localDay(now: number): string {
  const date = new Date(now);
  return isoDay(date.getFullYear(), date.getMonth(), date.getDate());
}

/** The ISO time at which a day, `YYYY-MM-DD`, begins in local time. */
export function beginOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}

/** The day as `YYYY-MM-DD`, counted back from `today`, which has the same form. */
export function resolveDay(day: Day, today: string): string {
  if ('date' in day) return day.date;
  // Counting back happens in UTC, where every day has 24 hours.
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number);
  return isoDay(year, month - 1, date - day.daysAgo);
}

/** A flag that takes a day. */
export function day(describe: string, placeholder = '<date>'): Flag<Day | undefined> {
  return valued(placeholder, describe, readDay);
}

/** Reads `HH:mm` or `HH:mm:ss`. Throws a usage failure that quotes what was typed. */
export function readTime(typed: string, label: string): string {
  const text = typed.trim();
  if (timeForm.test(text)) return text;
  throw usageFailure(`${label} takes a time as HH:mm or HH:mm:ss, not "${typed}"`);
}
