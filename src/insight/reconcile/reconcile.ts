import { allocate } from './allocate';
import { findClusters } from './clusters';
import { daysBefore } from './dates';
import { identify, keysOf } from './identity';
import { type Match, matchRow } from './match';
import {
  amendedMessage,
  contradictedMessage,
  duplicateMessage,
  matchedMessage,
  nameOf,
  notedMessage,
  unresolvedMessage,
} from './messages';
import {
  type AccountOrder,
  isUnreadable,
  type NewPayment,
  type OrderVerdict,
  type PayoutRow,
  type PayoutState,
  type PersonNeeded,
  type ReadRow,
  type ReconcileOptions,
  type Reconciliation,
  type Recorded,
  type RecordedPayment,
  type RowOutcome,
  type StatusUpdate,
} from './model';
import { OrderIndex } from './order-index';
import { findRepetition } from './repetition';
import { suggestOrders } from './suggestions';
import { judge } from './verdict';

/** A row's outcome before it turns into payments. */
interface Settled extends RowOutcome {
  readonly match: Match | undefined;
  readonly payment: NewPayment | undefined;
}

const nothing: Match = { kind: 'nothing' };

/** Gives each row exactly one outcome. */
function settleRows(
  rows: readonly ReadRow[],
  index: OrderIndex,
  recorded: ReadonlyMap<string, RecordedPayment>,
  options: ReconcileOptions,
): Settled[] {
  const { group } = options;
  const readable = rows.filter((row): row is PayoutRow => !isUnreadable(row));
  const matches = new Map(readable.map((row) => [row, matchRow(row, index)]));
  const matchOf = (row: PayoutRow) => matches.get(row) ?? nothing;
  const paidRows = readable.filter((row) => row.state === 'paid');
  const identities = identify(paidRows, group, options.hash);
  const reaches = (row: PayoutRow) => matchOf(row).kind === 'matched';
  const { duplicates, contradicted } = findRepetition(paidRows, identities, reaches);

  return rows.map((row): Settled => {
    const plain = { row, orders: [], allocations: [], match: undefined, payment: undefined };
    if (isUnreadable(row)) {
      return { ...plain, outcome: 'unreadable', cents: 0, message: row.unreadable };
    }
    const match = matchOf(row);
    const known = { ...plain, cents: row.amount, match };
    if (row.state !== 'paid') {
      const orders = match.kind === 'matched' ? match.orders : [];
      return { ...known, outcome: 'noted', orders, message: notedMessage(row.state, match) };
    }
    const counted = duplicates.get(row);
    if (counted !== undefined) {
      return { ...known, outcome: 'duplicate', message: duplicateMessage(row, counted) };
    }
    if (match.kind === 'nothing') {
      return { ...known, outcome: 'other', message: unresolvedMessage(row, match) };
    }
    if (contradicted.has(row)) {
      return { ...known, outcome: 'conflict', message: contradictedMessage(row) };
    }
    const identity = identities.get(row) ?? '';
    const before = recorded.get(identity);
    if (before !== undefined && before.amount === row.amount) {
      const orders = before.allocations.flatMap(({ orderId }) => index.byId(orderId) ?? []);
      return { ...known, outcome: 'known', orders, message: 'recorded before' };
    }
    if (match.kind !== 'matched') {
      return { ...known, outcome: match.kind, message: unresolvedMessage(row, match) };
    }
    const { orders } = match;
    const outcome = before === undefined ? 'matched' : 'amended';
    const allocations = allocate(row.amount, orders);
    const { file, line, amount, paidOn, reference } = row;
    const keys = keysOf(row);
    const origin = { file, line, outcome } as const;
    const payment = { identity, amount, allocations, keys, paidOn, reference, ...origin };
    const text = matchedMessage(match.rule, orders, allocations, group);
    const message = before === undefined ? text : amendedMessage(text, before);
    return { ...known, outcome, orders, allocations, message, payment };
  });
}

/** Rows by the orders they concern. Duplicates and rows that reached no order concern none. */
function rowsByOrder(rows: readonly RowOutcome[]): Map<AccountOrder, RowOutcome[]> {
  const byOrder = new Map<AccountOrder, RowOutcome[]>();
  for (const row of rows) {
    for (const order of row.orders) {
      const there = byOrder.get(order);
      if (there === undefined) byOrder.set(order, [row]);
      else there.push(row);
    }
  }
  return byOrder;
}

