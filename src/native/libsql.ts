/** The embedded database. In the executable it finds its library through `embedded-library.ts`. */
import Plain, { type Statement } from 'libsql';
import { codeOf } from './faults';
import { readTexts, withTextsAsBytes } from './texts';

export type Database = Libsql;

const selects = /^\s*(SELECT|WITH)\b/i;

type Prepare = (sql: string) => Statement<unknown[]>;

/** Prepares statements whose texts are read as bytes and checked. */
function checking(prepare: Prepare): Prepare {
  return (sql) => {
    const plain = prepare(sql);
    const columns = selects.test(sql) ? plain.columns() : [];
    if (columns.length === 0) return plain;
    const statement = prepare(withTextsAsBytes(sql, columns));
    const { get, iterate } = statement;
    statement.get = (...values) => readTexts(get.apply(statement, values));
    statement.iterate = (...values) => {
      const rows = iterate.apply(statement, values);
      const next = rows.next.bind(rows);
      rows.next = () => {
        const result = next();
        if (result.done !== true) readTexts(result.value);
        return result;
      };
      return rows;
    };
    return statement;
  };
}

/** A connection that reports a text that is not UTF-8 as damage (`SQLITE_CORRUPT`). */
export class Libsql extends Plain {
  constructor(readonly address: string) {
    super(address);
    this.prepare = checking(this.prepare.bind(this)) as Plain.Database['prepare'];
  }
}

/** The class whose statements can be interrupted while they run. */
export async function loadInterruptible() {
  return (await import('libsql/promise')).default;
}

/** The value of a pragma that is a number. */
export function pragmaNumber(database: Database, name: string): number {
  const [row] = database.pragma(name) as Record<string, number>[];
  return Number(row?.[name]);
}

/** Keeps a write-ahead log, for readers next to a writer. A file in use now changes when it is next opened. */
export function keepLog(database: Database): void {
  const [mode] = database.pragma('journal_mode') as { journal_mode: string }[];
  if (mode?.journal_mode === 'wal') return;
  try {
    database.pragma('journal_mode = WAL');
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
  }
}

function between<T>(database: Database, begin: string, work: () => T): T {
  // Use exec: a prepared statement that fails with BUSY stays open and makes later commits fail.
  database.exec(begin);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back, as it does when the disk is full.
    }
    throw error;
  }
}

/** Runs the work in one transaction, all or nothing, and takes the write lock immediately. */
export const inTransaction = <T>(database: Database, work: () => T): T =>
  between(database, 'BEGIN IMMEDIATE', work);

/** Reads one state of the file, whatever another process commits meanwhile. */
export const inSnapshot = <T>(database: Database, read: () => T): T =>
  database.inTransaction ? read() : between(database, 'BEGIN', read);

/**
 * Closes a connection that wrote. libsql releases it only when its statements are garbage collected, which
 * the executable never waits for, so the write-ahead log is moved into the file first, unless a reader needs
 * it.
 */
export function closeWriter(database: Database): void {
  try {
    if (database.open) database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE);');
  } catch {
    // The rest stays in the log; nothing is lost.
  }
  database.close();
}
