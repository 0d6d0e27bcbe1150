import { describe, expect, test } from 'vitest';
import type { Shipment } from '../../contract/bodies';
import type { Draft } from '../../upload/spec';
import { readShipments, type ShipmentFile } from './read-shipments';

async function read(
  text: string,
  { hasHeader = true, map = [], ...flags }: Partial<ShipmentFile> = {},
) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const warnings: string[] = [];
  const onWarning = (text: string) => warnings.push(text);
  const source = await readShipments(
    { name: 'f.csv', chunks: bytes() },
    { map, hasHeader, onWarning, command: 'waybill shipments add --csv f.csv', ...flags },
  );
  const drafts: Draft<Shipment>[] = [];
  for await (const some of source.drafts) drafts.push(...some);
  const { header, labels, skipped, blanked } = source;
  return { ...{ drafts, header: header(), labels, skipped: skipped(), blanked }, warnings };
}

describe("waybill's own files are read without the flags of the file they came from", () => {
  const rejects =
    'order,tracking,waybill_line,waybill_outcome,waybill_message\n1,2,3,rejected,no\n';
  const results =
    'line,retailer,orderNumber,trackingNumber,outcome,code,message\n2,B,1,2,rejected,c,no\n';

  test.each<[string, string, Partial<ShipmentFile>]>([
    ['--delimiter', rejects, { delimiter: ';' }],
    ['--delimiter', `\uFEFF${rejects}`, { delimiter: '\t' }],
    ['--delimiter', results, { delimiter: '|' }],
    ['--sheet', rejects, { sheet: '2' }],
    ['--sheet and --delimiter', rejects, { sheet: '2', delimiter: ';' }],
    ['--encoding', rejects, { encoding: 'utf-16le' }],
    ['--no-header', rejects, { hasHeader: false }],
    ['--no-header', results, { hasHeader: false }],
  ])('%s', async (flags, text, reading) => {
    await expect(read(text, reading)).rejects.toMatchObject({
      ending: 'usage',
      message: expect.stringMatching(`^${flags} do(es)? not fit f.csv: waybill wrote that file`),
      hint: `Leave out ${flags}. Nothing was sent.`,
    });
  });

  test.each([
    [rejects, ','],
    [rejects.replaceAll(',', ';'), ';'],
    ['order;tracking;waybill_note\n1;TBA000000000001;x\n', ';'],
  ])('but with those that fit: %j', async (text, delimiter) => {
    expect((await read(text, { delimiter })).drafts).toHaveLength(1);
  });
});

describe('a file without a header line', () => {
  const [ups, amazon] = ['1Z4322050399088089', 'TBA000000000001'];

  test.each([
    [`800458530,${ups}`, 'orderNumber,trackingNumber'],
    [`${ups},800458530`, 'trackingNumber,orderNumber'],
    [`902017574346350,${amazon},Best Buy`, 'orderNumber,trackingNumber,retailer'],
    [
      `2025-11-18,112-8893921-2209813,${ups},x,y`,
      'column1,orderNumber,trackingNumber,column4,column5',
    ],
    [`800458530,"${ups}, ${amazon}"`, 'orderNumber,trackingNumber'],
    ['800458530,ABC-000123', undefined],
  ])('says which line to add: %s', async (row, header) => {
    const added =
      header === undefined
        ? 'Add a line with the names of its columns at the top, such as orderNumber,trackingNumber.'
        : `Add this line at the top of the file, with the delimiter of its other lines: ${header}`;
    for (const map of [[], ['trackingNumber=1Z4322050399088089', 'orderNumber=800458530']]) {
      await expect(read(`${row}\n`, { map })).rejects.toMatchObject({
        message: 'f.csv has no header line: its first line is a row',
        hint: `Nothing was sent. ${added}`,
      });
    }
    if (header === undefined) return;
    expect((await read(`${header}\n${row}\n`)).drafts[0]).toMatchObject({
      line: 2,
      invalid: undefined,
    });
  });

  test('gets the command that reads it, if its columns are in order', async () => {
    await expect(read(`Best Buy,800458530,${ups}\n`)).rejects.toMatchObject({
      hint: 'Nothing was sent. Run: waybill shipments add --csv f.csv --no-header',
    });
  });

  test('but with too few columns needs one', async () => {
    await expect(read(`800458530,${ups}\n`, { hasHeader: false })).rejects.toMatchObject({
      message: expect.stringContaining('too few columns for --no-header: 2'),
      hint: expect.stringMatching(
        /^Nothing was sent. Leave out --no-header. .*: orderNumber,trackingNumber$/,
      ),
    });
  });
});

