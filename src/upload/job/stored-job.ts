import { join } from 'node:path';
import { Ledger } from '../ledger';
import type { UploadRow } from '../spec';
import type { Disk } from './disk';
import { changedRows, incomingPrefix, jobFiles } from './job';
import { readJournal } from './journal';
import { type Processes, takeLock } from './lock';
import { type Manifest, readManifest, writerOf } from './manifest';
import { readRows, surveyRows } from './rows';

/** A job as it lies in its folder, for anyone who only looks at it. */
export interface StoredJob {
  readonly manifest: Manifest;
  readonly ledger: Ledger;
  rows(): AsyncIterable<UploadRow<Readonly<Record<string, unknown>>>>;
}

/** Whether a name in the folder of the jobs is a job's. */
export function isJobFolder(name: string): boolean {
  return !name.startsWith('.');
}

/** Reads a job without taking part in it. Throws exit 14 where it is not what waybill wrote. */
export async function readJob(disk: Disk, folder: string): Promise<StoredJob> {
  const manifest = await readManifest(disk, join(folder, jobFiles.manifest));
  const stored = join(folder, jobFiles.rows);
  const survey = await surveyRows(disk, stored);
  if (survey.hash !== manifest.rowsHash) throw changedRows(stored);
  const ledger = new Ledger(survey.count, manifest.rules, survey.beforehand);
  const path = join(folder, jobFiles.journal);
  if ((await disk.look(path)) !== undefined) {
    const from = { rows: survey.count, writer: writerOf(manifest) };
    await readJournal(disk, path, from, (event) => ledger.apply(event));
  }
  ledger.conclude();
  return { manifest, ledger, rows: () => readRows(disk, stored) };
}

/** When something last became known of a job; milliseconds since the epoch. */
export async function changedAt(disk: Disk, folder: string): Promise<number> {
  const names = [jobFiles.journal, jobFiles.manifest];
  const entries = await Promise.all(names.map((name) => disk.look(join(folder, name))));
  return Math.max(0, ...entries.map((entry) => entry?.modified ?? 0));
}

/**
 * Removes a job with all that is in it. Throws exit 12 where a run is at it. What a crash leaves of it
 * is cleared away by a later upload.
 */
export async function removeJob(disk: Disk, folder: string, processes: Processes): Promise<void> {
  const { processId, started } = await processes.own();
  await takeLock(disk, folder, processes);
  const removed = join(folder, '..', `${incomingPrefix}removed-${processId}-${started}`);
  await disk.remove(removed);
  await disk.rename(folder, removed);
  await disk.remove(removed);
}

/** Removes finished jobs of which nothing became known since `before`, in milliseconds since the epoch. */
export async function removeOldJobs(
  disk: Disk,
  jobsFolder: string,
  { before, processes }: { readonly before: number; readonly processes: Processes },
): Promise<void> {
  for (const name of (await disk.list(jobsFolder)).filter(isJobFolder)) {
    const folder = join(jobsFolder, name);
    // Reading every job at every upload would take its time: only what is old is read.
    if ((await changedAt(disk, folder)) >= before) continue;
    if ((await readJob(disk, folder)).ledger.finished) await removeJob(disk, folder, processes);
  }
}
