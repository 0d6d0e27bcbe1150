import { join } from 'node:path';
import { type Disk, replaceWhole } from '../../disk/disk';
import { type Lock, type Processes, takeLock } from '../../disk/lock';
import { Failure, localFileFailure } from '../../failure';
import type { Members } from '../../lib/json';
import { unlessItFails } from '../../lib/once';
import { version } from '../../version';
import { JobLedger } from '../ledger';
import type { JobRules, UploadSurroundings, UploadWork } from '../spec';
import {
  changedFile,
  jobId,
  type Mark,
  markOf,
  readManifest,
  readStoredRows,
  storedHash,
  writeManifest,
  writeRows,
  writerOf,
} from './contents';
import { type JobEvent, Journal, journalLine, readJournal } from './journal';

/** A job that this run holds: its work, its rows, what is known of them, and its open journal. */
export type Job<Item> = Awaited<ReturnType<typeof lockedJob<Item>>>;

/** Prefix of a folder that is not a job but is being written or removed. */
const incomingPrefix = '.incoming-';
/** Milliseconds after which leftovers of a crashed run are removed. */
const leftBehind = 24 * 60 * 60 * 1000;

const jobFiles = {
  manifest: 'manifest.json',
  rows: 'rows.ndjson',
  journal: 'journal.ndjson',
} as const;

/** `incoming` is the folder of this run's own rows and manifest, unless they became the job's. */
type JobFolder = Awaited<ReturnType<typeof writeJob>> &
  Readonly<Record<'folder' | 'incoming', string>>;

/**
 * Writes the rows to a folder named after their content: the same rows are the same job. Throws exit 12 if
 * another run works on it, and exit 14 if the disk fails or holds what waybill did not write.
 */
