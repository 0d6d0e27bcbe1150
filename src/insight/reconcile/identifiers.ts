/**
 * A cell as a reader delivers it: text from CSV; also numbers, dates and booleans from workbooks.
 */
export type Cell = string | number | boolean | Date | null | undefined;

/** What exports write in place of a missing number. */
const placeholders = new Set(['N/A', 'NA', 'NONE', 'NULL', 'NOT SUBMITTED', 'ENTER TRACKING']);

/** A long number that a spreadsheet rounded, losing digits. */
const destroyedForm = /^\d(?:[.,]\d+)?E\+\d+$|^\d[.,]\d+E\d+$/i;

/** How many digits of a number a spreadsheet keeps. */
const spreadsheetDigits = 15;

const plainKey = /^[0-9A-Z]+$/;

/** The text that was meant: NFKC, trimmed, without `="…"` and a leading `'`. */
export function cleanText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  let text = String(cell).normalize('NFKC').trim();
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

function oneIdentifier(cell: Cell): Identifier {
  if (typeof cell === 'number') {
    const text = String(cell);
    const lost = !Number.isInteger(cell) || Math.abs(cell) >= 10 ** spreadsheetDigits;
    return { text, destroyed: lost };
  }
  const text = cleanText(cell);
  if (destroyedForm.test(text)) return { text, destroyed: true };
  // A number that went through a float: 395557.0.
  const whole = /^(\d+)\.0+$/.exec(text)?.[1] ?? text;
  const nothing = keyOf(whole) === '' || placeholders.has(whole.toUpperCase().replace(/\.$/, ''));
  return { text: nothing ? '' : whole, destroyed: false };
}

/** An order number or a reference. */
export function readIdentifier(cell: Cell): Identifier {
  return oneIdentifier(cell);
}

/**
 * The tracking numbers in a cell, as distinct keys. Splits at commas, semicolons, bars and line
 * breaks, but not at spaces: people write `1Z 999 AA1` for one number.
 */
export function readTrackings(cell: Cell): { keys: string[]; destroyed: string[] } {
  const whole = oneIdentifier(cell);
  if (whole.destroyed) return { keys: [], destroyed: [whole.text] };
  const keys = new Set<string>();
  const destroyed: string[] = [];
  for (const part of whole.text.split(/[,;|\r\n]/)) {
    const one = oneIdentifier(part);
    if (one.destroyed) destroyed.push(one.text);
    else if (one.text !== '') keys.add(keyOf(one.text));
  }
  return { keys: [...keys], destroyed };
}
