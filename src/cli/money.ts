import { usageFailure } from '../failure';

/** `12`, `12.3`, `12.34`, `1,234.56`, each with or without a leading `$`. */
const dollarsForm = /^\$?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/** Dollars as people type them, in integer cents, never through a float; undefined for anything else. */
export function dollarsToCents(typed: string): number | undefined {
  const [, whole, fraction = ''] = dollarsForm.exec(typed.trim()) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** `12.34`, `-12.34`, `-$5`, `$-5` or `(12.34)`, in integer cents; undefined for anything else. */
export function signedDollarsToCents(typed: string): number | undefined {
  const text = typed.trim().replace(/^\$-/, '-$');
  const [, inside] = /^\((.*)\)$/.exec(text) ?? /^-(.*)$/.exec(text) ?? [];
  const cents = dollarsToCents(inside ?? text);
  // 0 - cents, because -0 is not 0 in a comparison.
  return cents === undefined || inside === undefined ? cents : 0 - cents;
}

/** Dollars typed into a flag, in cents. Throws a usage failure that quotes what was typed. */
export function readDollars(typed: string, label: string): number {
  const cents = dollarsToCents(typed);
  if (cents !== undefined) return cents;
  if (dollarsForm.test(typed.trim())) {
    throw usageFailure(`${label} takes an amount below $90 trillion, not "${typed}"`);
  }
  throw usageFailure(`${label} takes dollars, not "${typed}"`, {
    hint: 'Use 12, 12.3, 12.34 or $1,234.56: at most two digits after the decimal point.',
  });
}

/** Like `readDollars`, for an amount that may be negative. */
export function readSignedDollars(typed: string, label: string): number {
  return signedDollarsToCents(typed) ?? readDollars(typed, label);
}
