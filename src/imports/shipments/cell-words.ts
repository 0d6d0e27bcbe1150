import { carrierVerdict, isProven } from '../../contract/carriers';
import { isSameNumber, orderNumberKey } from '../../contract/named';
import { lettersAndDigits } from '../../lib/fold';

/** A spreadsheet keeps only fifteen digits of a number. */
export const zerosFromThe16th = /^\d{15}0+$/;
/** `813257831394.0`: a number, and not text, to some program that had it before. */
export const decimalNumber = /^(\d{12,})[.,]0+$/;
export const fewestCharacters = 6;
/** Groups with fewer digits in all are a count, a time or a date. */
const fewestInGroups = 9;
/** Letters, digits, and signs inside a number. */
const wordForm = /[SP]\/N\b|[\p{L}\p{N}._+-]+/giu;
const carrierWords =
  'UPS|USPS|FEDEX|FEDERALEXPRESS|DHL|ONTRAC|LASERSHIP|AMAZON|AMZN|AMZL|DOORDASH|TRACKING|TRACK|TRK';
/** A carrier with one of its services, without spaces: `FedEx2Day`. */
export const carrierName = new RegExp(
  `^(?:${carrierWords})(?:\\d?(?:ND|RD|ST)?(?:DAY|GROUND|EXPRESS|HOME|AIR|SAVER|PRIORITY|FREIGHT))*$`,
);
export const gluedLabel = new RegExp(`^(?:${carrierWords})[-_.]?`, 'i');
export const date = /^(?:\d{4}[-.]\d{1,2}[-.]\d{1,2}|\d{1,2}[-.]\d{1,2}[-.](?:\d{4}|\d{2}))$/;
const telephone = /^(?:1[-.])?\d{3}[-.]\d{3}[-.]\d{4}$/;
/** A word that says that the number after it is not a tracking number, unless it has its letters. */
const otherNumber =
  /^(?:UPC|EAN|GTIN|ISBN|ASIN|FNSKU|SKU|MODEL|MPN|SERIAL|SERIENNUMMER|SERIE|SN|[SP]\/N|IMEI|PHONE|PH|CELL|MOBILE|TELEFON|TEL[EÉ]FONO|TEL|CALL|FAX|ACCT|ACCOUNT|CARD|MEMBER|CUSTOMER|KUNDENNUMMER|RECEIPT|RECIBO|QUITTUNG|ZIP|ORDER|PEDIDO|BESTELLUNG|BESTELLNUMMER|COMMANDE)$/i;
/** One that says so unless the number is valid: people name boxes and parcels so, too. */
const mayBeOther =
  /^(?:ITEM|ART[IÍ]CULO|ARTIKEL|REF|REFERENCE|INVOICE|INV|FACTURA|RECHNUNG|PO|QTY|RMA|CASE|TICKET|QUOTE|CONFIRMATION|CONF|GATE|DOOR|LOCKER|PIN)$/i;
/** A word between such a word and its number. */
const filler = /^(?:NO|NR|NUM|NUMBER|N[UÚ]MERO|CODE|BOX|ID)\.?$/i;
const affix = /^(?:[A-Z]{1,4}|tb[acm])$/;

export function isForm(text: string): boolean {
  return carrierVerdict(text).kind !== 'no_form';
}

export function isValid(text: string): boolean {
  return carrierVerdict(text).kind === 'valid';
}

/** True if it is a number whose letters say whose it is: digits may be anything. */
export function isLettered(text: string): boolean {
  return isValid(text) && /[A-Z]/i.test(text);
}

/** True if it is several numbers that lost what was between them; of one length if they are only digits. */
export function isGlued(text: string): boolean {
  const isSplit = (rest: string, lengths: readonly number[]): boolean =>
    rest === '' ||
    lengths.some(
      (length) =>
        rest.length >= length &&
        isValid(rest.slice(0, length)) &&
        isSplit(rest.slice(length), /[A-Z]/i.test(text) ? lengths : [length]),
    );
  const all = Array.from({ length: 23 }, (_, index) => 12 + index);
  return text.length <= 200 && !isForm(text) && isSplit(text, all);
}

/** Ten or more letters and digits, six or more of them digits, with upper-case letters in front. */
const unlisted = /^(?=(?:[A-Z]*\d){6})[A-Z][0-9A-Z]{9,}$/;

/** True if a word looks like a number of a carrier whose forms are not known. */
export function isUnlisted(text: string): boolean {
  return unlisted.test(text) && !isForm(text);
}

/** The common part of one carrier's numbers: the letters in front, and the length. */
export function likenessOf(number: string): string {
  return `${/^[A-Z]*/.exec(number)?.[0]} ${number.length}`;
}

/** True if the word before says that a number is something else. */
function isOtherNumber(text: string, before: string): boolean {
  if (otherNumber.test(before)) return !isLettered(text);
  return mayBeOther.test(before) && !isValid(text);
}

