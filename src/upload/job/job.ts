import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { localFileFailure } from '../../failure';
import { Ledger, type Rules } from '../ledger';
import type { Draft, UploadRow, UploadSpec } from '../spec';
import { type Disk, isTaken } from './disk';
import type { JobEvent } from './event';
import { Journal, journalLine, readJournal } from './journal';
import { type Lock, type Processes, takeLock } from './lock';
import { readRows, type WrittenRows, writeRows } from './rows';

/** For whom and with what the job is: together with the rows, its identity. */
export interface JobOwner {
  readonly baseUrl: string;
  /** Of the API key, as `keyFingerprint` makes it. */
  readonly account: string;
}

/** Enough to tell one key from another, and nothing to get it back from. */
export function keyFingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 16);
}

export interface JobParts<Item> {
  readonly disk: Disk;
  readonly processes: Processes;
  readonly jobsFolder: string;
  readonly owner: JobOwner;
  readonly kind: Pick<UploadSpec<Item>, 'name' | 'identity'>;
  readonly drafts: AsyncIterable<readonly Draft<Item>[]>;
  readonly rules: Rules;
  /** Begins again whatever an earlier run has done. */
  readonly restart: boolean;
  /** Begins a finished job again where rows of it were refused. */
  readonly retryRefused: boolean;
  /** For clearing away what crashed runs have left. */
  readonly now: number;
}

/** A job that this run holds: its rows, what is known of them, and its journal open for more. */
export interface Job<Item> {
  readonly id: string;
  readonly folder: string;
  readonly ledger: Ledger;
  readonly journal: Journal;
  rows(): AsyncIterable<UploadRow<Item>>;
  /** Lets go of journal and lock. */
  close(): Promise<void>;
}

const incomingPrefix = '.incoming-';
/** Milliseconds after which the leavings of a crashed run are cleared away. */
const leftBehind = 24 * 60 * 60 * 1000;

/**
 * Puts the rows down in a folder named after what they are: the same rows for the same account are
 * the same job. Throws exit 12 where another run is at it, exit 14 where the disk fails.
 */
export async function openJob<Item>(parts: JobParts<Item>): Promise<Job<Item>> {
  const { disk, jobsFolder } = parts;
  const incoming = await makeIncoming(parts);
  let job: { readonly id: string; readonly written: WrittenRows };
  try {
    job = await writeJob(parts, incoming);
    await moveIn(disk, incoming, join(jobsFolder, job.id));
  } finally {
    await disk.remove(incoming);
  }
  const folder = join(jobsFolder, job.id);
  const lock = await takeLock(disk, folder, parts.processes);
  try {
    return await lockedJob(parts, { ...job, folder, lock });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A folder of this run's own to read the rows into. */
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

async function writeJob<Item>({ disk, drafts, kind, owner }: JobParts<Item>, incoming: string) {
  const rowsFile = await disk.create(join(incoming, 'rows.ndjson'));
  const written = await writeRows(rowsFile, drafts, kind);
  await rowsFile.close();
  const identity = { format: 1, kind: kind.name, ...owner, rowsHash: written.hash };
  const id = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  const manifest = await disk.create(join(incoming, 'manifest.json'));
  await manifest.write(`${JSON.stringify({ job: id, ...identity, rows: written.count })}\n`);
  await manifest.sync();
  await manifest.close();
  await disk.syncFolder(incoming);
  return { id, written };
}

/** What stands there already has the same name and so the same rows. */
async function moveIn(disk: Disk, incoming: string, folder: string): Promise<void> {
  if ((await disk.look(folder)) !== undefined) return;
  try {
    await disk.rename(incoming, folder);
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  await disk.syncFolder(join(folder, '..'));
}

async function lockedJob<Item>(
  { disk, rules, restart, retryRefused }: JobParts<Item>,
  held: {
    readonly id: string;
    readonly written: WrittenRows;
    readonly folder: string;
    readonly lock: Lock;
  },
): Promise<Job<Item>> {
  const { id, written, folder, lock } = held;
  for (const name of ['manifest.json', 'rows.ndjson', 'journal.ndjson']) {
    await refuseSpecial(disk, join(folder, name));
  }
  const path = join(folder, 'journal.ndjson');
  const fresh = () => new Ledger(written.count, rules, written.beforehand);
  let found = await readLedger(disk, path, fresh(), restart);
  const refused = found?.ledger.finished === true && found.ledger.counts().rejected > 0;
  if (found === undefined || restart || (retryRefused && refused)) {
    await beginJournal(disk, path, { event: 'planned', rows: written.count });
    found = { ledger: fresh(), contents: await readJournal(disk, path, () => {}) };
  }
  const { ledger, contents } = found;
  const journal = new Journal(await disk.append(path, contents.length), contents.events);
  return {
    id,
    folder,
    ledger,
    journal,
    rows: () => readRows<Item>(disk, join(folder, 'rows.ndjson')),
    async close() {
      try {
        await journal.close();
      } finally {
        await lock.release();
      }
    },
  };
}

/** A folder or a FIFO in the place of a file of the job is nothing that waybill made. */
async function refuseSpecial(disk: Disk, path: string): Promise<void> {
  const entry = await disk.look(path);
  if (entry === undefined || entry.kind === 'file') return;
  throw localFileFailure(`${path} is not a regular file`, {
    hint: 'Nothing was sent. Move it out of the way, then run the command again.',
  });
}

/** The ledger of the runs before; undefined where there was none, or none that counts any more. */
async function readLedger(disk: Disk, path: string, ledger: Ledger, restart: boolean) {
  if ((await disk.look(path)) === undefined) return undefined;
  try {
    const contents = await readJournal(disk, path, (event) => ledger.apply(event));
    if (contents.events === 0) {
      throw localFileFailure(`The journal ${path} has no beginning`, {
        hint: 'With --restart the job begins anew.',
      });
    }
    return { ledger, contents };
  } catch (error) {
    if (restart) return undefined;
    throw error;
  }
}

/** Puts a new journal in the place of an old one, as a whole. */
async function beginJournal(disk: Disk, path: string, first: JobEvent): Promise<void> {
  const temporary = `${path}.new`;
  await disk.remove(temporary);
  const file = await disk.create(temporary);
  await file.write(journalLine(0, first));
  await file.sync();
  await file.close();
  await disk.rename(temporary, path);
  await disk.syncFolder(join(path, '..'));
}
