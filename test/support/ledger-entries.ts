import type {
  AcceptanceEntry,
  DateEntry,
  Fact,
  ImportEntry,
  LedgerEntry,
  RecordedEntries,
  RemovalEntry,
  TypedEntry,
  UndoEntry,
} from '../../src/insight/reconcile/ledger';
import { factOf } from './facts';

/** An import of one paid row of a dollar, of the file `may`. */
export function importOf(
  moment: number,
  {
    rows = [{}],
    ...parts
  }: Partial<ImportEntry> & { readonly rows?: readonly Partial<Fact>[] } = {},
): ImportEntry {
  const facts = rows.map((one, index) => factOf({ line: index + 2, ...one }));
  const files = [...new Set(facts.map(({ file }) => file))];
  const subject = `bfmr/${files.join(' ')}/1`;
  return { kind: 'import', moment, id: 1, subject, group: 'bfmr', files, facts, ...parts };
}

export const undoOf = (moment: number, subject = 'bfmr/may/1'): UndoEntry => ({
  ...{ kind: 'undo', moment, subject },
});

/** A dollar for order A, typed on machine `m`. */
export const typedOf = (moment: number, parts: Partial<TypedEntry> = {}): TypedEntry => ({
  ...{ kind: 'typed', moment, subject: `typed/m/${moment}`, orderId: 'A', group: 'bfmr' },
  ...{ amount: 100, paidOn: '2026-06-10', reference: null, ...parts },
});

export const dateOf = (moment: number, subject: string, paidOn: string): DateEntry => ({
  ...{ kind: 'date', moment, subject, paidOn },
});

export const removalOf = (moment: number, subject: string, isRemoved = true): RemovalEntry => ({
  ...{ kind: 'removal', moment, subject, isRemoved },
});

export const acceptanceOf = (
  moment: number,
  subject: string,
  note: string | null = '',
): AcceptanceEntry => ({
  ...{ kind: 'acceptance', moment, subject },
  accepted: note === null ? null : { note, paid: 100, expected: 200, settled: [] },
});

export const recordedOf = (...entries: readonly LedgerEntry[]): RecordedEntries => ({
  ...{ entries, ids: new Map() },
});
