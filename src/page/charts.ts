import { html } from 'hono/html';
import { memberTitle, memberValue } from '../insight/reports/report';
import { counted } from '../lib/words';
import { type BarChartInput, drawColumns, drawRows, type Series } from './drawing';
import type { PageFigures, PageTable } from './gather';
import { type Markup, moneyLike, type Words } from './page-words';

/** Widths in CSS pixels that each chart is drawn at; the style shows the one that fits. */
const widths = { narrow: 310, wide: 540, broad: 1130 } as const;
type Width = keyof typeof widths;

/** The most bars a chart has room for; the rest are combined into one more bar. */
const mostBars = 12;
const mostMonths = { narrow: 8, wide: 18, broad: 36 } as const;

interface ChartInput {
  readonly id: string;
  readonly title: string;
  /** One sentence under the title: what the chart shows. */
  readonly says: string;
  readonly legend?: readonly { readonly color: Series['color']; readonly means: string }[];
  /** The chart in words, for readers who can't see it; empty if there is nothing to draw. */
  readonly alternative: readonly (readonly [name: string, value: string])[];
  readonly none: string;
  draw(width: Width): Markup;
  readonly drawn?: readonly Width[];
}

function chart(input: ChartInput): Markup {
  const { id, title, says, legend = [], alternative, none, drawn = ['narrow', 'wide'] } = input;
  const words = alternative.map(([name, value]) => `${name} ${value}`).join('; ');
  const body =
    words === ''
      ? html`<p class="none">${none}</p>`
      : html`${legend.length === 0 ? '' : html`<p class="legend">${legend.map(({ color, means }) => html`<span><i class="${color}"></i>${means}</span> `)}</p>`}
<div role="img" aria-label="${words}">${drawn.map((width) => html`<div class="${width}">${input.draw(width)}</div>`)}</div>
<p class="more"><a href="#${id}">Table</a></p>`;
  return html`<section class="card ${drawn.includes('broad') ? 'full' : ''}">
<h2>${title}</h2>
<p class="says">${says}</p>
${body}
</section>`;
}

type Row = PageTable['rows'][number];

const numberAt = (row: object, path: string) => Number(memberValue(row, path));

function outstanding({ unpaid }: PageFigures, words: Words): Markup {
  const rows = unpaid.rows.filter((row) => Number(row.outstanding) > 0);
  const [first, rest] = [rows.slice(0, mostBars), rows.slice(mostBars)];
  const sumOf = (some: readonly Row[], name: string) =>
    some.reduce((sum, row) => sum + Number(row[name]), 0);
  const bars = [...first.map((row) => [row]), ...(rest.length === 0 ? [] : [rest])].map((some) => {
    const [whole, overdue] = [sumOf(some, 'outstanding'), sumOf(some, 'overdue')];
    const label = some === rest ? `${rest.length} more` : words.name(some[0]?.group);
    return { label, whole, overdue };
  });
  const input: BarChartInput = {
    labels: bars.map(({ label }) => label),
    series: [
      { values: bars.map(({ overdue }) => overdue), color: 'alert' },
      { values: bars.map(({ whole, overdue }) => whole - overdue), color: 'main' },
    ],
    stacked: true,
    write: moneyLike(bars.map(({ whole }) => whole)),
  };
  return chart({
    id: 'unpaid',
    title: 'Outstanding by group',
    says: 'What groups promised for open orders and have not paid yet.',
    legend: [
      { color: 'alert', means: 'overdue' },
      { color: 'main', means: 'not due yet' },
    ],
    alternative: bars.map(({ label, whole, overdue }) => {
      const part = overdue > 0 ? ` (${words.money(overdue)} overdue)` : '';
      return [label, `${words.money(whole)}${part}`];
    }),
    none: 'Nothing is outstanding.',
    draw: (width) => drawRows(input, widths[width]),
  });
}

