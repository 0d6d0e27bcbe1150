import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/tier';
import { plainName } from '../../lib/fold';
import { viewColumns } from '../../mirror/columns';
import { buyingGroupKind } from '../../orders/kinds';
import { orderView } from '../../orders/view';
import { writeDelimited } from '../../output/delimited';
import type { Sink } from '../../output/sink';
import { readUpdateRows, type UpdateItem } from './update-rows';

const clearable = buyingGroupKind.fields.filter(({ field }) => field === 'notes');

interface Options {
  readonly clear?: boolean;
  readonly money?: 'cents' | 'dollars';
  readonly dateOrder?: 'mdy' | 'dmy';
  readonly map?: readonly string[];
}

async function read(text: string, { clear, money, dateOrder, map = [] }: Options = {}) {
  async function* chunks() {
    yield Buffer.from(text);
  }
  return readUpdateRows(
    { name: 'updates.csv', chunks: chunks() },
    {
      ...{ kind: buyingGroupKind, money, dateOrder, by: undefined, reading: { map } },
      today: '2026-11-28',
      clear: clear ? clearable : [],
    },
  );
}

const items = async (text: string, options = {}): Promise<readonly UpdateItem[]> =>
  (await read(text, options)).drafts.map(({ item }) => item);

test('headers are service or flag names in any case, and empty cells are left out', async () => {
  expect(await items('Order,order-number,Earn Rate,TAX,orderDate\nA,B,1.5,,3/1/26\n')).toEqual([
    { order: 'A', body: { orderNumber: 'B', cardEarnRate: 1.5, orderDate: '2026-03-01' } },
  ]);
});

const bothFees = { map: ['shipping=Shipping', 'shipping=Bag Fee'], money: 'dollars' } as const;
const onDate = { map: ['orderDate=Date (DD/MM/YYYY)'] };

/** What people and the mirror call the columns. */
test.each<[string, string, Readonly<Record<string, unknown>>, Options?]>([
  [
    'Order ID,Order Date,Store,Buying Group,Card Last 4,Cashback Rate,Account Email,Comments',
    'A,7/1/2026,Apple,bfmr,Visa - 4637,2%,me,x',
    {
      ...{ orderDate: '2026-07-01', retailer: 'Apple', buyingGroup: 'bfmr', notes: 'x' },
      ...{ creditCardId: 'Visa - 4637', cardEarnRate: 2, retailerAccount: 'me' },
    },
  ],
  [
    'id,order_number,order_date,order_month,group_id,open,shipping_cents,card_id,earn_rate,paid_cents',
    'A,,2026-07-01,2026-07,bfmr,1,599,c,1.5,0',
    {
      ...{ orderDate: '2026-07-01', buyingGroup: 'bfmr', shipping: 599, creditCardId: 'c' },
      cardEarnRate: 1.5,
    },
  ],
  ['PO Number,Status', 'A,Partially Delivered', { status: 'partially_delivered' }],
  ['Order #,Date', 'A,2026-07-01 14:30', { orderDate: '2026-07-01', orderTime: '14:30:00' }],
  [
    'Order #,Date,Time',
    'A,2026-07-01 14:30,2:45 PM',
    expect.objectContaining({ orderTime: '14:45:00' }),
  ],
  ['Order #,Date', 'A,23/11/2026', { orderDate: '2026-11-23' }, { dateOrder: 'dmy' }],
  ['Order #,Date (DD/MM/YYYY)', 'A,05/11/2026', { orderDate: '2026-11-05' }, onDate],
  ['Order #,Date', 'A,2026-11-29', { orderDate: '2026-11-29' }],
  ['Order #,Date,Earn rate', 'A,n/a,-', {}],
  [
    'Order #,Store,Group,Card,Account,Status,Notes',
    'A,N/A,none,n/a,-,null,none',
    { notes: 'none' },
  ],
  ['Bestellung,Notes', 'A,x', { notes: 'x' }, { map: ['orderNumber=bestellung'] }],
  ['id,Ref,Notes', 'no,A,x', { notes: 'x' }, { map: ['order=Ref'] }],
  ['Order #,Notes,Comment', 'A,x,y', { notes: 'y' }, { map: ['notes=Comment', 'retailer='] }],
  ['Order #,Notes', 'A,x', {}, { map: ['notes='] }],
  ['Order #,Discount', 'A,-1439', { discount: 1439 }],
  ['Order #,Shipping,Bag Fee', 'A,5.00,1.50', { shipping: 650 }, bothFees],
  ['Order #,Shipping,Bag Fee', 'A,5.00,', { shipping: 500 }, bothFees],
])('%s', async (header, row, body, options) => {
  const { drafts } = await read(`${header}\n${row}\n`, options);
  expect(drafts).toMatchObject([{ invalid: undefined, item: { order: 'A' } }]);
  expect(drafts[0]?.item.body).toEqual(body);
});

