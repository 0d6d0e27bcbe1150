import { counts, paymentTyped } from './book';
import { openDoubts } from './doubts';
import {
  type LedgerEntry,
  type PastPayment,
  paymentKey,
  type RecordedEntries,
  sortEntries,
} from './ledger';
import { OrderIndex } from './match';
import { addTo, RecordState, recordRun, settleRemoval } from './recording';

/**
 * Adds up the entries of a ledger in their order. The payments depend on nothing but the entries; the
 * doubt whether more was paid than expected depends on the orders of the account, too.
 */
export class Replay extends RecordState {
  take(entry: Exclude<LedgerEntry, { readonly kind: 'undo' }>): void {
    switch (entry.kind) {
      case 'import':
        // The mirror reads the rows when they are asked for: once.
        recordRun(this, { ...entry });
        break;
      case 'typed':
        addTo(this, paymentTyped(entry));
        break;
      case 'date': {
        const { subject, paidOn } = entry;
        this.dates.set(subject, paidOn);
        const payment = this.book.of(subject);
        if (payment?.isUndated) payment.paidOn = paidOn;
        break;
      }
      case 'removal':
        // No file brings it back, even if its import is undone.
        this.removals.set(entry.subject, entry);
        for (const one of this.book.called(entry.subject)) settleRemoval(this, one);
        break;
      default:
        if (entry.accepted === null) this.acceptances.delete(entry.subject);
        else this.acceptances.set(entry.subject, { ...entry.accepted, moment: entry.moment });
    }
  }

  /** The state that the entries add up to. */
  ledger() {
    const { book, past, doubts, addedBy, removals, acceptances, usesOrders } = this;
    const all = [...book.payments()];
    const removed = all.flatMap((payment): PastPayment[] =>
      payment.removedAt === null ? [] : [{ payment, state: 'removed', since: payment.removedAt }],
    );
    // In the order in which they were recorded.
    const payments = all.filter(counts);
    const named = [...removals].flatMap(([identity, { isRemoved }]) => (isRemoved ? identity : []));
    return {
      payments,
      past: [...past, ...removed],
      /** The identities of payments that were removed, also of imports that are undone. */
      removed: new Set([...named, ...removed.map((one) => one.payment.identity)]),
      addedBy,
      acceptances,
      /** True if the doubts depend on the orders of the account: on what is expected of them. */
      usesOrders,
      doubts: openDoubts(doubts, payments, [...acceptances.values()]),
    };
  }
}

export type Ledger = ReturnType<Replay['ledger']>;

/** Moments of undone imports: those that are recorded again later are not undone. */
export function undoneImports(entries: readonly LedgerEntry[]): ReadonlyMap<LedgerEntry, number> {
  const undos = new Map(
    sortEntries(entries).flatMap((one) => (one.kind === 'undo' ? [[one.subject, one.moment]] : [])),
  );
  return new Map(
    entries.flatMap((one) => {
      const at = one.kind === 'import' ? undos.get(one.subject) : undefined;
      return at !== undefined && at >= one.moment ? [[one, at]] : [];
    }),
  );
}

/** Adds up entries, without the imports that were undone. */
export function replayEntries({ entries, ids }: RecordedEntries, index: () => OrderIndex): Replay {
  const replay = new Replay(index, ids);
  const undone = undoneImports(entries);
  for (const entry of sortEntries(entries)) {
    if (entry.kind !== 'undo' && !undone.has(entry)) replay.take(entry);
  }
  return replay;
}

/** The payments that don't count, each once, also those of imports that were undone. */
export function pastPayments(
  { entries, ids }: RecordedEntries,
  { payments, past }: Ledger,
): readonly PastPayment[] {
  const undone = new Map(
    [...undoneImports(entries)].flatMap(([one, at]) =>
      one.kind === 'import' ? [[one.id, at]] : [],
    ),
  );
  const all = new Map(past.map((one) => [paymentKey(one.payment), one]));
  // As if nothing had been undone; its doubts are not asked for.
  const replay = new Replay(() => new OrderIndex([]), ids);
  if (undone.size > 0) {
    for (const entry of sortEntries(entries)) if (entry.kind !== 'undo') replay.take(entry);
  }
  const before = replay.ledger();
  for (const payment of [...before.payments, ...before.past.map((one) => one.payment)]) {
    const since = payment.importId === null ? undefined : undone.get(payment.importId);
    const key = paymentKey(payment);
    if (since === undefined || all.has(key)) continue;
    all.set(key, { payment, state: 'undone', since });
  }
  // An amount may have been replaced and brought back.
  for (const payment of payments) all.delete(paymentKey(payment));
  return [...all.values()];
}
