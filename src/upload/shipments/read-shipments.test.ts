import { describe, expect, test } from 'vitest';
import type { Shipment } from '../../contract/bodies';
import type { Draft } from '../spec';
import { readShipments, trackingNumbersIn } from './read-shipments';

async function read(text: string, { hasHeader = true, map = [] as readonly string[] } = {}) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const source = readShipments({ name: 'f.csv', chunks: bytes() }, { map, hasHeader });
  const drafts: Draft<Shipment>[] = [];
  for await (const some of source.drafts) drafts.push(...some);
  return { drafts, header: source.header(), labels: source.labels() };
}

describe('the numbers of a cell', () => {
  test.each([
    ['1Z999AA10123456784', ['1Z999AA10123456784']],
    ['A1,B2;C3 D4\nE5\r\nF6', ['A1', 'B2', 'C3', 'D4', 'E5', 'F6']],
    [' A1 ,, ;B2, ', ['A1', 'B2']],
    [', ;', ['']],
    // One number in groups, where a carrier's check digit says so; two where each is one.
    ['9400 1112 0255 5842 3326 69', ['9400111202555842332669']],
    ['1Z 999 AA1 01 2345 6784', ['1Z999AA10123456784']],
    ['1Z999AA10123456784 9400111202555842332669', ['1Z999AA10123456784', '9400111202555842332669']],
    ['9400 1112', ['9400', '1112']],
  ])('%j', (cell, numbers) => {
    expect(trackingNumbersIn(cell)).toEqual(numbers);
  });
});

describe('rows', () => {
  test('a draft a tracking number, under the line of its row', async () => {
    const { drafts } = await read('store,order,tracking\n\nB,1,"T1, T2"\nB,2,T3\n');
    expect(drafts.map(({ line, item }) => [line, item.trackingNumber])).toEqual([
      [3, 'T1'],
      [3, 'T2'],
      [4, 'T3'],
    ]);
  });

  test('each number of a cell stands alone in the rejects file, beside the other columns', async () => {
    const { drafts, header } = await read('note,store,order,tracking\nhello,B,1,"T1 T2"\n');
    expect(header).toEqual(['note', 'store', 'order', 'tracking']);
    expect(drafts.map(({ cells }) => cells)).toEqual([
      ['hello', 'B', '1', 'T1'],
      ['hello', 'B', '1', 'T2'],
    ]);
  });

  test('a mended rejects file reads as the file it came from', async () => {
    const { drafts, header } = await read(
      'store,order,tracking,waybill_line,waybill_outcome,waybill_message\r\nB,1,T1,7,rejected,no order\r\n',
    );
    expect(header).toEqual(['store', 'order', 'tracking']);
    expect(drafts[0]?.cells).toEqual(['B', '1', 'T1']);
  });

  test('what a spreadsheet puts around a cell is taken off', async () => {
    const { drafts } = await read(`store,order,tracking\n B\u00a0,"=""0012""",'=T1\n`);
    expect(drafts[0]?.item).toEqual({ retailer: 'B', orderNumber: '0012', trackingNumber: '=T1' });
  });

  test('lines without anything in them are none', async () => {
    expect((await read('store,order,tracking\n,,\n , ,\n\n')).drafts).toEqual([]);
    expect((await read('store,order,tracking\n')).drafts).toEqual([]);
  });

  test('ragged lines: what is missing is empty, what is too much can not be placed', async () => {
    const { drafts, header } = await read('store,order,tracking\nB,1\nBuy, Best,1,T1\nB,1,T1,,\n');
    expect(drafts.map(({ invalid }) => invalid?.code)).toEqual([
      'empty',
      'too_many_cells',
      undefined,
    ]);
    expect(drafts[0]?.invalid?.message).toBe('Column "tracking" is empty');
    expect(header.length).toBe(5);
    expect(drafts[1]?.cells).toEqual(['Buy', ' Best', '1', 'T1']);
  });

  test('without a header the first three columns', async () => {
    const { drafts, header } = await read('B,1,T1,x\nB,,T2\n', { hasHeader: false });
    expect(drafts[0]?.item).toEqual({ retailer: 'B', orderNumber: '1', trackingNumber: 'T1' });
    expect(drafts[1]).toMatchObject({ line: 2, invalid: { message: 'Column 2 is empty' } });
    expect(header).toEqual(['retailer', 'orderNumber', 'trackingNumber', 'column 4']);
  });

  test('a file without a single line has no columns', async () => {
    await expect(read('')).rejects.toMatchObject({ ending: 'usage' });
    expect((await read('', { hasHeader: false })).drafts).toEqual([]);
  });
});
