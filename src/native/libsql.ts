/**
 * The embedded database. Native packages are named here and nowhere else, by a literal path, so that
 * whoever bundles them into one executable replaces this one file.
 */
import Libsql from 'libsql';

export type { Database, Statement } from 'libsql';
export { Libsql };
