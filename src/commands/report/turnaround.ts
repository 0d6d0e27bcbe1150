import { defineCommand } from '../../cli/definition';
import { dimensions, groupingsOf } from '../../insight/report-scope';
import { turnaround } from '../../insight/turnaround';
import { sort, sortNames } from '../../lists/selection';
import type { CellType, Field, View } from '../../output/view';
import { orderFields, orderTable, orderTableLeaveOut } from './order-table';
import {
  ask,
  byFlag,
  dimensionField,
  printReport,
  rowLimitFlag,
  scopeFlags,
  totalOf,
} from './report-run';

const members: Readonly<Record<string, CellType | Field>> = {
  n: { kind: 'number', heading: 'Orders' },
  unknown: 'number',
  median: { kind: 'number', heading: 'Median (days)' },
  p90: { kind: 'number', heading: '90% within' },
  min: 'number',
  max: 'number',
};

const sortable = {
  ...Object.fromEntries(
    dimensions.filter((one) => one !== 'none').map((one) => [one, dimensionField]),
  ),
  ...members,
  ...orderFields,
};

export const command = defineCommand({
  summary: 'Days from an order to its payment',
  description: `An order counts as paid on the day of its latest payment, once its payments cover the expected
payout. Without recorded payments, that is the day on which a sync first saw the status paid, if the
previous sync was at most three days earlier. Paid orders without a known day are counted in unknown;
cancelled orders are left out.`,
  fields: ['group', ...Object.keys(members)],
  arguments: {},
  flags: {
    by: byFlag('group'),
    ...rowLimitFlag,
    sort: sort('Sort by fields; -median is the same as median:desc', sortNames(sortable), {
      fields: sortable,
      table: [],
    }),
    ...scopeFlags,
  },
  examples: [
    { command: 'waybill --sandbox report turnaround', explains: 'Which groups pay fast' },
    {
      command: 'waybill --sandbox report turnaround --by month',
      explains: 'Whether payments are slowing',
    },
  ],
  async run({ by = 'group', sort, limit, ...flags }, context) {
    const asked = await ask(flags, context);
    const { rows, total } = turnaround(asked.read, asked.scope, by);
    const groupings = groupingsOf(by);
    const values = Object.fromEntries(groupings.map((name) => [name, dimensionField]));
    const view: View<object> = {
      one: 'row of the report',
      empty: 'No paid orders.',
      fields: by === 'none' ? orderFields : { ...values, ...members },
      table: by === 'none' ? orderTable : [...groupings, ...Object.keys(members)],
      leaveOut: by === 'none' ? orderTableLeaveOut : ['Max', 'Min', '90% within', 'Unknown'],
      card: () => '',
    };
    // Figures of all orders have no place among the columns of one order.
    const lastLine = by === 'none' ? undefined : totalOf(by, total);
    const report = { report: 'turnaround', by, rows, total, view, lastLine };
    return printReport(report, { sort, limit }, asked, context);
  },
});
