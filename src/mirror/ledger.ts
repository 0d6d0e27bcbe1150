import { isSameNumber, meantNotice } from '../contract/named';
import type { StoredOrderKind } from '../contract/order-kinds';
import { Failure, usageFailure } from '../failure';
import { newestEventOf } from '../insight/order-rows';
import type { Run } from '../insight/reconcile/model';
import { addTyped, isImport, recordRun } from '../insight/reconcile/record';
import { withGroupNames } from './group-names';
import { forgetRows, rememberRun, replayImports } from './imports';
import { readLedger, writeLedger } from './ledger-store';
import { type Database, inTransaction } from './libsql';
import { bareNumber } from './offline';
import { clusterFinder } from './reconcile-input';

/**
 * One payment's part of one order, as `payments list` shows it; `amount` in cents. A bonus or a fee
 * has no order.
 */
export interface ListedPayment {
  readonly id: number;
  readonly orderId: string | null;
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

/** A reset forgets the rows of orders that are gone; their events still name them. */
export function listPayments(database: Database): readonly ListedPayment[] {
  const payments = database
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
  return withGroupNames(database, payments);
}

export function listImports(database: Database): readonly ListedImport[] {
  const imports = database
    .prepare('SELECT id, file, group_id AS "group", rows, recorded, at FROM imports ORDER BY id')
    .all() as ListedImport[];
  return withGroupNames(database, imports);
}

/**
 * Records the rows of a group's files, all or none, and returns the import's id; undefined if the
 * same files were recorded before and have nothing new.
 */
export function recordImport(
  database: Database,
  given: {
    readonly file: string;
    readonly rows: number;
    readonly run: Omit<Run, 'importId'>;
    readonly at: string;
  },
): { readonly id: number; readonly recorded: number } | undefined {
  const { file, rows, run, at } = given;
  return inTransaction(database, () => {
    const ledger = readLedger(database, run.files);
    const { decisions } = recordRun(ledger, { ...run, importId: 0 });
    if (!isImport(ledger, run, decisions)) return undefined;
    const recorded = decisions.filter(({ payment }) => payment !== undefined).length;
    const { lastInsertRowid } = database
      .prepare('INSERT INTO imports (file, group_id, rows, recorded, at) VALUES (?, ?, ?, ?, ?)')
      .run([file, run.group, rows, recorded, at]);
    const importId = Number(lastInsertRowid);
    const own = { ...run, importId };
    const after = recordRun(ledger, own).ledger;
    writeLedger(database, after, at);
    rememberRun(database, own, after);
    return { id: importId, recorded };
  });
}

function notFound(message: string, hint: string): Failure {
  return new Failure({ ending: 'notFound', code: 'not_found', message, hint });
}

/** Makes the payments what the imports, without one that is undone, and typed payments say. */
function recompute(database: Database, undone?: number): void {
  writeLedger(database, replayImports(database, undone), '');
}

/**
 * Undoes an import: what is left is what the other imports say. Returns how many of its payments are
 * gone, and how many stay because another import has them.
 */
export function undoImport(
  database: Database,
  importId: number,
): { readonly removed: number; readonly kept: number } {
  return inTransaction(database, () => {
    const known = database.prepare('SELECT 1 FROM imports WHERE id = ?').get([importId]);
    if (known === undefined) {
      throw notFound(
        `Unknown import ${importId}`,
        'For the imports, run waybill payments imports.',
      );
    }
    const counting = () =>
      new Map(
        database
          .prepare('SELECT id, import_id FROM base_payments WHERE replaced_by IS NULL')
          .raw()
          .all() as [number, number | null][],
      );
    const own = [...counting()].filter(([, by]) => by === importId).map(([id]) => id);
    recompute(database, importId);
    database.prepare('DELETE FROM imports WHERE id = ?').run([importId]);
    forgetRows(database);
    const left = counting();
    const kept = own.filter((id) => left.has(id)).length;
    return { removed: own.length - kept, kept };
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

/** Records one payment entered by hand; returns its id. */
export function addPayment(database: Database, payment: ManualPayment, at: string): number {
  const { orderId, group, cents, paidOn, reference } = payment;
  if (!Number.isSafeInteger(cents) || cents === 0) {
    throw usageFailure('The amount is zero', {
      hint: 'Use an amount such as 12.34. A negative amount is a reversal.',
    });
  }
  return inTransaction(database, () => {
    const typed = { orderId, group, amount: cents, paidOn, reference };
    const ledger = addTyped(readLedger(database, []), typed);
    const added = ledger.payments.at(-1);
    const id = added && writeLedger(database, ledger, at).get(added);
    if (id === undefined) throw new Error('A payment has no number');
    return id;
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
    recompute(database);
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
    const { paid, expected } = clusterFinder(database)(orderId);
    database
      .prepare('INSERT OR REPLACE INTO acceptances VALUES (?, ?, ?, ?, ?)')
      .run([orderId, note, at, paid, expected]);
  });
}

/** Undoes the acceptance that covers an order; false if there was none. */
export function undoAcceptance(database: Database, orderId: string): boolean {
  return inTransaction(database, () => {
    const remove = database.prepare('DELETE FROM acceptances WHERE order_id = ?');
    if (remove.run([orderId]).changes > 0) return true;
    const { orderIds } = clusterFinder(database)(orderId);
    return orderIds.map((id) => remove.run([id]).changes).some((changes) => changes > 0);
  });
}

/** An order in the mirror, as payments refer to it. */
export interface LedgerOrder {
  readonly id: string;
  readonly kind: StoredOrderKind;
  readonly orderNumber: string | null;
  readonly group: string | null;
  /** When it was found to be gone from the account. */
  readonly goneAt: string | null;
}

/**
 * Finds the order with an id or order number; one that is gone only if no present order has it, one
 * whose number has spaces around it only if no other has it, and one whose number is this one in another
 * spelling only then, with a notice. Throws exit 6 if there is none, exit 2 if several have the number.
 */
export function ledgerOrder(
  database: Database,
  typed: string,
  notice: (text: string) => void,
): LedgerOrder {
  const text = typed.trim();
  const find = (condition: string, means = (_: LedgerOrder) => true) => {
    const all = database
      .prepare(
        `SELECT id, kind, order_number AS orderNumber, group_id AS "group", gone_at AS goneAt
         FROM base_orders WHERE ${condition}`,
      )
      .all({ text }) as LedgerOrder[];
    const rows = all.filter(means);
    return { rows, present: rows.filter(({ goneAt }) => goneAt === null) };
  };
  const exact = find('id = lower(:text) OR order_number = :text');
  const bare =
    exact.present.length > 0 ? exact : find(`id = lower(:text) OR ${bareNumber} = :text`);
  const isAlike = ({ orderNumber }: LedgerOrder) => isSameNumber(orderNumber ?? '', text);
  const isExact = bare.rows.length > 0;
  const { rows, present } = isExact ? bare : find(":text <> ''", isAlike);
  const [found, ...others] = present.length > 0 ? present : rows;
  if (found === undefined) {
    throw notFound(`The mirror has no order "${text}"`, 'For new orders, run waybill sync.');
  }
  if (others.length > 0) {
    const all = [found, ...others].map(({ orderNumber, id }) => `${orderNumber?.trim()} (${id})`);
    throw usageFailure(`Several orders have the number "${text}"`, {
      hint: `Use the id of one of these: ${all.join(', ')}.`,
    });
  }
  const spelled = isExact ? undefined : meantNotice(text, found.orderNumber?.trim() ?? '');
  if (spelled !== undefined) notice(`${spelled}.`);
  return withGroupNames(database, [found])[0] ?? found;
}
