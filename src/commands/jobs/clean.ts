import { day, localDay, resolveDay } from '../../cli/day';
import { defineCommand } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import type { Context } from '../../context';
import { Failure } from '../../failure';
import { counted } from '../../lib/words';
import { machineProcesses } from '../../upload/job/processes';
import { changedAt, removeJob } from '../../upload/job/stored-job';
import { jobName, jobsDisk, keptJobs, shortId } from './kept-jobs';

/** A job that may be removed. */
interface Candidate {
  readonly folder: string;
  /** `1a2b3c4d (tracking.csv)` */
  readonly name: string;
  readonly finished: boolean;
}

/** The jobs without activity since that day, including those that can't be read. */
async function candidates(before: string | undefined, context: Context): Promise<Candidate[]> {
  const { jobs, broken } = await keptJobs(context);
  const all: Candidate[] = [
    ...jobs.map((one) => ({
      folder: one.folder,
      name: `${one.job.id} (${jobName(one)})`,
      finished: one.job.finished,
    })),
    ...broken.map(({ folder }) => ({
      folder,
      name: `${shortId(folder)} (can't be read)`,
      finished: false,
    })),
  ];
  if (before === undefined) return all;
  const days = await Promise.all(all.map(({ folder }) => changedAt(jobsDisk, folder)));
  return all.filter((_, index) => localDay(days[index] ?? 0) < before);
}

async function confirmUnfinished(unfinished: readonly Candidate[], context: Context) {
  if (unfinished.length === 0) return;
  const names = unfinished.map(({ name }) => name).join(', ');
  const question = `Remove ${counted(unfinished.length, 'unfinished uploads')}, which you can't resume afterwards: ${names}?`;
  if (await (await context.questions()).confirm(question)) return;
  throw new Failure({ ending: 'usage', code: 'declined', message: 'Nothing was removed' });
}

async function remove({ folder, name }: Candidate, context: Context): Promise<boolean> {
  try {
    await removeJob(jobsDisk, folder, machineProcesses(context.world));
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || error.ending !== 'locked') throw error;
    context.notices.warning(`${name} is in progress and was not removed`);
    return false;
  }
}

export const command = defineCommand({
  summary: 'Remove finished uploads',
  description: `Removes what waybill keeps of finished uploads: their rows, results, rejects and old values. Nothing
changes at the service. Unfinished uploads stay, because you could not resume them afterwards; --all
removes them too, after a question. If you upload the same file again, it is a new job. Later uploads
remove finished ones older than 90 days.`,
  arguments: {},
  flags: {
    olderThan: day('Only uploads with no activity for longer than this', '<30d>'),
    all: toggle('Unfinished uploads too; asks first'),
  },
  examples: [
    { command: 'waybill jobs clean --older-than 30d', explains: 'Keep the last 30 days' },
    { command: 'waybill jobs clean', explains: 'Remove all finished uploads' },
  ],
  async run({ olderThan, all }, context) {
    const { dryRun } = context.settings();
    const output = await context.output();
    const before = olderThan === undefined ? undefined : resolveDay(olderThan, context.today());
    const old = await candidates(before, context);
    const unfinished = old.filter(({ finished }) => !finished);
    const leaving = all ? old : old.filter(({ finished }) => finished);
    if (all && !dryRun) await confirmUnfinished(unfinished, context);
    const removed: string[] = [];
    for (const one of leaving) {
      if (dryRun || (await remove(one, context))) removed.push(one.name);
    }
    if (!all && unfinished.length > 0) {
      context.notices.notice(
        `${counted(unfinished.length, 'unfinished uploads')} kept; --all removes them too.`,
      );
    }
    const ids = removed.map((name) => name.slice(0, name.indexOf(' ')));
    if (output.format !== 'table') await output.value({ removed: ids });
    else if (dryRun) {
      await output.text(removed.map((name) => `${name} would be removed\n`).join(''));
    } else await output.text(`${counted(removed.length, 'jobs')} removed\n`);
  },
});
