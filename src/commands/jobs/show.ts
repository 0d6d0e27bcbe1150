import { readFileSync } from 'node:fs';
import { defineCommand, one } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import { Failure } from '../../failure';

export const command = defineCommand({
  summary: 'Show what became of each row of an upload',
  description: `Also names the files that were kept, and the command that resumes an unfinished upload. csv, tsv and
ndjson print the rows.`,
  documents: async () => {
    const { jobView } = await import('./shown-job');
    const { rowDocument } = await import('../uploads/upload-summary');
    // Its rows have the columns of their upload.
    const fields = Object.entries(jobView([], '').fields).filter(
      ([path]) => !path.startsWith('results.'),
    );
    return { 'The upload': { fields: Object.fromEntries(fields) }, line: [rowDocument] };
  },
  arguments: { id: one('The id, or its first characters', { complete: 'job' }) },
  flags: {
    rejects: toggle('Print the file of the rows to fix', { conflicts: ['results'] }),
    results: toggle('Print the file with what became of each row'),
  },
  examples: {
    'waybill jobs show 12ce4f79': ['Show an upload by the id from the list', 'notFound'],
    'waybill jobs show 12ce4f79 --rejects': ['Print its rows to fix, as csv', 'notFound'],
    'waybill jobs show 12ce4f79 -o csv': [
      'Export the outcomes of its rows for a spreadsheet',
      'notFound',
    ],
  },
  async run({ id, rejects, results }, context) {
    const output = await context.output();
    const { showJob } = await import('./shown-job');
    const { job, jobView, resultView, notices } = await showJob(id, context);
    if (rejects || results) {
      const path = rejects ? job.rejectsFile : job.resultsFile;
      const what = rejects ? 'rows to fix' : 'results';
      if (path !== null) return output.page(readFileSync(path, 'utf8'));
      throw new Failure({
        ending: 'notFound',
        code: 'no_such_file',
        message: `Upload ${job.id} keeps no ${what}`,
        hint: 'With --rejects or --results, the upload wrote its own file instead.',
      });
    }
    if (output.format === 'json' || output.format === 'table') {
      await output.one(jobView, job);
      for (const one of notices) context.notices.notice(one);
    } else await output.list(resultView, job.results);
  },
});
