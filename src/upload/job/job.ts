import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Disk, replaceWhole } from '../../disk/disk';
import { type Lock, type Processes, takeLock } from '../../disk/lock';
import { Failure, localFileFailure } from '../../failure';
import { version } from '../../version';
import { Ledger, type Rules } from '../ledger';
import type { Draft, UploadRow, UploadSpec } from '../spec';
import { type JobEvent, Journal, journalLine, readJournal } from './journal';
import {
  type JobOrigin,
  type JobOwner,
  jobId,
  type Manifest,
  readManifest,
  writeManifest,
  writerOf,
} from './manifest';
import { hashOfRows, readRows, surveyRows, type WrittenRows, writeRows } from './rows';

/** Enough to tell one key from another, but not to recover it. */
export function keyFingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 16);
}

interface JobParts<Item> {
  readonly disk: Disk;
  readonly processes: Processes;
  readonly jobsFolder: string;
  readonly owner: JobOwner;
  readonly kind: Pick<UploadSpec<Item>, 'name' | 'identity'>;
  readonly drafts: AsyncIterable<readonly Draft<Item>[]>;
  readonly rules: Rules;
  /** Starts over whatever an earlier run has done. */
  readonly restart: boolean;
  /** Whether to start a finished job over. */
  startsOver(finished: Ledger): boolean;
  /** The command line that starts the job; kept for users who look at the job later. */
  readonly origin: JobOrigin | undefined;
  /** Milliseconds since the epoch: when the job starts, and how old leftovers of others are. */
  readonly now: number;
}

/** A job that this run holds: its rows, what is known of them, and its open journal. */
export interface Job<Item> {
  readonly id: string;
  readonly folder: string;
  readonly ledger: Ledger;
  readonly journal: Journal;
  rows(): AsyncIterable<UploadRow<Item>>;
  /** Releases journal and lock. */
  close(): Promise<void>;
}

/** Prefix of a folder that is not a job but is being written or removed. */
const incomingPrefix = '.incoming-';
/** Milliseconds after which leftovers of a crashed run are removed. */
const leftBehind = 24 * 60 * 60 * 1000;

const jobFiles = {
  manifest: 'manifest.json',
  rows: 'rows.ndjson',
  journal: 'journal.ndjson',
} as const;

/** What this run has read from its file. */
interface Incoming {
  readonly id: string;
  /** Where it is until it is known whether the job already exists. */
  readonly incoming: string;
  readonly written: WrittenRows;
}

/**
 * Writes the rows to a folder named after their content: the same rows for the same account are the
 * same job. Throws exit 12 if another run is working on it, and exit 14 if the disk fails or the
 * job's folder holds something that waybill did not write.
 */
export async function openJob<Item>(parts: JobParts<Item>): Promise<Job<Item>> {
  const { disk, jobsFolder } = parts;
  const incoming = await makeIncoming(parts);
  try {
    const read = { ...(await writeJob(parts, incoming)), incoming };
    const folder = join(jobsFolder, read.id);
    await moveIn(disk, incoming, folder);
    const lock = await lockJob(disk, folder, parts.processes);
    try {
      return await lockedJob(parts, { ...read, folder, lock });
    } catch (error) {
      await lock.release();
      throw error;
    }
  } finally {
    await disk.remove(incoming);
  }
}

/** Throws exit 12 if another run is working on the job. */
function lockJob(disk: Disk, folder: string, processes: Processes): Promise<Lock> {
  return takeLock(join(folder, 'lock'), {
    disk,
    processes,
    refusal: ({ processId }) =>
      new Failure({
        ending: 'locked',
        code: 'locked',
        message: `Another run is working on the same job (process ${processId})`,
        hint: 'Wait for it to finish, then run the command again if anything is left.',
      }),
  });
}

/** Creates a folder for this run to read the rows into. */
async function makeIncoming<Item>({ disk, jobsFolder, processes, now }: JobParts<Item>) {
  await disk.makeFolder(jobsFolder);
  for (const name of await disk.list(jobsFolder)) {
    if (!name.startsWith(incomingPrefix)) continue;
    const path = join(jobsFolder, name);
    const entry = await disk.look(path);
    if (entry !== undefined && now - entry.modified > leftBehind) await disk.remove(path);
  }
  const { processId, started } = await processes.own();
  const incoming = join(jobsFolder, `${incomingPrefix}${processId}-${started}`);
  await disk.remove(incoming);
  await disk.makeFolder(incoming);
  return incoming;
}

