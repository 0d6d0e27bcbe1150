import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { notRegular } from '../lib/disk-failure';
import { makeFolder } from '../lib/write-files';

/** Endings of the files that SQLite keeps beside a database. */
const beside = ['', '-wal', '-shm', '-journal'];

/** Throws if SQLite would open anything but regular files: opening a FIFO may never return. */
export function checkDatabaseFiles(path: string): void {
  for (const more of beside) {
    const stats = statSync(path + more, { throwIfNoEntry: false });
    if (stats === undefined || stats.isFile()) continue;
    const code = stats.isDirectory() ? 'EISDIR' : notRegular;
    throw Object.assign(new Error(`not a regular file: ${path}${more}`), { code });
  }
}

/**
 * Makes sure that there are only regular files for SQLite to open; creates a missing database for this user
 * only. Never opens one that exists, and neither may anything else: when a process closes a file, POSIX drops
 * all of its locks on it, SQLite's included, and another process writes in the middle of a transaction.
 */
export function prepareDatabaseFile(path: string): void {
  makeFolder(dirname(path), 0o700);
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  checkDatabaseFiles(path);
  accessSync(path, constants.R_OK | constants.W_OK);
}
