import { expect, test } from 'vitest';
import type { FieldNames } from './header';
import { openRows, type RowOptions } from './rows';

const fields: readonly FieldNames[] = [
  { field: 'order', names: ['orderid'], required: true },
  { field: 'price', names: [], required: true },
  { field: 'tracking', names: [], several: true, numbered: true },
];

async function read(text: string, options: Partial<RowOptions> = {}) {
  async function* chunks() {
    yield Buffer.from(text);
  }
  const { rows, ...table } = await openRows(
    { name: 'f.csv', chunks: chunks() },
    { columns: fields, others: 'kept', ...options },
  );
  const all = [];
  for await (const row of rows) all.push(row);
  return { ...table, all };
}

test('other columns are kept for the rejects file, without those that waybill added to it', async () => {
  const text = 'Gift,Order ID,waybill_line,Price,,Tracking 2,Tracking\nx,A,3,5,y,T2,T1\n';
  const { header, ignored, all } = await read(text);
  expect(header).toEqual(['Gift', 'Order ID', 'Price', '', 'Tracking 2', 'Tracking']);
  expect(ignored).toEqual(['Gift', '']);
  expect(all[0]?.cells).toEqual(['x', 'A', '5', 'y', 'T2', 'T1']);
  expect(all[0]?.filled.map((one) => [one.field, one.header, one.text])).toEqual([
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
    expect(all[0]?.filled.map(({ field }) => field)).toEqual(['order', 'price']);
  }
});
