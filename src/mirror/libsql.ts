import {
  closeWriter,
  type Database,
  inSnapshot,
  inTransaction,
  keepLog,
  Libsql,
  loadInterruptible,
} from '../native/libsql';

export { closeWriter, type Database, inSnapshot, inTransaction, keepLog };

export function connect(path: string): Database {
  return new Libsql(path);
}

/** The address that opens a file read-only; every other way to ask for that is ignored. */
export function readOnlyAddress(path: string, immutable = false): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `file:${encoded}?mode=ro${immutable ? '&immutable=1' : ''}`;
}

const rowsAtOnce = 500;

/**
 * Rows made of a table's columns by `make`, without those of which it makes nothing. SQLite makes one text
 * of hundreds of rows: to hand over each value by itself takes four times as long. A blob is an error.
 */
export function everyRow<Values extends readonly unknown[], Row>(
  database: Database,
  table: string,
  columns: { readonly [Place in keyof Values]: string },
  make: (...values: Values) => Row | undefined,
): readonly Row[] {
  return inSnapshot(database, () => {
    const texts = database
      .prepare(
        `SELECT group_concat(row), max(key) FROM (SELECT key, json_array(${columns}) AS row
           FROM ${table} WHERE key > ? ORDER BY key LIMIT ${rowsAtOnce})`,
      )
      .raw();
    const rows: Row[] = [];
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const [text, last] = texts.get([after]) as [string | null, number];
      if (text === null) return rows;
      for (const values of JSON.parse(`[${text}]`) as readonly Values[]) {
        const row = make(...values);
        if (row !== undefined) rows.push(row);
      }
      after = last;
    }
  });
}

export interface ResultColumn {
  /** The column's name in the statement; may occur several times. */
  readonly name: string;
  /** The declared type, if the column belongs to a table or view. */
  readonly type: string | null;
}

interface InterruptibleStatement {
  all(parameters: Readonly<Record<string, unknown>>): Promise<readonly (readonly unknown[])[]>;
  /** Resolves at the first row; the iterator reads the others synchronously. */
  iterate(parameters: Readonly<Record<string, unknown>>): Promise<Iterable<readonly unknown[]>>;
  columns(): readonly ResultColumn[];
  raw(on: boolean): InterruptibleStatement;
  safeIntegers(on: boolean): InterruptibleStatement;
}

export interface InterruptibleDatabase {
  prepare(sql: string): Promise<InterruptibleStatement>;
  exec(sql: string): Promise<void>;
  interrupt(): void;
  close(): void;
}

/** A connection that can be interrupted; it keeps its statements, as collecting one waits for another. */
export async function connectInterruptible(address: string): Promise<InterruptibleDatabase> {
  const Interruptible = await loadInterruptible();
  const database = new Interruptible(address, {}) as InterruptibleDatabase;
  const prepare = database.prepare.bind(database);
  const kept: InterruptibleStatement[] = [];
  database.prepare = async (sql) => {
    const statement = await prepare(sql);
    kept.push(statement);
    return statement;
  };
  return database;
}
