import { defineCommand } from '../../cli/definition';
import { received } from '../../insight/received';
import { dimensions, groupingsOf } from '../../insight/report-scope';
import { sort, sortNames } from '../../lists/selection';
import { valueAt } from '../../output/fields';
import type { CellType, Field, View } from '../../output/view';
import { barColumn, barHeading } from './order-table';
import {
  ask,
  byFlag,
  dimensionField,
  printReport,
  rowLimitFlag,
  scopeFlags,
  totalOf,
} from './report-run';
import { wantedPayments } from './wanted-orders';

const members: Readonly<Record<string, CellType | Field>> = {
  payments: 'number',
  orders: 'number',
  amount: 'money',
  other: 'money',
  undated: 'number',
};

const groupings = dimensions.filter((one) => one !== 'none');
const sortable = {
  ...Object.fromEntries(groupings.map((name) => [name, dimensionField])),
  ...members,
};

export const command = defineCommand({
  summary: 'What the groups have paid, by the day of the payment',
  description: `Counts every recorded payment, whatever the status of its orders: compare it with a bank statement or
a 1099. --since, --until, --month and --older-than mean the day of the payment. Amount is all of the
money; other is the part of it that belongs to no order, such as a bonus or a fee. Payments without a
day are counted in undated. The group is the one that paid; other dimensions are those of its orders.`,
  fields: ['month', ...Object.keys(members)],
  arguments: {},
  flags: {
    by: byFlag('month', groupings),
    ...rowLimitFlag,
    sort: sort('Sort by fields; -amount is the same as amount:desc', sortNames(sortable), {
      fields: sortable,
      table: [],
    }),
    ...scopeFlags,
  },
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
  async run({ by = 'month', sort, limit, ...flags }, context) {
    const asked = await ask(flags, context, wantedPayments);
    const { rows, total } = received(asked.read, asked.scope, by);
    const names = groupingsOf(by);
    const lastLine = totalOf(by, total);
    const amountOf = (row: object) => Number(valueAt(row, 'amount'));
    const view: View<object> = {
      one: 'row of the report',
      empty: 'No payments.',
      fields: {
        ...Object.fromEntries(names.map((name) => [name, dimensionField])),
        ...members,
      },
      table: [
        ...names,
        ...Object.keys(members),
        ...barColumn(rows, amountOf, lastLine, context.world),
      ],
      leaveOut: [barHeading, 'Undated', 'Orders', 'Payments'],
      card: () => '',
    };
    const report = { report: 'received', by, rows, total, view, lastLine };
    return printReport(report, { sort, limit }, asked, context);
  },
});
