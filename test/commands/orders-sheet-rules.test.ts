import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleAccount } from './account';

/*
 * One sheet with an order for each rule of reading, sent over HTTP in one run: what is sent of each order,
 * or why it is refused.
 */
const account = sampleAccount();
const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));

const header =
  'Order #,PO Number,Order Date,Store,Group,Status,Item,Model,Qty,Price,Shipping,Tax,Discount,Total,Card,Rate,Notes,Currency,Size';
const names = header.split(',');
type Cells = Readonly<Record<string, string>>;
const usual = { 'Order Date': '11/20/2026', Store: 'Best Buy', Group: 'bfmr', Qty: '1' };

function lineOf(number: string, cells: Cells): string {
  const row: Cells = { ...usual, Price: '$10.00', ...cells, 'Order #': number };
  return names.map((name) => `"${row[name] ?? ''}"`).join(',');
}

const item = (unitPrice: number, quantity: number) => ({ unitPrice, quantity });
const ink = '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01';

/** The rows of an order, and the members of its body that they decide. */
const sent: Readonly<Record<string, readonly [rows: readonly Cells[], body: object]>> = {
  'a date by month': [[{}], { orderDate: '2026-11-20', orderLineItems: [item(1000, 1)] }],
  'a date in words': [[{ 'Order Date': 'Jul 01, 2026' }], { orderDate: '2026-07-01' }],
  'a short year': [[{ 'Order Date': '7/15/26' }], { orderDate: '2026-07-15' }],
  'a loose ISO date': [[{ 'Order Date': '2026-7-1' }], { orderDate: '2026-07-01' }],
  'a group in another spelling': [[{ Group: 'B.F.M.R.' }], { buyingGroup: 'bfmr' }],
  'a group nobody knows': [[{ Group: 'bfmrr' }], { buyingGroup: 'bfmrr' }],
  'a status in another spelling': [[{ Status: ' SHIPPED ' }], { status: 'shipped' }],
  'a status of the shop': [[{ Status: 'Pending' }], { status: undefined }],
  'a nickname of a card': [[{ Card: 'Ink Cash' }], { creditCardId: ink, cardEarnRate: 1.5 }],
  'last digits of a card': [[{ Card: 'Visa - 4417' }], { creditCardId: ink }],
  'a closed card': [[{ Card: '5512' }], { creditCardId: `${ink.slice(0, -1)}4` }],
  'no such card': [[{ Card: 'Visa - 4637' }], { creditCardId: undefined }],
  'a rate of its own': [[{ Card: '4417', Rate: '3' }], { cardEarnRate: 3 }],
  'a quantity with a decimal': [[{ Qty: '2.0' }], { orderLineItems: [item(1000, 2)] }],
  notes: [[{ Notes: 'left at the door' }], { notes: 'left at the door' }],
  'a long description': [[{ Item: 'x'.repeat(300) }], { description: 'x'.repeat(200) }],
  'a discount with a sign': [
    [{ Price: '$10.00', Discount: '-$3.00', Tax: '$1.00', Total: '$8.00' }],
    { discount: 300, tax: 100 },
  ],
  'a total on one row': [
    [
      { Total: '$32.00', Shipping: '$2.00' },
      { Qty: '2', Item: 'other' },
    ],
    { shipping: 200, orderLineItems: [item(1000, 1), item(1000, 2)] },
  ],
  'one shipping for the order': [
    [
      { Shipping: '$2.00', Total: '$22.00' },
      { Shipping: '$2.00', Total: '$22.00' },
    ],
    { shipping: 200 },
  ],
  'one shipping a row': [
    [
      { Shipping: '$2.00', Total: '$12.00' },
      { Shipping: '$2.00', Total: '$12.00', Item: 'other' },
    ],
    { shipping: 400 },
  ],
  'its own fields on another row': [
    [
      { Store: '', Group: '', 'Order Date': '' },
      { Item: 'other', Qty: '2' },
    ],
    { retailer: 'Best Buy', orderDate: '2026-11-20' },
  ],
};

/** The rows of an order, and the code of its first refused row. */
const refused: Readonly<Record<string, readonly [rows: readonly Cells[], code: string]>> = {
  'a date by day': [[{ 'Order Date': '20/11/2026' }], 'invalid'],
  'no date': [[{ 'Order Date': '' }], 'empty'],
  'no price': [[{ Price: '' }], 'empty'],
  'no quantity': [[{ Qty: '' }], 'empty'],
  'a negative price': [[{ Price: '-$10.00' }], 'negative'],
  'a negative quantity': [[{ Qty: '-1' }], 'negative'],
  'no group': [[{ Group: '' }], 'no_group'],
  'another currency': [[{ Currency: 'EUR' }], 'currency'],
  'a wrong total': [[{ Total: '$10.01' }], 'total_differs'],
  'two stores': [[{}, { Store: 'Walmart' }], 'rows_differ'],
  'a row twice': [[{}, {}], 'repeated_row'],
  'shipping of one or of each': [
    [{ Shipping: '$2.00' }, { Shipping: '$2.00', Item: 'other' }],
    'ambiguous_amount',
  ],
  'eleven items': [Array.from({ length: 11 }, (_, n) => ({ Item: `item ${n}` })), 'too_many_items'],
};

const numberOf = (name: string) => `${name.replaceAll(' ', '-')}-1`;

interface Body {
  readonly orderNumber: string;
  readonly orderLineItems: readonly { readonly description?: string }[];
}
const bodies = new Map<string, Body>();
const outcomes = new Map<string, readonly string[]>();
let ended: Awaited<ReturnType<typeof account.run>>;

beforeAll(async () => {
  const all = { ...sent, ...refused };
  const lines = Object.entries(all).flatMap(([name, [rows]]) =>
    rows.map((cells) => lineOf(numberOf(name), { Item: 'an item', ...cells })),
  );
  const path = join(folder, 'orders.csv');
  writeFileSync(path, [header, ...lines, ''].join('\n'));
  const results = join(folder, 'results.csv');
  const words = ['orders', 'create', '--csv', path, '--map', 'earnRate=Rate', '--results', results];
  ended = await account.run([...words, '--json']);
  for (const { method, body } of account.seen()) {
    if (method === 'POST') bodies.set((body as Body).orderNumber, body as Body);
  }
  for (const row of parse(readFileSync(results), { columns: true })) {
    const { orderNumber: number = '', outcome = '', code = '' } = row as Record<string, string>;
    outcomes.set(number, [...(outcomes.get(number) ?? []), code === '' ? outcome : code]);
  }
});

describe('a sheet as people have it', () => {
  test('ends with 3, since some orders are refused, and names the columns that it did not read', () => {
    expect(ended.exitCode, ended.stderr).toBe(3);
    expect(ended.stderr).toContain('not read: "PO Number", "Size"');
  });

  test.each(Object.entries(sent))('%s', (name, [, body]) => {
    const number = numberOf(name);
    const order = bodies.get(number);
    expect(new Set(outcomes.get(number))).toEqual(new Set(['added']));
    const absent = { status: undefined, creditCardId: undefined };
    expect({
      ...absent,
      ...order,
      description: order?.orderLineItems[0]?.description,
    }).toMatchObject(body);
  });

  test.each(Object.entries(refused))('%s is refused', (name, [, code]) => {
    const number = numberOf(name);
    expect(bodies.has(number)).toBe(false);
    expect(outcomes.get(number)).toContain(code);
  });
});
