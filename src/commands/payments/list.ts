import { defineCommand } from '../../cli/definition';
import { mirrorFlags } from '../../cli/mirror-flags';
import { listPayments } from '../../mirror/ledger';
import { paymentView } from './view';

export const command = defineCommand({
  summary: 'List the recorded payments',
  description: `Every payment that was recorded, typed in or from a group's file, a row for each order that it
paid. A payment that a later file replaced is left out.`,
  fields: Object.keys(paymentView.fields),
  arguments: {},
  flags: mirrorFlags,
  examples: [
    { command: 'waybill payments list', explains: 'Every payment' },
    { command: 'waybill payments list -o csv --money dollars', explains: 'For a spreadsheet' },
  ],
  async run(flags, context) {
    const output = await context.output();
    output.expect(paymentView);
    const { database } = await (await context.mirror()).open(flags);
    await output.list(paymentView, listPayments(database));
  },
});
