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

const idsOf = (ids: readonly string[]) => [...ids].sort().join();

/** `2026-12-01` read as `2026-01-12`: the same day with the other order of day and month. */
function isSwapped(one: string, other: string): boolean {
  const [year, month, day] = one.split('-');
  return other === `${year}-${day}-${month}`;
}

/** Whether the days may be one: a date may have been read in another way, or not at all. */
function maySameDay(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other || isSwapped(one, other);
}

/**
 * Whether a new row is probably a recorded payment, read in another way: with or without its
 * reference, its date or its item. Two references are two payments, and so are two days.
 */
function isReadAgain(row: PayoutRow, { amount, paidOn, reference }: RecordedPayment): boolean {
  const haveReferences = row.reference !== null && reference !== null;
  return amount === row.amount && !haveReferences && maySameDay(paidOn, row.paidOn);
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
  isPaidOver: (order: AccountOrder) => boolean,
  hash: (content: string) => string,
): readonly Reexported[] {
  const imported = payments.filter(({ importId }) => importId != null);
  if (imported.length === 0) return [];
  const byKeys = groupBy(imported, ({ keys }) => keys);
  const byOrders = groupBy(imported, ({ allocations }) =>
    idsOf(allocations.map(({ orderId }) => orderId)),
  );
  const byReference = groupBy(imported, ({ reference }) => reference);
  const isSame = (
    row: PayoutRow,
    payment: RecordedPayment,
    changed: Pick<PayoutRow, 'amount' | 'paidOn'>,
  ) => isContent(payment, hash(contentOf({ ...row, ...changed })));
  const inFiles = new Set<RecordedPayment>();
  const likely: [PayoutRow, boolean, readonly RecordedPayment[]][] = [];
  for (const { row, outcome, orders } of rows) {
    if (isUnreadable(row) || row.state !== 'paid') continue;
    const sameKeys = byKeys.get(keysOf(row)) ?? [];
    if (outcome !== 'matched') {
      const known =
        row.reference === null
          ? sameKeys.filter((payment) => isSame(row, payment, row))
          : (byReference.get(row.reference) ?? []);
      for (const payment of known) inFiles.add(payment);
      continue;
    }
    const sameOrders = byOrders.get(idsOf(orders.map(({ id }) => id))) ?? [];
    const again = sameOrders.filter((payment) => isReadAgain(row, payment));
    const isOver = orders.some(isPaidOver);
    const changed =
      isOver && row.reference === null
        ? sameKeys.filter((payment) => payment.reference === null && isSame(row, payment, payment))
        : [];
    likely.push([row, isOver, [...changed, ...again]]);
  }
  return likely.flatMap(([row, isOver, candidates]) => {
    const before = candidates.findLast((payment) => !inFiles.has(payment));
    if (before === undefined) return [];
    // One payment is replaced by one row.
    inFiles.add(before);
    return [{ row, before, isOver }];
  });
}
