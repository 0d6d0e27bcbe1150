import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copiesOf } from '../support/prepared-home';
import { temporaryHome, waybill } from '../support/waybill';
import { type WorkbookCell, writeTestWorkbook } from '../support/workbook';

const group = 'my_group';
const [amazon, second, bestBuy] = [
  '112-0000001-0000001',
  '112-0000002-0000002',
  'BBY01-806900000012',
];
/** Number, expected payout in cents, tracking number. */
const usual: readonly (readonly [string, number, string?])[] = [
  [amazon, 102_000, '1Z12345E6605272234'],
  [second, 50_000, 'TBA310000000011'],
  [bestBuy, 300_000, '986578788855'],
];

/** Writes the lines of a file, or all of them as one. */
function file(name: string, lines: readonly string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

const runIn = (home: string, words: readonly string[], alone = false) =>
  waybill(['--sandbox', '--today', '2026-03-31', '--no-input', ...words], {
    env: { WAYBILL_HOME: home },
    alone,
  });

/** Adds these orders of one group to the sample account, and makes its mirror. */
async function addOrders(home: string, orders: typeof usual, alone = false): Promise<void> {
  const run = async (...words: string[]) => {
    const done = await runIn(home, words, alone);
    if (done.exitCode !== 0) throw new Error(done.stderr);
  };
  const header =
    'orderNumber,orderDate,retailer,buyingGroup,description,unitPrice,quantity,expectedUnitPayout';
  const rows = orders.map(
    ([number, expected]) => `${number},2026-02-01,Shop,${group},Thing,1000,1,${expected}`,
  );
  await run('orders', 'create', '--csv', file('orders.csv', [header, ...rows]));
  const shipped = orders.flatMap(([number, , tracking]) =>
    tracking === undefined ? [] : [`${number},${tracking}`],
  );
  if (shipped.length > 0) {
    await run('shipments', 'add', '--csv', file('trackings.csv', ['Order,Tracking', ...shipped]));
  }
  await run('sync');
}

const usualHome = copiesOf((home) => addOrders(home, usual, true));

/** A sandbox account with these orders of one group besides those of the sample account. */
async function accountWith(orders = usual) {
  const home = orders === usual ? await usualHome() : temporaryHome();
  if (orders !== usual) await addOrders(home, orders);
  const run = (...words: string[]) => runIn(home, words);
  /** The outcome and verdicts of files, with the exit code and stderr. */
  const reconcile = async (paths: readonly string[], ...flags: string[]) => {
    const done = await run('reconcile', ...paths, '--group', group, ...flags, '--json');
    if (done.stdout === '') throw new Error(done.stderr);
    const report = JSON.parse(done.stdout);
    const rows = Object.entries<{ count: number; cents: number }>(report.rows)
      .filter(([, { count }]) => count > 0)
      .map(([outcome, { count, cents }]) => [outcome, [count, cents]]);
    const verdictOf = (number: string) =>
      report.verdicts.find((one: { orderNumber: string }) => one.orderNumber === number);
    return { ...done, report, rows: Object.fromEntries(rows), verdictOf };
  };
  return { run, reconcile };
}

test('a blank amount, an uncomputed formula and $0.00 are recorded as nothing', async () => {
  const { run, reconcile } = await accountWith();
  const formula = { xml: '<c><f>1000+20</f></c>' };
  const header = ['Order', 'Amount', 'Day'];
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'p.xlsx');
  const lines = [
    [amazon, formula, ''],
    [amazon, formula, '2026-03-01'],
    [second, '', ''],
    [bestBuy, 0, '2026-03-01'],
  ];
  writeTestWorkbook(path, { name: 'March', rows: [header, ...lines] });
  const map = ['order=Order', 'amount=Amount', 'paidOn=Day'].flatMap((one) => ['--map', one]);
  const done = await reconcile([path], ...map, '--record');
  expect(done.rows).toEqual({ noted: [3, 0], unreadable: [1, 0] });
  expect(done.exitCode).toBe(3);
  expect(done.report.needsAPerson).toMatchObject([
    { line: 3, detail: expect.stringContaining('formula without a stored result') },
  ]);
  expect(done.report).toMatchObject({ recorded: 0, orders: { pending: 3 } });
  expect(JSON.parse((await run('payments', 'list', '--json')).stdout)).toEqual([]);
});