test.each(['_cents', ''])(
  'takes what a query of the mirror prints, amounts with "%s"',
  async (end) => {
    const names = Object.keys(viewColumns.all_orders);
    const header = names.map((name) => name.replace(/_cents$/, end));
    const cells = header.map((name) => (name === 'id' ? 'A' : ''));
    const { ignored, drafts } = await read(`${header}\n${cells}\n`);
    expect(drafts).toMatchObject([{ invalid: undefined }]);
    const changing = ['id', 'order_number', 'notes', `tax${end}`, 'card_id', 'group_id', 'status'];
    expect(ignored.filter((name) => changing.includes(name))).toEqual([]);
    expect(ignored.map(plainName)).toContain(plainName(`expected_payout${end}`));
  },
);

test('a day after tomorrow is refused', async () => {
  const { drafts } = await read('Order #,Date\nA,2026-11-30\n');
  expect(drafts).toMatchObject([
    { invalid: { message: 'column "Date" is 2026-11-30, a day after tomorrow' } },
  ]);
});

test.each([
  ['Order #,Tracking Number\nA,1Z999AA10123456784\n', 'waybill shipments add --csv updates.csv'],
  ['Order #,Tracking\nA,1Z999AA10123456784\n', 'waybill shipments add --csv updates.csv'],
  ['Order #,Item\nA,TV\n', 'The first line must contain'],
  ['Order #,Notess\nA,x\n', 'Did you mean notes?'],
])('the advice for %j is %j', async (text, advice) => {
  await expect(read(text)).rejects.toMatchObject({ hint: expect.stringContaining(advice) });
  await expect(read(text)).rejects.not.toMatchObject({
    hint: expect.stringMatching(/mean (?:itemCount|trackingNumbers)/),
  });
});

test('no whole number of a card is kept', async () => {
  const { drafts } = await read('order,Card\nA,4111-1111-1111-1111\n');
  expect(drafts).toMatchObject([{ item: { body: { creditCardId: 'xxxx-1111' } } }]);
  expect(drafts[0]?.cells).toEqual(['A', 'xxxx-1111']);
});

test('a seller is no retailer beside ASINs', async () => {
  const row = 'A,Acme,B000000001';
  await expect(read(`order,Seller,ASIN\n${row}\n`)).rejects.toThrow('unknown column "Seller"');
  expect(await items('order,Seller\nA,Acme\n')).toMatchObject([{ body: { retailer: 'Acme' } }]);
});

test.each<[string, string, Options?]>([
  ['Order #,Notes,Comments\nA,x,y\n', 'column "Notes" and column "Comments"'],
  ['Order #,Order ID,Notes\nA,B,y\n', 'unknown column "Order ID"'],
  ['Order Number,Order ID,Notes\nA,B,y\n', 'column "Order Number" and column "Order ID"'],
  ['Order #,Color\nA,B\n', 'unknown column "Color"'],
  ['Order #,Tax %\nA,8.25\n', 'unknown column "Tax %"'],
  ['Notes,Status\nA,paid\n', 'no column for order'],
])('%j is refused', async (text, message, options) => {
  await expect(read(text, options)).rejects.toThrow(message);
});

