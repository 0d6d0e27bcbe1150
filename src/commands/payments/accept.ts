import { defineCommand, one } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import { refuseDryRun } from '../../cli/global-flags';
import { Failure, usageFailure } from '../../failure';
import { confirm } from '../../output/confirm';

export const command = defineCommand({
  summary: 'Accept that an order was paid a different amount than expected',
  description: `Marks an order's payments as accepted although they differ from the expected amount, or are perhaps one
payment twice: reconcile and report audit no longer report it. Covers the orders that share its boxes
or payments, until more or less is paid or expected. What is outstanding stays in report unpaid and
overdue; to close the order, set its status to paid. --undo reverts the acceptance.`,
  arguments: { order: one('Id or order number', { complete: 'order' }) },
  flags: {
    note: text('<text>', 'The reason (required)', { conflicts: ['undo'] }),
    undo: toggle('Revert the acceptance'),
  },
  examples: {
    'waybill --sandbox payments add 1807117486 700 --date 2026-06-12 && waybill --sandbox payments accept 1807117486 --note "price drop, agreed by chat"':
      'Stop reporting a short payment',
    'waybill --sandbox payments accept 1807117486 --undo': ['Revert it', 'notFound'],
  },
  async run({ order: typed, note, undo }, context) {
    refuseDryRun(context);
    if (!undo && note === undefined) {
      throw usageFailure('The reason is missing: --note <text>');
    }
    const [access, { acceptOrder, ledgerOrder, undoAcceptance }, { clusterFinder }] =
      await Promise.all([
        context.mirror(),
        import('../../mirror/ledger'),
        import('../../mirror/reconcile-input'),
      ]);
    if (!undo) {
      const { database } = await access.open({});
      const { paid } = clusterFinder(database)(ledgerOrder(database, typed, () => {}).id);
      const question = `Nothing was paid for order ${typed}. Accept it?`;
      if (paid === 0) await confirm(question, context, 'Nothing was accepted');
    }
    await access.write({}, (database, at) => {
      const { id: orderId } = ledgerOrder(database, typed, context.notices.notice);
      if (!undo) acceptOrder(database, { orderId, note: note ?? '', at });
      else if (!undoAcceptance(database, orderId)) {
        throw new Failure({
          ending: 'notFound',
          code: 'not_found',
          message: `Order ${typed} has not been accepted`,
        });
      }
    });
    context.notices.notice(`Order ${typed}: ${undo ? 'no longer accepted' : 'accepted'}.`);
  },
});
