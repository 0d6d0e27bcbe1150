import { html } from 'hono/html';
import { memberTitle, memberValue, shownMembers } from '../insight/reports/report';
import { largest } from '../lib/once';
import { counted, nameInWords } from '../lib/words';
import type { PageFigures, PageTable } from './gather';
import type { Markup, Words } from './page-words';

type TableInput = ReturnType<typeof tableInputs>[number];

export function tableInputs(figures: PageFigures) {
  const { summary, overdueOrders } = figures;
  const shown = overdueOrders.rows.length;
  const late =
    summary.overdue.orders > shown
      ? `The ${shown} oldest of ${counted(summary.overdue.orders, 'overdue orders')}`
      : 'Overdue orders';
  const nothing = 'Nothing is outstanding.';
  const noPayout = 'No orders with a payout.';
  const turnaround = 'Turnaround by group, in days from an order to its payment';
  const noProfit = 'No paid orders, and none with an expected payout.';
  const inputs = [
    ['unpaid', 'Outstanding by group', figures.unpaid, 'No open orders.'],
    ['exposure', 'Exposure by stage', figures.exposure, nothing],
    ['aging', 'Aging, by days since the order', figures.aging, nothing],
    ['turnaround', turnaround, figures.turnaround, 'No paid orders.'],
    ['profit', 'Profit by month of the order', figures.pnl, noProfit],
    ['received', 'Received by month of the payment', figures.received, 'No payment is recorded.'],
    ['margin', 'Margin by group', figures.margin, noPayout],
    ['margincard', 'Margin by card', figures.marginByCard, noPayout],
    ['overdue', late, overdueOrders, 'Nothing is overdue.'],
    ['short', 'Paid short', figures.short, 'Nothing was paid short.'],
    ['over', 'Paid over', figures.over, 'Nothing was paid over.'],
    ['writtenoff', 'Written off', figures.writtenOff, 'No difference was accepted.'],
    ['doubts', 'Payments in doubt', figures.doubts, 'No payment is in doubt.'],
  ] as const;
  return inputs.map(([id, caption, figures, none]) => ({ id, caption, figures, none }));
}

type PageColumn = ReturnType<typeof columnsOf>[number];

const columnsOf = ({ members }: PageTable) =>
  shownMembers(members, 'page').map(([path, member]) => ({
    heading: memberTitle(path, member),
    format: member.format,
    /** True if rows add up to the total. */
    isSum: ['money', 'count'].includes(member.format) && member.total === undefined,
    value: (row: object) => memberValue(row, path),
  }));

/** Digits that a table has room for on a small screen or on paper, besides the names of its rows. */
const mostDigits = 86;

/** The width of a column, in digits: points and commas are half as wide. */
function widthOf(column: PageColumn, rows: readonly object[], words: Words): number {
  // A sentence may break.
  const isWhole = column.format !== 'list';
  const texts = isWhole ? rows.map((row) => cellText(column.value(row), column, words)) : [];
  const digits = texts.map((text) => text.length - (text.match(/[.,]/g)?.length ?? 0) / 2);
  return largest([...digits, ...column.heading.split(' ').map(({ length }) => length)]);
}

/** More rows would make the page too large, and no one would read them. */
const mostRows = 120;

const isFigure = ({ format }: PageColumn) => ['money', 'count', 'days', 'percent'].includes(format);

function cellText(value: unknown, column: PageColumn, words: Words): string {
  if (value === null || value === undefined) return '–';
  if (column.format === 'list') return [value].flat().map(words.line).join('; ');
  if (!isFigure(column)) return words.name(value);
  if (column.format === 'money') return words.money(Number(value));
  const isPercent = column.format === 'percent';
  const digits = { minimumFractionDigits: isPercent ? 1 : 0 };
  return `${Number(value).toLocaleString('en-US', digits)}${isPercent ? '%' : ''}`;
}

/** A table with a total. On a phone each row is a block of lines with the heading before each figure. */
export function table({ id, caption, figures, none }: TableInput, words: Words): Markup {
  const { by, rows, total } = figures;
  if (rows.length === 0) return html`<h3 id="${id}">${caption}</h3><p class="none">${none}</p>`;
  const columns = columnsOf(figures);
  const cell = (column: PageColumn, value: unknown) => {
    const sign = value === 0 ? 'zero' : Number(value) < 0 ? 'below' : '';
    const name = isFigure(column) ? sign : 'words';
    const mark = name === '' ? '' : html` class="${name}"`;
    return html`<td${mark}>${cellText(value, column, words)}</td>`;
  };
  const line = (name: string, value: (column: PageColumn) => unknown, kind = '') =>
    html`<tr${kind === '' ? '' : html` class="${kind}"`}><th scope="row">${name}</th>${columns.map((column) => cell(column, value(column)))}</tr>
`;
  // Months are sorted oldest first, and the oldest are the ones to leave out.
  const oldestFirst = by === 'month';
  const over = Math.max(0, rows.length - mostRows);
  const rest = oldestFirst ? rows.slice(0, over) : rows.slice(rows.length - over);
  const shown = oldestFirst ? rows.slice(over) : rows.slice(0, rows.length - over);
  const lines = shown.map((row) => line(words.name(row[by]), ({ value }) => value(row)));
  const name = by === 'orderNumber' ? 'order' : by;
  const others = `${over} more ${name}s${oldestFirst ? ' before' : ''}`;
  // One row for those beyond the limit, adding up the columns that can be added up.
  const restOf = ({ isSum, value }: PageColumn) =>
    isSum ? rest.reduce((sum, row) => sum + Number(value(row)), 0) : null;
  const more = over === 0 ? [] : [line(others, restOf, 'more')];
  const digits = columns.map((column) => widthOf(column, [...shown, total], words));
  const isDense = digits.reduce((sum, width) => sum + width, 0) > mostDigits;
  return html`<table id="${id}"${isDense ? html` class="dense"` : ''}>
<caption>${caption}</caption>
<thead><tr><th scope="col">${nameInWords(name)}</th>${columns.map((column) => html`<th scope="col"${isFigure(column) ? '' : html` class="words"`}>${column.heading}</th>`)}</tr></thead>
<tbody>
${oldestFirst ? [...more, ...lines] : [...lines, ...more]}</tbody>
${
  columns.some(isFigure)
    ? html`<tfoot>
${line('Total', ({ value }) => value(total))}</tfoot>
`
    : ''
}</table>`;
}

/** The headings again, as style rules that put them before each figure on a phone. */
export function phoneHeadings({ id, figures }: TableInput): string {
  return columnsOf(figures)
    .map(
      ({ heading }, index) => `#${id} td:nth-of-type(${index + 1})::before{content:"${heading}"}`,
    )
    .join('\n');
}
