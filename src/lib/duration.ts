import { usageFailure } from '../failure';

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * `90s`, `10m`, `24h`, `7d` or `2w`, in milliseconds. Throws a usage failure that quotes what was
 * typed.
 */
export function readDuration(typed: string, label: string): number {
  const [, digits, unit] = /^(\d{1,6})([smhdw])$/i.exec(typed.trim()) ?? [];
  if (digits !== undefined && unit !== undefined) {
    return Number(digits) * units[unit.toLowerCase() as keyof typeof units];
  }
  throw usageFailure(`${label} takes a duration, not "${typed}"`, {
    hint: 'Use 90s, 10m, 24h, 7d or 2w.',
  });
}