const none: readonly RowOutcome[] = [];
const noStates: ReadonlySet<PayoutState> = new Set();

/** What the group says about an order in rows without a payment. */
function notedStates(rows: readonly RowOutcome[]): ReadonlySet<PayoutState> {
  if (rows.length === 0) return noStates;
  return new Set(
    rows.flatMap(({ row, outcome }) =>
      outcome === 'noted' && !isUnreadable(row) ? [row.state] : [],
    ),
  );
}

/** Rows that a person has to look at, with the orders they may mean. */
function findPersonNeeded(rows: readonly Settled[], index: OrderIndex): PersonNeeded[] {
  const unmatched = rows.flatMap(({ row, outcome }) =>
    outcome === 'unmatched' && !isUnreadable(row) ? [row] : [],
  );
  const near = suggestOrders(unmatched, index.orders);
  return rows.flatMap(({ row, outcome, cents, message, orders, match }): PersonNeeded[] => {
    const need = (meant: readonly AccountOrder[]): PersonNeeded[] => {
      const suggestions = [...new Set(meant.map(nameOf))].slice(0, 3);
      return [{ file: row.file, line: row.line, outcome, cents, detail: message, suggestions }];
    };
    switch (outcome) {
      case 'unreadable':
        return need([]);
      case 'unmatched':
        return need(isUnreadable(row) ? [] : (near.get(row) ?? []));
      case 'ambiguous':
        return need(match?.kind === 'ambiguous' ? match.orders : []);
      case 'conflict':
        if (match?.kind === 'conflict') return need([...match.byTracking, ...match.byNumber]);
        return need(match?.kind === 'matched' ? match.orders : []);
      case 'matched':
      case 'amended':
        // Money for an order that is no longer in the account.
        return orders.some((order) => order.gone) ? need([]) : [];
      default:
        return [];
    }
  });
}

/**
 * Matches payout rows to orders. Returns one outcome for every row, one verdict for every order of
 * the group that is still in the account, and what would be recorded and updated.
 */
export function reconcile(
  rows: readonly ReadRow[],
  orders: readonly AccountOrder[],
  recorded: Recorded,
  options: ReconcileOptions,
): Reconciliation {
  const index = new OrderIndex(orders);
  const byIdentity = new Map<string, RecordedPayment>();
  for (const payment of recorded.payments) {
    if (payment.identity !== null) byIdentity.set(payment.identity, payment);
  }
  const settled = settleRows(rows, index, byIdentity, options);
  const toRecord = settled.flatMap(({ payment }) => payment ?? []);
  const replaced = new Set(toRecord.map(({ identity }) => byIdentity.get(identity)));
  const payments = [...recorded.payments.filter((payment) => !replaced.has(payment)), ...toRecord];
  const figures = findClusters(index, payments, options.tolerance);
  const byOrder = rowsByOrder(settled);

  const graceStart = daysBefore(options.today, options.grace);
  const verdicts: OrderVerdict[] = [];
  for (const order of orders) {
    if (order.gone || order.group !== options.group) continue;
    const concerned = byOrder.get(order) ?? none;
    const cluster = figures.of.get(order);
    const paid = figures.paid.get(order) ?? 0;
    const accepted = recorded.accepted.has(order.id);
    const noted = notedStates(concerned);
    const verdict = judge({ order, cluster, paid, noted, accepted, graceStart });
    verdicts.push({ order, verdict, paid, cluster, rows: concerned.map(({ row }) => row) });
  }

  const found = settled.reduce((sum, { row, outcome, cents }) => {
    const counts = !isUnreadable(row) && row.state === 'paid' && outcome !== 'duplicate';
    return counts ? sum + cents : sum;
  }, 0);
  const toApply = verdicts.flatMap(({ order, verdict }): StatusUpdate[] =>
    verdict === 'paid_in_full' && order.status !== 'paid'
      ? [{ order, expectedStatus: order.status, body: { status: 'paid' } }]
      : [],
  );
  return {
    group: options.group,
    rows: settled.map(({ match, payment, ...row }) => row),
    clusters: figures.clusters,
    verdicts,
    needsAPerson: findPersonNeeded(settled, index),
    found,
    toRecord,
    toApply,
  };
}
