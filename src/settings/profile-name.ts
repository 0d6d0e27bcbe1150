import { usageFailure } from '../failure';

/** The name, where it is one that can be typed, listed and completed without quoting. Or exit 2. */
export function checkProfileName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(name)) return name;
  throw usageFailure(`"${name}" is not a valid profile name`, {
    hint: 'Use up to 64 letters, digits, ".", "_", "@" and "-", starting with a letter or digit.',
  });
}
