import { randomUUID } from 'node:crypto';
import { usageFailure } from '../failure';
import { reachOf } from '../insight/reconcile/book';
import {
  type ImportEntry,
  identityIn,
  importIdentity,
  type LedgerEntry,
  paymentKey,
} from '../insight/reconcile/ledger';
import { OrderIndex } from '../insight/reconcile/match';
import { recordRun } from '../insight/reconcile/recording';
import { type Ledger, replayEntries } from '../insight/reconcile/replay';
import type { RecordedRun } from '../insight/reconcile/result';
import {
  type Acceptable,
  isStanding,
  type LedgerOrder,
  type ManualPayment,
  unknownInLedger,
} from './ledger';
import {
  addEntry,
  addImport,
  type ImportedFiles,
  nextMoment,
  readEntries,
  replayLedger,
  type StoredEntry,
  writeLedger,
} from './ledger-store';
import { type Database, inTransaction } from './libsql';
import { accountOrders, clusterOf } from './reconcile-input';
import { keptId, selectedRows, selectedValue } from './state';

/** The import of a run that is about to be recorded. */
export function nextImport(database: Database): number {
  const sql = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'imports'";
  return (selectedValue<number>(database, sql) ?? 0) + 1;
}

/**
 * Records the rows of a group's files, all or none, and returns the import's id; undefined if the
 * same files were recorded before and have nothing new.
 */
export function recordImport(
  database: Database,
  given: Omit<ImportedFiles, 'recorded'> & {
    readonly run: Pick<ImportEntry, 'group' | 'files' | 'facts'>;
  },
): RecordedRun | undefined {
  const { file, rows, at } = given;
  return inTransaction(database, () => {
    const replay = replayLedger(database, given.run.facts);
    const [id, moment] = [nextImport(database), nextMoment(database, at)];
    const subject = importIdentity(given.run, readEntries(database).entries);
    const run: ImportEntry = { ...given.run, kind: 'import', id, subject, moment };
    const { added: recorded, isImport } = recordRun(replay, run);
    if (!isImport) return undefined;
    addImport(database, run, { file, rows, recorded, at });
    const ids = writeLedger(database, replay.ledger());
    return { id, recorded, idOf: (payment) => ids.get(paymentKey(payment)) ?? null };
  });
}

/** An entry that has no moment yet. */
type NewEntry<Entry = StoredEntry> = Entry extends unknown ? Omit<Entry, 'moment'> : never;

/** Adds an entry, and makes the payments what all entries say. */
function addToLedger(database: Database, at: string, entry: NewEntry): void {
  addEntry(database, { ...entry, moment: nextMoment(database, at) });
  writeLedger(database, replayLedger(database).ledger());
}

function identityOfImport(database: Database, importId: number): string {
  const sql = `SELECT identity FROM imports WHERE id = ? AND ${isStanding}`;
  const identity = selectedValue<string>(database, sql, [importId]);
  if (identity !== undefined) return identity;
  throw unknownInLedger(
    `Unknown import ${importId}`,
    'For the imports, run waybill payments imports.',
  );
}

/** Says what undoing an import would do to the payments. Throws exit 6 if there is none. */
export function previewUndo(database: Database, importId: number) {
  const moment = Number.MAX_SAFE_INTEGER;
  const recorded = readEntries(database);
  const undo: LedgerEntry = { kind: 'undo', moment, subject: identityOfImport(database, importId) };
  const index = () => new OrderIndex([]);
  const before = replayEntries(recorded, index).ledger();
  const entries = [...recorded.entries, undo];
  const after = replayEntries({ ...recorded, entries }, index).ledger();
  const keysOf = ({ payments }: Ledger) => new Set(payments.map(paymentKey));
  const [counted, left] = [keysOf(before), keysOf(after)];
  const own = before.payments.filter((one) => one.importId === importId);
  const ofImport = [...before.payments, ...before.past.map(({ payment }) => payment)].filter(
    (one) => one.importId === importId,
  );
  const orders = new Set(ofImport.flatMap(reachOf));
  return {
    gone: before.payments.filter((one) => !left.has(paymentKey(one))),
    // Those that count again.
    back: after.payments.filter((one) => !counted.has(paymentKey(one))),
    // Other imports have them.
    kept: own.filter((one) => left.has(paymentKey(one))).length,
    // Those of its orders that stay removed.
    removed: before.past.flatMap(({ payment, state }) =>
      state === 'removed' && reachOf(payment).some((one) => orders.has(one)) ? payment : [],
    ),
  };
}

