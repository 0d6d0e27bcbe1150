import type { Example } from '../../cli/definition';
import { choice, type Flags, valued } from '../../cli/flag';
import { usageFailure } from '../../failure';
import { bucketLabels, defaultBounds, type Figures } from '../../insight/grouped-reports';
import type { Dimension } from '../../insight/report-scope';
import type { CellType, Column, Field } from '../../output/view';
import { barHeading } from './order-table';
import { asOfFlag, exitCodeFlag, overdueAfterFlag } from './report-run';

/** The reports that add up by a dimension, as they are explained and shown. */

export type Fields = Readonly<Record<string, CellType | Field>>;

export interface Grouped {
  readonly summary: string;
  readonly description: string;
  readonly by: Dimension;
  /** The most important member, which the bar shows if it is an amount. */
  readonly main: string;
  /** The members of a row after its dimension, in order. */
  readonly members: Fields | ((labels: readonly string[]) => Fields);
  /** The columns of a table, if they are not all of the members. */
  readonly table?: readonly Column<object>[];
  /** Headings in the order in which a narrow terminal drops their columns. */
  readonly leaveOut: readonly string[];
  /** Headings of the columns that add up to the total, the least urgent first. */
  addUp?(labels: readonly string[]): readonly string[];
  readonly empty?: string;
  readonly flags?: Flags;
  readonly examples: readonly Example[];
  /** Whether the figures make `--exit-code` exit with 15. */
  found?(figures: Figures): boolean;
}

const profitMembers = (name: string): Fields => ({
  [name]: 'object',
  [`${name}.orders`]: 'number',
  [`${name}.cost`]: 'money',
  [`${name}.payout`]: 'money',
  [`${name}.reward`]: 'money',
  [`${name}.portal`]: 'money',
  [`${name}.profit`]: 'money',
  [`${name}.assumed`]: 'number',
});

const unpaidMembers: Fields = {
  orders: 'number',
  outstanding: 'money',
  cost: 'money',
  atRisk: { kind: 'money', heading: 'At risk' },
  oldestDays: { kind: 'number', unit: 'd', heading: 'Oldest' },
};
const unpaidLeaveOut = [barHeading, 'Cost', 'Oldest', 'Orders', 'At risk'];

const bucketHeading = (label: string) => label.replace(/^n/, 'N');

export const bucketsFlag = {
  buckets: valued('<14,30,…>', 'The last day of each bucket', readBounds, {
    defaultText: defaultBounds.join(','),
  }),
};

