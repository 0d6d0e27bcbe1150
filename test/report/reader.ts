import type { Reader, Row, Scope } from '../../src/insight/report-scope';
import {
  agingReport,
  exposureReport,
  overdueReport,
  unpaidReport,
} from '../../src/insight/reports/outstanding';
import { marginReport, pnlReport, rewardsReport } from '../../src/insight/reports/profit';
import { receivedReport } from '../../src/insight/reports/received';
import type { GroupedReport } from '../../src/insight/reports/report';
import { spendingReport } from '../../src/insight/reports/spending';
import { turnaroundReport } from '../../src/insight/reports/turnaround';
import { onceEach } from '../../src/lib/once';
import type { Database } from '../../src/mirror/libsql';

/** Reads a mirror as the reports do. Each statement is compiled once, which takes longer than running it. */
export function readerOf(database: Database): Reader {
  const statementOf = onceEach((sql) => database.prepare(sql));
  const read = (sql: string): Row[] =>
    statementOf(sql)
      .all()
      .map((row) => ({ ...Object(row) }));
  return Object.assign(read, { each: read }) as Reader;
}

/** All orders on 2026-03-31, due after 30 days; a point is worth a cent. */
export const usualScope: Scope = {
  ...{ today: '2026-03-31', dayOf: (moment) => moment.slice(0, 10), kind: 'all' },
  ...{ pointThousandths: 1000, overdueAfter: () => 30 },
};

/** The reports that add up by a dimension, by name. */
export const groupedReports = {
  unpaid: unpaidReport,
  overdue: overdueReport,
  aging: agingReport,
  exposure: exposureReport,
  margin: marginReport,
  pnl: pnlReport,
  rewards: rewardsReport,
  spending: spendingReport,
  received: receivedReport,
  turnaround: turnaroundReport,
};
export type ReportName = keyof typeof groupedReports;

export const figuresOf = (name: ReportName, ...given: Parameters<GroupedReport['figures']>) =>
  groupedReports[name].figures(...given);
