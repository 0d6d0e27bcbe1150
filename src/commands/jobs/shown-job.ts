import { join } from 'node:path';
import type { Context } from '../../context/context';
import { realDisk } from '../../disk/disk';
import { membersBelow } from '../../lib/once';
import { typedWords } from '../../lib/words';
import { savedOldValues } from '../../orders/old-values';
import type { CardView } from '../../output/view';
import { accountFlags } from '../../settings/base-url';
import { settingsOrDefaults } from '../../settings/resolve';
import { reportedRow } from '../../upload/results';
import { earlierUndoLine, rowView, shownFile } from '../uploads/upload-summary';
import { findJob, type KeptJob, type OpenedJob, resumeCommand, rowsColumn } from './kept-jobs';
import { jobFields } from './list';

/** The result of one row: its line and outcome, and its values under the service's names. */
type Result = Readonly<Record<string, unknown>>;

type ShownJob = KeptJob & {
  readonly baseUrl: string;
  readonly results: readonly Result[];
} & Readonly<
    Record<'resume' | 'resultsFile' | 'rejectsFile' | 'oldValuesFile' | 'undo', string | null>
  >;

async function resultsOf({ ledger, rows }: OpenedJob): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const row of rows()) {
    const { outcome, code, message } = reportedRow(row, ledger, '');
    const texts = Object.entries(row.item).filter(([, value]) => typeof value === 'string');
    const reason = { code: code || null, message: message || null };
    results.push({ line: row.line, ...Object.fromEntries(texts), outcome, ...reason });
  }
  return results;
}

/** The columns of the rows' values, in file order. */
function heldColumns(results: readonly Result[]): readonly string[] {
  const names = new Set(results.flatMap((result) => Object.keys(result)));
  for (const name of ['line', 'outcome', 'code', 'message']) names.delete(name);
  return [...names];
}

const textOrNull = (heading: string, means: string) =>
  ({ kind: 'text', heading, means, orNull: true }) as const;

export function jobView(held: readonly string[], upload: string): CardView<ShownJob> {
  const rows = rowsColumn(() => upload);
  return {
    one: 'job',
    fields: {
      ...jobFields,
      baseUrl: { kind: 'text', heading: 'Account at', means: "The service's address" },
      resume: textOrNull('Resume with', 'The command that resumes it'),
      resultsFile: textOrNull('All rows', 'The file with what became of each row'),
      rejectsFile: textOrNull('To fix', 'The file of the refused and unsent rows'),
      oldValuesFile: textOrNull('Old values', 'The file of what was there before'),
      undo: textOrNull('Undo with', 'The command that restores the old values'),
      results: { kind: 'list', means: 'Each row, with the columns of its results' },
      ...membersBelow('results', rowView(held).fields),
    },
    card: {
      title: ({ id }) => `Upload ${id}`,
      lines: [
        ...typedWords('startedAt file command baseUrl finished'),
        rows,
        'resume',
        ...(['results', 'rejects'] as const).map((flag) => ({
          heading: flag === 'results' ? 'All rows' : 'To fix',
          kind: 'text' as const,
          value: (job: ShownJob) => {
            const path = job[`${flag}File`];
            return path === null ? null : shownFile(path, flag);
          },
        })),
        'undo',
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

/** Everything kept of one job, and the commands that undo its runs, the newest first. */
export async function showJob(id: string, context: Context) {
  const opened = await findJob(id, context);
  const { folder, job, manifest } = opened;
  const names = await realDisk.list(folder);
  const kept = (name: string) => (names.includes(name) ? join(folder, name) : null);
  const { invalid, rejected, notSent, unknown } = job.rows;
  const [noun = ''] = manifest.specName.split('-');
  const settings = settingsOrDefaults(context);
  const account = accountFlags(manifest, settings);
  const { oldValuesFile, undo: commands } = savedOldValues(noun, account, folder, names);
  const [undo = null, ...earlierUndo] = commands;
  const refused = invalid + rejected + notSent + unknown;
  const results = await resultsOf(opened);
  const shown: ShownJob = {
    ...job,
    baseUrl: manifest.baseUrl,
    resume: resumeCommand(opened, settings) ?? null,
    resultsFile: kept('results.csv'),
    rejectsFile: refused > 0 ? kept('rejects.csv') : null,
    oldValuesFile,
    undo,
    results,
  };
  const held = heldColumns(results);
  return {
    job: shown,
    jobView: jobView(held, manifest.specName),
    resultView: rowView<Result>(held),
    notices: earlierUndo.map(earlierUndoLine),
  };
}
