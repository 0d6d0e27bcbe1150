import { chmodSync, lstatSync } from 'node:fs';
import { localFileFailure } from '../failure';
import { diskReason } from '../lib/disk-failure';
import { prepareDatabaseFile } from '../native/database-file';
import { keepOwnHalf } from './copy-tables';
import { mirrorFault } from './faults';
import { connect, type Database, inTransaction, keepLog } from './libsql';
import { busyTimeout, usableSchema } from './open';
import { applicationId, hasOwnViews, migrate, schemaVersion } from './schema';

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
