import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { localFileFailure } from '../failure';
import { diskReason } from '../lib/disk-failure';
import { renameFile } from '../lib/write-files';
import { faultOf } from '../native/faults';
import { keepOwnHalf, ownCopies } from './copy-tables';
import { lockedFailure, mirrorFault } from './faults';
import { closeWriter, type Database, inTransaction } from './libsql';
import { type SyncLockOptions, writeLocked } from './lock';
import { openToRead, openToWrite } from './open';
import { schemaVersion, sentTableNames, startOver } from './schema';
import { readState, selectedRows } from './state';

/** The rows to count, as SQL after FROM. */
const countedRows = {
  orders: 'orders',
  giftcards: 'giftcards',
  cards: 'cards',
  trackings: 'trackings',
  gone: '(SELECT gone_at FROM base_orders UNION ALL SELECT gone_at FROM base_cards) WHERE gone_at IS NOT NULL',
  events: 'event_log',
  payments: 'base_payments',
  imports: 'imports',
  runs: 'runs',
} as const;

export type MirrorInfo = ReturnType<typeof mirrorInfo>;

/** Bytes on disk, including the write-ahead log. */
function sizeOf(path: string): number {
  const sizes = [path, `${path}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export function mirrorInfo(database: Database, path: string) {
  const { asOf, complete, baselineAt } = readState(database);
  const columns = Object.entries(countedRows).map(
    ([name, from]) => `(SELECT count(*) FROM ${from}) AS ${name}`,
  );
  type Counts = Readonly<Record<keyof typeof countedRows, number>>;
  const [counts] = selectedRows<Counts>(database, `SELECT ${columns}`) as [Counts];
  return {
    path,
    size: sizeOf(path),
    version: schemaVersion,
    asOf,
    complete,
    baselineAt,
    ...counts,
    copies: ownCopies(path),
  };
}

/** Copies the mirror to a file that only this user can read, completely or not at all (exit 14). */
export async function backupMirror(database: Database, path: string, file: string): Promise<void> {
  const temporary = join(dirname(file), `.waybill-${randomUUID()}.tmp`);
  try {
    // SQLite fills an existing empty file and keeps its permissions.
    closeSync(openSync(temporary, 'wx', 0o600));
    database.prepare('VACUUM INTO ?').run([temporary]);
    // Windows flushes only what may be written.
    const written = openSync(temporary, 'r+');
    fsyncSync(written);
    closeSync(written);
    await renameFile(temporary, file);
  } catch (error) {
    for (const more of ['', '-journal']) rmSync(temporary + more, { force: true });
    const fault = faultOf(error);
    if (fault === 'damaged' || fault === 'locked') throw mirrorFault(path, error);
    const reason = fault === 'full' ? 'the disk is full' : diskReason(error);
    throw localFileFailure(`The backup ${file} could not be written: ${reason}`, {
      hint: 'Check the folder, its permissions and the free disk space.',
      cause: error,
    });
  }
}

/**
 * Deletes what the service sent and keeps the user's own half, of which it makes a copy first. Throws exit
 * 12 during a sync.
 */
export function resetMirror(path: string, options: SyncLockOptions): Promise<void> {
  return writeLocked(path, options, (database) => {
    keepOwnHalf(path);
    inTransaction(database, () => {
      for (const table of sentTableNames) database.exec(`DELETE FROM ${table}`);
    });
    // Give the rows' space back to the disk.
    database.exec('VACUUM');
  });
}

/**
 * Copies the mirror to a new file beside it and empties it: renaming it would fail on Windows while anything
 * reads it. What others want to write meanwhile waits, and stays.
 */
export async function setAside(path: string, now: number, onMoved: (aside: string) => void) {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const named = (more: string) => path.replace(/(\.db)?$/, `.until-${time}${more}.db`);
  let aside = named('');
  for (let count = 2; existsSync(aside); count++) aside = named(`-${count}`);
  const database = openToWrite(path);
  const reader = openToRead(path);
  try {
    database.exec('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE');
    // Without a copy nothing is emptied: payments are only in this file.
    if (reader === undefined) throw lockedFailure(path);
    await backupMirror(reader, path, aside);
    startOver(database);
    database.exec('COMMIT');
    onMoved(aside);
    // Give the space back to the disk, and leave nothing of the other account in it.
    database.exec('VACUUM');
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  } finally {
    reader?.close();
    closeWriter(database);
  }
}