test.each([
  'Parcel report for account 100234567890\nAuftrag,Paket',
  'Parcel report,100234567890 of May\nAuftrag,Paket',
  'FY2025-26,FY2026-27',
  '2025/2026,2026/2027',
  'SKU_12345,Qty_12345',
  'Account 123456789012,Parcel',
])('%j is not taken for a row', async (lines) => {
  await expect(read(`${lines}\n`)).rejects.toMatchObject({
    message: expect.not.stringContaining('no header line'),
  });
});

describe('columns that no field is named after', () => {
  test.each([
    [
      'Nummer,Sendung',
      "waybill shipments add --csv f.csv --map 'orderNumber=<header>' --map 'trackingNumber=<header>'.",
    ],
    ['Order,Telefon', "--map 'trackingNumber=<header>'"],
    ['Order,Return Tracking Number,Order Date', "--map 'trackingNumber=<header>'"],
    ['Shop,Nummer,Sendung 2025', '(or use --no-header if the first line is a row).'],
    [
      'order',
      'Add the missing column to the file, or name a column that holds the same: --map trackingNumber=<header>.',
    ],
  ])('%s', async (header, hint) => {
    await expect(read(`${header}\n`)).rejects.toMatchObject({
      hint: expect.stringContaining(hint),
    });
  });
});

describe('a second column of tracking numbers', () => {
  const rows = 'B,1,TBA000000000001,TBA000000000002\n';

  test('is named in a warning if it is not read', async () => {
    const { drafts, warnings } = await read(`store,order,Tracking Number,Tracking ID\n${rows}`);
    expect(drafts.map(({ item }) => item.trackingNumber)).toEqual(['TBA000000000001']);
    expect(warnings).toEqual([expect.stringMatching(/^f\.csv: column "Tracking ID" was not read/)]);
  });

  test.each([
    [
      '',
      'f.csv: column 4, which has no header, was not read, although line 2 may have a tracking number',
    ],
    [
      '2nd Tracking',
      'f.csv: column "2nd Tracking" was not read, although line 2 may have a tracking number',
    ],
    ['Trk #2', 'f.csv: column "Trk #2" was not read, although line 2 may have a tracking number'],
  ])('is named in a warning if its header is "%s"', async (header, warning) => {
    const { warnings } = await read(`store,order,Tracking,${header}\n${rows}B,2,,x\n${rows}`);
    expect(warnings).toEqual([expect.stringContaining(warning)]);
    const noNumber = rows.replace('TBA000000000002', '12');
    expect((await read(`store,order,Tracking,${header}\n${noNumber}`)).warnings).toEqual([]);
  });

  test('is not suspected of times and short numbers', async () => {
    const { warnings } = await read(
      'order,tracking,Tracking Updated,\n1,TBA000000000001,2025-11-20 10:30,(800) 555-1234\n',
    );
    expect(warnings).toEqual([]);
  });

  test.each([
    ['is read if it is numbered', 'Tracking 1,Tracking 2', []],
    ['is expected to be a link', 'Tracking Number,Tracking URL', []],
    ['was chosen by the user', 'Tracking Number,Tracking ID', ['trackingNumber=Tracking ID']],
  ])('brings no warning if it %s', async (_, columns, map) => {
    const { warnings } = await read(`store,order,${columns}\n${rows}`, { map });
    expect(warnings).toEqual([]);
  });
});

