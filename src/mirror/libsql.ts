import { type Database, Libsql, loadInterruptible } from '../native/libsql';

export type { Database };

export function connect(path: string): Database {
  return new Libsql(path);
}

/** The address of a file that is opened for reading only; SQLite ignores every other way to say so. */
export function readOnlyAddress(path: string, immutable = false): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `file:${encoded}?mode=ro${immutable ? '&immutable=1' : ''}`;
}

export interface Column {
  /** As the statement names it; may occur several times. */
  readonly name: string;
  /** As declared, where the column is one of a table or view. */
  readonly type: string | null;
}

interface InterruptibleStatement {
  all(parameters: Readonly<Record<string, unknown>>): Promise<readonly (readonly unknown[])[]>;
  columns(): readonly Column[];
  raw(on: boolean): InterruptibleStatement;
  safeIntegers(on: boolean): InterruptibleStatement;
}

export interface InterruptibleDatabase {
  prepare(sql: string): Promise<InterruptibleStatement>;
  exec(sql: string): Promise<void>;
  interrupt(): void;
  close(): void;
}

/** A connection whose statements can be ended from outside while they run. */
export async function connectInterruptible(address: string): Promise<InterruptibleDatabase> {
  const Interruptible = await loadInterruptible();
  return new Interruptible(address, {}) as unknown as InterruptibleDatabase;
}