const tracker = 'Status,Items,Order No.,Tracking,Payout,Amount Paid,Date Paid';

test('the dashes and parentheses of an accounting format are amounts', async () => {
  const staples = '7745120936';
  const { reconcile } = await accountWith([
    [amazon, 102_000, '1Z12345E6605272234'],
    [bestBuy, 30_000, '986578788855'],
    [staples, 20_000, 'TBA310000000011'],
  ]);
  const done = await reconcile([
    file('payout.csv', [
      tracker,
      `Paid,Item 1,${amazon},1Z12345E6605272234," $1,020.00 "," $1,020.00 ",03-01-2026 10:00 AM ET`,
      `Purchased,Item 2,${bestBuy},986578788855, $300.00 , $-   ,`,
      `Package Received,Item 3,${staples},TBA310000000011, $200.00 ,-,`,
      'Paid,Insurance,,,, $(3.50),03-01-2026 10:00 AM ET',
    ]),
  ]);
  expect(done.rows).toEqual({ matched: [1, 102_000], noted: [2, 50_000], other: [1, -350] });
  expect(done.exitCode).toBe(0);
  const judged = [amazon, bestBuy, staples].map((number) => done.verdictOf(number).verdict);
  expect(judged).toEqual(['paid_in_full', 'pending', 'received_not_paid']);
});

test('a second table with other columns is refused, where its promises would count as payments', async () => {
  const { run } = await accountWith([]);
  const lines = ['Order,Amount,Day', `${amazon},5.00,2026-03-01`, 'Order,Expected,Day'];
  const path = file('p.csv', [...lines, `${second},500.00,2026-03-15`]);
  const map = ['order=Order', 'amount=Amount', 'paidOn=Day'].flatMap((one) => ['--map', one]);
  const refused = await run('reconcile', path, '--group', group, ...map, '--record');
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('line 3')]);
});

describe('a point before three digits may begin thousands', () => {
  const lines = (...rows: string[]) => [tracker.replaceAll(',', ';'), ...rows];
  const paid = (order: string, amount: string, payout = '', item = 'Thing') =>
    `Paid;${item};${order};;${payout};${amount};03-01-2026 10:00 AM ET`;
  test.each<[string, readonly (readonly string[])[], object]>([
    [
      'not with a comma before the cents in the same column',
      [lines(paid(amazon, '1.020,00'), paid(second, '500'), paid(bestBuy, '3.000'))],
      { unreadable: [2, 0], matched: [1, 50_000] },
    ],
    [
      'not with one after it',
      [lines(paid(bestBuy, '3.000'), paid(second, '500.00'), paid(amazon, '(12,5)'))],
      { unreadable: [2, 0], matched: [1, 50_000] },
    ],
    [
      'not with one in another column',
      [lines(paid(bestBuy, '-3.000'), paid(second, '500', '1.020,00'))],
      { unreadable: [1, 0], matched: [1, 50_000] },
    ],
    [
      'not with one in another file',
      [lines(paid(bestBuy, '3.000'), paid(second, '500.00')), lines(paid(amazon, '1.020,00'))],
      { unreadable: [2, 0], matched: [1, 50_000] },
    ],
    [
      'not with a proof only in another file',
      [lines(paid(bestBuy, '3.000')), lines(paid(second, '500.00'))],
      { unreadable: [1, 0], matched: [1, 50_000] },
    ],
    [
      'not without proof',
      [lines(paid(bestBuy, '$(3.000)'), paid(second, '500'))],
      { unreadable: [1, 0], matched: [1, 50_000] },
    ],
    [
      'unless others show that a point begins the cents',
      [
        lines(
          paid(amazon, '1020.000000001'),
          paid(second, '12.300', '', 'Vitamins 1.020,00 mg'),
          paid(bestBuy, '2,999.50'),
        ),
      ],
      { matched: [3, 102_000 + 1230 + 299_950] },
    ],
    [
      'and so may a comma, in a file where one begins the cents',
      [
        lines(paid(amazon, '12,5'), paid(second, '12,500')),
        lines(paid(bestBuy, '3,000'), paid(second, '1,020.00')),
      ],
      { unreadable: [2, 0], matched: [2, 300_000 + 102_000] },
    ],
  ])('%s', async (_, contents, rows) => {
    const { reconcile } = await accountWith();
    const paths = contents.map((content, place) => file(`${place}.csv`, content));
    expect((await reconcile(paths)).rows).toEqual(rows);
    expect((await reconcile(paths.toReversed())).rows).toEqual(rows);
  });

  test('numbers of a workbook are never in doubt, and prove nothing about its texts', async () => {
    const { reconcile } = await accountWith();
    const header = tracker.split(',');
    const row = (order: string, amount: WorkbookCell) => ['Paid', '', order, '', '', amount, ''];
    const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'p.xlsx');
    const numbers = [row(amazon, 12.301), row(second, { number: 12.5, format: '#,##0.000' })];
    writeTestWorkbook(path, { name: 'March', rows: [header, ...numbers, row(bestBuy, '3.000')] });
    expect((await reconcile([path])).rows).toEqual({ matched: [2, 2480], unreadable: [1, 0] });
  });
});

