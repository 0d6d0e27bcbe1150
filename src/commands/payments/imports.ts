import { defineCommand } from '../../cli/definition';
import { mirrorOnlyFlags } from '../../cli/global-flags';
import type { ListedImport } from '../../mirror/ledger';
import type { ListView } from '../../output/view';

const view: ListView<ListedImport> = {
  one: 'import',
  empty: 'No imports.',
  fields: {
    id: { kind: 'number', means: 'The id of the import' },
    file: { kind: 'text', means: 'The files that were recorded' },
    group: { kind: 'text', means: 'The group' },
    rows: { kind: 'number', means: 'Rows that were read' },
    recorded: { kind: 'number', means: 'Payments that were recorded' },
    at: { kind: 'moment', means: 'When it was' },
  },
  table: ['id', 'file', 'group', 'rows', 'recorded', 'at'],
};

export const command = defineCommand({
  summary: 'List the files whose payments were recorded',
  description: `Each is a run of reconcile --record, even if all payments were known. To revert one, run payments undo.`,
  fields: Object.keys(view.fields),
  documents: { 'The imports': [view] },
  flags: mirrorOnlyFlags,
  examples: {
    'waybill payments imports': 'See what was recorded, and when',
    'waybill payments imports --json': 'Get the same for a script',
  },
  async run(flags, context) {
    const output = await context.outputOf(view);
    const { listImports } = await import('../../mirror/ledger');
    const { database } = await (await context.mirror()).open(flags);
    await output.list(view, listImports(database));
  },
});
