import { type AnyCommand, defineCommand, type Example } from '../../cli/definition';
import { choice, type Flags, valued } from '../../cli/flag';
import { usageFailure } from '../../failure';
import { cashProfit } from '../../insight/cash-profit';
import { isPeriod } from '../../insight/formulas';
import {
  type AgingBasis,
  bucketLabels,
  defaultBounds,
  defaultDueBounds,
  type Figures,
  type GroupedReport,
  groupedReport,
  showsOrdersOwn,
} from '../../insight/grouped-reports';
import { type By, type Dimension, dimensions, groupingsOf } from '../../insight/report-scope';
import { type SortKey, sort, sortNames } from '../../lists/selection';
import { valueAt } from '../../output/fields';
import type { CellType, Column, Field, View } from '../../output/view';
import {
  barColumn,
  barHeading,
  orderFields,
  orderTable,
  orderTableLeaveOut,
  ownFields,
  ownTable,
} from './order-table';
import {
  ask,
  asOfFlag,
  byFlag,
  dimensionField,
  exitCodeFlag,
  overdueAfterFlag,
  printReport,
  rowLimitFlag,
  type ScopeValues,
  scopeFlags,
  totalOf,
  warnOfPoints,
} from './report-run';

type Fields = Readonly<Record<string, CellType | Field>>;

const profitFields = (name: string): Fields => ({
  [name]: 'object',
  [`${name}.orders`]: 'number',
  [`${name}.cost`]: 'money',
  [`${name}.payout`]: 'money',
  [`${name}.reward`]: 'money',
  [`${name}.portal`]: 'money',
  [`${name}.profit`]: 'money',
  [`${name}.assumed`]: 'number',
});

const unpaidFields: Fields = {
  orders: 'number',
  outstanding: 'money',
  cost: 'money',
  atRisk: { kind: 'money', heading: 'At risk' },
  oldestDays: { kind: 'number', unit: 'd', heading: 'Oldest' },
};

const bucketHeading = (label: string) => label.replace(/^n/, 'N');

/** The members of a row after its dimension, in order. */
function membersOf(report: GroupedReport, labels = bucketLabels(defaultBounds)): Fields {
  switch (report) {
    case 'unpaid':
    case 'overdue':
      return unpaidFields;
    case 'aging':
      return {
        buckets: 'object',
        ...Object.fromEntries(
          labels.map((label) => [
            `buckets.${label}`,
            { kind: 'money', heading: bucketHeading(label) } as const,
          ]),
        ),
        total: 'money',
      };
    case 'exposure':
      return {
        buying: 'money',
        moving: 'money',
        waiting: 'money',
        issue: 'money',
        total: 'money',
        share: { kind: 'number', heading: 'Share %', decimals: 1 },
      };
    case 'margin':
      return {
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
      };
    case 'pnl':
      return { ...profitFields('realized'), ...profitFields('expected') };
    case 'rewards':
      return { orders: 'number', cost: 'money', reward: 'money', points: 'number' };
  }
}

interface Text {
  readonly summary: string;
  readonly description: string;
  readonly by: Dimension;
  /** The member that the bar shows. */
  readonly bar: string;
  readonly flags?: Flags;
  readonly examples: readonly Example[];
  /** Whether the figures make `--exit-code` exit with 15. */
  found?(figures: Figures): boolean;
}

export const bucketsFlag = {
  buckets: valued('<14,30,…>', 'The last day of each bucket', readBounds, {
    defaultText: defaultBounds.join(','),
  }),
};

const texts: Readonly<Record<GroupedReport, Text>> = {
  unpaid: {
    summary: 'What is still unpaid, by group or another dimension',
    description: `Counts every open order, even one with nothing outstanding. Outstanding is what the group
promised and has not paid; at risk is your cost that is not paid back. Orders without an expected
payout are counted in the total's noExpectation.`,
    by: 'group',
    bar: 'outstanding',
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
    bar: 'outstanding',
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
    bar: 'total',
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
    bar: 'total',
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
    bar: 'profit',
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
    bar: 'realized.profit',
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
    bar: 'reward',
    examples: [
      { command: 'waybill --sandbox report rewards --by card', explains: 'What each card earns' },
      {
        command: 'waybill --sandbox report rewards --by month --kind orders',
        explains: 'What each month earned',
      },
    ],
  },
};

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