/** Undoes an import: what is left is what the other imports say. */
export function undoImport(database: Database, importId: number, at: string): void {
  inTransaction(database, () => {
    addToLedger(database, at, { kind: 'undo', subject: identityOfImport(database, importId) });
  });
}

/** Records one payment entered by hand; returns its id. */
export function addPayment(database: Database, payment: ManualPayment, at: string): number {
  const { orderId, group, cents, paidOn, reference } = payment;
  if (!Number.isSafeInteger(cents) || cents === 0) {
    throw usageFailure('The amount is zero', {
      hint: 'Use an amount such as 12.34. A negative amount is a reversal.',
    });
  }
  return inTransaction(database, () => {
    const subject = `typed/${keptId(database, 'machineId')}/${randomUUID()}`;
    const typed = { orderId, group, amount: cents, paidOn, reference };
    addToLedger(database, at, { kind: 'typed', subject, ...typed });
    const sql = 'SELECT id FROM base_payments WHERE identity = ?';
    const id = selectedValue<number>(database, sql, [subject]);
    if (id === undefined) throw new Error('A payment has no number');
    return id;
  });
}

/** Gives a day to a payment that has none. Throws exit 6 if it does not count, exit 2 if it has a day. */
export function datePayment(database: Database, id: number, paidOn: string, at: string): void {
  inTransaction(database, () => {
    const subject = identityOf(database, id);
    const payment = replayLedger(database)
      .ledger()
      .payments.find((one) => one.id === id);
    if (payment === undefined) throw doesNotCount(id);
    if (payment.paidOn !== null) {
      throw usageFailure(`Payment ${id} has a date: ${payment.paidOn}`, {
        hint: `To record it with another one, run waybill payments remove ${id}, then waybill payments add.`,
      });
    }
    addToLedger(database, at, { kind: 'date', subject, paidOn });
  });
}

const noSuchPayment = (message: string) =>
  unknownInLedger(message, 'For the payments, run waybill payments list.');

const doesNotCount = (id: number) => noSuchPayment(`Payment ${id} does not count`);

/** The identity of a payment. Throws exit 6 if none has this number. */
function identityOf(database: Database, id: number): string {
  const sql = 'SELECT key FROM payment_ids WHERE id = ?';
  const key = selectedValue<string>(database, sql, [id]);
  if (key !== undefined) return identityIn(key);
  throw noSuchPayment(`Unknown payment ${id}`);
}

/**
 * Removes a payment, or brings it back; returns true if it counts then. It is kept as removed: no file brings it
 * back. Throws a usage failure for one that does not count.
 */
export function removePayment(
  database: Database,
  id: number,
  { isRemoved, at }: { readonly isRemoved: boolean; readonly at: string },
): boolean {
  return inTransaction(database, () => {
    const subject = identityOf(database, id);
    const { payments, past, removed } = replayLedger(database).ledger();
    if (!isRemoved && !removed.has(subject)) {
      throw noSuchPayment(`Payment ${id} was not removed`);
    }
    const replaced = past.find(({ payment, state }) => payment.id === id && state === 'replaced');
    const by = replaced?.replacedBy?.importId;
    if (isRemoved && by != null) {
      throw usageFailure(`Payment ${id} was replaced by one of import ${by}`, {
        hint: `If that import is wrong, run waybill payments undo ${by}; payment ${id} then counts again.`,
      });
    }
    if (isRemoved && !payments.some((payment) => payment.id === id)) throw doesNotCount(id);
    addToLedger(database, at, { kind: 'removal', subject, isRemoved });
    return selectedValue(database, 'SELECT 1 FROM base_payments WHERE id = ?', [id]) !== undefined;
  });
}

