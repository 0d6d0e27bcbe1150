import { keyOf } from '../../lib/fold';
import { groupBy } from '../../lib/group-by';
import type { AccountOrder, PayoutRow } from './model';

/** Suggestions per row. */
const most = 3;
/** Two identifiers are compared only if this many characters agree at one end. */
const endLength = 6;
/** Comparisons per such end, so that a file of unrelated numbers is not slow. */
const mostCompared = 5000;
/** The share of the longer identifier that must agree at the two ends. */
const likeness = 0.75;

/** Characters that agree at both ends, as a share of the longer one. */
function alike(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let front = 0;
  while (front < shorter && one[front] === other[front]) front++;
  let back = 0;
  while (back < shorter - front && one.at(-1 - back) === other.at(-1 - back)) back++;
  return (front + back) / Math.max(one.length, other.length);
}

const endsOf = (text: string) => [`${text.slice(0, endLength)}-`, `-${text.slice(-endLength)}`];

const identifiersOf = ({ trackings, order }: PayoutRow) =>
  order === null ? trackings : [...trackings, keyOf(order)];

/**
 * Orders that unmatched rows may mean, up to three per row: their identifiers agree at the ends. They
 * are shown to the user and never used. Takes one pass over the orders, however many rows there are.
 */
export function suggestOrders(
  rows: readonly PayoutRow[],
  orders: readonly AccountOrder[],
): Map<PayoutRow, AccountOrder[]> {
  const written = [...new Set(rows.flatMap(identifiersOf))];
  const ends = written
    .filter(({ length }) => length >= endLength)
    .flatMap((one) => endsOf(one).map((end) => ({ end, one })));
  const byEnd = groupBy(ends, ({ end }) => end);
  const compared = new Map<string, number>();
  const found: { readonly one: string; readonly order: AccountOrder; readonly share: number }[] =
    [];
  for (const order of ends.length === 0 ? [] : orders) {
    if (order.gone) continue;
    for (const key of [...order.trackings, order.orderNumber ?? ''].map(keyOf)) {
      for (const end of endsOf(key)) {
        const before = compared.get(end) ?? 0;
        const same = before < mostCompared ? (byEnd.get(end) ?? []) : [];
        if (same.length > 0) compared.set(end, before + same.length);
        for (const { one } of same) {
          const share = alike(one, key);
          if (share >= likeness) found.push({ one, order, share });
        }
      }
    }
  }
  const byWritten = groupBy(found, ({ one }) => one);
  return new Map(
    rows.map((row) => {
      const near = identifiersOf(row).flatMap((one) => byWritten.get(one) ?? []);
      near.sort(
        (one, other) => other.share - one.share || (one.order.id < other.order.id ? -1 : 1),
      );
      return [row, [...new Set(near.map(({ order }) => order))].slice(0, most)];
    }),
  );
}
