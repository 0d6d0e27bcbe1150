import { join } from 'node:path';
import { defineCommand, one } from '../../cli/definition';
import type { View } from '../../output/view';
import { newestOldValues } from '../../upload/job/old-values';
import { reportedRow } from '../../upload/results';
import { findJob, jobsDisk, type KeptJob, type OpenedJob, resumeCommand } from './kept-jobs';
import { jobFields, rowsColumn } from './list';

/** The result of one row: its line and outcome, and its values under the service's names. */
type Result = Readonly<Record<string, unknown>>;

interface ShownJob extends KeptJob {
  readonly baseUrl: string;
  /** The command that resumes it; null if nothing is left to do or the command is unknown. */
  readonly resume: string | null;
  /** Kept with the job; null if they were written elsewhere. */
  readonly resultsFile: string | null;
  readonly rejectsFile: string | null;
  /** The values that an update replaced, as a file for the same command. */
  readonly oldValuesFile: string | null;
  readonly results: readonly Result[];
}

async function resultsOf({ ledger, rows }: OpenedJob): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const row of rows()) {
    const { outcome, code, message } = reportedRow(row, ledger, '');
    const texts = Object.entries(row.item).filter(([, value]) => typeof value === 'string');
    results.push({ line: row.line, ...Object.fromEntries(texts), outcome, code, message });
  }
  return results;
}

async function shown(opened: OpenedJob): Promise<ShownJob> {
  const { folder, job, manifest } = opened;
  const names = await jobsDisk.list(folder);
  const kept = (name: string | undefined) =>
    name !== undefined && names.includes(name) ? join(folder, name) : null;
  const { invalid, rejected, notSent, unknown } = job.rows;
  const refused = invalid + rejected + notSent + unknown;
  return {
    ...job,
    baseUrl: manifest.baseUrl,
    resume: resumeCommand(opened) ?? null,
    resultsFile: kept('results.csv'),
    rejectsFile: refused > 0 ? kept('rejects.csv') : null,
    oldValuesFile: kept(newestOldValues(names)),
    results: await resultsOf(opened),
  };
}

/** The columns of the rows' values, in file order. */
function heldColumns(results: readonly Result[]): readonly string[] {
  const names = new Set(results.flatMap((result) => Object.keys(result)));
  for (const name of ['line', 'outcome', 'code', 'message']) names.delete(name);
  return [...names];
}

function jobView(results: readonly Result[]): View<ShownJob> {
  const held = heldColumns(results);
  return {
    one: 'job',
    empty: 'No job.',
    fields: {
      ...jobFields,
      baseUrl: { kind: 'text', heading: 'Account at' },
      resume: { kind: 'text', heading: 'Resume with' },
      resultsFile: { kind: 'text', heading: 'All rows' },
      rejectsFile: { kind: 'text', heading: 'To fix' },
      oldValuesFile: { kind: 'text', heading: 'Old values' },
      results: 'list',
      ...Object.fromEntries(
        Object.entries(resultFields(held)).map(([name, kind]) => [`results.${name}`, kind]),
      ),
    },
    table: ['id', 'startedAt', 'file', rowsColumn, 'finished'],
    card: {
      title: ({ id }) => `Upload ${id}`,
      lines: [
        ...['startedAt', 'file', 'command', 'baseUrl', 'finished'],
        rowsColumn,
        ...['resume', 'resultsFile', 'rejectsFile', 'oldValuesFile'],
      ],
      sections: [
        {
          heading: 'Results',
          at: 'results',
          columns: ['line', ...held, 'outcome', 'message'],
          empty: 'No rows.',
        },
      ],
    },
  };
}

function resultFields(held: readonly string[]) {
  return {
    line: 'number',
    ...Object.fromEntries(held.map((name) => [name, 'id' as const])),
    outcome: 'status',
    code: 'text',
    message: 'text',
  } as const;
}

export const command = defineCommand({
  summary: 'Show the results of an upload',
  description: `Shows the outcome of each row, the files that were kept, and the command that resumes an unfinished
upload. Name the job by its id, or by the first characters of it. csv, tsv and ndjson print the rows.`,
  arguments: { id: one('The id, or its first characters') },
  flags: {},
  examples: [
    {
      command: 'waybill jobs show 12ce4f79',
      explains: 'Show an upload by the id from the list',
      ending: 'notFound',
    },
    {
      command: 'waybill jobs show 12ce4f79 -o csv',
      explains: 'Export the outcomes of its rows for a spreadsheet',
      ending: 'notFound',
    },
  ],
  async run({ id }, context) {
    const output = await context.output();
    const job = await shown(await findJob(id, context));
    const { results } = job;
    if (output.format === 'json' || output.format === 'table') {
      return output.one(jobView(results), job);
    }
    const fields = resultFields(heldColumns(results));
    const table = Object.keys(fields);
    const view: View<Result> = { one: 'row', empty: 'No rows.', fields, table, card: () => '' };
    await output.list(view, results);
  },
});
