import { cleanCell, longestValue } from './cells';

/** How far an amount may be from a whole cent because of float noise, in cents. */
const noise = 0.1;

const form =
  /^(?<sign>[-+]?)\$?(?<inner>[-+]?)(?<whole>\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.(?<rest>\d*))?$/;
/** Almost zero, as written by a program that computes with floats: -1.13E-13. */
const tinyForm = /^[-+]?\d(?:\.\d+)?E-(?:[4-9]|\d{2,})$/i;
/** How a spreadsheet's accounting format shows 0: a dash, with or without a dollar sign. */
const dashForm = /^\$?[-–—]$/;

/** Without the spaces around a sign, which are only looks; between digits they may separate two numbers. */
function amountText(text: string): string {
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

/** What a text shows about the sign that begins the cents; `either` may be thousands as well. */
export type CentsSign = 'point' | 'comma' | 'either';

const eitherForm = /^[1-9]\d{0,2}\.\d{3}$/;
/** `12.5`, `12.50`, `12.5000`, `1020.000`. */
const pointForm = /^\d*\.(?:\d{1,2}|\d{4,})$|^\d{4,}\.\d+$/;
/** `12,5`, `12,50`, `12,5000`, `0,500`, `1.020,00`, `1.020.000`. */
const commaForm =
  /^\d*,(?:\d{1,2}|\d{4,})$|^0,\d+$|^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;

/** Undefined for a text that shows nothing: a whole number, or no amount. */
export function centsSign(cell: string | undefined): CentsSign | undefined {
  const text = cleanCell(cell);
  if (text.length > longestValue) return undefined;
  const [, number = ''] = /^[^\d.,]*([\d.,\s'’]*)[^\d.,]*$/.exec(text) ?? [];
  const digits = number.replace(/[\s'’]/g, '');
  if (commaForm.test(digits)) return 'comma';
  if (typeof readAmount(cell) === 'number' && pointForm.test(digits.replaceAll(',', ''))) {
    return 'point';
  }
  return eitherForm.test(digits) ? 'either' : undefined;
}

/**
 * Reads dollars as groups write them (`$1,234.56`, `$(12.30)`, `-$5`, float noise within 0.001) and
 * returns cents; null for a blank cell, undefined if the cell is not an amount.
 */
export function readAmount(cell: string | undefined): number | null | undefined {
  const written = cleanCell(cell);
  if (written.length > longestValue) return undefined;
  const text = amountText(written);
  if (text === '') return null;
  if (tinyForm.test(text) || dashForm.test(text)) return 0;
  const [, dollar = '', inside] = /^(\$?)\((.*)\)$/.exec(text) ?? [];
  const inParentheses = inside === undefined ? undefined : dollar + inside;
  const parts = form.exec(inParentheses ?? text)?.groups;
  if (parts === undefined) return undefined;
  const signs = `${parts.sign}${parts.inner}`;
  const whole = parts.whole ?? '';
  const rest = parts.rest ?? '';
  if (whole + rest === '' || signs.length > 1 || (inParentheses !== undefined && signs !== '')) {
    return undefined;
  }
  const cents = fromDigits(whole || '0', rest);
  const negative = inParentheses !== undefined || signs === '-';
  return cents === undefined ? undefined : safe(negative ? -cents : cents);
}
