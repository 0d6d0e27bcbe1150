import { addDays } from '../../lib/days';
import type { Reader, Scope } from '../report-scope';
import { type DifferingCluster, differingClusters } from './audit';
import { overdueReport, unpaidReport } from './outstanding';
import { pnlReport } from './profit';
import { member, memberValue, type ReportMembers } from './report';

/** The morning's numbers; money in cents. */
export type AccountSummary = ReturnType<typeof summarize>;

const summed = (clusters: readonly DifferingCluster[]) => ({
  orders: clusters.reduce((sum, { counted }) => sum + counted.length, 0),
  difference: clusters.reduce((sum, { difference }) => sum + difference, 0),
});

/** The members of the summary's total; a report's own summary adds those that no mirror knows. */
export const summaryMembers = {
  open: member.count('Open orders', { heading: 'Open orders' }),
  outstanding: member.money('Promised and not paid'),
  atRisk: member.money('Cost that is not paid back'),
  'overdue.orders': member.count('Open orders whose payout is late', {
    heading: 'Overdue orders',
    isAlarm: true,
  }),
  'overdue.outstanding': member.money('What is outstanding of those', { heading: 'Overdue' }),
  'paidShort.orders': member.count('Orders that were paid short', {
    heading: 'Orders paid short',
    isAlarm: true,
    shownIn: 'page',
  }),
  'paidShort.difference': member.money('What they were paid less than expected, below 0', {
    heading: 'Short (of open: in outstanding)',
    shownIn: 'page',
  }),
  'paidOver.orders': member.count('Orders that were paid more than expected', {
    heading: 'Orders paid over',
    isAlarm: true,
    shownIn: 'page',
  }),
  'paidOver.difference': member.money('What they were paid more than expected', {
    heading: 'Over',
    shownIn: 'page',
  }),
  ...monthMembers('thisMonth', 'This month'),
  ...monthMembers('lastMonth', 'Last month'),
  unfinishedUploads: member.count('Uploads to resume', { shownIn: 'neither' }),
  lastSync: member.moment('The end of the last complete sync'),
} satisfies ReportMembers;

function monthMembers(name: string, heading: string): ReportMembers {
  return {
    [`${name}.realized`]: member.money('Profit of the paid orders dated in the month', {
      heading: `${heading}, realized profit`,
      shownIn: 'page',
    }),
    [`${name}.expected`]: member.money('Profit expected of its open orders', {
      heading: `${heading}, expected profit`,
      shownIn: 'page',
    }),
  };
}

export function summarize(read: Reader, scope: Scope) {
  const { orders: open, outstanding, atRisk } = unpaidReport.figures(read, scope, ['kind']).total;
  const overdue = overdueReport.figures(read, scope, ['kind']).total;
  const months = pnlReport.figures(read, scope, ['month']).rows;
  /** The profits of one month; the two are never added. */
  const profitOf = (wanted: string) => {
    const row = months.find(({ month }) => month === wanted) ?? {};
    const profit = (path: string) => Number(memberValue(row, path) ?? 0);
    return { realized: profit('realized.profit'), expected: profit('expected.profit') };
  };
  const { short, over } = differingClusters(read, scope);
  const thisMonth = scope.today.slice(0, 7);
  return {
    open: Number(open),
    outstanding: Number(outstanding),
    atRisk: Number(atRisk),
    overdue: { orders: Number(overdue.orders), outstanding: Number(overdue.outstanding) },
    paidShort: summed(short),
    paidOver: summed(over),
    thisMonth: profitOf(thisMonth),
    lastMonth: profitOf(addDays(`${thisMonth}-01`, -1).slice(0, 7)),
  };
}
