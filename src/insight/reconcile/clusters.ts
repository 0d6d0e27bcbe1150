import { keyOf } from '../../lib/fold';
import { groupBy } from '../../lib/once';
import { counted } from '../../lib/words';
import type { Acceptance, RecordedPayment } from './ledger';
import { meantTracking, type OrderIndex } from './match';
import {
  type AccountOrder,
  type Allocation,
  isUnreadable,
  type PayoutState,
  type Verdict,
} from './model';
import type { Cluster, OrderVerdict, StatusUpdate } from './result';

/** As much of a payment as clusters need. */
export type ClusteredPayment = Pick<RecordedPayment, 'amount' | 'allocations' | 'keys'>;

/** Cents that payments may differ from what was expected, unless the user says otherwise. */
export const usualTolerance = 2;

/** The tolerance, or one cent per payment if that is more: each may have been rounded. */
export function allowedDifference(payments: number, tolerance: number): number {
  return Math.max(tolerance, payments);
}

/** One list for all orders that the sets join. */
function joinedBy(sets: Iterable<readonly AccountOrder[]>) {
  const lists = new Map<AccountOrder, AccountOrder[]>();
  for (const orders of sets) {
    const known = new Set(orders.map((order) => lists.get(order) ?? [order]));
    // The shorter ones move, so that no order moves often.
    const [longest = [], ...others] = [...known].sort((one, other) => other.length - one.length);
    const moved = others.flat();
    for (const order of moved) longest.push(order);
    for (const order of [...orders, ...moved]) lists.set(order, longest);
  }
  return lists;
}

/** Nothing is expected of a cancelled order. */
const expectedOf = ({ status, expected }: AccountOrder) => (status === 'cancelled' ? 0 : expected);

/** The cluster of an order; an order that no payment reached is alone. */
export const clusterAround = (order: AccountOrder, { of }: ReturnType<typeof findClusters>) =>
  of.get(order) ?? { orders: [order], paid: 0, expected: expectedOf(order) };

function explainedByTwoEqual(
  payments: readonly ClusteredPayment[],
  over: number,
  tolerance: number,
) {
  const explaining = payments.filter(
    ({ amount, keys }) => amount > 0 && keys !== '' && Math.abs(over - amount) <= tolerance,
  );
  const distinct = new Set(explaining.map(({ amount, keys }) => `${amount} ${keys}`));
  return distinct.size < explaining.length;
}

/**
 * Orders joined by shared tracking numbers or payments, with what was paid and what was expected.
 * Includes only orders that a payment reached; nothing is expected of cancelled ones. The tolerance
 * is in cents; it is at least one cent per payment.
 */
export function findClusters(
  index: OrderIndex,
  payments: readonly ClusteredPayment[],
  tolerance: number,
) {
  /** Cents by order, the sum of its allocations, for every order that a payment reached. */
  const paid = new Map<AccountOrder, number>();
  const reached = payments.map((payment) => {
    const orders: AccountOrder[] = [];
    for (const { orderId, cents } of payment.allocations) {
      const order = index.byId(orderId);
      if (order === undefined) continue;
      orders.push(order);
      paid.set(order, (paid.get(order) ?? 0) + cents);
    }
    return { payment, orders };
  });
  // An order that no payment reached joins nobody.
  const shared = Array.from(index.sharing(), (orders) => orders.filter((order) => paid.has(order)));
  const sets = [...reached.map(({ orders }) => orders), ...shared];
  const joined = joinedBy(sets.filter(({ length }) => length > 1));
  const listOf = (order: AccountOrder) => joined.get(order) ?? order;

  /** The cluster of every order that a payment reached. */
  const of = new Map<AccountOrder, Cluster>();
  const paymentsOf = groupBy(reached, ({ orders: [first] }) => first && listOf(first));
  const gathered = groupBy(paid, ([order]) => listOf(order));
  const clusters = Array.from(gathered, ([list, parts]): Cluster => {
    const orders = parts.map(([order]) => order);
    const own = (paymentsOf.get(list) ?? []).map(({ payment }) => payment);
    const all = parts.reduce((sum, [, cents]) => sum + cents, 0);
    const expected = orders.reduce((sum, order) => sum + expectedOf(order), 0);
    const difference = all - expected;
    const allowed = allowedDifference(own.length, tolerance);
    const twice = difference > allowed && explainedByTwoEqual(own, difference, allowed);
    const figures = { paid: all, expected, difference, tolerance: allowed };
    const cluster = { orders, ...figures, payments: own.length, twice };
    for (const order of orders) of.set(order, cluster);
    return cluster;
  });
  return { clusters, of, paid };
}

/**
 * Finds the acceptance of a cluster, if there is one. It is of one difference: as soon as more or less is
 * paid or expected, `applies` is false.
 */
