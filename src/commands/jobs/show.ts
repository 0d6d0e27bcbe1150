import { defineCommand, one } from '../../cli/definition';

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
    const { job, jobView, resultView, notices } = await showJob(id, context);
    if (output.format === 'json' || output.format === 'table') {
      await output.one(jobView, job);
      for (const one of notices) context.notices.notice(one);
    } else await output.list(resultView, job.results);
  },
});
