import { readAmount } from '../../tabular/amount';
import { isNo, isYes, negated, saysNo } from '../../tabular/cells';
import type { TableCell } from '../../tabular/rows';

/** The words of a machine as people write them: `payment_failed`, `PaymentPending`, `Not-paid`. */
export function plainWords(text: string): string {
  return text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{L})-(?=\p{L})|[_\s]+/gu, ' ')
    .trim();
}

/** True if a cell that should say yes or no says neither, and is not blank. */
export function isNeither(text: string): boolean {
  return !saysNo(text) && !isYes(text);
}

/** Words of a group for a row that it does not pay, or takes back: "Charged back 6/3". */
const backWords = [
  String.raw`(?:return|refund)(?!able)\w*|cancel\w*|charge[ds]?[\s-]?backs?|revers\w+|reject\w*`,
  String.raw`den(?:y|ies|ied|ial)\w*|declin\w+|fail\w*|void\w*|bounc\w+|claw(?:ed|s)?[\s-]?backs?|nsf`,
].join('|');
const backForm = new RegExp(String.raw`\b(?:${backWords})\b`, 'i');
/** A negation right before such a word: "not yet returned", "wasn't cancelled". */
const deniedForm = new RegExp(
  String.raw`(?:\b(?:not|never|no|non)|n['’]t)[\s-]+(?:yet |been |to be |be )*(?:${backWords})\b`,
  'gi',
);

/**
 * True if the text says that the group took the row back. Only a negation right before such a word
 * denies it: "Refunded - item not as described" is a refund.
 */
export function takesBack(text: string): boolean {
  return backForm.test(text.replace(deniedForm, ''));
}

