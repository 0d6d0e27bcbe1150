import type { World } from '../../world';

const width = 12;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** Draws shares of the largest amount, with `#` if the locale is not UTF-8. */
export function bars(
  amounts: readonly number[],
  { LC_ALL, LC_CTYPE, LANG }: World['env'],
): (amount: number) => string {
  const largest = Math.max(0, ...amounts);
  const wide = /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
  return (amount) => {
    if (largest === 0 || amount <= 0) return '';
    if (!wide) return '#'.repeat(Math.max(1, Math.round((amount * width) / largest)));
    const parts = Math.max(1, Math.round((amount * width * 8) / largest));
    return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
  };
}
