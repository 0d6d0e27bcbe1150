import { defineCommand } from '../../cli/definition';
import { mirrorOnlyFlags } from '../../cli/global-flags';
import { paymentView } from './view';

export const command = defineCommand({
  summary: 'List the recorded payments',
  description: `Lists every recorded payment, typed in or from a group's file, with one row per order that it paid.
A bonus or a fee has one row without an order. Doubt says why a payment perhaps should not count.
Leaves out payments that a later file replaced, and removed ones.`,
  fields: Object.keys(paymentView.fields),
  documents: { 'The payments': [paymentView] },
  arguments: {},
  flags: mirrorOnlyFlags,
  examples: {
    'waybill --sandbox payments list': 'List every payment',
    'waybill --sandbox payments list -o csv --money dollars': 'Export them for a spreadsheet',
  },
  async run(flags, context) {
    const output = await context.output();
    output.expect(paymentView);
    const [access, { listPayments }] = await Promise.all([
      context.mirror(),
      import('../../mirror/ledger'),
    ]);
    const { database } = await access.open(flags);
    await output.list(paymentView, listPayments(database));
  },
});
