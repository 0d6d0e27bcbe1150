import { isProven } from '../../contract/carriers';
import { lettersAndDigits } from '../../lib/fold';
import { splitNumbers } from '../../lib/words';
import { errorIn, isRounded, withoutInvisible } from '../../tabular/cells';
import type { Problem } from '../spec';
import {
  asNumber,
  carrierName,
  date,
  fewestCharacters,
  gluedLabel,
  hasDigit,
  isDestroyed,
  isForm,
  isGrouped,
  isLabel,
  isOwn,
  isUnlisted,
  isValid,
  likenessOf,
  numbersOf,
  wordsOf,
} from './cell-words';

/** A number in a cell, or the text of a cell without one, with the reason. */
export interface CellNumber {
  readonly trackingNumber: string;
  /** Why it must not be sent: a tracking number can't be taken back. */
  readonly junk?: Problem | undefined;
}

/** What a spreadsheet shows if a column is too narrow. */
const tooNarrow = /^##+$/;
const longestQuote = 40;

/** Only letters and digits, like nearly every tracking number. */
export function isPlain(text: string): boolean {
  return /^[0-9A-Za-z]+$/.test(text);
}

/** A value as messages show it. */
export function shown(value: string): string {
  return value.length <= longestQuote ? `"${value}"` : `"${value.slice(0, longestQuote)}…"`;
}

/** Spaces without a width: what they separate is not one word. */
const invisibleSpace = /[\u200b\ufeff]+/g;
/** The words among them that head a column; in a cell they are a second header line. */
const headerWord = /^(?:TRACKING|TRACK|TRK)$/;
/** A link; no part of a host's name is longer (RFC 1035). */
const link = /(?:https?:\/\/|www\.)\S+|\b[\w-]{1,63}\.(?:com|net|org)\/\S+/gi;
const email = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g;
/** An amount with its currency; ten digits in a row are none. */
const money =
  /(?:[$€£¥]|\b(?:USD|EUR|GBP)\b)\s*(?!\d{10})\d[\d.,]{0,11}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,])(?!\d{10})\d[\d.,]{0,11}\s?(?:€|(?:USD|EUR|GBP)\b)/gu;
/** How many parcels there are: no part of a number. */
const quantity =
  /(?<![\p{L}\p{N}.,-])\d{1,3}\s?(?:box(?:es)?|pcs?|pieces?|packages?|pkgs?|parcels?|units?|items?)\b/giu;
/** `9,400,111,202,…`: a number that was formatted as an amount. */
const thousands = /(?<![\p{L}\p{N}.,])\d{1,3}(?:,\d{3}){2,}(?![\p{L}\p{N}.,])/gu;
/** Names of the query parameters that carry the number on carriers' tracking pages. */
const askedFor = /track|trknbr|labels|inquirynumber|^awb$|^tracknum|^number|^piececode|^shipment/i;

/**
 * A word with dots in place of the rest of it, as a narrow column shows it; empty if there is none.
 * Two stray quotes can make one cell of a whole file, so this looks at each character only once.
 */
function cutWord(text: string): string {
  for (const before of text.split('...').slice(0, -1)) {
    const last = before.split(/[\s,;|.]/).at(-1) ?? '';
    const word = last.slice(Math.max(0, last.search(/[\p{L}\p{N}]/u)));
    if (hasDigit(word)) return word;
  }
  return '';
}