describe('lines above the header', () => {
  const row = '800458530,TBA000000000001\n';

  test('that are a table of their own are refused', async () => {
    await expect(
      read(`Order #,Tracking\n${row}\nStore,Order #,Tracking\nB,${row}`),
    ).rejects.toMatchObject({
      ending: 'usage',
      message: 'f.csv has two header lines, line 1 and line 4, with rows after each',
    });
  });

  test('that look like a row are named in a warning', async () => {
    const { drafts, warnings } = await read(`${row}order,tracking\n${row}`);
    expect(drafts).toHaveLength(1);
    expect(warnings).toEqual([
      'f.csv: the header is line 2; skipped the lines above it, although line 1 looks like a row.',
    ]);
  });

  test.each(['Orders of May\n\n', 'Order,Tracking\nStore,Order,Tracking\n', 'My orders,2025,\n'])(
    'that are titles are skipped: %j',
    async (title) => {
      const { drafts, warnings } = await read(`${title}Store,Order #,Tracking #\nB,${row}`);
      expect(drafts.at(-1)?.item.orderNumber).toBe('800458530');
      expect(warnings).toEqual([]);
    },
  );
});

describe('a row in one cell', () => {
  test('has another delimiter than the header, and is not kept', async () => {
    const { drafts, skipped } = await read(
      'order,tracking,code\n1,TBA000000000001,\n200001;TBA000000000002;S3CR3T,,\n',
    );
    expect(drafts.map(({ invalid }) => invalid?.code)).toEqual([undefined, 'other_delimiter']);
    expect(skipped).toBe(0);
    expect(JSON.stringify(drafts)).not.toContain('S3CR3T');
  });

  test.each([
    'Total: 2 parcels',
    '"Prepared 11/20/2025, call 8005551234",',
    '"Walmart, order 200012345678901 not shipped",',
    ',,"replaced by 1Z12345E0205271688, see above"',
  ])('is a note: %j', async (line) => {
    const { drafts, skipped } = await read(`order,tracking,notes\n${line}\n`);
    expect([drafts, skipped]).toEqual([[], 1]);
  });
});

