import { defineCommand } from '../../cli/definition';
import { mirrorOnlyFlags } from '../../cli/global-flags';
import type { ListedAcceptance } from '../../mirror/ledger';
import { numberOfOrder } from '../../output/fields';
import type { ListView } from '../../output/view';

const view: ListView<ListedAcceptance> = {
  one: 'acceptance',
  empty: 'Nothing was accepted.',
  fields: {
    orderId: { kind: 'id', means: "The service's id of the order", orNull: true },
    orderNumber: numberOfOrder,
    group: { kind: 'text', means: 'The group', orNull: true },
    expected: { kind: 'money', means: 'What was expected then' },
    paid: { kind: 'money', means: 'What was paid then' },
    difference: { kind: 'money', means: 'Paid minus expected' },
    note: { kind: 'text', means: 'Why it was accepted' },
    at: { kind: 'moment', means: 'When it was accepted' },
    applies: { kind: 'yesNo', means: 'False while one of the amounts differs' },
  },
  table: ['orderNumber', 'group', 'expected', 'paid', 'difference', 'note', 'at', 'applies'],
};

export const command = defineCommand({
  summary: 'List what was accepted with payments accept',
  description: `With what was expected and paid then for the order and those that were paid with it. An acceptance
applies as long as neither has changed.`,
  fields: Object.keys(view.fields),
  documents: { 'The acceptances': [view] },
  flags: mirrorOnlyFlags,
  examples: {
    'waybill payments accepted': 'See which differences were written off, and why',
    'waybill payments accepted -o csv --money dollars': 'Export them for an accountant',
  },
  async run(flags, context) {
    const output = await context.outputOf(view);
    const { listAcceptances } = await import('../../mirror/ledger');
    const { database } = await (await context.mirror()).open(flags);
    await output.list(view, listAcceptances(database));
  },
});