test('an amount that a workbook, a header or a column says is no dollars is unreadable', async () => {
  const { run, reconcile } = await accountWith();
  const header = [...tracker.split(','), 'Currency'];
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'p.xlsx');
  const paid = (order: string, number: number, format: string, currency = '') =>
    ['Paid', '', order, '', '', { number, format }, '', currency] as const;
  const rows = [
    paid(amazon, 1020, '[$€-2] #,##0.00'),
    paid(amazon, 1020, '[$£-809]#,##0'),
    paid(amazon, 1020, '#,##0.00 "CAD"'),
    paid(amazon, 1020, '"CHF" #,##0'),
    paid(amazon, 1020, '$#,##0.00', 'EUR'),
    paid(amazon, 1020, '_("$"* #,##0.00_);_("$"* (#,##0.00)', 'USD'),
    paid(second, 500, '#,##0.00 "USD"', '$'),
    paid(bestBuy, 3000, '[$-409]#,##0.00'),
  ];
  writeTestWorkbook(path, { name: 'March', rows: [header, ...rows] });
  const done = await reconcile([path]);
  expect(done.rows).toEqual({ unreadable: [5, 0], matched: [3, 452_000] });
  const [first, , , , last] = done.report.needsAPerson;
  expect(first.detail).toContain('€ 1,020.00');
  expect(last.detail).toContain('"Currency" is EUR');

  const euros = file('euros.csv', ['Order,Amount (€),Status', `${amazon},5.00,Paid`]);
  const refused = await run('reconcile', euros, '--group', group, '--format', 'bfmr');
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('Amount (€)')]);
  const map = ['order=Order', 'amount=Amount (€)'].flatMap((one) => ['--map', one]);
  expect((await reconcile([euros], ...map)).rows).toEqual({ unreadable: [1, 0] });
});

test('a row that is unreadable leaves the orders that it names pending, not missing', async () => {
  const { run, reconcile } = await accountWith([...usual, ['7745120936', 20_000]]);
  // After the grace period only an order that is on its way is missing.
  await run('orders', 'update', '7745120936', '--status', 'shipped', '--yes');
  const path = file('payout.csv', [
    tracker,
    `Paid,a,${amazon},,,1020.00,soon`,
    'Paid,b,,TBA310000000011,,five hundred,03-01-2026',
    `Paid,c,${bestBuy},986578788855,,3000.00,03-01-2026,surplus`,
  ]);
  const done = await reconcile([path], '--sync');
  expect([done.exitCode, done.rows]).toEqual([3, { unreadable: [3, 0] }]);
  for (const [place, number] of [amazon, second, bestBuy].entries()) {
    expect(done.verdictOf(number)).toMatchObject({ verdict: 'pending', rows: [place + 2] });
  }
  expect(done.verdictOf('7745120936')).toMatchObject({ verdict: 'missing', rows: [] });
  expect(done.report.needsAPerson[1].suggestions).toEqual([second]);
});

