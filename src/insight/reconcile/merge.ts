import { nameKey } from '../../contract/named';
import { referenceName } from './facts';
import {
  type LedgerEntry,
  type RecordedEntries,
  type RecordedPayment,
  sortEntries,
} from './ledger';
import { OrderIndex } from './match';
import { pastPayments, replayEntries } from './replay';

const keyOf = ({ moment, kind, subject }: LedgerEntry) => `${moment} ${kind} ${subject}`;

/** Of what two machines said of one thing at one moment, both keep the same. */
const saidBy = (entry: LedgerEntry) => (entry.kind === 'import' ? '' : JSON.stringify(entry));

/** The entries of another ledger that this one lacks. */
export function missingEntries<T extends LedgerEntry>(
  own: readonly LedgerEntry[],
  others: readonly T[],
): readonly T[] {
  const known = new Map(own.map((one) => [keyOf(one), saidBy(one)]));
  return others.filter((one) => {
    const said = known.get(keyOf(one));
    return said === undefined || said < saidBy(one);
  });
}

/** The subject that an entry decides, and the decision; undefined for one that only adds. */
function decisionOf(entry: LedgerEntry): readonly [what: string, how: string] | undefined {
  switch (entry.kind) {
    case 'typed': {
      // The payment that a row with its reference names counts, unless that was removed.
      const { moment, group, reference, amount } = entry;
      if (group === null || reference === null) return undefined;
      const subject = `${nameKey(group)}/${referenceName(reference, amount)}`;
      return decisionOf({ kind: 'removal', moment, subject, isRemoved: false });
    }
    case 'import':
    case 'undo':
      return [`import ${entry.subject}`, entry.kind];
    default: {
      const { moment: _, ...said } = entry;
      return [`${entry.kind} ${entry.subject}`, JSON.stringify(said)];
    }
  }
}

function lastDecisions(entries: readonly LedgerEntry[]) {
  const last = new Map<string, { readonly how: string; readonly entry: LedgerEntry }>();
  for (const entry of sortEntries(entries)) {
    const decision = decisionOf(entry);
    if (decision !== undefined) last.set(decision[0], { how: decision[1], entry });
  }
  return last;
}

/** Of two entries about one import, payment or order, that only one ledger each has, the later wins. */
export function overrulings(own: readonly LedgerEntry[], others: readonly LedgerEntry[]) {
  const ours = lastDecisions(missingEntries(others, own));
  const theirs = lastDecisions(missingEntries(own, others));
  return [...ours].flatMap(([what, our]) => {
    const their = theirs.get(what);
    if (their === undefined || their.how === our.how) return [];
    const [overruled, by] = sortEntries([our.entry, their.entry]);
    return overruled === undefined || by === undefined ? [] : [{ overruled, by }];
  });
}

/** Both ledgers as one, in which the import of the same files has one number. */
export function mergedEntries(
  own: RecordedEntries,
  others: readonly LedgerEntry[],
): RecordedEntries {
  const replaced = new Set(others.map(keyOf));
  const entries = [...own.entries.filter((one) => !replaced.has(keyOf(one))), ...others];
  const imports = entries.flatMap((one) => (one.kind === 'import' ? one.subject : []));
  const identities = [...new Set(imports)];
  const numbered = entries.map((one) =>
    one.kind === 'import' ? { ...one, id: identities.indexOf(one.subject) + 1 } : one,
  );
  return { entries: numbered, ids: own.ids };
}

/**
 * The payments of either machine that a merged ledger does not know, although nobody took them back: both
 * recorded one reference, for orders that contradict each other, and the first one counts; or files of one
 * run differ in their rows, now that the other machine knows some of them.
 */
export function lostPayments(
  machines: readonly RecordedEntries[],
  merged: RecordedEntries,
): readonly RecordedPayment[] {
  const sumOf = (one: RecordedEntries) => replayEntries(one, () => new OrderIndex([])).ledger();
  const inWords = ({ amount, allocations }: RecordedPayment) =>
    JSON.stringify([amount, allocations]);
  const sum = sumOf(merged);
  const past = pastPayments(merged, sum).map(({ payment }) => payment);
  const known = new Set([...sum.payments, ...past].map(inWords));
  const lost = machines.flatMap((one) =>
    sumOf(one).payments.filter((had) => !known.has(inWords(had))),
  );
  return [...new Map(lost.map((one) => [inWords(one), one])).values()];
}
