import { isNo, isNone, isYes } from '../../tabular/cells';

/** What the cells of a line say about its payment, in words and marks. */

/** Words that negate: "not received", "unpaid". */
const negated = /\bnot\b|\bnever\b|\bun(?:paid|verified|received)\b/i;

/** Whether a cell that should say yes or no says neither, and is not blank. */
export function isNeither(text: string): boolean {
  const saysNo = text === '' || isNone(text) || isNo(text) || negated.test(text);
  return !saysNo && !isYes(text);
}

/** What a group says of a row that it does not pay, or takes back: "Charged back 6/3". */
const backWords = [
  String.raw`(?:return|refund)(?!able)\w*|cancel\w*|charge[ds]?[\s-]?backs?|revers\w+|reject\w*`,
  String.raw`den(?:y|ies|ied|ial)\w*|declin\w+|fail\w*|void\w*`,
].join('|');
const backForm = new RegExp(String.raw`\b(?:${backWords})\b`, 'i');
/** A negation right before such a word: "not yet returned", "wasn't cancelled". */
const deniedForm = new RegExp(
  String.raw`(?:\b(?:not|never|no|non)|n['’]t)[\s-]+(?:yet |been |to be |be )*(?:${backWords})\b`,
  'gi',
);

/**
 * Whether the text says that the group took the row back. Only a negation right before such a word
 * denies it: "Refunded - item not as described" is a refund.
 */
export function takesBack(text: string): boolean {
  return backForm.test(text.replace(deniedForm, ''));
}

const neverPaid =
  /(?:\b(?:not|never|cannot)|n['’]t) (?:be(?:en)? )?paid\b|\bun-?paid\b|\bpaid ?[:=] ?no\b/i;

/** `Unpaid`, `Has not been paid`, `Paid: no`; not `Not paid yet`. */
export function saysUnpaid(text: string): boolean {
  return neverPaid.test(text) && !/\byet\b/i.test(text);
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
function mayBePaid(text: string): boolean {
  return moneyWords.test(text.replace(unpaidForm, ''));
}

/** "Package received", "Verified": the group has the goods. */
export function saysReceived(text: string): boolean {
  const isSaid = /\b(?:received|verified|processed)\b/i.test(text) && !negated.test(text);
  return isSaid && !mayBePaid(text);
}

/** Words of a payment that is still to come, whatever stands beside them. */
const laterWords =
  /\b(?:to|will) be (?:paid|sent)\b|\bnot yet\b|\byet to\b|\bnot paid yet\b|\bon hold\b|\bawait\w*|\bexpected\b/i;

/** "Scheduled for 6/20", "Payment pending". What is received may await its payment. */
export function saysPending(text: string): boolean {
  if (/\b(?:pending|schedul\w*)\b/i.test(text)) return true;
  return laterWords.test(text) && !saysReceived(text);
}

/** Whether the text says of a payment that it was not made or taken back, or is still to come. */
export function saysNoPayment(text: string): boolean {
  return takesBack(text) || saysUnpaid(text) || saysPending(text);
}

/** Statuses of goods that are under way. */
const goodsWords = /\b(?:purchased|ordered|submitted|shipped|in transit|delivered|processing)\b/i;
const openWords = /\b(?:open|wait\w*)\b|^(?:0|false|no|n)$/i;

/** Whether a payment is still to come, if nothing but the text says so. */
export function waits(text: string): boolean {
  const says = (words: RegExp) => words.test(text) && !mayBePaid(text);
  return text === '' || saysPending(text) || says(negated) || says(goodsWords) || says(openWords);
}

/** Whether a text beside a payment says nothing else: "Paid", "Package received", "Shipped". */
export function fitsPayment(text: string): boolean {
  if (text === '' || saysPaid(text) || saysReceived(text)) return true;
  const isKnown = goodsWords.test(text) || /^bonus$/i.test(text);
  return isKnown && !negated.test(text) && !mayBePaid(text);
}
