import { dayLength, daysBetween } from '../../lib/days';

/** The day of the sample's newest order. Each date is moved by its distance to the account's first day. */
export const sampleDay = '2025-10-31';

/** The number of days to move the dates: from the sample's day to `today` (`YYYY-MM-DD`). */
export const daysToMove = (today: string) => daysBetween(sampleDay, today);

/** The moment (UTC) this many days later, at the same time of day. */
export function movedMoment(moment: string, days: number): string {
  return new Date(Date.parse(moment) + days * dayLength).toISOString();
}

/** The first and last moment that orders are spread over, in milliseconds since the epoch. */
export type Span = readonly [number, number];

export function movedSpan(from: string, to: string, days: number): Span {
  return [Date.parse(movedMoment(from, days)), Date.parse(movedMoment(to, days))];
}
