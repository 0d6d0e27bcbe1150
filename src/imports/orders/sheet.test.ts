import { describe, expect, test } from 'vitest';
import { cards, type Lines, sourceOf } from '../../../test/support/plan-orders';
import { buyingGroupKind, giftCardKind } from '../../orders/kinds';
import { readSheet, sheetColumns } from './sheet';
import type { PlanOptions } from './types';

const nothing = { names: async () => new Map() };
const account = { own: nothing, other: nothing };

const read = (lines: Lines, more: Partial<PlanOptions> = {}) =>
  readSheet(sourceOf(lines), {
    ...{ kind: buyingGroupKind, reading: {}, command: 'waybill orders create --csv f.csv' },
    ...{ strict: false, amounts: undefined, defaults: {}, rules: undefined, today: '2026-11-28' },
    ...{ cards: async () => cards, account, saved: () => undefined, canAsk: () => false },
    ...more,
  });

const ignoredIn = ({ ignored }: Awaited<ReturnType<typeof read>>) =>
  ignored.map(({ header }) => header);

const plain = 'Order,Date,Store,Price';
const amazon =
  'Website,Order ID,Order Date,Unit Price,Unit Price Tax,Shipment Item Subtotal,ASIN,Quantity,Product Name,Billing Address,Shipping Address,Carrier Name & Tracking Number';
const business =
  'Order ID,Order Date,Purchase PPU,Item Quantity,Item Net Total,Order Net Total,Payment Date,Title';

/** The cells of the first row that may be written, and those that are read. */
async function firstRow(lines: Lines, more?: Partial<PlanOptions>) {
  const { rows, kept } = await read(lines, more);
  const [row] = rows;
  const field = (name: Parameters<NonNullable<typeof row>['cell']>[0]) => row?.cell(name)?.text;
  return { ...{ kept, field, row }, cells: row?.cells, raw: row?.table.cells };
}

describe('cells about persons', () => {
  test('are not kept, but those that decide are read', async () => {
    const lines = [
      'Order,Shipping Address,Date,Recipient,Store,Phone,Price,Note',
      'A1,12 Lane,2026-05-01,Ann,S,555,1.00,x',
    ];
    const { cells, raw, field, row, kept } = await firstRow(lines);
    expect(cells).toEqual(['A1', '', '2026-05-01', '', 'S', '', '1.00', 'x']);
    expect(raw).toEqual(lines[1]?.split(','));
    expect(kept).toEqual(lines[0]?.split(','));
    expect(['shipTo', 'retailer', 'price'].map((one) => field(one as 'price'))).toEqual([
      ...['12 Lane', 'S', '1.00'],
    ]);
    expect(row?.problem).toBe(undefined);
  });

  test('are those of the column that decides where an order is sent, whatever it is called', async () => {
    const lines = [`${plain},Place`, 'A1,2026-05-01,S,1.00,12 Lane'];
    const { cells, field } = await firstRow(lines, { reading: { map: ['shipTo=Place'] } });
    expect([cells?.[4], field('shipTo')]).toEqual(['', '12 Lane']);
  });

  test('are kept where they are read as something else', async () => {
    const map = { reading: { map: ['account=Customer'] } };
    const lines = ['Order,Date,Store,Price,Customer,Phone', 'A1,2026-05-01,S,1.00,me,555'];
    const { cells, field } = await firstRow(lines, map);
    expect([cells?.slice(4), field('account')]).toEqual([['me', ''], 'me']);
    expect((await firstRow(lines)).cells?.slice(4)).toEqual(['', '']);
  });

  test('may be anywhere from their column on in a line with too many cells', async () => {
    const lines = [
      'Order,Date,Address,Store,Price',
      'A1,2026-05-01,12 Lane,Springfield,S,1.00',
      'A2,2026-05-02,13 Lane,S,2.00',
    ];
    const { rows } = await read(lines);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['A1', '2026-05-01', '', '', '', ''],
      ['A2', '2026-05-02', '', 'S', '2.00'],
    ]);
    expect(rows.map((row) => row.cell('date')?.text)).toEqual(['2026-05-01', '2026-05-02']);
    expect(rows.map((row) => row.cell('retailer')?.text)).toEqual([undefined, 'S']);
    expect(rows.map(({ problem }) => problem?.code)).toEqual(['too_many_cells', undefined]);
    const first = ['Address,Order,Date,Store,Price', '12 Lane,A1,2026-05-01,S,1.00,more'];
    expect((await firstRow(first)).cells).toEqual(['', '', '', '', '', '']);
  });

  test('are none where no column has them', async () => {
    const lines = [plain, 'A1,2026-05-01,S,1.00,more'];
    const { cells, field } = await firstRow(lines);
    expect([cells, field('price')]).toEqual([['A1', '2026-05-01', 'S', '1.00', 'more'], '1.00']);
  });
});

