import type { Dimension, Reader, Scope } from '../report-scope';
import { differences, expectingOrders } from './audit';
import { overdueReport, unpaidReport } from './outstanding';
import { pnlReport } from './profit';
import { type GroupedReport, member, memberValue, type ReportMembers } from './report';

/** Profit of one month in cents; the two are never added. */
interface MonthProfit {
  readonly realized: number;
  readonly expected: number;
}

/** The morning's numbers; money in cents. */
export interface AccountSummary {
  /** Open orders. */
  readonly open: number;
  readonly outstanding: number;
  readonly atRisk: number;
  readonly overdue: { readonly orders: number; readonly outstanding: number };
  /**
   * Orders in clusters that were paid short, and how much the clusters are short. What open ones lack is
   * part of what is outstanding.
   */
  readonly paidShort: { readonly orders: number; readonly difference: number };
  readonly thisMonth: MonthProfit;
  readonly lastMonth: MonthProfit;
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

/** The clusters that were paid short and not accepted, with their orders in scope. */
export function shortClusters(read: Reader, scope: Scope) {
  const { clusters, isAccepted, isInScope } = differences(read, scope);
  return clusters.flatMap((cluster) => {
    const { difference, tolerance } = cluster;
    const counted = isAccepted(cluster) ? [] : expectingOrders(cluster, isInScope);
    return difference < -tolerance && counted.length > 0 ? [{ ...cluster, counted }] : [];
  });
}

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
  ...monthMembers('thisMonth', 'This month'),
  ...monthMembers('lastMonth', 'Last month'),
  unfinishedUploads: member.count('Uploads to resume', { shownIn: 'neither' }),
  lastSync: member.moment('The end of the last complete sync'),
} satisfies ReportMembers;

function monthMembers(name: string, heading: string): ReportMembers {
  return {
    [`${name}.realized`]: member.money('Profit of the paid orders dated in the month', {
      heading: `${heading}, realized`,
      shownIn: 'page',
    }),
    [`${name}.expected`]: member.money('Profit expected of its open orders', {
      heading: `${heading}, expected`,
      shownIn: 'page',
    }),
  };
}

export function summarize(read: Reader, scope: Scope): AccountSummary {
  const figuresOf = (report: GroupedReport, by: Dimension) => report.figures(read, scope, { by });
  const { orders: open, outstanding, atRisk } = figuresOf(unpaidReport, 'kind').total;
  const overdue = figuresOf(overdueReport, 'kind').total;
  const months = figuresOf(pnlReport, 'month').rows;
  const profitOf = (wanted: string): MonthProfit => {
    const row = months.find(({ month }) => month === wanted) ?? {};
    const profit = (path: string) => Number(memberValue(row, path) ?? 0);
    return { realized: profit('realized.profit'), expected: profit('expected.profit') };
  };
  const short = shortClusters(read, scope);
  const thisMonth = scope.today.slice(0, 7);
  return {
    open: Number(open),
    outstanding: Number(outstanding),
    atRisk: Number(atRisk),
    overdue: { orders: Number(overdue.orders), outstanding: Number(overdue.outstanding) },
    paidShort: {
      orders: short.reduce((sum, { counted }) => sum + counted.length, 0),
      difference: short.reduce((sum, { difference }) => sum + difference, 0),
    },
    thisMonth: profitOf(thisMonth),
    lastMonth: profitOf(monthBefore(thisMonth)),
  };
}
