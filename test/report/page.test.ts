import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { accept } from '../../src/mirror/ledger-changes';
import { closeWriter } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { temporaryHome, waybill } from '../support/waybill';
import { account, mirrorOf, payments } from './fixture';
import { hostileNames, manyGroups } from './page-accounts';

const env = { WAYBILL_HOME: temporaryHome(), TZ: 'UTC' };
const on = ['--today', '2026-03-31'];

async function page(mirror: string, ...words: readonly string[]): Promise<string> {
  const line = ['report', 'html', '-', '--mirror', mirror, ...on, ...words];
  const { stdout, stderr, exitCode } = await waybill(line, { env });
  expect({ stderr, exitCode }).toEqual({ stderr: expect.any(String), exitCode: 0 });
  return stdout;
}

const shared = { trackingNumber: '1Z9', carrier: 'ups', itemCount: 1 };

let mirror = '';
beforeAll(async () => {
  mirror = await mirrorOf(account, payments);
});

/** The rows of each table as text, by the table's id. */
function tables(html: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const found = html.matchAll(/<table id="(\w+)">(.*?)<\/table>/gs);
  return new Map(
    [...found].map(([, id = '', content = '']) => [
      id,
      [...content.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell),
      ),
    ]),
  );
}

test('its tables have the same numbers as the reports, worked out by hand', async () => {
  const found = tables(await page(mirror));
  expect(found.get('unpaid')).toEqual([
    ['Group', 'Open orders', 'Outstanding', 'Overdue', 'Cost', 'At risk', 'Oldest (days)'],
    ['bfmr', '2', '$295.00', '$105.00', '$300.00', '$300.00', '80'],
    ['card_center', '1', '$53.00', '$0.00', '$90.00', '$50.00', '30'],
    ['mvp', '1', '$0.00', '$0.00', '$40.00', '$40.00', '30'],
    ['Total', '4', '$348.00', '$105.00', '$430.00', '$390.00', '–'],
  ]);
  expect(found.get('exposure')?.at(-1)).toEqual([
    ...['Total', '$190.00', '$0.00', '$158.00', '$0.00', '$348.00', '100.0%'],
  ]);
  expect(found.get('aging')?.at(-1)).toEqual([
    ...['Total', '$190.00', '$53.00', '$0.00', '$105.00', '$0.00', '$348.00'],
  ]);
  expect(found.get('profit')?.slice(1)).toEqual([
    ['2026-01', '0', '$0.00', '$0.00', '$0.00', '$0.00', '$0.00', '0', '1', '$8.50'],
    ['2026-02', '2', '$60.00', '$66.00', '$1.00', '$0.00', '$7.00', '0', '0', '$0.00'],
    ['2026-03', '1', '$30.00', '$33.00', '$0.00', '$0.00', '$3.00', '1', '2', '-$7.00'],
    ['Total', '3', '$90.00', '$99.00', '$1.00', '$0.00', '$10.00', '1', '3', '$1.50'],
  ]);
  expect(found.get('turnaround')?.at(-1)).toEqual(['Total', '1', '2', '30', '30', '30', '30']);
  expect(found.get('received')?.slice(1)).toEqual([
    ['2026-03', '4', '4', '$110.00', '$0.00'],
    ['Total', '4', '4', '$110.00', '$0.00'],
  ]);
  expect(found.get('margin')?.at(-1)).toEqual([
    ...['Total', '6', '$480.00', '$487.00', '$2.50', '$2.00', '$11.50', '2.4%'],
  ]);
  expect(
    found
      .get('margincard')
      ?.map(([card]) => card)
      .toSorted(),
  ).toEqual([...['(none)', '1009', '4417', 'Card', 'Total']]);
  expect(found.get('overdue')?.slice(1)).toEqual([
    ['N-A', 'bfmr', '2026-02-09', '50', '$105.00', '$0.00', '$105.00'],
    ['Total', '–', '–', '–', '–', '–', '$105.00'],
  ]);
  expect(found.get('short')?.slice(1)).toEqual([
    ['N-G', 'card_center', '$93.00', '$40.00', '-$53.00'],
    ['N-C', 'mvp', '$56.00', '$55.00', '-$1.00'],
    ['Total', '–', '$149.00', '$95.00', '-$54.00'],
  ]);
});