async function writeJob<Item>(
  { disk, drafts, kind, owner, rules, origin, now }: JobParts<Item>,
  incoming: string,
) {
  const rowsFile = await disk.create(join(incoming, jobFiles.rows));
  // Closed even if the file that the rows come from can't be read to its end.
  const written = await writeRows(rowsFile, drafts, kind).finally(() => rowsFile.close());
  const identity = { kind: kind.name, ...owner, rowsHash: written.hash, rows: written.count };
  const id = jobId(identity);
  await writeManifest(disk, join(incoming, jobFiles.manifest), {
    ...identity,
    job: id,
    rules,
    version,
    startedAt: new Date(now).toISOString(),
    ...origin,
  });
  await disk.syncFolder(incoming);
  return { id, written };
}

/** A folder already there has the same name and so the same rows. */
async function moveIn(disk: Disk, incoming: string, folder: string): Promise<void> {
  if ((await disk.look(folder)) !== undefined) return;
  try {
    await disk.rename(incoming, folder);
  } catch (error) {
    // Another run came first. What a rename then fails with differs between systems.
    if ((await disk.look(folder)) === undefined) throw error;
  }
  await disk.syncFolder(join(folder, '..'));
}

async function lockedJob<Item>(
  { disk, rules, restart, startsOver }: JobParts<Item>,
  {
    id,
    incoming,
    written,
    folder,
    lock,
  }: Incoming & { readonly folder: string; readonly lock: Lock },
): Promise<Job<Item>> {
  for (const name of Object.values(jobFiles)) await refuseSpecial(disk, join(folder, name));
  const path = join(folder, jobFiles.journal);
  const rows = () => readRows<Item>(disk, join(folder, jobFiles.rows));
  const fresh = () => new Ledger(written.count, rules, written.beforehand);
  const begin = async () => {
    await replaceFiles(disk, incoming, folder);
    const first: JobEvent = { event: 'planned', rows: written.count };
    const line = journalLine(0, first);
    await replaceWhole(disk, { path, draft: `${path}.new` }, line);
    return { ledger: fresh(), contents: { events: 1, length: line.length } };
  };
  let found = restart ? undefined : await readLedger(disk, folder, fresh(), written);
  if (found === undefined || (found.ledger.finished && startsOver(found.ledger))) {
    found = await begin();
  }
  const { ledger, contents } = found;
  const journal = new Journal(await disk.append(path, contents.length), contents.events);
  return {
    id,
    folder,
    ledger,
    journal,
    rows,
    async close() {
      try {
        await journal.close();
      } finally {
        await lock.release();
      }
    },
  };
}

/** waybill never puts a folder or a FIFO where the job has a file. */
async function refuseSpecial(disk: Disk, path: string): Promise<void> {
  const entry = await disk.look(path);
  if (entry === undefined || entry.kind === 'file') return;
  throw localFileFailure(`${path} is not a regular file`, {
    hint: 'Nothing was sent. Move it away, then run the command again.',
  });
}

/** The ledger of earlier runs; undefined if there were none. */
async function readLedger(disk: Disk, folder: string, ledger: Ledger, rows: WrittenRows) {
  const path = join(folder, jobFiles.journal);
  if ((await disk.look(path)) === undefined) return undefined;
  const manifest = await readManifest(disk, join(folder, jobFiles.manifest));
  const stored = join(folder, jobFiles.rows);
  if ((await hashOfRows(disk, stored)) !== rows.hash) throw changedRows(stored);
  const from = { rows: rows.count, writer: writerOf(manifest) };
  const contents = await readJournal(disk, path, from, (event) => ledger.apply(event));
  if (contents.events === 0) {
    throw localFileFailure(`The start of the journal ${path} is missing`, {
      hint: 'To start over, use --restart.',
    });
  }
  return { ledger, contents };
}

/** Rows that no file contained must not be sent: the job's name is their hash. */
function changedRows(path: string) {
  return localFileFailure(`${path} was changed after waybill wrote it`, {
    hint: 'Nothing was sent. To start over with the rows of your file, use --restart.',
  });
}

/** Replaces the job's files, damaged or not, with what this run has read. */
async function replaceFiles(disk: Disk, incoming: string, folder: string): Promise<void> {
  if ((await disk.look(incoming)) === undefined) return;
  for (const name of [jobFiles.rows, jobFiles.manifest]) {
    await disk.rename(join(incoming, name), join(folder, name));
  }
}

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
  await lockJob(disk, folder, processes);
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
