import { html, raw } from 'hono/html';
import { counted, toTheMinute } from '../lib/words';
import { charts } from './charts';
import type { PageFigures } from './gather';
import type { Markup, Words } from './page-words';
import style from './style.css';
import { phoneHeadings, table, tableInputs } from './tables';

export { gatherFigures } from './gather';
export { pageWords } from './page-words';

export interface PageFacts {
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** ISO time of the end of the last complete sync. */
  readonly asOf: string;
  readonly complete: boolean;
  readonly account: string;
  /** The orders that are shown, in words; undefined if all of them are. */
  readonly only: string | undefined;
}

const orders = (count: number) => counted(count, 'orders');

function tiles({ summary }: PageFigures, { money }: Words) {
  const { open, outstanding, atRisk, overdue, paidShort, paidOver, thisMonth, lastMonth } = summary;
  const month = (name: string, { realized, expected }: typeof thisMonth) => ({
    name,
    amount: money(realized),
    more: `realized; ${money(expected)} expected`,
    alarm: false,
  });
  const ofOrders = (name: string, count: number, cents: number) => ({
    name,
    amount: money(cents),
    more: orders(count),
    alarm: count > 0,
  });
  // One of the two, unless there are both: six tiles fill the page's rows.
  const over = ofOrders('Paid over', paidOver.orders, paidOver.difference);
  const short = ofOrders('Paid short', paidShort.orders, paidShort.difference);
  const differences =
    paidOver.orders === 0 ? [short] : paidShort.orders === 0 ? [over] : [short, over];
  return [
    { name: 'Outstanding', amount: money(outstanding), more: `${orders(open)} open`, alarm: false },
    { name: 'At risk', amount: money(atRisk), more: 'cost not paid back', alarm: false },
    ofOrders('Overdue', overdue.orders, overdue.outstanding),
    ...differences,
    month('Profit this month', thisMonth),
    month('Profit last month', lastMonth),
  ];
}

/** Characters; a tile has room for millions in large type. */
const longAmount = 11;

function tileClass(amount: string, alarm: boolean): Markup | string {
  const names = [...(alarm ? ['alarm'] : []), ...(amount.length > longAmount ? ['long'] : [])];
  return names.length === 0 ? '' : html` class="${names.join(' ')}"`;
}

function notes({ unpaid, pnl, turnaround }: PageFigures, { money }: Words): readonly string[] {
  const { orders: open, cost } = unpaid.total.noExpectation as { orders: number; cost: number };
  const { assumed } = pnl.total.realized as { assumed: number };
  const unknown = Number(turnaround.total.unknown);
  const all = [
    [
      open,
      `No payout is expected for ${orders(open)} still open, which cost ${money(cost)}: not included in the outstanding amount or the profit.`,
    ],
    [
      assumed,
      `${orders(assumed)} with status paid but no recorded payment: the expected payout counts as paid.`,
    ],
    [
      unknown,
      `The payment date of ${orders(unknown)} with status paid is unknown: not included in turnaround.`,
    ],
  ] as const;
  return all.flatMap(([count, note]) => (count > 0 ? [note] : []));
}

/** A self-contained HTML file: no scripts, and nothing is loaded from the network. */
export async function renderPage(figures: PageFigures, facts: PageFacts, words: Words) {
  const { today, asOf, complete, account, only } = facts;
  const inputs = tableInputs(figures);
  const css = `${style}@media screen and (max-width:899px){\n${inputs.map(phoneHeadings).join('\n')}\n}\n`;
  const remarks = notes(figures, words);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Who owes what, ${today}</title>
<style>${raw(css)}</style>
</head>
<body>
<header>
<h1>Who owes what, since when</h1>
<p class="quiet">${account}</p>
<p class="quiet">${today}; the account as of ${toTheMinute(asOf)}${complete ? '' : ', with newer changes from an incomplete sync'}.</p>
${only === undefined ? '' : html`<p class="quiet">Only orders with ${only}.</p>`}
<dl>
${tiles(figures, words).map(
  ({ name, amount, more, alarm }) =>
    html`<div><dt>${name}</dt><dd><b${tileClass(amount, alarm)}>${amount}</b>${more}</dd></div>
`,
)}</dl>
${remarks.length === 0 ? '' : html`<ul class="notes">${remarks.map((note) => html`<li>${note}</li>`)}</ul>`}
</header>
<main>
<div class="charts">
${charts(figures, words)}
</div>
<div class="tables">
<h2>Tables</h2>
${inputs.map((input) => table(input, words))}
</div>
</main>
<footer>Made by waybill report html. Amounts are in US dollars.</footer>
</body>
</html>
`;
  return String(await page);
}
