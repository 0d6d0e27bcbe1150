/**
 * The embedded database. Native packages are named here and nowhere else, by a literal path, so that
 * anyone who bundles them into one executable replaces this one file.
 */
import Libsql from 'libsql';

export type { Database, Statement } from 'libsql';
export { Libsql };

/** The class whose statements can be ended from outside while they run. */
export async function loadInterruptible() {
  return (await import('libsql/promise')).default;
}