/** True if a word is long enough to be a number by itself although its check digit is wrong. */
export function isGrouped(text: string): boolean {
  return isValid(text) || (isForm(text) && text.length >= 12);
}

/** True if it was a number with more digits than a number keeps. */
export function isDestroyed(text: string): boolean {
  const digits = decimalNumber.exec(text)?.[1] ?? '';
  return digits.length > 15 && (zerosFromThe16th.test(digits) || !isValid(digits));
}

/** The fewest digits of a number that is no shop's order number. */
const longerThanOrders = 18;
const longestGroup = 5;
const inThousands = /^\d{1,3}(?:\.\d{3})+$/;

/**
 * True if digits are written as carriers do it, in groups of one length. Shops write orders as
 * `2000123-45678901`, and one in ten of those would pass a check digit.
 */
function isInGroups(text: string): boolean {
  const groups = text.split(/[-_.]/);
  // Digits joined to a number would make a different one.
  if (groups.some(isGrouped)) return false;
  const size = groups[0]?.length ?? 0;
  const isEven = groups.every(({ length }, index) =>
    index < groups.length - 1 ? length === size : length <= size,
  );
  const { length } = groups.join('');
  return (isEven && size <= longestGroup) || inThousands.test(text) || length >= longerThanOrders;
}

/** The number in a word: without a leading label, and without signs inside if a carrier then recognizes it. */
export function asNumber(word: string): string {
  const text = word.replace(/^[._+-]+|(?<![._+-])[._+-]+$/g, '');
  if (isForm(text)) return text.toUpperCase();
  if (decimalNumber.test(text) && !isDestroyed(text)) return text.replace(decimalNumber, '$1');
  const whole = text.replace(/[.,]0+$/, '');
  // A single point may be a decimal point: without it the number would be different.
  const hasSeveralPoints = text.indexOf('.') !== text.lastIndexOf('.');
  const bare = text.replace(hasSeveralPoints ? /[-_.]/g : /[-_]/g, '');
  const unlabeled = text.replace(gluedLabel, '');
  if (isValid(whole)) return whole.toUpperCase();
  if (date.test(text) || telephone.test(text)) return text;
  if ((/\p{L}/u.test(bare) || isInGroups(text)) && isProven(bare)) return bare.toUpperCase();
  return isGrouped(unlabeled) ? unlabeled.toUpperCase() : text;
}

/** A word of a cell, with what its neighbors tell about it. */
interface Word {
  readonly text: string;
  /** True if it may be the next group of the number that the word before belongs to. */
  readonly isNext: boolean;
  /** True if the word before says that the number is something else: `UPC`, `Ref`. */
  readonly isOther: boolean;
}

export const hasDigit = (text: string) => /\d/.test(text);

/** Letters that may begin or end a number: `TBA 123 456 789 012`. */
function isAffix(word: string): boolean {
  return affix.test(word) && !carrierName.test(word);
}

