import { type Entry, sortEntries, subjectOf } from './ledger';

const keyOf = (entry: Entry) => `${entry.moment} ${entry.kind} ${subjectOf(entry)}`;

/** Of what two machines said of one thing at one moment, both keep the same. */
const saidBy = (entry: Entry) => (entry.kind === 'import' ? '' : JSON.stringify(entry));

/** The entries of another ledger that this one lacks. */
export function missingEntries<T extends Entry>(
  own: readonly Entry[],
  others: readonly T[],
): readonly T[] {
  const known = new Map(own.map((one) => [keyOf(one), saidBy(one)]));
  return others.filter((one) => {
    const said = known.get(keyOf(one));
    return said === undefined || said < saidBy(one);
  });
}

/** An entry of one ledger that a later one of the other overrules, because both are about one thing. */
export interface Overruling {
  readonly overruled: Entry;
  readonly by: Entry;
}

/** What an entry decides, and how; undefined for one that only adds. */
function decisionOf(entry: Entry): readonly [what: string, how: string] | undefined {
  switch (entry.kind) {
    case 'typed':
      return undefined;
    case 'import':
    case 'undo':
      return [`import ${subjectOf(entry)}`, entry.kind];
    default: {
      const { moment: _, ...said } = entry;
      return [`${entry.kind} ${subjectOf(entry)}`, JSON.stringify(said)];
    }
  }
}

/** The last decisions of entries. */
function lastDecisions(entries: readonly Entry[]) {
  const last = new Map<string, { readonly how: string; readonly entry: Entry }>();
  for (const entry of sortEntries(entries)) {
    const [what, how] = decisionOf(entry) ?? [];
    if (what !== undefined && how !== undefined) last.set(what, { how, entry });
  }
  return last;
}

/** Of two entries about one import, payment or order, that only one ledger each has, the later wins. */
export function overrulings(
  own: readonly Entry[],
  others: readonly Entry[],
): readonly Overruling[] {
  const ours = lastDecisions(missingEntries(others, own));
  const theirs = lastDecisions(missingEntries(own, others));
  return [...ours].flatMap(([what, our]) => {
    const their = theirs.get(what);
    if (their === undefined || their.how === our.how) return [];
    const [overruled, by] = sortEntries([our.entry, their.entry]);
    return overruled === undefined || by === undefined ? [] : [{ overruled, by }];
  });
}
