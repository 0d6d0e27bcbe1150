import { bucketLabels, type Figures } from '../insight/grouped-reports';
import { largest } from '../lib/largest';
import { counted } from '../lib/words';
import type { PageFigures } from './gather';
import { html, type Markup, type Words } from './markup';

type Value = PageColumn['value'];

const money = (heading: string, value: Value): PageColumn => ({ heading, kind: 'money', value });
const count = (heading: string, value: Value): PageColumn => ({ heading, kind: 'count', value });
const days = (heading: string, value: Value): PageColumn => ({
  heading,
  kind: 'days',
  value,
  adds: false,
});

const plain = (heading: string, value: Value): PageColumn => ({
  heading,
  kind: 'text',
  value,
  adds: false,
});

const inside = (outer: string, inner: string): Value => {
  return (row) => (row[outer] as Readonly<Record<string, unknown>>)[inner];
};

const byGroup = { member: 'group', heading: 'Group', many: 'groups' };
const byOrder = { member: 'orderNumber', heading: 'Order', many: 'orders' };
const nothing = 'Nothing is outstanding.';

const marginColumns = [
  count('Orders', ({ orders }) => orders),
  money('Cost', ({ cost }) => cost),
  money('Payout', ({ payout }) => payout),
  money('Rewards', ({ reward }) => reward),
  money('Cashback', ({ portal }) => portal),
  money('Profit', ({ profit }) => profit),
  {
    ...{ heading: 'Margin', kind: 'percent', adds: false },
    value: ({ marginPercent }) => marginPercent,
  } satisfies PageColumn,
];

/** The tables behind the charts, in the same order. */
export function tableInputs(figures: PageFigures): readonly TableInput[] {
  const { unpaid, overdue, aging, exposure, pnl, turnaround, bounds } = figures;
  const { received, margin, marginByCard, overdueOrders, short } = figures;
  const lateByGroup = new Map(overdue.rows.map((row) => [row.group, row.outstanding]));
  const late = Number(overdue.total.orders);
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
    {
      id: 'received',
      caption: 'Received by month of the payment',
      by: { member: 'month', heading: 'Month', many: 'months before' },
      figures: received,
      none: 'No payment is recorded.',
      columns: [
        count('Payments', ({ payments }) => payments),
        // An order may be paid in several months.
        { ...count('Orders', ({ orders }) => orders), adds: false },
        money('Amount', ({ amount }) => amount),
        money('Of no order', ({ other }) => other),
      ],
    },
    {
      ...{ id: 'margin', caption: 'Margin by group', by: byGroup, figures: margin },
      ...{ none: 'No orders with a payout.', columns: marginColumns },
    },
    {
      ...{ id: 'margincard', caption: 'Margin by card', figures: marginByCard },
      by: { member: 'card', heading: 'Card', many: 'cards' },
      ...{ none: 'No orders with a payout.', columns: marginColumns },
    },
    {
      id: 'overdue',
      caption:
        late > overdueOrders.length
          ? `The ${overdueOrders.length} oldest of ${counted(late, 'overdue orders')}`
          : 'Overdue orders',
      by: byOrder,
      figures: {
        rows: overdueOrders.map((row) => ({ ...row })),
        total: { outstanding: overdue.total.outstanding },
      },
      none: 'Nothing is overdue.',
      columns: [
        plain('Group', ({ group }) => group),
        plain('Due', ({ dueDate }) => dueDate),
        days('Days over', ({ overdueDays }) => overdueDays),
        money('Payout', ({ expectedPayout }) => expectedPayout),
        money('Paid', ({ paid }) => paid),
        money('Outstanding', (row) => row.outstanding),
      ],
    },
    {
      ...{ id: 'short', caption: 'Paid short', by: byOrder, figures: short },
      none: 'Nothing was paid short.',
      columns: [
        plain('Group', ({ group }) => group),
        money('Expected', ({ expected }) => expected),
        money('Paid', ({ paid }) => paid),
        money('Difference', ({ difference }) => difference),
      ],
    },
  ];
}

type Row = Figures['rows'][number];

/** One column of figures, next to the name of the row. */
export interface PageColumn {
  readonly heading: string;
  readonly kind: 'money' | 'count' | 'days' | 'percent' | 'text';
  value(row: Row): unknown;
  /** False if the values can't be added up, such as ages. */
  readonly adds?: boolean;
}

