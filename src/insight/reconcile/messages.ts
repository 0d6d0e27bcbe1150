import { dollarsForPeople as dollars, quotedWord, splitNumbers } from '../../lib/words';
import type { Contradiction } from './evidence';
import { type Fact, nextImport, type PaymentDoubt, type RecordedPayment } from './ledger';
import type { Match, MatchRule } from './match';
import type { AccountOrder, Allocation, NamedOrder, PayoutRow, Verdict } from './model';
import type { DoubtInRun, RecordedRun } from './result';

/** The name that people use for an order: its number, or its id if it has none. */
export function nameOf(order: NamedOrder): string {
  return order.orderNumber ?? order.id;
}

function names(orders: readonly AccountOrder[]): string {
  return orders.map(nameOf).join(', ');
}

const rules: Record<MatchRule, string> = {
  tracking: 'by tracking number',
  order: 'by order number',
  'tracking and order': 'by tracking number and order number',
  letter: 'by tracking number, without the letter appended to it',
  'cut number': 'by order number, with its last character missing',
  'own number': 'by its order number in place of a tracking number',
};

const states = {
  received: 'received by the group, not paid yet',
  pending: 'not paid yet',
  void: 'returned, refunded or cancelled by the group',
};

/** A remark about an order, if it is not a current order of the file's group. */
function remark(order: AccountOrder, group: string): string {
  if (order.gone) return `; ${nameOf(order)} is no longer in the account`;
  return order.group === group ? '' : `; ${nameOf(order)} belongs to ${order.group}`;
}

export function matchedMessage(
  rule: MatchRule,
  orders: readonly AccountOrder[],
  allocations: readonly Allocation[],
  group: string,
): string {
  const shares = orders.map((order, place) =>
    orders.length === 1
      ? nameOf(order)
      : `${nameOf(order)} ${dollars(allocations[place]?.cents ?? 0)}`,
  );
  const remarks = orders.map((order) => remark(order, group)).join('');
  return `${rules[rule]}: ${shares.join(', ')}${remarks}`;
}

/** Orders that the reference paid instead of those that the row names. */
function instead(orders: readonly AccountOrder[]): string {
  return orders.length === 0
    ? ''
    : `, which paid ${names(orders)}; ask the group which one it means`;
}

export const revertingHint =
  '; this amount was recorded before and then replaced: if the file is older than the one recorded last, undo its import';

/** "on 2026-06-01". */
export function dayOf({ paidOn }: Pick<RecordedPayment, 'paidOn'>): string {
  return paidOn === null ? 'without a date' : `on ${paidOn}`;
}

export function amendedMessage(
  matched: string,
  { amount }: Pick<PayoutRow, 'amount'>,
  before: RecordedPayment,
  elsewhere: readonly AccountOrder[],
): string {
  const as = before.reference === null ? dayOf(before) : `for reference ${before.reference}`;
  return `${matched}; ${dollars(amount)} replaces the ${dollars(before.amount)} recorded ${as}${instead(elsewhere)}`;
}

/** True if a row has another day than what is recorded of it. */
export const isOfOtherDay = (
  { paidOn }: Pick<PayoutRow, 'paidOn'>,
  before: RecordedPayment | undefined,
): before is RecordedPayment => before !== undefined && paidOn !== null && before.paidOn !== paidOn;

export function knownMessage(
  row: Pick<PayoutRow, 'reference' | 'paidOn'>,
  before: RecordedPayment | undefined,
  elsewhere: readonly AccountOrder[],
): string {
  if (elsewhere.length > 0) {
    const named = row.reference === null ? '' : ' under this reference';
    return `recorded before${named}${instead(elsewhere)}`;
  }
  return isOfOtherDay(row, before) ? `recorded before, ${dayOf(before)}` : 'recorded before';
}

/** Advice on a row of a file that was read in another way when it was recorded. */
export const rereadAdvice = (
  was: Pick<RecordedPayment, 'amount' | 'importId'>,
  accountFlags = '',
): string =>
  `; what counts is ${dollars(was.amount)}, as the file was read when it was recorded: to record it as it is read now, run waybill payments undo ${was.importId}${accountFlags} first`;

/** Advice on a row that is not paid and has the reference of a payment that counts. */
export const deniedAdvice = (before: RecordedPayment): string =>
  `; but reference ${before.reference} counts as ${paymentInWords(before)}: ask the group which is right`;

