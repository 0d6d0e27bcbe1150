import type { Grouping, Reader, Scope } from '../../insight/report-scope';
import { pnlReport } from '../../insight/reports/profit';
import { receivedReport } from '../../insight/reports/received';
import {
  type Figures,
  type GroupedReport,
  memberTitle,
  memberValue,
  shownMembers,
} from '../../insight/reports/report';
import { summarize } from '../../insight/reports/summary';
import { counted, nameInWords, toTheMinute } from '../../lib/words';
import type {
  WorkbookCell,
  WorkbookColumn,
  WorkbookSheet,
  WorkbookValue,
} from '../../tabular/write-workbook';

/** The first sheet of the workbook: the totals that reports give, received money and profit. */

type Line = readonly (WorkbookValue | WorkbookCell)[];

const bold = (value: WorkbookValue, type: WorkbookCell['type'] = 'text') => ({
  value,
  type,
  isBold: true,
});

/** The figures of a report by some dimensions. */
function table(
  title: string,
  report: GroupedReport,
  groupings: readonly Grouping[],
  { rows, total }: Figures,
): readonly Line[] {
  const members = shownMembers(report.members(), 'page');
  const figures = (row: object, isBold: boolean): Line =>
    members.map(([path, { format }]) => ({
      value: Number(memberValue(row, path)),
      type: format === 'money' ? 'money' : 'number',
      isBold,
    }));
  return [
    [],
    [bold(title)],
    [
      ...groupings.map((name) => bold(nameInWords(name))),
      ...members.map(([path, member]) => bold(memberTitle(path, member), 'money')),
    ],
    ...rows.map((row) => [
      ...groupings.map((name) => String(row[name] ?? 'none')),
      ...figures(row, false),
    ]),
    [bold('Total'), ...groupings.slice(1).map(() => null), ...figures(total, true)],
  ];
}

const columns: readonly WorkbookColumn[] = [
  { heading: '', type: 'text', width: 26 },
  ...Array.from({ length: 9 }, () => ({ heading: '', type: 'money' as const, width: 17 })),
];

export function totalsSheet(read: Reader, scope: Scope, asOf: string): WorkbookSheet {
  const { open, outstanding, atRisk, overdue, paidShort, paidOver } = summarize(read, scope);
  const profit = pnlReport.figures(read, scope, ['month']);
  const received = receivedReport.figures(read, scope, ['month', 'group']);
  const rows: readonly Line[] = [
    [bold(`The account on ${scope.today}`)],
    [`Synced ${toTheMinute(asOf)}; amounts in dollars`],
    [],
    ['Open orders', { value: open, type: 'number' }],
    ['Outstanding', outstanding],
    ['Cost not paid back', atRisk],
    [`Overdue: ${counted(overdue.orders, 'orders')}`, overdue.outstanding],
    [`Paid short: ${counted(paidShort.orders, 'orders')}`, paidShort.difference],
    [`Paid over: ${counted(paidOver.orders, 'orders')}`, paidOver.difference],
    ['Received', Number(received.total.amount)],
    ['Realized profit', Number(memberValue(profit.total, 'realized.profit'))],
    ['Expected profit', Number(memberValue(profit.total, 'expected.profit'))],
    ...table('Received by month and group', receivedReport, ['month', 'group'], received),
    ...table('Profit by month of the order', pnlReport, ['month'], profit),
  ];
  return { name: 'Totals', columns, rows, isPage: true };
}