test('its totals match the reports', async () => {
  const html = await page(mirror, '--overdue-after', '10d', '--buckets', '11,30');
  const found = tables(html);
  const total = async (...words: readonly string[]) => {
    const line = ['report', ...words, '--mirror', mirror, ...on, '--json', '-q'];
    return JSON.parse((await waybill(line, { env })).stdout).total;
  };
  const money = (cents: number) =>
    (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  const last = (id: string) => found.get(id)?.at(-1) ?? [];
  const unpaid = await total('unpaid');
  const overdue = await total('overdue', '--overdue-after', '10d');
  expect(last('unpaid').slice(1, 6)).toEqual([
    String(unpaid.orders),
    ...[unpaid.outstanding, overdue.outstanding, unpaid.cost, unpaid.atRisk].map(money),
  ]);
  expect(overdue.outstanding).toBe(34_800);
  const aging = await total('aging', '--buckets', '11,30');
  expect(last('aging').slice(1)).toEqual([...Object.values(aging.buckets), aging.total].map(money));
  const pnl = await total('pnl');
  expect(last('profit')[6]).toBe(money(pnl.realized.profit));
  expect(last('profit')[9]).toBe(money(pnl.expected.profit));
  const summary = await total('summary', '--overdue-after', '10d');
  for (const cents of [summary.outstanding, summary.atRisk, summary.overdue.outstanding]) {
    expect(html).toContain(`>${money(cents)}</b>`);
  }
});

test('what was paid short together is named by its oldest order, as in report audit', async () => {
  const short = { ...account.orders[1], status: 'delivered', trackingNumbers: [shared] };
  const orders = [
    { ...short, ...{ id: 'S1', orderNumber: 'N-LATER', orderDate: '2026-03-02' } },
    { ...short, ...{ id: 'S2', orderNumber: 'N-OLDEST', orderDate: '2026-03-01' } },
  ];
  const some = orders.map(({ id: orderId }) => ({ orderId, cents: 100, paidOn: '2026-03-20' }));
  const together = await mirrorOf({ orders, giftcards: [], cards: [] }, some);
  const line = ['report', 'audit', '--finding', 'paid_short', '--mirror', together, '--json', '-q'];
  const { rows } = JSON.parse((await waybill([...line, ...on], { env })).stdout);
  expect(rows.map(({ orderNumber }: { orderNumber: string }) => orderNumber)).toEqual(['N-OLDEST']);
  expect(tables(await page(together)).get('short')?.[1]?.[0]).toBe('N-OLDEST and 1 more');
});

test('a difference that was accepted is written off, not short, and payments in doubt say why', async () => {
  const [open] = account.orders;
  const orders = ['W', 'D'].map((id) => ({
    ...{ ...open, id, orderNumber: `N-${id}`, status: 'delivered' },
    expectedPayout: id === 'D' ? 8000 : 9300,
    trackingNumbers: [],
  }));
  const some = ['W', 'D', 'D'].map((orderId) => ({ orderId, cents: 4000, paidOn: '2026-03-20' }));
  const path = await mirrorOf({ orders, giftcards: [], cards: [] }, some);
  const database = openToWrite(path);
  // Typed on two machines, they are perhaps one payment.
  database.exec(
    `UPDATE ledger_entries SET subject = 'typed/other/1' WHERE content ->> '$.orderId' = 'D'
       AND moment = (SELECT max(moment) FROM ledger_entries WHERE kind = 'typed')`,
  );
  accept(database, { orderId: 'W' }, { note: 'dented', at: '2026-03-31T12:00:00.000Z' });
  closeWriter(database);
  const found = tables(await page(path));
  expect(found.get('short')).toBeUndefined();
  expect(found.get('over')).toBeUndefined();
  expect(found.get('writtenoff')?.slice(1)).toEqual([
    ['N-W', 'bfmr', '$93.00', '$40.00', '-$53.00'],
    ['Total', '–', '$93.00', '$40.00', '-$53.00'],
  ]);
  expect(found.get('doubts')).toEqual([
    ['Order', 'Doubt'],
    ['N-D', expect.stringContaining('for one order from two sources: perhaps one payment')],
  ]);
});

test.each([
  [['--group', 'mvp'], 6600],
  [['--kind', 'giftcards'], 4000],
  [['--since', '2026-03-10'], 5500],
])('with %j it shows only the money that report received counts', async (filters, cents) => {
  const line = ['report', 'received', '--mirror', mirror, ...on, '--json', '-q', ...filters];
  expect(JSON.parse((await waybill(line, { env })).stdout).total.amount).toBe(cents);
  const received = tables(await page(mirror, ...filters)).get('received');
  expect(received?.at(-1)?.[3]).toBe(`$${cents / 100}.00`);
});

test('the chart of received money says what it leaves out, payments without a date', async () => {
  const path = await mirrorOf(account, payments);
  const database = openToWrite(path);
  database.exec(`
    INSERT INTO base_payments (id, amount_cents, paid_on, recorded_at) VALUES (11, 1234, NULL, '');
    INSERT INTO allocations VALUES (11, 'C', 1234);`);
  closeWriter(database);
  const html = await page(path);
  const [, chart = ''] = /<h2>Received by month<\/h2>(.*?)<\/section>/s.exec(html) ?? [];
  expect(chart).toContain('Leaves out $12.34 without a date.');
  expect(chart).toContain('aria-label="2026-03 $110.00"');
  expect(tables(html).get('received')?.slice(1)).toEqual([
    ['2026-03', '4', '4', '$110.00', '$0.00'],
    ['(none)', '1', '1', '$12.34', '$0.00'],
    ['Total', '5', '4', '$122.34', '$0.00'],
  ]);
  expect(await page(mirror)).not.toContain('Leaves out');
});

test('orders paid in several of the months left out are not counted once for each', async () => {
  const monthly = Array.from({ length: 122 }, (_, index) => ({
    ...{ orderId: 'C', cents: 100 },
    paidOn: `${2016 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-05`,
  }));
  const received = tables(await page(await mirrorOf(account, monthly))).get('received');
  expect(received?.[1]).toEqual(['2 more months before', '2', '–', '$2.00', '$0.00']);
  expect(received?.at(-1)).toEqual(['Total', '122', '1', '$122.00', '$0.00']);
});

test('every chart has its amounts in words too', async () => {
  const html = await page(mirror);
  const charts = [...html.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, words]) => words);
  expect(charts).toEqual([
    'bfmr $295.00 ($105.00 overdue); card_center $53.00',
    'Buying $190.00; On the way $0.00; At the group $158.00; Has an issue $0.00',
    '0-14 days $190.00; 15-30 days $53.00; 31-60 days $0.00; 61-90 days $105.00; 91+ days $0.00',
    'mvp half within 30 days, 90% within 30 days',
    '2026-03 $110.00',
    '2026-01 expected $8.50; 2026-02 realized $7.00; 2026-03 realized $3.00, expected -$7.00',
  ]);
  // Each is drawn for a phone and for a screen, and profit for a large screen as well.
  expect(html.match(/<svg [^>]*aria-hidden="true">/g)).toHaveLength(14);
});

