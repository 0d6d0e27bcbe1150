import { defineCommand } from '../../cli/definition';
import { choice, integer } from '../../cli/flag';
import { type Dimension, dimensions } from '../../insight/report-scope';
import { turnaround } from '../../insight/turnaround';
import { sort } from '../../lists/sorting';
import type { CellType, Field, View } from '../../output/view';
import { ask, printReport, scopeFlags } from './report-run';

const members: Readonly<Record<string, CellType | Field>> = {
  n: { kind: 'number', heading: 'Orders' },
  unknown: 'number',
  median: { kind: 'number', heading: 'Median (days)' },
  p90: { kind: 'number', heading: '90% within' },
  min: 'number',
  max: 'number',
};

const isGroup = (one: Dimension): one is Exclude<Dimension, 'none'> => one !== 'none';
const groupings = dimensions.filter(isGroup);

export const command = defineCommand({
  summary: 'Days from an order to its payment',
  description: `An order counts as paid on the day of its latest payment, once its payments cover the expected
payout. Without recorded payments, that is the day on which a sync first saw the status paid, if the
previous sync was at most three days earlier. Paid orders without a known day are counted in unknown.`,
  fields: ['group', ...Object.keys(members)],
  arguments: {},
  flags: {
    by: choice('<dimension>', 'One row per group, card, …', groupings, { defaultText: 'group' }),
    limit: integer('<n>', 'How many rows', { short: 'L', minimum: 1, defaultText: 'all' }),
    sort: sort(
      'Sort by fields; -median is the same as median:desc',
      new Map([...groupings, ...Object.keys(members)].map((name) => [name, name])),
    ),
    ...scopeFlags,
  },
  examples: [
    { command: 'waybill report turnaround', explains: 'Which groups pay fast' },
    { command: 'waybill report turnaround --by month', explains: 'Whether payments are slowing' },
  ],
  async run({ by = 'group', sort, limit, ...flags }, context) {
    const asked = await ask(flags, context);
    const { rows, total } = turnaround(asked.read, asked.scope, by);
    const view: View<object> = {
      one: 'row of the report',
      empty: 'No paid orders.',
      fields: { [by]: 'text', ...members },
      table: [by, ...Object.keys(members)],
      card: () => '',
    };
    const lastLine = { [by]: 'Total', ...total };
    const report = { report: 'turnaround', by, rows, total, view, lastLine };
    return printReport(report, { sort, limit }, asked, context);
  },
});
