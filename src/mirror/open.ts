import { accessSync, chmodSync, constants, lstatSync, statSync } from 'node:fs';
import { localFileFailure } from '../failure';
import { diskReason } from '../lib/disk-failure';
import { unlessItThrows } from '../lib/once';
import { checkDatabaseFiles, prepareDatabaseFile } from '../native/database-file';
import { codeOf } from '../native/faults';
import { pragmaNumber } from '../native/libsql';
import { keepOwnHalf } from './copy-tables';
import { guardFile, mirrorFault } from './faults';
import {
  closeWriter,
  connect,
  type Database,
  inSnapshot,
  inTransaction,
  keepLog,
  readOnlyAddress,
} from './libsql';
import { applicationId, hasOwnViews, migrate, ownViews, relations, schemaVersion } from './schema';
import { selectedTuples, selectedValues } from './state';

/** Milliseconds that a short write waits for another write. */
export const busyTimeout = 10_000;

const anyTable = 'SELECT 1 FROM sqlite_schema LIMIT 1';

/** The error for a file that is damaged where SQLite itself sees nothing wrong. */
const corrupt = (what: string) => Object.assign(new Error(what), { code: 'SQLITE_CORRUPT' });

/** The SQL of the tables and views by name. Throws if one of ours is missing or something else. */
function checkRelations(database: Database): ReadonlyMap<string, string> {
  const rows = selectedTuples<[string, string, string]>(
    database,
    "SELECT name, type, sql FROM sqlite_schema WHERE sql NOT LIKE 'CREATE VIRTUAL%'",
  );
  // Reading `sql` refuses a text that is not UTF-8: as a column's name it would end the process.
  const found = new Map(rows.map(([name, type]) => [name, type]));
  for (const [name, type] of relations) {
    if (found.get(name) !== type) throw corrupt(`${name} is missing`);
  }
  return new Map(rows.map(([name, , sql]) => [name, sql]));
}

/**
 * A file's version, 0 for an empty one, and the SQL of its tables and views. Throws exit 14 if this waybill
 * can't use the file.
 */
function usableSchema(database: Database, path: string) {
  return inSnapshot(database, () => {
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
    if (version < 0) throw corrupt(`version ${version}`);
    return { version, sql: version === 0 ? new Map<string, string>() : checkRelations(database) };
  });
}

/** Reads while a sync is running, and reads a file in a folder that can't be written. */
function connectToRead(path: string): Database {
  try {
    checkDatabaseFiles(path);
  } catch (cause) {
    throw localFileFailure(`The mirror ${path} can't be read: ${diskReason(cause)}`, { cause });
  }
  const database = connect(readOnlyAddress(path));
  try {
    database.pragma(`busy_timeout = ${busyTimeout}`);
    database.exec(anyTable);
    return database;
  } catch (error) {
    database.close();
    if (!/^SQLITE_(READONLY|CANTOPEN)/.test(codeOf(error))) throw error;
    return connect(readOnlyAddress(path, true));
  }
}

/** True once the first transaction has ended: until then a journal undoes what a killed process left. */
function isMade(path: string): boolean {
  const left = unlessItThrows(() => {
    accessSync(path, constants.F_OK);
    return statSync(`${path}-journal`, { throwIfNoEntry: false })?.size ?? 0;
  });
  return left === 0;
}

export function openToRead(path: string): Database | undefined {
  if (!isMade(path)) return undefined;
  return guardFile(path, () => {
    const database = connectToRead(path);
    try {
      const { version, sql } = usableSchema(database, path);
      if (version > 0) {
        if (!hasOwnViews(sql)) database.exec(ownViews);
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

/** Throws what reading the mirror would throw (exit 14), after a look at the beginning of each table. */
export function probe(path: string): void {
  guardFile(path, () => {
    const database = connectToRead(path);
    try {
      usableSchema(database, path);
      const tables = "SELECT name FROM sqlite_schema WHERE type = 'table'";
      for (const name of selectedValues(database, tables)) {
        database.prepare(`SELECT * FROM "${name}" LIMIT 1`).get();
      }
    } finally {
      database.close();
    }
  });
}

/** Creates the file and its folder, for this user only, before SQLite writes to them. */
export function prepareFile(path: string, userId: number | undefined): void {
  try {
    prepareDatabaseFile(path);
    // The target of a link is not waybill's own.
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

/** Opens the mirror to write: makes it if there is none, and gives it this waybill's views. */
export function openToWrite(path: string, userId?: number): Database {
  prepareFile(path, userId);
  let database: Database | undefined;
  try {
    const opened = connect(path);
    database = opened;
    // A body has about 1 KB: a page twice as large as usual wastes less of the file, and a first
    // sync writes half as many. It has no effect on a file that exists.
    opened.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA page_size = 8192;`);
    const { version, sql } = usableSchema(opened, path);
    if (version > 0 && version < schemaVersion) keepOwnHalf(path);
    if (version < schemaVersion || !hasOwnViews(sql)) {
      inTransaction(opened, () => {
        // Another process may have migrated it in the meantime.
        migrate(opened, usableSchema(opened, path).version);
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

/** Opens the mirror to write while the work runs. */
export function writing<T>(
  path: string,
  userId: number | undefined,
  work: (database: Database) => T,
): T {
  const database = openToWrite(path, userId);
  try {
    return guardFile(path, () => work(database));
  } finally {
    closeWriter(database);
  }
}
