import { usageFailure } from '../failure';
import type { MoneyUnit } from '../formats';

/** `12`, `12.3`, `12.34`, `1,234.56`, each with or without a leading `$`. */
const dollarsForm = /^\$?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

const centsForm = /^\d+$/;

/**
 * Dollars as people type them, in integer cents; undefined if the text is not such an amount. The
 * digits are joined as text, so no amount ever passes through a float.
 */
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

/** Integer cents as the service writes them; undefined for anything but plain digits. */
export function plainCents(typed: string): number | undefined {
  const cents = centsForm.test(typed.trim()) ? Number(typed.trim()) : Number.NaN;
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** `USD 5`, `19.99`, `1,50`, `€5`: an amount that can't be a whole number of cents. */
export function provesDollars(typed: string): boolean {
  const bare = typed.replace(/\p{Sc}|\b(?:USD|EUR|GBP|CAD|AUD)\b/gu, '');
  const number = bare.replace(/[\s()+-]/g, '');
  if (!/^[\d.,]+$/.test(number) || !/\d/.test(number)) return false;
  return bare !== typed || /\.\d|,\d{1,2}$/.test(number);
}

/** Refuses an amount whose cents no number holds exactly, which is otherwise well written. */
function refuseTooLarge(typed: string, label: string, form: RegExp): void {
  if (!form.test(typed.trim())) return;
  throw usageFailure(`${label} takes an amount below $90 trillion, not "${typed}"`);
}

/** Dollars typed into a flag, in cents. Throws a usage failure that quotes what was typed. */
export function readDollars(typed: string, label: string): number {
  const cents = dollarsToCents(typed);
  if (cents !== undefined) return cents;
  refuseTooLarge(typed, label, dollarsForm);
  throw usageFailure(`${label} takes dollars, not "${typed}"`, {
    hint: 'Use 12, 12.3, 12.34 or $1,234.56: at most two digits after the decimal point.',
  });
}

/** Like `readDollars`, for an amount that may be negative. */
export function readSignedDollars(typed: string, label: string): number {
  return signedDollarsToCents(typed) ?? readDollars(typed, label);
}

/**
 * Reads money in a cell of a csv or tsv file, in the unit that `--money` names, and returns cents.
 * Throws a usage failure that quotes the cell.
 */
export function readMoneyCell(typed: string, label: string, unit: MoneyUnit): number {
  if (unit === 'dollars') return readDollars(typed, label);
  const cents = plainCents(typed);
  if (cents !== undefined) return cents;
  refuseTooLarge(typed, label, centsForm);
  // Read as dollars, the whole numbers of the other rows would be a hundred times the amount.
  const isDollars = provesDollars(typed) && dollarsToCents(typed) !== undefined;
  throw usageFailure(`${label} takes whole cents, not "${typed}"`, {
    hint: isDollars
      ? 'Money in csv and tsv is in cents. Use --money dollars to read dollars.'
      : 'Write the amount in whole cents, such as 1234 for $12.34.',
  });
}
