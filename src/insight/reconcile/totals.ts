import { groupBy } from '../../lib/once';
import type { PayoutRow } from './model';

/** A bonus says what it is for, or when it was paid. */
const saysNothing = ({ item, reference, paidOn }: PayoutRow) =>
  item === null && reference === null && paidOn === null;

/** Rows, and what they add up to. */
const nothing = () => ({ rows: 0, all: 0, paid: 0 });
type Above = ReturnType<typeof nothing>;

function add(above: Above, { amount, state }: PayoutRow): void {
  above.rows++;
  above.all += amount;
  if (state === 'paid') above.paid += amount;
}

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
    const whole = nothing();
    let section = nothing();
    for (const row of own) {
      const mayBeTotal = row.state === 'paid' && row.amount !== 0 && namesNothing(row);
      // A single row above proves nothing: a bonus may be as high as the one payment.
      const fewest = saysNothing(row) ? 2 : 1;
      const isSum = ({ rows, all, paid }: Above) =>
        rows >= fewest && (row.amount === all || row.amount === paid);
      if (mayBeTotal && (isSum(whole) || isSum(section))) {
        totals.push(row);
        section = nothing();
      } else {
        add(whole, row);
        add(section, row);
      }
    }
  }
  return totals;
}
