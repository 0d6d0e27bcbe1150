import { usageFailure } from '../failure';

/**
 * Returns the name if it can be typed, listed and completed without quoting. Throws exit 2
 * otherwise.
 */
export function checkProfileName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(name)) return name;
  throw usageFailure(`"${name}" is not a valid profile name`, {
    hint: 'Use up to 64 letters, digits, ".", "_", "@" and "-", starting with a letter or digit.',
  });
}
