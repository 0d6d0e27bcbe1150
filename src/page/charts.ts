import { bucketLabels, type Figures } from '../insight/grouped-reports';
import { counted } from '../lib/words';
import { type BarChartInput, drawColumns, drawRows } from './drawing';
import type { PageFigures } from './gather';
import { html, type Markup, moneyLike, type Words } from './markup';

/** Widths in CSS pixels that each chart is drawn at; the style shows the one that fits. */
const widths = { narrow: 310, wide: 540, broad: 1130 } as const;
type Width = keyof typeof widths;

/** The most bars a chart has room for; the rest are combined into one more bar. */
const mostBars = 12;
const mostMonths = { narrow: 8, wide: 18, broad: 36 } as const;

interface Legend {
  readonly color: 'main' | 'alert' | 'hollow';
  readonly means: string;
}

interface ChartInput {
  readonly id: string;
  readonly title: string;
  /** One sentence under the title: what the chart shows. */
  readonly says: string;
  readonly legend?: readonly Legend[];
  /** The chart in words, for readers who can't see it; empty if there is nothing to draw. */
  readonly alternative: string;
  readonly none: string;
  draw(width: Width): Markup;
  readonly drawn?: readonly Width[];
}

function chart(input: ChartInput): Markup {
  const { id, title, says, legend = [], alternative, none, drawn = ['narrow', 'wide'] } = input;
  const body =
    alternative === ''
      ? html`<p class="none">${none}</p>`
      : html`${legend.length === 0 ? '' : html`<p class="legend">${legend.map(({ color, means }) => html`<span><i class="${color}"></i>${means}</span> `)}</p>`}
<div role="img" aria-label="${alternative}">${drawn.map((width) => html`<div class="${width}">${input.draw(width)}</div>`)}</div>
<p class="more"><a href="#${id}">Table</a></p>`;
  return html`<section class="card ${drawn.includes('broad') ? 'full' : ''}">
<h2>${title}</h2>
<p class="says">${says}</p>
${body}
</section>`;
}

type Row = Figures['rows'][number];

const listed = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `${name} ${value}`).join('; ');

/** The first rows as they are, and one more row that adds up the rest. */
function firstRows(rows: readonly Row[], values: readonly ((row: Row) => number)[], words: Words) {
  const first = rows.slice(0, mostBars);
  const rest = rows.slice(mostBars);
  const more = rest.length === 0 ? [] : [`${rest.length} more`];
  return {
    labels: [...first.map(({ group }) => words.name(group)), ...more],
    values: values.map((value) => [
      ...first.map(value),
      ...more.map(() => rest.reduce((sum, row) => sum + value(row), 0)),
    ]),
  };
}

function outstanding({ unpaid, overdue }: PageFigures, words: Words): Markup {
  const late = new Map(overdue.rows.map((row) => [row.group, Number(row.outstanding)]));
  const lateOf = (row: Row) => late.get(row.group) ?? 0;
  const rows = unpaid.rows.filter((row) => Number(row.outstanding) > 0);
  const { labels, values } = firstRows(
    rows,
    [(row) => Number(row.outstanding) - lateOf(row), lateOf],
    words,
  );
  const [soon = [], due = []] = values;
  const input: BarChartInput = {
    labels,
    series: [
      { values: due, color: 'alert' },
      { values: soon, color: 'main' },
    ],
    stacked: true,
    write: moneyLike(values[0]?.map((one, index) => one + (due[index] ?? 0)) ?? []),
  };
  return chart({
    id: 'unpaid',
    title: 'Outstanding by group',
    says: 'What groups promised for open orders and have not paid yet.',
    legend: [
      { color: 'alert', means: 'overdue' },
      { color: 'main', means: 'not due yet' },
    ],
    alternative: listed(
      labels.map((label, index) => {
        const [whole, overdue] = [(soon[index] ?? 0) + (due[index] ?? 0), due[index] ?? 0];
        const part = overdue > 0 ? ` (${words.money(overdue)} overdue)` : '';
        return [label, `${words.money(whole)}${part}`];
      }),
    ),
    none: 'Nothing is outstanding.',
    draw: (width) => drawRows(input, widths[width]),
  });
}

function aging({ aging: { rows, total }, bounds }: PageFigures, words: Words): Markup {
  const labels = bucketLabels(bounds);
  const buckets = total.buckets as Readonly<Record<string, number>>;
  const values = labels.map((label) => buckets[label] ?? 0);
  const input: BarChartInput = {
    labels,
    series: [{ values, color: 'main' }],
    write: moneyLike(values),
  };
  return chart({
    id: 'aging',
    title: 'Aging',
    says: 'Outstanding amounts by age of the order, in days.',
    alternative:
      rows.length === 0
        ? ''
        : listed(labels.map((label, index) => [`${label} days`, words.money(values[index] ?? 0)])),
    none: 'Nothing is outstanding.',
    draw: (width) => drawColumns(input, widths[width], 200),
  });
}

const stageNames = {
  buying: 'Buying',
  moving: 'On the way',
  waiting: 'At the group',
  issue: 'Has an issue',
} as const;

