import { defaultBounds, type Figures, groupedReport } from '../insight/grouped-reports';
import type { Reader, Scope } from '../insight/report-scope';
import { type Summary, summarize } from '../insight/summary';
import { turnaround } from '../insight/turnaround';

/** What the page shows: the figures of the reports themselves, so the two can't differ. */
export interface PageFigures {
  readonly summary: Summary;
  readonly unpaid: Figures;
  readonly overdue: Figures;
  readonly aging: Figures;
  readonly exposure: Figures;
  readonly pnl: Figures;
  readonly turnaround: Figures;
  /** Upper ends of the aging buckets, in days. */
  readonly bounds: readonly number[];
}

export function gatherFigures(
  read: Reader,
  scope: Scope,
  bounds: readonly number[] = defaultBounds,
): PageFigures {
  const byGroup = (report: 'unpaid' | 'overdue' | 'aging' | 'exposure') =>
    groupedReport(report, read, scope, { by: 'group', bounds });
  return {
    summary: summarize(read, scope),
    unpaid: byGroup('unpaid'),
    overdue: byGroup('overdue'),
    aging: byGroup('aging'),
    exposure: byGroup('exposure'),
    pnl: groupedReport('pnl', read, scope, { by: 'month' }),
    turnaround: turnaround(read, scope, 'group'),
    bounds,
  };
}
