import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleAccount } from './account';

/*
 * Files as people have them, whose money or counts were once lost or taken twice: what would be sent of
 * each, in cents, or why it is refused and with which command it is read.
 */
const account = sampleAccount();

function fileOf(lines: readonly string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'f.csv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

interface Body {
  readonly orderNumber: string;
  readonly tax?: number;
  readonly shipping?: number;
  readonly discount?: number;
  readonly orderLineItems: readonly { readonly unitPrice: number; readonly quantity: number }[];
}

/** What an order costs in all. */
function costOf({ tax = 0, shipping = 0, discount = 0, orderLineItems }: Body): number {
  const goods = orderLineItems.reduce((sum, one) => sum + one.unitPrice * one.quantity, 0);
  return goods + tax + shipping - discount;
}

async function dryRun(lines: readonly string[], more: readonly string[] = []) {
  const csv = fileOf(lines);
  const words = ['orders', 'create', '--csv', csv, '--no-input', '--dry-run', '--json', ...more];
  const { exitCode, stdout, stderr } = await account.run(words);
  const requests: readonly { path: string; body: Body }[] = stdout.trim() ? JSON.parse(stdout) : [];
  const bodies = requests.filter(({ path }) => !path.includes('shipments')).map(({ body }) => body);
  const costs = Object.fromEntries(bodies.map((body) => [body.orderNumber, costOf(body)]));
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const error = exitCode === 0 ? undefined : JSON.parse(last).error;
  return { exitCode, costs, bodies, stderr, error, words };
}

const item = (unitPrice: number, quantity: number) => ({ unitPrice, quantity });
const usual = ['--group', 'bfmr', '--retailer', 'Store'];

describe('what the header says is read', () => {
  test.each<[string, readonly string[], readonly string[], Readonly<Record<string, number>>]>([
    [
      'the tax of an order, beside subtotals that repeat',
      [
        'Order Date,Amazon Order Id,Title,ASIN,Quantity,Unit Price,Item Subtotal,Order Tax,Order Total,Merchant',
        '2026-02-01,112-5550051-0000051,Bananas,B000EXMPL1,2,5.00,10.00,0.98,15.98,Amazon.com',
        '2026-02-01,112-5550051-0000051,Cable,B000EXMPL2,1,5.00,5.00,0.98,15.98,Amazon.com',
      ],
      ['--group', 'bfmr', '--retailer', 'Amazon'],
      { '112-5550051-0000051': 1598 },
    ],
    [
      'orders joined to their items',
      [
        'Order Number,Date,Store,Description,Qty,Price,Subtotal,Order Subtotal,Tax Total,Shipping Total,Discount Total,Grand Total',
        'J-1,2026-02-01,Store,one,2,5.00,10.00,15.00,1.20,3.00,2.00,17.20',
        'J-1,2026-02-01,Store,two,1,5.00,5.00,15.00,1.20,3.00,2.00,17.20',
      ],
      ['--group', 'bfmr'],
      { 'J-1': 1720 },
    ],
    [
      'a count under another name',
      ['Order #,Order Date,Store,Item,Count,Price', 'C-1,2026-02-01,Store,one,3,5.00'],
      ['--group', 'bfmr'],
      { 'C-1': 1500 },
    ],
    [
      'a tax that only the total has',
      [
        'Order ID,Order Date,Total Amount,Currency,Total Savings,Status,Item Title,Item ASIN,Item Quantity,Item Price,Item Discount,Promotions',
        '113-1,2026-02-01,22.73,USD,0.00,Delivered,Pad,B1,2,10.50,0.00,0.00',
      ],
      ['--group', 'bfmr', '--difference', 'tax'],
      { '113-1': 2273 },
    ],
    [
      'a discount that only the total has',
      ['Order,Date,Store,Qty,Price,Total', 'D-1,2026-02-01,Store,2,10.00,17.50'],
      ['--group', 'bfmr', '--difference', 'discount'],
      { 'D-1': 1750 },
    ],
    [
      "a line's price by its name",
      ['Order,Date,Store,Item,Qty,Line Total', 'L-1,2026-02-01,Store,one,4,20.00'],
      ['--group', 'bfmr'],
      { 'L-1': 2000 },
    ],
    [
      'a cost that only one reading of the total proves',
      ['Order,Date,Store,Qty,Cost,Tax,Total', 'P-1,2026-02-01,Store,2,10.00,0.80,10.80'],
      ['--group', 'bfmr'],
      { 'P-1': 1080 },
    ],
    [
      "a tracker whose cost is the line's, if that is said",
      ['Order,Date,Store,Qty,Cost', 'P-2,2026-02-01,Store,2,10.00'],
      ['--group', 'bfmr', '--prices', 'line'],
      { 'P-2': 1000 },
    ],
    [
      'a fee that is added to the shipping',
      ['Order,Date,Store,Price,Shipping,Bag Fee', 'B-1,2026-02-01,Store,10.00,2.00,0.08'],
      ['--group', 'bfmr', '--map', 'shipping=Shipping', '--map', 'shipping=Bag Fee'],
      { 'B-1': 1208 },
    ],
  ])('%s', async (_, lines, flags, expected) => {
    const { costs, stderr, exitCode } = await dryRun(lines, flags);
    expect({ exitCode, costs }, stderr).toEqual({ exitCode: 0, costs: expected });
  });

  test('equal items of several rows are one, of more than ten rows too', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `E-1,2026-02-01,Store,one,1,5.00,${n}`);
    const { bodies } = await dryRun(['Order,Date,Store,Item,Qty,Price,Note', ...rows], usual);
    expect(bodies[0]?.orderLineItems).toMatchObject([item(500, 12)]);
  });

  test('the largest line is shown where a price does not say whose it is', async () => {
    const lines = [
      'Order,Date,Store,Qty,Price',
      'A-1,2026-02-01,S,1,9.00',
      'A-2,2026-02-01,S,4,119.00',
    ];
    const { stderr } = await dryRun(lines, usual);
    expect(stderr).toContain(
      "line 3: 4 × $119.00 = $476.00; if that is the line's price: --prices line",
    );
  });
});

