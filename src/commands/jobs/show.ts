import { defineCommand, one } from '../../cli/definition';
import type { View } from '../../output/view';
import { earlierUndoLine } from '../../upload/outcome';
import { jobFields, rowsColumn } from './list';
import type { Result, ShownJob } from './shown-job';

/** The columns of the rows' values, in file order. */
function heldColumns(results: readonly Result[]): readonly string[] {
  const names = new Set(results.flatMap((result) => Object.keys(result)));
  for (const name of ['line', 'outcome', 'code', 'message']) names.delete(name);
  return [...names];
}

function jobView(results: readonly Result[], upload: string): View<ShownJob> {
  const rows = rowsColumn(() => upload);
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
      undo: { kind: 'text', heading: 'Undo with' },
      results: 'list',
      ...Object.fromEntries(
        Object.entries(resultFields(held)).map(([name, kind]) => [`results.${name}`, kind]),
      ),
    },
    table: ['id', 'startedAt', 'file', rows, 'finished'],
    card: {
      title: ({ id }) => `Upload ${id}`,
      lines: [
        ...['startedAt', 'file', 'command', 'baseUrl', 'finished'],
        rows,
        ...['resume', 'resultsFile', 'rejectsFile', 'undo'],
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
upload. Name the job by its id, or by its first characters. csv, tsv and ndjson print the rows.`,
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
    const { showJob } = await import('./shown-job');
    const { job, upload, earlierUndo } = await showJob(id, context);
    const { results } = job;
    if (output.format === 'json' || output.format === 'table') {
      await output.one(jobView(results, upload), job);
      for (const one of earlierUndo) context.notices.notice(earlierUndoLine(one));
      return;
    }
    const fields = resultFields(heldColumns(results));
    const table = Object.keys(fields);
    const view: View<Result> = { one: 'row', empty: 'No rows.', fields, table, card: () => '' };
    await output.list(view, results);
  },
});
