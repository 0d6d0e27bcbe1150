import type { Match } from './match';
import type { PayoutRow } from './model';

/** "Total", "Grand total:", "Sub-totals", as text or as a tracking key. */
const totalForm = /^(?:grand|sub)?[\s-]*totals?(?:[\s-]*(?:paid|amount|payout))?\s*:?$/i;

/** Matches of a row that names no order of the account. */
const orderless: ReadonlySet<Match['kind']> = new Set<Match['kind']>(['nothing', 'unmatched']);

function saysTotal({ order, trackings, item, reference }: PayoutRow): boolean {
  return [order, ...trackings, item, reference].some(
    (text) => text !== null && totalForm.test(text),
  );
}

/** A bonus says what it is for, or when it was paid. */
const namesNothing = ({ order, trackings, destroyed, item, reference, paidOn }: PayoutRow) =>
  [order, item, reference, paidOn].every((text) => text === null) &&
  trackings.length + destroyed.length === 0;

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
  kindOf: (row: PayoutRow) => Match['kind'],
): readonly PayoutRow[] {
  const totals: PayoutRow[] = [];
  const whole = new Map<string, Above>();
  const section = new Map<string, Above>();
  for (const row of rows) {
    const sums = [whole, section].map((sumsByFile) => {
      const there = sumsByFile.get(row.file) ?? new Above();
      sumsByFile.set(row.file, there);
      return there;
    });
    const kind = kindOf(row);
    const isNamed = saysTotal(row);
    const isBlank = namesNothing(row);
    const isCandidate =
      row.state === 'paid' && row.amount !== 0 && (isNamed || isBlank || kind === 'nothing');
    const isSum = sums.some((above) => above.isSum(row.amount, isBlank && !isNamed ? 2 : 1));
    if (isCandidate && orderless.has(kind) && isSum) {
      totals.push(row);
      section.delete(row.file);
    } else {
      for (const above of sums) above.add(row);
    }
  }
  return totals;
}
