import { isSameNumber, meantNotice } from '../contract/named';
import type { StoredOrderKind } from '../contract/order-kinds';
import { Failure, usageFailure } from '../failure';
import { newestEventOf } from '../insight/order-rows';
import type { PastPayment } from '../insight/reconcile/ledger';
import { groupByEach } from '../lib/once';
import { withGroupNames } from './group-names';
import { readDoubts } from './ledger-store';
import type { Database } from './libsql';
import { bareNumber } from './offline';
import { selectedRows, selectedValue } from './state';

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
  readonly doubt: string | null;
}

/** A payment of `payments list --all`, and since when it does not count. */
export interface PaymentWithState extends ListedPayment {
  readonly state: 'counts' | PastPayment['state'];
  readonly since: string | null;
}

export interface ListedImport {
  readonly id: number;
  readonly file: string;
  readonly group: string;
  readonly rows: number;
  readonly recorded: number;
  readonly at: string;
}

/** The number and the group of an order `p.order_id`: a reset forgets those that are gone, their events don't. */
const namesOfOrder = `coalesce(p.order_number, e.order_number) AS orderNumber,
  coalesce(p.group_id, e.group_id) AS "group"`;
const newestNames = `LEFT JOIN event_log e ON NOT EXISTS (SELECT 1 FROM base_orders o WHERE o.id = p.order_id)
  AND e.seq = ${newestEventOf('p.order_id')}`;

function listFrom(database: Database, view: 'payments' | 'all_payments'): readonly ListedPayment[] {
  const doubts = groupByEach(readDoubts(database), ({ paymentIds }) => paymentIds);
  const listed = selectedRows<Omit<ListedPayment, 'doubt'>>(
    database,
    `SELECT p.id, p.order_id AS orderId, ${namesOfOrder}, p.amount_cents AS amount,
       p.paid_on AS paidOn, p.reference, p.import_id AS import${view === 'payments' ? '' : ', p.state, p.since'}
     FROM ${view} p ${newestNames} ORDER BY p.id, p.order_id`,
  );
  const named = withGroupNames(database, listed);
  const textOf = (id: number) =>
    doubts
      .get(id)
      ?.map(({ text }) => text)
      .join('; ');
  return named.map((one) => ({ ...one, doubt: textOf(one.id) ?? null }));
}

export const listPayments = (database: Database) => listFrom(database, 'payments');

/** All payments that ever counted. */
export const listAllPayments = (database: Database) =>
  listFrom(database, 'all_payments') as readonly PaymentWithState[];

/** The accepted state of an order, or of a payment that belongs to none; amounts in cents. */
export interface ListedAcceptance {
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly group: string | null;
  readonly expected: number;
  readonly paid: number;
  readonly difference: number;
  readonly note: string;
  readonly at: string;
  /** True if the same is paid and expected today. */
  readonly applies: boolean;
}

export function listAcceptances(database: Database): readonly ListedAcceptance[] {
  const accepted = selectedRows<Omit<ListedAcceptance, 'applies'> & { readonly applies: number }>(
    database,
    `SELECT p.order_id AS orderId, ${namesOfOrder}, p.expected_cents AS expected,
       p.paid_cents AS paid, p.difference_cents AS difference, p.note, p.at, p.applies
     FROM acceptances p ${newestNames} ORDER BY p.at, p.order_id`,
  );
  const named = withGroupNames(database, accepted);
  return named.map((one) => ({ ...one, applies: one.applies === 1 }));
}

/** True if an import was not undone; of those that two machines recorded, only the first. */
export const isStanding = `id IN (SELECT min(id) FROM imports GROUP BY identity) AND
  (SELECT max(moment) FROM imports i WHERE i.identity = imports.identity) > coalesce((
    SELECT max(moment) FROM ledger_entries WHERE kind = 'undo' AND subject = imports.identity), 0)`;

export function listImports(database: Database): readonly ListedImport[] {
  const imports = selectedRows<ListedImport>(
    database,
    // Of the same files that two machines recorded, what the first one says; its number is of both.
    `SELECT id, file, group_id AS "group", rows, recorded, at FROM (
       SELECT min(moment), (SELECT min(id) FROM imports i WHERE i.identity = x.identity) AS id, file,
         group_id, rows, (SELECT recorded FROM imports i WHERE i.identity = x.identity ORDER BY id LIMIT 1) AS recorded,
         at FROM imports x
       WHERE identity IN (SELECT identity FROM imports WHERE ${isStanding}) GROUP BY identity) ORDER BY id`,
  );
  return withGroupNames(database, imports);
}