export function notedMessage(state: 'received' | 'pending' | 'void', match: Match): string {
  if (match.kind === 'matched') return `${states[state]}: ${names(match.orders)}`;
  return match.kind === 'nothing' ? states[state] : `${states[state]}; no single order found`;
}

export const duplicateMessage = (row: PayoutRow, counted: PayoutRow) =>
  `repeats line ${counted.line}${row.file === counted.file ? '' : ` of ${counted.file}`}`;

/** The reason a row is not recorded; `before` is what its reference recorded, if that is the reason. */
export function contradictedMessage(
  { reference }: Pick<PayoutRow, 'reference'>,
  contradiction: Contradiction,
  before: RecordedPayment | undefined,
): string {
  if (contradiction === 'export') {
    return 'another of these files has another amount or date for the same item; give only the newer file';
  }
  if (before !== undefined) {
    return `reference ${reference} was recorded with other identifiers: ${dollars(before.amount)} ${dayOf(before)}; ask the group which is right`;
  }
  const what = contradiction === 'amount' ? 'a different amount' : 'other identifiers';
  return `reference ${reference} also appears with ${what} in these files; remove the wrong row`;
}

/** The reason a row that names no order is not recorded. */
export function unrecordedMessage({ paidOn, reference }: Fact): string {
  return paidOn === null && reference === null
    ? '; not recorded, since it has neither a day nor a reference'
    : '; not recorded, since it is the sum of the rows above';
}

/** Meaning and advice for each verdict; the worst first. */
export const verdictTexts: Readonly<Record<Verdict, readonly [meaning: string, advice: string]>> = {
  paid_short: [
    'Less arrived than expected',
    'ask the group, or run waybill payments accept <order>',
  ],
  cancelled_but_paid: ['Paid although you cancelled it', 'check the order, or return the money'],
  rejected: ['The group took it back', 'ask why'],
  missing: ['Past the grace period, and no file names it', 'ask the group'],
  received_not_paid: ['The group has the goods', 'wait, or ask when it pays'],
  paid_twice: ['Two payments of the full amount', 'tell the group'],
  paid_over: ['More arrived than expected', 'check the expected payout'],
  no_expectation: ['Paid, but the order expects nothing', 'run waybill orders update <order>'],
  pending: ['The group says that it is not paid yet', 'wait'],
  not_due: ['Within the grace period, or not shipped', 'wait'],
  paid_in_full: ['The expected payout arrived', '--apply sets the order to paid'],
  accepted: ['You accepted the difference', 'nothing to do'],
  settled_before: ['Already paid, without a recorded payment', 'nothing to do'],
  cancelled: ['You cancelled it, and nothing was paid', 'nothing to do'],
};

/** Further details about an order; null if there are none. */
export function verdictDetail({
  verdict,
  noted,
  isDenied,
  doubts,
  acceptance,
}: {
  readonly verdict: Verdict;
  readonly noted: ReadonlySet<string>;
  readonly isDenied: boolean;
  readonly doubts: readonly string[];
  readonly acceptance: { readonly applies: boolean; readonly before: number } | undefined;
}): string | null {
  const texts = [
    ...(verdict === 'paid_short' && noted.has('received') ? ['rest received'] : []),
    ...(isDenied ? ['paid at the service, but nothing is recorded'] : []),
    ...new Set(doubts),
    ...(acceptance !== undefined && !acceptance.applies
      ? [`accepted at ${dollars(acceptance.before)} before`]
      : []),
  ];
  return texts.length === 0 ? null : texts.join('; ');
}

/** Another possible error where a reference is on rows that differ. */
export function referenceHint(isMapped: boolean | undefined): string {
  return isMapped
    ? '; if that column names a payout or check and not a single row, leave out --map reference'
    : '; if a reference covers several rows, use --map reference=<header> for a column that differs on each row';
}

function written(row: PayoutRow): string {
  const trackings = row.trackings.map((tracking) => `tracking number ${tracking}`);
  const order = row.order === null ? [] : [`order number ${row.order}`];
  const destroyed = row.destroyed.map(
    (text) => `${text}, a number that a spreadsheet rounded (export it again, as text)`,
  );
  return [...trackings, ...order, ...destroyed].join(', ');
}

/** The error in an order cell that names several orders, with advice. */
function severalNumbers({ order }: PayoutRow): string {
  const numbers = splitNumbers(order ?? '').map((number) => number.trim());
  return `the order cell has several numbers (${numbers.join(', ')}); use one row for each order, with its part of the amount`;
}

