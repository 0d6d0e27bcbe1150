import { accessSync, chmodSync, constants, lstatSync, statSync } from 'node:fs';
import { localFileFailure } from '../failure';
import { diskReason } from '../lib/disk-failure';
import { checkDatabaseFiles, prepareDatabaseFile } from '../native/database-file';
import { codeOf } from '../native/faults';
import { guardFile, mirrorFault } from './faults';
import {
  connect,
  type Database,
  inSnapshot,
  inTransaction,
  keepLog,
  readOnlyAddress,
} from './libsql';
import { rememberOlder } from './older-ledger';
import {
  applicationId,
  migrate,
  ownViews,
  readRowsVersion,
  schemaOf,
  schemaVersion,
  views,
} from './schema';

/** How long a short write waits for another write, in milliseconds. */
const busyTimeout = 10_000;

function pragmaNumber(database: Database, name: string): number {
  const [row] = database.pragma(name) as Record<string, number>[];
  return Number(row?.[name]);
}

const anyTable = 'SELECT 1 FROM sqlite_schema LIMIT 1';

/**
 * Throws an error like SQLite's about a damaged file if a table or view of the version is missing or
 * is something else.
 */
function checkSchema(database: Database, version: number): void {
  const rows = database
    .prepare("SELECT name, type, sql FROM sqlite_schema WHERE sql NOT LIKE 'CREATE VIRTUAL%'")
    .raw()
    .all() as [string, string, string][];
  // Reading `sql` refuses a text that is not UTF-8: as a column's name it would end the process.
  const found = new Map(rows.map(([name, type]) => [name, type]));
  for (const [name, type] of schemaOf(version)) {
    if (found.get(name) === type) continue;
    throw Object.assign(new Error(`${name} is missing`), { code: 'SQLITE_CORRUPT' });
  }
}

/** The file's version, 0 for an empty file. Throws exit 14 if this waybill can't use it. */
function usableVersion(database: Database, path: string): number {
  return inSnapshot(database, () => versionIn(database, path));
}

function versionIn(database: Database, path: string): number {
  const version = pragmaNumber(database, 'user_version');
  const isMirror = pragmaNumber(database, 'application_id') === applicationId;
  if (!isMirror && database.prepare(anyTable).get() !== undefined) {
    throw localFileFailure(
      `${path} is not a mirror but another program's database (version ${version}; this waybill's mirrors have version ${schemaVersion})`,
      { hint: 'Move it away, or use a different file.' },
    );
  }
  if (version > schemaVersion) {
    throw localFileFailure(
      `The mirror ${path} was written by a newer waybill: it has version ${version}, this waybill knows version ${schemaVersion}`,
      { hint: 'Update waybill, or read the mirror with the newer one.' },
    );
  }
  if (version < 0) {
    throw Object.assign(new Error(`version ${version}`), { code: 'SQLITE_CORRUPT' });
  }
  checkSchema(database, version);
  return version;
}

/** Whether an older waybill of this version wrote the file: there are views that it didn't have. */
function lacksViews(database: Database): boolean {
  const count = "SELECT count(*) FROM sqlite_schema WHERE type = 'view' AND name IN ";
  const names = Object.keys(views);
  const [found] = database
    .prepare(`${count} (${names.map(() => '?').join(', ')})`)
    .raw()
    .all(names) as [number][];
  return found?.[0] !== names.length;
}

/** Creates the file and its folder, for this user only, before SQLite writes to them. */
export function prepareFile(path: string, userId: number | undefined): void {
  try {
    prepareDatabaseFile(path);
    // What a link leads to is not waybill's own.
    const found = lstatSync(path);
    const isOwn = found.isFile() && found.uid === userId;
    if (isOwn && (found.mode & 0o077) !== 0) chmodSync(path, 0o600);
  } catch (error) {
    throw localFileFailure(`The mirror ${path} can't be written: ${diskReason(error)}`, {
      hint: 'Check the permissions of the file and its folder.',
      cause: error,
    });
  }
}

/**
 * Opens the mirror for writing; creates it if there is none, and migrates it if it is older. Removes
 * others' access to a file of this user.
 */
export function openToWrite(path: string, userId?: number): Database {
  prepareFile(path, userId);
  let database: Database | undefined;
  try {
    const opened = connect(path);
    database = opened;
    // A body has about 1 KB: a page twice as large as usual wastes less of the file, and a first
    // sync writes half as many. It has no effect on a file that exists.
    opened.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA page_size = 8192;`);
    if (usableVersion(opened, path) < schemaVersion || lacksViews(opened)) {
      inTransaction(opened, () => {
        // Another process may have migrated it in the meantime.
        const version = usableVersion(opened, path);
        migrate(opened, version);
        if (version > 0 && version < readRowsVersion) rememberOlder(opened);
        opened.exec(
          `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion};`,
        );
      });
    }
    keepLog(opened);
    // The log is moved into the file only every 64 MB, because that waits for the disk each time.
    opened.exec(
      `PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
       PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -16000;`,
    );
    return opened;
  } catch (error) {
    database?.close();
    throw mirrorFault(path, error);
  }
}

const addresses = new WeakMap<Database, string>();

/** The address that opens the same mirror once more; the database was opened to read. */
export function addressOf(database: Database): string {
  return addresses.get(database) as string;
}

function connectTo(address: string): Database {
  const database = connect(address);
  addresses.set(database, address);
  return database;
}

/** Reads while a sync is running, and reads a file in a folder that can't be written. */
function connectToRead(path: string): Database {
  try {
    checkDatabaseFiles(path);
  } catch (cause) {
    throw localFileFailure(`The mirror ${path} can't be read: ${diskReason(cause)}`, { cause });
  }
  const database = connectTo(readOnlyAddress(path));
  try {
    database.pragma(`busy_timeout = ${busyTimeout}`);
    database.prepare(anyTable).get();
    return database;
  } catch (error) {
    database.close();
    if (!/^SQLITE_(READONLY|CANTOPEN)/.test(codeOf(error))) throw error;
    return connectTo(readOnlyAddress(path, true));
  }
}

/**
 * Whether there is a file whose making was not cut off. Only the first transaction has a journal that
 * undoes it: from then on there is a log. The next writer undoes what a killed process left.
 */
function isMade(path: string): boolean {
  try {
    accessSync(path, constants.F_OK);
    return (statSync(`${path}-journal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  } catch {
    return false;
  }
}

/**
 * Opens the mirror for reading; undefined if the file is missing or empty. An older version stays as
 * it is, since it may be someone else's file: whatever reads can do without what it lacks.
 */
export function openToRead(path: string): Database | undefined {
  if (!isMade(path)) return undefined;
  return guardFile(path, () => {
    const database = connectToRead(path);
    try {
      const version = usableVersion(database, path);
      if (version > 0) {
        database.exec(ownViews(version));
        return database;
      }
      database.close();
      return undefined;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/**
 * Throws what reading the mirror would throw (exit 14) if the file is damaged or of no version that
 * can be read. Changes nothing, and looks only at the beginning of each table.
 */
export function probe(path: string): void {
  guardFile(path, () => {
    const database = connectToRead(path);
    try {
      usableVersion(database, path);
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      for (const { name } of tables as readonly { readonly name: string }[]) {
        database.prepare(`SELECT * FROM "${name}" LIMIT 1`).get();
      }
    } finally {
      database.close();
    }
  });
}
