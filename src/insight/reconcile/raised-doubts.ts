import { type Book, type BookedPayment, counts } from './book';
import { findClusters, usualTolerance } from './clusters';
import { type Addition, type Drop, isEarlier, type JudgedFile } from './evidence';
import type { DoubtReason } from './ledger';
import type { OrderIndex } from './match';
import { nameOfFact } from './repetition';

/** A doubt as the files of an import raised it; its payments by their identities. */
export interface RaisedDoubt {
  readonly reason: DoubtReason;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The names of void rows. */
  readonly voids: readonly string[];
  readonly isOlder: boolean;
  readonly importId: number;
  /** How many files had been read then: later ones may end it. */
  readonly filesRead: number;
}

export type RaisedOfRun = Omit<RaisedDoubt, 'importId' | 'filesRead'>;

/** What a run recorded, and what its files say. */
export interface RunEvidence {
  readonly files: readonly JudgedFile[];
  readonly drops: readonly Drop[];
  readonly additions: readonly Addition[];
  /** The payments that others replace, in all and by their reference. */
  readonly replaced: ReadonlyMap<BookedPayment, BookedPayment>;
  readonly amended: ReadonlyMap<BookedPayment, BookedPayment>;
  /** The payments that bring back an amount. */
  readonly reverting: ReadonlySet<BookedPayment>;
}

const plain = { after: [], voids: [], isOlder: false };

const identities = (payments: readonly BookedPayment[]) => payments.map(({ identity }) => identity);

/** What doubts are raised about. */
interface DoubtedState {
  readonly book: Book;
  readonly index: () => OrderIndex;
}

/** Void rows on the line of a payment, whatever days their file covers. */
function voided(book: Book, files: readonly JudgedFile[]): readonly RaisedOfRun[] {
  const rows = files.flatMap(({ facts }) => facts.filter(({ state }) => state === 'void'));
  return rows.flatMap((row) =>
    book.onLine(row.lineKey).map(
      ({ identity }): RaisedOfRun => ({
        ...{ ...plain, reason: 'void', before: [identity], voids: [nameOfFact(row)] },
      }),
    ),
  );
}

/** The payments that replaced others, but of an export that may be older than the one before. */
function ofOlderExports(
  files: readonly JudgedFile[],
  evidence: RunEvidence,
): readonly RaisedOfRun[] {
  const { replaced, amended, reverting } = evidence;
  return [...replaced].flatMap(([payment, by]): RaisedOfRun[] => {
    const last = files.flatMap(({ payments, coverage, isRead }) =>
      !isRead && payments.has(amended.has(payment) ? payment : by) ? [coverage.last] : [],
    );
    const isOlder = reverting.has(by)
      ? last.some((day) => !isEarlier(payment.lastDay, day))
      : last.some((day) => isEarlier(day, payment.lastDay));
    return isOlder ? [{ ...plain, reason: 'older', before: [by.identity], isOlder }] : [];
  });
}

/** The additions that bring a cluster above what it expects. */
function exceeding(
  { book, index }: DoubtedState,
  additions: readonly Addition[],
): readonly RaisedOfRun[] {
  if (additions.length === 0) return [];
  const orders = index();
  const { of } = findClusters(orders, [...book.payments()].filter(counts), usualTolerance);
  return additions.flatMap(({ payment, before }): RaisedOfRun[] => {
    const isOver = payment.allocations.some(({ orderId }) => {
      const order = orders.byId(orderId);
      const cluster = order && of.get(order);
      return cluster !== undefined && cluster.expected > 0 && cluster.difference > usualTolerance;
    });
    const sides = { before: identities(before), after: [payment.identity] };
    return isOver ? [{ ...plain, reason: 'added', ...sides }] : [];
  });
}

/** The doubts that the files of a run raise, once its payments are recorded. */
export function raisedDoubts(state: DoubtedState, evidence: RunEvidence): readonly RaisedOfRun[] {
  const { files } = evidence;
  const open = files.filter(({ isRead }) => !isRead);
  const dropped = evidence.drops.flatMap(({ payment, fresh, isOlder }): RaisedOfRun[] => {
    const by = evidence.replaced.get(payment);
    // What replaces a payment by its reference takes its place.
    if (by !== undefined && by.identity !== payment.identity) return [];
    const sides = { before: [payment.identity], after: identities(fresh) };
    return [{ ...plain, reason: 'dropped', ...sides, isOlder }];
  });
  return [
    ...voided(state.book, open),
    ...dropped,
    ...ofOlderExports(files, evidence),
    ...exceeding(state, evidence.additions),
  ];
}
