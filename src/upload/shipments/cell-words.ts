import { judge } from '../../contract/carriers';

/** A spreadsheet keeps only fifteen digits of a number. */
export const zerosFromThe16th = /^\d{15}0+$/;
/** `813257831394.0`: a number, and not text, to some program that had it before. */
const decimalNumber = /^(\d{12,})[.,]0+$/;
export const fewestCharacters = 6;
/** Letters, digits, and signs inside a number. */
const wordForm = /[\p{L}\p{N}._+-]+/gu;
const carrierWords =
  'UPS|USPS|FEDEX|FEDERALEXPRESS|DHL|ONTRAC|LASERSHIP|AMAZON|AMZN|AMZL|DOORDASH|TRACKING|TRACK|TRK';
/** A carrier with one of its services, without spaces: `FedEx2Day`. */
export const carrierName = new RegExp(
  `^(?:${carrierWords})(?:\\d?(?:ND|RD|ST)?(?:DAY|GROUND|EXPRESS|HOME|AIR|SAVER|PRIORITY|FREIGHT))*$`,
);
export const gluedLabel = new RegExp(`^(?:${carrierWords})[-_.]?`, 'i');
export const date = /^(?:\d{4}[-.]\d{1,2}[-.]\d{1,2}|\d{1,2}[-.]\d{1,2}[-.](?:\d{4}|\d{2}))$/;
const telephone = /^\d{3}[-.]\d{3}[-.]\d{4}$/;
/** A word that says that the number after it is not a tracking number. */
const otherNumber =
  /^(?:UPC|EAN|GTIN|ISBN|ASIN|SKU|MODEL|ITEM|SERIAL|SN|IMEI|PHONE|TEL|CALL|FAX|REF|REFERENCE|ACCT|ACCOUNT|INVOICE|INV|PO|QTY|ZIP|ORDER)$/i;
/** A word between such a word and its number. */
const filler = /^(?:NO|NR|NUM|NUMBER)\.?$/i;
const affix = /^(?:[A-Z]{1,4}|tba)$/;

export function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}

export function isForm(text: string): boolean {
  return judge(text).kind !== 'no_form';
}

export function isValid(text: string): boolean {
  return judge(text).kind === 'valid';
}

/**
 * Whether groups joined together are a number: any short run of digits matches some carrier's form.
 */
export function isGrouped(text: string): boolean {
  return isValid(text) || (isForm(text) && text.length >= 12);
}

/** Whether it was a number with more digits than a number keeps. */
export function isDestroyed(text: string): boolean {
  const digits = decimalNumber.exec(text)?.[1] ?? '';
  return digits.length > 15 && (zerosFromThe16th.test(digits) || !isValid(digits));
}

/**
 * The number in a word: without a leading label, and without signs inside if a carrier then
 * recognizes it.
 */
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
  // Digits joined to a number would make a different one.
  const isLonger = !/\p{L}/u.test(bare) && text.split(/[-_.]/).some(isGrouped);
  const candidates = isLonger ? [unlabeled] : [bare, unlabeled];
  return candidates.find(isGrouped)?.toUpperCase() ?? text;
}

/** A word of a cell, with what its neighbors tell about it. */
interface Word {
  readonly text: string;
  /** Whether it may be the next group of the number that the word before belongs to. */
  readonly isNext: boolean;
  /** Whether the word before says that it is something else: `UPC`, `Ref`. */
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
    const isOther = otherNumber.test(before);
    before = isOther && filler.test(word) ? before : word;
    end = index + word.length;
    const joined = joinedNumbers(word);
    if (joined !== undefined) return joined.map((text) => ({ text, isNext: false, isOther }));
    return [{ text: asNumber(word), isNext, isOther }];
  });
}

/** The numbers of a word that is nothing but several, joined by signs that a number may contain. */
function joinedNumbers(word: string): readonly string[] | undefined {
  const parts = word.split(/[-_+]/);
  const areNumbers = parts.every(isValid) || (parts.every(isGrouped) && !isValid(letters(word)));
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
  const own = letters(text);
  return own !== '' && own === letters(orderNumber);
}

