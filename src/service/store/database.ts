import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { localFileFailure } from '../../failure';
import { diskReason, notRegular } from '../../lib/disk-failure';
import { prepareDatabaseFile } from '../../native/database-file';
import { type Database, keepLog, Libsql } from '../../native/libsql';
import { fileFailure } from './faults';
import { migrateSandbox, migrations, tables } from './migrations';

/** The wait for another process's write, in milliseconds. */
const busyTimeout = 10_000;

export const inMemory = ':memory:';
export const schemaVersion = migrations.length;

/** Creates the file before SQLite opens it, so that no one else can ever read it. */
function prepareFile(path: string): void {
  try {
    prepareDatabaseFile(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw localFileFailure(
      `The sandbox database ${path} can't be opened for writing: ${diskReason(error)}`,
      {
        hint: ['EISDIR', notRegular].includes(code)
          ? 'Use --db with a regular file.'
          : 'Check the permissions of the file and its folder, or give waybill sandbox a different file with --db.',
        cause: error,
      },
    );
  }
}

/** Opens or creates the database file, which others may have open. Throws exit 14 if it can't be used. */
export function openDatabase(path: string, fill: (database: Database) => void): Database {
  if (path !== inMemory) prepareFile(path);
  let database: Database | undefined;
  try {
    // Use an absolute path: libsql takes a name such as http:… for an address and uses the network.
    database = new Libsql(path === inMemory ? path : resolve(path));
    database.pragma(`busy_timeout = ${busyTimeout}`);
    const opened = database;
    migrateSandbox(opened, { path, steps: migrations, fill: () => fill(opened) });
    // Report a missing table now, not at the request that needs it.
    for (const table of tables) database.prepare(`SELECT 1 FROM ${table}`);
    if (path !== inMemory) keepLog(database);
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
    return database;
  } catch (error) {
    database?.close();
    throw fileFailure(path, error) ?? error;
  }
}

/** Bytes on disk; 0 in memory. */
export function sizeOf(path: string): number {
  return path === inMemory ? 0 : statSync(path).size;
}
