import { expect, test } from 'vitest';
import type { FieldNames } from './record';
import { readTable, type TableRowOptions } from './rows';

const fields: readonly FieldNames[] = [
  { field: 'order', names: ['orderid'], required: true },
  { field: 'price', names: [], required: true },
  { field: 'tracking', names: [], several: true, numbered: true },
];

async function read(text: string, options: Partial<TableRowOptions> = {}) {
  async function* chunks() {
    yield Buffer.from(text);
  }
  const { rows: all, ...table } = await readTable(
    { name: 'f.csv', chunks: chunks() },
    { columns: fields, others: 'kept', ...options },
  );
  return { ...table, all };
}

test('other columns are kept for the rejects file, without those that waybill added to it', async () => {
  const text = 'Gift,Order ID,waybill_line,Price,,Tracking 2,Tracking\nx,A,3,5,y,T2,T1\n';
  const { header, unread, all } = await read(text);
  expect(header).toEqual(['Gift', 'Order ID', 'Price', '', 'Tracking 2', 'Tracking']);
  expect(unread).toEqual([
    { header: 'Gift', index: 0 },
    { header: '', index: 4 },
  ]);
  expect(all[0]?.cells).toEqual(['x', 'A', '5', 'y', 'T2', 'T1']);
  expect(all[0]?.cellsOf().map((one) => [one.field, one.header, one.text])).toEqual([
    ['order', 'Order ID', 'A'],
    ['price', 'Price', '5'],
    ['tracking', 'Tracking 2', 'T2'],
    ['tracking', 'Tracking', 'T1'],
  ]);
});

test('the header is the first line that the caller takes for one, else the likeliest', async () => {
  const text = 'Order,Price\nOrder,Price,Tracking\n1,2,\n';
  const isHeader = (cells: readonly string[]) => cells.includes('Price');
  expect((await read(text, { isHeader })).header).toEqual(['Order', 'Price']);
  expect((await read(text)).header).toEqual(['Order', 'Price', 'Tracking']);
});

test('--map without a header leaves a field unread, and its column is no unknown one', async () => {
  const text = 'Order,Price,Tracking\nA,5,T\n';
  const reading = { map: ['tracking='] };
  for (const others of ['kept', 'refused'] as const) {
    const { all } = await read(text, { others, reading });
    expect(all[0]?.cellsOf().map(({ field }) => field)).toEqual(['order', 'price']);
  }
});

test.each<[string, string, boolean]>([
  ['the header once more', 'Order,Price\nA1,5\nOrder,Price\nA2,6\n', false],
  ['its columns in another order', 'Order,Price\nA1,5\nPrice,Order\n6,A2\n', true],
  ['other words for the same', 'Order,Price\nA1,5\nOrder ID,Notes,Price\nA2,x,6\n', true],
  ['one of its columns at its place', 'Order,Price,Notes\nA1,5\nOrder,Cost\n', true],
  ['words in cells', 'Order,Price,Notes\nA1,5,\nlater,soon,Price\n', false],
  ['words beside a number', 'Order,Price,Notes\nA1,5,\n7,Price,Order\n', false],
])('a second header below the first: %s', async (_, text, isRefused) => {
  const reading = read(text, { deciding: fields.slice(0, 2) });
  if (isRefused)
    await expect(reading).rejects.toThrow('line 3: a second header, with other columns');
  else expect((await reading).all.length).toBeGreaterThan(1);
});

test('the columns of a file without a header are those of the fields, or numbered', async () => {
  const text = 'A1,5,T1\nA2,6,T2,T3\n';
  const { all } = await read(text, { hasHeader: false });
  expect(all.map((row) => row.cellsOf().map((one) => one.text))).toEqual([
    ['A1', '5', 'T1'],
    ['A2', '6', 'T2'],
  ]);
  expect(all.map(({ cells, isRagged }) => [cells.length, isRagged])).toEqual([
    [3, false],
    [4, false],
  ]);
  const reading = { map: ['order=2', 'price=4', 'tracking=1'] };
  const numbered = await read(text, { hasHeader: 'numbers', reading });
  expect(numbered.header).toEqual(['1', '2', '3', '4']);
  expect(numbered.all[1]?.cellsOf().map(({ field, text: cell }) => [field, cell])).toEqual([
    ['tracking', 'A2'],
    ['order', '6'],
    ['price', 'T3'],
  ]);
});

test('no more rows are read than can be held', async () => {
  const text = 'Order,Price\n1,2\n3,4\n5,6\n';
  expect((await read(text, { mostRows: 3 })).all).toHaveLength(3);
  await expect(read(text, { mostRows: 2 })).rejects.toThrow('f.csv has more than 2 rows');
});

test.each<[string, readonly string[]]>([
  ['All amounts in EUR', ['f.csv: line 1 names EUR, but all amounts are US dollars to waybill.']],
  ['Payouts (€)', ['f.csv: line 1 names €, but all amounts are US dollars to waybill.']],
  ['Payouts in US$, try again', []],
])('a line above the header that names a currency is warned of: %s', async (title, warned) => {
  const text = `${title}\nOrder,Price\n1,2\n`;
  const warnings: string[] = [];
  const reading = { onWarning: (text: string) => void warnings.push(text) };
  const price = { field: 'price', names: [], proves: 'money' } as const;
  await read(text, { reading, columns: [...fields.slice(0, 1), price] });
  expect(warnings).toEqual(warned);
  // Without a column of money it does not matter.
  await read(text, { reading });
  expect(warnings).toEqual(warned);
});

test("a nameless field's own name is no header of it, but --map may name it", async () => {
  const columns = [{ field: 'order', names: ['orderid'], isNameless: true }];
  const fieldsOf = async (text: string, map: readonly string[] = []) =>
    [...(await read(text, { columns, reading: { map } })).fields.entries()].flat();
  expect(await fieldsOf('Order,Order ID\n1,2\n')).toEqual(['order', 'Order ID']);
  expect(await fieldsOf('Order\n1\n')).toEqual([]);
  expect(await fieldsOf('Order\n1\n', ['order=Order'])).toEqual(['order', 'Order']);
});
