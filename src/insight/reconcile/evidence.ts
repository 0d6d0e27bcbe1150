import { groupBy, groupByEach } from '../../lib/once';
import { type Book, type BookedPayment, counts } from './book';
import { areContradicting } from './facts';
import type { Fact } from './ledger';

/** A file of a run, with the payments that its paid rows are. */
export interface JudgedFile {
  readonly format: string;
  /** See `sourceOf`. */
  readonly source: string;
  readonly facts: readonly Fact[];
  readonly coverage: Coverage;
  /** True if its content was recorded before. */
  readonly isRead: boolean;
  readonly payments: ReadonlySet<BookedPayment>;
}

/** A recorded payment that a file could have repeated and does not have. */
export interface Drop {
  readonly payment: BookedPayment;
  /** The new payments of the file that may be it, changed. */
  readonly fresh: readonly BookedPayment[];
  /** True if the one in `fresh` replaces it: BFMR's tracker has one row for an item. */
  readonly isAmended: boolean;
  /** True if the file may be older than the one that recorded the payment. */
  readonly isOlder: boolean;
}

/** A new payment on a line that has payments of days that the file does not cover. */
export interface Addition {
  readonly payment: BookedPayment;
  readonly before: readonly BookedPayment[];
}

/** True if a day is before another one; not if one of them is not known. */
export const isEarlier = (day: string | null, other: string | null) =>
  day !== null && other !== null && day < other;

/**
 * Evidence of one file against the payments in the book. It does not matter what changed: only which
 * payments are dropped and which are new. `fresh` are the new payments of all files of the run; those
 * of other files count as recorded, but nothing replaces them.
 */
export function judgeFile(
  file: JudgedFile,
  files: readonly JudgedFile[],
  book: Book,
  fresh: readonly BookedPayment[],
) {
  const { format, source, coverage, isRead, payments } = file;
  const named = new Set(file.facts.flatMap((fact) => fact.named));
  const [own, ofOthers] = [
    fresh.filter((one) => payments.has(one)),
    fresh.filter((one) => !payments.has(one)),
  ];
  const recorded = [
    ...book.reaching(named),
    ...ofOthers.filter(({ reach }) => reach.some((one) => named.has(one))),
  ].filter((payment) => !payments.has(payment));
  const dropped = recorded.filter(
    ({ importId, sources, paidOn }) =>
      importId !== null && sources.includes(source) && covers(coverage, paidOn),
  );

  const byLine = groupBy(dropped.filter(counts), ({ lineKey }) => lineKey);
  const ownByLine = groupBy(own, ({ lineKey }) => lineKey);
  const pairOf = (payment: BookedPayment): BookedPayment | undefined => {
    if (format !== 'bfmr' || isRead || !counts(payment) || ofOthers.includes(payment)) return;
    const [pair, ...more] = ownByLine.get(payment.lineKey) ?? [];
    const isOnly = more.length === 0 && byLine.get(payment.lineKey)?.length === 1;
    return isOnly && pair !== undefined && areOfOneSign(pair, payment) ? pair : undefined;
  };
  const pairs = new Map(dropped.map((payment) => [payment, pairOf(payment)]));
  const replacing = new Set(
    [...pairs].flatMap(([payment, pair]) =>
      pair === undefined || isEarlier(coverage.last, payment.lastDay) ? [] : pair,
    ),
  );
  const unpaired = own.filter((one) => !replacing.has(one));
  const unpairedByReach = groupByEach(unpaired, ({ reach }) => reach);
  const drops = dropped.flatMap((payment): Drop[] => {
    const pair = pairs.get(payment);
    const isOlder = isEarlier(coverage.last, payment.lastDay);
    if (pair !== undefined) return [{ payment, fresh: [pair], isAmended: !isOlder, isOlder }];
    const near = payment.reach.flatMap((key) => unpairedByReach.get(key) ?? []);
    // A payment that another file has beside it is another payment.
    const isBeside = (one: BookedPayment) =>
      files.some((other) => other.payments.has(one) && other.payments.has(payment));
    const same = [...new Set(near)].filter((one) => areOfOneSign(one, payment) && !isBeside(one));
    // A file that was read before says nothing new about what its new payments do not reach.
    return isRead && same.length === 0
      ? []
      : [{ payment, fresh: same, isAmended: false, isOlder: false }];
  });

  const othersByLine = groupBy(ofOthers, ({ lineKey }) => lineKey);
  const additions = own.flatMap((payment): Addition[] => {
    const { lineKey } = payment;
    const before = [...book.onLine(lineKey), ...(othersByLine.get(lineKey) ?? [])].filter(
      (one) => !payments.has(one) && areOfOneSign(one, payment) && !covers(coverage, one.paidOn),
    );
    return before.length === 0 ? [] : [{ payment, before }];
  });
  // Payments that BFMR's tracker should have, of orders that the file does not name.
  const unnamed =
    format !== 'bfmr' || isRead
      ? []
      : [...book.payments()].filter(
          (one) =>
            counts(one) &&
            one.sources.includes(source) &&
            covers(coverage, one.paidOn) &&
            !one.reach.some((key) => named.has(key)),
        );
  return { drops, additions, unnamed };
}

/** The difference between rows of one reference, or those on one line of two files. */
export type Contradiction = 'amount' | 'keys' | 'export';

export const isRecordable = ({ pays }: Fact) => pays === 'orders' || pays === 'other';

