import { dollarsForPeople as dollars, quotedWord } from '../../lib/words';
import { type Doubt, nextImport, type RecordedPayment } from './ledger';
import type { AccountOrder, PayoutRow } from './model';
import type { RecordedRun } from './result';

/** Names what is not in the text itself. */
export interface DoubtNames {
  /** `payment 5`, or `line 2` of these files. */
  readonly payment: (payment: RecordedPayment) => string;
  /** `this file`, or `the file of import 2`. */
  readonly file: (importId: number | null) => string;
}

/** `$247.50 of 2026-06-01` */
export const paymentInWords = ({ amount, paidOn }: RecordedPayment) =>
  `${dollars(amount)} ${paidOn === null ? 'without a date' : `of ${paidOn}`}`;

const all = (payments: readonly RecordedPayment[]) => payments.map(paymentInWords).join(' and ');

/** The names of payments by their numbers: what is said away from their files. */
export const recordedNames: DoubtNames = {
  payment: ({ id }) => `payment ${id}`,
  file: (importId) => `the file of import ${importId}`,
};

/** The names of the payments of a run by its rows, and of its files. */
export function namesInRun(
  rowsOf: ReadonlyMap<RecordedPayment, PayoutRow>,
  isSeveral: boolean,
): DoubtNames {
  const own = isSeveral ? 'one of these files' : 'this file';
  return {
    payment: (payment) => {
      const row = rowsOf.get(payment);
      if (row === undefined) return recordedNames.payment(payment);
      return `line ${row.line}${isSeveral ? ` of ${row.file}` : ''}`;
    },
    file: (importId) => (importId === nextImport ? own : recordedNames.file(importId)),
  };
}

/** What is in doubt: `$247.50 of 2026-06-01 is not in this file any more`. */
export function doubtText(doubt: Doubt, { payment, file }: DoubtNames): string {
  const { reason, before, after, importId, isOlder } = doubt;
  // In whatever order the files were given.
  const others = after.map(payment).sort().join(' or ');
  const older = isOlder ? '; perhaps an older export' : '';
  switch (reason) {
    case 'dropped': {
      const changed = after.length === 0 ? '' : `; perhaps ${others} is that payment, changed`;
      return `${all(before)} is not in ${file(importId)} any more${changed}${older}`;
    }
    case 'void':
      return `${all(before)} counts, but a row of its line is void in ${file(importId)}`;
    case 'added':
      return `more than expected: perhaps ${others} is the ${all(before)}, changed`;
    case 'older':
      return `${all(before)} replaced another amount, but ${file(importId)} is perhaps an older export`;
    default:
      return `${all([...before, ...after])} for one order from two sources: perhaps one payment`;
  }
}

/** The numbers of recorded payments; those of a run only once it is recorded. */
export const paymentIds =
  (done: RecordedRun | undefined) =>
  (payment: RecordedPayment): number | null =>
    payment.id ?? done?.idOf(payment) ?? null;

export interface SettlingGiven {
  /** One of the payments' orders. */
  readonly order: AccountOrder | undefined;
  /** What was recorded of the run. */
  readonly done: RecordedRun | undefined;
  readonly accountFlags: string;
}

/** `; if all are right, run …; if not, …`; nothing about payments that are not recorded. */
export function settlingText(
  { reason, before, after, importId }: Doubt,
  { order, done, accountFlags }: SettlingGiven,
): string {
  const idOf = paymentIds(done);
  if ([...before, ...after].some((payment) => idOf(payment) === null)) return '';
  const ids = before.map(idOf);
  const subject = order === undefined ? String(ids[0]) : quotedWord(order.orderNumber ?? order.id);
  const accept = `waybill payments accept ${subject} --note <text>${accountFlags}`;
  // Without its import, what it replaced counts again.
  const takeOut =
    reason === 'older'
      ? [`undo ${importId === nextImport ? done?.id : importId}`]
      : ids.map((id) => `remove ${id}`);
  const ways = takeOut.map((words) => `waybill payments ${words}${accountFlags}`);
  return `; if all are right, run ${accept}; if not, ${ways.join(' or ')}`;
}
