import { onceEach } from './once';

/** One function for each way in which two texts are the same. An empty result has nothing to compare. */

/** Normalizing is slow, and plain ASCII is already normalized. */
function normalized(text: string): string {
  return /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFKC');
}

/**
 * A name that people chose, such as a header: its letters and digits, in lower case. The sign of another
 * currency than the dollar stays, since a column of euros is not one of amounts.
 */
export function plainName(text: string): string {
  return normalized(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Sc}]+|\$/gu, '');
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Kept, since each header is compared with the names of many fields. */
const keptHeaderName = onceEach(readHeaderName, 10_000);

/** The name of a column: accents don't count either, and `ü` is `ue`. */
export function headerName(text: string): string {
  // Of data in the first lines there may be any amount.
  return text.length < 100 ? keptHeaderName(text) : readHeaderName(text);
}

function readHeaderName(text: string): string {
  const name = plainName(text);
  if (/^[\x00-\x7f]*$/.test(name)) return name;
  return name
    .replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
    .normalize('NFD')
    .replace(/(?<=[a-z])\p{M}+/gu, '')
    .normalize('NFC');
}

/** The name of a field, as typed: case, hyphens, underscores and spaces don't count. */
export function plainField(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/** The rest of a number, of an order or a package, if case, spaces and punctuation don't count. */
export function lettersAndDigits(text: string): string {
  if (/^[0-9A-Z]*$/.test(text)) return text;
  return normalized(text)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The key of a number in a payout file: upper case 0-9 A-Z. Keeps leading zeros; the mirror has them. */
export function keyOf(text: string): string {
  if (/^[0-9A-Z]+$/.test(text)) return text;
  return normalized(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, '');
}

/** A tracking number as typed: often copied with spaces, and in either case. */
export function foldTracking(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/** A text in which only case and the width of spaces don't count. */
export function foldSpaces(text: string): string {
  return normalized(text).trim().replace(/\s+/g, ' ').toLowerCase();
}

/** A text that people search for, without case, punctuation, spacing or the shape of quotes. */
export function fold(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  return lower.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || lower.trim();
}

export function holds(text: string, wanted: string): boolean {
  return fold(text).includes(wanted) || text.includes(wanted);
}
