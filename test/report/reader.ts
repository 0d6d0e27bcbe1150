import type { Reader, Row, Scope } from '../../src/insight/report-scope';
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

/** All orders on 2026-03-31, due after 30 days; a point is worth a cent. */
export const usualScope: Scope = {
  ...{ today: '2026-03-31', dayOf: (moment) => moment.slice(0, 10), kind: 'all' },
  ...{ pointThousandths: 1000, overdueAfter: () => 30 },
};