test.each([
  ['of all orders', '2026-01-21', 'mvp', ['-11 d', '-11 d'], [false, false]],
  ['of most orders', '2026-02-20', 'mvp', ['-11 d', '19 d'], [false, true]],
  [
    'of one group',
    '2026-02-20',
    'zeta',
    ['-11 d', '19 d', '-11 d', '19 d'],
    [false, true, false, true],
  ],
])('a turnaround below zero has no bar, but a label: %s', async (_, last, group, labels, bars) => {
  const paid = [
    { orderId: 'C', cents: 5600, paidOn: '2026-01-21' },
    { orderId: 'C2', cents: 1100, paidOn: '2026-01-30' },
    { orderId: 'D', cents: 3300, paidOn: last },
  ];
  const orders = account.orders.map((order) =>
    order.id === 'D' ? { ...order, orderDate: '2026-02-01', buyingGroup: group } : order,
  );
  const html = await page(await mirrorOf({ ...account, orders }, paid));
  const [, section = ''] = /<h2>Turnaround by group<\/h2>(.*?)<\/section>/s.exec(html) ?? [];
  const drawings = section.match(/<svg.*?<\/svg>/gs) ?? [];
  expect(drawings).toHaveLength(2);
  for (const drawing of drawings) {
    const written = [...drawing.matchAll(/>(-?\d+ d)<\/text>/g)].map(([, label]) => label);
    expect(written).toEqual(labels);
    const drawn = drawing.matchAll(
      /<path d="M\S+ [\d.]+l(\S+) 0l[^"]*" fill="var\(--(main|hollow)/g,
    );
    // A bar of zero days has the width of its own border at most.
    expect([...drawn].map(([, width]) => Number(width) > 1)).toEqual(bars);
  }
});

