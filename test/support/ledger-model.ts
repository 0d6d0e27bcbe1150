import type {
  AcceptedDifference,
  Reconciliation,
  RecordedPayment,
  Run,
} from '../../src/insight/reconcile/model';
import type { Recorded } from '../../src/insight/reconcile/reconcile';
import {
  addTyped,
  emptyLedger as nothing,
  recordRun,
  type TypedPayment,
} from '../../src/insight/reconcile/record';

/** The user's own half of the mirror: what was recorded and typed, in its order. */
export interface Ledger {
  readonly entries: readonly (Run | TypedPayment)[];
  readonly accepted: readonly AcceptedDifference[];
}

export const emptyLedger: Ledger = { entries: [], accepted: [] };

const isRun = (entry: Run | TypedPayment): entry is Run => 'facts' in entry;

const sums = new WeakMap<Ledger['entries'], Recorded['ledger']>();

/** The input for `reconcile`: what the entries add up to, one after the other. */
export function recordedOf({ entries, accepted }: Ledger): Recorded {
  const ledger =
    sums.get(entries) ??
    entries.reduce(
      (state, entry) => (isRun(entry) ? recordRun(state, entry).ledger : addTyped(state, entry)),
      nothing,
    );
  sums.set(entries, ledger);
  return { ledger, accepted };
}

export function paymentsOf(ledger: Ledger): readonly RecordedPayment[] {
  return recordedOf(ledger).ledger.payments;
}

/** The ledger after recording a reconciliation. Import ids only increase. */
export function recordResult(
  ledger: Ledger,
  { run, isImport }: Reconciliation,
  importId: number,
): Ledger {
  if (!isImport) return ledger;
  return { ...ledger, entries: [...ledger.entries, { ...run, importId }] };
}

export function typePayment(ledger: Ledger, typed: TypedPayment): Ledger {
  return { ...ledger, entries: [...ledger.entries, typed] };
}

/** The ledger without the import. */
export function undoImport(ledger: Ledger, importId: number): Ledger {
  const entries = ledger.entries.filter((entry) => !isRun(entry) || entry.importId !== importId);
  return { ...ledger, entries };
}