describe("Walmart's exporter", () => {
  const csv = [
    'Order Number,Order Date,Product Name,Quantity,Price,Delivery Status,Product Link',
    '200015550010001,"Feb 16, 2026",Tablet 11 in,2,398,Delivered,https://www.walmart.com/ip/1',
    '200015550010001,"Feb 16, 2026",Case,1,19.97,Canceled,https://www.walmart.com/ip/2',
    '200015550010002,"Feb 17, 2026",Charger,3,44.91,Delivered,https://www.walmart.com/ip/3',
    '77501234500010001234,"Feb 18, 2026",Batteries,1,9.42,Purchased in store,',
  ];
  const withLink = csv
    .slice(0, 4)
    .map((line, index) =>
      index === 0
        ? 'Order Number,Order Date,Product Name,Qty,Price,Status,Order Type,Product Link'
        : line.replace(/,[^,]*$/, ',GLASS,link'),
    );
  const quick = csv
    .slice(0, 4)
    .map((line, index) =>
      index === 0 ? 'Order Number,Order Date,Item,Qty,Price,Status' : line.replace(/,[^,]*$/, ''),
    );
  test.each([
    ['its items as CSV', csv, [[item(19900, 2)], [item(1497, 3)], [item(942, 1)]]],
    ['its sheet with links', withLink, [[item(19900, 2)], [item(1497, 3)]]],
    ['its quick export', quick, [[item(19900, 2)], [item(1497, 3)]]],
  ])('%s', async (_, lines, items) => {
    const { exitCode, bodies, stderr } = await dryRun(lines, ['--group', 'bfmr']);
    expect({ exitCode, items: bodies.map((body) => body.orderLineItems) }, stderr).toMatchObject({
      ...{ exitCode: 0, items },
    });
    expect(stderr).toContain('read as walmart_exporter');
    expect(stderr).toContain('1 row skipped: 1 cancelled');
  });

  test("its sheet with the order's own amounts", async () => {
    const header =
      'Order Number,Order Date,Address Recipient,Shipping Address,Delivery Instructions,Payment Method,Payment Messages,Subtotal (Before Savings),Savings,Subtotal,Product Name,Quantity,Price,Delivery Charges,Bag Fee,Tax,Tip,Order Total,Delivery Status,Product Link,Seller(s),Fulfillment,Delivered Date,Tracking Numbers,Payment Split,Refund,Donations,Receipt Barcode,Order Type';
    const row = (name: string, quantity: number, price: string, total: string) =>
      `200015550010003,"Feb 16, 2026",A,1 Main St,,Visa,,35.00,-5.00,30.00,${name},${quantity},${price},6.99,0.08,2.40,3.00,${total},Delivered,,Walmart,Delivery,,,,,1.00,,GLASS`;
    const { exitCode, costs, stderr } = await dryRun(
      [header, row('one', 2, '20.00', '43.47'), row('two', 1, '10.00', '43.47')],
      ['--group', 'bfmr'],
    );
    expect({ exitCode, costs }, stderr).toEqual({
      exitCode: 0,
      costs: { '200015550010003': 4347 },
    });
  });

  test('the same six columns of another store are a sheet', async () => {
    const lines = [quick[0] ?? '', 'T-1,2026-02-01,Echo,2,10.00,Delivered'];
    const { bodies } = await dryRun(lines, [...usual]);
    expect(bodies).toMatchObject([{ retailer: 'Store', orderLineItems: [item(1000, 2)] }]);
  });
});