export interface TableInput {
  readonly id: string;
  readonly caption: string;
  /** What a row is: its dimension and the heading of its name. */
  readonly by: { readonly member: string; readonly heading: string; readonly many: string };
  readonly columns: readonly PageColumn[];
  readonly figures: Figures;
  readonly none: string;
}

/** Digits that a table has room for on a small screen or on paper, besides the names of its rows. */
const mostDigits = 86;

/** The width of a column, in digits: points and commas are half as wide. */
function widthOf({ heading, kind, value }: PageColumn, rows: readonly Row[], words: Words): number {
  const texts = rows.map((row) => cellText(value(row), kind, words));
  const digits = texts.map((text) => text.length - (text.match(/[.,]/g)?.length ?? 0) / 2);
  return largest([...digits, ...heading.split(' ').map(({ length }) => length)]);
}

/** More rows would make the page too large, and no one would read them. */
const mostRows = 120;

function cellText(value: unknown, kind: PageColumn['kind'], words: Words): string {
  if (value === null || value === undefined) return '–';
  if (kind === 'text') return words.name(value);
  if (kind === 'money') return words.money(Number(value));
  const text = Number(value).toLocaleString('en-US', {
    minimumFractionDigits: kind === 'percent' ? 1 : 0,
  });
  return kind === 'percent' ? `${text}%` : text;
}

/** One row for those beyond the limit, adding up the columns that can be added up. */
function restCells(rows: readonly Row[], columns: readonly PageColumn[]): readonly unknown[] {
  return columns.map(({ value, adds = true }) =>
    adds ? rows.reduce((sum, row) => sum + Number(value(row)), 0) : null,
  );
}

/**
 * A table with a total. On a phone each row is a block of lines, and the style puts the heading
 * before each figure.
 */
export function table(input: TableInput, words: Words): Markup {
  const { id, caption, by, columns, figures, none } = input;
  const { rows, total } = figures;
  if (rows.length === 0) return html`<h3 id="${id}">${caption}</h3><p class="none">${none}</p>`;
  const cells = (values: readonly unknown[]) =>
    values.map((value, index) => {
      const kind = columns[index]?.kind ?? 'count';
      const sign = value === 0 ? 'zero' : Number(value) < 0 ? 'below' : '';
      const name = kind === 'text' ? 'words' : sign;
      const mark = name === '' ? '' : html` class="${name}"`;
      return html`<td${mark}>${cellText(value, kind, words)}</td>`;
    });
  const line = (name: string, values: readonly unknown[], kind = '') =>
    html`<tr${kind === '' ? '' : html` class="${kind}"`}><th scope="row">${name}</th>${cells(values)}</tr>
`;
  // Months are sorted oldest first, and the oldest are the ones to leave out.
  const oldestFirst = by.member === 'month';
  const over = Math.max(0, rows.length - mostRows);
  const rest = oldestFirst ? rows.slice(0, over) : rows.slice(rows.length - over);
  const shown = oldestFirst ? rows.slice(over) : rows.slice(0, rows.length - over);
  const lines = shown.map((row) =>
    line(
      words.name(row[by.member]),
      columns.map(({ value }) => value(row)),
    ),
  );
  const more =
    over === 0 ? [] : [line(`${over} more ${by.many}`, restCells(rest, columns), 'more')];
  const digits = columns.map((column) => widthOf(column, [...shown, total], words));
  const isDense = digits.reduce((sum, width) => sum + width, 0) > mostDigits;
  return html`<table id="${id}"${isDense ? html` class="dense"` : ''}>
<caption>${caption}</caption>
<thead><tr><th scope="col">${by.heading}</th>${columns.map(({ heading, kind }) => html`<th scope="col"${kind === 'text' ? html` class="words"` : ''}>${heading}</th>`)}</tr></thead>
<tbody>
${oldestFirst ? [...more, ...lines] : [...lines, ...more]}</tbody>
<tfoot>
${line(
  'Total',
  columns.map(({ value }) => value(total)),
)}</tfoot>
</table>`;
}

/** The headings again, as style rules that put them before each figure on a phone. */
export function phoneHeadings({ id, columns }: TableInput): string {
  return columns
    .map(
      ({ heading }, index) => `#${id} td:nth-of-type(${index + 1})::before{content:"${heading}"}`,
    )
    .join('\n');
}
