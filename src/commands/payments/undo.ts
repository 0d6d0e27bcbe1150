import { defineCommand, one } from '../../cli/definition';
import { refuseDryRun } from '../../cli/global-flags';
import { counted } from '../../lib/words';
import { readId } from './remove';
import { noticeStillPaid } from './still-paid';

export const command = defineCommand({
  summary: 'Revert an entire import',
  description: `Removes every payment of an import that no other import has. Payments that it replaced are in effect
again. What is left is what the other imports and payments typed by hand say.`,
  arguments: { import: one('The id of the import, from payments imports') },
  flags: {},
  examples: {
    'waybill --sandbox payments undo 1': ['Revert what a file recorded', 'notFound'],
    'waybill --sandbox payments undo 1 -q': ['Do it in a script, without a message', 'notFound'],
  },
  async run(typed, context) {
    refuseDryRun(context);
    const id = readId(typed.import, 'import');
    const [access, { undoImport }, { losingPayments }] = await Promise.all([
      context.mirror(),
      import('../../mirror/ledger'),
      import('../../mirror/lost-payments'),
    ]);
    const { result, stillPaid } = await access.write({}, (database) =>
      losingPayments(database, { import: id }, () => undoImport(database, id)),
    );
    const { removed, kept } = result;
    const verb = kept === 1 ? 'stays' : 'stay';
    const stays = kept === 0 ? '' : `; ${kept} ${verb}, because another import has it`;
    context.notices.notice(`Reverted import ${id}: ${counted(removed, 'payments')}${stays}.`);
    noticeStillPaid(stillPaid, context);
  },
});
