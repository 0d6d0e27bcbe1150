import { defineCommand, one } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import type { Context } from '../../context/context';
import { usageFailure } from '../../failure';
import { counted, firstOf, quotedWord } from '../../lib/words';
import type { PaidOrder } from '../../mirror/ledger-changes';
import { kindStored } from '../../orders/kinds';
import { ownAccountFlags } from '../../settings/base-url';

/** Reads the number of a payment or an import. Throws a usage failure that quotes it. */
export function readId(typed: string, what: string): number {
  if (/^[1-9]\d{0,14}$/.test(typed.trim())) return Number(typed);
  throw usageFailure(`The ${what} id must be a whole number, not "${typed}"`);
}

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

export const command = defineCommand({
  summary: "Remove one payment, typed in or from a group's file",
  description: `It is kept as removed, so no file brings it back; --undo does. To revert everything that a file
recorded, use payments undo.`,
  arguments: { id: one('The id of the payment, from payments list') },
  flags: { undo: toggle('Bring the payment back') },
  examples: {
    'waybill payments remove 1': ['Remove a payment that is not one', 'notFound'],
    'waybill payments remove 1 --undo': ['Bring it back', 'notFound'],
  },
  refusesDryRun: true,
  async run({ id: typed, undo }, context) {
    const id = readId(typed, 'payment');
    const access = await context.mirror();
    const { losingPayments, removePayment } = await import('../../mirror/ledger-changes');
    let counts = false;
    const stillPaid = await access.write({}, (database, at) =>
      losingPayments(database, { payment: id }, () => {
        counts = removePayment(database, id, { isRemoved: !undo, at });
      }),
    );
    const more = counts ? '' : ' once a file that has it is recorded';
    const back = `Payment ${id} counts again${more}.`;
    context.notices.notice(undo ? back : `Removed payment ${id}.`);
    noticeStillPaid(stillPaid, context);
  },
});