/** A part of a cell between its separators, as words. */
export function wordsOf(piece: string): readonly Word[] {
  let before = '';
  let end = 0;
  return [...piece.matchAll(wordForm)].flatMap(({ 0: word, index }) => {
    const gap = piece.slice(end, index).trim();
    const isNext = gap === '' || (isAffix(before) && /^[:#]+$/.test(gap));
    const label = before;
    const isLabeled = otherNumber.test(label) || mayBeOther.test(label);
    before = isLabeled && filler.test(word) ? label : word;
    end = index + word.length;
    const joined = joinedNumbers(word);
    return (joined ?? [asNumber(word)]).map((text) => ({
      text,
      isNext: isNext && joined === undefined,
      isOther: hasDigit(text) && isOtherNumber(text, label),
    }));
  });
}

/** The numbers of a word that is nothing but several, joined by signs that a number may contain. */
function joinedNumbers(word: string): readonly string[] | undefined {
  const parts = word.split(/[-_+]/);
  const areNumbers =
    parts.every(isValid) || (parts.every(isGrouped) && !isValid(lettersAndDigits(word)));
  if (parts.length < 2 || !areNumbers) return undefined;
  return parts.map((part) => part.toUpperCase());
}

/** Removes words; the words around one are not next to each other. */
function without(words: readonly Word[], isLeftOut: (word: Word) => boolean): readonly Word[] {
  return words.flatMap((word, place) => {
    if (isLeftOut(word)) return [];
    const previous = words[place - 1];
    return [previous !== undefined && isLeftOut(previous) ? { ...word, isNext: false } : word];
  });
}

/** A word next to a number that says how many, or which box. */
function isBeside(text: string): boolean {
  return !isForm(text) && text.length < fewestCharacters;
}

/** A word that belongs to the row and not to a number: a date, a telephone number, or the order. */
export function isLabel(text: string, orderNumber: string): boolean {
  return date.test(text) || telephone.test(text) || isOwn(text, orderNumber);
}

export function isOwn(text: string, orderNumber: string): boolean {
  return isSameNumber(text, orderNumber) && orderNumberKey(text) !== '';
}

/** The first group of a UPS number, whose other groups may be letters only. */
const upsGroup = /^1Z[0-9A-Z]{0,15}$/i;
const upsLength = 18;

/** True if the groups so far begin a UPS number that needs more of them. */
function isOpenUps(run: readonly string[]): boolean {
  const [first = ''] = run;
  return upsGroup.test(first) && run.join('').length < upsLength;
}

/** Words that only spaces separate, with letters at the ends only: the groups of one number. */
function runsOf(words: readonly Word[]): readonly (readonly string[])[] {
  const runs: string[][] = [];
  let run: string[] | undefined;
  for (const { text, isNext } of words) {
    const continues = run !== undefined && isNext && isOpenUps(run) && /^[0-9A-Z]+$/i.test(text);
    if (!hasDigit(text) && !isAffix(text) && !continues) {
      run = undefined;
      continue;
    }
    if (run === undefined || !isNext || upsGroup.test(text)) {
      run = [];
      runs.push(run);
    }
    const last = run.at(-1);
    const isSecond = last !== undefined && !hasDigit(last) && run.some(hasDigit);
    if (hasDigit(text) && isSecond && !continues) {
      run.pop();
      run = [last];
      runs.push(run);
    }
    run.push(text);
  }
  return runs.filter((one) => one.some(hasDigit));
}

/** True if a number is complete without letters or digits beside it. */
function isComplete(text: string): boolean {
  return isValid(text) || (isForm(text) && /[A-Z]/i.test(text));
}

/** Letters that say whose number the digits after them are: without them it is a different one. */
const ownLetters = /^TB[ACM]$/i;

function together(groups: readonly string[]): string {
  return groups.map(lettersAndDigits).join('');
}

/**
 * The numbers of a run: all of its words as the groups of one number if the joined one is proven,
 * or each of its words if each is a number by itself. Undefined if neither, or if it can be read in
 * two ways.
 */
function numbersOfRun(run: readonly string[]): readonly string[] | undefined {
  const words = run.filter(hasDigit);
  const [whole, joined] = [together(run), together(words)];
  if (run.length > 1 && isOpenUps(run.slice(0, 1))) return isProven(whole) ? [whole] : undefined;
  if (run.length > words.length) {
    if (isProven(whole)) return [whole];
    const complete = words.some((text) => isComplete(text) || isUnlisted(text));
    if (run.some((text) => ownLetters.test(text)) && !complete) return undefined;
    if (isForm(whole) || !(complete || isProven(joined))) return undefined;
  }
  if (words.length < 2 || words.every(isValid)) return words;
  if (telephone.test(words.join('-'))) return undefined;
  const long = words.filter((text) => !isBeside(text));
  // Letters before the digits say which carrier's number it is.
  const [first = ''] = words;
  const isLettered = isBeside(first) && /[A-Z]/i.test(first);
  if (isProven(joined)) {
    // Without its first or last group a number would be a different one, sent for good.
    const isOne = isLettered || !words.some(isGrouped);
    return isOne && !words.every(isForm) ? [joined] : undefined;
  }
  if (!long.every(isGrouped) || long.length === 0 || (isLettered && isForm(joined))) {
    return undefined;
  }
  // A short group may belong to a number that is not known to be complete.
  return long.length === words.length || long.every(isComplete) ? long : undefined;
}

/** True if no short word is beside the numbers of a run. */
function isWhole(run: readonly string[], numbers: readonly string[]): boolean {
  const words = run.filter(hasDigit);
  return numbers[0] === together(run) || words.every(isBeside) || !words.some(isBeside);
}

/** True if a run of short words has too many digits for a count, a time or a date. */
function isLong(run: readonly string[]): boolean {
  const digits = together(run.filter(hasDigit));
  return run.length > 1 && digits.length >= fewestInGroups && !telephone.test(run.join('-'));
}

/** The numbers of a piece whose words form one number in groups, or are each a number; undefined if neither. */
export function numbersOf(
  all: readonly Word[],
  orderNumber: string,
): readonly string[] | undefined {
  const meant = without(all, ({ text, isOther }) => isOther || isLabel(text, orderNumber));
  const runs = runsOf(meant).map((run) => ({ run, numbers: numbersOfRun(run) }));
  const numbered = runs.filter(
    ({ run, numbers }) =>
      numbers?.some(isGrouped) || isLong(run) || !run.filter(hasDigit).every(isBeside),
  );
  if (numbered.length === 0) {
    const [only, ...others] = all.flatMap(({ text }) => (hasDigit(text) ? [text] : []));
    return only === undefined || others.length > 0 ? undefined : [only];
  }
  if (numbered.some(({ numbers }) => numbers === undefined)) return undefined;
  const found = numbered.flatMap(({ numbers = [] }) => numbers);
  if (found.length < 2) return found;
  // Several numbers only if nothing else is left: a short piece may belong to one of them.
  const isAll =
    numbered.length === runs.length &&
    numbered.every(({ run, numbers = [] }) => isWhole(run, numbers));
  return isAll && found.every(isGrouped) ? found : undefined;
}
