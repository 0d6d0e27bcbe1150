import { groupByEach } from '../../lib/once';
import { typedWords } from '../../lib/words';
import { type Book, type BookedPayment, contradicts, counts, formatsOf, isOfGroup } from './book';
import { findClusters, usualTolerance } from './clusters';
import { type Addition, type Drop, isEarlier, type JudgedFile, nameOfFact } from './evidence';
import { areContradicting } from './facts';
import type { Acceptance, DoubtReason, Fact, PaymentDoubt, SettledDoubt } from './ledger';
import type { OrderIndex } from './match';

const isWithin = (some: readonly string[], others: readonly string[]) =>
  some.every((one) => others.includes(one));

/** True if a file that came after `filesRead` others has all of the payments. */
function areInOneFile(payments: readonly BookedPayment[], filesRead = 0): boolean {
  const [first, ...others] = payments;
  return (
    first?.files.some(
      (file) => file > filesRead && others.every(({ files }) => files.includes(file)),
    ) === true
  );
}

/** The formats that have a payment, or the machine on which it was typed: `typed/<machine>`. */
const sourcesOf = (payment: BookedPayment): readonly string[] =>
  payment.importId === null
    ? [payment.identity.slice(0, payment.identity.lastIndexOf('/'))]
    : formatsOf(payment);

type OpenDoubt = Omit<PaymentDoubt, 'isSettled'>;

/** Payments of equal cents for one order from two sources: perhaps one payment. */
function ofTwoSources(payments: readonly BookedPayment[]): readonly OpenDoubt[] {
  const byPart = groupByEach(payments, ({ allocations }) =>
    allocations.map(({ orderId, cents }) => `${orderId} ${cents}`),
  );
  const doubts = new Map<string, OpenDoubt>();
  for (const alike of byPart.values()) {
    for (const [place, one] of alike.entries()) {
      for (const other of alike.slice(place + 1)) {
        const isOfOne = sourcesOf(one).some((source) => sourcesOf(other).includes(source));
        const areNamed = one.reference !== null && other.reference !== null;
        const isOther = areNamed && one.reference !== other.reference;
        if (isOfOne || isOther || areInOneFile([one, other])) continue;
        const [first = '', second = ''] = [one.identity, other.identity].sort();
        // The typed one first: it is the one that a person can take back.
        const isFirst =
          one.importId === other.importId ? one.identity === first : one.importId === null;
        const [before, after] = isFirst ? [one, other] : [other, one];
        doubts.set(`${first}\n${second}`, {
          reason: 'sources',
          before: [before],
          after: [after],
          importId: null,
          isOlder: false,
          settles: { before: [first], after: [second] },
        });
      }
    }
  }
  return [...doubts.values()];
}

/** The doubt with its payments that count; undefined where it has ended. */
function stillOpen(
  raised: RaisedDoubt,
  byIdentity: ReadonlyMap<string, BookedPayment>,
): OpenDoubt | undefined {
  const counting = (identities: readonly string[]) =>
    identities.flatMap((identity) => byIdentity.get(identity) ?? []);
  const [before, after] = [counting(raised.before), counting(raised.after)];
  if (before.length === 0 || (after.length === 0 && raised.after.length > 0)) return undefined;
  if (areInOneFile([...before, ...after], raised.filesRead)) return undefined;
  const { reason, importId, isOlder, voids } = raised;
  const settles = { before: raised.before, after: [...raised.after, ...voids] };
  return { reason, before, after, importId, isOlder, settles };
}

/**
 * The doubts that have not ended: both sides still count, and no later file has all of them. Those
 * that were accepted are settled, until there is another dropped payment or another new row.
 */
export function openDoubts(
  raised: readonly RaisedDoubt[],
  payments: readonly BookedPayment[],
  acceptances: readonly Acceptance[],
): readonly PaymentDoubt[] {
  const byIdentity = new Map(payments.map((one) => [one.identity, one]));
  const settled = acceptances.flatMap((one): readonly SettledDoubt[] => one.settled);
  const open = [
    ...raised.flatMap((one) => stillOpen(one, byIdentity) ?? []),
    ...ofTwoSources(payments),
  ];
  return open.map((doubt): PaymentDoubt => {
    const { before, after } = doubt.settles;
    const isSettled = settled.some(
      (one) => isWithin(before, one.before) && isWithin(after, one.after),
    );
    return { ...doubt, isSettled };
  });
}

