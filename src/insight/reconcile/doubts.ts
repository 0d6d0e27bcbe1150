import { groupBy } from '../../lib/once';
import { type BookedPayment, formatsOf } from './book';
import type { Acceptance, Doubt, DoubtReason, SettledDoubt } from './ledger';
import type { RaisedDoubt } from './raised-doubts';

const isWithin = (some: readonly string[], others: readonly string[]) =>
  some.every((one) => others.includes(one));

/** Whether a file that came after `filesRead` others has all of the payments. */
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

const areOfTwoSources = (one: BookedPayment, other: BookedPayment) =>
  sourcesOf(one).every((source) => !sourcesOf(other).includes(source));

const haveOtherReferences = (one: BookedPayment, other: BookedPayment) =>
  one.reference !== null && other.reference !== null && one.reference !== other.reference;

type OpenDoubt = Omit<Doubt, 'isSettled'>;

/** Payments of equal cents for one order from two sources: perhaps one payment. */
function ofTwoSources(payments: readonly BookedPayment[]): readonly OpenDoubt[] {
  if (new Set(payments.flatMap(sourcesOf)).size < 2) return [];
  const parts = payments.flatMap((payment) =>
    payment.allocations.map(({ orderId, cents }) => ({ key: `${orderId} ${cents}`, payment })),
  );
  const doubts = new Map<string, OpenDoubt>();
  for (const alike of groupBy(parts, ({ key }) => key).values()) {
    for (const [place, { payment: one }] of alike.entries()) {
      for (const { payment: other } of alike.slice(place + 1)) {
        if (!areOfTwoSources(one, other) || haveOtherReferences(one, other)) continue;
        if (areInOneFile([one, other])) continue;
        const [first = '', second = ''] = [one.identity, other.identity].sort();
        // The typed one first: it is the one that a person can take back.
        const isFirst =
          one.importId === other.importId ? one.identity === first : one.importId === null;
        const [before, after] = isFirst ? [one, other] : [other, one];
        doubts.set(`${first}\n${second}`, {
          ...{ reason: 'sources', before: [before], after: [after], importId: null },
          ...{ isOlder: false, settles: { before: [first], after: [second] } },
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
): readonly Doubt[] {
  const byIdentity = new Map(payments.map((payment) => [payment.identity, payment]));
  const settled = acceptances.flatMap((one): readonly SettledDoubt[] => one.settled);
  const open = [
    ...raised.flatMap((one) => stillOpen(one, byIdentity) ?? []),
    ...ofTwoSources(payments),
  ];
  return open.map((doubt): Doubt => {
    const { before, after } = doubt.settles;
    const isSettled = settled.some(
      (one) => isWithin(before, one.before) && isWithin(after, one.after),
    );
    return { ...doubt, isSettled };
  });
}

/** The reason that a doubt is shown with, if there are several. */
const reasonRanks: readonly DoubtReason[] = ['dropped', 'void', 'older', 'added', 'sources'];

/** The doubts that a person has to settle; of those about the same payments, the one that says most. */
export function doubtsToShow(doubts: readonly Doubt[]): readonly Doubt[] {
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
