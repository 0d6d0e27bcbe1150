import { orderMembers, orderRows, overdueCondition } from '../insight/order-rows';
import type { KeptDoubt } from '../insight/reconcile/ledger';
import { type Grouping, type Reader, readOrders, type Scope } from '../insight/report-scope';
import {
  type DifferingCluster,
  differingClusters,
  doubtfulPayments,
} from '../insight/reports/audit';
import {
  agingReport,
  exposureReport,
  overdueReport,
  unpaidReport,
} from '../insight/reports/outstanding';
import { marginReport, pnlReport } from '../insight/reports/profit';
import { receivedReport } from '../insight/reports/received';
import {
  type Figures,
  type GroupedReport,
  member,
  type ReportMembers,
} from '../insight/reports/report';
import { summarize } from '../insight/reports/summary';
import { turnaroundReport } from '../insight/reports/turnaround';

/** The figures of a report by one dimension, with the members that they have. */
export interface PageTable extends Figures {
  readonly by: string;
  readonly members: ReportMembers;
}

/** The figures of the page: those of the reports themselves, so the two can't differ. */
export type PageFigures = ReturnType<typeof gatherFigures>;

const mostOverdue = 100;

function oldestOverdue(read: Reader, scope: Scope, total: Figures['total']): PageTable {
  const isOverdue = overdueCondition(read, scope);
  const rest = `ORDER BY o.order_date, o.id LIMIT ${mostOverdue}`;
  const keys = readOrders(read, scope, 'o.key', isOverdue, { rest }).map(({ key }) => key);
  const rows = orderRows(read, scope, `o.key IN (${keys.join()})`);
  const { group, dueDate, overdueDays, expectedPayout, paid, outstanding } = orderMembers;
  const members = { group, dueDate, overdueDays, expectedPayout, paid, outstanding };
  return { by: 'orderNumber', members, rows, total: { outstanding: total.outstanding } };
}

const differenceMembers = {
  group: orderMembers.group,
  expected: member.money('What the group promised'),
  paid: orderMembers.paid,
  difference: member.money('Paid minus expected'),
};

function differenceFigures(clusters: readonly DifferingCluster[]): PageTable {
  const rows = clusters.map(({ counted, oldest, paid, expected, difference }) => {
    const others = counted.length > 1 ? ` and ${counted.length - 1} more` : '';
    const orderNumber = `${oldest.orderNumber ?? '(none)'}${others}`;
    return { orderNumber, group: oldest.group, paid, expected, difference };
  });
  const sumOf = (name: 'paid' | 'expected' | 'difference') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    by: 'orderNumber',
    members: differenceMembers,
    rows: rows.sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference)),
    total: { paid: sumOf('paid'), expected: sumOf('expected'), difference: sumOf('difference') },
  };
}

function withOverdue(unpaid: PageTable, overdue: Figures): PageTable {
  const late = new Map(overdue.rows.map(({ group, outstanding }) => [group, outstanding]));
  const members = Object.entries(unpaid.members).flatMap(([path, one]) => [
    [path, one],
    ...(path === 'outstanding' ? [['overdue', member.money('What of it is late')]] : []),
  ]);
  return {
    by: unpaid.by,
    members: Object.fromEntries(members),
    rows: unpaid.rows.map((row) => ({ ...row, overdue: late.get(row.group) ?? 0 })),
    total: { ...unpaid.total, overdue: overdue.total.outstanding },
  };
}

function doubtFigures(rows: ReturnType<typeof doubtfulPayments>): PageTable {
  const members = { doubt: member.list('Why a payment perhaps should not count') };
  const shown = rows.map(({ orderNumber, detail }) => ({ orderNumber, doubt: [detail] }));
  return { by: 'orderNumber', members, rows: shown, total: {} };
}

/** Gathers the figures; the doubts are those that the mirror's ledger has. */
export function gatherFigures(
  read: Reader,
  scope: Scope,
  {
    bounds,
    doubts,
  }: { readonly bounds?: readonly number[] | undefined; readonly doubts: readonly KeptDoubt[] },
) {
  const reported = (report: GroupedReport, by: Grouping): PageTable => {
    const members = report.members({ bounds });
    return { by, members, ...report.figures(read, scope, [by], { bounds }) };
  };
  const overdue = reported(overdueReport, 'group');
  const { short, over, writtenOff } = differingClusters(read, scope);
  return {
    summary: summarize(read, scope),
    // With the member `overdue`.
    unpaid: withOverdue(reported(unpaidReport, 'group'), overdue),
    aging: reported(agingReport, 'group'),
    exposure: reported(exposureReport, 'group'),
    pnl: reported(pnlReport, 'month'),
    received: reported(receivedReport, 'month'),
    margin: reported(marginReport, 'group'),
    marginByCard: reported(marginReport, 'card'),
    turnaround: reported(turnaroundReport, 'group'),
    // The oldest ones; the total is that of all.
    overdueOrders: oldestOverdue(read, scope, overdue.total),
    short: differenceFigures(short),
    over: differenceFigures(over),
    writtenOff: differenceFigures(writtenOff),
    doubts: doubtFigures(doubtfulPayments(read, scope, doubts)),
  };
}
