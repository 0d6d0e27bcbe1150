import { isProven } from '../../contract/carriers';
import { lettersAndDigits } from '../../lib/fold';
import { splitNumbers } from '../../lib/words';
import { errorIn, isRounded, withoutInvisible } from '../../tabular/cells';
import type { Problem } from '../../upload/spec';
import {
  asNumber,
  carrierName,
  date,
  decimalNumber,
  fewestCharacters,
  gluedLabel,
  hasDigit,
  isDestroyed,
  isForm,
  isGlued,
  isGrouped,
  isLabel,
  isLettered,
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
  /** The reason why it must not be sent: a tracking number can't be taken back. */
  readonly junk?: Problem | undefined;
}

/** The text that a spreadsheet shows if a column is too narrow: `###`. */
const tooNarrow = /^##+$/;
const longestQuote = 40;

/** Only letters and digits, like nearly every tracking number. */
export function isPlain(text: string): boolean {
  return /^[0-9A-Za-z]+$/.test(text);
}

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
  /(?:[$€£¥]|\b(?:USD|EUR|GBP))\s*(?!\d{10})\d[\d.,]{0,11}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,])(?!\d{10})\d[\d.,]{0,11}\s?(?:€|(?:USD|EUR|GBP)\b)/gu;
/** A number of parcels, `2 boxes`: no part of a tracking number. */
const quantity =
  /(?<![\p{L}\p{N}.,-])\d{1,3}\s?(?:box(?:es)?|pcs?|pieces?|packages?|pkgs?|parcels?|units?|items?)\b/giu;
/** Shops' order numbers, which are no carrier's. */
const shopOrder =
  /(?<![\p{L}\p{N}-])(?:\d{3}-\d{7}-\d{7}|\d{7}-\d{8}|\d{2}-\d{5}-\d{5}|BBY\d{2}[- ]?\d{12})(?![\p{L}\p{N}-])/giu;
/** A telephone number: `555-123-4567`, `(555) 123-4567`, `+49 30 12345678`. */
const telephone =
  /(?<![\p{L}\p{N}.+-])(?:\+\d{1,3}(?:[\s().-]{1,2}\d{1,8}){2,6}|\+\d{11,15}|(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4})(?![\p{L}\p{N}]|[-.]\d)/gu;
/** A payment card of fifteen digits, as many as FedEx uses. */
const paymentCard = /(?<![\p{L}\p{N}-])3[47]\d{2}([- ])\d{6}\1\d{5}(?![\p{L}\p{N}-])/gu;
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const days = [
  `${month} \\d{1,2}(?:st|nd|rd|th)?,? ?\\d{4}`,
  `\\d{1,2} ${month} \\d{4}`,
  '\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})',
];
/** A day with its time, whose commas separate nothing: `Nov 20, 2025, 2:33 PM`. */
const day = new RegExp(
  `(?<![\\p{L}\\p{N}/.-])(?:${days.join('|')})(?![\\d/])(?:,? (?:at )?\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m\\b)?)?`,
  'giu',
);
const notTracking = [email, money, quantity, telephone, shopOrder, paymentCard, day];
/** A number with decimals; those of a long one, which are zeros, were left out. */
const decimal = /^\d+(?:\.\d+|,\d{1,5})$/;
/** `9,400,111,202,…`: a number that was formatted as an amount. */
const thousands = /(?<![\p{L}\p{N}.,])\d{1,3}(?:,\d{3}){2,}(?![\p{L}\p{N}.,])/gu;
/** Names of what carries the number in a link: a parameter, the host, or the places before it. */
const askedFor = /track|trk|labels|inquirynumber|^awb$|^num|^piececode|^shipment/i;
const ofOrder = /order/i;
/** Six digits or more: `shipmentId=UnXtmbQ2W` is Amazon's own name for a parcel. */
const manyDigits = /(?:\d\D*){6}/;
/** The fewest digits of a number in a link that no name announces: shorter ones are of pages. */
const fewestInLink = 18;
/** The fewest of one that no name announces to be taken for a number at all. */
const fewestAnywhere = 12;