export type PaidOrder = Pick<LedgerOrder, 'kind' | 'id' | 'orderNumber'>;

type Removed = { readonly payment: number } | { readonly import: number };

/** Removes payments, and returns the orders that are then paid less although the service says paid. */
export function losingPayments(database: Database, removed: Removed, remove: () => void) {
  const [column, id] =
    'payment' in removed ? ['p.id', removed.payment] : ['p.import_id', removed.import];
  const paid = selectedRows<PaidOrder & Record<'key' | 'cents' | 'expected', number>>(
    database,
    `SELECT o.kind, o.id, o.order_number AS orderNumber, o.key, o.paid_cents AS cents,
       o.expected_payout_cents AS expected
     FROM base_orders o WHERE o.status = 'paid' AND o.gone_at IS NULL AND o.id IN
       (SELECT a.order_id FROM allocations a JOIN base_payments p ON p.id = a.payment_id
        WHERE ${column} = ?)
     ORDER BY o.order_date, o.id`,
    [id],
  );
  remove();
  const now = 'SELECT paid_cents FROM base_orders WHERE key = ?';
  return paid.filter(({ key, cents, expected }) => {
    const left = selectedValue<number>(database, now, [key]) ?? 0;
    return left < Math.min(cents, expected);
  });
}

/** Cents paid and expected in the cluster of what is accepted, and its doubts. */
export function acceptable(database: Database, one: Acceptable) {
  const isOrder = 'orderId' in one;
  const orders = accountOrders(database, ({ id }, wasPaid) => {
    return wasPaid || (isOrder && id === one.orderId);
  });
  const index = new OrderIndex(orders);
  const { payments, doubts, acceptances } = replayLedger(database).ledger();
  const cluster = isOrder
    ? clusterOf(one.orderId, index, payments)
    : { paid: 0, expected: 0, orderIds: [] };
  const subject = isOrder ? one.orderId : identityOf(database, one.paymentId);
  const settled = doubts.flatMap((doubt) => {
    const isOwn = [...doubt.before, ...doubt.after].some(
      ({ identity, allocations }) =>
        identity === subject ||
        allocations.some(({ orderId }) => cluster.orderIds.includes(orderId)),
    );
    return isOwn ? [doubt.settles] : [];
  });
  // Doubts that were settled before stay so.
  const before = acceptances.get(subject)?.settled ?? [];
  return { ...cluster, subject, settled: [...before, ...settled], acceptances };
}

/** Accepts what an order was paid although it is not what was expected, and all of its payments. */
export function accept(
  database: Database,
  one: Acceptable,
  { note, at }: { readonly note: string; readonly at: string },
): void {
  inTransaction(database, () => {
    const { subject, paid, expected, settled } = acceptable(database, one);
    const accepted = { note, paid, expected, settled };
    addToLedger(database, at, { kind: 'acceptance', subject, accepted });
  });
}

/** Undoes the acceptance that covers an order or a payment; false if there was none. */
export function undoAcceptance(database: Database, one: Acceptable, at: string): boolean {
  return inTransaction(database, () => {
    const { subject, orderIds, acceptances } = acceptable(database, one);
    const covering = orderIds.filter((id) => acceptances.has(id));
    for (const own of acceptances.has(subject) ? [subject] : covering) {
      addToLedger(database, at, { kind: 'acceptance', subject: own, accepted: null });
    }
    return acceptances.has(subject) || covering.length > 0;
  });
}
