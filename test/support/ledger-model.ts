import type { NewPayment, Recorded, RecordedPayment } from '../../src/insight/reconcile/model';

/** A payment as the ledger keeps it. */
export interface LedgerPayment extends RecordedPayment {
  /** The import it came with; null if it was added by hand. */
  readonly import: number | null;
}

/**
 * A model of the payments in the user's own half of the mirror (`mirror/ledger.ts`), to compare the
 * program with. Nothing is overwritten: of the payments with
 * one identity, the latest import's counts. So undoing an import restores what it replaced, in
 * whatever order imports are undone.
 */
export interface Ledger {
  readonly payments: readonly LedgerPayment[];
  /** Ids of orders with an accepted difference. */
  readonly accepted: ReadonlySet<string>;
}

export const emptyLedger: Ledger = { payments: [], accepted: new Set() };

/** The input for `reconcile`: the payments that count, and the accepted orders. */
export function recordedOf(ledger: Ledger): Recorded {
  const latest = new Map<string, LedgerPayment>();
  for (const payment of ledger.payments) {
    if (payment.identity === null) continue;
    const other = latest.get(payment.identity);
    if (other === undefined || (other.import ?? 0) < (payment.import ?? 0)) {
      latest.set(payment.identity, payment);
    }
  }
  const counts = ({ identity }: LedgerPayment) => identity === null;
  const payments = ledger.payments.filter(
    (payment) => counts(payment) || latest.get(payment.identity ?? '') === payment,
  );
  return { payments, accepted: ledger.accepted };
}

/** The ledger after recording a reconciliation's payments. Import ids only increase. */
export function recordPayments(
  ledger: Ledger,
  payments: readonly NewPayment[],
  importId: number,
): Ledger {
  const added = payments.map(
    ({ file, line, outcome, ...payment }): LedgerPayment => ({ ...payment, import: importId }),
  );
  return { ...ledger, payments: [...ledger.payments, ...added] };
}

/** The ledger without the import; payments it had replaced count again. */
export function undoImport(ledger: Ledger, importId: number): Ledger {
  return {
    ...ledger,
    payments: ledger.payments.filter((payment) => payment.import !== importId),
  };
}
