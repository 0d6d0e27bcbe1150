import { groupBy } from '../../lib/group-by';
import type { PayoutRow } from './model';

/** A bonus says what it is for, or when it was paid. */
const saysNothing = ({ item, reference, paidOn }: PayoutRow) =>
  item === null && reference === null && paidOn === null;

/** Rows, and what they add up to. */
const nothing = { rows: 0, all: 0, paid: 0 };

const withRow = (above: typeof nothing, { amount, state }: PayoutRow) => ({
  rows: above.rows + 1,
  all: above.all + amount,
  paid: above.paid + (state === 'paid' ? amount : 0),
});

/**
 * Paid rows that look like a total of the rows above them in their file, or of those since the total
 * before. They count like any other row, so the same money counts twice; none is recorded.
 */
export function findTotals(
  rows: readonly PayoutRow[],
  namesNothing: (row: PayoutRow) => boolean,
): readonly PayoutRow[] {
  const totals: PayoutRow[] = [];
  for (const own of groupBy(rows, ({ file }) => file).values()) {
    let [whole, section] = [nothing, nothing];
    for (const row of own) {
      const mayBeTotal = row.state === 'paid' && row.amount !== 0 && namesNothing(row);
      // A single row above proves nothing: a bonus may be as high as the one payment.
      const fewest = saysNothing(row) ? 2 : 1;
      const isSum = ({ rows, all, paid }: typeof nothing) =>
        rows >= fewest && (row.amount === all || row.amount === paid);
      if (mayBeTotal && (isSum(whole) || isSum(section))) {
        totals.push(row);
        section = nothing;
      } else [whole, section] = [withRow(whole, row), withRow(section, row)];
    }
  }
  return totals;
}
