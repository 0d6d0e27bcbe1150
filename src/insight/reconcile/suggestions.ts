import { keyOf } from '../../lib/fold';
import { groupBy } from '../../lib/once';
import type { NamedOrder, PayoutRow } from './model';

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

const frontOf = (text: string) => text.slice(0, endLength);
const backOf = (text: string) => text.slice(-endLength);

const identifiersOf = ({ trackings, order }: PayoutRow) =>
  order === null ? trackings : [...trackings, keyOf(order)];

/** The identifiers with one end, and how often they were compared. */
interface End {
  readonly written: readonly string[];
  compared: number;
}

function byEnd(written: readonly string[], endOf: (text: string) => string): Map<string, End> {
  return new Map(
    [...groupBy(written, endOf)].map(([end, of]) => [end, { written: of, compared: 0 }]),
  );
}

/** Above the share of any two numbers that are only alike. */
const mentioned = 2;

/**
 * Orders that unmatched rows may mean, up to three per row: those whose numbers are words of the row
 * first, then those whose identifiers agree with its own at the ends. They are shown to the user and never
 * used. Takes one pass over the orders, however many rows there are.
 */
export function suggestOrders(
  rows: readonly PayoutRow[],
  visitOrders: (visit: (order: NamedOrder) => void) => void,
  wordsOf: (row: PayoutRow) => readonly string[] = () => [],
): Map<PayoutRow, NamedOrder[]> {
  const written = [...new Set(rows.flatMap(identifiersOf))].filter(
    (one) => one.length >= endLength,
  );
  const [fronts, backs] = [byEnd(written, frontOf), byEnd(written, backOf)];
  const words = new Set(rows.flatMap(wordsOf));
  const found: { readonly one: string; readonly order: NamedOrder; readonly share: number }[] = [];
  const compare = (order: NamedOrder, key: string, end: End | undefined) => {
    if (end === undefined || end.compared >= mostCompared) return;
    end.compared += end.written.length;
    for (const one of end.written) {
      const share = alike(one, key);
      if (share >= likeness) found.push({ one, order, share });
    }
  };
  const visit = (order: NamedOrder) => {
    if (order.gone) return;
    for (const text of [...order.trackings, order.orderNumber ?? '']) {
      const key = keyOf(text);
      if (words.has(key)) found.push({ one: key, order, share: mentioned });
      compare(order, key, fronts.get(frontOf(key)));
      compare(order, key, backs.get(backOf(key)));
    }
  };
  if (written.length + words.size > 0) visitOrders(visit);
  const byWritten = groupBy(found, ({ one }) => one);
  return new Map(
    rows.map((row) => {
      const named = [...new Set([...wordsOf(row), ...identifiersOf(row)])];
      const near = named.flatMap((one) => byWritten.get(one) ?? []);
      near.sort(
        (one, other) => other.share - one.share || (one.order.id < other.order.id ? -1 : 1),
      );
      return [row, [...new Set(near.map(({ order }) => order))].slice(0, most)];
    }),
  );
}
