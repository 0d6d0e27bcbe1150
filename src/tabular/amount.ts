import type { MoneyUnit } from '../formats';
import { onceEach } from '../lib/once';
import { dollars } from '../lib/words';
import { cleanCell, currencyNamed, currencySign, longestValue, plainWords } from './cells';

/** The most that float noise may move an amount from a whole cent, in cents. */
const noise = 0.1;

const form =
  /^(?<sign>[-+]?)\$?(?<inner>[-+]?)(?<whole>\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.(?<rest>\d*))?$/;
/** Almost zero, as written by a program that computes with floats: -1.13E-13. */
const tinyForm = /^[-+]?\d(?:\.\d+)?E-(?:[4-9]|\d{2,})$/i;
/** A 0 in a spreadsheet's accounting format: a dash, with or without a dollar sign on either side. */
const dashForm = /^(?:\$\s*)?[-–—−](?:\s+\$)?$/;

/** Without the spaces around a sign, which are only looks; between digits they may separate two numbers. */
function amountText(text: string): string {
  if (!/[\s−]/.test(text)) return text;
  return text.replace('−', '-').replace(/(?<=[-–—+$(])\s+|\s+(?=[-–—+$()])/g, '');
}

function safe(cents: number): number | undefined {
  // Adding 0 turns -0 into 0.
  return Number.isSafeInteger(cents) ? cents + 0 : undefined;
}

/** Joins the digits as text, so that no amount passes through a float. */
function fromDigits(whole: string, rest: string): number | undefined {
  const cents = Number(whole.replaceAll(',', '') + rest.slice(0, 2).padEnd(2, '0'));
  const beyond = Number(`0.${rest.slice(2) || '0'}`);
  if (beyond <= noise) return safe(cents);
  return 1 - beyond <= noise ? safe(cents + 1) : undefined;
}

/**
 * The sign that begins the cents, as far as a text shows it. `either` and `group` may be thousands or have
 * three decimals: `3.000` and `3,000`.
 */
export type CentsSign = 'point' | 'comma' | 'either' | 'group';

/** The signs that the amounts of a file show. A point is no proof where a comma begins the cents. */
export type ShownSigns = ReadonlySet<CentsSign | undefined>;

/** `$12.50`, as nearly all amounts are written. */
const usualForm = /^\$?\d{1,9}\.\d\d$/;
const doubtfulForm = /^[1-9]\d{0,2}([.,])\d{3}$/;
/** `12.5`, `12.50`, `12.5000`, `1020.000`. */
const pointForm = /^\d*\.(?:\d{1,2}|\d{4,})$|^\d{4,}\.\d+$/;
/** `12,5`, `12,50`, `12,5000`, `0,500`, `1.020,00`, `1.020.000`. */
const commaForm =
  /^\d*,(?:\d{1,2}|\d{4,})$|^0,\d+$|^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;

/** Undefined for a text that shows nothing: a whole number, or no amount. */
export function centsSign(cell: string | undefined): CentsSign | undefined {
  if (cell !== undefined && usualForm.test(cell)) return 'point';
  const text = cleanCell(cell);
  if (text.length > longestValue) return undefined;
  const [, number = ''] = /^[^\d.,]*([\d.,\s'’]*)[^\d.,]*$/.exec(text) ?? [];
  const digits = number.replace(/[\s'’]/g, '');
  if (commaForm.test(digits)) return 'comma';
  const isPoint =
    pointForm.test(digits.replaceAll(',', '')) && typeof readAmount(cell) === 'number';
  if (isPoint) return 'point';
  const [, separator] = doubtfulForm.exec(digits) ?? [];
  if (separator === undefined) return undefined;
  return separator === '.' ? 'either' : 'group';
}

/**
 * Reads dollars as groups write them (`$1,234.56`, `$(12.30)`, `-$5`, float noise within 0.001) and
 * returns cents; null for a blank cell, undefined if the cell is not an amount.
 */
export function readAmount(cell: string | undefined): number | null | undefined {
  if (cell !== undefined && usualForm.test(cell)) return Number(cell.replace(/[$.]/g, ''));
  // An amount in quotes, `'-14.39'`: the first one marks the cell as text.
  const written = cleanCell(cell).replace(/'$/, '');
  if (written.length > longestValue) return undefined;
  const text = amountText(written);
  if (text === '') return null;
  if (tinyForm.test(text) || dashForm.test(written)) return 0;
  const [, dollar = '', inside] = /^(\$?)\((.*)\)$/.exec(text) ?? [];
  const inParentheses = inside === undefined ? undefined : dollar + inside;
  const {
    sign = '',
    inner = '',
    whole = '',
    rest = '',
  } = form.exec(inParentheses ?? text)?.groups ?? {};
  const signs = sign + inner;
  if (whole + rest === '' || signs.length > 1 || (inParentheses !== undefined && signs !== '')) {
    return undefined;
  }
  const cents = fromDigits(whole || '0', rest);
  const negative = inParentheses !== undefined || signs === '-';
  return cents === undefined ? undefined : safe(negative ? -cents : cents);
}

/** An amount in cents, or why there is none; the reason continues a sentence that names the cell. */
export type ReadAmount = { readonly cents: number | null } | { readonly fault: string };

export interface MoneyCell {
  readonly text: string;
  /** The text that a workbook shows for the number, with a currency sign or decimals. */
  readonly amount?: string | undefined;
  /** True if a workbook has it as a number with decimals, whose point is not the user's. */
  readonly isNumber?: boolean;
  readonly header?: string;
}

const dollarNames = /^(?:usd?|us\s?\$|\$|us dollars?|dollars?)$/i;

/** The fault of a currency other than US dollars; continues a sentence that names the cell. */
export function currencyFault(currency: string): string | undefined {
  // A number is no currency, but may be its rate.
  return !/[\p{L}\p{Sc}]/u.test(currency) || dollarNames.test(currency)
    ? undefined
    : `is ${currency}; waybill takes US dollars only`;
}

/** The fault of amounts below a header that names another currency: `Net (CAD)`, `net_cad`, `amountEUR`. */
const headerFault = onceEach((header: string) => {
  const words = plainWords(header);
  const currency = currencyNamed(words) ?? currencyNamed(words.toUpperCase());
  return currency && currencyFault(currency);
});

/** The fault of a workbook's number that is shown as `€3.00`, `5.00 CAD` or `C$5`. */
function shownFault(shown: string): string | undefined {
  const rest = shown.replace(/US ?\$|USD|\$/i, '');
  return /[\p{Sc}\p{L}]/u.test(rest) ? currencyFault(shown) : undefined;
}

/**
 * Like `readAmount`, but an amount whose sign may separate thousands is in doubt unless it is a workbook's
 * number: `3.000` if no other amount proves that a point begins the cents, `3,000` if one proves that a
 * comma does.
 */
export function readSureAmount(
  { text, amount, isNumber = false, header = '' }: MoneyCell,
  shown: ShownSigns,
): ReadAmount {
  const fault = headerFault(header) ?? (amount === undefined ? undefined : shownFault(amount));
  if (fault !== undefined) return { fault };
  const cents = readAmount(text);
  const isSure = isNumber || (shown.has('point') && !shown.has('comma'));
  if (isSure && cents !== undefined) return { cents };
  const sign = centsSign(text);
  const isDoubtful =
    sign === 'either' ? !shown.has('point') : sign === 'group' && shown.has('comma');
  const thousands = isDoubtful && !isNumber ? readAmount(text.replace(/[.,]/, '')) : undefined;
  if (typeof thousands === 'number') {
    return {
      fault: `may be thousands: write ${dollars(thousands)} if it is, or else two digits after the point`,
    };
  }
  if (cents !== undefined) return { cents };
  const bare = text.replace(/US ?\$|USD/i, '');
  const isNamed = bare !== text && typeof readAmount(bare) === 'number';
  const advice = isNamed
    ? '; write it without the currency'
    : sign === 'comma'
      ? '; write it with a decimal point'
      : '';
  return { fault: `is not an amount${advice}` };
}

/** `USD 5`, `19.99`, `1,50`, `€5`, `'-14.39'`: an amount that can't be a whole number of cents. */
export function provesDollars({ text, amount, isNumber = false }: MoneyCell): boolean {
  if (amount !== undefined || isNumber) return true;
  const bare = text.replace(currencySign, '');
  const number = bare.replace(/[\s()+'-]/g, '');
  if (!/^[\d.,]+$/.test(number) || !/\d/.test(number)) return false;
  return bare !== text || /\.\d|,\d{1,2}$/.test(number);
}

/** The signs that these amounts show together; a point is no proof where a comma begins the cents. */
export function centsSigns(cells: Iterable<MoneyCell>): Set<CentsSign | undefined> {
  const signs = new Set<CentsSign | undefined>();
  for (const { text, isNumber } of cells) if (!isNumber) signs.add(centsSign(text));
  if (signs.has('comma')) signs.delete('point');
  return signs;
}

/** Reads the money of a file whose amounts show these signs; amounts may be negative. */
export function moneyReader(unit: MoneyUnit, signs: ShownSigns): (cell: MoneyCell) => ReadAmount {
  if (unit !== 'cents') return (cell) => readSureAmount(cell, signs);
  return ({ text }) => {
    const cents = /^-?\d+$/.test(text) ? Number(text) + 0 : Number.NaN;
    if (Number.isSafeInteger(cents)) return { cents };
    return { fault: 'is not in whole cents, such as 1234 for $12.34' };
  };
}