/** Reports too wide for a screen, with their most important members under shorter names. */
const tableMembers: Partial<Record<GroupedReport, readonly Column<object>[]>> = {
  pnl: [
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
};

/** The columns of a table: of one order, not how many orders it is. */
function columnsOf(
  report: GroupedReport,
  by: By,
  flat: readonly string[],
): readonly Column<object>[] {
  const own = tableMembers[report];
  const columns = own === undefined ? flat : [...groupingsOf(by), ...own];
  if (by !== 'none') return columns;
  const counts = (column: Column<object>) =>
    /orders$|^noExpectation/.test(
      typeof column === 'object' && 'field' in column ? column.field : String(column),
    );
  return [
    ...ownTable,
    ...columns.filter((column) => !Object.hasOwn(ownFields, String(column)) && !counts(column)),
  ];
}

/** Headings in the order in which a narrow terminal drops their columns. */
function leaveOut(report: GroupedReport, by: By): readonly string[] {
  if (by === 'none') return [...['Order date', 'Status', 'Group'], ...leaveOut(report, 'group')];
  switch (report) {
    case 'unpaid':
    case 'overdue':
      return [barHeading, 'Cost', 'Oldest', 'Orders', 'At risk'];
    case 'aging':
      return [barHeading];
    case 'exposure':
      return ['Share %', barHeading];
    case 'margin':
      return [
        ...['No payout: cost', 'No payout: orders', 'Portal', 'Reward', barHeading],
        ...['Orders', 'Payout', 'Cost', 'Margin %'],
      ];
    case 'pnl':
      return [
        ...['Open payout', 'Open cost', 'Payout', 'Cost', barHeading],
        ...['Open', 'Paid', 'Assumed'],
      ];
    case 'rewards':
      return [barHeading, 'Orders', 'Cost'];
  }
}

/** Headings of the columns that add up to the total, the least urgent first. */
function addUp(report: GroupedReport, labels: readonly string[]): readonly string[] {
  switch (report) {
    case 'aging':
      // Youngest first: recent orders may still be paid without any action.
      return labels.map(bucketHeading);
    case 'exposure':
      return ['Buying', 'Moving', 'Waiting', 'Issue'];
    default:
      return [];
  }
}

/** The fields with the default `--by`. */
const defaultView = (report: GroupedReport): Fields => {
  const { by } = texts[report];
  return by === 'none' ? orderFields : { [by]: 'text', ...membersOf(report) };
};

/** The fields of the report with any `--by`. */
function allFields(report: GroupedReport): Fields {
  const values = dimensions.filter((name) => name !== 'none').map((name) => [name, dimensionField]);
  return {
    ...Object.fromEntries(values),
    ...orderFields,
    ...membersOf(report),
  };
}

/** The flag takes the fields of rows by any dimension. Throws a usage failure for those of others. */
function refuseOtherSort(sort: readonly SortKey[] | undefined, fields: readonly string[]): void {
  const other = sort?.find(({ path }) => !fields.includes(path));
  if (other === undefined) return;
  throw usageFailure(`--sort: no row of this report has ${other.path}`, {
    hint: `It takes ${fields.join(', ')}.`,
  });
}

function commandOf(report: GroupedReport): AnyCommand {
  const { summary, description, by: usual, flags: own = {}, examples, bar, found } = texts[report];
  const flags = {
    by: byFlag(usual),
    ...rowLimitFlag,
    sort: sort('Sort by fields; -total is the same as total:desc', sortNames(allFields(report)), {
      fields: allFields(report),
      table: orderTable,
    }),
    ...own,
    ...scopeFlags,
  };
  return defineCommand({
    summary,
    description,
    fields: Object.keys(defaultView(report)),
    arguments: {},
    flags,
    examples,
    async run(typed, context) {
      const given = typed as typeof typed &
        ScopeValues & {
          readonly buckets?: readonly number[];
          readonly basis?: AgingBasis | 'cash';
          readonly exitCode?: boolean;
        };
      const { by = usual, basis, sort, limit } = given;
      const due = basis === 'due' ? 'due' : 'order';
      const { buckets: bounds = due === 'due' ? defaultDueBounds : defaultBounds } = given;
      if (due === 'due' && bounds[0] === 0) {
        throw usageFailure('--buckets begins with the first day past due with --basis due, not 0');
      }
      const labels = bucketLabels(bounds, due);
      const groupings = groupingsOf(by);
      if (basis === 'cash' && !groupings.some(isPeriod)) {
        throw usageFailure('--basis cash works only with --by week, month, quarter or year');
      }
      const isOfOrder = by === 'none' && !showsOrdersOwn(report);
      const members: Fields = isOfOrder
        ? orderFields
        : {
            ...(by === 'none' ? ownFields : {}),
            ...Object.fromEntries(groupings.map((name) => [name, dimensionField])),
            ...membersOf(report, labels),
          };
      const flat = Object.keys(members).filter((name) => members[name] !== 'object');
      refuseOtherSort(sort, flat);
      const asked = await ask(given, context);
      const { read, scope } = asked;
      if (showsOrdersOwn(report)) warnOfPoints(asked, context);
      const figures =
        basis === 'cash'
          ? cashProfit(read, scope, groupings)
          : groupedReport(report, read, scope, { by, bounds, basis: due });
      const { rows, total } = figures;
      const amountOf = (row: object) => Number(valueAt(row, isOfOrder ? 'outstanding' : bar));
      const lastLine = totalOf(by, total);
      const view: View<object> = {
        one: 'row of the report',
        empty: report === 'overdue' ? 'Nothing is overdue.' : 'No orders.',
        fields: members,
        table: [
          ...(isOfOrder ? orderTable : columnsOf(report, by, flat)),
          ...barColumn(rows, amountOf, lastLine, context.world),
        ],
        leaveOut: isOfOrder ? orderTableLeaveOut : leaveOut(report, by),
        needed: addUp(report, labels),
        card: () => '',
      };
      return printReport(
        { report, by, rows, total, view, lastLine },
        { sort, limit, found: given.exitCode === true && found?.(figures) === true },
        asked,
        context,
      );
    },
  });
}

export const commands = {
  unpaid: commandOf('unpaid'),
  overdue: commandOf('overdue'),
  aging: commandOf('aging'),
  exposure: commandOf('exposure'),
  margin: commandOf('margin'),
  pnl: commandOf('pnl'),
  rewards: commandOf('rewards'),
};