function partsOf({ members, rows, total }: PageTable, words: Words, unit = '') {
  const parts = Object.entries(members)
    .filter(([, { isPart }]) => isPart)
    .map(([path, one]) => ({ label: memberTitle(path, one), cents: numberAt(total, path) }));
  const values = parts.map(({ cents }) => cents);
  const input: BarChartInput = {
    labels: parts.map(({ label }) => label),
    series: [{ values, color: 'main' }],
    write: moneyLike(values),
  };
  const alternative = parts.map(
    ({ label, cents }) => [`${label}${unit}`, words.money(cents)] as const,
  );
  const none = 'Nothing is outstanding.';
  return { input, chart: { none, alternative: rows.length === 0 ? [] : alternative } };
}

function aging({ aging }: PageFigures, words: Words): Markup {
  const parts = partsOf(aging, words, ' days');
  return chart({
    id: 'aging',
    title: 'Aging',
    says: 'Outstanding amounts by age of the order, in days.',
    ...parts.chart,
    draw: (width) => drawColumns(parts.input, widths[width], 200),
  });
}

function exposure({ exposure }: PageFigures, words: Words): Markup {
  const parts = partsOf(exposure, words);
  return chart({
    id: 'exposure',
    title: 'Exposure by stage',
    says: 'Outstanding amounts by stage of the order.',
    ...parts.chart,
    draw: (width) => drawRows(parts.input, widths[width]),
  });
}

/** The input for columns by month: of the last months, as many as there is room for. */
function byMonth(
  rows: readonly Row[],
  height: number,
  series: readonly { readonly color: Series['color']; amount(row: Row): number | null }[],
  words: Words,
): Pick<ChartInput, 'drawn' | 'draw'> {
  const draw = (width: Width) => {
    const drawn = rows.slice(-mostMonths[width]);
    const all = series.map(({ color, amount }) => ({ color, values: drawn.map(amount) }));
    const input: BarChartInput = {
      labels: drawn.map(({ month }) => words.name(month)),
      series: all,
      write: moneyLike(all.flatMap(({ values }) => values.map(Number))),
    };
    return drawColumns(input, widths[width], height);
  };
  return { drawn: ['narrow', 'wide', 'broad'], draw };
}

function profit({ pnl: { rows } }: PageFigures, words: Words): Markup {
  const profitOf = (row: Row, name: string) =>
    numberAt(row, `${name}.orders`) === 0 ? null : numberAt(row, `${name}.profit`);
  const names = ['realized', 'expected'] as const;
  const colors = { realized: 'main', expected: 'hollow' } as const;
  const series = names.map((name) => ({
    color: colors[name],
    amount: (row: Row) => profitOf(row, name),
  }));
  return chart({
    id: 'profit',
    title: 'Profit by month of the order',
    says: 'Realized from paid orders, expected from open ones. They are never added together.',
    legend: names.map((name) => ({ color: colors[name], means: name })),
    alternative: rows.slice(-mostMonths.broad).map((row) => {
      const parts = names.flatMap((name) => {
        const profit = profitOf(row, name);
        return profit === null ? [] : [`${name} ${words.money(profit)}`];
      });
      return [words.name(row.month), parts.join(', ')];
    }),
    none: 'No paid orders, and none with an expected payout.',
    ...byMonth(rows, 240, series, words),
  });
}

function receivedMoney({ received: { rows } }: PageFigures, words: Words): Markup {
  const months = rows.filter(({ month }) => month !== null);
  const undated = rows.find(({ month }) => month === null);
  const amount = (row: Row) => Number(row.amount);
  const left =
    undated === undefined ? '' : ` Leaves out ${words.money(amount(undated))} without a date.`;
  return chart({
    id: 'received',
    title: 'Received by month',
    says: `What the groups paid, by the day of the payment.${left}`,
    alternative: months
      .slice(-mostMonths.broad)
      .map((row) => [words.name(row.month), words.money(amount(row))]),
    none: 'No payment with a date is recorded.',
    ...byMonth(months, 200, [{ color: 'main', amount }], words),
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
    alternative: shown.map(({ group, median, p90 }) => [
      words.name(group),
      `half within ${counted(Number(median), 'days')}, 90% within ${counted(Number(p90), 'days')}`,
    ]),
    none: 'No order has a known payment date yet.',
    draw: (width) => drawRows(input, widths[width]),
  });
}

export function charts(figures: PageFigures, words: Words): readonly Markup[] {
  return [outstanding, exposure, aging, daysToPayment, receivedMoney, profit].map((one) =>
    one(figures, words),
  );
}
