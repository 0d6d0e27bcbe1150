import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context';
import { localFileFailure } from '../../failure';
import { parseJson } from '../../lib/json';
import { realDisk, reportingDisk } from '../../upload/job/disk';
import { readJournal } from '../../upload/job/journal';
import { failed, ok, type Verdict, warn } from './finding';

function jobFolders(jobsFolder: string): string[] {
  try {
    // What begins with a dot is a job that is just being put down.
    const names = readdirSync(jobsFolder).filter((name) => !name.startsWith('.'));
    return names.map((name) => join(jobsFolder, name));
  } catch (cause) {
    const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw localFileFailure(`The folder ${jobsFolder} could not be read (${code})`, { cause });
  }
}

/** `120 rows for https://…`, as far as the job's manifest can be read. */
async function describeJob(folder: string): Promise<string> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of realDisk.read(join(folder, 'manifest.json'))) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const { rows, baseUrl } = parseJson(text) as Record<string, unknown>;
    return `${rows} rows for ${baseUrl}`;
  } catch {
    return 'its manifest can not be read';
  }
}

/** Undefined for a job that has come to its end. */
async function checkJob(folder: string): Promise<Verdict | undefined> {
  let last = '';
  try {
    await readJournal(reportingDisk(realDisk), join(folder, 'journal.ndjson'), ({ event }) => {
      last = event;
    });
  } catch (error) {
    return failed('jobs', error);
  }
  if (last === 'finished') return undefined;
  return warn(
    'jobs',
    `${folder} is under way or was cut short: ${await describeJob(folder)}`,
    'Run the same command with the same file again: it goes on where it stopped.',
  );
}

/** Uploads that have not come to their end. */
export async function checkJobs({ paths: { jobsFolder } }: Context): Promise<Verdict[]> {
  try {
    const found = await Promise.all(jobFolders(jobsFolder).map(checkJob));
    const findings = found.filter((verdict) => verdict !== undefined);
    return findings.length > 0 ? findings : [ok('jobs', 'none is unfinished')];
  } catch (error) {
    return [failed('jobs', error)];
  }
}
