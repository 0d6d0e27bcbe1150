import { join } from 'node:path';
import type { Context } from '../../context/context';
import { realDisk } from '../../disk/disk';
import { accountFlags } from '../../settings/base-url';
import { settingsOrDefaults } from '../../settings/resolve';
import { oldValuesFiles, undoCommands } from '../../upload/job/old-values';
import { reportedRow } from '../../upload/results';
import { findJob, type KeptJob, type OpenedJob, resumeCommand } from './kept-jobs';

/** The result of one row: its line and outcome, and its values under the service's names. */
export type Result = Readonly<Record<string, unknown>>;

export interface ShownJob extends KeptJob {
  readonly baseUrl: string;
  /** The command that resumes it; null if nothing is left to do or the command is unknown. */
  readonly resume: string | null;
  /** Kept with the job; null if they were written elsewhere. */
  readonly resultsFile: string | null;
  readonly rejectsFile: string | null;
  /** The values that an update replaced, as a file for the same command. */
  readonly oldValuesFile: string | null;
  /** The command that restores them. */
  readonly undo: string | null;
  readonly results: readonly Result[];
}

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

/**
 * Everything that is kept of one job, the name of its upload's spec, and the commands that undo its
 * earlier runs, the newest first. Throws like `findJob`.
 */
export async function showJob(
  id: string,
  context: Context,
): Promise<{
  readonly job: ShownJob;
  readonly upload: string;
  readonly earlierUndo: readonly string[];
}> {
  const opened = await findJob(id, context);
  const { folder, job, manifest } = opened;
  const names = await realDisk.list(folder);
  const kept = (name: string | undefined) =>
    name !== undefined && names.includes(name) ? join(folder, name) : null;
  const { invalid, rejected, notSent, unknown } = job.rows;
  const [noun = ''] = manifest.kind.split('-');
  const settings = settingsOrDefaults(context);
  const account = accountFlags(manifest, settings);
  const [undo = null, ...earlierUndo] = undoCommands(noun, account, folder, names);
  const refused = invalid + rejected + notSent + unknown;
  const shown = {
    ...job,
    baseUrl: manifest.baseUrl,
    resume: resumeCommand(opened, settings) ?? null,
    resultsFile: kept('results.csv'),
    rejectsFile: refused > 0 ? kept('rejects.csv') : null,
    oldValuesFile: kept(oldValuesFiles(names)[0]?.name),
    undo,
    results: await resultsOf(opened),
  };
  return { job: shown, upload: manifest.kind, earlierUndo };
}
