import { dayLength } from '../days';

/** The text of a cell; undefined if its line ends before it. */
export type Cell = string | undefined;

/** How far an amount may be from a whole cent because of float noise, in cents. */
const noise = 0.1;

const form =
  /^(?<sign>[-+]?)\$?(?<inner>[-+]?)(?<whole>\d+|\d{1,3}(?:,\d{3})+)?(?:\.(?<rest>\d*))?$/;
/** Almost zero, as written by a program that computes with floats: -1.13E-13. */
const tinyForm = /^[-+]?\d(?:\.\d+)?E-(?:[4-9]|\d{2,})$/i;

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
 * Reads dollars as groups write them (`$1,234.56`, `(12.30)`, `-$5`, float noise within 0.001) and
 * returns cents. A blank cell is 0; undefined if the cell is not an amount.
 */
export function readAmount(cell: Cell): number | undefined {
  // Spaces around a sign are only looks; between digits they may separate two numbers.
  const text = cleanText(cell)
    .replace('−', '-')
    .replace(/(?<=[-+$(]) +| +(?=[-+$)])/g, '');
  if (text === '') return 0;
  if (tinyForm.test(text)) return 0;
  const inParentheses = /^\((.*)\)$/.exec(text)?.[1];
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

/** Cents as dollars for people: -$1,234.50. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${whole}.${digits.slice(-2)}`;
}

/** Whether the day or the month comes first in `01/02/2026`. */
export const dateOrders = ['mdy', 'dmy'] as const;
export type DateOrder = (typeof dateOrders)[number];

const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[AP]M)?\s*(?:Z|[A-Z]{1,4}|[-+]\d{2}:?\d{2})?)?`;
const isoForm = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${time}$`, 'i');
const usualForm = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${time}$`, 'i');

/** Day zero of spreadsheets' date numbers. The range is 1954 to 2119. */
const serialStart = Date.UTC(1899, 11, 30);
/** What exports write in place of a missing date. */
const noDates = new Set(['-', '–', '—', 'n/a', 'na', 'none', 'null']);

/** A year that a spreadsheet can't have as a date is a typing error, such as 0026. */
const firstYear = 1900;

function exact(year: number, month: number, day: number): string | undefined {
  if (year < firstYear) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.toISOString().slice(0, 10) : undefined;
}

function fromSerial(serial: number): string | undefined {
  if (!(serial >= 20_000 && serial < 80_000)) return undefined;
  return new Date(serialStart + Math.floor(serial) * dayLength).toISOString().slice(0, 10);
}

/**
 * A day as `YYYY-MM-DD`; null for a blank cell, undefined if the cell is not a date. Ignores the
 * time of day.
 */
export function readDate(cell: Cell, order: DateOrder): string | null | undefined {
  const text = cleanText(cell);
  if (text === '' || noDates.has(text.toLowerCase())) return null;
  const iso = isoForm.exec(text);
  if (iso !== null) return exact(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const usual = usualForm.exec(text);
  if (usual !== null) {
    // With dots the day comes first everywhere.
    if (usual[2] === '.' && order === 'mdy') return undefined;
    const [first, second] = [Number(usual[1]), Number(usual[3])];
    const year = Number(usual[4]) + (usual[4]?.length === 2 ? 2000 : 0);
    return order === 'mdy' ? exact(year, first, second) : exact(year, second, first);
  }
  return /^\d{5}(?:\.\d+)?$/.test(text) ? fromSerial(Number(text)) : undefined;
}

/** What exports write in place of a missing number. */
const noNumbers = new Set(['N/A', 'NA', 'NONE', 'NULL', 'NOT SUBMITTED', 'ENTER TRACKING']);

/** A long number that a spreadsheet rounded, losing digits. */
const destroyedForm = /^\d(?:[.,]\d+)?E\+\d+$|^\d[.,]\d+E\d+$/i;

const plainKey = /^[0-9A-Z]+$/;

/** The text that was meant: NFKC, trimmed, without `="…"` and a leading `'`. */
export function cleanText(cell: Cell): string {
  let text = (cell ?? '').normalize('NFKC').trim();
  const wrapped = /^="(.*)"$/s.exec(text);
  if (wrapped !== null) text = (wrapped[1] ?? '').replaceAll('""', '"').trim();
  return text.startsWith("'") ? text.slice(1).trim() : text;
}

/** An identifier for comparison: upper case 0-9 A-Z. Keeps leading zeros. */
export function keyOf(text: string): string {
  if (plainKey.test(text)) return text;
  // Normalizing is slow, and plain ASCII is already normalized.
  const form = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFKC');
  return form.toUpperCase().replace(/[^0-9A-Z]+/g, '');
}

export interface Identifier {
  /** The identifier as written; empty if the cell has none. */
  readonly text: string;
  readonly destroyed: boolean;
}

/** An order number or a reference. */
export function readIdentifier(cell: Cell): Identifier {
  const text = cleanText(cell);
  if (destroyedForm.test(text)) return { text, destroyed: true };
  // A number that went through a float: 395557.0.
  const whole = /^(\d+)\.0+$/.exec(text)?.[1] ?? text;
  const nothing = keyOf(whole) === '' || noNumbers.has(whole.toUpperCase().replace(/\.$/, ''));
  return { text: nothing ? '' : whole, destroyed: false };
}

/** The identifiers in a cell, as written. */
export function splitCell(text: string): string[] {
  return text.split(/[,;|\r\n]/);
}

/**
 * The tracking numbers in a cell, as distinct keys. Splits at commas, semicolons, bars and line
 * breaks, but not at spaces: people write `1Z 999 AA1` for one number.
 */
export function readTrackings(cell: Cell): { keys: string[]; destroyed: string[] } {
  const whole = readIdentifier(cell);
  if (whole.destroyed) return { keys: [], destroyed: [whole.text] };
  const keys = new Set<string>();
  const destroyed: string[] = [];
  for (const part of splitCell(whole.text)) {
    const one = readIdentifier(part);
    if (one.destroyed) destroyed.push(one.text);
    else if (one.text !== '') keys.add(keyOf(one.text));
  }
  return { keys: [...keys], destroyed };
}