export const nameOfFact = ({ names }: Fact) => names[0] ?? '';

/** An amount of the opposite sign is never the same payment. */
export const areOfOneSign = (one: Pick<Fact, 'amount'>, other: Pick<Fact, 'amount'>) =>
  one.amount < 0 === other.amount < 0;

/** Rows that name an order, even an unknown one, before rows that name nothing; a sum of other rows last. */
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

/** The difference between rows of one reference; undefined if all may be one payment. */
function differenceOf(rows: readonly Fact[]): Contradiction | undefined {
  const [first, ...others] = rows;
  if (others.some(({ amount }) => amount !== first?.amount)) return 'amount';
  const distinct = [...new Set(rows.map(({ keys }) => keys))];
  const isApart = distinct.some((keys) => distinct.some((other) => areContradicting(keys, other)));
  return isApart ? 'keys' : undefined;
}

interface KnownRows {
  /** True if a row was read before and is a payment: its file changes nothing. */
  readonly isSettled: (row: Fact) => boolean;
  /** True if it added its payment, or brought it back: it never repeats another row. */
  readonly isAdded: (row: Fact) => boolean;
  /** True if its payment counts as it is, or was removed. */
  readonly isCurrent: (row: Fact) => boolean;
  /** True if its file was read before. */
  readonly isRead: (row: Fact) => boolean;
  /** The place of a file among those that were read before it. */
  readonly placeOf: (file: string) => number;
}

/** The rows of one reference and amount, or of one content. */
const paymentOf = (fact: Fact) =>
  fact.reference === null ? nameOfFact(fact) : `${fact.amount} ${fact.reference}`;

/** The rows of each text that several of them have. */
const repeated = (rows: readonly Fact[], textOf: (row: Fact) => string) =>
  [...groupBy(rows, textOf).values()].filter(({ length }) => length > 1);

/** The rows that repeat another row; one that was read before counts first. */
function findDuplicates(
  paid: readonly Fact[],
  { isSettled, isAdded, isCurrent, placeOf }: KnownRows,
): ReadonlyMap<Fact, Fact> {
  const duplicates = new Map<Fact, Fact>();
  for (const same of repeated(paid, paymentOf)) {
    // A row that repeats a replaced row may bring it back.
    const isOpen = same.some((row) => !isSettled(row));
    const current = same.filter(isCurrent);
    const alike = same.filter(
      (row) =>
        !isSettled(row) || !isOpen || current.some(({ keys }) => !areContradicting(keys, row.keys)),
    );
    const rank = (row: Fact) => (isSettled(row) ? placeOf(row.file) : Number.MAX_SAFE_INTEGER);
    alike.sort((one, other) => rank(one) - rank(other) || (countsBefore(one, other) ? -1 : 1));
    const counted: Fact[] = [];
    for (const row of alike) {
      const repeated = counted.find(({ keys }) => !areContradicting(keys, row.keys));
      // Two files of a run may be copies of one.
      const isCopy = counted.some(({ file, line }) => file === row.file && line === row.line);
      if (repeated === undefined || (isAdded(row) && !isCopy)) counted.push(row);
      else duplicates.set(row, repeated);
    }
  }
  return duplicates;
}

/**
 * Finds paid rows that repeat each other, or of which one reference says different things. A row that
 * names no order, such as a fee on the same receipt, contradicts no payment of an order.
 */
export function findRepetition(paid: readonly Fact[], known: KnownRows) {
  const contradicted = new Map<Fact, Contradiction>();
  const { isSettled, isCurrent, isRead } = known;
  const named = paid.filter((row) => row.reference !== null);
  for (const same of repeated(named, nameOfFact)) {
    const open = same.filter((row) => !isSettled(row));
    // A row that waited when its file was read waits beside what was recorded since.
    const counted = same.filter((row) => !isSettled(row) || isCurrent(row));
    const difference = differenceOf(open.some(isRead) ? counted : open);
    if (difference !== undefined) for (const row of open) contradicted.set(row, difference);
  }
  return { duplicates: findDuplicates(paid, known), contradicted };
}

/** The days that a file covers: those of its paid rows, or if it has none, whether it has grown. */
export interface Coverage {
  readonly first: string | null;
  readonly last: string | null;
  /** True if one of its paid rows is known and another one is new. */
  readonly isGrown: boolean;
}

/** True if a file could have repeated a payment of this day. */
export function covers({ first, last, isGrown }: Coverage, day: string | null): boolean {
  if (day === null || first === null || last === null) return isGrown;
  return first <= day && day <= last;
}

/** The own days of paid rows, from the first to the last; null without any. */
export function daysOf(paid: readonly Fact[]): Pick<Coverage, 'first' | 'last'> {
  const days = paid.flatMap(({ paidOn, isDayTyped }) => (isDayTyped ? [] : (paidOn ?? [])));
  days.sort();
  return { first: days[0] ?? null, last: days.at(-1) ?? null };
}

/** The paid rows of one file, as far as they can be recorded. */
export interface Export extends Pick<JudgedFile, 'coverage' | 'isRead'> {
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
  const rows = files.flatMap((file) => file.paid.map((row) => ({ file, row })));
  for (const ofLine of groupBy(rows, ({ row }) => row.lineKey).values()) {
    const byFile = [...groupBy(ofLine, ({ file }) => file)];
    for (const [one, own] of byFile) {
      for (const [other, others] of byFile) {
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
