import type { Context } from '../../context';
import { countedOf } from '../../lib/words';
import { jobName, type OpenedJob, resumeCommand, unfinishedUploads } from '../jobs/kept-jobs';
import { failed, ok, type Verdict, warn } from './finding';

function unfinished(opened: OpenedJob): Verdict {
  const { job, ledger } = opened;
  const done = `${countedOf(ledger.settled, ledger.rows, 'rows')} settled`;
  const resume = resumeCommand(opened);
  return warn(
    'jobs',
    `${jobName(opened)} is not finished (job ${job.id}): ${done}`,
    resume === undefined
      ? 'Run the same command with the same file again: it resumes where it stopped.'
      : `If nothing else is uploading it, resume it: ${resume}`,
  );
}

/** Reports unfinished uploads. */
export async function checkJobs(context: Context): Promise<Verdict[]> {
  try {
    const { jobs, broken } = await unfinishedUploads(context);
    const findings = [
      ...jobs.map(unfinished),
      ...broken.map(({ failure }) => failed('jobs', failure)),
    ];
    return findings.length > 0 ? findings : [ok('jobs', 'no unfinished uploads')];
  } catch (error) {
    return [failed('jobs', error)];
  }
}