describe('cancelled in any column that says so', () => {
  const header = (status: string) => `Order #,Order Date,Store,Item,Qty,Price,${status},Group`;
  test.each([
    ['Item Status', 'Canceled', 'Delivered'],
    ['Fulfillment Status', 'Cancelled by customer', 'Not cancelled'],
    ['Cancelled at', '2026-02-03', ''],
    ['Canceled?', 'Yes', 'No'],
    ['cancelled_on', '02/03/2026', 'n/a'],
    ['Cancelled Qty', '2', '0'],
    ['Cancelled', '3', '0'],
    ['CXL', 'Y', 'N'],
    ['Storniert', 'Ja', 'Nein'],
    ['Cancelado', 'Sí', 'No'],
    ['Annulé', 'Oui', 'Non'],
    ['Status', 'Cancelled 2 of 2', 'Delivered'],
  ])('%s', async (name, is, not) => {
    const { costs, stderr } = await dryRun([
      header(name),
      `K-1,2026-02-01,Store,Thing,1,29.99,${not},bfmr`,
      `K-1,2026-02-01,Store,Other,1,49.99,${is},bfmr`,
      `K-2,2026-02-02,Store,Third,2,10.00,${is},bfmr`,
    ]);
    expect(costs).toEqual({ 'K-1': 2999 });
    if (name === 'Status') expect(stderr).toContain('2 rows skipped: 2 cancelled');
    else expect(stderr).toContain(`Skipped as cancelled by column "${name}" (2 rows)`);
  });

  test('what was returned is read with a warning', async () => {
    const rows = ['R-1,2026-02-01,Store,Thing,1,29.99,Return complete,bfmr'];
    const { costs, stderr } = await dryRun([header('Item State'), ...rows]);
    expect(costs).toEqual({ 'R-1': 2999 });
    expect(stderr).toContain('returned or refunded: column "Item State" (1 row)');
  });

  test.each([
    ['Cancelled Qty', '1', '0'],
    ['Cancelled By', 'Customer', ''],
    ['cancelled_reason', 'changed my mind', 'not cancelled'],
    ['Canceled $', '$5.00', '$0.00'],
    ...['Returned', 'Refund issued', 'Partially cancelled', 'Cancel requested', 'VOID'].flatMap(
      (text) =>
        ['Status', 'Delivery Status', 'State'].map(
          (name) => [name, text, 'Not returned'] as [string, string, string],
        ),
    ),
    ['Status', 'Cancelled 1 of 2', 'Delivered'],
    ['Status notes', 'cancelled 1 unit', ''],
    ['Cancel?', 'Y', 'N'],
    ['Cancel', 'Yes', 'No'],
    ['Void?', 'Yes', 'No'],
    ['Cancelation date', '2026-02-03', ''],
    ['Returned?', 'Yes', 'No'],
    ['Returned on', '02/03/2026', ''],
    ['Refund?', 'Y', 'N'],
    ['Qty Returned', '2', '0'],
  ])('below %s, %s may say so: read with a warning', async (name, may, not) => {
    const rows = [may, not].map(
      (cell, at) => `R-${at},2026-02-01,Store,Thing,2,29.99,${cell},bfmr`,
    );
    const { costs, stderr } = await dryRun([header(name), ...rows], ['--ignore', name]);
    expect(costs).toEqual({ 'R-0': 5998, 'R-1': 5998 });
    expect(stderr).toContain(`may be cancelled, returned or refunded: column "${name}" (1 row)`);
  });

  test.each([
    ['Cancelled Qty', '1'],
    ['Cancelled Qty', '2'],
    ['Cancelled', '1'],
    ['Cancelled', '2'],
  ])('%s: %s of 3 units are asked about', async (name, count) => {
    const rows = ['0', count, '3'].map(
      (cell, at) => `R-${at},2026-02-01,Store,Thing,3,29.99,${cell},bfmr`,
    );
    const { exitCode, error } = await dryRun([header(name), ...rows]);
    expect([exitCode, error.message]).toEqual([
      2,
      expect.stringContaining(`"${name}" (line 3: ${count}) that is not read`),
    ]);
    expect(error.hint.replaceAll("'", '')).toContain(`--ignore ${name}`);
  });

  test('a row without units is skipped as that', async () => {
    const rows = ['0', '1'].map((qty, at) => `R-${at},2026-02-01,Store,Thing,${qty},29.99,0,bfmr`);
    const { costs, stderr } = await dryRun([header('Cancelled Qty'), ...rows]);
    expect(costs).toEqual({ 'R-1': 2999 });
    expect(stderr).toContain('1 row skipped: 1 without a quantity');
  });
});

