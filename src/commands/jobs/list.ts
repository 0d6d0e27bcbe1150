import { defineCommand } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import type { Field, FieldKind, ListView } from '../../output/view';
import { outcomeFields, outcomeNames } from '../../upload/outcome';
import type { KeptJob } from './kept-jobs';

export const jobFields: Readonly<Record<string, FieldKind | Field>> = {
  id: { kind: 'id', means: "The first 8 characters of the job's id" },
  startedAt: { kind: 'moment', heading: 'Started', means: 'When it began' },
  file: { kind: 'text', means: 'The file as typed; null if the rows were typed', orNull: true },
  command: { kind: 'text', means: 'The command that started it' },
  rows: { kind: 'object', means: 'How many rows ended as what' },
  ...Object.fromEntries(outcomeNames.map((name) => [`rows.${name}`, outcomeFields[name]])),
  finished: { kind: 'yesNo', means: 'True if nothing is left to send' },
};

export const command = defineCommand({
  summary: 'List the uploads of this machine',
  description: `Newest first. To resume an unfinished upload, run the same command again.`,
  fields: Object.keys(jobFields),
  documents: { 'The uploads': [{ fields: jobFields }] },
  flags: { unfinished: toggle('Only unfinished uploads') },
  examples: {
    'waybill jobs list': 'List all uploads',
    'waybill jobs list --unfinished --json': 'List unfinished uploads for a script',
  },
  async run({ unfinished }, context) {
    const output = await context.output();
    const { accountName, keptJobs, rowsColumn, unfinishedUploads } = await import('./kept-jobs');
    const { jobs, broken } = await (unfinished ? unfinishedUploads : keptJobs)(context);
    const uploads = new Map(jobs.map(({ job, manifest }) => [job.id, manifest.specName]));
    const accounts = new Map(jobs.map(({ job, manifest }) => [job.id, accountName(manifest)]));
    const account = {
      heading: 'Account',
      kind: 'text',
      value: ({ id }: KeptJob) => accounts.get(id),
    } as const;
    const rows = rowsColumn(({ id }) => uploads.get(id) ?? '');
    const view: ListView<KeptJob> = {
      one: 'job',
      empty: `No ${unfinished ? 'unfinished ' : ''}uploads${broken.length > 0 ? ' that can be read' : ''}.`,
      fields: jobFields,
      table: ['id', 'startedAt', account, 'file', rows, 'finished'],
      leaveOut: ['Started', 'File'],
    };
    await output.list(
      view,
      jobs.map(({ job }) => job),
    );
    const [first, ...others] = broken.map(({ failure }) => failure);
    for (const { message } of others) context.notices.warning(message);
    if (first !== undefined) throw first;
  },
});
