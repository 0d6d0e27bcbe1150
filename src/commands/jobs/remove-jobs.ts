import { localDay } from '../../cli/day';
import type { Context } from '../../context';
import { Failure } from '../../failure';
import { machineProcesses } from '../../upload/job/lock';
import { changedAt, removeJob } from '../../upload/job/stored-job';
import { jobName, jobsDisk, keptJobs, shortId } from './kept-jobs';

/** A job that may be removed. */
export interface Candidate {
  readonly folder: string;
  /** `1a2b3c4d (tracking.csv)` */
  readonly name: string;
  readonly finished: boolean;
}

/** The jobs without activity since that day, including those that can't be read. */
export async function candidates(
  before: string | undefined,
  context: Context,
): Promise<Candidate[]> {
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

/** Returns false, with a warning, if the job is in progress. */
export async function remove({ folder, name }: Candidate, context: Context): Promise<boolean> {
  try {
    await removeJob(jobsDisk, folder, machineProcesses(context.world));
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || error.ending !== 'locked') throw error;
    context.notices.warning(`${name} is in progress and was not removed`);
    return false;
  }
}
