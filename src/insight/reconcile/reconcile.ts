import { addDays } from '../days';
import { findClusters, type JudgedCluster } from './clusters';
import { areApart, identifyRows } from './identity';
import { type Match, matchRow, namedTogether, OrderIndex } from './match';
import {
  amendedMessage,
  contradictedMessage,
  duplicateMessage,
  knownMessage,
  matchedMessage,
  nameOf,
  notedMessage,
  referenceHint,
  revertingHint,
  sameReferenceMessage,
  severalRecordedMessage,
  unresolvedMessage,
} from './messages';
import {
  type AccountOrder,
  type Allocation,
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
  type Verdict,
} from './model';
import { doubtfulOrders, findReexported, paymentsInFiles } from './reexported';
import { findRepetition, keysOf } from './repetition';
import { suggestOrders } from './suggestions';

/** A row's outcome before it turns into payments. */
interface Settled extends RowOutcome {
  readonly match: Match | undefined;
  readonly payment: NewPayment | undefined;
  /** Whether its reference names a payment for other orders. */
  readonly isElsewhere?: boolean;
  /** Whether the group takes back a payment that counts. */
  readonly isTakenBack?: boolean;
  /** Whether it brings back an amount that a later file has replaced. */
  readonly isReverting?: boolean;
}

const nothing: Match = { kind: 'nothing' };

