import { join } from 'node:path';
import { Ledger } from '../ledger';
import type { UploadRow } from '../spec';
import type { Disk } from './disk';
import { changedRows, incomingPrefix, jobFiles } from './job';
import { readJournal } from './journal';
import { type Processes, takeLock } from './lock';
import { type Manifest, readManifest, writerOf } from './manifest';
import { readRows, surveyRows } from './rows';

/** A stored job, for commands that only look at it. */
export interface StoredJob {
  readonly manifest: Manifest;
  readonly ledger: Ledger;
  rows(): AsyncIterable<UploadRow<Readonly<Record<string, unknown>>>>;
}

/** Whether a name in the jobs folder belongs to a job. */
export function isJobFolder(name: string): boolean {
  return !name.startsWith('.');
}

/** Reads a job without locking it. Throws exit 14 if it is not what waybill wrote. */
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

/** When a job last changed, in milliseconds since the epoch. */
export async function changedAt(disk: Disk, folder: string): Promise<number> {
  const names = [jobFiles.journal, jobFiles.manifest];
  const entries = await Promise.all(names.map((name) => disk.look(join(folder, name))));
  return Math.max(0, ...entries.map((entry) => entry?.modified ?? 0));
}

/**
 * Removes a job and everything in it. Throws exit 12 if a run is working on it. A later upload
 * removes what a crash leaves behind.
 */
export async function removeJob(disk: Disk, folder: string, processes: Processes): Promise<void> {
  const { processId, started } = await processes.own();
  await takeLock(disk, folder, processes);
  const removed = join(folder, '..', `${incomingPrefix}removed-${processId}-${started}`);
  await disk.remove(removed);
  await disk.rename(folder, removed);
  await disk.remove(removed);
}

/** Removes finished jobs that have not changed since `before`, in milliseconds since the epoch. */
export async function removeOldJobs(
  disk: Disk,
  jobsFolder: string,
  { before, processes }: { readonly before: number; readonly processes: Processes },
): Promise<void> {
  for (const name of (await disk.list(jobsFolder)).filter(isJobFolder)) {
    const folder = join(jobsFolder, name);
    // Reading every job at every upload would take too long: read only old ones.
    if ((await changedAt(disk, folder)) >= before) continue;
    if ((await readJob(disk, folder)).ledger.finished) await removeJob(disk, folder, processes);
  }
}
