import { defineCommand, one } from '../../cli/definition';
import { counted, dollarsForPeople as dollars } from '../../lib/words';
import { confirmIfPossible } from '../../output/confirm';
import { ownAccountFlags } from '../../settings/base-url';
import { noticeStillPaid, readId } from './remove';

export const command = defineCommand({
  summary: 'Revert an entire import',
  description: `Takes back every payment of an import that no other import has. Payments that it replaced are in effect
again. What is left is what the other imports and payments typed by hand say; payments that you removed
stay removed. On a terminal it first says how much goes, and asks. To take back one payment, use
payments remove.`,
  arguments: { import: one('The id of the import, from payments imports') },
  examples: {
    'waybill payments undo 1': ['Revert what a file recorded', 'notFound'],
    'waybill payments undo 1 -q': ['Do it in a script, without a message', 'notFound'],
  },
  refusesDryRun: true,
  async run(typed, context) {
    const id = readId(typed.import, 'import');
    const access = await context.mirror();
    const { losingPayments, previewUndo, undoImport } = await import('../../mirror/ledger-changes');
    const { database } = await access.open({});
    const { gone, back, kept, removed } = previewUndo(database, id);
    const inWords = (payments: readonly { readonly amount: number }[]) =>
      `${counted(payments.length, 'payments')}, ${dollars(payments.reduce((sum, { amount }) => sum + amount, 0))}`;
    const again = back.length === 0 ? '' : `; ${inWords(back)}, counts again`;
    const goes = `${inWords(gone)}${again}`;
    await confirmIfPossible(`Take back import ${id}: ${goes}?`, context, 'Nothing was reverted');
    const stillPaid = await access.write({}, (writable, at) =>
      losingPayments(writable, { import: id }, () => undoImport(writable, id, at)),
    );
    const others =
      kept === 1 ? 'stays, because another import has it' : 'stay, because other imports have them';
    const stays = kept === 0 ? '' : `; ${kept} ${others}`;
    context.notices.notice(`Reverted import ${id}: ${goes}${stays}.`);
    const account = ownAccountFlags(context.settings());
    for (const payment of removed) {
      context.notices.notice(
        `Payment ${payment.id}, ${dollars(payment.amount)}, stays removed. To bring it back, run waybill payments remove ${payment.id} --undo${account}.`,
      );
    }
    noticeStillPaid(stillPaid, context);
  },
});
