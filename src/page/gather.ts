import { defaultBounds, type Figures, groupedReport, openGroups } from '../insight/grouped-reports';
import { type OrderRow, orderRows, overdueCondition } from '../insight/order-rows';
import { received } from '../insight/received';
import { ordersWhere, type Reader, type Scope } from '../insight/report-scope';
import { type Summary, shortClusters, summarize } from '../insight/summary';
import { turnaround } from '../insight/turnaround';

/** What the page shows: the figures of the reports themselves, so the two can't differ. */
export interface PageFigures {
  readonly summary: Summary;
  readonly unpaid: Figures;
  readonly overdue: Figures;
  readonly aging: Figures;
  readonly exposure: Figures;
  readonly pnl: Figures;
  readonly received: Figures;
  readonly margin: Figures;
  readonly marginByCard: Figures;
  /** The oldest ones. */
  readonly overdueOrders: readonly OrderRow[];
  /** What was paid short: an order, or several that were paid together. */
  readonly short: Figures;
  readonly turnaround: Figures;
  /** Upper ends of the aging buckets, in days. */
  readonly bounds: readonly number[];
}

/** No one reads more on a page. */
const mostOverdue = 100;

function oldestOverdue(read: Reader, scope: Scope): readonly OrderRow[] {
  const isOverdue = overdueCondition(scope, openGroups(read));
  const { from, parameters } = ordersWhere(scope, isOverdue);
  const keys = read(
    `SELECT o.key ${from} ORDER BY o.order_date, o.id LIMIT ${mostOverdue}`,
    parameters,
  ).map(({ key }) => key);
  return orderRows(read, scope, `o.key IN (${keys.join()})`);
}

function shortFigures(read: Reader, scope: Scope): Figures {
  const rows = shortClusters(read, scope).map(({ counted, paid, expected, difference }) => {
    const [first] = counted;
    const others = counted.length > 1 ? ` and ${counted.length - 1} more` : '';
    const orderNumber = `${first?.orderNumber ?? '(none)'}${others}`;
    return { orderNumber, group: first?.group ?? null, paid, expected, difference };
  });
  const sumOf = (name: 'paid' | 'expected' | 'difference') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  const total = {
    ...{ paid: sumOf('paid'), expected: sumOf('expected'), difference: sumOf('difference') },
  };
  return { rows: rows.sort((one, other) => one.difference - other.difference), total };
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
    received: received(read, scope, 'month'),
    margin: groupedReport('margin', read, scope, { by: 'group' }),
    marginByCard: groupedReport('margin', read, scope, { by: 'card' }),
    overdueOrders: oldestOverdue(read, scope),
    short: shortFigures(read, scope),
    turnaround: turnaround(read, scope, 'group'),
    bounds,
  };
}