describe('order numbers', () => {
  test.each([
    'see email',
    'D-9 / D-10',
    'D-5 & D-6',
    'D-7 and D-8',
    'D-9/D-10',
    'D-1 – D-2',
    '821.0',
    '112-1111111-1111111 112-2222222-2222222',
  ])('%s is not one', async (number) => {
    const { exitCode, error } = await dryRun(
      ['Order,Date,Store,Price', `${number},2026-02-01,S,1.00`],
      usual,
    );
    expect(exitCode).toBe(2);
    expect(error.issues[0].message).toContain(number);
  });

  test('the .0 of a spreadsheet is taken off a number that the account has, or the file beside it', async () => {
    const { stdout } = await account.run(['orders', 'get', '800458530', '--json']);
    const { orderDate, retailer, orderLineItems } = JSON.parse(stdout);
    const [{ quantity, unitPrice }] = orderLineItems;
    const cells = `${orderDate},${retailer},${quantity},${(unitPrice / 100).toFixed(2)}`;
    const header = 'Order,Date,Store,Qty,Price';
    const there = await dryRun([header, `800458530.0,${cells}`], ['--group', 'bfmr']);
    expect([there.exitCode, there.costs]).toEqual([0, {}]);
    expect(there.stderr).toContain('1 order there already');
    const rows = [`821.0,${cells}`, `821,${cells.replace(/\d+\.\d\d$/, '1.00')}`];
    const { costs, stderr } = await dryRun([header, ...rows], ['--group', 'bfmr']);
    expect(costs).toEqual({ '821': unitPrice * quantity + 100 * quantity });
    expect(stderr).toContain('Order number 821 is also written "821.0" in the file: one order.');
  });
});

test.each([
  ['a quantity', '1001,5.00,2026-02-01', 'is 1,001'],
  ['a price', '1,100000.01,2026-02-01', 'is $100,000.01'],
  ['a day', '1,5.00,2099-01-01', 'is 2099-01-01, a day after tomorrow'],
])('%s that can not be meant is refused with what was read', async (_, cells, words) => {
  const { exitCode, error } = await dryRun(['Order,Qty,Price,Date', `A-1,${cells}`], usual);
  expect([exitCode, error.issues[0].message]).toEqual([2, expect.stringContaining(words)]);
});

