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

/**
 * Matched rows that name the orders of an imported payment and differ from it in their amount or
 * date alone, or in anything but these, such as an item that the export didn't have before; and
 * these files don't have that payment any more and the order is paid over. Without a reference
 * nothing proves that they are one payment, so both count: an order may be paid in installments.
 */
export function findReexported(
  rows: readonly RowOutcome[],
  payments: readonly RecordedPayment[],
  isPaidOver: (order: AccountOrder) => boolean,
  hash: (content: string) => string,
): readonly Reexported[] {
  const imported = groupBy(
    payments.filter(({ importId, reference }) => importId != null && reference === null),
    ({ keys }) => keys,
  );
  if (imported.size === 0) return [];
  const inFiles = new Set<RecordedPayment>();
  const likely: [PayoutRow, readonly RecordedPayment[]][] = [];
  for (const { row, outcome, orders } of rows) {
    if (isUnreadable(row) || row.state !== 'paid' || row.reference !== null) continue;
    const sameKeys = imported.get(keysOf(row)) ?? [];
    const isSame = (payment: RecordedPayment, changed: Pick<PayoutRow, 'amount' | 'paidOn'>) =>
      isContent(payment, hash(contentOf({ ...row, ...changed })));
    if (outcome === 'matched') {
      if (!orders.some(isPaidOver)) continue;
      const isSamePayment = ({ amount, paidOn }: RecordedPayment) =>
        amount === row.amount && paidOn === row.paidOn;
      likely.push([
        row,
        sameKeys.filter((payment) => isSamePayment(payment) || isSame(payment, payment)),
      ]);
    } else {
      for (const payment of sameKeys) if (isSame(payment, row)) inFiles.add(payment);
    }
  }
  return likely.flatMap(([row, candidates]) => {
    const before = candidates.findLast((payment) => !inFiles.has(payment));
    if (before === undefined) return [];
    // One payment is replaced by one row.
    inFiles.add(before);
    return [{ row, before }];
  });
}
