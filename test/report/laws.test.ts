import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dimensions, type Reader, type ReportBy } from '../../src/insight/report-scope';
import { audit } from '../../src/insight/reports/audit';
import { cashProfit } from '../../src/insight/reports/profit';
import { received } from '../../src/insight/reports/received';
import { summarize } from '../../src/insight/reports/summary';
import { reportedTrackings } from '../../src/insight/reports/trackings';
import { turnaround } from '../../src/insight/reports/turnaround';
import { closeWriter, type Database } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { refillOrderSums } from '../../src/mirror/sums';
import { runs } from '../support/tier';
import {
  naiveAging,
  naiveAgingByDue,
  naiveCash,
  naiveDifferences,
  naiveExposure,
  naiveNoCard,
  naiveOverdue,
  naivePeriod,
  naiveProfit,
  naiveReceived,
  naiveRewards,
  naiveSpending,
  naiveTurnaround,
  naiveUnpaid,
  naiveUnpaidTrackings,
  type PlainOrder,
} from './naive';
import { accounts, mirrorWith, scope, today } from './random-accounts';
import { figuresOf, type ReportName, readerOf } from './reader';

/** Opens it once, also to write: a connection stays open until its statements are collected. */
function writing(path: string, work: (database: Database) => void): void {
  const database = openToWrite(path);
  try {
    work(database);
  } finally {
    closeWriter(database);
  }
}

/** What the reports say that the sums suffice for. */
function summedReports(read: Reader) {
  return (['unpaid', 'aging', 'exposure', 'margin', 'pnl', 'rewards'] as const).flatMap((name) =>
    (['group', 'status', 'month', 'kind'] as const).map((by) => figuresOf(name, read, scope, [by])),
  );
}

