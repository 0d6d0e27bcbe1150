import { groupBy } from '../../lib/group-by';
import { isContent } from './identity';
import {
  type AccountOrder,
  isUnreadable,
  type PayoutRow,
  type RecordedPayment,
  type Reexported,
  type RowOutcome,
} from './model';
import { contentOf, keysOf } from './repetition';

/** As much of a payment as tells whether it is another one, read in another way. */
type Payment = Pick<RecordedPayment, 'amount' | 'paidOn' | 'reference' | 'keys'>;

/** Equal for payments of the same amount for the same orders. */
const groupOf = (amount: number, orderIds: readonly string[]) =>
  `${amount} ${[...orderIds].sort().join()}`;

const groupOfPayment = ({ amount, allocations }: RecordedPayment) =>
  groupOf(
    amount,
    allocations.map(({ orderId }) => orderId),
  );

const isImported = ({ importId }: RecordedPayment) => importId != null;

/** `2026-12-01` read as `2026-01-12`: the same day with the other order of day and month. */
function isSwapped(one: string, other: string): boolean {
  const [year, month, day] = one.split('-');
  return other === `${year}-${day}-${month}`;
}

/** The tracking numbers in a text of `keysOf`; none for a payment that was typed in. */
function trackingsIn(keys: string): readonly string[] {
  return keys === '' ? [] : (JSON.parse(keys) as [string[], string])[0];
}

/**
 * Whether two payments of one amount for the same orders are probably one, read in another way: with
 * or without its reference, its date or its item. Two references, two tracking numbers and two days
 * are two payments.
 */
function isReadAgain(one: Payment, other: Payment): boolean {
  if (one.reference !== null && other.reference !== null) return false;
  const [trackings, others] = [trackingsIn(one.keys), trackingsIn(other.keys)];
  const areApart = trackings.every((tracking) => !others.includes(tracking));
  if (trackings.length > 0 && others.length > 0 && areApart) return false;
  // With no day at all, only the same identifiers say so.
  if (one.paidOn === null && other.paidOn === null) return one.keys === other.keys;
  if (one.paidOn === null || other.paidOn === null) return true;
  return one.paidOn === other.paidOn || isSwapped(one.paidOn, other.paidOn);
}

/** The imported payments that these files still have. */
export function paymentsInFiles(
  rows: readonly RowOutcome[],
  payments: readonly RecordedPayment[],
  hash: (content: string) => string,
): ReadonlySet<RecordedPayment> {
  const imported = payments.filter(isImported);
  const byKeys = groupBy(imported, ({ keys }) => keys);
  const byReference = groupBy(imported, ({ reference }) => reference);
  const inFiles = new Set<RecordedPayment>();
  for (const { row, outcome } of rows) {
    if (isUnreadable(row) || row.state !== 'paid' || outcome === 'matched') continue;
    const known =
      row.reference === null
        ? (byKeys.get(keysOf(row)) ?? []).filter((one) => isContent(one, hash(contentOf(row))))
        : (byReference.get(row.reference) ?? []);
    for (const payment of known) inFiles.add(payment);
  }
  return inFiles;
}

/**
 * Matched rows that are probably an imported payment that these files don't have any more. Without a
 * reference nothing proves it, so both count: an order may be paid in installments.
 *
 * Either the row pays the same orders the same amount, on what may be the same day; or it names the
 * orders of the payment, differs from it in its amount or date alone, and the order is paid over.
 */
export function findReexported(
  rows: readonly RowOutcome[],
  payments: readonly RecordedPayment[],
  inFiles: ReadonlySet<RecordedPayment>,
  isPaidOver: (order: AccountOrder) => boolean,
  hash: (content: string) => string,
): readonly Reexported[] {
  const imported = payments.filter(isImported);
  if (imported.length === 0) return [];
  const byKeys = groupBy(imported, ({ keys }) => keys);
  const byGroup = groupBy(imported, groupOfPayment);
  const replaced = new Set(inFiles);
  /** Whether only the amount or the date of an imported row has changed. */
  const isChanged = (row: PayoutRow, { amount, paidOn, ...before }: RecordedPayment) =>
    before.reference === null &&
    isContent({ amount, paidOn, ...before }, hash(contentOf({ ...row, amount, paidOn })));
  return rows.flatMap(({ row, outcome, orders }): Reexported[] => {
    if (isUnreadable(row) || row.state !== 'paid' || outcome !== 'matched') return [];
    const isOver = orders.some(isPaidOver);
    const keys = keysOf(row);
    const changed =
      isOver && row.reference === null
        ? (byKeys.get(keys) ?? []).filter((payment) => isChanged(row, payment))
        : [];
    const sameGroup = byGroup.get(
      groupOf(
        row.amount,
        orders.map(({ id }) => id),
      ),
    );
    const again = (sameGroup ?? []).filter((payment) => isReadAgain({ ...row, keys }, payment));
    const before = [...changed, ...again].findLast((payment) => !replaced.has(payment));
    if (before === undefined) return [];
    // One payment is replaced by one row.
    replaced.add(before);
    return [{ row, before, isOver }];
  });
}

/**
 * The orders with two payments of different imports, recorded now or before, that are probably one.
 * If these files have both, they are two.
 */
export function doubtfulOrders(
  /** All payments that count, those to record included. */
  payments: readonly RecordedPayment[],
  inFiles: ReadonlySet<RecordedPayment>,
): ReadonlySet<string> {
  // Those to record belong to no import yet.
  const fromFiles = payments.filter(({ importId }) => importId !== null);
  const isInFiles = (one: RecordedPayment) => one.importId === undefined || inFiles.has(one);
  const mayBeOne = (one: RecordedPayment, other: RecordedPayment) =>
    one.importId !== other.importId &&
    !(isInFiles(one) && isInFiles(other)) &&
    isReadAgain(one, other);
  const doubtful = new Set<string>();
  for (const group of groupBy(fromFiles, groupOfPayment).values()) {
    const areOne = group.some((one, place) =>
      group.slice(place + 1).some((other) => mayBeOne(one, other)),
    );
    if (areOne) for (const { orderId } of group[0]?.allocations ?? []) doubtful.add(orderId);
  }
  return doubtful;
}
