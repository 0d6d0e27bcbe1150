import { groupBy } from '../../lib/once';
import { nameOfFact } from './identity';
import type { Fact } from './model';
import { areApart } from './same-payment';

/** Why a row's payment is not certain: another row of these files says something else. */
export type Contradiction = 'reference' | 'export';

export interface Repetition {
  /** Rows that repeat another row of these files. */
  readonly duplicates: ReadonlyMap<Fact, Fact>;
  readonly contradicted: ReadonlyMap<Fact, Contradiction>;
}

const reaches = ({ pays }: Fact) => pays === 'orders';

/** Whether two rows name different orders, or at least different things. */
export const nameApart = (one: Fact, other: Fact) =>
  reaches(one) && reaches(other) ? areApart(one, other) : one.keys !== other.keys;

/** What names an order, even an unknown one, before what names nothing; a sum of other rows last. */
const ranks: Record<Fact['pays'], number> = { orders: 0, unclear: 1, other: 2, nothing: 3 };

/**
 * Of the rows with one name and one amount, one counts: by rank, then the earlier payment. The order
 * of the files decides only between equal rows, so it changes no figure.
 */
function countsBefore(one: Fact, other: Fact): boolean {
  const [rank, otherRank] = [ranks[one.pays], ranks[other.pays]];
  if (rank !== otherRank) return rank < otherRank;
  if (one.paidOn !== other.paidOn) return (one.paidOn ?? '9') < (other.paidOn ?? '9');
  const rest = ({ keys, item, allocations }: Fact) => JSON.stringify([keys, item, allocations]);
  return rest(one) < rest(other);
}

/** The rows of one reference and amount, or of one content. */
const paymentOf = ({ reference, name, amount }: Fact) =>
  reference === null ? name : `${amount} ${reference}`;

/** A row that was recorded before counts first. */
function findDuplicates(
  rows: readonly Fact[],
  isRecorded: (row: Fact) => boolean,
): ReadonlyMap<Fact, Fact> {
  const duplicates = new Map<Fact, Fact>();
  for (const same of groupBy(rows, paymentOf).values()) {
    const recorded = same.filter(isRecorded);
    const candidates = recorded.length > 0 ? recorded : same;
    const counted = candidates.reduce((best, row) => (countsBefore(row, best) ? row : best));
    for (const row of same) if (row !== counted) duplicates.set(row, counted);
  }
  return duplicates;
}

/**
 * The rows on the same keys that one of two files has and the other one has differently, with the
 * repetitions of them in a third file.
 */
function differingExports(rows: readonly Fact[]): readonly Fact[] {
  const files = [...groupBy(rows, ({ file }) => file).values()];
  if (files.length < 2) return [];
  const lacked = (some: readonly Fact[], others: readonly Fact[]) =>
    some.filter(({ name }) => !others.some((other) => other.name === name));
  const differing = files.flatMap((some, place) =>
    files.slice(place + 1).flatMap((others) => {
      const [left, right] = [lacked(some, others), lacked(others, some)];
      return left.length > 0 && right.length > 0 ? [...left, ...right] : [];
    }),
  );
  const names = new Set(differing.map(({ name }) => name));
  return rows.filter(({ name }) => names.has(name));
}

/**
 * Finds paid rows that repeat or contradict each other within these files. A row that names no
 * order, such as a fee on the same receipt, contradicts no payment of an order. A file all of whose
 * rows on the same keys were recorded changes nothing, so it contradicts no other; one that
 * contradicts itself does so again.
 */
export function findRepetition(
  paid: readonly Fact[],
  isRecorded: (row: Fact) => boolean,
): Repetition {
  const contradicted = new Map<Fact, Contradiction>();
  const ofOpenFiles = (same: readonly Fact[]): readonly Fact[] => {
    const open = new Set(same.filter((row) => !isRecorded(row)).map(({ file }) => file));
    return same.filter(({ file }) => open.has(file));
  };
  const contradict = (rows: readonly Fact[], reason: Contradiction) => {
    for (const row of rows) if (!isRecorded(row)) contradicted.set(row, reason);
  };
  const named = paid.filter(({ reference }) => reference !== null);
  for (const all of groupBy(named, nameOfFact).values()) {
    const same = ofOpenFiles(all);
    const [first] = same;
    if (first === undefined || same.every(({ amount }) => amount === first.amount)) continue;
    contradict(same, 'reference');
  }
  const unnamed = paid.filter((row) => row.reference === null && reaches(row));
  const byLine = groupBy(unnamed, ({ keys, item }) => JSON.stringify([keys, item]));
  for (const same of byLine.values()) contradict(differingExports(ofOpenFiles(same)), 'export');
  return { duplicates: findDuplicates(paid, isRecorded), contradicted };
}
