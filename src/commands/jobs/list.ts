import { defineCommand } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import type { CellType, Field, View } from '../../output/view';
import type { OutcomeCounts } from '../../upload/outcome';
import type { KeptJob } from './kept-jobs';

/** The outcomes of rows in a few words: "48 added, 2 rejected". */
export function outcomeWords(rows: Omit<OutcomeCounts, 'rows'>): string {
  const words = Object.entries(rows).flatMap(([name, count]) =>
    count > 0 ? [`${count} ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`] : [],
  );
  return words.join(', ') || 'none';
}

export const jobFields: Readonly<Record<string, CellType | Field>> = {
  id: 'id',
  startedAt: { kind: 'moment', heading: 'Started' },
  file: 'text',
  command: 'text',
  rows: 'object',
  'rows.added': 'number',
  'rows.alreadyPresent': 'number',
  'rows.accepted': 'number',
  'rows.duplicate': 'number',
  'rows.invalid': 'number',
  'rows.rejected': 'number',
  'rows.notSent': 'number',
  'rows.unknown': 'number',
  finished: 'yesNo',
};

export const rowsColumn = {
  heading: 'Rows',
  kind: 'text',
  value: ({ rows }: KeptJob) => outcomeWords(rows),
} as const;

const view: View<KeptJob> = {
  one: 'job',
  empty: 'No uploads.',
  fields: jobFields,
  table: ['id', 'startedAt', 'file', rowsColumn, 'finished'],
  leaveOut: ['Started', 'File'],
  card: { title: ({ id }) => id, lines: ['startedAt', 'file', 'command', rowsColumn, 'finished'] },
};

export const command = defineCommand({
  summary: 'List uploads',
  description: `Lists the uploads started on this machine, newest first, with their file, command and row
outcomes. To resume an unfinished upload, run the same command again.`,
  fields: Object.keys(view.fields),
  arguments: {},
  flags: {
    unfinished: toggle('Only unfinished uploads'),
  },
  examples: [
    { command: 'waybill jobs list', explains: 'List all uploads' },
    {
      command: 'waybill jobs list --unfinished --json',
      explains: 'List unfinished uploads for a script',
    },
  ],
  async run({ unfinished }, context) {
    const output = await context.output();
    const { keptJobs, unfinishedUploads } = await import('./kept-jobs');
    const { jobs, broken } = await (unfinished ? unfinishedUploads : keptJobs)(context);
    for (const { failure } of broken) context.notices.warning(failure.message);
    await output.list(
      view,
      jobs.map(({ job }) => job),
    );
  },
});
