import { groupBy } from '../../lib/once';
import { areContradicting } from './identity';
import type { Fact } from './ledger';

/** How the rows of one reference differ, or those on one line of two files. */
export type Contradiction = 'amount' | 'keys' | 'export';

/** Whether a payment can be recorded of a row. */
export const isRecordable = ({ pays }: Fact) => pays === 'orders' || pays === 'other';

export const nameOfFact = ({ names }: Fact) => names[0] ?? '';

/** An amount of the opposite sign is never the same payment. */
export const areOfOneSign = (
  one: { readonly amount: number },
  other: { readonly amount: number },
) => one.amount < 0 === other.amount < 0;

/** What names an order, even an unknown one, before what names nothing; a sum of other rows last. */
const ranks: Record<Fact['pays'], number> = { orders: 0, unclear: 1, other: 2, nothing: 3 };

/** Of rows with one name, one counts: by rank, then the earlier payment; the order of files says nothing. */
function countsBefore(one: Fact, other: Fact): boolean {
  const [rank, otherRank] = [ranks[one.pays], ranks[other.pays]];
  if (rank !== otherRank) return rank < otherRank;
  if (one.paidOn !== other.paidOn) return (one.paidOn ?? '9') < (other.paidOn ?? '9');
  const rest = ({ keys, item, allocations }: Fact) => JSON.stringify([keys, item, allocations]);
  const [own, others] = [rest(one), rest(other)];
  if (own !== others) return own < others;
  return one.file === other.file ? one.line < other.line : one.file < other.file;
}

/** How rows of one reference differ; undefined if all may be one payment. */
function differenceOf(rows: readonly Fact[]): Contradiction | undefined {
  const [first, ...others] = rows;
  if (others.some(({ amount }) => amount !== first?.amount)) return 'amount';
  const distinct = [...new Set(rows.map(({ keys }) => keys))];
  const isApart = distinct.some((keys) => distinct.some((other) => areContradicting(keys, other)));
  return isApart ? 'keys' : undefined;
}

interface KnownRows {
  /** Whether a row was read before and is a payment: its file changes nothing. */
  readonly isSettled: (row: Fact) => boolean;
  /** Whether its payment counts as it is, or was removed. */
  readonly isCurrent: (row: Fact) => boolean;
  /** The place of a file among those that were read before it. */
  readonly placeOf: (file: string) => number;
}

/** The rows of one reference and amount, or of one content. */
const paymentOf = (fact: Fact) =>
  fact.reference === null ? nameOfFact(fact) : `${fact.amount} ${fact.reference}`;

/** The rows that repeat another row; one that was read before counts first. */
function findDuplicates(
  paid: readonly Fact[],
  { isSettled, isCurrent, placeOf }: KnownRows,
): ReadonlyMap<Fact, Fact> {
  const duplicates = new Map<Fact, Fact>();
  for (const same of groupBy(paid, paymentOf).values()) {
    if (same.length === 1) continue;
    // What a row that was replaced repeats, may bring it back.
    const isOpen = same.some((row) => !isSettled(row));
    const alike = same.filter((row) => !isSettled(row) || !isOpen || isCurrent(row));
    const rank = (row: Fact) => (isSettled(row) ? placeOf(row.file) : Number.MAX_SAFE_INTEGER);
    alike.sort((one, other) => rank(one) - rank(other) || (countsBefore(one, other) ? -1 : 1));
    const counted: Fact[] = [];
    for (const row of alike) {
      const repeated = counted.find(({ keys }) => !areContradicting(keys, row.keys));
      if (repeated === undefined) counted.push(row);
      else duplicates.set(row, repeated);
    }
  }
  return duplicates;
}

/**
 * Finds paid rows that repeat each other, or of which one reference says different things. A row that
 * names no order, such as a fee on the same receipt, contradicts no payment of an order.
 */
export function findRepetition(
  paid: readonly Fact[],
  known: KnownRows,
): {
  /** Rows that repeat another row of these files. */
  readonly duplicates: ReadonlyMap<Fact, Fact>;
  readonly contradicted: Map<Fact, Contradiction>;
} {
  const contradicted = new Map<Fact, Contradiction>();
  const open = paid.filter((row) => row.reference !== null && !known.isSettled(row));
  for (const same of groupBy(open, nameOfFact).values()) {
    const difference = differenceOf(same);
    if (difference === undefined) continue;
    for (const row of same) contradicted.set(row, difference);
  }
  return { duplicates: findDuplicates(paid, known), contradicted };
}

/** The days that a file covers: those of its paid rows, or if it has none, whether it has grown. */
export interface Coverage {
  readonly first: string | null;
  readonly last: string | null;
  /** Whether one of its paid rows is known and another one is new. */
  readonly isGrown: boolean;
}

/** Whether a file could have repeated a payment of this day. */
export function covers({ first, last, isGrown }: Coverage, day: string | null): boolean {
  if (day === null || first === null || last === null) return isGrown;
  return first <= day && day <= last;
}

/** The own days of paid rows, from the first to the last; null without any. */
export function daysOf(paid: readonly Fact[]): Pick<Coverage, 'first' | 'last'> {
  let [first, last]: [string | null, string | null] = [null, null];
  for (const { paidOn, isDayTyped } of paid) {
    if (paidOn === null || isDayTyped) continue;
    if (first === null || paidOn < first) first = paidOn;
    if (last === null || paidOn > last) last = paidOn;
  }
  return { first, last };
}

/** The paid rows of one file, as far as they can be recorded. */
export interface Export {
  readonly coverage: Coverage;
  /** Whether its content was recorded before. */
  readonly isRead: boolean;
  readonly paid: readonly Fact[];
  /** The names of all of its paid rows. */
  readonly names: ReadonlySet<string>;
}

/**
 * The names of rows on one line that one of two files has and the other one has differently, where each
 * covers the day of the other's row. What a file has recorded before says nothing against a new file.
 */
export function differingExports(
  files: readonly Export[],
  isSettled: (row: Fact) => boolean,
): ReadonlySet<string> {
  const differing = new Set<string>();
  if (files.length < 2) return differing;
  const rows = files.flatMap((file) => file.paid.map((row) => ({ file, row })));
  for (const ofLine of groupBy(rows, ({ row }) => row.lineKey).values()) {
    const byFile = [...groupBy(ofLine, ({ file }) => file)];
    for (const [one, own] of byFile) {
      for (const [other, others] of byFile) {
        if (one === other) continue;
        const lacked = own.filter(({ row }) => !other.names.has(nameOfFact(row)));
        const surplus = others.filter(({ row }) => !one.names.has(nameOfFact(row)));
        for (const { row } of lacked) {
          const isDifferent = surplus.some(
            ({ row: theirs }) =>
              areOfOneSign(row, theirs) &&
              covers(one.coverage, theirs.paidOn) &&
              covers(other.coverage, row.paidOn) &&
              (one.isRead || !isSettled(theirs)),
          );
          if (isDifferent) differing.add(nameOfFact(row));
        }
      }
    }
  }
  return differing;
}
