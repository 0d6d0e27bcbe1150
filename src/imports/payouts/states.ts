import { isNo, isNone, isYes } from '../../tabular/cells';

/** What the cells of a line say about its payment, in words and marks. */

/** Words that negate: "not received", "unpaid". */
const negated = /\bnot\b|\bnever\b|\bun(?:paid|verified|received)\b/i;

/** Whether a cell that should say yes or no says neither, and is not blank. */
export function isNeither(text: string): boolean {
  const saysNo = text === '' || isNone(text) || isNo(text) || negated.test(text);
  return !saysNo && !isYes(text);
}

export function says(text: string, words: RegExp): boolean {
  return words.test(text) && !negated.test(text);
}

/** A negation of what follows it: "not yet returned", "non-refundable". */
const negation = String.raw`\b(?:not|never|no|non)[\s-]+(?:yet |been |to be |be )*|\bun`;

/**
 * Whether the text says that the group took the row back. Only a negation right before such a word
 * denies it: "Refunded - item not as described" is a refund.
 */
export function takesBack(text: string, words: string): boolean {
  return new RegExp(words, 'i').test(
    text.replace(new RegExp(`(?:${negation})(?:${words})`, 'gi'), ''),
  );
}

/** The only phrases that say that money was sent: "to be paid" and "partially paid" don't. */
const paidForm =
  /^(?:(?:fully|already) )?paid(?: out| in full)?(?: on)?(?: \d{1,4}([/-])\d{1,2}(?:\1\d{2,4})?)?[.!]?$/i;

export function saysPaid(text: string): boolean {
  return isYes(text) || paidForm.test(text);
}

const unpaidForm = /\b(?:not|never|to|will) (?:(?:yet|been|be) )*paid\b/gi;
const moneyWords =
  /\bpaid\b|\bpay(?:ment|out)s? (?:received|verified|processed|sent)\b|\b(?:received|processed|sent) pay(?:ment|out)/i;

/** Whether the text may say that money was sent: "received, paid", "payment received". */
export function mayBePaid(text: string): boolean {
  return moneyWords.test(text.replace(unpaidForm, ''));
}

/** Words of a payment that is still to come. */
const waitingWords =
  /\b(?:pending|unpaid|open|to be|await\w*|wait\w*|scheduled|expected|processing|shipped|in transit|on hold)\b|^(?:0|false|no|n)$/i;

export function waits(text: string): boolean {
  return text === '' || (!mayBePaid(text) && (negated.test(text) || waitingWords.test(text)));
}