describe('columns of gift card codes', () => {
  const left = (name: string, map?: readonly string[]) =>
    read(`order,${name},tracking\n1,S3CR3T,TBA000000000001\n`, { ...(map && { map }) });

  test.each([
    ...['Code', ' PIN ', 'Pin code', 'Gift card code', 'Redemption codes', 'Card PIN', 'CVV'],
    ...['Security code', 'eGift Card Code', 'GC code', 'Code 1', 'PIN #2', 'Ｃｏｄｅ'],
    ...['Gift Card #', 'Gift card number', 'GC#', 'GC No.', 'Claim number', 'E-Code', 'Voucher'],
    ...['Code/PIN', 'Apple codes', 'Gift card 1 code', 'Card Number', 'Card #', 'Card No.'],
    ...['Serial', 'Serial Number', 'Serial #', 'Redemption', 'Promo code', 'Redeem', 'Código'],
  ])('are left blank: %s', async (name) => {
    const { drafts, header, blanked } = await left(name);
    expect(blanked).toEqual([name.trim()]);
    expect(header).toEqual(['order', name.trim(), 'tracking']);
    expect(drafts.map(({ cells }) => cells)).toEqual([['1', '', 'TBA000000000001']]);
  });

  test.each([
    ...[
      'ZIP code',
      'Item code',
      'UPC code',
      'Country code',
      'Postal code',
      'CCY',
      'Redemption date',
    ],
    ...['Retailer code', 'Shipping', 'Codec', 'Spin', 'Card', 'Notes', 'Coupon code', 'Card name'],
    ...['Order no.', 'Gift', 'Claim', 'Last digits'],
  ])('are not to be mistaken: %s', async (name) => {
    const { drafts, blanked } = await left(name);
    expect(blanked).toEqual([]);
    expect(drafts[0]?.cells).toEqual(['1', 'S3CR3T', 'TBA000000000001']);
  });

  test("are not the reasons in waybill's own results", async () => {
    const { drafts, blanked } = await read(
      'line,retailer,orderNumber,trackingNumber,outcome,code,message,PIN\n2,B,1,TBA000000000001,rejected,no_such_order,x,1234\n',
    );
    expect(blanked).toEqual(['PIN']);
    expect(drafts[0]?.cells.slice(4)).toEqual(['rejected', 'no_such_order', 'x', '']);
  });

  test('are read like any other if the user says what they hold', async () => {
    const { drafts, blanked } = await left('Code', ['retailer=Code']);
    expect(blanked).toEqual([]);
    expect(drafts[0]).toMatchObject({
      item: { retailer: 'S3CR3T' },
      cells: ['1', 'S3CR3T', 'TBA000000000001'],
    });
  });

  test('are left blank, with all that follows, where a line has surplus cells', async () => {
    const { drafts } = await read('order,note,code,tracking\n1,a, b,S3CR3T,TBA000000000001\n');
    expect(drafts[0]?.invalid?.code).toBe('too_many_cells');
    expect(drafts[0]?.cells).toEqual(['1', 'a', '', '', '']);
    expect(JSON.stringify(drafts)).not.toContain('S3CR3T');
  });

  test.each(['Card', 'Credit Card', 'CC Number', 'CC #', 'Debit card no.', 'Payment Method'])(
    'or of whole numbers of cards show their last digits: %s',
    async (name) => {
      const rows = ['4111111111114417', 'Visa 4111 1111 1111 4417', '4417'].map(
        (cell, at) => `${at},${cell},TBA00000000000${at}\n`,
      );
      const surplus = '3,x,4111111111114417,TBA000000000003\n';
      const { drafts } = await read(`order,${name},tracking\n${rows.join('')}${surplus}`);
      expect(drafts.map(({ cells }) => cells[1])).toEqual([
        ...['xxxx-4417', 'Visa xxxx-4417', '4417', 'x'],
      ]);
      expect(JSON.stringify(drafts)).not.toMatch(/4111/);
    },
  );

  test('still make a line one without a tracking number', async () => {
    const { drafts, skipped } = await read('order,code,tracking\n,S3CR3T,\n');
    expect([drafts, skipped]).toEqual([[], 1]);
  });
});

test.each([
  ['Order,Tracking,Seller', 'Acme'],
  ['Order,Tracking,Seller,ASIN', ''],
  ['Order,Tracking,Sold by,Item ASIN', ''],
])('a seller is no retailer beside ASINs: %s', async (header, retailer) => {
  const { drafts } = await read(
    `${header}\n1,TBA000000000001,Acme,B000000001\n`.replace(
      /,B0+1/,
      header.includes('ASIN') ? '$&' : '',
    ),
  );
  expect(drafts[0]?.item.retailer).toBe(retailer);
});