/** The command that a refusal ends with, as the words after `waybill`. */
function commandIn(hint: string): readonly string[] {
  const [, command = ''] = /(?:^|\s)waybill (orders create .*)$/s.exec(hint) ?? [];
  return [...command.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}

describe('a refusal ends with one command, and no money is lost by it', () => {
  test.each<[string, readonly string[], readonly string[], readonly string[], number]>([
    [
      'two kinds of tax',
      ['Order,Date,Price,Tax,GST', 'A-1,2026-02-01,10.00,1.00,0.50'],
      ['"GST" (line 2: 0.50)'],
      [],
      1150,
    ],
    [
      'a fee',
      ['Order,Date,Price,Recycling Fee', 'A-1,2026-02-01,10.00,$0.98'],
      ['$0.98'],
      [],
      1098,
    ],
    [
      'several at once',
      [
        'Order,Date,Price,Shipping,Bag Fee,Tip,List Price',
        'A-1,2026-02-01,10.00,2.00,0.08,3.00,12.00',
      ],
      ['"Bag Fee"', '"Tip"', '"List Price"'],
      [],
      1508,
    ],
    [
      'a count',
      ['Order,Date,Price,Qty received', 'A-1,2026-02-01,10.00,3'],
      ['"Qty received"'],
      [],
      3000,
    ],
    [
      'a refund',
      ['Order,Date,Price,Refund', 'A-1,2026-02-01,10.00,4.00'],
      ['"Refund"'],
      ['had one: A-1'],
      1000,
    ],
    ['a sum', ['Order,Date,Price,Net', 'A-1,2026-02-01,10.00,10.00'], [], [], 1000],
    [
      'whole dollars',
      ['Order,Date,Price,Fee', 'A-1,2026-02-01,10,2'],
      ['dollars or cents', '"Fee"'],
      [],
      1200,
    ],
    [
      'a cost of several units',
      ['Order,Date,Qty,Cost,Fee', 'A-1,2026-02-01,2,10.00,2.00'],
      ['2 × $10.00 = $20.00, or 2 × $5.00 = $10.00', '"Fee"'],
      [],
      2200,
    ],
  ])('%s', async (_, lines, named, said, cost) => {
    const first = await dryRun(lines, usual);
    if (named.length === 0) {
      expect(first.costs).toEqual({ 'A-1': cost });
      return;
    }
    expect(first.exitCode, first.stderr).toBe(2);
    for (const text of named) expect(first.error.message).toContain(text);
    const words = commandIn(first.error.hint).map((word) =>
      word.replace('<dollars or cents>', 'dollars').replace('<unit or line>', 'unit'),
    );
    const { exitCode, stdout, stderr } = await account.run([...words]);
    expect(exitCode, stderr).toBe(0);
    expect(costOf(JSON.parse(stdout)[0].body)).toBe(cost);
    for (const text of said) expect(stderr).toContain(text);
  });

  test('a total is no price, and nothing proposes it', async () => {
    const lines = [
      'order id,order url,items,to,date,total,shipping,tax',
      'A-1,x,one,me,2026-02-01,10.00,0,0',
    ];
    const { exitCode, error } = await dryRun(lines, usual);
    expect([exitCode, error.message]).toEqual([2, expect.stringContaining('no item')]);
    expect(error.hint).not.toContain('--map');
    const mapped = await dryRun(lines, [...usual, '--map', 'price=total']);
    expect(mapped.exitCode).toBe(2);
    expect(mapped.error.hint).not.toContain('--map');
  });

  test('a total that differs advises what keeps it right', async () => {
    const lines = ['Order,Date,Qty,Price,Total', 'A-1,2026-02-01,2,10.00,21.60'];
    const { error } = await dryRun(lines, usual);
    expect(error.issues[0].message).toContain('--difference tax');
    expect(error.issues[0].message).not.toContain('--map total=');
    const { costs } = await dryRun(lines, [...usual, '--difference', 'tax']);
    expect(costs).toEqual({ 'A-1': 2160 });
  });
});
