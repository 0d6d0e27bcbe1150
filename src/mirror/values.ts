export type Value = string | number | null;

export const storedText = (value: unknown): string | null =>
  typeof value === 'string' ? value : value == null ? null : JSON.stringify(value);

export const storedInteger = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

export const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Null for what can't be counted in whole cents. */
export const amount = (value: unknown): number | null =>
  Math.abs(number(value) ?? Infinity) <= Number.MAX_SAFE_INTEGER ? number(value) : null;

/** ISO 8601, with the years and offsets that PostgreSQL takes. */
const isoDate =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-5]):?[0-5]\d)?)?$/;

/** A calendar date, with or without a time; null for what no report could count. Bodies keep it. */
export function date(value: unknown): string | null {
  const whole = storedText(value);
  if (whole === null || !isoDate.test(whole)) return null;
  const day = Number(whole.slice(8, 10));
  // Every month has 28 days. A later day that doesn't exist becomes another date.
  if (day <= 28) return whole;
  const month = Number(whole.slice(5, 7));
  const found = new Date(Date.UTC(Number(whole.slice(0, 4)), month - 1, day));
  return found.getUTCMonth() + 1 === month && found.getUTCDate() === day ? whole : null;
}
