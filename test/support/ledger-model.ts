import {
  importIdentity,
  type LedgerEntry,
  type RecordedEntries,
  type RecordedPayment,
  type TypedEntry,
} from '../../src/insight/reconcile/ledger';
import { OrderIndex } from '../../src/insight/reconcile/match';
import type { AccountOrder } from '../../src/insight/reconcile/model';
import type { Reconciliation } from '../../src/insight/reconcile/reconcile';
import { type Ledger as LedgerSum, replayEntries } from '../../src/insight/reconcile/replay';
import { clusterOf } from '../../src/mirror/reconcile-input';

/** The entries of a ledger, one a moment. */
export type Ledger = RecordedEntries;

export const emptyLedger: Ledger = { entries: [], ids: new Map() };

const nextMoment = ({ entries }: Ledger) => (entries.at(-1)?.moment ?? 0) + 1;

const withEntry = (ledger: Ledger, entry: LedgerEntry): Ledger => ({
  ...ledger,
  entries: [...ledger.entries, entry],
});

/** What the entries add up to. Without the account, no doubt is about more than was expected. */
export const sumOf = (ledger: Ledger, orders: readonly AccountOrder[] = []): LedgerSum =>
  replayEntries(ledger, () => new OrderIndex(orders)).ledger();

export const paymentsOf = (ledger: Ledger): readonly RecordedPayment[] => sumOf(ledger).payments;

/** The ledger after recording a reconciliation. Import ids only increase. */
export function recordResult(
  ledger: Ledger,
  { run, isImport }: Pick<Reconciliation, 'run' | 'isImport'>,
  importId: number,
): Ledger {
  if (!isImport) return ledger;
  const subject = importIdentity(run, ledger.entries);
  return withEntry(ledger, { ...run, id: importId, subject, moment: nextMoment(ledger) });
}

export type TypedPayment = Omit<TypedEntry, 'kind' | 'moment' | 'subject'>;

export function typePayment(ledger: Ledger, typed: TypedPayment): Ledger {
  const moment = nextMoment(ledger);
  return withEntry(ledger, { kind: 'typed', moment, subject: `typed/${moment}`, ...typed });
}

/** The ledger without the import. */
export function undoImport(ledger: Ledger, importId: number): Ledger {
  const undone = ledger.entries.find((one) => one.kind === 'import' && one.id === importId);
  if (undone === undefined) return ledger;
  return withEntry(ledger, { kind: 'undo', moment: nextMoment(ledger), subject: undone.subject });
}

export function removePayment(ledger: Ledger, subject: string, isRemoved = true): Ledger {
  return withEntry(ledger, { kind: 'removal', moment: nextMoment(ledger), subject, isRemoved });
}

/** Accepts what was paid for an order, as `payments accept` does. */
export function acceptOrder(
  ledger: Ledger,
  orderId: string,
  given: {
    readonly paid?: number;
    readonly expected?: number;
    readonly orders?: readonly AccountOrder[];
  } = {},
): Ledger {
  const { paid = 0, expected = 0, orders = [] } = given;
  const index = new OrderIndex(orders);
  const { payments, doubts, acceptances } = replayEntries(ledger, () => index).ledger();
  const { orderIds } = clusterOf(orderId, index, payments);
  const own = doubts.filter(({ before, after }) =>
    [...before, ...after].some(({ allocations }) =>
      allocations.some((one) => orderIds.includes(one.orderId)),
    ),
  );
  const settled = [
    ...(acceptances.get(orderId)?.settled ?? []),
    ...own.map(({ settles }) => settles),
  ];
  const accepted = { note: '', paid, expected, settled };
  return withEntry(ledger, {
    ...{ kind: 'acceptance', moment: nextMoment(ledger), subject: orderId, accepted },
  });
}
