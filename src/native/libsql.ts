/**
 * The embedded database. Only this directory names native packages. In the executable they find
 * their library through `embedded-library.ts`.
 */
import Libsql from 'libsql';

export type { Database, Statement } from 'libsql';
export { Libsql };

/** The class whose statements can be interrupted while they run. */
export async function loadInterruptible() {
  return (await import('libsql/promise')).default;
}