/** The reason that a doubt is shown with, if there are several. */
const reasonRanks: readonly DoubtReason[] = typedWords('dropped void older words added sources');

/** The doubts that a person has to settle; of those about the same payments, the one that says most. */
export function doubtsToShow(doubts: readonly PaymentDoubt[]): readonly PaymentDoubt[] {
  const ranked = doubts
    .filter(({ isSettled }) => !isSettled)
    .map((doubt) => {
      const members = [...doubt.before, ...doubt.after].map(({ identity }) => identity);
      const rank = reasonRanks.indexOf(doubt.reason);
      return { doubt, members, order: [String(100 - members.length), rank, ...members].join('\n') };
    })
    .sort((one, other) => (one.order < other.order ? -1 : 1));
  const shown: typeof ranked = [];
  for (const one of ranked) {
    const isSaid = shown.some(
      ({ doubt, members }) =>
        isWithin(one.members, members) &&
        (doubt.reason === 'void') === (one.doubt.reason === 'void'),
    );
    if (!isSaid) shown.push(one);
  }
  return shown.map(({ doubt }) => doubt);
}

/** A doubt as the files of an import raised it; its payments by their identities. */
export interface RaisedDoubt {
  readonly reason: DoubtReason;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly voids: readonly string[];
  readonly isOlder: boolean;
  readonly importId: number;
  /** The number of files that had been read then: later ones may end it. */
  readonly filesRead: number;
}

export type RaisedOfRun = Omit<RaisedDoubt, 'importId' | 'filesRead'>;

/** Changes that a run recorded, and what its files say. */
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

interface DoubtedState {
  readonly book: Book;
  readonly index: () => OrderIndex;
}

/**
 * The payments that a void row may take back, whatever days its file covers: those on its line; without one,
 * since the item may have changed with the state, those of its source, orders, box and amount that the file does
 * not have. An amount below 0 says that the money of its orders was taken back, in whatever row that came.
 */
function takenBack(book: Book, file: JudgedFile, row: Fact): readonly BookedPayment[] {
  const onLine = book.onLine(row.lineKey);
  const ofOrders = [...book.reaching(row.named)].filter(({ amount }) => amount > 0);
  if (row.amount < 0) return [...onLine, ...ofOrders];
  if (onLine.length > 0) return onLine;
  return ofOrders.filter(
    (one) =>
      one.amount === row.amount &&
      one.sources.includes(file.source) &&
      !areContradicting(row.keys, one.keys) &&
      !file.payments.has(one),
  );
}

function voided(book: Book, files: readonly JudgedFile[]): readonly RaisedOfRun[] {
  return files.flatMap((file) =>
    file.facts.flatMap((row) => {
      if (row.state !== 'void') return [];
      const doubt = { ...plain, reason: 'void', voids: [nameOfFact(row)] } as const;
      return [...new Set(takenBack(book, file, row))]
        .filter((payment) => isOfGroup(row, payment))
        .map(({ identity }) => ({ ...doubt, before: [identity] }));
    }),
  );
}

/** The payments of rows with words that may say that they are not paid. */
function spokenAgainst(book: Book, files: readonly JudgedFile[]): readonly RaisedOfRun[] {
  return files
    .flatMap(({ facts }) => facts)
    .flatMap((fact): readonly RaisedOfRun[] => {
      const payment = fact.words === undefined ? undefined : book.recorded(fact);
      if (payment === undefined || contradicts(fact, payment)) return [];
      const voids = [`words/${fact.words}`];
      return [{ ...plain, reason: 'words', before: [payment.identity], voids }];
    });
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
    // A payment that replaces another by its reference takes its place.
    if (by !== undefined && by.identity !== payment.identity) return [];
    const sides = { before: [payment.identity], after: identities(fresh) };
    return [{ ...plain, reason: 'dropped', ...sides, isOlder }];
  });
  return [
    ...voided(state.book, open),
    ...spokenAgainst(state.book, open),
    ...dropped,
    ...ofOlderExports(files, evidence),
    ...exceeding(state, evidence.additions),
  ];
}
