import { bucketLabels } from '../insight/grouped-reports';
import type { PageFigures } from './gather';
import type { Column, TableInput } from './table';

type Value = Column['value'];

const money = (heading: string, value: Value): Column => ({ heading, kind: 'money', value });
const count = (heading: string, value: Value): Column => ({ heading, kind: 'count', value });
const days = (heading: string, value: Value): Column => ({
  heading,
  kind: 'days',
  value,
  adds: false,
});

const inside = (outer: string, inner: string): Value => {
  return (row) => (row[outer] as Readonly<Record<string, unknown>>)[inner];
};

const byGroup = { member: 'group', heading: 'Group', many: 'groups' };
const nothing = 'Nothing is outstanding.';

/** The tables behind the charts, in the same order. */
export function tableInputs(figures: PageFigures): readonly TableInput[] {
  const { unpaid, overdue, aging, exposure, pnl, turnaround, bounds } = figures;
  const lateByGroup = new Map(overdue.rows.map((row) => [row.group, row.outstanding]));
  return [
    {
      id: 'unpaid',
      caption: 'Outstanding by group',
      by: byGroup,
      figures: unpaid,
      none: 'No open orders.',
      columns: [
        count('Open orders', ({ orders }) => orders),
        money('Outstanding', ({ outstanding }) => outstanding),
        money('Overdue', (row) =>
          row === unpaid.total ? overdue.total.outstanding : (lateByGroup.get(row.group) ?? 0),
        ),
        money('Cost', ({ cost }) => cost),
        money('At risk', ({ atRisk }) => atRisk),
        days('Oldest (days)', ({ oldestDays }) => oldestDays),
      ],
    },
    {
      id: 'exposure',
      caption: 'Exposure by stage',
      by: byGroup,
      figures: exposure,
      none: nothing,
      columns: [
        money('Buying', ({ buying }) => buying),
        money('On the way', ({ moving }) => moving),
        money('At the group', ({ waiting }) => waiting),
        money('Has an issue', ({ issue }) => issue),
        money('Total', ({ total }) => total),
        { heading: 'Share', kind: 'percent', value: ({ share }) => share, adds: false },
      ],
    },
    {
      id: 'aging',
      caption: 'Aging, by days since the order',
      by: byGroup,
      figures: aging,
      none: nothing,
      columns: [
        ...bucketLabels(bounds).map((label) => money(label, inside('buckets', label))),
        money('Total', ({ total }) => total),
      ],
    },
    {
      id: 'turnaround',
      caption: 'Turnaround by group, in days from an order to its payment',
      by: byGroup,
      figures: turnaround,
      none: 'No paid orders.',
      columns: [
        count('Known', ({ n }) => n),
        count('Unknown', ({ unknown }) => unknown),
        days('Median', ({ median }) => median),
        days('90% within', ({ p90 }) => p90),
        days('Fastest', ({ min }) => min),
        days('Slowest', ({ max }) => max),
      ],
    },
    {
      id: 'profit',
      caption: 'Profit by month of the order',
      by: { member: 'month', heading: 'Month', many: 'months before' },
      figures: pnl,
      none: 'No paid orders, and none with an expected payout.',
      columns: [
        count('Paid orders', inside('realized', 'orders')),
        money('Cost', inside('realized', 'cost')),
        money('Payout', inside('realized', 'payout')),
        money('Rewards', inside('realized', 'reward')),
        money('Cashback', inside('realized', 'portal')),
        money('Realized profit', inside('realized', 'profit')),
        count('Payout assumed', inside('realized', 'assumed')),
        count('Open orders', inside('expected', 'orders')),
        money('Expected profit', inside('expected', 'profit')),
      ],
    },
  ];
}
