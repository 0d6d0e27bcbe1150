import { defineCommand, one } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import { usageFailure } from '../../failure';
import { confirm } from '../../output/confirm';

export const command = defineCommand({
  summary: 'Accept what was paid for an order',
  description: `Marks an order's payments as accepted although they differ from the expected amount, or are perhaps one
payment twice: reconcile and report audit no longer report it. Covers the orders that share its boxes
or payments, until more or less is paid or expected; a doubt comes back with another payment. What is
outstanding stays in report unpaid and overdue; to close the order, set its status to paid. A payment
that belongs to no order is named by its id. --undo reverts the acceptance.`,
  arguments: {
    order: one('Id or order number, or the id of a payment of no order', { complete: 'order' }),
  },
  flags: {
    note: text('<text>', 'The reason (required)', { conflicts: ['undo'] }),
    undo: toggle('Revert the acceptance'),
  },
  examples: {
    'waybill payments add 1807117486 700 --date 2026-06-12 && waybill payments accept 1807117486 --note "price drop, agreed by chat"':
      'Stop reporting a short payment',
    'waybill payments accept 1807117486 --undo': ['Revert it', 'notFound'],
  },
  refusesDryRun: true,
  async run({ order: typed, note, undo }, context) {
    if (!undo && note === undefined) {
      throw usageFailure('The reason is missing: --note <text>');
    }
    const access = await context.mirror();
    const { acceptedBy, unknownInLedger } = await import('../../mirror/ledger');
    const { accept, acceptable, undoAcceptance } = await import('../../mirror/ledger-changes');
    if (!undo) {
      const { database } = await access.open({});
      const meant = acceptedBy(database, typed, () => {});
      const { paid, settled } = acceptable(database, meant);
      const isUnpaid = 'orderId' in meant && paid === 0 && settled.length === 0;
      const question = `Nothing was paid for order ${typed}. Accept it?`;
      if (isUnpaid) await confirm(question, context, 'Nothing was accepted');
    }
    const name = await access.write({}, (database, at) => {
      const meant = acceptedBy(database, typed, context.notices.notice);
      const what = `${'orderId' in meant ? 'Order' : 'Payment'} ${typed}`;
      if (!undo) accept(database, meant, { note: note ?? '', at });
      else if (!undoAcceptance(database, meant, at)) {
        throw unknownInLedger(`${what} has not been accepted`);
      }
      return what;
    });
    context.notices.notice(`${name}: ${undo ? 'no longer accepted' : 'accepted'}.`);
  },
});
