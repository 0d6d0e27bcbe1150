import { keyOf } from '../../lib/fold';
import { splitNumbers } from '../../lib/words';
import { cleanCell, isDecimal, isNone, isRounded } from '../../tabular/cells';

/** What groups write in place of a number that they wait for. */
const waiting = /^(?:not submitted|enter tracking)$/i;

export interface Identifier {
  /** The identifier as written; empty if the cell has none. */
  readonly text: string;
  /** Whether a spreadsheet rounded it, losing digits. */
  readonly destroyed: boolean;
}

/** An order number or a reference. */
export function readIdentifier(cell: string | undefined): Identifier {
  const text = cleanCell(cell);
  if (isRounded(text)) return { text, destroyed: true };
  const whole = isDecimal(text) ? text.replace(/\.0+$/, '') : text;
  const word = whole.replace(/\.$/, '');
  const nothing = keyOf(whole) === '' || isNone(word) || waiting.test(word);
  return { text: nothing ? '' : whole, destroyed: false };
}

/**
 * The tracking numbers in a cell, as distinct keys. Splits at commas, semicolons, bars and line
 * breaks, but not at spaces: people write `1Z 999 AA1` for one number.
 */
export function readTrackings(cell: string | undefined): { keys: string[]; destroyed: string[] } {
  const whole = readIdentifier(cell);
  if (whole.destroyed) return { keys: [], destroyed: [whole.text] };
  const keys = new Set<string>();
  const destroyed: string[] = [];
  for (const part of splitNumbers(whole.text)) {
    const one = readIdentifier(part);
    if (one.destroyed) destroyed.push(one.text);
    else if (one.text !== '') keys.add(keyOf(one.text));
  }
  return { keys: [...keys], destroyed };
}
