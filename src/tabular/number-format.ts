import { currencySign } from './cells';
import type { CellMark } from './record';

/** Turns a workbook's numbers into the texts that their owner meant. */

/** Excel's built-in date and time formats, by id; the workbook spells out all others. */
const dateFormatIds = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51,
  52, 53, 54, 55, 56, 57, 58,
]);

/** Excel's built-in formats that show decimals or a currency, with their ids. */
const moneyFormats: Readonly<Record<string, readonly number[]>> = {
  '0.00': [2],
  '#,##0.00': [4, 39, 40, 43],
  '$#,##0': [5, 6, 42],
  '$#,##0.00': [7, 8, 44],
};

const builtInFormat = (id: number) =>
  Object.keys(moneyFormats).find((format) => moneyFormats[format]?.includes(id)) ?? '';

export interface NumberFormat {
  readonly isDate: boolean;
  /** True if it shows hundredths: 0.02 as 2%. */
  readonly isPercent: boolean;
  /** The fewest digits that the format shows: `00000000` shows leading zeros. */
  readonly digits: number;
  /** Letters that the format of an identifier shows before its digits: `"TBA"000000000000`. */
  readonly prefix: string;
  /** The parts of a format with a currency sign or decimals. */
  readonly mask?: readonly Piece[] | undefined;
}

/** A part of a format: text that it adds to the number, or a sign of the format itself. */
type Piece = { readonly added: string } | { readonly sign: string };

/** Excel's own limit. */
const longestCode = 255;
/** Digits of a number that a spreadsheet keeps; what it shows after them is made up. */
const keptDigits = 15;

/**
 * Quoted, escaped, blank and repeated characters, brackets, and what is left: one character. A quote
 * or bracket that is not closed reaches to the end, so that nothing is looked at twice.
 */
const formatParts =
  /"([^"]*)(?:"|$)|\\(.)|[_*].|\[\$([^\]-]*)(?:-[^\]]*)?(?:\]|$)|\[[^\]]*(?:\]|$)|([0#?.,%@/eE])|(.)/gs;

function piecesOf(section: string): readonly Piece[] {
  return [...section.matchAll(formatParts)].map(([, quoted, escaped, symbol, sign, other]) =>
    sign === undefined ? { added: quoted ?? escaped ?? symbol ?? other ?? '' } : { sign },
  );
}

const signsOf = (pieces: readonly Piece[]) =>
  pieces.map((one) => ('sign' in one ? one.sign : '')).join('');
const addedBy = (pieces: readonly Piece[], sign = '') =>
  pieces.map((one) => ('added' in one ? one.added : sign)).join('');

/** Undefined for a format that shows a number as it is, or in a way of its own. */
function maskOf(section: string): readonly Piece[] | undefined {
  const pieces = piecesOf(section);
  const signs = signsOf(pieces);
  if (!/[0#?]/.test(signs) || /[%@/eE]/.test(signs)) return undefined;
  const isMoney = addedBy(pieces, ' ').search(currencySign) !== -1 || /\.[0#?]/.test(signs);
  return isMoney ? pieces : undefined;
}

/** The fewest zeros of a format for identifiers; amounts and counts have fewer. */
const fewestZeros = 8;

function prefixOf(section: string): string {
  const pieces = piecesOf(section);
  const first = pieces.findIndex((one) => 'sign' in one);
  const added = addedBy(pieces.slice(0, first));
  return /^[A-Z0-9]+$/i.test(added) ? added : '';
}

/** Reads a number's format from its id and, if the workbook spells it out, its code. */
export function numberFormat(id: number, code = ''): NumberFormat {
  // No program writes such a code, and Excel shows nothing in it.
  if (code.length > longestCode) return numberFormat(0);
  const [positive = ''] = code.split(';');
  // Quoted and escaped letters, conditions and colors say nothing about the kind of number.
  const plain = positive.replace(
    /"[^"]*(?:"|$)|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*(?:\]|$)/gi,
    '',
  );
  const isDate =
    code === '' ? dateFormatIds.has(id) : /[dmyhs]/i.test(plain.replace(/general/gi, ''));
  const zeros = plain.replace(/[\s-]/g, '');
  const digits = /^0+$/.test(zeros) ? zeros.length : 0;
  return {
    isDate,
    // `0%` and `0.00%`.
    isPercent: code === '' ? id === 9 || id === 10 : !isDate && plain.includes('%'),
    digits,
    prefix: digits < fewestZeros ? '' : prefixOf(positive),
    mask: isDate ? undefined : maskOf(positive || builtInFormat(id)),
  };
}

/** `$1,234.50`: an amount as its format shows it. */
function amountText(value: number, pieces: readonly Piece[]): string {
  const signs = signsOf(pieces);
  const decimals = /\.([0#?]*)/.exec(signs)?.[1]?.length ?? 0;
  const most = keptDigits - String(Math.trunc(Math.abs(value))).length;
  const shown = Math.min(decimals, Math.max(2, most));
  const [whole = '', rest] = Math.abs(value).toFixed(shown).split('.');
  const digits = signs.includes(',') ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  const first = pieces.findIndex((one) => 'sign' in one);
  const last = pieces.findLastIndex((one) => 'sign' in one);
  const number = rest === undefined ? digits : `${digits}.${rest}`;
  const text = `${addedBy(pieces.slice(0, first))}${number}${addedBy(pieces.slice(last + 1))}`;
  return `${value < 0 ? '-' : ''}${text.trim()}`;
}

/** The mark that the workbook gives a number besides its digits; undefined for a whole. */
export function numberMark(raw: string, { isDate, mask }: NumberFormat): CellMark | undefined {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return undefined;
  if (isDate) return { kind: 'date' };
  if (mask === undefined) return Number.isInteger(value) ? undefined : { kind: 'number' };
  return { kind: 'money', text: amountText(value, mask) };
}

/** 9999-12-31, the last day that Excel knows. */
const lastSerial = 2_958_465;

/** `2025-06-01`, `2025-06-01 14:30:00` or `14:30:00` for days since the workbook's epoch. */
export function dateText(serial: number, from1904: boolean): string {
  const seconds = Math.round(serial * 86_400);
  // Excel has a February 29, 1900, so its days before that are off by one.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const [day = '', time = ''] = new Date(epoch + seconds * 1000).toISOString().split(/[T.]/);
  if (seconds % 86_400 === 0) return day;
  return serial < 1 ? time : `${day} ${time}`;
}

/**
 * The text of a number: whole numbers in full up to 15 digits, with the leading zeros and the
 * letters that the format shows. A longer number has lost its other digits in the workbook and is
 * written as Excel shows it (`9.40011120255584E+21`), which can't be mistaken for a tracking number.
 */
export function numberText(
  raw: string,
  { isDate, isPercent, digits, prefix }: NumberFormat,
  from1904: boolean,
): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (isDate && value >= 0 && value <= lastSerial) return dateText(value, from1904);
  if (isPercent) return `${plainDecimal(Number((value * 100).toPrecision(keptDigits)))}%`;
  const rounded = Number(value.toPrecision(keptDigits));
  if (Math.abs(value) < 10 ** keptDigits) {
    const text = plainDecimal(rounded);
    return /^\d+$/.test(text) ? prefix + text.padStart(digits, '0') : text;
  }
  const [mantissa = '', exponent = ''] = rounded.toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent}`;
}

/** Avoids the exponent that JavaScript writes below a millionth. */
function plainDecimal(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}
