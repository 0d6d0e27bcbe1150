import { addDays } from '../../lib/days';
import { sqlText, stageOf, stages } from '../formulas';
import { overdueCondition, pastDue } from '../order-rows';
import type { Expressions } from '../report-scope';
import { type FigureOptions, member, type ReportMember, type ReportMembers } from './report';
import { type MemberSums, ratio, type SummedPart, summedReport } from './summed';

/** The reports on what groups have not paid yet. */

const outstandingMembers = {
  orders: member.count('Open orders, whatever is outstanding', { title: 'Open orders' }),
  outstanding: member.money('Promised and not paid'),
  cost: member.money('Cost of the orders'),
  atRisk: member.money('Cost that is not paid back'),
  oldestDays: member.days('Age of the oldest order', {
    heading: 'Oldest',
    title: 'Oldest (days)',
    orNull: true,
    total: 'nothing',
  }),
};

const outstandingSums: SummedPart['sums'] = {
  orders: 'orders',
  outstanding: 'outstanding',
  cost: 'cost',
  atRisk: 'at_risk',
};

const leaveOut = ['cost', 'oldestDays', 'orders', 'atRisk'];

export const noExpectationMembers = (more: Partial<ReportMember>): ReportMembers => ({
  'noExpectation.orders': member.count('Open orders without an expected payout or a payment', {
    heading: 'No payout: orders',
    ...more,
  }),
  'noExpectation.cost': member.money('What those cost', { heading: 'No payout: cost', ...more }),
});
export const noExpectationPart: SummedPart = {
  of: 'noExpectation',
  sums: { 'noExpectation.orders': 'orders', 'noExpectation.cost': 'cost' },
};

export const unpaidReport = summedReport({
  name: 'unpaid',
  summary: 'What is still unpaid, by group or another dimension',
  description: `Counts every open order, even one with nothing outstanding. Outstanding is what the group
promised and has not paid; at risk is your cost that is not paid back. Orders without an expected
payout are counted in the total's noExpectation.`,
  by: ['group'],
  main: 'outstanding',
  members: () => ({ ...outstandingMembers, ...noExpectationMembers({ total: 'only' }) }),
  leaveOut,
  flags: ['asOf'],
  finds: { words: 'anything is outstanding', test: ({ total }) => Number(total.outstanding) > 0 },
  examples: {
    'waybill report unpaid': 'Who owes you what',
    'waybill report unpaid --by none --sort -outstanding -L 20': 'The 20 largest open orders',
    'waybill report unpaid --as-of "last month"': 'Who owed you what at the end of the last month',
  },
  sums: ({ f }) => ({
    where: f.open,
    parts: [{ of: 'open', sums: outstandingSums }, noExpectationPart],
  }),
});

export const overdueReport = summedReport({
  name: 'overdue',
  summary: 'Open orders whose payout is late',
  description: `An order is due 30 days after its date. To change that, use --overdue-after, or the setting
overdueAfter (overdueAfter.<group> for one group). ≥ means that the order may have been in its status for longer.`,
  by: [],
  main: 'outstanding',
  members: () => ({ ...outstandingMembers, orders: member.count('Orders whose payout is late') }),
  leaveOut,
  empty: 'Nothing is overdue.',
  flags: ['overdueAfter'],
  finds: { words: 'an order is overdue', test: ({ rows }) => rows.length > 0 },
  examples: {
    'waybill report overdue': 'Every late payout, oldest first',
    'waybill report overdue --by group --overdue-after 45d':
      'Unpaid for more than 45 days, by group',
  },
  sums: ({ read, scope }) => ({
    where: overdueCondition(read, scope),
    parts: [{ sums: outstandingSums }],
  }),
});

/** Outstanding amounts, spread among members by conditions. */
const spreadOutstanding = (f: Expressions, spread: Required<SummedPart>['spread']) => ({
  where: f.conditions.outstanding,
  parts: [{ of: 'outstanding', sums: { total: 'outstanding' }, spread }] as const,
});

