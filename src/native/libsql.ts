/**
 * The embedded database. Only this directory names native packages. In the executable they find
 * their library through `embedded-library.ts`.
 */
import Libsql, { type Database } from 'libsql';

export type { Database, Statement } from 'libsql';
export { Libsql };

/** The class whose statements can be interrupted while they run. */
export async function loadInterruptible() {
  return (await import('libsql/promise')).default;
}

/**
 * Closes a connection that wrote. libsql releases a connection only when its statements are garbage
 * collected, which the executable never waits for, so move the write-ahead log into the file first.
 * If a reader still needs the log, leave it to the next writer instead of waiting.
 */
export function closeWriter(database: Database): void {
  try {
    if (database.open) database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE);');
  } catch {
    // What could not be moved stays in the log; nothing is lost.
  }
  database.close();
}
