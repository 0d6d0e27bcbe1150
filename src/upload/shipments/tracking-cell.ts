import { judge } from '../../contract/carriers';
import type { Problem } from '../spec';

/** A number of a cell, or the text of a cell that holds none, with the reason. */
export interface CellNumber {
  readonly trackingNumber: string;
  /** Why it must not be sent: a tracking number cannot be taken back. */
  readonly junk?: Problem | undefined;
}

/** `9.4E+21`: what a spreadsheet makes of a long number. The digits behind are gone for good. */
export const scientific = /^\d(?:[.,]\d+E[+-]?|E\+)\d{1,3}$/i;
/** What a spreadsheet writes where a formula has failed, or a column was too narrow. */
const spreadsheetError = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|#+)$/i;
const fewestCharacters = 6;
const longestQuote = 40;

/** Letters and digits and nothing else, as nearly every tracking number is. */
export function isPlain(text: string): boolean {
  return /^[0-9A-Za-z]+$/.test(text);
}

/** A value as a message shows it. */
export function shown(value: string): string {
  return value.length <= longestQuote ? `"${value}"` : `"${value.slice(0, longestQuote)}…"`;
}

/** Zero-width and direction marks that a copied text brings along; no one sees them. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** Between the numbers of a cell. */
const separators = /[,;|\t\r\n]+/;
/** All that is neither letter nor digit, nor a sign inside a number. */
const aroundWords = /[^\p{L}\p{N}._+-]+/u;
const carrierWords =
  'UPS|USPS|FEDEX|FEDERALEXPRESS|DHL|ONTRAC|LASERSHIP|AMAZON|AMZN|AMZL|DOORDASH|TRACKING|TRACK|TRK';
/** A carrier with one of its services, without spaces between: `FedEx2Day`. */
const carrierName = new RegExp(
  `^(?:${carrierWords})(?:\\d?(?:ND|RD|ST)?(?:DAY|GROUND|EXPRESS|HOME|AIR|SAVER|PRIORITY|FREIGHT))*$`,
);
const gluedLabel = new RegExp(`^(?:${carrierWords})[-_.]?`, 'i');
const date = /^(?:\d{4}[-.]\d{1,2}[-.]\d{1,2}|\d{1,2}[-.]\d{1,2}[-.](?:\d{4}|\d{2}))$/;
const link = /(?:https?:\/\/|www\.)\S+|\b[\w-]+\.(?:com|net|org)\/\S+/gi;
/** Names of what a carrier's tracking page is asked for. */
const askedFor = /track|trknbr|labels|inquirynumber|^awb$|^tracknum|^number|^piececode|^shipment/i;

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}

function isForm(text: string): boolean {
  return judge(text).kind !== 'no_form';
}

function isValid(text: string): boolean {
  return judge(text).kind === 'valid';
}

/** Whether groups put together are a number: any short run of digits has the form of some carrier. */
function isGrouped(text: string): boolean {
  return isValid(text) || (isForm(text) && text.length >= 12);
}

/** The number that a word is: without a label in front, and signs inside, where a carrier knows it so. */
function asNumber(word: string): string {
  const text = word.replace(/^[._+-]+|[._+-]+$/g, '');
  if (isForm(text)) return text.toUpperCase();
  const whole = text.replace(/[.,]0+$/, '');
  // One point may be a decimal one: without it the number would be another.
  const bare = text.replace(/[-_]|\.(?=.*\.)|(?<=\..*)\./g, '');
  const unlabeled = text.replace(gluedLabel, '');
  const candidates = isValid(whole) ? [whole] : date.test(text) ? [] : [bare, unlabeled];
  return candidates.find(isGrouped)?.toUpperCase() ?? text;
}

/** The tracking numbers that the links of a cell ask for, in their place. */
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
    const places = parsed.pathname.split('/').filter(isForm);
    const found = [...asked, ...places, ...query.map(([, value]) => value)].filter((value) =>
      value.split(separators).some((one) => isForm(asNumber(one.trim()))),
    );
    // A page may name one number twice; a number of no known form is taken where it was asked for.
    const one = found[0] ?? asked.find((value) => /\d/.test(value));
    return one === undefined ? ' ' : ` ${one} `;
  });
}

/** Parts of a cell between its separators, as the words that have a digit. */
function wordsOf(piece: string): readonly string[] {
  return piece
    .split(aroundWords)
    .map(asNumber)
    .filter((word) => /\d/.test(word));
}

/** A word beside a number that says something else: how many, which box, when. */
function isBeside(word: string, orderNumber: string): boolean {
  if (isForm(word)) return false;
  return word.length < fewestCharacters || date.test(word) || isOwn(word, orderNumber);
}