/** Gives each row exactly one outcome. */
function settleRows(
  rows: readonly ReadRow[],
  index: OrderIndex,
  { payments: recorded, replaced = [] }: Recorded,
  options: ReconcileOptions,
): Settled[] {
  const { group } = options;
  const readable = rows.filter((row): row is PayoutRow => !isUnreadable(row));
  const matches = new Map(rows.map((row) => [row, matchRow(row, index)]));
  const matchOf = (row: ReadRow) => matches.get(row) ?? nothing;
  const ordersOf = (row: ReadRow) => {
    const match = matchOf(row);
    return match.kind === 'matched' ? match.orders : [];
  };
  const paidBy = ({ allocations }: RecordedPayment) =>
    allocations.flatMap(({ orderId }) => index.byId(orderId) ?? []);
  const { paid, identityOf, recordedOf, isCounted } = identifyRows(readable, {
    ...{ group, hash: options.hash, recorded, ordersOf, paidBy },
  });
  const reaches = (row: PayoutRow) => ordersOf(row).length > 0;
  const names = (row: PayoutRow) => matchOf(row).kind !== 'nothing';
  const nameApart = (one: PayoutRow, other: PayoutRow) =>
    reaches(one) && reaches(other)
      ? areApart(ordersOf(one), ordersOf(other))
      : keysOf(one) !== keysOf(other);
  const { duplicates, contradicted } = findRepetition(paid, reaches, names, nameApart);
  const hint = referenceHint(options.isReferenceMapped);
  const replacedAmounts = new Set(replaced.map(({ identity, amount }) => `${identity} ${amount}`));

  return rows.map((row): Settled => {
    const plain = { row, orders: [], allocations: [], match: undefined, payment: undefined };
    if (isUnreadable(row)) {
      const orders = ordersOf(row);
      return { ...plain, outcome: 'unreadable', cents: 0, orders, message: row.unreadable };
    }
    const match = matchOf(row);
    const known = { ...plain, cents: row.amount, match };
    if (row.state !== 'paid') {
      const orders = match.kind === 'matched' ? match.orders : [];
      const isTakenBack = row.state === 'void' && isCounted(row);
      const message = notedMessage(row.state, match, isTakenBack);
      return { ...known, outcome: 'noted', orders, isTakenBack, message };
    }
    const counted = duplicates.get(row);
    if (counted !== undefined) {
      const namesOthers = nameApart(row, counted);
      const isElsewhere = namesOthers && reaches(row) && reaches(counted);
      const text =
        namesOthers && !isElsewhere
          ? sameReferenceMessage(row, counted)
          : duplicateMessage(
              row,
              counted,
              isElsewhere ? ordersOf(counted) : [],
              contradicted.has(counted),
            );
      const message = `${text}${namesOthers ? hint : ''}`;
      return { ...known, outcome: 'duplicate', isElsewhere, message };
    }
    if (match.kind === 'nothing') {
      return { ...known, outcome: 'other', message: unresolvedMessage(row, match) };
    }
    const contradiction = contradicted.get(row);
    if (contradiction !== undefined) {
      const message = `${contradictedMessage(row, contradiction.namesOthers)}${hint}`;
      return { ...known, outcome: 'conflict', message };
    }
    const recordedBefore = recordedOf(row);
    const [before] = recordedBefore;
    const paidBefore = [...new Set(recordedBefore.flatMap(paidBy))];
    const isElsewhere =
      paidBefore.length > 0 && reaches(row) && areApart(ordersOf(row), paidBefore);
    const centsBefore = recordedBefore.reduce((sum, { amount }) => sum + amount, 0);
    if (before !== undefined && centsBefore === row.amount) {
      const advice = isElsewhere && row.reference !== null ? hint : '';
      const message = `${knownMessage(row, isElsewhere ? paidBefore : [])}${advice}`;
      return { ...known, outcome: 'known', orders: paidBefore, isElsewhere, message };
    }
    if (match.kind !== 'matched') {
      const message = unresolvedMessage(row, match, namedTogether(row, index));
      return { ...known, outcome: match.kind, message };
    }
    // Nothing says which of the payments typed under one reference the row replaces.
    if (recordedBefore.length > 1 || before?.identity === null) {
      const message = severalRecordedMessage(row, recordedBefore);
      return { ...known, outcome: 'conflict', message };
    }
    const { orders } = match;
    const outcome = before === undefined ? 'matched' : 'amended';
    const allocations = allocate(row.amount, orders);
    const { file, line, amount, paidOn, reference, trackings } = row;
    const keys = keysOf(row);
    const origin = { file, line, outcome } as const;
    const content = { amount, paidOn, reference, trackings };
    const payment = { identity: identityOf(row), ...content, allocations, keys, ...origin };
    const text = matchedMessage(match.rule, orders, allocations, group);
    const isReverting =
      before !== undefined && replacedAmounts.has(`${payment.identity} ${amount}`);
    const more = `${isReverting ? revertingHint : ''}${isElsewhere ? hint : ''}`;
    const message =
      before === undefined
        ? text
        : `${amendedMessage(text, before, isElsewhere ? paidBefore : [])}${more}`;
    return { ...known, outcome, orders, allocations, isElsewhere, isReverting, message, payment };
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
type NotedState = PayoutState | 'unreadable';
const noStates: ReadonlySet<NotedState> = new Set();

/** What the group says about an order in rows without a payment. */
function notedStates(rows: readonly RowOutcome[]): ReadonlySet<NotedState> {
  if (rows.length === 0) return noStates;
  return new Set(
    rows.flatMap(({ row, outcome }) => {
      if (isUnreadable(row)) return ['unreadable'];
      return outcome === 'noted' ? [row.state] : [];
    }),
  );
}

/** Rows that a person has to look at, with the orders they may mean. */
function findPersonNeeded(rows: readonly Settled[], index: OrderIndex): PersonNeeded[] {
  const unmatched = rows.flatMap(({ row, outcome }) =>
    outcome === 'unmatched' && !isUnreadable(row) ? [row] : [],
  );
  const near = suggestOrders(unmatched, index.orders);
  return rows.flatMap(
    ({ row, outcome, cents, message, orders, match, ...flags }): PersonNeeded[] => {
      const { isElsewhere, isTakenBack, isReverting } = flags;
      const need = (meant: readonly AccountOrder[]): PersonNeeded[] => {
        const suggestions = [...new Set(meant.map(nameOf))].slice(0, 3);
        return [{ file: row.file, line: row.line, outcome, cents, detail: message, suggestions }];
      };
      if (isElsewhere || isTakenBack) return need(match?.kind === 'matched' ? match.orders : []);
      switch (outcome) {
        case 'unreadable':
          return need(orders);
        case 'unmatched':
          if (isUnreadable(row)) return need([]);
          return need([...namedTogether(row, index), ...(near.get(row) ?? [])]);
        case 'ambiguous':
          return need(match?.kind === 'ambiguous' ? match.orders : []);
        case 'conflict':
          if (match?.kind === 'conflict') {
            const together = isUnreadable(row) ? [] : namedTogether(row, index);
            return need([...together, ...match.byTracking, ...match.byNumber]);
          }
          return need(match?.kind === 'matched' ? match.orders : []);
        case 'matched':
        case 'amended':
          if (isReverting) return need([]);
          // Money for an order that is no longer in the account.
          return orders.some((order) => order.gone) ? need([]) : [];
        default:
          return [];
      }
    },
  );
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
  const settled = settleRows(rows, index, recorded, options);
  const toRecord = settled.flatMap(({ payment }) => payment ?? []);
  const replaced = new Set<string | null>(toRecord.map(({ identity }) => identity));
  const kept = recorded.payments.filter(({ identity }) => !replaced.has(identity));
  const payments = [...kept, ...toRecord];
  const figures = findClusters(index, payments, options.tolerance);
  const byOrder = rowsByOrder(settled);

  const graceStart = addDays(options.today, -options.grace);
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
  const inDoubt = new Set(
    settled.flatMap(({ outcome, isTakenBack, isElsewhere, isReverting, orders }) =>
      outcome === 'unreadable' || isTakenBack || isElsewhere || isReverting ? orders : [],
    ),
  );
  const isOver = (verdict: Verdict) => verdict === 'paid_over' || verdict === 'paid_twice';
  const paidOver = new Set(
    verdicts.flatMap(({ order, verdict }) => (isOver(verdict) ? [order] : [])),
  );
  const isPaidOver = (order: AccountOrder) => paidOver.has(order);
  const inFiles = paymentsInFiles(settled, recorded.payments, options.hash);
  const doubtful = doubtfulOrders(payments, inFiles);
  const toApply = verdicts.flatMap(({ order, verdict }): StatusUpdate[] =>
    verdict === 'paid_in_full' &&
    order.status !== 'paid' &&
    !inDoubt.has(order) &&
    !doubtful.has(order.id)
      ? [{ order, expectedStatus: order.status, body: { status: 'paid' } }]
      : [],
  );
  return {
    group: options.group,
    rows: settled.map(({ match, payment, isElsewhere, isTakenBack, isReverting, ...row }) => row),
    clusters: figures.clusters,
    verdicts,
    needsAPerson: findPersonNeeded(settled, index),
    found,
    toRecord,
    reexported: findReexported(settled, recorded.payments, inFiles, isPaidOver, options.hash),
    toApply,
  };
}

/** Older orders first, then by id: the order in which leftover cents are handed out. */
function byAge(one: AccountOrder, other: AccountOrder): number {
  if (one.orderDate !== other.orderDate) return one.orderDate < other.orderDate ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/**
 * Splits a row's cents among its orders in proportion to each expected payout, by largest
 * remainder; equally if nothing was expected. A negative amount is split by its absolute value.
 */
export function allocate(cents: number, orders: readonly AccountOrder[]): Allocation[] {
  const [first] = orders;
  if (orders.length === 1 && first !== undefined) return [{ orderId: first.id, cents }];
  const none = orders.every((order) => order.expected === 0);
  // Cents times cents exceeds 2^53 for amounts that are still in range.
  const amount = BigInt(Math.abs(cents));
  const weights = orders.map((order) => (none ? 1n : BigInt(order.expected)));
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const shares = orders.map((order, place) => {
    const product = amount * (weights[place] ?? 0n);
    return { order, whole: Number(product / sum), remainder: product % sum };
  });
  let left = Math.abs(cents) - shares.reduce((total, share) => total + share.whole, 0);
  const inLine = [...shares].sort((one, other) => {
    if (one.remainder !== other.remainder) return one.remainder > other.remainder ? -1 : 1;
    return byAge(one.order, other.order);
  });
  for (const share of inLine) {
    if (left === 0) break;
    share.whole++;
    left--;
  }
  return shares.map(({ order, whole }) => ({
    orderId: order.id,
    cents: cents < 0 ? 0 - whole : whole,
  }));
}

/** What is known about an order when it is judged. */
export interface Case {
  readonly order: AccountOrder;
  /** Undefined if no payment reached the order. */
  readonly cluster: JudgedCluster | undefined;
  /** Cents that reached the order. */
  readonly paid: number;
  /** States of the rows that concern the order but have no payment. */
  readonly noted: ReadonlySet<NotedState>;
  readonly accepted: boolean;
  /** An order of this day is within the grace period; one of the day before is not. */
  readonly graceStart: string;
}

function byPayments(cluster: JudgedCluster, accepted: boolean): Verdict {
  if (Math.abs(cluster.difference) <= cluster.tolerance) return 'paid_in_full';
  if (accepted) return 'accepted';
  if (cluster.difference < 0) return 'paid_short';
  return cluster.twice ? 'paid_twice' : 'paid_over';
}

function byNotes(noted: ReadonlySet<NotedState>): Verdict | undefined {
  if (noted.has('received')) return 'received_not_paid';
  if (noted.has('pending')) return 'pending';
  if (noted.has('void')) return 'rejected';
  return noted.has('unreadable') ? 'pending' : undefined;
}

/** The verdict for an order without rows or payments. An order with an unknown status is open. */
function withoutRows({ order, graceStart }: Case): Verdict {
  if (order.status === 'paid') return 'settled_before';
  const late = order.orderDate < graceStart;
  return order.status !== 'purchased' && order.expected > 0 && late ? 'missing' : 'not_due';
}

/** The verdict for an order: the first that applies. */
export function judge(known: Case): Verdict {
  const { order, cluster, noted } = known;
  if (order.status === 'cancelled') {
    // Money paid and taken back doesn't count as paid.
    if (known.paid !== 0) return 'cancelled_but_paid';
    return byNotes(noted) ?? 'cancelled';
  }
  const isNoted = noted.size > (noted.has('unreadable') ? 1 : 0);
  if (order.expected === 0 && (cluster !== undefined || isNoted)) return 'no_expectation';
  if (cluster !== undefined) return byPayments(cluster, known.accepted);
  return byNotes(noted) ?? withoutRows(known);
}
