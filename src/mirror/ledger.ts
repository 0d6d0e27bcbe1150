import { Failure, usageFailure } from '../failure';
import { newestEventOf } from '../insight/order-rows';
import { furtherIdentity, referenceIdentity } from '../insight/reconcile/identity';
import type { Database } from './libsql';
import { bareNumber } from './offline';
import { inTransaction } from './open';

/** The part of a payment that goes to one order, in cents; negative for a reversal. */
export interface Allocation {
  readonly orderId: string;
  readonly cents: number;
}

export interface NewPayment {
  /** Distinguishes it from every other payment; null if it was entered by hand without a reference. */
  readonly identity: string | null;
  readonly cents: number;
  /** `YYYY-MM-DD`. */
  readonly paidOn: string | null;
  readonly reference: string | null;
  /** The tracking numbers in the payment's row, as keys. */
  readonly trackings: readonly string[];
  /** Everything its row identifies, as one text, to recognize a payment made twice. */
  readonly keys?: string;
  readonly allocations: readonly Allocation[];
}

/** One payment's part of one order, as `payments list` shows it; `amount` in cents. */
export interface ListedPayment {
  readonly id: number;
  readonly orderId: string;
  readonly orderNumber: string | null;
  readonly group: string | null;
  readonly amount: number;
  readonly paidOn: string | null;
  readonly reference: string | null;
  readonly import: number | null;
}

export interface ListedImport {
  readonly id: number;
  readonly file: string;
  readonly group: string;
  readonly rows: number;
  readonly recorded: number;
  readonly at: string;
}

export interface RecordedPayment {
  readonly id: number;
  readonly identity: string;
  readonly cents: number;
}

/** A reset forgets the rows of orders that are gone; their events still name them. */
export function listPayments(database: Database): readonly ListedPayment[] {
  return database
    .prepare(
      `SELECT p.id, p.order_id AS orderId, coalesce(p.order_number, e.order_number) AS orderNumber,
         coalesce(p.group_id, e.group_id) AS "group", p.amount_cents AS amount,
         p.paid_on AS paidOn, p.reference, p.import_id AS import
       FROM payments p LEFT JOIN event_log e
         ON NOT EXISTS (SELECT 1 FROM base_orders o WHERE o.id = p.order_id)
           AND e.seq = ${newestEventOf('p.order_id')}
       ORDER BY p.id, p.order_id`,
    )
    .all() as ListedPayment[];
}

export function listImports(database: Database): readonly ListedImport[] {
  return database
    .prepare('SELECT id, file, group_id AS "group", rows, recorded, at FROM imports ORDER BY id')
    .all() as ListedImport[];
}

interface PaymentOrigin {
  readonly group: string | null;
  readonly importId: number | null;
  readonly at: string;
}

/**
 * Returns a function that writes a payment and returns its id. Prepares its statements only once.
 */