export function unknownInLedger(message: string, hint?: string): Failure {
  return new Failure({ ending: 'notFound', code: 'not_found', message, hint });
}

/** Subjects of an acceptance: an order's difference and doubts, or the doubts of a payment of no order. */
export type Acceptable = { readonly orderId: string } | { readonly paymentId: number };

/** The order that a text names exactly, else the payment of no order that has it as its id, else an order. */
export function acceptedBy(
  database: Database,
  typed: string,
  notice: (text: string) => void,
): Acceptable {
  const sql = 'SELECT id FROM base_payments WHERE for_orders = 0 AND CAST(id AS TEXT) = ?';
  const paymentId = selectedValue<number>(database, sql, [typed.trim()]);
  const isOrder = ordersNamed(database, typed).isExact;
  if (!isOrder && paymentId !== undefined) return { paymentId };
  return { orderId: ledgerOrder(database, typed, notice).id };
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
 * True if the same payment is already recorded, which is worth a question. A reference says so
 * whatever the date: a group's file may have another one, or none.
 */
export function isRecorded(database: Database, payment: ManualPayment): boolean {
  const { orderId, cents, paidOn, reference } = payment;
  const sql = `SELECT 1 FROM payments
    WHERE order_id = :orderId AND amount_cents = :cents AND reference IS :reference
      AND (paid_on IS :paidOn OR :reference IS NOT NULL)`;
  return selectedValue(database, sql, { orderId, cents, paidOn, reference }) !== undefined;
}

/** True if an import has the same cents for the order, without another reference. */
export function isPerhapsImported(database: Database, payment: ManualPayment): boolean {
  const { orderId, cents, reference } = payment;
  const sql = `SELECT 1 FROM payments WHERE order_id = :orderId AND amount_cents = :cents
    AND import_id IS NOT NULL AND (:reference IS NULL OR coalesce(reference, :reference) = :reference)`;
  return selectedValue(database, sql, { orderId, cents, reference }) !== undefined;
}

/** An order in the mirror, as payments refer to it. */
export interface LedgerOrder {
  readonly id: string;
  readonly kind: StoredOrderKind;
  readonly orderNumber: string | null;
  readonly group: string | null;
  /** The time when it was found to be gone from the account. */
  readonly goneAt: string | null;
}

/**
 * The orders with an id or order number; one that is gone only if no present order has it, one whose
 * number has spaces around it only if no other has it, and, not exactly, one whose number is this one in
 * another spelling only then.
 */
function ordersNamed(database: Database, typed: string) {
  const text = typed.trim();
  const find = (condition: string, means = (_: LedgerOrder) => true) => {
    const all = selectedRows<LedgerOrder>(
      database,
      `SELECT id, kind, order_number AS orderNumber, group_id AS "group", gone_at AS goneAt
       FROM base_orders WHERE ${condition}`,
      { text },
    );
    const rows = all.filter(means);
    return { rows, present: rows.filter(({ goneAt }) => goneAt === null) };
  };
  const exact = find('id = lower(:text) OR order_number = :text');
  const bare =
    exact.present.length > 0 ? exact : find(`id = lower(:text) OR ${bareNumber} = :text`);
  const isAlike = ({ orderNumber }: LedgerOrder) => isSameNumber(orderNumber ?? '', text);
  const isExact = bare.rows.length > 0;
  const { rows, present } = isExact ? bare : find(":text <> ''", isAlike);
  return { orders: present.length > 0 ? present : rows, isExact };
}

/**
 * Finds the order with an id or order number, in another spelling with a notice. Throws exit 6 if there
 * is none, exit 2 if several have the number.
 */
export function ledgerOrder(
  database: Database,
  typed: string,
  notice: (text: string) => void,
): LedgerOrder {
  const text = typed.trim();
  const { orders, isExact } = ordersNamed(database, typed);
  const [found, ...others] = orders;
  if (found === undefined) {
    throw unknownInLedger(`The mirror has no order "${text}"`, 'For new orders, run waybill sync.');
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
