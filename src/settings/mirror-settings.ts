import { readDuration } from '../cli/duration';
import { usageFailure } from '../failure';
import type { Settings } from './resolve';

/**
 * Settings of the mirror and of what is worked out from it. They are kept in a profile only: no
 * variable and no global flag sets them.
 */
export const mirrorSettings = {
  /** The age, as `24h`, from which a mirror is mentioned as old. */
  mirrorStale: (typed: string, label: string) => {
    readDuration(typed, label);
    return typed.trim().toLowerCase();
  },
  /** What a point is worth, in cents. */
  pointValue: (typed: string, label: string) => {
    if (/^\d{1,4}(\.\d{1,3})?$/.test(typed.trim())) return Number(typed);
    throw usageFailure(`${label} takes cents a point, not "${typed}"`, {
      hint: 'Write 1 or 1.25: at most three digits after the point.',
    });
  },
} as const;

export type MirrorSetting = keyof typeof mirrorSettings;

export const mirrorDefaults = { mirrorStale: '24h', pointValue: 1 } as const;

type Kept = Pick<Settings, 'entry' | 'profile'>;

/** The setting as the profile has it, or the default. Throws exit 2 where it makes no sense. */
function kept(key: MirrorSetting, { entry, profile }: Kept): string | number {
  const value = entry?.settings?.[key];
  if (value === undefined || value === null) return mirrorDefaults[key];
  return mirrorSettings[key](String(value), `The setting ${key} of profile "${profile}"`);
}

/** Milliseconds from which a mirror is old. */
export function mirrorStale(settings: Kept): number {
  return readDuration(String(kept('mirrorStale', settings)), 'mirrorStale');
}

/** Thousandths of a cent that a point is worth. */
export function pointThousandths(settings: Kept): number {
  return Math.round(Number(kept('pointValue', settings)) * 1000);
}
