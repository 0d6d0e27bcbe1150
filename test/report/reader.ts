import type { Reader, Row } from '../../src/insight/report-scope';
import type { Database } from '../../src/mirror/libsql';

/** Reads a mirror as the reports do. */
export function readerOf(database: Database): Reader {
  const read = (sql: string, parameters: readonly string[] = []): Row[] =>
    database
      .prepare(sql)
      .all([...parameters])
      .map((row) => ({ ...Object(row) }));
  return Object.assign(read, { each: read });
}
