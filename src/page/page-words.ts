import type { html } from 'hono/html';

/** Text that is already HTML: a template escapes everything else, in elements and in quoted attributes. */
export type Markup = ReturnType<typeof html>;

/** The page's way of writing values. All of it is text; escaping comes later. */
export type Words = ReturnType<typeof pageWords>;

const longestName = 60;
const longestLine = 300;

export function pageWords(money: (cents: number) => string, visibleLine: (text: string) => string) {
  const atMost = (longest: number) => (value: unknown) => {
    const characters = [...visibleLine(String(value ?? '')).trim()];
    if (characters.length <= longest) return characters.join('') || '(none)';
    return `${characters.slice(0, longest - 1).join('')}…`;
  };
  return {
    /** Cents as `$1,234.56`. */
    money,
    /** A name from the service, on one line and short enough for a table. */
    name: atMost(longestName),
    line: atMost(longestLine),
  };
}

/** Units of large amounts, each with the least amount that is rounded to one of it. */
const units = [
  [999_500_000, 1_000_000_000, 'B'],
  [999_500, 1_000_000, 'M'],
  [9999.5, 1000, 'k'],
] as const;

/** Writes the amounts of a chart in one unit: `$1,234`, `$12.3k`, `$1.2M` or `$1.2B`. Tables show the cents. */
export function moneyLike(all: readonly number[]): (cents: number) => string {
  const most = all.reduce((sum, cents) => Math.max(sum, Math.abs(cents)), 0) / 100;
  const [, unit, letter] = units.find(([least]) => most >= least) ?? [0, 1, ''];
  return (cents) => {
    const value = Math.abs(cents) / 100 / unit;
    const digits = unit === 1 ? 0 : value >= 100 ? 0 : value >= 1 || value === 0 ? 1 : 2;
    const text =
      most < 10 && value % 1 !== 0
        ? value.toFixed(2)
        : value.toLocaleString('en-US', { maximumFractionDigits: digits });
    return `${cents < 0 ? '-' : ''}$${text}${letter}`;
  };
}