const neverPaid =
  /(?:\b(?:not|never|cannot)|n['’]t) (?:be(?:en)? )?paid\b|\bun ?pa(?:id|yed)\b|\bpaid ?[:=] ?no\b/i;

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

/** True if the text may say that money was sent: "received, paid", "payment received". */
function mayBePaid(text: string): boolean {
  return moneyWords.test(text.replace(unpaidForm, ''));
}

/** "To be received", "Received 1 of 2", "Received?": not all of it is there. */
const partForm = /\b(?:to|will) be\b|\bexpect|\bpartial|\?|\b\d+ ?(?:of|\/) ?\d+\b(?!\/)/i;

/** "Package received", "Verified": the group has the goods. */
export function saysReceived(text: string): boolean {
  const isSaid = /\b(?:received|verified|processed)\b/i.test(text) && !negated.test(text);
  return isSaid && !mayBePaid(text) && !partForm.test(text);
}

/** Words of a payment that is still to come, whatever else the row says. */
const laterWords =
  /\b(?:to|will) be (?:paid|sent|received)\b|\bnot yet\b|\byet to\b|\bnot paid yet\b|\bon hold\b|\bawait\w*|\bexpected\b/i;

/** "Scheduled for 6/20", "Payment pending". What is received may await its payment. */
export function saysPending(text: string): boolean {
  if (/\b(?:pending|schedul\w*)\b/i.test(text)) return true;
  return laterWords.test(text) && !saysReceived(text);
}

type Cell = Pick<TableCell, 'text' | 'header'>;

/** `Cleared?`, `Deposited`: a header that asks whether a payment was made. */
const asksPayment =
  /\b(?:clear|settle|pa(?:id|y)|deposit|receiv|sent|issue|cash|confirm|approv|verif)/i;
/** `Returned?`, `Refund Date`, but not `Return window`: a header that asks whether it was taken back. */
const asksReturn = (header: string) =>
  takesBack(header) && !/\b(?:by|until|window|deadline|policy|label|period|days?)\b/i.test(header);
/** `Amount Paid`, but not `Date paid` or `Price paid`: a header of what the group paid. */
const asksPaidAmount =
  /^(?!.*\b(?:dates?|on|by|to|via|with|method|prices?|costs?|tax|shipping)\b).*\bpaid\b/i;
/** `Amount Due`, `Still owed`, but not `Date due`: a header of money that is still to come. */
const asksDebt = /^(?!.*\b(?:dates?|days?|on|by)\b).*\b(?:due|ow(?:ed|ing)|outstanding|unpaid)\b/i;

/** True if a column, which says of some rows that nothing is owed, says of this one what is. */
export function owes({ text, header }: Cell = { text: '', header: '' }): boolean {
  return asksDebt.test(header) && (isYes(text) || (readAmount(text) ?? 0) > 0);
}

/** True if a column of what was paid says less than the row's amount, in cents. */
export function saysLess({ text, header }: Cell, amount: number): boolean {
  const paid = asksPaidAmount.test(plainWords(header)) && !isYes(text) ? readAmount(text) : null;
  return typeof paid === 'number' && paid < amount;
}

/** `Stop payment`, `Unsettled`, `Held`, `will pay next week`: words that only warn. */
const doubtWords = [
  String.raw`(?:no|non|not|never|stop|un)[\s-]*(?:yet |been |be )*(?:pay\w*|paid|settled|cleared|funded|deposited|sent)`,
  String.raw`disput\w*|insufficient funds|wr(?:ite|itten)[\s-]?off|(?:with)?held|(?:in|under) review|will pay|soon|next (?:week|month|cycle|batch|pay\w*)`,
].join('|');
const doubtForm = new RegExp(String.raw`\b(?:${doubtWords})\b`, 'i');
/** `Debit`, `Fee`, `Refused`, `Storniert`: words that speak against a payment where they are all of a cell. */
const wholeForm = new RegExp(
  `^(?:${[
    'debit|deduct(?:ion|ed)?|adjust(?:ment|ed)|penalt(?:y|ies)|recoup(?:ed|ment)?|offset|fees?|rma|rts|refused?',
    'hold|half paid|partial(?:ly)?(?: paid)?|lost(?: in transit)?|not received|estimated?|forecast|invoiced?|projected',
    'storniert|ausstehend|offen|abgelehnt|erstattet|pendiente|cancelad[oa]|anulad[oa]|reembolsad[oa]|rechazad[oa]',
    'annul[eé]e?|rembours[eé]e?|refus[eé]e?|en attente|[❌✗✘]',
  ].join('|')})[.!]?$`,
  'iu',
);

/** True if a text of a paid row's state may mean that it is not paid: `Disputed`, `Withheld`. */
export function doubtsPayment(text: string): boolean {
  return doubtForm.test(text) || wholeForm.test(text);
}

/** True if a cell is nothing but such words, or words of what was taken back: `Chargeback` for an item. */
export function saysOnlyBack({ text }: Cell): boolean {
  const words = plainWords(text);
  return wholeForm.test(words) || words.replace(new RegExp(backForm, 'gi'), '').trim() === '';
}

/** True if a cell says of a payment that it was not made or taken back, or is still to come. */
export function saysNoPayment(cell: Cell): boolean {
  const [text, header] = [plainWords(cell.text), plainWords(cell.header)];
  // Below `Payment fee` a 0 is an amount.
  const isAsked = asksPayment.test(header) && !asksDebt.test(header);
  const isDenied = isAsked && isNo(text) && !/\d/.test(text);
  const isBack = asksReturn(header) && !saysNo(text) && readAmount(text) !== 0;
  const isOpen = saysUnpaid(text) || saysPending(text) || doubtsPayment(text);
  return isDenied || isBack || isOpen || takesBack(text);
}

/** Statuses of goods that are under way. */
const goodsWords = /\b(?:purchased|ordered|submitted|shipped|in transit|delivered|processing)\b/i;
/** `No - April` is an answer, `No way` a word of its own. */
const openWords = /\b(?:open|wait\w*)\b|^no?\W*$|^(?:0|false)$|^no\s*[-–—,;:(.]/i;

export function waits(text: string): boolean {
  const says = (words: RegExp) => words.test(text) && !mayBePaid(text);
  return (
    text === '' ||
    saysPending(text) ||
    readAmount(text) === 0 ||
    says(negated) ||
    says(goodsWords) ||
    says(openWords)
  );
}

/** True if a text says of goods that they are under way, and nothing of money: "Shipped". */
export function isOfGoods(text: string): boolean {
  return goodsWords.test(text) && !negated.test(text) && !mayBePaid(text);
}

/** True if a text beside a payment says nothing else: "Paid", "Package received", "Shipped". */
export function fitsPayment(text: string): boolean {
  const isPlain = text === '' || /^bonus$/i.test(text);
  return isPlain || saysPaid(text) || saysReceived(text) || isOfGoods(text);
}
