import type { NewPayment, Recorded, RecordedPayment } from './model';

/** A payment as the ledger keeps it. */
export interface LedgerPayment extends RecordedPayment {
  /** The import that brought it; null for one added by hand. */
  readonly import: number | null;
}

/**
 * The user's own half of the mirror, as far as payments go. Nothing in it is overwritten: of
 * payments with one identity the latest import's counts, so that taking an import back restores
 * what it had replaced, in whatever order imports are taken back.
 */
export interface Ledger {
  readonly payments: readonly LedgerPayment[];
  /** Ids of orders whose difference was accepted. */
  readonly accepted: ReadonlySet<string>;
}

export const emptyLedger: Ledger = { payments: [], accepted: new Set() };

/** The payments that count, and the accepted orders: what `reconcile` takes. */
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

/** The ledger with what a reconciliation would record. Ids of imports only go up. */
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

/** The ledger as if the import had never been; payments it had replaced count again. */
export function undoImport(ledger: Ledger, importId: number): Ledger {
  return {
    ...ledger,
    payments: ledger.payments.filter((payment) => payment.import !== importId),
  };
}
