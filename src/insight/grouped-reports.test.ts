import { expect, test } from 'vitest';
import { connect } from '../mirror/libsql';
import { migrations, sentIndexes } from '../mirror/schema';
import { type GroupedReport, groupedReport } from './grouped-reports';
import type { Dimension, Scope } from './report-scope';

const database = connect(':memory:');
for (const statement of [...migrations, ...Object.values(sentIndexes)]) database.exec(statement);

const scope: Scope = {
  today: '2025-06-30',
  dayOf: (moment) => moment.slice(0, 10),
  pointThousandths: 1000,
  overdueAfter: () => 30,
  kind: 'all',
};

/** How SQLite reads the orders for each statement of the report. */
function plansOf(report: GroupedReport, by: Dimension) {
  const plans: string[] = [];
  const read = (sql: string) => {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
    plans.push(
      ...steps.map(({ detail }) => detail).filter((detail) => / o USING |TEMP/.test(detail)),
    );
    return [];
  };
  groupedReport(report, read, scope, { by });
  return plans;
}

test.each([
  ['unpaid', 'group'],
  ['margin', 'group'],
  ['margin', 'month'],
  ['pnl', 'group'],
  ['pnl', 'month'],
  ['rewards', 'group'],
  ['rewards', 'month'],
] as const)('report %s by %s reads only indexes, and sorts no orders', (report, by) => {
  const plans = plansOf(report, by);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).toMatch(/^(SEARCH|SCAN) o USING COVERING INDEX /);
});

test('a profit reads paid orders apart from open ones', () => {
  expect(plansOf('pnl', 'month')).toEqual([
    'SEARCH o USING COVERING INDEX month_orders (open=?)',
    'SEARCH o USING COVERING INDEX month_orders (open=?)',
  ]);
});
