import { basename, join } from 'node:path';
import { localDay } from '../../cli/day';
import type { Context } from '../../context/context';
import { realDisk } from '../../disk/disk';
import { machineProcesses } from '../../disk/lock';
import { Failure, usageFailure } from '../../failure';
import { commandInFolder } from '../../lib/words';
import { refuseForeignFolder } from '../../lib/write-files';
import { accountFlags } from '../../settings/base-url';
import type { Settings } from '../../settings/resolve';
import { changedAt, isJobFolder, readJob, removeJob } from '../../upload/job/job';
import { outcomeWords } from '../uploads/upload-summary';

const shownCharacters = 8;

/** The first characters of the job's id, enough to name it. */
function shortId(folder: string): string {
  return basename(folder).slice(0, shownCharacters);
}

/** A job, with the parts that a list does not show. */
export type OpenedJob = Awaited<ReturnType<typeof openKept>>;

/** An upload as `jobs list` shows it. */
export type KeptJob = OpenedJob['job'];

async function openKept(folder: string) {
  const stored = await readJob(realDisk, folder);
  const { manifest, ledger } = stored;
  const { rows: _, ...rows } = ledger.counts();
  const { startedAt, file, command } = manifest;
  const { finished } = ledger;
  const job = { id: shortId(folder), startedAt, file, command, rows, finished };
  return { ...stored, folder, job };
}

async function jobFolders({ paths }: Pick<Context, 'paths'>): Promise<readonly string[]> {
  const { jobsFolder, userId } = paths;
  refuseForeignFolder(jobsFolder, userId);
  if ((await realDisk.look(jobsFolder)) === undefined) return [];
  const names = (await realDisk.list(jobsFolder)).filter(isJobFolder);
  return names.map((name) => join(jobsFolder, name));
}

/** Every job, most recently started first, and those whose folder can't be read, with why (exit 14). */
export async function keptJobs(context: Pick<Context, 'paths'>) {
  const jobs: OpenedJob[] = [];
  const broken: { readonly folder: string; readonly failure: Failure }[] = [];
  for (const folder of await jobFolders(context)) {
    try {
      jobs.push(await openKept(folder));
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      broken.push({ folder, failure });
    }
  }
  const byStart = (one: OpenedJob, other: OpenedJob) =>
    one.job.startedAt < other.job.startedAt ? 1 : -1;
  return { jobs: jobs.toSorted(byStart), broken };
}

/** The job with this id or beginning of an id. Throws exit 2 if several match, 6 if none does. */
export async function findJob(typed: string, context: Pick<Context, 'paths'>): Promise<OpenedJob> {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') throw usageFailure('The job id is empty');
  const found = (await jobFolders(context)).filter((one) => basename(one).startsWith(wanted));
  const [first, second] = found;
  if (first === undefined) {
    throw new Failure({
      ending: 'notFound',
      code: 'not_found',
      message: `Unknown job ${typed}`,
      hint: 'For the ids, run waybill jobs list.',
    });
  }
  if (second !== undefined) {
    throw usageFailure(`${found.length} jobs begin with ${typed}`, {
      hint: `Use one of ${found.map((one) => basename(one).slice(0, wanted.length + shownCharacters)).join(', ')}.`,
    });
  }
  return openKept(first);
}

/** The command that resumes a job; undefined if nothing is left to do. */
export function resumeCommand({ job, manifest }: OpenedJob, settings: Settings) {
  const { command, folder } = manifest;
  if (job.finished) return undefined;
  const isNamed = / --(sandbox|profile|base-url)\b/.test(command);
  const whole = isNamed ? command : `${command}${accountFlags(manifest, settings)}`;
  // Names of files start there, and the command may be copied to anywhere.
  const resume = commandInFolder(folder, whole);
  // Waiting for the keyboard would resume nothing.
  return job.file === '-' ? `${resume} < <file>` : resume;
}

/** The rows in the words of the upload's own summary; `uploadOf` names the upload's spec. */
export function rowsColumn(uploadOf: (job: KeptJob) => string) {
  return {
    heading: 'Rows',
    kind: 'text',
    preferredWidth: 20,
    wraps: true,
    value: (job: KeptJob) => outcomeWords(job.rows, uploadOf(job)) || 'none',
  } as const;
}

/** The account of a job: `sandbox`, or its profile and the service's host. */
export function accountName({ baseUrl, profile }: OpenedJob['manifest']): string {
  return baseUrl === 'sandbox' ? baseUrl : `${profile} at ${new URL(baseUrl).host}`;
}

/** The name of a job for people: its file, if it has one. */
export function jobName({ job }: OpenedJob): string {
  return job.file === '-' ? 'rows from standard input' : (job.file ?? job.command);
}

export async function unfinishedUploads(context: Pick<Context, 'paths'>) {
  const { jobs, broken } = await keptJobs(context);
  return { jobs: jobs.filter(({ job }) => !job.finished), broken };
}

export type Candidate = Awaited<ReturnType<typeof candidates>>[number];

/** The jobs without activity since that day, including those that can't be read. */
export async function candidates(before: string | undefined, context: Context) {
  const { jobs, broken } = await keptJobs(context);
  const candidate = (folder: string, what: string, finished: boolean) => {
    const id = shortId(folder);
    // `1a2b3c4d (tracking.csv)`
    return { id, folder, name: `${id} (${what})`, finished };
  };
  const all = [
    ...jobs.map((one) => candidate(one.folder, jobName(one), one.job.finished)),
    ...broken.map(({ folder }) => candidate(folder, "can't be read", false)),
  ];
  if (before === undefined) return all;
  const days = await Promise.all(all.map(({ folder }) => changedAt(realDisk, folder)));
  return all.filter((_, index) => localDay(days[index] ?? 0) < before);
}

/** Returns false, with a warning, if the job is in progress. */
export async function remove({ folder, name }: Candidate, context: Context): Promise<boolean> {
  try {
    await removeJob(realDisk, folder, machineProcesses(context.world));
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || error.ending !== 'locked') throw error;
    context.notices.warning(`${name} is in progress and was not removed`);
    return false;
  }
}