test('an unreadable row changes no verdict of readable ones, but keeps --apply from its order', async () => {
  const { run, reconcile } = await accountWith();
  const path = file('payout.csv', [
    tracker,
    `Paid,a,${amazon},,,1020.00,03-01-2026`,
    `Paid,a,${amazon},,,five,03-01-2026`,
    `Paid,b,${second},,,500.00,03-01-2026`,
  ]);
  const done = await reconcile([path], '--apply', '--yes');
  expect(done.verdictOf(amazon)).toMatchObject({ verdict: 'paid_in_full', rows: [2, 3] });
  const statusOf = async (number: string) =>
    JSON.parse((await run('orders', 'get', number, '--json')).stdout).status;
  expect([await statusOf(amazon), await statusOf(second)]).toEqual(['shipped', 'paid']);
});

describe("an order's own number in the tracking column", () => {
  const own = '1012345678';
  const row = (tracking: string, order = '', amount = '300.00') =>
    `Paid,Thing,${order},${tracking},300.00,${amount},03-01-2026 10:00 AM ET`;
  const receipts = 'order_number,tracking_id,status,total,paid,receipt_id';
  test.each<[string, string, string]>([
    ['as it is', tracker, row(own)],
    ['with spaces and dashes', tracker, row(' 101-234 5678 ')],
    ['as text', tracker, row(`"=""${own}"""`)],
    ['beside the number itself', tracker, row(own, own)],
    ['beside an unknown tracking number', tracker, row(`"1Z9, ${own}"`)],
    ['in a receipt', receipts, `,${own},verified,300,true,R1`],
    ['in the portal', 'VOID,VERIFIED,TRACKING NUMBERS,EXT TOTAL', `0,1,${own},300`],
  ])('matches it: %s', async (_, header, line) => {
    const { reconcile } = await accountWith([[own, 30_000]]);
    const done = await reconcile([file('payout.csv', [header, line])]);
    expect(done.rows).toEqual({ matched: [1, 30_000] });
    expect(done.verdictOf(own).verdict).toBe('paid_in_full');
  });

  test('is known: another order number beside it is a conflict, and in a list it is one of several', async () => {
    const { reconcile } = await accountWith([...usual, [own, 30_000]]);
    const rows = [row(own, second), row(own, '999'), row(`"986578788855;${own}"`, '', '3300')];
    const done = await reconcile([file('payout.csv', [tracker, ...rows])]);
    expect(done.rows).toEqual({ conflict: [2, 60_000], matched: [1, 330_000] });
    expect(done.report.orders.paid_in_full).toBe(2);
  });

  test('is no tracking number to add, where several orders have it', async () => {
    const { reconcile } = await accountWith([
      ['101-2345678', 30_000],
      ['1012345-678', 30_000],
    ]);
    const done = await reconcile([file('payout.csv', [tracker, row(own)])]);
    expect(done.rows).toEqual({ unmatched: [1, 30_000] });
    const [{ detail }] = done.report.needsAPerson;
    expect(detail).toContain('several orders have this number');
    expect(detail).not.toContain('add the tracking number');
  });
});

describe('a line that adds up the others is no row', () => {
  const row = (order: string, amount: string) => `Paid,Thing,${order},,,${amount},03-01-2026`;
  const rows = [row(amazon, '1020.00'), row(second, '500')];
  test.each([
    ['in the item', ',Total:,,,,"$1,520.00",'],
    ['in the state', 'GRAND TOTAL,,,,,1520,'],
    ['in the order number', ',,Sub-total,,,1520,'],
    ['in the tracking number', ',,,sum,,1520,'],
    ['in a column that is not read', ',,,,,1520,,Total'],
  ])('%s', async (_, line) => {
    const { reconcile } = await accountWith();
    const paths = [file('payout.csv', [`${tracker},Note`, ...rows, line])];
    const done = await reconcile(paths, '--deposit', '1520', '--record');
    expect(done.rows).toEqual({ matched: [2, 152_000] });
    expect(done.report).toMatchObject({
      files: [{ rows: 2 }],
      deposit: { difference: 0 },
      recorded: 2,
    });
    expect(done.stderr).toContain('line 4: left out');
    expect(done.stderr).not.toContain('Warning');
  });

  test('and is warned of where the rows of its section, or all above it, add up to another amount', async () => {
    const { reconcile } = await accountWith();
    const total = (amount: string) => `,Total,,,,${amount},`;
    const sections = [rows[0], total('1020'), rows[1], total('500'), total('1520'), total('7')];
    const done = await reconcile([file('payout.csv', [tracker, ...sections.map(String)])]);
    expect(done.rows).toEqual({ matched: [2, 152_000] });
    expect(done.stderr.match(/Warning: .*/g)).toEqual([
      expect.stringContaining('line 7: the total is $7.00'),
    ]);
  });

  test('but an order may have the word as its number, and a tracking number makes a row', async () => {
    const { run, reconcile } = await accountWith();
    // A file of orders would take it for a row of sums.
    const named = ['--order-number', 'TOTAL', '--retailer', 'Shop', '--date', '2026-02-01'];
    const item = ['--item', 'description=Thing,price=10,qty=1,payout=300'];
    const created = await run('orders', 'create', ...named, ...item, '--group', group);
    expect(created.exitCode).toBe(0);
    await run('sync');
    const lines = [row('Total', '300'), 'Paid,Total,,TBA310000000011,,500,03-01-2026'];
    const done = await reconcile([file('payout.csv', [tracker, ...lines])]);
    expect(done.rows).toEqual({ matched: [2, 80_000] });
  });
});