/** The amounts in a column of money, in every unit that a person may mean. */
test.each<[string, readonly string[], 'cents' | 'dollars' | undefined, readonly number[] | string]>(
  [
    ['tax', ['5', '599'], undefined, [5, 599]],
    ['TAX', ['5', '599'], 'dollars', [500, 59_900]],
    ['tax', ['5.99', '$1,200', '(3.50)x'], 'dollars', [599, 120_000]],
    ['tax', ['5', '5.99'], undefined, 'takes whole cents, but line 3 has 5.99'],
    ['tax', ['5', '5.99'], 'cents', 'takes whole cents, but line 3 has 5.99'],
    ['tax_cents', ['5', '599'], undefined, [5, 599]],
    ['tax_cents', ['5', '599'], 'dollars', 'says that its amounts are in cents'],
    ['Sales Tax', ['5', '5.99'], undefined, [500, 599]],
    ['Sales Tax', ['$5', '6'], undefined, [500, 600]],
    ['Sales Tax', ['5', '6'], undefined, 'dollars or cents?'],
    ['Sales Tax', ['5', '6'], 'cents', [5, 6]],
    ['Sales Tax', ['5', '5.99'], 'cents', 'takes whole cents, but line 3 has 5.99'],
    // Beside a column under its own name, which is in cents, nothing shows the unit.
    ['shipping,Sales Tax', ['1,5.99', '2,6'], undefined, 'dollars or cents?'],
    ['shipping,Sales Tax', ['1,5.99', '2,6'], 'dollars', [599, 600]],
    ['tax', ['3.000', '5'], 'dollars', [500]],
  ],
)('%s of %j with --money %s', async (header, cells, money, wanted) => {
  const text = `order,${header}\n${cells.map((one, index) => `${index},${one.includes(',') && !header.includes(',') ? `"${one}"` : one}\n`).join('')}`;
  const options = money === undefined ? {} : { money };
  if (typeof wanted === 'string') {
    await expect(read(text, options)).rejects.toThrow(wanted);
    return;
  }
  const { drafts } = await read(text, options);
  const sent = drafts.flatMap(({ item, invalid }) => (invalid ? [] : (item.body.tax ?? [])));
  expect(sent).toEqual(wanted);
});

test('a date that fits only the other order leaves those that both could read in doubt', async () => {
  const { drafts } = await read('order,Date\nA,05/01/2026\nB,15/01/2026\nC,2026-03-04\n');
  expect(drafts.map(({ invalid }) => invalid?.message)).toEqual([
    expect.stringContaining('could be 2026-05-01 or 2026-01-05'),
    expect.stringContaining('try --date-format dmy'),
    undefined,
  ]);
});

test('a row in another currency is invalid', async () => {
  const { drafts } = await read('order,tax,Ccy\nA,5,EUR\nB,5,USD\n');
  expect(drafts.map(({ invalid }) => invalid?.code)).toEqual(['currency', undefined]);
});

test('an empty cell clears the field if --clear names it', async () => {
  const text = 'order,notes,tax\nA,,5\nB,x,\n';
  expect(await items(text, { clear: true })).toEqual([
    { order: 'A', body: { notes: null, tax: 5 } },
    { order: 'B', body: { notes: 'x' } },
  ]);
});

test('columns that waybill added to a rejects file are ignored in the next input', async () => {
  const { header, drafts } = await read('order,notes,waybill_line,waybill_message\nA,x,2,why\n');
  expect(header).toEqual(['order', 'notes']);
  expect(drafts).toMatchObject([{ item: { body: { notes: 'x' } }, cells: ['A', 'x'] }]);
});

test('removes the mark that keeps a spreadsheet from running a cell', async () => {
  expect(await items("order,notes\nA,'=1+1\n")).toEqual([{ order: 'A', body: { notes: '=1+1' } }]);
});

test('a row of empty cells changes nothing, whatever other rows change', async () => {
  const { drafts } = await read('order,notes\nA,\nA,x\nB,\nA,\n');
  expect(drafts.map(({ item, invalid }) => [item.body, invalid])).toEqual([
    [{}, undefined],
    [{ notes: 'x' }, undefined],
    [{}, undefined],
    [{}, undefined],
  ]);
});

