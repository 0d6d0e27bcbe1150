import { groupBy } from '../../lib/group-by';
import type { PayoutRow } from './model';

/** A bonus says what it is for, or when it was paid. */
const saysNothing = ({ item, reference, paidOn }: PayoutRow) =>
  item === null && reference === null && paidOn === null;

/** What the rows above a row add up to. */
class Above {
  #rows = 0;
  #all = 0;
  #paid = 0;

  add({ amount, state }: PayoutRow): void {
    this.#rows++;
    this.#all += amount;
    if (state === 'paid') this.#paid += amount;
  }

  /** A single row above proves nothing: a bonus may be as high as the one payment. */
  isSum(amount: number, fewest: number): boolean {
    return this.#rows >= fewest && (amount === this.#all || amount === this.#paid);
  }
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
    const whole = new Above();
    let section = new Above();
    for (const row of own) {
      const mayBeTotal = row.state === 'paid' && row.amount !== 0 && namesNothing(row);
      const fewest = saysNothing(row) ? 2 : 1;
      if (mayBeTotal && [whole, section].some((above) => above.isSum(row.amount, fewest))) {
        totals.push(row);
        section = new Above();
      } else {
        whole.add(row);
        section.add(row);
      }
    }
  }
  return totals;
}