function paymentWriter(database: Database, { group, importId, at }: PaymentOrigin) {
  const insertPayment = database.prepare(
    `INSERT INTO base_payments (import_id, identity, group_id, amount_cents, paid_on, reference,
       trackings, keys, recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertAllocation = database.prepare(
    'INSERT INTO allocations (payment_id, order_id, amount_cents) VALUES (?, ?, ?)',
  );
  return ({
    identity,
    cents,
    paidOn,
    reference,
    trackings,
    keys = '',
    allocations,
  }: NewPayment): number => {
    if (allocations.reduce((sum, { cents }) => sum + cents, 0) !== cents) {
      throw new Error('The allocations of a payment do not add up to its cents');
    }
    const { lastInsertRowid } = insertPayment.run([
      ...[importId, identity, group, cents, paidOn, reference],
      ...[JSON.stringify(trackings), keys, at],
    ]);
    const id = Number(lastInsertRowid);
    for (const { orderId, cents } of allocations) insertAllocation.run([id, orderId, cents]);
    return id;
  };
}

/**
 * The payments that count, by identity, to tell which rows are `known` or `amended`. An identity
 * names its group; the group of an import may have been misspelled.
 */
export function recordedPayments(database: Database): ReadonlyMap<string, RecordedPayment> {
  const rows = database
    .prepare(
      `SELECT id, identity, amount_cents AS cents FROM base_payments
       WHERE identity IS NOT NULL AND replaced_by IS NULL`,
    )
    .all() as RecordedPayment[];
  return new Map(rows.map((row) => [row.identity, row]));
}

/**
 * Records the payments of a group's files, all or none, and returns the import's id. Skips a
 * payment whose identity is recorded with the same cents; with other cents it replaces the recorded
 * one.
 */
export function recordImport(
  database: Database,
  given: {
    readonly file: string;
    readonly group: string;
    readonly rows: number;
    readonly payments: readonly (NewPayment & { readonly identity: string })[];
    readonly at: string;
  },
): { readonly id: number; readonly recorded: number } | undefined {
  const { file, group, rows, payments, at } = given;
  return inTransaction(database, () => {
    const known = recordedPayments(database);
    const fresh = payments.filter(({ identity, cents }) => known.get(identity)?.cents !== cents);
    if (fresh.length === 0) return undefined;
    const { lastInsertRowid } = database
      .prepare('INSERT INTO imports (file, group_id, rows, recorded, at) VALUES (?, ?, ?, ?, ?)')
      .run([file, group, rows, fresh.length, at]);
    const id = Number(lastInsertRowid);
    const write = paymentWriter(database, { group, importId: id, at });
    const replace = database.prepare('UPDATE base_payments SET replaced_by = ? WHERE id = ?');
    for (const payment of fresh) {
      const replaced = known.get(payment.identity);
      // Free the identity before the new payment takes it.
      if (replaced !== undefined) replace.run([0, replaced.id]);
      const paymentId = write(payment);
      if (replaced !== undefined) replace.run([paymentId, replaced.id]);
    }
    return { id, recorded: fresh.length };
  });
}

function notFound(message: string, hint: string): Failure {
  return new Failure({ ending: 'notFound', code: 'not_found', message, hint });
}

/**
 * Undoes an import; payments that it replaced count again. Returns how many payments it removed.
 */
export function undoImport(database: Database, importId: number): number {
  return inTransaction(database, () => {
    const known = database.prepare('SELECT 1 FROM imports WHERE id = ?').get([importId]);
    if (known === undefined) {
      throw notFound(
        `Unknown import ${importId}`,
        'For the imports, run waybill payments imports.',
      );
    }
    const payments = database
      .prepare('SELECT id, replaced_by AS replacedBy FROM base_payments WHERE import_id = ?')
      .all([importId]) as { id: number; replacedBy: number | null }[];
    const remove = database.prepare('DELETE FROM base_payments WHERE id = ?');
    const restore = database.prepare(
      'UPDATE base_payments SET replaced_by = ? WHERE replaced_by = ?',
    );
    // The payment it replaced takes its place, even under one that replaced it in turn.
    for (const { id, replacedBy } of payments.toReversed()) {
      remove.run([id]);
      restore.run([replacedBy, id]);
    }
    database.prepare('DELETE FROM imports WHERE id = ?').run([importId]);
    return payments.length;
  });
}

export interface ManualPayment {
  readonly orderId: string;
  readonly group: string | null;
  /** Negative for a reversal; zero is a usage failure. */
  readonly cents: number;
  /** `YYYY-MM-DD`. */
  readonly paidOn: string;
  /** As it is read from a group's file. */
  readonly reference: string | null;
}

/**
 * Whether the same payment is already recorded, which is worth a question. A reference says so
 * whatever the date: a group's file may have another one, or none.
 */
export function isRecorded(database: Database, payment: ManualPayment): boolean {
  const { orderId, cents, paidOn, reference } = payment;
  const row = database
    .prepare(
      `SELECT 1 FROM payments
       WHERE order_id = :orderId AND amount_cents = :cents AND reference IS :reference
         AND (paid_on IS :paidOn OR :reference IS NOT NULL)`,
    )
    .get({ orderId, cents, paidOn, reference });
  return row !== undefined;
}

/**
 * Records one payment entered by hand; returns its id. With the group's reference it is the payment
 * that a row with this reference names, so that the group's file doesn't add it again.
 */
export function addPayment(database: Database, payment: ManualPayment, at: string): number {
  const { orderId, group, cents, paidOn, reference } = payment;
  if (!Number.isSafeInteger(cents) || cents === 0) {
    throw usageFailure('The amount is zero', {
      hint: 'Use an amount such as 12.34. A negative amount is a reversal.',
    });
  }
  const allocations = [{ orderId, cents }];
  return inTransaction(database, () => {
    const named = group === null || reference === null ? null : referenceIdentity(group, reference);
    // A check that pays several orders is typed once for each. A third one for the same order has
    // no identity: reconcile finds it by its reference.
    const candidates = named === null ? [] : [named, furtherIdentity(named, orderId)];
    const taken = recordedPayments(database);
    const identity = candidates.find((one) => !taken.has(one)) ?? null;
    const recorded = { identity, cents, paidOn, reference, trackings: [], allocations };
    return paymentWriter(database, { group, importId: null, at })(recorded);
  });
}

/** Removes a payment entered by hand. An imported one can only be removed with its import. */
export function removePayment(database: Database, id: number): void {
  inTransaction(database, () => {
    const row = database
      .prepare(
        `SELECT p.import_id AS importId, r.import_id AS replacedIn
         FROM base_payments p LEFT JOIN base_payments r ON r.id = p.replaced_by WHERE p.id = ?`,
      )
      .get([id]) as { importId: number | null; replacedIn: number | null } | undefined;
    if (row === undefined) {
      throw notFound(`Unknown payment ${id}`, 'For the payments, run waybill payments list.');
    }
    if (row.importId !== null) {
      throw usageFailure(`Payment ${id} was imported`, {
        hint: `To revert the whole import, run waybill payments undo ${row.importId}.`,
      });
    }
    if (row.replacedIn !== null) {
      throw usageFailure(`Payment ${id} was replaced by one of import ${row.replacedIn}`, {
        hint: `If that import is wrong, run waybill payments undo ${row.replacedIn}; payment ${id} then counts again.`,
      });
    }
    database.prepare('DELETE FROM base_payments WHERE id = ?').run([id]);
  });
}

export interface Acceptance {
  readonly orderId: string;
  readonly note: string;
  readonly at: string;
}

/** Accepts that an order was paid a different amount than expected. */
export function acceptOrder(database: Database, { orderId, note, at }: Acceptance): void {
  inTransaction(database, () => {
    database
      .prepare('INSERT OR REPLACE INTO acceptances (order_id, note, at) VALUES (?, ?, ?)')
      .run([orderId, note, at]);
  });
}

/** Undoes an acceptance; false if there was none. */
export function undoAcceptance(database: Database, orderId: string): boolean {
  return inTransaction(
    database,
    () => database.prepare('DELETE FROM acceptances WHERE order_id = ?').run([orderId]).changes > 0,
  );
}

export function listAcceptances(database: Database): readonly Acceptance[] {
  return database
    .prepare('SELECT order_id AS orderId, note, at FROM acceptances ORDER BY order_id')
    .all() as Acceptance[];
}

/** An order in the mirror, as payments refer to it. */
export interface LedgerOrder {
  readonly id: string;
  readonly kind: 'order' | 'giftcard';
  readonly orderNumber: string | null;
  readonly group: string | null;
  /** When it was found to be gone from the account. */
  readonly goneAt: string | null;
}

/**
 * Finds the order with an id or order number; one that is gone only if no present order has it, and
 * one whose number has spaces around it only if no other has it. Throws exit 6 if there is none, exit
 * 2 if several have the number.
 */
export function ledgerOrder(database: Database, typed: string): LedgerOrder {
  const text = typed.trim();
  const find = (number: string) => {
    const rows = database
      .prepare(
        `SELECT id, kind, order_number AS orderNumber, group_id AS "group", gone_at AS goneAt
         FROM base_orders WHERE id = lower(:text) OR ${number} = :text`,
      )
      .all({ text }) as LedgerOrder[];
    return { rows, present: rows.filter(({ goneAt }) => goneAt === null) };
  };
  const exact = find('order_number');
  const { rows, present } = exact.present.length > 0 ? exact : find(bareNumber);
  const [found, ...others] = present.length > 0 ? present : rows;
  if (found === undefined) {
    throw notFound(`The mirror has no order "${text}"`, 'For new orders, run waybill sync.');
  }
  if (others.length > 0) {
    throw usageFailure(`Several orders have the number "${text}"`, {
      hint: `Use the id of one of these: ${[found, ...others].map(({ id }) => id).join(', ')}.`,
    });
  }
  return found;
}