/** Marks in place of digits that are left out: `...`, `***`, `XXXX`. */
const leftOut = /\.{3,}|\*{3,}|•{3,}|X{4,}/gi;

/**
 * True if a word is only a part of a number, as a narrow column, a mask or a note of its last digits
 * shows it. Two stray quotes can make one cell of a whole file, so this looks at each character only
 * once.
 */
function isCut(text: string): boolean {
  const words = text.split(leftOut).map((part) => part.split(/[\s,;|]/));
  const isPart = (word = '') => hasDigit(word) && lettersAndDigits(word).length >= fewestCharacters;
  return words.some(
    (part, place) =>
      (place < words.length - 1 && isPart(part.at(-1))) || (place > 0 && isPart(part[0])),
  );
}

/** A text in a link that may be a number. */
interface LinkPart {
  readonly text: string;
  /** True if its name announces a tracking number. */
  readonly isAsked: boolean;
  readonly isParameter: boolean;
}

/** True if it is a number where it is. */
function isSurePart({ text, isAsked, isParameter }: LinkPart): boolean {
  if (isLettered(text) || (isValid(text) && text.length >= fewestInLink)) return true;
  return isAsked && (isForm(asNumber(text)) || (isParameter && isUnlisted(text)));
}

function isLongPart({ text, isAsked }: LinkPart): boolean {
  return isAsked && manyDigits.test(text);
}

/** True if it looks like a number, or may be that of something else: a customer, a page. */
function isDoubtfulPart(part: LinkPart): boolean {
  const { text, isParameter } = part;
  return (isParameter && isLongPart(part)) || (isValid(text) && text.length >= fewestAnywhere);
}

/** The texts in the value of a link's parameter that may be numbers: `1Z… 1Z…` are two, `9400 1112 …` is one. */
function textsOf(value: string): readonly string[] {
  return splitNumbers(value).flatMap((piece) => {
    const words = piece.trim().split(/\s+/);
    return words.every((word) => isForm(asNumber(word))) ? words : [piece.trim()];
  });
}

/**
 * The tracking numbers of a link, in whatever parameters they are; undefined if another part looks like one
 * and is none, or may be of something else.
 */
