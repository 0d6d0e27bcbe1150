/**
 * The embedded database. Native packages are named in this directory and nowhere else. In the executable
 * they find their library by `embedded-library.ts`.
 */
import Libsql from 'libsql';

export type { Database, Statement } from 'libsql';
export { Libsql };

/** The class whose statements can be ended from outside while they run. */
export async function loadInterruptible() {
  return (await import('libsql/promise')).default;
}