test('has no script, uses no network, and forbids both to the browser', async () => {
  const html = await page(mirror);
  expect(html).not.toMatch(/<script|javascript:|\son\w+=|https?:|<link|<img|@import|url\(/i);
  expect(html).toContain("default-src 'none'");
});

test.each(hostileNames)('the name %j stays text', async (name) => {
  const hostile = {
    ...account,
    orders: account.orders.map((order) => ({ ...order, buyingGroup: name, retailer: name })),
    giftcards: account.giftcards.map((order) => ({ ...order, platform: name })),
  };
  const html = await page(await mirrorOf(hostile, payments));
  // Without what waybill itself writes, only visible text remains.
  const tags = new Set([...html.matchAll(/<\/?([a-zA-Z!][^\s>/]*)/g)].map(([, tag]) => tag));
  const ours =
    '!doctype a b body caption dd div dl dt footer g h1 h2 h3 head header html i li main meta p path rect section span style svg table tbody td text tfoot th thead title tr ul';
  expect([...tags].filter((tag) => !ours.split(' ').includes(tag ?? ''))).toEqual([]);
  expect(html.match(/<style>/g)).toHaveLength(1);
  const opened = [...html.matchAll(/<[a-z][^<>]*>/gi)].map(([tag]) => tag);
  expect(opened.filter((tag) => /javascript:/i.test(tag) && !/aria-label/.test(tag))).toEqual([]);
  const bare = opened.map((tag) => tag.replace(/="[^"]*"/g, '='));
  expect(bare.filter((tag) => /["']|\son\w+=/i.test(tag))).toEqual([]);
  expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

test('works for an empty account and for a single order', async () => {
  const empty = await page(await mirrorOf({ orders: [], giftcards: [], cards: [] }));
  expect(empty).toContain('Nothing is outstanding.');
  expect(empty).not.toContain('<svg');
  const [order] = account.orders;
  const one = await page(
    await mirrorOf({ ...account, orders: order ? [order] : [], giftcards: [] }),
  );
  expect(one).toContain('1 order open');
  expect(tables(one).get('unpaid')?.at(-1)?.[2]).toBe('$105.00');
});

test('many groups: the first have bars, the others are added up, and the total is unchanged', async () => {
  const html = await page(await mirrorOf(manyGroups(130)));
  const rows = tables(html).get('unpaid') ?? [];
  expect(rows).toHaveLength(1 + 120 + 1 + 1);
  const cents = (text = '') => Number(text.replace(/[^\d-]/g, ''));
  const sum = rows.slice(1, -1).reduce((all, row) => all + cents(row[2]), 0);
  expect(rows.at(-2)?.[0]).toBe('10 more groups');
  expect(cents(rows.at(-1)?.[2])).toBe(sum);
  // 1 + 2 + … + 130 dollars.
  expect(sum).toBe(((130 * 131) / 2) * 100);
  expect(html).toMatch(/aria-label="[^"]*; 118 more \$7,021\.00 \(/);
  expect(Buffer.byteLength(html)).toBeLessThan(400_000);
});

test('shows the filters at the top', async () => {
  const html = await page(mirror, '--group', 'bfmr', '--since', '2026-01-01', '--kind', 'orders');
  expect(html).toContain(
    'Only orders with buying group orders, group &quot;bfmr&quot;, dated 2026-01-01 or later.',
  );
  expect(tables(html).get('unpaid')?.at(-1)?.[2]).toBe('$295.00');
});

test('only its owner can read the file, and it is replaced only after a yes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  const file = join(folder, 'report.html');
  const line = ['report', 'html', file, '--mirror', mirror, ...on];
  const first = await waybill(line, { env });
  expect(first).toMatchObject({ exitCode: 0, stdout: '' });
  expect(first.stderr).toContain(`Wrote ${file}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(await page(mirror));
  writeFileSync(file, 'mine');
  const again = await waybill(line, { env });
  expect(again.exitCode).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await waybill([...line, '-y', '-q'], { env })).exitCode).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('</html>');
  expect(readdirSync(folder)).toEqual(['report.html']);
  const nowhere = ['report', 'html', '/dev/null/report.html', '--mirror', mirror];
  expect((await waybill(nowhere, { env })).exitCode).toBe(14);
});

test.each(['BUYERS', 'my_group', 'USA2025', 'mvp_buying_group'])(
  'its charts show a name whole where there is room: %s',
  async (buyingGroup) => {
    const orders = account.orders.slice(0, 1).map((order) => ({ ...order, buyingGroup }));
    const html = await page(await mirrorOf({ ...account, orders, giftcards: [] }));
    expect(html).toContain(`>${buyingGroup}</text>`);
    expect(html).not.toContain('...</text>');
  },
);

test('its charts cut a name between characters', async () => {
  for (let before = 0; before < 2; before++) {
    const buyingGroup = `${'y'.repeat(before)}${'\u{1f389}'.repeat(30)}`;
    const orders = account.orders.slice(0, 1).map((order) => ({ ...order, buyingGroup }));
    const html = await page(await mirrorOf({ ...account, orders, giftcards: [] }));
    expect(html).toContain('...</text>');
    expect(html).not.toContain('\ufffd');
  }
});

test.each(['page.pdf', 'page.XLSX', 'page.html.txt'])('%s is no name for a page', async (name) => {
  const { exitCode, stderr } = await waybill(['report', 'html', name, '--mirror', mirror], { env });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('ends in .html');
});