test('a tsv export is one whatever its cells look like', async () => {
  expect(await items('orderNumber\tnotes\nN0\t"\nN1\ta,b\nN2\tc,d\n')).toEqual([
    { order: 'N0', body: { notes: '"' } },
    { order: 'N1', body: { notes: 'a,b' } },
    { order: 'N2', body: { notes: 'c,d' } },
  ]);
});

test.each(['csv', 'tsv'] as const)('reads what a %s export contains', async (format) => {
  const marks = ["'", '"', '=', '-', '\\', '\t', '\n', '\r', 'n', 't', ',', 'é'];
  const notes = fc.string({ unit: fc.constantFrom(...marks), minLength: 1, maxLength: 6 });
  // The service ignores spaces around a text, and doubled quotes are taken for a spreadsheet's.
  const isKept = (text: string) => text.trim() === text && !/^".*"".*"$/s.test(text);
  const view = orderView(buyingGroupKind);
  await fc.assert(
    fc.asyncProperty(fc.array(notes.filter(isKept)), async (texts) => {
      const written: string[] = [];
      const sink = { write: async (text: string) => void written.push(text), closed: false };
      async function* orders() {
        yield* texts.map((text, index) => ({ orderNumber: `N${index}`, notes: text }));
      }
      await writeDelimited(sink as unknown as Sink, orders() as never, view, {
        ...{ format, fields: ['orderNumber', 'notes'], money: 'cents', rawCsv: false },
        ...{ excel: false, header: true, safe: (text: string) => text },
      });
      if (texts.length === 0) return;
      expect(await items(written.join(''))).toEqual(
        texts.map((text, index) => ({ order: `N${index}`, body: { notes: text } })),
      );
    }),
    { numRuns: runs(500) },
  );
});

test('refuses two rows that change one order differently, but accepts the same row twice', async () => {
  const { drafts } = await read('order,notes\nA,x\nB,x\nA,x\nA,y\n');
  expect(drafts.map(({ invalid }) => invalid?.message)).toEqual([
    undefined,
    undefined,
    undefined,
    'line 2 changes the same order: put both in one row',
  ]);
});

test('surplus cells are in the rejects file, which is refused again as it is', async () => {
  const { header, drafts } = await read('order,notes\nA,x\nB,y,z\n');
  expect(header).toEqual(['order', 'notes', 'waybill_surplus']);
  expect(drafts.map(({ cells }) => cells)).toEqual([
    ['A', 'x'],
    ['B', 'y', 'z'],
  ]);
  const again = await read('order,notes,waybill_surplus,waybill_line\nB,y,z,3\nB,y z,,3\n');
  expect(again.drafts.map(({ invalid }) => invalid?.code)).toEqual(['too_many_cells', undefined]);
  expect(again.header).toEqual(header);
});

test('an id in upper case is the same order', async () => {
  const id = '0d9c3a52-4a7b-4c11-9a55-2f60e7c4b1de';
  const { drafts } = await read(`id,notes\n${id},first\n${id.toUpperCase()},second\n`);
  expect(drafts.map(({ item }) => item.order)).toEqual([id, id]);
  expect(drafts[1]?.invalid?.message).toContain('changes the same order');
});

test('a row sends its filled cells and nothing else', async () => {
  const cell = fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined });
  const row = fc.record({ shipping: cell, tax: cell, discount: cell });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      const lines = rows.map(
        ({ shipping = '', tax = '', discount = '' }, index) =>
          `${index},${shipping},${tax},${discount}`,
      );
      const { drafts } = await read(`order,shipping,tax,discount\n${lines.join('\n')}\n`);
      expect(drafts).toHaveLength(rows.length);
      for (const [index, { item, invalid }] of drafts.entries()) {
        const expected = Object.fromEntries(
          Object.entries(rows[index] ?? {}).filter(([, value]) => value !== undefined),
        );
        expect(item.body).toEqual(expected);
        expect(invalid).toBeUndefined();
      }
    }),
    { numRuns: runs(300) },
  );
});
