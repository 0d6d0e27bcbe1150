import { groupBy } from '../../lib/once';
import { type Book, type BookedPayment, counts, sourceOf } from './book';
import type { Fact } from './ledger';
import { areOfOneSign, type Coverage, covers } from './repetition';

/** A file of a run, with the payments that its paid rows are. */
export interface JudgedFile {
  readonly format: string;
  readonly group: string;
  readonly facts: readonly Fact[];
  readonly coverage: Coverage;
  /** Whether its content was recorded before. */
  readonly isRead: boolean;
  readonly payments: ReadonlySet<BookedPayment>;
}

/** A recorded payment that a file could have repeated and does not have. */
export interface Drop {
  readonly payment: BookedPayment;
  /** The new payments of the file that may be it, changed. */
  readonly fresh: readonly BookedPayment[];
  /** Whether the one in `fresh` replaces it: BFMR's tracker has one row for an item. */
  readonly isAmended: boolean;
  /** Whether the file may be older than the one that recorded the payment. */
  readonly isOlder: boolean;
}

/** A new payment on a line that has payments of days that the file does not cover. */
export interface Addition {
  readonly payment: BookedPayment;
  readonly before: readonly BookedPayment[];
}

export interface Evidence {
  readonly drops: readonly Drop[];
  readonly additions: readonly Addition[];
  /** What BFMR's tracker should have, of orders that the file does not name. */
  readonly unnamed: readonly BookedPayment[];
}

/** Whether a day is before another one; not if one of them is not known. */
export const isEarlier = (day: string | null, other: string | null) =>
  day !== null && other !== null && day < other;

/**
 * What one file says against the payments in the book. It does not matter what changed: only which
 * payments are dropped and which are new. `fresh` are the new payments of all files of the run; those
 * of other files count as recorded, but nothing replaces them.
 */
export function judgeFile(
  file: JudgedFile,
  files: readonly JudgedFile[],
  book: Book,
  fresh: readonly BookedPayment[],
): Evidence {
  const { format, group, coverage, isRead, payments } = file;
  const source = sourceOf(format, group);
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
  const ownByReach = groupBy(
    own
      .filter((one) => !replacing.has(one))
      .flatMap((one) => one.reach.map((key) => ({ key, one }))),
    ({ key }) => key,
  );
  const drops = dropped.flatMap((payment): Drop[] => {
    const pair = pairs.get(payment);
    const isOlder = isEarlier(coverage.last, payment.lastDay);
    if (pair !== undefined) return [{ payment, fresh: [pair], isAmended: !isOlder, isOlder }];
    const near = payment.reach.flatMap((key) => (ownByReach.get(key) ?? []).map(({ one }) => one));
    // What another file has beside it is another payment.
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