/** The buckets of aging: `0-14`, `15-30`, …, `91+`; past due `not due`, `1-30`, …, `91+`. */
function bucketsOf({ bounds, basis }: FigureOptions = {}) {
  const isDue = basis === 'due';
  const days = bounds ?? (isDue ? [30, 60, 90] : [14, 30, 60, 90]);
  /** The last day of each bucket but the last. */
  const ends = isDue ? [0, ...days] : days;
  return [...ends, undefined].map((end, index) => {
    const before = ends[index - 1];
    const start = before === undefined ? 0 : before + 1;
    const label = end === undefined ? `${start}+` : `${start}-${end}`;
    const name = isDue && index === 0 ? 'not due' : label;
    return { path: `buckets.${name}`, name, before, end };
  });
}

function bucketMembers(options?: FigureOptions): ReportMembers {
  const buckets = bucketsOf(options).map(({ path, name }) => {
    const means = name === 'not due' ? 'Outstanding and not due' : `Outstanding for ${name} days`;
    return [path, member.money(means, { heading: name.replace(/^n/, 'N'), isPart: true })];
  });
  return { ...Object.fromEntries(buckets), total: member.money('Outstanding, of any age') };
}

export const agingReport = summedReport({
  name: 'aging',
  summary: 'Outstanding amounts by the age of their orders',
  description:
    'Age is the number of days since the order date; with --basis due, since the payout was due. --buckets sets the last day of each bucket.',
  by: ['group'],
  main: 'total',
  members: bucketMembers,
  leaveOut: [],
  basis: ['due', 'Count days from the order date or past the due date'],
  flags: ['buckets', 'overdueAfter', 'asOf'],
  examples: {
    'waybill report aging': 'How long each group has owed you',
    'waybill report aging --buckets 7,30': 'Choose your own buckets',
    'waybill report aging --basis due --overdue-after 45d':
      'How long payouts are late, with 45 days to pay',
  },
  sums: ({ read, scope, f, ...options }) => {
    const isDue = options.basis === 'due';
    const isMore = isDue
      ? pastDue(read, scope)
      : (days: number) => `o.order_date < ${sqlText(addDays(scope.today, -days))}`;
    const buckets = bucketsOf(options).map(({ path, before, end }) => {
      const conditions = [
        // The age of an order without a date is unknown, so it counts as the newest.
        ...(before === undefined ? [] : [isMore(before)]),
        ...(end === undefined ? [] : [`NOT coalesce(${isMore(end)}, 0)`]),
      ];
      return [path, conditions.join(' AND ')] as const;
    });
    return spreadOutstanding(f, buckets);
  },
});

export const exposureReport = summedReport({
  name: 'exposure',
  summary: 'Outstanding amounts by stage of their orders',
  description: `Stages, by status: buying (purchased), moving (shipped, partially_delivered), waiting (delivered,
partially_received, received, partially_paid, submitted) and issue (issue). Share is the part of the
total outstanding amount.`,
  by: ['group'],
  main: 'total',
  members: () => ({
    buying: member.money('Outstanding of purchased orders', { isPart: true }),
    moving: member.money('Outstanding of shipped ones', { title: 'On the way', isPart: true }),
    waiting: member.money('Outstanding of those the group has', {
      title: 'At the group',
      isPart: true,
    }),
    issue: member.money('Outstanding of those with an issue', {
      title: 'Has an issue',
      isPart: true,
    }),
    total: member.money('Outstanding, at any stage'),
    share: member.percent('Part of all that is outstanding', {
      heading: 'Share %',
      title: 'Share',
      decimals: 1,
    }),
  }),
  leaveOut: ['share'],
  flags: ['asOf'],
  examples: {
    'waybill report exposure': 'How much each group owes you, by stage',
    'waybill report exposure --by card': 'How much is outstanding on each card',
  },
  sums: ({ f }) => ({
    ...spreadOutstanding(
      f,
      Object.keys(stages).map((stage) => [stage, `${stageOf('o.status')} = '${stage}'`]),
    ),
    finish: (row: MemberSums, whole = row) => {
      const [part = 0, all = 0] = [row.total, whole.total];
      return { ...row, share: all === 0 ? 0 : ratio(part, all, 1000) / 10 };
    },
  }),
});