export function acceptanceOf(
  { orders, paid, expected }: Pick<Cluster, 'orders' | 'paid' | 'expected'>,
  accepted: ReadonlyMap<string, Pick<Acceptance, 'paid' | 'expected'>>,
): { readonly applies: boolean; readonly before: number } | undefined {
  if (accepted.size === 0) return undefined;
  const found = orders.flatMap(({ id }) => accepted.get(id) ?? []);
  const applies = found.some((one) => one.paid === paid && one.expected === expected);
  const last = found.at(-1);
  return last === undefined ? undefined : { applies, before: last.paid };
}

/** Older orders first, then by id: the order in which leftover cents are handed out. */
export function byAge(one: AccountOrder, other: AccountOrder): number {
  if (one.orderDate !== other.orderDate) return one.orderDate < other.orderDate ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/**
 * Splits a row's cents among its orders in proportion to each expected payout, by largest
 * remainder; equally if nothing was expected. A negative amount is split by its absolute value.
 */
export function allocate(cents: number, orders: readonly AccountOrder[]): Allocation[] {
  const none = orders.every((order) => order.expected === 0);
  // Cents times cents exceeds 2^53 for amounts that are still in range.
  const amount = BigInt(Math.abs(cents));
  const weights = orders.map((order) => (none ? 1n : BigInt(order.expected)));
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const shares = orders.map((order, place) => {
    const product = amount * (weights[place] ?? 0n);
    return { order, whole: Number(product / sum), remainder: product % sum };
  });
  const left = Math.abs(cents) - shares.reduce((total, share) => total + share.whole, 0);
  const inLine = [...shares].sort((one, other) => {
    if (one.remainder !== other.remainder) return one.remainder > other.remainder ? -1 : 1;
    return byAge(one.order, other.order);
  });
  for (const share of inLine.slice(0, left)) share.whole++;
  return shares.map(({ order, whole }) => ({
    orderId: order.id,
    cents: cents < 0 ? 0 - whole : whole,
  }));
}

/** The statement of a row without a payment; an unreadable one only says that there is something. */
export type NotedState = PayoutState | 'unreadable';

/** Facts about an order when it is judged. */
export interface Case extends Pick<OrderVerdict, 'order' | 'cluster' | 'paid'> {
  /** States of the rows that concern the order but have no payment. */
  readonly noted: ReadonlySet<NotedState>;
  readonly accepted: boolean;
  /** An order of this day is within the grace period; one of the day before is not. */
  readonly graceStart: string;
}

function byPayments(cluster: Cluster, accepted: boolean): Verdict {
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

/** The reason to doubt that the group has all of an order; undefined if it is certain. */
function doubtAbout({ order, rows }: OrderVerdict, index: OrderIndex): string | undefined {
  if (rows.some(isUnreadable)) return "one of its rows can't be read";
  const state = rows.flatMap((row) => (isUnreadable(row) ? [] : row.state));
  const other = state.find((one) => one !== 'received');
  if (other !== undefined) return `one of its rows is ${other}`;
  const keys = new Set(order.trackings.map(keyOf));
  const own = keyOf(order.orderNumber ?? '');
  const named = new Set(
    rows.flatMap((row) => row.trackings.map((key) => meantTracking(index, key, row))),
  );
  const missing = [...keys].filter((key) => !named.has(key));
  const namesNumbers = [...named].some((key) => key !== own || keys.has(key));
  if (missing.length === 0) return undefined;
  if (!namesNumbers) {
    const isRounded = rows.some(({ destroyed }) => destroyed.length > 0);
    return isRounded ? 'a spreadsheet rounded one of its numbers' : undefined;
  }
  const received = keys.size - missing.length;
  return `${received} of ${counted(keys.size, 'tracking numbers')} received`;
}

/** The orders whose group has received them: those to update, and those of which it may lack some. */
export function receivedOrders(verdicts: readonly OrderVerdict[], index: OrderIndex) {
  const toReceive: StatusUpdate[] = [];
  const notReceived: { readonly order: AccountOrder; readonly reason: string }[] = [];
  // Statuses of an order that its group does not have yet.
  const underway = ['purchased', 'shipped', 'partially_delivered', 'delivered'];
  const isReceived = ({ order: { kind, status }, verdict }: OrderVerdict) =>
    verdict === 'received_not_paid' && kind === 'order' && underway.includes(status);
  for (const known of verdicts.filter(isReceived)) {
    const [{ order }, reason] = [known, doubtAbout(known, index)];
    if (reason !== undefined) notReceived.push({ order, reason });
    else toReceive.push({ order, status: 'received' });
  }
  return { toReceive, notReceived };
}