function isOwn(text: string, orderNumber: string): boolean {
  return letters(text) !== '' && letters(text) === letters(orderNumber);
}

/**
 * The numbers of a piece, where its words are one number in groups, or are numbers each by itself:
 * undefined where they are neither.
 */
function numbersOf(words: readonly string[], orderNumber: string): readonly string[] | undefined {
  if (words.length < 2) return words;
  if (words.every(isValid)) return words;
  const joined = words.map(letters).join('');
  if (isValid(joined)) return [joined];
  if (words.every(isForm)) return words;
  if (isGrouped(joined)) return [joined];
  const rest = words.filter((word) => !isBeside(word, orderNumber));
  if (rest.length === 0 || rest.length === words.length) return undefined;
  return numbersOf(rest, orderNumber);
}

/** Why a number is none, said of the text that is in the cell. */
function junkIn(number: string, text: string, orderNumber: string): Problem | undefined {
  const what = shown(text);
  if (scientific.test(number)) {
    return {
      code: 'spreadsheet_number',
      message: `${what}: a spreadsheet cut the number; format the column as text and enter it again`,
    };
  }
  if (carrierName.test(letters(number))) {
    return { code: 'carrier_name', message: `${what}, a carrier's name, not a tracking number` };
  }
  if (!/\d/.test(number)) {
    return {
      code: 'no_digit',
      message: `${what}, which has no digit, so it is not a tracking number`,
    };
  }
  if (isOwn(number, orderNumber)) {
    return { code: 'own_order_number', message: `${what}, the order's own number` };
  }
  if (letters(number).length < fewestCharacters) {
    return {
      code: 'too_short',
      message: `${what}, which has fewer than ${fewestCharacters} characters, so it is not a tracking number`,
    };
  }
  if (date.test(number) && !isForm(number)) {
    return { code: 'date', message: `${what}, a date, not a tracking number` };
  }
  return undefined;
}

/**
 * The tracking numbers of a cell. Words, labels and links around a number are stripped; what is
 * written in groups (`9400 1112 0255 …`) is one number. Several are separated by comma, semicolon,
 * bar or line break, or by spaces where every piece is a tracking number by itself. A cell that holds
 * no number comes back whole, as junk; an empty one has none. Messages begin with the value in quotes.
 */
export function readTrackingCell(cell: string, orderNumber: string): readonly CellNumber[] {
  const text = cell.normalize('NFKC').replace(invisible, '').trim();
  if (text === '') return [];
  if (isPlain(text) && isForm(text) && !isOwn(text, orderNumber)) {
    return [{ trackingNumber: text.toUpperCase() }];
  }
  const junk = (problem: Problem) => [{ trackingNumber: text, junk: problem }];
  if (spreadsheetError.test(text)) {
    const message = `${shown(text)}, a spreadsheet error`;
    return junk({ code: 'spreadsheet_error', message });
  }
  const ofWhole = junkIn(text, text, orderNumber);
  if (ofWhole !== undefined) return junk(ofWhole);
  // One word without a label: there is nothing to strip or to split.
  if (isPlain(text) && !gluedLabel.test(text)) return [{ trackingNumber: text }];
  const all = withoutLinks(text)
    .split(separators)
    .map((piece) => ({ piece: piece.trim(), words: wordsOf(piece) }));
  const isLabel = (word: string) => date.test(word) || isOwn(word, orderNumber);
  const hasNumber = all.some(({ words }) => words.some(isForm));
  const pieces = all.filter(({ words }) => (hasNumber ? !words.every(isLabel) : words.length > 0));
  const words = pieces.flatMap((piece) => piece.words);
  if (words.length === 0) {
    return junk({
      code: 'no_number',
      message: `${shown(text)}, which contains no tracking number`,
    });
  }
  const joined = letters(words.join(''));
  if (pieces.length > 1 && !words.some(isForm) && isValid(joined)) {
    return [{ trackingNumber: joined }];
  }
  const found = pieces.map(({ piece, words }) => ({
    piece,
    numbers: numbersOf(words, orderNumber),
  }));
  if (words.length > 1 && !found.some(({ numbers }) => numbers?.some(isForm))) {
    const message = `${shown(text)}: several pieces, but none is a tracking number`;
    return junk({ code: 'several_pieces', message });
  }
  return found.flatMap(({ piece, numbers }): readonly CellNumber[] => {
    if (numbers === undefined) {
      const message = `${shown(piece)}: several pieces that are not all tracking numbers`;
      return [{ trackingNumber: piece, junk: { code: 'several_pieces', message } }];
    }
    return numbers.map((number) => {
      const junk = junkIn(number, pieces.length > 1 ? piece : text, orderNumber);
      return { trackingNumber: junk === undefined ? number : piece, junk };
    });
  });
}
