import { differences, expectingOrders } from './audit';
import { openGroups } from './grouped-reports';
import { overdueCondition } from './order-rows';
import { expressions, ordersWhere, type Reader, type Scope } from './report-scope';

/** Profit of one month in cents; the two are never added. */
interface MonthProfit {
  readonly realized: number;
  readonly expected: number;
}

/** The morning's numbers; money in cents. */
export interface Summary {
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

export function summarize(read: Reader, scope: Scope): Summary {
  const f = expressions(scope);
  const one = (columns: string, where: string) => {
    const { from, parameters } = ordersWhere(scope, where);
    return read(`SELECT ${columns} ${from}`, parameters)[0] ?? {};
  };
  const open = one(
    `count(*) AS orders, coalesce(sum(${f.outstanding}), 0) AS outstanding,
     coalesce(sum(${f.atRisk}), 0) AS atRisk`,
    f.open,
  );
  const overdue = one(
    `count(*) AS orders, coalesce(sum(${f.outstanding}), 0) AS outstanding`,
    overdueCondition(scope, openGroups(read)),
  );
  const profitOf = (month: string): MonthProfit => {
    const { realized, expected } = one(
      `coalesce(sum(${f.realizedProfit}), 0) AS realized,
       coalesce(sum(${f.expectedProfit}), 0) AS expected`,
      `o.order_month = '${month}'`,
    );
    return { realized: Number(realized), expected: Number(expected) };
  };
  const short = shortClusters(read, scope);
  const thisMonth = scope.today.slice(0, 7);
  return {
    open: Number(open.orders),
    outstanding: Number(open.outstanding),
    atRisk: Number(open.atRisk),
    overdue: { orders: Number(overdue.orders), outstanding: Number(overdue.outstanding) },
    paidShort: {
      orders: short.reduce((sum, { counted }) => sum + counted.length, 0),
      difference: short.reduce((sum, { difference }) => sum + difference, 0),
    },
    thisMonth: profitOf(thisMonth),
    lastMonth: profitOf(monthBefore(thisMonth)),
  };
}