test.each(['2026-04-01', '1999-12-31', '1-Jan-00'])('warns of the payment date %s', async (day) => {
  const { reconcile } = await accountWith();
  const path = file('payout.csv', [tracker, `Paid,a,${amazon},,,1020.00,${day}`]);
  const isDoubtful = day !== '1-Jan-00';
  expect((await reconcile([path])).stderr.includes('Warning: Payment dates')).toBe(isDoubtful);
});

test.each([
  ['Número de pedido', 'Pago', 'Fecha de pago', '03/02/2026'],
  ['Bestellnummer', 'Auszahlung', 'Bezahlt am', '03.02.2026'],
  ['Numéro de commande', 'Montant versé', 'Date de paiement', '03/02/2026'],
])('a payout with %s and %s: mapped by hand, with or without accents', async (...words) => {
  const { reconcile } = await accountWith();
  const [order, amount, paidOn, day] = words;
  const path = file('payout.csv', [
    `${order};${amount};${paidOn}`,
    `${amazon};1020.00;${day}`,
    `${second};500,00;${day}`,
  ]);
  const bare = (header: string) => header.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const maps = { order, amount, paidOn };
  const typed = Object.entries(maps).flatMap(([key, one]) => ['--map', `${key}=${bare(one)}`]);
  const { rows, report } = await reconcile([path], ...typed, '--date-format', 'dmy', '--record');
  // Cents after a comma are never guessed.
  expect(rows).toEqual({ matched: [1, 102_000], unreadable: [1, 0] });
  expect(JSON.stringify(report)).toContain('500,00');
});

/** A folder of cases: its files, with orders of a group that expect these cents. */
const copied = (folder: string, name = 'payout.csv') =>
  join(import.meta.dirname, 'cases', folder, name);
const named = (...maps: string[]) => maps.flatMap((one) => ['--map', one]);
const orderAmountDate = named('order=Order', 'amount=Amount', 'paidOn=Date');

describe('a currency column by any name', () => {
  const account = () =>
    accountWith([
      ['A-1001', 11_000],
      ['A-1002', 22_000],
      ['A-1003', 33_000],
    ]);

  test('makes all but US dollars unreadable', async () => {
    const { reconcile } = await account();
    const folder = 'currency-by-another-name';
    const done = await reconcile([copied(folder)], ...orderAmountDate);
    expect(done.rows).toEqual({ unreadable: [2, 0], matched: [1, 22_000] });
    expect(done.exitCode).toBe(3);
    expect(done.report.needsAPerson.map(({ line }: { line: number }) => line)).toEqual([2, 4]);
    const stays = await reconcile([copied(folder, 'must-stay.csv')], ...orderAmountDate);
    expect(stays.rows).toEqual({ unreadable: [1, 0], matched: [2, 55_000] });
  });

  test('of several each counts, and a line above the header is warned of', async () => {
    const { reconcile } = await account();
    const path = file('p.csv', [
      'Payouts of March in EUR',
      'Order,Amount,Currency,Date,Payout ccy',
      'A-1001,110.00,USD,2026-03-01,EUR',
      'A-1002,220.00,,2026-03-01,USD',
    ]);
    const done = await reconcile([path], ...orderAmountDate);
    expect(done.rows).toEqual({ unreadable: [1, 0], matched: [1, 22_000] });
    expect(done.stderr).toContain('line 1 names EUR');
  });
});