function numbersInLink(url: string): readonly string[] | undefined {
  const address = /^https?:/i.test(url) ? url : `https://${url}`;
  if (!URL.canParse(address)) return [];
  const parsed = new URL(address);
  const path = parsed.pathname.split('/');
  const named = [
    ...parsed.searchParams,
    ...new URLSearchParams(parsed.hash.replace(/^#.*\?|^#/, '')),
    ...path.map((place, index) => {
      const before = path.slice(Math.max(0, index - 2), index);
      return [[parsed.hostname, ...before].join('/'), place] as const;
    }),
  ];
  const parts = named.flatMap(([name, value], index) =>
    textsOf(value).flatMap((text): LinkPart | readonly [] => {
      const isParameter = index < named.length - path.length;
      if (ofOrder.test(name) && !isLettered(text)) return [];
      return { text, isAsked: askedFor.test(name), isParameter };
    }),
  );
  // A number of no known form counts if a parameter carried it.
  const numbers = [isSurePart, isLongPart, ({ text }: LinkPart) => isUnlisted(text)]
    .map((isNumber) => parts.filter(isNumber))
    .find((some) => some.length > 0);
  // A page may name a number twice, also with more around it: `trkqual=2458~261247163330~FX`.
  const byKey = new Map((numbers ?? []).map(({ text }) => [lettersAndDigits(text), text]));
  const keys = [...byKey.keys()];
  const doubtful = parts.filter(isDoubtfulPart).filter(({ text }) => {
    const key = lettersAndDigits(text);
    return !keys.some((known) => key.includes(known));
  });
  if (keys.length + doubtful.length < 2) return [...byKey.values()];
  const areNumbers = [...byKey].every(
    ([key, text]) => isValid(asNumber(text)) || isValid(key) || isUnlisted(text),
  );
  return doubtful.length === 0 && areNumbers ? [...byKey.values()] : undefined;
}

/** Replaces the links of a cell with the tracking numbers in them; undefined if one leaves doubts. */
function withoutLinks(cell: string): string | undefined {
  let isClear = true;
  const text = cell.replace(link, (url) => {
    const numbers = numbersInLink(url);
    if (numbers === undefined) isClear = false;
    return numbers === undefined || numbers.length === 0 ? ' ' : `, ${numbers.join(', ')} ,`;
  });
  return isClear ? text : undefined;
}

/** A problem whose message begins with the text in quotes. */
function problemOf(text: string, code: string, message: string): Problem {
  return { code, message: `${shown(text)} ${message}` };
}

/** The reason why a text is not a tracking number, quoting the text in the cell. */
function junkIn(number: string, text: string, orderNumber: string): Problem | undefined {
  const junk = (code: string, message: string) => problemOf(text, code, message);
  const not = 'is not a tracking number';
  const bare = lettersAndDigits(number);
  if (isRounded(number) || isDestroyed(number)) {
    const next = 'format the column as text and enter it again';
    return junk('spreadsheet_number', `is a number that a spreadsheet rounded; ${next}`);
  }
  if (headerWord.test(bare))
    return junk('header_word', 'is a column heading, not a tracking number');
  if (carrierName.test(bare))
    return junk('carrier_name', "is a carrier's name, not a tracking number");
  if (!/\d/.test(number)) return junk('no_digit', `${not}: it has no digits`);
  if (isOwn(number, orderNumber)) return junk('own_order_number', "is the order's own number");
  if (bare.length < fewestCharacters) {
    return junk('too_short', `${not}: it has fewer than ${fewestCharacters} characters`);
  }
  if (date.test(number) && !isForm(number)) return junk('date', 'is a date, not a tracking number');
  if (decimal.test(number) && asNumber(number) === number) {
    return junk('decimal', 'has decimals, which no tracking number has; enter it again as text');
  }
  if (isPlain(number) && isGlued(number)) {
    return junk('several_pieces', 'is several tracking numbers without a separator');
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
  const text = withoutInvisible(
    cell.normalize('NFKC').replace(invisibleSpace, ' ').replaceAll('\u2010', '-'),
  );
  if (text === '') return [];
  if (isPlain(text) && isForm(text) && !isOwn(text, orderNumber)) {
    return [{ trackingNumber: text.toUpperCase() }];
  }
  const junk = (code: string, message: string) => [
    { trackingNumber: text, junk: problemOf(text, code, message) },
  ];
  if (errorIn(text) !== undefined || tooNarrow.test(text)) {
    return junk('spreadsheet_error', 'is a spreadsheet error');
  }
  if (isCut(text)) return junk('cut_number', 'is only part of a number; enter the whole number');
  const ofWhole = junkIn(text, text, orderNumber);
  if (ofWhole !== undefined) return [{ trackingNumber: text, junk: ofWhole }];
  // One word without a label: nothing to strip or to split.
  if (isPlain(text) && !gluedLabel.test(text)) return [{ trackingNumber: text }];
  if (decimalNumber.test(text)) return [{ trackingNumber: asNumber(text) }];
  const unlessOwn = (found: string) => (isOwn(found, orderNumber) ? found : ' ');
  const unlinked = withoutLinks(text);
  if (unlinked === undefined) {
    const what = 'is a link with a part that looks like a tracking number and may be none';
    return junk('several_pieces', `${what}; enter the numbers themselves`);
  }
  const bare = notTracking
    .reduce((left, form) => left.replace(form, unlessOwn), unlinked)
    .replace(thousands, (digits) => {
      const joined = digits.replaceAll(',', '');
      return isProven(joined) ? joined : digits;
    });
  const all = splitNumbers(bare).map((piece) => ({ piece: piece.trim(), words: wordsOf(piece) }));
  const hasNumber = all.some(({ words }) =>
    words.some(({ text, isOther }) => !isOther && (isForm(text) || isUnlisted(text))),
  );
  const pieces = all.filter(({ words }) => {
    const digits = words.filter(
      ({ text, isOther }) => hasDigit(text) && (!isOther || isOwn(text, orderNumber)),
    );
    return hasNumber ? !digits.every(({ text }) => isLabel(text, orderNumber)) : digits.length > 0;
  });
  const words = pieces.flatMap((piece) => piece.words.map(({ text }) => text).filter(hasDigit));
  if (words.length === 0) return junk('no_number', 'contains no tracking number');
  const found = pieces.map(({ piece, words }) => ({
    piece,
    numbers: numbersOf(words, orderNumber),
  }));
  const numbers = found.flatMap(({ numbers = [] }) => numbers);
  const counts = countsAmong(numbers);
  if (words.length > 1 && !words.some(isGrouped) && !numbers.some(counts)) {
    return junk('several_pieces', 'has several parts, and none of them is a tracking number');
  }
  // Words that were left out show what kind of text the cell is: `picked up 123456789, call 123456790`.
  const isLeft = words.length === 1 && isProse(text, all);
  return found.flatMap(({ piece, numbers }): readonly CellNumber[] => {
    if (numbers === undefined) {
      const what = 'has several parts, and not all of them are tracking numbers';
      return [{ trackingNumber: piece, junk: problemOf(piece, 'several_pieces', what) }];
    }
    return numbers.map((number) => {
      const own = junkIn(number, all.length > 1 ? piece : text, orderNumber);
      const isCertain = isLeft ? isGrouped(number) || isUnlisted(number) : counts(number);
      const unsure =
        (isLeft || words.length > 1) && !isCertain ? beside(isLeft ? text : piece) : undefined;
      const junk = own ?? unsure;
      return { trackingNumber: junk === undefined ? number : piece, junk };
    });
  });
}

/**
 * Chooses the numbers that count in a cell with several parts: those of a known form, and those of an
 * unknown carrier if they are beside a known one or all look alike.
 */
function countsAmong(numbers: readonly string[]): (number: string) => boolean {
  const unlisted = numbers.filter(isUnlisted);
  const areAlike = new Set(unlisted.map(likenessOf)).size === 1;
  const mayBeUnlisted = areAlike || numbers.some(isForm);
  return (number) => isForm(number) || (mayBeUnlisted && isUnlisted(number));
}

type Words = ReturnType<typeof wordsOf>;

/** Words of a parcel, of which a number of any form may be beside them. */
const parcelWord =
  /track|trk|parcel|package|pkg|shipment|waybill|^awb$|carrier|courier|sendung|paket|seguim|rastreo|gu[ií]a|suivi|colis/i;

/**
 * True if a cell is a text about something else: pieces of which one has digits, a telephone number, or
 * digits among words that are not of a parcel (`gate code 123456`).
 */
function isProse(cell: string, all: readonly { piece: string; words: Words }[]): boolean {
  const pieces = all.filter(({ piece }) => /[\p{L}\p{N}]/u.test(piece));
  if (pieces.length > 1 || cell.replace(telephone, '') !== cell) return true;
  const words = all.flatMap((one) => one.words.map(({ text }) => text));
  const others = words.filter((word) => !hasDigit(word));
  const isOfParcel = others.some(
    (word) => parcelWord.test(word) || carrierName.test(word.toUpperCase()),
  );
  return (
    others.length > 0 && !isOfParcel && !words.some((word) => /(?=.*\p{L})(?=.*\d)/u.test(word))
  );
}

function beside(piece: string): Problem {
  const what = "matches no known carrier's format";
  const next = 'if it is a tracking number, give it a row of its own';
  return problemOf(piece, 'several_pieces', `${what}; ${next}`);
}