function exposure({ exposure: { rows, total } }: PageFigures, words: Words): Markup {
  const stages = Object.keys(stageNames) as (keyof typeof stageNames)[];
  const values = stages.map((stage) => Number(total[stage]));
  const labels = stages.map((stage) => stageNames[stage]);
  const input: BarChartInput = {
    labels,
    series: [{ values, color: 'main' }],
    write: moneyLike(values),
  };
  return chart({
    id: 'exposure',
    title: 'Exposure by stage',
    says: 'Outstanding amounts by stage of the order.',
    alternative:
      rows.length === 0
        ? ''
        : listed(labels.map((label, index) => [label, words.money(values[index] ?? 0)])),
    none: 'Nothing is outstanding.',
    draw: (width) => drawRows(input, widths[width]),
  });
}

interface Profit {
  readonly orders: number;
  readonly profit: number;
}

function profit({ pnl: { rows } }: PageFigures, words: Words): Markup {
  const months = rows.map(({ month, realized, expected }) => ({
    month: words.name(month),
    realized: realized as Profit,
    expected: expected as Profit,
  }));
  const known = ({ orders, profit }: Profit) => (orders === 0 ? null : profit);
  const last = months.slice(-mostMonths.broad);
  return chart({
    id: 'profit',
    title: 'Profit by month of the order',
    says: 'Realized from paid orders, expected from open ones. They are never added together.',
    legend: [
      { color: 'main', means: 'realized' },
      { color: 'hollow', means: 'expected' },
    ],
    alternative: listed(
      last.map(({ month, realized, expected }) => {
        const parts = [
          ...(realized.orders > 0 ? [`realized ${words.money(realized.profit)}`] : []),
          ...(expected.orders > 0 ? [`expected ${words.money(expected.profit)}`] : []),
        ];
        return [month, parts.join(', ')];
      }),
    ),
    none: 'No paid orders, and none with an expected payout.',
    drawn: ['narrow', 'wide', 'broad'],
    draw: (width) => {
      const drawn = months.slice(-mostMonths[width]);
      const input: BarChartInput = {
        labels: drawn.map(({ month }) => month),
        series: [
          { values: drawn.map(({ realized }) => known(realized)), color: 'main' },
          { values: drawn.map(({ expected }) => known(expected)), color: 'hollow' },
        ],
        write: moneyLike(drawn.flatMap((one) => [one.realized.profit, one.expected.profit])),
      };
      return drawColumns(input, widths[width], 240);
    },
  });
}

function receivedMoney({ received: { rows } }: PageFigures, words: Words): Markup {
  const months = rows.filter(({ month }) => month !== null);
  const undated = rows.find(({ month }) => month === null);
  const amountOf = (row: Row) => Number(row.amount);
  const left =
    undated === undefined ? '' : ` Leaves out ${words.money(amountOf(undated))} without a date.`;
  return chart({
    id: 'received',
    title: 'Received by month',
    says: `What the groups paid, by the day of the payment.${left}`,
    alternative: listed(
      months
        .slice(-mostMonths.broad)
        .map((row) => [words.name(row.month), words.money(amountOf(row))]),
    ),
    none: 'No payment with a date is recorded.',
    drawn: ['narrow', 'wide', 'broad'],
    draw: (width) => {
      const drawn = months.slice(-mostMonths[width]);
      const values = drawn.map(amountOf);
      const labels = drawn.map(({ month }) => words.name(month));
      const input: BarChartInput = {
        ...{ labels, series: [{ values, color: 'main' }], write: moneyLike(values) },
      };
      return drawColumns(input, widths[width], 200);
    },
  });
}

function daysToPayment({ turnaround: { rows } }: PageFigures, words: Words): Markup {
  // Groups with the most paid orders first. The others are only in the table: medians don't add up.
  const known = rows.filter(({ n }) => Number(n) > 0).sort((a, b) => Number(b.n) - Number(a.n));
  const shown = known.slice(0, mostBars);
  const labels = shown.map(({ group }) => words.name(group));
  const input: BarChartInput = {
    labels,
    series: [
      { values: shown.map(({ median }) => Number(median)), color: 'main' },
      { values: shown.map(({ p90 }) => Number(p90)), color: 'hollow' },
    ],
    write: (days) => `${days} d`,
  };
  const more = known.length - shown.length;
  return chart({
    id: 'turnaround',
    title: 'Turnaround by group',
    says: `Days from an order to its payment, where both are known.${
      more > 0
        ? ` Shows the ${mostBars} groups with the most orders; the table has ${more} more.`
        : ''
    }`,
    legend: [
      { color: 'main', means: 'half are paid within' },
      { color: 'hollow', means: '90% are paid within' },
    ],
    alternative: listed(
      shown.map(({ median, p90 }, index) => [
        labels[index] ?? '',
        `half within ${counted(Number(median), 'days')}, 90% within ${counted(Number(p90), 'days')}`,
      ]),
    ),
    none: 'No order has a known payment date yet.',
    draw: (width) => drawRows(input, widths[width]),
  });
}

export function charts(figures: PageFigures, words: Words): readonly Markup[] {
  return [outstanding, exposure, aging, daysToPayment, receivedMoney, profit].map((one) =>
    one(figures, words),
  );
}