/** Words that only spaces separate, with letters at the ends only: the groups of one number. */
function runsOf(words: readonly Word[]): readonly (readonly string[])[] {
  const runs: string[][] = [];
  let run: string[] | undefined;
  for (const { text, isNext } of words) {
    if (!hasDigit(text) && !isAffix(text)) {
      run = undefined;
      continue;
    }
    if (run === undefined || !isNext) {
      run = [];
      runs.push(run);
    }
    const last = run.at(-1);
    if (hasDigit(text) && last !== undefined && !hasDigit(last) && run.some(hasDigit)) {
      run.pop();
      run = [last];
      runs.push(run);
    }
    run.push(text);
  }
  return runs.filter((one) => one.some(hasDigit));
}

/** Whether a number is complete without letters beside it. */
function isComplete(text: string): boolean {
  return isValid(text) || (isForm(text) && /[A-Z]/i.test(text));
}

/**
 * The numbers of a run: each of its words, or all of them as the groups of one number. Undefined if
 * it can be read in two ways, because joined words may pass a carrier's check by chance.
 */
function numbersOfRun(run: readonly string[]): readonly string[] | undefined {
  const words = run.filter(hasDigit);
  const joined = words.map(letters).join('');
  if (run.length > words.length) {
    const whole = run.map(letters).join('');
    if (isValid(whole)) return [whole];
    if (!words.some(isComplete) && !isValid(joined)) return undefined;
  }
  if (words.length < 2 || words.every(isValid)) return words;
  const long = words.filter((text) => !isBeside(text));
  if (long.length === 1 && long.some(isGrouped) && isValid(joined)) {
    // Without its first or last group a number would be a different one, sent for good. Letters
    // before the digits say which carrier's number it is.
    const [first = ''] = words;
    return isBeside(first) && /[A-Z]/i.test(first) ? [joined] : undefined;
  }
  if (words.some(isGrouped)) return long.every(isGrouped) ? long : undefined;
  if (words.every(isForm)) return undefined;
  if (isGrouped(joined)) return [joined];
  return long.length === 1 ? long : undefined;
}

/** Whether no short word is beside the numbers of a run. */
function isWhole(run: readonly string[]): boolean {
  const words = run.filter(hasDigit);
  return words.every(isBeside) || !words.some(isBeside);
}

/**
 * The numbers of a piece if its words form one number in groups, or are each a number: undefined if
 * neither.
 */
export function numbersOf(
  all: readonly Word[],
  orderNumber: string,
): readonly string[] | undefined {
  const words = without(all, ({ text }) => isLabel(text, orderNumber));
  const isNamed = words.some(({ text, isOther }) => !isOther && isForm(text));
  const meant = without(
    words,
    ({ text, isOther }) => isNamed && isOther && hasDigit(text) && !isValid(text),
  );
  const runs = runsOf(meant).map((run) => ({ run, numbers: numbersOfRun(run) }));
  const numbered = runs.filter(
    ({ run, numbers }) => numbers?.some(isGrouped) || !run.filter(hasDigit).every(isBeside),
  );
  if (numbered.length === 0) {
    const [only, ...others] = all.flatMap(({ text }) => (hasDigit(text) ? [text] : []));
    return only === undefined || others.length > 0 ? undefined : [only];
  }
  if (numbered.some(({ numbers }) => numbers === undefined)) return undefined;
  const found = numbered.flatMap(({ numbers = [] }) => numbers);
  if (found.length < 2) return found;
  // Several numbers only if nothing else is left: a short piece may belong to one of them.
  const isAll = numbered.length === runs.length && numbered.every(({ run }) => isWhole(run));
  return isAll && meant.every(({ isOther }) => !isOther) && found.every(isGrouped)
    ? found
    : undefined;
}