test('every report agrees with a naive one, and its totals agree across dimensions', async () => {
  await fc.assert(
    fc.asyncProperty(accounts, async (orders) => {
      const path = await mirrorWith(orders);
      writing(path, (database) => {
        const read = readerOf(database);
        database.exec('DELETE FROM order_sums');
        const fromOrders = summedReports(read);
        refillOrderSums(database);
        expect(read('SELECT 1 FROM order_sums').length > 0).toBe(orders.length > 0);
        expect(summedReports(read)).toEqual(fromOrders);
        const report = (name: ReportName, ...by: ReportBy) => figuresOf(name, read, scope, by);
        const ids = report('overdue').rows.map(({ id }) => id);
        expect([...ids].sort()).toEqual(naiveOverdue(orders, today));
        for (const by of dimensions) {
          const { rows, total } = received(read, scope, [by]);
          expect(total).toEqual(naiveReceived(orders));
          expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(total.amount);
          const unpaid = report('unpaid', by);
          expect(unpaid.total).toEqual(naiveUnpaid(orders));
          const { outstanding } = naiveUnpaid(orders);
          expect(unpaid.rows.reduce((sum, row) => sum + Number(row.outstanding), 0)).toBe(
            outstanding,
          );
          expect(report('aging', by).total).toEqual(naiveAging(orders, today));
          const allowed = (group: string | null) => (group === 'mvp' ? 1 : 30);
          const late = figuresOf('aging', read, { ...scope, overdueAfter: allowed }, [by], {
            basis: 'due',
            bounds: [30, 60, 90],
          });
          expect(late.total).toEqual(naiveAgingByDue(orders, today, allowed));
          expect(report('exposure', by).total).toMatchObject(naiveExposure(orders));
          expect(report('pnl', by).total).toMatchObject(naiveProfit(orders));
          const { realized, expected } = naiveProfit(orders);
          expect(report('margin', by).total).toMatchObject({
            cost: realized.cost + expected.cost,
            profit: realized.profit + expected.profit,
          });
        }
        for (const row of report('spending', 'retailer').rows) {
          const own = orders.filter(({ retailer }) => retailer === row.retailer);
          expect(row).toMatchObject(naiveSpending(own));
        }
        expect(report('spending', 'month').total).toEqual(naiveSpending(orders));
        // One row per order has the orders that the sums add up, and no others.
        for (const name of ['unpaid', 'overdue', 'margin', 'rewards'] as const) {
          const { orders: count } = report(name, 'group').total;
          const { rows, total } = report(name);
          expect(rows, name).toHaveLength(Number(count));
          expect(total.orders, name).toBe(count);
          if (name === 'unpaid' || name === 'overdue') continue;
          const added = rows.reduce((sum, row) => sum + Number(row.reward), 0);
          expect(added, name).toBe(total.reward);
        }
        for (const { day, ...row } of received(read, scope, ['day']).rows) {
          expect(row).toEqual(naiveReceived(orders.filter(({ paidOn }) => paidOn === day)));
        }
        for (const period of ['week', 'month', 'quarter', 'year'] as const) {
          const of = (order: PlainOrder) => naivePeriod(period, order.orderDate);
          const pairs = new Map(orders.map((one) => [`${of(one)} ${one.group}`, one]));
          const margin = figuresOf('margin', read, scope, [period, 'group']);
          expect(margin.total).toEqual(report('margin', 'group').total);
          const rewards = figuresOf('rewards', read, scope, [period, 'group']);
          for (const row of rewards.rows) {
            const own = orders.filter((one) => of(one) === row[period] && one.group === row.group);
            expect(row).toMatchObject(naiveRewards(own));
            pairs.delete(`${row[period]} ${row.group}`);
          }
          expect([...pairs.values()].every(({ status }) => status === 'cancelled')).toBe(true);
          const periods = rewards.rows.map((row) => String(row[period]));
          expect(periods).toEqual(periods.toSorted());
          for (const row of received(read, scope, ['group', period]).rows) {
            const own = orders.filter(
              (one) => naivePeriod(period, one.paidOn) === row[period] && one.group === row.group,
            );
            expect(row).toMatchObject(naiveReceived(own));
          }
          const cash = cashProfit(read, scope, [period]);
          expect(cash.total).toEqual(cashProfit(read, scope, ['group', 'month']).total);
        }
        expect(report('rewards', 'card').total).toEqual(naiveRewards(orders));
        expect(turnaround(read, scope, ['group']).total).toEqual(naiveTurnaround(orders));
        const cash = cashProfit(read, scope, ['month']).rows.map(({ month, realized }) => [
          month,
          realized,
        ]);
        expect(Object.fromEntries(cash)).toMatchObject(naiveCash(orders));
        expect(cash).toHaveLength(Object.keys(naiveCash(orders)).length);
        const { short, over, ...differing } = naiveDifferences(orders);
        const findings = audit(read, scope, []);
        const found = (name: string) =>
          findings.filter(({ finding }) => finding === name).map(({ id }) => id);
        expect(found('no_card').sort()).toEqual(naiveNoCard(orders));
        expect(found('paid_short').sort()).toEqual(short);
        expect(found('paid_over').sort()).toEqual(over);
        const { outstanding, open, paidShort, paidOver, overdue } = summarize(read, scope);
        expect({ open, outstanding }).toMatchObject({
          open: naiveUnpaid(orders).orders,
          outstanding: naiveUnpaid(orders).outstanding,
        });
        expect({ paidShort, paidOver }).toEqual(differing);
        expect(overdue.orders).toBe(ids.length);
        const numbers = reportedTrackings(read, scope, true).rows.map(
          ({ id, trackingNumber }) => `${id} ${trackingNumber}`,
        );
        expect(numbers.sort()).toEqual(naiveUnpaidTrackings(orders));
        for (const row of report('aging', 'group').rows) {
          const own = orders.filter(({ group }) => group === row.group);
          expect(row).toMatchObject(naiveAging(own, today));
        }
      });
    }),
    { numRuns: runs(2000) },
  );
}, 1_800_000);