describe('the text of a cell', () => {
  const row = (store: string) => [
    `${amazon}`,
    ['Amazon.com', '111-2', '2026-05-01', '1', '0', '1', 'B0', '1', store, '', '', ''],
  ];

  test.each(['Not Available', 'not applicable', 'N/A'])(
    '%s is nothing in an export',
    async (word) => {
      const { field, cells } = await firstRow(row(word));
      expect([field('description'), cells?.[8]]).toEqual([undefined, word]);
      const longer = await firstRow(row(`${word} now`));
      expect(longer.field('description')).toBe(`${word} now`);
    },
  );

  test("a person's sheet has it as it is, and words for none are blank", async () => {
    const { field, row: own } = await firstRow([plain, 'none,2026-05-01,Not Available,-']);
    expect([own?.orderNumber, field('retailer'), own?.text('retailer')]).toEqual([
      ...['', 'Not Available', ''],
    ]);
    expect([field('price'), own?.text('price'), own?.text('notes')]).toEqual(['-', '', '']);
  });
});

test.each<[string, readonly string[]]>([
  ['TBA1', ['TBA1']],
  ['UPS', ['UPS']],
  ['AMZN_US(TBA123) and UPS(1Z999)', ['TBA123', '1Z999']],
  ['UPS ( 1Z999 )', ['1Z999']],
  ['some carrier (TBA1)', ['TBA1']],
  ['USPS2(9400) of 2026', ['9400']],
  ['1Z999AA10123456784 (UPS)', ['1Z999AA10123456784 (UPS)']],
  ['1-2-3-4-5-6 (UPS)', ['1-2-3-4-5-6 (UPS)']],
  ['UPS(Not Available)', []],
  ['UPS()', []],
  ['UPS( ) and UPS(1Z999)', ['1Z999']],
  ['(1Z999)', ['(1Z999)']],
])('the tracking numbers in "%s"', async (cell, trackings) => {
  const [row] = (await read([`${plain},Tracking`, ['A1', '2026-05-01', 'S', '1', cell]])).rows;
  expect(row?.trackings).toEqual(trackings);
});

