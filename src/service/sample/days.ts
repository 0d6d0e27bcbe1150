const dayInMilliseconds = 86_400_000;

/**
 * The day on which the sample's dates are as they are written here: made on any other day, an account
 * has each of them as many days earlier or later. Its youngest order was added on this day.
 */
export const sampleDay = '2025-10-31';

/** Days from the sample's day to `today` (`YYYY-MM-DD`): how far to move its dates. */
export function daysToMove(today: string): number {
  return (Date.parse(today) - Date.parse(sampleDay)) / dayInMilliseconds;
}

/** A day `YYYY-MM-DD`, this many days later. */
export function movedDay(day: string, days: number): string {
  return movedMoment(day, days).slice(0, 10);
}

/** A moment in UTC, this many days later at the same time of the day. */
export function movedMoment(moment: string, days: number): string {
  return new Date(Date.parse(moment) + days * dayInMilliseconds).toISOString();
}

/** First and last moment that orders are spread over, in milliseconds since the epoch. */
export type Span = readonly [number, number];

export function movedSpan(from: string, to: string, days: number): Span {
  return [Date.parse(movedMoment(from, days)), Date.parse(movedMoment(to, days))];
}
