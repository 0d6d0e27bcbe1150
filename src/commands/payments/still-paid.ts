import type { Context } from '../../context/context';
import { counted, firstOf, quotedWord } from '../../lib/words';
import type { PaidOrder } from '../../mirror/ledger-changes';
import { kindStored } from '../../orders/kinds';
import { ownAccountFlags } from '../../settings/base-url';

/** Names the orders that lost payments but stay paid at the service, so that no report misses them. */
export function noticeStillPaid(
  orders: readonly PaidOrder[],
  { notices, settings }: Pick<Context, 'notices' | 'settings'>,
): void {
  const [first] = orders;
  if (first === undefined) return;
  const nameOf = ({ orderNumber, id }: PaidOrder) => orderNumber?.trim() || id;
  const verb = orders.length === 1 ? 'stays' : 'stay';
  const update = `waybill ${kindStored(first.kind).noun} update ${quotedWord(nameOf(first))} --status <status>${ownAccountFlags(settings())}`;
  notices.notice(
    `${counted(orders.length, 'orders')} ${verb} paid at the service, so report unpaid leaves out ${firstOf(orders.map(nameOf))}. If the group has not paid an order in another way, set it back: ${update}.`,
  );
}
