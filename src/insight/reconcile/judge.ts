import { keyOf } from '../../lib/fold';
import { counted } from '../../lib/words';
import type { JudgedCluster } from './clusters';
import { meantTracking, type OrderIndex } from './match';
import { type AccountOrder, isUnreadable, type PayoutState, type Verdict } from './model';
import type { LeftOpen, OrderVerdict, StatusUpdate } from './result';

/** What a row without a payment says; an unreadable one only that there is something. */
export type NotedState = PayoutState | 'unreadable';

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

/** Statuses of an order that its group does not have yet. */
const underway = ['purchased', 'shipped', 'partially_delivered', 'delivered'];

/** Why it is not certain that the group has all of an order; undefined if it is. */
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
  if (missing.length === 0 || !namesNumbers) return undefined;
  const received = keys.size - missing.length;
  return `${received} of ${counted(keys.size, 'tracking numbers')} received`;
}

/** The orders whose group has received them: those to update, and those of which it may lack some. */
export function receivedOrders(
  verdicts: readonly OrderVerdict[],
  index: OrderIndex,
): { readonly toReceive: readonly StatusUpdate[]; readonly notReceived: readonly LeftOpen[] } {
  const toReceive: StatusUpdate[] = [];
  const notReceived: LeftOpen[] = [];
  for (const known of verdicts) {
    const { order, verdict } = known;
    if (verdict !== 'received_not_paid' || order.kind !== 'order') continue;
    if (!underway.includes(order.status)) continue;
    const reason = doubtAbout(known, index);
    if (reason !== undefined) notReceived.push({ order, reason });
    else {
      const body = { status: 'received' } as const;
      toReceive.push({ order, expectedStatus: order.status, body });
    }
  }
  return { toReceive, notReceived };
}
