/** Arithmetic with days as `YYYY-MM-DD`. */

export const dayLength = 86_400_000;

/** The day that is this many days after another; before it if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength;
}