describe('the header', () => {
  test('is the first line that names what every file must have', async () => {
    const rows = [plain, 'A1,2026-05-01,S,1.00'];
    const more = 'Date,Store,Status,Notes,Card';
    for (const title of [['Orders'], ['Price'], [more, 'Orders']]) {
      const sheet = await read([...title, ...rows]);
      expect(sheet.header).toEqual(plain.split(','));
      expect(sheet.rows.map(({ line }) => line)).toEqual([title.length + 2]);
    }
  });

  test('is the one whose mapping was kept, even if it names nothing', async () => {
    const own = 'Nr,Day,Shop,Sum';
    const map = ['orderNumber=Nr', 'date=Day', 'price=Sum', 'retailer=Shop'];
    const saved = (line: readonly string[]) => (line.join() === own ? { map } : undefined);
    const sheet = await read(['Date,Store,Status,Notes,Card', own, 'A1,2026-05-01,S,1.00'], {
      saved,
    });
    expect(sheet.isSaved).toBe(true);
    expect(sheet.rows.map((row) => [row.orderNumber, row.text('retailer')])).toEqual([['A1', 'S']]);
    expect((await read([plain, 'A1,2026-05-01,S,1'], { saved })).isSaved).toBe(false);
  });

  test('without a needed column is refused with the command that names it', async () => {
    const { questions } = await read(['Order,Price', 'A1,1.00']);
    expect(questions.map(({ proposed }) => proposed)).toEqual([
      [['map', 'date=<header>']],
      [['retailer', '<name>']],
    ]);
    expect(questions[0]?.message).toBe(
      'has no column for date and retailer; its header line is "Order", "Price"',
    );
  });

  test('again is left out, with other columns it is refused', async () => {
    const rows = [plain, 'A1,2026-05-01,S,1.00'];
    const again = await read([...rows, plain.toUpperCase(), 'A2,2026-05-01,S,1.00']);
    expect(again.rows.map(({ orderNumber }) => orderNumber)).toEqual(['A1', 'A2']);
    await expect(read([...rows, 'Order,Date,Price,Store'])).rejects.toMatchObject({
      message: 'f.csv, line 3: a second header, with other columns',
      hint: expect.stringContaining('file of its own'),
    });
    await expect(read([...rows, 'Order,Price,x,y'])).rejects.toThrow('a second header');
    // A row may have the words of one, if it has an order number.
    const words = await read([...rows, ['A1', 'Order', 'Price', '1.00']]);
    expect(words.rows).toHaveLength(2);
    await expect(read([...rows, ['Order', 'x', 'y', 'z']])).rejects.toThrow('a second header');
  });

  test('of a results file is refused, that of a rejects file is reported', async () => {
    const results = `${plain},outcome,code,message`;
    await expect(read([results, 'A1,2026-05-01,S,1.00,,,'])).rejects.toMatchObject({
      ending: 'usage',
      message: 'f.csv is the results file of an earlier upload',
      hint: expect.stringContaining('rejects file'),
    });
    const rejects = await read([`${plain},waybill_message`, 'A1,2026-05-01,S,1.00,why']);
    expect([rejects.isRejects, rejects.kept]).toEqual([true, plain.split(',')]);
    expect((await read([plain, 'A1,2026-05-01,S,1.00'])).isRejects).toBe(false);
  });

  test('with two columns of one field is refused', async () => {
    const { questions } = await read([`${plain},Price each`, 'A1,2026-05-01,S,1.00,1']);
    expect(questions.map(({ message }) => message)).toEqual([
      'has 2 columns for price: column "Price" and column "Price each"',
    ]);
  });
});

describe('columns that are not read', () => {
  const strict = { strict: true };

  test('are named; --strict refuses them, but no column without a header', async () => {
    const lines = [`${plain},Mood,,Color`, 'A1,2026-05-01,S,1.00,good,,red'];
    expect(ignoredIn(await read(lines))).toEqual(['Mood', 'Color']);
    await expect(read(lines, strict)).rejects.toMatchObject({
      message: 'f.csv has columns that are not read: "Mood", "Color"',
      hint: expect.stringContaining('Nothing was sent'),
    });
    const blank = [`${plain},`, 'A1,2026-05-01,S,1.00,'];
    expect(ignoredIn(await read(blank, strict))).toEqual([]);
  });

  test('--strict allows those that a map leaves out, under any of their names', async () => {
    const lines = [`${plain},Order Total,Notes`, 'A1,2026-05-01,S,1.00,9,x'];
    const leaving = (...map: string[]) => ({ ...strict, reading: { map } });
    expect(ignoredIn(await read(lines, leaving('total=', 'notes=')))).toEqual([
      ...['Order Total', 'Notes'],
    ]);
    const mood = [`${plain},Notes,Mood`, 'A1,2026-05-01,S,1.00,x,good'];
    await expect(read(mood, leaving('notes='))).rejects.toThrow(/not read: "Mood"$/);
    await expect(read(mood, leaving('total='))).rejects.toThrow(/not read: "Mood"$/);
  });

  test('--strict allows those that a layout knows', async () => {
    const row = 'Amazon.com,111-2,2026-05-01,1,0,1,B0,1,x,y,z,';
    const known = ignoredIn(await read([amazon, row], strict));
    expect(known).toEqual(['Shipment Item Subtotal', 'Billing Address']);
    await expect(read([`${amazon},Mood`, `${row},good`], strict)).rejects.toThrow(
      /not read: "Mood"$/,
    );
  });

  test('may be the quantity, unless a map says what that is', async () => {
    const lines = [`${plain},Qty received`, 'A1,2026-05-01,S,1.00,3'];
    expect((await read(lines)).unread).toHaveLength(1);
    const left = await read(lines, { reading: { map: ['quantity='] } });
    expect([left.ignored, left.unread]).toMatchObject([[{ header: 'Qty received' }], []]);
    const both = [`${plain},Qty received,Qty`, 'A1,2026-05-01,S,1.00,3,1'];
    expect((await read(both)).columns.get('quantity')).toBe('Qty');
  });
});