export async function openJob<Item>(
  work: UploadWork<Item>,
  surroundings: UploadSurroundings,
): Promise<Job<Item>> {
  const { disk, jobsFolder, processes } = surroundings;
  const incoming = await makeIncoming(surroundings);
  try {
    const read = await writeJob(work, surroundings, incoming);
    const folder = join(jobsFolder, read.id);
    await moveIn(disk, incoming, folder);
    const lock = await lockJob(disk, folder, processes);
    try {
      return await lockedJob(work, surroundings, { ...read, incoming, folder }, lock);
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
async function makeIncoming({ disk, jobsFolder, processes, now }: UploadSurroundings) {
  await disk.makeFolder(jobsFolder);
  for (const name of await disk.list(jobsFolder)) {
    if (!name.startsWith(incomingPrefix)) continue;
    const path = join(jobsFolder, name);
    const entry = await disk.look(path);
    if (entry !== undefined && now() - entry.modified > leftBehind) await disk.remove(path);
  }
  const { processId, started } = await processes.own();
  const incoming = join(jobsFolder, `${incomingPrefix}${processId}-${started}`);
  await disk.remove(incoming);
  await disk.makeFolder(incoming);
  return incoming;
}

async function writeJob<Item>(
  { uploadSpec, drafts, allOrNothing = false }: UploadWork<Item>,
  { disk, owner, origin, now }: UploadSurroundings,
  incoming: string,
) {
  const rowsFile = await disk.create(join(incoming, jobFiles.rows));
  // Closed even if the file that the rows come from can't be read to its end.
  const written = await writeRows(rowsFile, drafts, uploadSpec).finally(() => rowsFile.close());
  const readable = uploadSpec.whereabouts !== undefined;
  const rules: JobRules = { divisible: uploadSpec.divisible, readable, allOrNothing };
  const identity = { specName: uploadSpec.name, ...owner, rowsHash: written.hash };
  const id = jobId(identity);
  await writeManifest(disk, join(incoming, jobFiles.manifest), {
    ...identity,
    ...origin,
    job: id,
    rows: written.marks.length,
    rules,
    version,
    startedAt: new Date(now()).toISOString(),
  });
  await disk.syncFolder(incoming);
  return { id, written, rules };
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
  work: UploadWork<Item>,
  surroundings: UploadSurroundings,
  found: JobFolder,
  lock: Lock,
) {
  const { disk } = surroundings;
  const { id, folder } = found;
  for (const name of Object.values(jobFiles)) await refuseSpecial(disk, join(folder, name));
  const path = join(folder, jobFiles.journal);
  const isBegun = !work.restart && (await disk.look(path)) !== undefined;
  const earlier = isBegun ? await storedJob(disk, folder, found.rules) : undefined;
  if (earlier?.contents.events === 0) {
    throw localFileFailure(`The start of the journal ${path} is missing`, {
      hint: 'To start over, use --restart.',
    });
  }
  const { uploadSpec, retryRefused = false } = work;
  const startsOver =
    earlier?.ledger.finished === true &&
    (uploadSpec.isRepeatable === true ||
      !earlier.ledger.complete ||
      (retryRefused && earlier.ledger.counts().rejected > 0));
  const { ledger, contents } =
    earlier === undefined || startsOver ? await begin(disk, found) : earlier;
  const journal = new Journal(await disk.append(path, contents.length), contents.events);
  const rows = () => readStoredRows<Item>(disk, join(folder, jobFiles.rows));
  return {
    id,
    folder,
    work,
    surroundings,
    ledger,
    rows,
    /** The rows that are neither invalid nor duplicates. */
    async *sendable() {
      for await (const row of rows()) {
        if (row.invalid === undefined && row.duplicateOf === undefined) yield row;
      }
    },
    /** Journals an event and enters it; resolves with how many rows it settled. */
    async note(event: JobEvent) {
      await journal.note(event);
      const before = ledger.settled;
      ledger.apply(event);
      return ledger.settled - before;
    },
    /** As `note`, but the event is durable before it is entered. */
    async announce(event: JobEvent) {
      await journal.announce(event);
      ledger.apply(event);
    },
    close: () => journal.close().finally(() => lock.release()),
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

/** Starts a job, with its files, damaged or not, replaced by what this run has read. */
async function begin(disk: Disk, { incoming, folder, written, rules }: JobFolder) {
  if ((await disk.look(incoming)) !== undefined) {
    for (const name of [jobFiles.rows, jobFiles.manifest]) {
      await disk.rename(join(incoming, name), join(folder, name));
    }
  }
  const { marks } = written;
  const line = journalLine(0, { event: 'planned', rows: marks.length });
  const path = join(folder, jobFiles.journal);
  await replaceWhole(disk, { path, draft: `${path}.new` }, line);
  const ledger = new JobLedger(marks.length, rules, marks);
  return { ledger, contents: { events: 1, length: line.length } };
}

/** Reads what is stored of a job. Throws exit 14 if it is not what waybill wrote. */
async function storedJob(disk: Disk, folder: string, rules?: JobRules) {
  const manifest = await readManifest(disk, join(folder, jobFiles.manifest));
  const rowsFile = join(folder, jobFiles.rows);
  // Rows that no file contained must not be sent: the job's name is their hash.
  if ((await storedHash(disk, rowsFile)) !== manifest.rowsHash) {
    const hint = 'Nothing was sent. To start over with the rows of your file, use --restart.';
    throw changedFile(rowsFile, hint);
  }
  const marks: Mark[] = [];
  for await (const row of readStoredRows(disk, rowsFile)) marks.push(markOf(row));
  const ledger = new JobLedger(marks.length, rules ?? manifest.rules, marks);
  const path = join(folder, jobFiles.journal);
  const from = { rows: marks.length, writer: writerOf(manifest) };
  const isBegun = (await disk.look(path)) !== undefined;
  const contents = isBegun
    ? await readJournal(disk, path, from, (event) => ledger.apply(event))
    : { events: 0, length: 0 };
  return { manifest, ledger, contents, rowsFile };
}

export const isJobFolder = (name: string) => !name.startsWith('.');

/** Reads a job without locking it. Throws exit 14 if it is not what waybill wrote. */
export async function readJob(disk: Disk, folder: string) {
  const { manifest, ledger, rowsFile } = await storedJob(disk, folder);
  ledger.conclude();
  return { manifest, ledger, rows: () => readStoredRows<Members>(disk, rowsFile) };
}

/** The time of a job's last change, in milliseconds since the epoch. */
export async function changedAt(disk: Disk, folder: string): Promise<number> {
  const names = [jobFiles.journal, jobFiles.manifest];
  const entries = await Promise.all(names.map((name) => disk.look(join(folder, name))));
  return Math.max(0, ...entries.map((entry) => entry?.modified ?? 0));
}

/** Removes a job; throws exit 12 if a run works on it. Later uploads remove what a crash leaves. */
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
  { disk, jobsFolder, processes }: Pick<UploadSurroundings, 'disk' | 'jobsFolder' | 'processes'>,
  before: number,
): Promise<void> {
  for (const name of (await disk.list(jobsFolder)).filter(isJobFolder)) {
    const folder = join(jobsFolder, name);
    // A folder that can't be read, or that a run holds, keeps no other.
    await unlessItFails(async () => {
      // Reading every job at every upload would take too long: read only old ones.
      if ((await changedAt(disk, folder)) >= before) return;
      if ((await readJob(disk, folder)).ledger.finished) await removeJob(disk, folder, processes);
    });
  }
}