test('dates that prove the day to come first make the others of their column unreadable', async () => {
  const { reconcile } = await accountWith();
  // With orders of the sample.
  const path = copied('day-first');
  const refused = await reconcile([path], ...orderAmountDate);
  expect(refused.rows).toEqual({ unreadable: [2, 0] });
  const read = await reconcile([path], ...orderAmountDate, '--date-format', 'dmy');
  expect(read.rows).toEqual({ matched: [2, 6600] });
});

test('what the bank got is no row, and leaves the deposit as it is', async () => {
  const { reconcile } = await accountWith();
  const lines = [
    'Order,Amount,Date,Note',
    `${amazon},1020.00,2026-03-01,`,
    `${second},500.00,2026-03-02,`,
    ',-1520.00,2026-03-03,Withdrawal',
    `${bestBuy},3000.00,2026-03-04,`,
    ',-3.50,2026-03-04,Fee',
  ];
  const path = file('p.csv', lines);
  const done = await reconcile([path], ...orderAmountDate, '--deposit', '4516.50', '--record');
  expect(done.rows).toEqual({ matched: [3, 452_000], other: [1, -350] });
  expect(done.report.deposit.difference).toBe(0);
  expect(done.stderr).toContain('line 4: left out, because it takes out what the rows above');
});

describe("an order's number between words", () => {
  const account = () =>
    accountWith([
      ['1270', 6268],
      ['A-1001', 11_000],
      [amazon, 102_000, '1Z12345E6605272234'],
    ]);

  test('is suggested, and its order is pending with the line', async () => {
    const { reconcile } = await account();
    const done = await reconcile([copied('number-in-words')], ...orderAmountDate, '--grace', '0');
    expect(done.rows).toEqual({ unmatched: [2, 17_268] });
    expect(done.report.needsAPerson).toMatchObject([
      { line: 2, suggestions: ['1270'] },
      { line: 3, suggestions: ['A-1001'] },
    ]);
    expect(done.verdictOf('1270')).toMatchObject({ verdict: 'pending', rows: [2] });
    expect(done.verdictOf('A-1001')).toMatchObject({ verdict: 'pending', rows: [3] });
    expect(done.verdictOf(amazon)).toMatchObject({ rows: [] });
  });

  test('also as a tracking number and in an unread cell; but an amount or a part is no word', async () => {
    const { reconcile } = await account();
    const path = file('p.csv', [
      'Order,Amount,Date,Note',
      'W-7,5.00,2026-03-01,box 1Z 12345E6605272234 1Z12345E6605272234',
      'W-8,1270,2026-03-01,A-10012 X1270',
    ]);
    const done = await reconcile([path], ...orderAmountDate);
    expect(done.report.needsAPerson).toMatchObject([
      { line: 2, suggestions: [amazon] },
      { line: 3, suggestions: [] },
    ]);
    expect(done.verdictOf('1270')).toMatchObject({ rows: [] });
  });

  test('keeps --apply from its order, as words of a state in an unread column do', async () => {
    const { run, reconcile } = await account();
    const path = file('p.csv', [
      'Order,Amount,Date,Result',
      '1270,62.68,2026-03-01,done',
      'Order #1270,5.00,2026-03-01,done',
      'A-1001,110.00,2026-03-01,Refunded',
      `${amazon},1020.00,2026-03-01,done`,
    ]);
    const done = await reconcile([path], ...orderAmountDate, '--apply', '-y');
    expect(done.stderr).toContain('"Refunded" in column "Result"');
    expect(done.verdictOf('A-1001')).toMatchObject({ verdict: 'paid_in_full' });
    const statuses = ['1270', 'A-1001', amazon].map(async (one) => {
      const { stdout } = await run('orders', 'get', one, '--json');
      return JSON.parse(stdout).status;
    });
    expect(await Promise.all(statuses)).toEqual(['purchased', 'purchased', 'paid']);
    expect(done.stderr).toContain('--apply leaves order A-1001 alone');
  });
});