describe('the layout', () => {
  const rows = [amazon, 'Amazon.com,111-2,2026-05-01,1,0,1,B0,1,x,y,z,'];

  test('is found by the header, or named by the flags, the mapping coming second', async () => {
    const nameOf = async (lines: Lines, more?: Partial<PlanOptions>) =>
      (await read(lines, more)).layout?.name;
    expect(await nameOf(rows)).toBe('amazon');
    expect(await nameOf([plain, 'A1,2026-05-01,S,1.00'])).toBe(undefined);
    const none = { layout: 'none' as const };
    expect(await nameOf(rows, { reading: none })).toBe(undefined);
    expect(await nameOf(rows, { saved: () => none })).toBe(undefined);
    const named = { reading: { layout: 'amazon' as const }, saved: () => none };
    expect(await nameOf(rows, named)).toBe('amazon');
  });

  test('of Amazon Business has a total of the order, which no other sheet has', async () => {
    const { columns, layout } = await read([business, '111-2,2026-05-01,1,1,1,1,,x']);
    expect([layout?.name, columns.get('netTotal')]).toEqual(['amazon_business', 'Order Net Total']);
    const sheet = await read([`${plain},netTotal`, 'A1,2026-05-01,S,1.00,2.00']);
    expect([sheet.columns.has('netTotal'), ignoredIn(sheet)]).toEqual([false, ['netTotal']]);
  });

  test('tells rows that differ only in their payment from rows that differ', async () => {
    const { rows: read2 } = await read([
      business,
      '111-2,2026-05-01,1,1,1,1,2026-05-02,Air  Pods',
      '111-2,2026-05-01,1,1,1,1,2026-05-03,air pods',
      '111-2,2026-05-01,1,1,1,1,2026-05-04,other',
    ]);
    const kinds = (of: 'row' | 'item') => new Set(read2.map((row) => row.whole(of))).size;
    expect([kinds('row'), kinds('item')]).toEqual([3, 2]);
    const { rows: own } = await read([
      `${plain},Payment Date`,
      'A1,2026-05-01,S,1.00,2026-05-02',
      'A1,2026-05-01,S,1.00,2026-05-03',
    ]);
    expect(new Set(own.map((row) => row.whole('item'))).size).toBe(2);
  });
});

test.each<[string, string, Partial<PlanOptions>, string | undefined]>([
  ['a sheet', plain, {}, undefined],
  ['ASINs', 'Order,Date,Price,ASIN', {}, 'Amazon'],
  ['ASINs of items', 'Order,Date,Price,Item ASIN', {}, 'Amazon'],
  ['a layout', business, {}, 'Amazon'],
  ['a flag', 'Order,Date,Price,ASIN', { defaults: { retailer: 'T' } }, 'T'],
  ['a flag, and a layout', business, { defaults: { retailer: 'T' } }, 'T'],
])('the retailer of rows without one: %s', async (_, header, more, retailer) => {
  const row = header.split(',').map((name) => (/date/i.test(name) ? '2026-05-01' : '1'));
  expect((await read([header, row], more)).retailer).toBe(retailer);
});

test('a word that only begins with ASIN is no sign of Amazon', async () => {
  const { questions } = await read(['Order,Date,Price,Asinine', 'A1,2026-05-01,1.00,x']);
  expect(questions[0]?.message).toContain('no column for retailer');
});

test('the platform of a gift card order is its group', () => {
  const [group] = sheetColumns(giftCardKind.noun).filter(({ field }) => field === 'group');
  expect(group?.names).toEqual(expect.arrayContaining(['platformname', 'platform']));
  expect(sheetColumns(giftCardKind.noun).map(({ field }) => String(field))).not.toContain(
    'platform',
  );
});