export const grouped = {
  unpaid: {
    summary: 'What is still unpaid, by group or another dimension',
    description: `Counts every open order, even one with nothing outstanding. Outstanding is what the group
promised and has not paid; at risk is your cost that is not paid back. Orders without an expected
payout are counted in the total's noExpectation.`,
    by: 'group',
    main: 'outstanding',
    members: unpaidMembers,
    leaveOut: unpaidLeaveOut,
    flags: { ...exitCodeFlag('anything is outstanding'), ...asOfFlag },
    found: ({ total }) => Number(total.outstanding) > 0,
    examples: [
      { command: 'waybill --sandbox report unpaid', explains: 'Who owes you what' },
      {
        command: 'waybill --sandbox report unpaid --by none --sort -outstanding -L 20',
        explains: 'The 20 largest open orders',
      },
      {
        command: 'waybill --sandbox report unpaid --as-of "last month"',
        explains: 'Who owed you what at the end of the last month',
      },
    ],
  },
  overdue: {
    summary: 'Open orders whose payout is late',
    description: `An order is due 30 days after its date. To change that, use --overdue-after, or the setting
overdueAfter (overdueAfter.<group> for one group). ≥ means that the order may have been in its status for longer.`,
    by: 'none',
    main: 'outstanding',
    members: unpaidMembers,
    leaveOut: unpaidLeaveOut,
    empty: 'Nothing is overdue.',
    flags: { ...exitCodeFlag('an order is overdue'), ...overdueAfterFlag },
    found: ({ rows }) => rows.length > 0,
    examples: [
      { command: 'waybill --sandbox report overdue', explains: 'Every late payout, oldest first' },
      {
        command: 'waybill --sandbox report overdue --by group --overdue-after 45d',
        explains: 'Unpaid for more than 45 days, by group',
      },
    ],
  },
  aging: {
    summary: 'Outstanding amounts by the age of their orders',
    description:
      'Age is the number of days since the order date; with --basis due, since the payout was due. --buckets sets the last day of each bucket.',
    by: 'group',
    main: 'total',
    members: (labels) => ({
      buckets: 'object',
      ...Object.fromEntries(
        labels.map((label) => [
          `buckets.${label}`,
          { kind: 'money', heading: bucketHeading(label) } as const,
        ]),
      ),
      total: 'money',
    }),
    leaveOut: [barHeading],
    // Youngest first: recent orders may still be paid without any action.
    addUp: (labels) => labels.map(bucketHeading),
    flags: {
      basis: choice(
        '<basis>',
        'Count days from the order date or past the due date',
        ['order', 'due'],
        {
          defaultText: 'order',
        },
      ),
      ...bucketsFlag,
      ...overdueAfterFlag,
      ...asOfFlag,
    },
    examples: [
      { command: 'waybill --sandbox report aging', explains: 'How long each group has owed you' },
      {
        command: 'waybill --sandbox report aging --buckets 7,30',
        explains: 'Choose your own buckets',
      },
      {
        command: 'waybill --sandbox report aging --basis due --overdue-after 45d',
        explains: 'How long payouts are late, with 45 days to pay',
      },
    ],
  },
  exposure: {
    summary: 'Outstanding amounts by stage of their orders',
    description: `Stages, by status: buying (purchased), moving (shipped, partially_delivered), waiting (delivered,
partially_received, received, partially_paid, submitted) and issue (issue). Share is the part of the
total outstanding amount.`,
    by: 'group',
    main: 'total',
    members: {
      buying: 'money',
      moving: 'money',
      waiting: 'money',
      issue: 'money',
      total: 'money',
      share: { kind: 'number', heading: 'Share %', decimals: 1 },
    },
    leaveOut: ['Share %', barHeading],
    addUp: () => ['Buying', 'Moving', 'Waiting', 'Issue'],
    flags: asOfFlag,
    examples: [
      {
        command: 'waybill --sandbox report exposure',
        explains: 'How much each group owes you, by stage',
      },
      {
        command: 'waybill --sandbox report exposure --by card',
        explains: 'How much is outstanding on each card',
      },
    ],
  },
  margin: {
    summary: 'Profit and margin of paid and open orders together',
    description: `Includes paid orders and open orders with an expected payout. Open orders without one are shown
as noExpectation instead. The settings pointValue and pointValue.<card> are the value of a point in cents.`,
    by: 'group',
    main: 'profit',
    members: {
      orders: 'number',
      cost: 'money',
      payout: 'money',
      reward: 'money',
      portal: 'money',
      profit: 'money',
      marginPercent: { kind: 'number', heading: 'Margin %', decimals: 2 },
      noExpectation: 'object',
      'noExpectation.orders': { kind: 'number', heading: 'No payout: orders' },
      'noExpectation.cost': { kind: 'money', heading: 'No payout: cost' },
    },
    leaveOut: [
      ...['No payout: cost', 'No payout: orders', 'Portal', 'Reward', barHeading],
      ...['Orders', 'Payout', 'Cost', 'Margin %'],
    ],
    examples: [
      {
        command: 'waybill --sandbox report margin --by retailer',
        explains: 'Which retailers pay off',
      },
      {
        command: 'waybill --sandbox report margin --by month,group --since 3m',
        explains: 'Each group in the last three months',
      },
    ],
  },
  pnl: {
    summary: 'Realized and expected profit by month',
    description: `Realized profit comes from paid orders, expected profit from open ones. They are never added
together. A paid order without a recorded payment uses its expected payout and is counted in assumed. With
--basis cash, income is in the week, month, quarter or year of its payment, and only paid orders count.`,
    by: 'month',
    main: 'realized.profit',
    members: { ...profitMembers('realized'), ...profitMembers('expected') },
    // Too wide for a screen: the most important members, under shorter names.
    table: [
      { field: 'realized.orders', heading: 'Paid' },
      { field: 'realized.cost', heading: 'Cost' },
      { field: 'realized.payout', heading: 'Payout' },
      { field: 'realized.profit', heading: 'Realized' },
      { field: 'realized.assumed', heading: 'Assumed' },
      { field: 'expected.orders', heading: 'Open' },
      { field: 'expected.cost', heading: 'Open cost' },
      { field: 'expected.payout', heading: 'Open payout' },
      { field: 'expected.profit', heading: 'Expected' },
    ],
    leaveOut: [
      ...['Open payout', 'Open cost', 'Payout', 'Cost', barHeading],
      ...['Open', 'Paid', 'Assumed'],
    ],
    flags: {
      basis: choice(
        '<basis>',
        'Count income in the period of the order or of the payment',
        ['order', 'cash'],
        { defaultText: 'order' },
      ),
    },
    examples: [
      { command: 'waybill --sandbox report pnl', explains: 'Did I make money?' },
      {
        command: 'waybill --sandbox report pnl --by quarter --basis cash',
        explains: 'By the quarter in which the money arrived',
      },
      {
        command: 'waybill --sandbox report pnl --by none -o csv',
        explains: 'The profit of each order, for a spreadsheet',
      },
    ],
  },
  rewards: {
    summary: 'Points and their value',
    description:
      'Cancelled orders earn nothing. The settings pointValue and pointValue.<card> are the value of a point in cents.',
    by: 'group',
    main: 'reward',
    members: { orders: 'number', cost: 'money', reward: 'money', points: 'number' },
    leaveOut: [barHeading, 'Orders', 'Cost'],
    examples: [
      { command: 'waybill --sandbox report rewards --by card', explains: 'What each card earns' },
      {
        command: 'waybill --sandbox report rewards --by month --kind orders',
        explains: 'What each month earned',
      },
    ],
  },
  received: {
    summary: 'What the groups have paid, by the day of the payment',
    description: `Counts every recorded payment, whatever the status of its orders: compare it with a bank statement or
a 1099. --since, --until, --month and --older-than mean the day of the payment. Amount is all of the
money; other is the part of it that belongs to no order, such as a bonus or a fee. Payments without a
day are counted in undated. The group is the one that paid; other dimensions are those of its orders.`,
    by: 'month',
    main: 'amount',
    members: {
      payments: 'number',
      orders: 'number',
      amount: 'money',
      other: 'money',
      undated: 'number',
    },
    leaveOut: [barHeading, 'Undated', 'Orders', 'Payments'],
    empty: 'No payments.',
    examples: [
      { command: 'waybill --sandbox report received', explains: 'What arrived in each month' },
      {
        command: 'waybill --sandbox report received --by year,group -o csv',
        explains: 'To compare with the 1099 of each group',
      },
      {
        command: 'waybill --sandbox report received --by week --since 2m',
        explains: 'To compare with a bank statement',
      },
    ],
  },
  turnaround: {
    summary: 'Days from an order to its payment',
    description: `An order counts as paid on the day of its latest payment, once its payments cover the expected
payout. Without recorded payments, that is the day on which a sync first saw the status paid, if the
previous sync was at most three days earlier. Paid orders without a known day are counted in unknown;
cancelled orders are left out.`,
    by: 'group',
    main: 'median',
    members: {
      n: { kind: 'number', heading: 'Orders' },
      unknown: 'number',
      median: { kind: 'number', heading: 'Median (days)' },
      p90: { kind: 'number', heading: '90% within' },
      min: 'number',
      max: 'number',
    },
    leaveOut: ['Max', 'Min', '90% within', 'Unknown'],
    empty: 'No paid orders.',
    examples: [
      { command: 'waybill --sandbox report turnaround', explains: 'Which groups pay fast' },
      {
        command: 'waybill --sandbox report turnaround --by month',
        explains: 'Whether payments are slowing',
      },
    ],
  },
} satisfies Readonly<Record<string, Grouped>>;

export type GroupedName = keyof typeof grouped;

/** The members of a row, with these buckets. */
export const membersOf = (
  { members }: Grouped,
  labels: readonly string[] = bucketLabels(defaultBounds),
): Fields => (typeof members === 'function' ? members(labels) : members);

function readBounds(typed: string, label: string): readonly number[] {
  const bounds = typed.split(',').map((one) => (/^\s*\d{1,5}\s*$/.test(one) ? Number(one) : -1));
  const rising = bounds.every((bound, index) => bound > (bounds[index - 1] ?? -1));
  if (rising) return bounds;
  if (typed.split(',').some((one) => /^\s*\d{6,}\s*$/.test(one))) {
    throw usageFailure(`${label} takes numbers of days below 100000, not "${typed}"`);
  }
  throw usageFailure(
    `${label} takes increasing numbers of days, such as 14,30,60,90, not "${typed}"`,
  );
}