/** Advice about identifiers that no order has. */
function unknownAdvice(
  { trackings, order }: PayoutRow,
  named: readonly AccountOrder[],
  isMentioned: boolean,
): string {
  if (named.length > 0) return 'several orders have this number: ask the group which one it paid';
  // An order's own number is no tracking number of it.
  const isToAdd = trackings.length > 0 && !isMentioned;
  if (isToAdd) return 'add the tracking number to its order or ask the group';
  return order === null ? 'ask the group' : 'check the order number or ask the group';
}

/** The reason a row matched no order, with advice. */
export function unresolvedMessage(
  row: PayoutRow,
  match: Match,
  /** The orders that its order cell names, if it has several numbers. */
  together: readonly AccountOrder[] = [],
  /** True if its words name an order. */
  isMentioned = false,
): string {
  switch (match.kind) {
    case 'conflict': {
      const trackings = `the tracking number is on ${names(match.byTracking)}`;
      if (together.length > 0) return `${trackings}, but ${severalNumbers(row)}`;
      return match.byNumber.length === 0
        ? `${trackings}, but order number ${row.order} is not in the account; ask the group which one it paid`
        : `${trackings}, but the order number is ${names(match.byNumber)}; ask the group which one it paid`;
    }
    case 'ambiguous':
      return `${written(row)} may mean ${names(match.orders)}; ask the group which one it paid`;
    case 'unmatched':
      return together.length > 0
        ? severalNumbers(row)
        : `no order has ${written(row)}; ${unknownAdvice(row, match.named ?? [], isMentioned)}`;
    default:
      return 'has neither a tracking number nor an order number';
  }
}

/** `$247.50 of 2026-06-01` */
export const paymentInWords = ({ amount, paidOn }: RecordedPayment) =>
  `${dollars(amount)} ${paidOn === null ? 'without a date' : `of ${paidOn}`}`;

const all = (payments: readonly RecordedPayment[]) => payments.map(paymentInWords).join(' and ');

/**
 * Describes a doubt: `$247.50 of 2026-06-01 is not in this file any more`. Its payments are named as `payment 5`, or
 * as `line 2` of the files of this run.
 */
export function doubtText(
  { reason, before, after, importId, isOlder }: PaymentDoubt,
  paymentName: (payment: RecordedPayment) => string,
  filesOfRun = 'this file',
): string {
  const file = importId === nextImport ? filesOfRun : `the file of import ${importId}`;
  // In whatever order the files were given.
  const others = after.map(paymentName).sort().join(' or ');
  const older = isOlder ? '; perhaps an older export' : '';
  switch (reason) {
    case 'dropped': {
      const changed = after.length === 0 ? '' : `; perhaps ${others} is that payment, changed`;
      return `${all(before)} is not in ${file} any more${changed}${older}`;
    }
    case 'void':
      return `${all(before)} counts, but a row of its line or order is void in ${file}`;
    case 'words':
      return `${all(before)} counts, but ${file} may say that it is not paid`;
    case 'added':
      return `more than expected: perhaps ${others} is the ${all(before)}, changed`;
    case 'older':
      return `${all(before)} replaced another amount, but ${file} is perhaps an older export`;
    default:
      return `${all([...before, ...after])} for one order from two sources: perhaps one payment`;
  }
}

/** The numbers of recorded payments; those of a run only once it is recorded. */
export const paymentIds =
  (done: RecordedRun | undefined) =>
  (payment: RecordedPayment): number | null =>
    payment.id ?? done?.idOf(payment) ?? null;

/** `; if all are right, run …; if not, …`; nothing about payments that are not recorded. */
export function settlingText(
  { doubt: { reason, before, after, importId }, orders: [order] }: DoubtInRun,
  done: RecordedRun | undefined,
  accountFlags: string,
): string {
  // An acceptance would not have a doubt that is not recorded.
  if (importId === nextImport && done === undefined) return '';
  const idOf = paymentIds(done);
  if ([...before, ...after].some((payment) => idOf(payment) === null)) return '';
  const ids = before.map(idOf);
  const subject = order === undefined ? String(ids[0]) : quotedWord(nameOf(order));
  const accept = `waybill payments accept ${subject} --note <text>${accountFlags}`;
  // Without its import, what it replaced counts again.
  const takeOut =
    reason === 'older'
      ? [`undo ${importId === nextImport ? done?.id : importId}`]
      : ids.map((id) => `remove ${id}`);
  const ways = takeOut.map((words) => `waybill payments ${words}${accountFlags}`);
  return `; if all are right, run ${accept}; if not, ${ways.join(' or ')}`;
}
