import { keyOf } from '../../lib/fold';
import { counted } from '../../lib/words';
import { meantTracking, type OrderIndex } from './match';
import { isUnreadable } from './model';
import type { LeftOpen, OrderVerdict, StatusUpdate } from './result';

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
