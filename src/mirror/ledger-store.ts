import { keysIn } from '../insight/reconcile/identity';
import {
  type Ledger,
  type PastPayment,
  paymentKey,
  type RecordedPayment,
} from '../insight/reconcile/ledger';
import { OrderIndex } from '../insight/reconcile/match';
import { pastPayments, type Replay, replayEntries } from '../insight/reconcile/replay';
import { readEntries } from './ledger-entries';
import type { Database } from './libsql';
import { accountOrders } from './reconcile-input';

/** Adds up the ledger; the orders are those that payments reached, and one more. */
export function replayLedger(database: Database, orderId?: string): Replay {
  const orders = accountOrders(database, ({ id }, wasPaid) => wasPaid || id === orderId);
  return replayEntries(readEntries(database), new OrderIndex(orders));
}

/** Gives payments without a number the next ones. */
function numberPayments(
  database: Database,
  payments: readonly RecordedPayment[],
): ReadonlyMap<string, number> {
  const add = database.prepare('INSERT OR IGNORE INTO payment_ids (key) VALUES (?)');
  for (const payment of payments) if (payment.id === null) add.run([paymentKey(payment)]);
  const ids = database.prepare('SELECT key, id FROM payment_ids').raw().all() as [string, number][];
  return new Map(ids);
}

const columns = [
  ...['import_id', 'identity', 'group_id', 'amount_cents', 'paid_on', 'reference', 'trackings'],
  ...['for_orders', 'recorded_at'],
] as const;

function valuesOf(payment: RecordedPayment): readonly (string | number | null)[] {
  const { importId, identity, group, amount, paidOn, reference, keys, moment } = payment;
  return [
    ...[importId, identity, group, amount, paidOn, reference, JSON.stringify(keysIn(keys)[0])],
    ...[payment.allocations.length > 0 ? 1 : 0, new Date(moment).toISOString()],
  ];
}

const partsOf = ({ allocations }: RecordedPayment) =>
  allocations
    .map(({ orderId, cents }) => [orderId, cents] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** Each payment in the mirror, with its allocations, as one text. */
function storedPayments(database: Database): ReadonlyMap<number, string> {
  const rows = database
    .prepare(
      `SELECT id, json_array(${columns.join(', ')}),
         (SELECT json_group_array(json_array(order_id, amount_cents)) FROM
           (SELECT * FROM allocations WHERE payment_id = base_payments.id ORDER BY order_id))
       FROM base_payments`,
    )
    .raw()
    .all() as [number, string, string][];
  return new Map(rows.map(([id, values, parts]) => [id, `${values}${parts}`]));
}

/** Stores the payments that don't count, each part of an order by itself. */
function writePast(
  database: Database,
  past: readonly PastPayment[],
  ids: ReadonlyMap<string, number>,
): void {
  database.exec('DELETE FROM past_payments');
  const add = database.prepare(
    `INSERT INTO past_payments (id, order_id, group_id, amount_cents, paid_on, reference, import_id,
       recorded_at, state, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { payment, state, since } of past) {
    const { group, amount, paidOn, reference, importId, moment } = payment;
    const parts = payment.allocations.length === 0 ? [[null, amount] as const] : partsOf(payment);
    for (const [orderId, cents] of parts) {
      add.run([
        ...[ids.get(paymentKey(payment)) ?? 0, orderId, group, cents, paidOn, reference, importId],
        ...[new Date(moment).toISOString(), state, new Date(since).toISOString()],
      ]);
    }
  }
}

/** Stores the acceptances, and what those are of that are about a payment of no order. */
function writeAcceptances(
  database: Database,
  { acceptances }: Ledger,
  payments: readonly RecordedPayment[],
): void {
  database.exec('DELETE FROM base_acceptances');
  const groups = new Map(payments.map(({ identity, group }) => [identity, group]));
  const accept = database.prepare('INSERT INTO base_acceptances VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const [subject, { note, moment, paid, expected }] of acceptances) {
    const orderId = groups.has(subject) ? null : subject;
    const at = new Date(moment).toISOString();
    accept.run([subject, orderId, groups.get(subject) ?? null, note, at, paid, expected]);
  }
}

/**
 * Makes the stored payments and acceptances those of the ledger; writes only what differs. Returns the
 * numbers of the payments by `paymentKey`.
 */
export function writeLedger(database: Database, ledger: Ledger): ReadonlyMap<string, number> {
  const past = pastPayments(readEntries(database), ledger, new OrderIndex([]));
  const all = [...past.map(({ payment }) => payment), ...ledger.payments];
  const ids = numberPayments(database, all);
  const before = storedPayments(database);
  const wanted = ledger.payments.map((payment) => {
    const id = ids.get(paymentKey(payment)) ?? 0;
    const [values, parts] = [valuesOf(payment), partsOf(payment)];
    return { id, values, parts, text: `${JSON.stringify(values)}${JSON.stringify(parts)}` };
  });
  const kept = new Set(wanted.flatMap(({ id, text }) => (before.get(id) === text ? id : [])));
  const remove = database.prepare('DELETE FROM base_payments WHERE id = ?');
  for (const id of before.keys()) if (!kept.has(id)) remove.run([id]);
  const insert = database.prepare(
    `INSERT INTO base_payments (id, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`,
  );
  const allocate = database.prepare(
    'INSERT INTO allocations (payment_id, order_id, amount_cents) VALUES (?, ?, ?)',
  );
  for (const { id, values, parts } of wanted) {
    if (kept.has(id)) continue;
    insert.run([id, ...values]);
    for (const part of parts) allocate.run([id, ...part]);
  }
  const count = database.prepare(
    'UPDATE imports SET recorded = ?1 WHERE id = ?2 AND recorded <> ?1',
  );
  for (const [id, added] of ledger.addedBy) count.run([added, id]);
  writePast(database, past, ids);
  writeAcceptances(database, ledger, all);
  return ids;
}