/** Replaces the links of a cell with the tracking numbers in them. */
function withoutLinks(cell: string): string {
  return cell.replace(link, (url) => {
    const address = /^https?:/i.test(url) ? url : `https://${url}`;
    if (!URL.canParse(address)) return ' ';
    const parsed = new URL(address);
    const query = [
      ...parsed.searchParams,
      ...new URLSearchParams(parsed.hash.replace(/^#.*\?/, '')),
    ];
    const asked = query.flatMap(([name, value]) => (askedFor.test(name) ? [value] : []));
    const places = parsed.pathname.split('/');
    const values = [...asked, ...places, ...query.map(([, value]) => value)];
    const first = (test: (one: string) => boolean) =>
      values.find((value) => splitNumbers(value).some((one) => test(one.trim())));
    // A page may name a number twice; a number of no known form counts if a parameter carried it.
    const one =
      first((text) => isForm(asNumber(text))) ??
      asked.find((value) => /\d/.test(value)) ??
      first(isUnlisted);
    return one === undefined ? ' ' : `, ${one} ,`;
  });
}

/** Why a text is not a tracking number, quoting the text in the cell. */
function junkIn(number: string, text: string, orderNumber: string): Problem | undefined {
  const what = shown(text);
  const not = `${what} is not a tracking number`;
  const bare = lettersAndDigits(number);
  if (isRounded(number) || isDestroyed(number)) {
    return {
      code: 'spreadsheet_number',
      message: `${what} is a number that a spreadsheet rounded; format the column as text and enter it again`,
    };
  }
  if (headerWord.test(bare)) {
    return { code: 'header_word', message: `${what} is a column heading, not a tracking number` };
  }
  if (carrierName.test(bare)) {
    return { code: 'carrier_name', message: `${what} is a carrier's name, not a tracking number` };
  }
  if (!/\d/.test(number)) {
    return { code: 'no_digit', message: `${not}: it has no digits` };
  }
  if (isOwn(number, orderNumber)) {
    return { code: 'own_order_number', message: `${what} is the order's own number` };
  }
  if (bare.length < fewestCharacters) {
    return {
      code: 'too_short',
      message: `${not}: it has fewer than ${fewestCharacters} characters`,
    };
  }
  if (date.test(number) && !isForm(number)) {
    return { code: 'date', message: `${what} is a date, not a tracking number` };
  }
  return undefined;
}

/**
 * The tracking numbers of a cell. Words, labels, links, e-mail addresses and amounts of money around
 * a number are stripped; a number written in groups (`9400 1112 0255 …`) is one. Several are
 * separated by comma, semicolon, bar or line break, or by spaces if every piece is a tracking number
 * by itself. A cell without a number is returned whole, as junk; an empty one has none. Messages
 * are sentences that start with the value in quotes.
 */
export function readTrackingCell(cell: string, orderNumber: string): readonly CellNumber[] {
  const text = withoutInvisible(cell.normalize('NFKC').replace(invisibleSpace, ' '));
  if (text === '') return [];
  if (isPlain(text) && isForm(text) && !isOwn(text, orderNumber)) {
    return [{ trackingNumber: text.toUpperCase() }];
  }
  const junk = (problem: Problem) => [{ trackingNumber: text, junk: problem }];
  if (errorIn(text) !== undefined || tooNarrow.test(text)) {
    const message = `${shown(text)} is a spreadsheet error`;
    return junk({ code: 'spreadsheet_error', message });
  }
  if (lettersAndDigits(cutWord(text)).length >= fewestCharacters) {
    const message = `${shown(text)} is only part of a number; enter the whole number`;
    return junk({ code: 'cut_number', message });
  }
  const ofWhole = junkIn(text, text, orderNumber);
  if (ofWhole !== undefined) return junk(ofWhole);
  // One word without a label: nothing to strip or to split.
  if (isPlain(text) && !gluedLabel.test(text)) return [{ trackingNumber: text }];
  const bare = withoutLinks(text)
    .replace(email, ' ')
    .replace(money, ' ')
    .replace(quantity, ' ')
    .replace(thousands, (digits) => {
      const joined = digits.replaceAll(',', '');
      return isProven(joined) ? joined : digits;
    });
  const all = splitNumbers(bare).map((piece) => ({ piece: piece.trim(), words: wordsOf(piece) }));
  const hasNumber = all.some(({ words }) =>
    words.some(({ text, isOther }) => isForm(text) || (!isOther && isUnlisted(text))),
  );
  const pieces = all.filter(({ words }) => {
    const digits = words.filter(({ text }) => hasDigit(text));
    if (!hasNumber) return digits.length > 0;
    return !digits.every(
      ({ text, isOther }) => isLabel(text, orderNumber) || (isOther && !isValid(text)),
    );
  });
  const words = pieces.flatMap((piece) => piece.words.map(({ text }) => text).filter(hasDigit));
  if (words.length === 0) {
    return junk({
      code: 'no_number',
      message: `${shown(text)} contains no tracking number`,
    });
  }
  const found = pieces.map(({ piece, words }) => ({
    piece,
    numbers: numbersOf(words, orderNumber),
  }));
  const numbers = found.flatMap(({ numbers = [] }) => numbers);
  const counts = countsAmong(numbers);
  if (words.length > 1 && !words.some(isGrouped) && !numbers.some(counts)) {
    const message = `${shown(text)} has several parts, and none of them is a tracking number`;
    return junk({ code: 'several_pieces', message });
  }
  return found.flatMap(({ piece, numbers }): readonly CellNumber[] => {
    if (numbers === undefined) {
      const message = `${shown(piece)} has several parts, and not all of them are tracking numbers`;
      return [{ trackingNumber: piece, junk: { code: 'several_pieces', message } }];
    }
    return numbers.map((number) => {
      const own = junkIn(number, all.length > 1 ? piece : text, orderNumber);
      const junk = own ?? (words.length > 1 && !counts(number) ? beside(piece) : undefined);
      return { trackingNumber: junk === undefined ? number : piece, junk };
    });
  });
}

/**
 * Which of the numbers of a cell with several parts count: those of a known form, and those of a
 * carrier that is not known if they are beside a known one or all look alike.
 */
function countsAmong(numbers: readonly string[]): (number: string) => boolean {
  const unlisted = numbers.filter(isUnlisted);
  const areAlike = new Set(unlisted.map(likenessOf)).size === 1;
  const mayBeUnlisted = areAlike || numbers.some(isForm);
  return (number) => isForm(number) || (mayBeUnlisted && isUnlisted(number));
}

function beside(piece: string): Problem {
  const message = `${shown(piece)} matches no known carrier's format; if it is a tracking number, give it a row of its own`;
  return { code: 'several_pieces', message };
}