describe('rows', () => {
  test('makes one draft per tracking number, with the line of its row', async () => {
    const { drafts } = await read(
      'store,order,tracking\n\nB,1,"TBA000000000001, TBA000000000002"\nB,2,TBA000000000003\n',
    );
    expect(drafts.map(({ line, item }) => [line, item.trackingNumber])).toEqual([
      [3, 'TBA000000000001'],
      [3, 'TBA000000000002'],
      [4, 'TBA000000000003'],
    ]);
  });

  test('gives each number of a cell its own row in the rejects file, next to the other columns', async () => {
    const { drafts, header } = await read(
      'note,store,order,tracking\nhello,B,1,"TBA000000000001 TBA000000000002"\n',
    );
    expect(header).toEqual(['note', 'store', 'order', 'tracking']);
    expect(drafts.map(({ cells }) => cells)).toEqual([
      ['hello', 'B', '1', 'TBA000000000001'],
      ['hello', 'B', '1', 'TBA000000000002'],
    ]);
  });

  test('reads a fixed rejects file like the file it came from', async () => {
    const { drafts, header } = await read(
      'store,order,tracking,waybill_line,waybill_outcome,waybill_message\r\nB,1,TBA000000000001,7,rejected,no order\r\n',
    );
    expect(header).toEqual(['store', 'order', 'tracking']);
    expect(drafts[0]?.cells).toEqual(['B', '1', 'TBA000000000001']);
  });

  test('removes what a spreadsheet puts around a cell', async () => {
    const { drafts } = await read(`store,order,tracking\n B\u00a0,"=""0012""",'=TBA000000000001\n`);
    expect(drafts[0]?.item).toEqual({
      retailer: 'B',
      orderNumber: '0012',
      trackingNumber: 'TBA000000000001',
    });
  });

  test('ignores blank lines', async () => {
    expect((await read('store,order,tracking\n,,\n , ,\n\n')).drafts).toEqual([]);
    expect((await read('store,order,tracking\n')).drafts).toEqual([]);
  });

  test('skips and counts a line without a tracking number', async () => {
    const file = await read('store,order,tracking\nB,1,\nB,1\n,,\nB,2,TBA000000000001\n');
    expect(file.drafts.map(({ line }) => line)).toEqual([5]);
    expect(file.skipped).toBe(2);
  });

  test('takes retailers from the orders if the file has no column for them', async () => {
    const { drafts, labels } = await read('order,tracking\n1,TBA000000000001\n');
    expect(drafts[0]?.item).toEqual({
      retailer: '',
      orderNumber: '1',
      trackingNumber: 'TBA000000000001',
    });
    expect(drafts[0]?.invalid).toBeUndefined();
    expect(labels.retailer).toBe('The retailer');
  });

  test('calls the fields as the file does', async () => {
    const text = ' Order ,Tracking 1,Tracking,Tracking 2 \n1,TBA000000000001,,\n';
    expect((await read(text)).labels).toEqual({
      retailer: 'The retailer',
      orderNumber: 'Column "Order"',
      trackingNumber: 'Column "Tracking" … "Tracking 2"',
    });
    const { labels } = await read('B,1,TBA000000000001\n', { hasHeader: false });
    expect(labels.trackingNumber).toBe('Column 3');
  });

  test('ragged lines: missing cells are empty', async () => {
    const { drafts, header } = await read('tracking,order,store\nTBA000000000009\n');
    expect(drafts[0]?.invalid?.message).toBe('Column "order" is empty');
    expect(header.length).toBe(3);
  });

  test("ragged lines: extra cells can't be assigned", async () => {
    const { drafts, header } = await read(
      'store,order,tracking\nBuy, Best,1,TBA000000000001\nB,1,TBA000000000001,,\n',
    );
    expect(drafts.map(({ invalid }) => invalid?.code)).toEqual(['too_many_cells', undefined]);
    expect(header).toEqual(['store', 'order', 'tracking', 'waybill_surplus']);
    expect(drafts[0]?.cells).toEqual(['Buy', ' Best', '1', 'TBA000000000001']);
  });

  test('takes the first three columns without a header', async () => {
    const { drafts, header } = await read('B,1,TBA000000000001,x\nB,,TBA000000000002\n', {
      hasHeader: false,
    });
    expect(drafts[0]?.item).toEqual({
      retailer: 'B',
      orderNumber: '1',
      trackingNumber: 'TBA000000000001',
    });
    expect(drafts[1]).toMatchObject({ line: 2, invalid: { message: 'Column 2 is empty' } });
    expect(header).toEqual(['retailer', 'orderNumber', 'trackingNumber', 'column 4']);
  });

  test('finds no columns in a file without lines', async () => {
    await expect(read('')).rejects.toMatchObject({ ending: 'usage' });
    expect((await read('', { hasHeader: false })).drafts).toEqual([]);
  });
});
