import { describe, expect, test } from 'vitest';
import { shipmentColumns } from '../imports/shipments/shipment-columns';
import { findColumns, firstColumns, headerScore, namedBy, namesRequired } from './header';
import { isRejectColumn } from './header-words';
import { type FieldNames, MissingColumns, readColumnMap } from './record';
import { headerPlace, isResultsHeader, misdescribed } from './table';

function find(headers: readonly string[], map: readonly string[] = []) {
  const columns = findColumns(shipmentColumns, headers, {
    name: 'file.csv',
    map: readColumnMap(map, shipmentColumns),
    others: 'kept',
    whenMissing: ([field]) => `Name it with --map ${field}=<header>.`,
  });
  return shipmentColumns.map(({ field }) => columns.find((one) => one.field === field)?.index);
}

describe('columns are found by their headers', () => {
  test.each([
    [
      ['retailer', 'orderNumber', 'trackingNumber'],
      [0, 1, 2],
    ],
    [
      ['TRACKING NUMBER', ' Order_Number ', 'Retailer'],
      [2, 1, 0],
    ],
    [
      ['Tracking #', 'Order #', 'Store'],
      [2, 1, 0],
    ],
    [
      ['Date', 'Merchant', 'Order No.', 'Notes', 'Tracking No(s).'],
      [1, 2, 4],
    ],
    [
      ['Vendor', 'Order ID', 'Order Number', 'Tracking'],
      [0, 2, 3],
    ],
    [
      ['__proto__', 'constructor', 'store', 'order', 'tracking'],
      [2, 3, 4],
    ],
  ])('%j', (headers, expected) => {
    expect(find(headers)).toEqual(expected);
  });

  test('by --map, whatever else there is', () => {
    const headers = ['Store', 'Order #', 'Label', 'Tracking'];
    expect(find(headers, ['trackingNumber=label'])).toEqual([0, 1, 2]);
    expect(find(headers, ['Tracking Number=Label', 'retailer=Store'])).toEqual([0, 1, 2]);
    expect(find(['a=b', 'order', 'tracking'], ['retailer=a=b'])).toEqual([0, 1, 2]);
  });

  test('the first three without a header', () => {
    expect(firstColumns(shipmentColumns)[2]).toMatchObject({ field: 'trackingNumber', index: 2 });
  });
});

describe('columns that say it in their words, where no header is a known name', () => {
  test.each([
    [
      ['Order', 'Order Tracking Number'],
      [undefined, 0, 1],
    ],
    [
      ['amazon-order-id', 'Fulfillment: Tracking Number'],
      [undefined, 0, 1],
    ],
    [
      ['Return Tracking Number', 'Order', 'UPS Tracking Number'],
      [undefined, 1, 2],
    ],
    // A known name goes first, and is no one else's column.
    [
      ['Master Tracking Number', 'Order', 'Tracking'],
      [undefined, 1, 2],
    ],
    [
      ['Amazon Order ID', 'Order ID', 'Tracking'],
      [undefined, 1, 2],
    ],
    [
      ['Store Order #', 'Store', 'Carrier Tracking #'],
      [1, 0, 2],
    ],
  ])('%j', (headers, expected) => {
    expect(find(headers)).toEqual(expected);
  });

  test('unless --map names the column', () => {
    const headers = ['Store Order #', 'Nummer', 'Tracking'];
    expect(find(headers, ['orderNumber=Nummer'])).toEqual([undefined, 1, 2]);
  });

  test('with a notice', () => {
    const said: string[] = [];
    findColumns(shipmentColumns, ['Order', 'Master Tracking Number'], {
      ...{ name: 'file.csv', others: 'kept', whenMissing: () => '' },
      onNotice: (text) => said.push(text),
    });
    expect(said).toEqual(['file.csv: column "Master Tracking Number" is read as trackingNumber.']);
  });

  test('a title of the same words is no header', () => {
    const lines = [['Order tracking numbers'], ['Order', 'UPS Tracking Number']];
    const options = { fields: shipmentColumns };
    const scores = lines.map((cells, line) => headerScore({ line, cells }, options));
    expect(scores).toEqual([0, 6]);
  });
});

describe('ambiguous columns are a usage failure in the words of the file', () => {
  test.each<[readonly string[], readonly string[], string]>([
    [['Shop', 'Nummer', 'Sendung'], [], 'no column for orderNumber and trackingNumber'],
    [['Shop', 'Nummer', 'Sendung'], [], 'its header line is "Shop", "Nummer", "Sendung"'],
    [[], [], 'no column for orderNumber and trackingNumber'],
    [['store', 'Order #', 'order#', 'tracking'], [], '2 columns called "Order #"'],
    [
      ['order', 'UPS Tracking #', 'FedEx Tracking #'],
      [],
      '2 columns for trackingNumber: column "UPS Tracking #" and column "FedEx Tracking #"',
    ],
    [['Amazon Order ID', 'eBay Order ID', 'tracking'], [], '2 columns for orderNumber'],
    [['order', 'Number of Tracking Numbers'], [], 'no column for trackingNumber'],
    [['Order Item ID', 'tracking'], [], 'no column for orderNumber'],
    [['store', 'order', 'tracking'], ['trackingNumber=Label'], 'no column "Label"'],
    [['store', 'order', 'tracking'], ['trackingNumber=order'], 'no column for orderNumber'],
    [['store', 'order', 'tracking'], ['order=store', 'tracking=store'], `can't be both`],
    [['store', 'order', 'tracking'], ['tracking'], '--map takes <field>=<header>'],
    [['store', 'order', 'tracking'], ['color=order'], '--map takes <field>=<header>'],
    [['store', 'order', 'tracking'], ['order=a', 'orderNumber=b'], '--map names orderNumber twice'],
  ])('%j with %j', (headers, map, reported) => {
    expect(() => find(headers, map)).toThrow(reported);
  });

  // A list of gift cards without a header, in the place of another file.
  test.each(['XK7P-2M4Q-9RTD-EXMP', '6006 4912 8374 6501', '91827', 'qx7kz91p'])(
    'what may be a code is not repeated: %s',
    (code) => {
      const masked = /its header line is "••••", "Nummer", "TRACKING_2"$/;
      expect(() => find([code, 'Nummer', 'TRACKING_2'], [])).toThrow(masked);
    },
  );
});

describe('columns of an order in a sheet', () => {
  const fields: readonly FieldNames[] = [
    { field: 'orderNumber', names: ['order', 'orderid'], fallback: ['ponumber'], inWords: 'order' },
    { field: 'price', names: ['unitprice'] },
    { field: 'tracking', names: ['trackingnumber'], several: true, numbered: true },
  ];
  let unclear: (readonly [field: string, headers: readonly string[]])[] = [];
  const sheet = (headers: readonly string[], typed: readonly string[] = []) => {
    unclear = [];
    const columns = findColumns(fields, headers, {
      ...{ name: 'f.csv', others: 'kept', map: readColumnMap(typed, fields) },
      onUnclear: (...one) => unclear.push(one),
    });
    return columns.map(({ field, index, more }) => [field, index, ...more].join(' '));
  };

  test.each<[readonly string[], readonly string[], readonly string[]]>([
    // A purchase order's number is the order's only where nothing else is.
    [['PO Number', 'Price'], [], ['orderNumber 0', 'price 1']],
    [['PO Number', 'Order ID'], [], ['orderNumber 1']],
    [['PO Number', 'Amazon Order #'], [], ['orderNumber 1']],
    [['Price', 'Unit Price'], ['price=Unit Price'], ['price 1']],
    [['Price', 'Order'], ['price='], ['orderNumber 1']],
    [['Order', 'Order ID', 'PO Number'], ['orderNumber='], []],
    [['Tracking 2', 'Tracking', 'tracking number', 'Tracking 1'], [], ['tracking 0 1 2 3']],
    [['Tracking', 'Tracking Number'], ['tracking=Tracking Number'], ['tracking 1']],
    // A column that --map gives to one field is none of another.
    [['Price', 'Order ID', 'Order'], ['price=Order'], ['orderNumber 1', 'price 2']],
  ])('%j with %j', (headers, typed, expected) => {
    expect(sheet(headers, typed)).toEqual(expected);
  });

  test.each<[readonly string[], string, readonly string[]]>([
    [['Price', 'Unit Price'], 'price', ['Price', 'Unit Price']],
    [['Order', 'Order ID'], 'orderNumber', ['Order', 'Order ID']],
    [['Price', 'price', 'Order'], 'price', ['Price', 'price']],
  ])('two for one field are left open: %j', (headers, field, named) => {
    sheet(headers);
    expect(unclear).toEqual([[field, named]]);
  });

  test('a field that is not read makes no line the header', () => {
    const map = readColumnMap(['price='], fields);
    expect(namedBy(['Price'], fields, map)).toEqual([]);
  });
});

describe('when every column must be known', () => {
  const fields = [
    { field: 'quantity', names: ['qty'], required: true },
    { field: 'unitPrice', names: ['price'] },
  ];
  const strict = (headers: readonly string[], others: 'refused' | 'secret' = 'refused') =>
    findColumns(fields, headers, {
      name: 'items.csv',
      others,
      whenMissing: ([field]) => `Add ${field}.`,
    }).map(({ field, index }) => [field, index]);

  test('finds them in any order, and leaves out what waybill added to rejects', () => {
    expect(strict(['Price', ' waybill_line', 'QTY'])).toEqual([
      ['quantity', 2],
      ['unitPrice', 0],
    ]);
  });

  test.each<[readonly string[], string, string]>([
    [['qty', 'XK7P-2M4Q-9RTD'], 'has an unknown column "••••"', 'The first line must'],
    [['qty', 'unitprise'], 'has an unknown column "unitprise"', 'Did you mean unitPrice? '],
    [['qty', 'quantity'], 'column "qty" and column "quantity"', 'Remove one of them'],
    [['qty', 'price', 'Price'], 'column "price" and column "Price"', 'Remove one of them'],
    [['price'], 'no column for quantity; its header line is "price"', 'Add quantity.'],
  ])('%j', (headers, message, hint) => {
    expect(() => strict(headers)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  test('shows no header that may be a secret', () => {
    expect(() => strict(['qty', 'CODE-1'], 'secret')).toThrow(
      expect.objectContaining({
        message: 'items.csv has an unknown header in column 2',
        hint: expect.not.stringContaining('CODE-1'),
      }),
    );
  });
});

describe('details of a header', () => {
  const fields: readonly FieldNames[] = [
    { field: 'order', names: ['orderid'], required: true },
    { field: 'price', names: ['cost'], required: true },
    { field: 'tracking', names: [], several: true, numbered: true },
  ];
  const seen: (readonly string[])[] = [];
  const read = (headers: readonly string[], typed: readonly string[] = []) =>
    findColumns(fields, headers, {
      ...{ name: 'f.csv', others: 'kept', map: readColumnMap(typed, fields) },
      whenMissing(_, others) {
        seen.push(others);
        return '';
      },
    });
  const failure = (headers: readonly string[], typed?: readonly string[]) => {
    try {
      read(headers, typed);
    } catch (error) {
      return error;
    }
    return undefined;
  };

  test('of columns with one name, --map reads the one that is spelled like it', () => {
    const headers = ['price', 'Price', 'Order'];
    expect(read(headers, ['price= Price ']).find(({ field }) => field === 'price')?.index).toBe(1);
    expect(failure(headers, ['price=PRICE'])).toMatchObject({
      message: 'f.csv has 2 columns called "price"',
      hint: expect.stringContaining('Rename'),
    });
    expect(failure(['#', '-', 'Order'], ['price=-'])).toBeUndefined();
  });

  test.each(['price', '=price', 'color=price'])('what --map takes: not %j', (typed) => {
    expect(() => readColumnMap([typed], fields)).toThrow(
      expect.objectContaining({
        message: `--map takes <field>=<header>, not "${typed}"`,
        hint: expect.stringContaining('order, price, tracking'),
      }),
    );
  });

  test('headers are without the spaces around them', () => {
    const found = read([' Order ', 'Cost', 'Tracking 12', 'Tracking', '1tracking']);
    expect(found.map(({ header, more }) => [header, more])).toEqual([
      ['Order', []],
      ['Cost', []],
      ['Tracking 12', [3]],
    ]);
    expect(firstColumns(fields)[0]).toMatchObject({ header: '', more: [] });
  });

  test.each<[readonly string[], boolean]>([
    [['a', 'b'], true],
    [['a', 'b', 'Cost'], true],
    [['a', 'Order'], true],
    [['Order'], false],
    [['a', ''], false],
    [['a', 'waybill_line'], false],
  ])('%j could have the missing columns: %j', (headers, could) => {
    expect(failure(headers) instanceof MissingColumns).toBe(could);
    const read = ['', 'Order', 'Cost', 'waybill_line'];
    expect(seen.at(-1)).toEqual(headers.filter((header) => !read.includes(header)));
  });

  test('without advice a hint says that nothing was sent', () => {
    expect(failure(['Order'])).toMatchObject({ hint: 'Nothing was sent.' });
  });

  test('an unknown column is refused without a guess if there is none, or it may be a secret', () => {
    for (const [others, unknown] of [
      ['refused', 'x'],
      ['secret', 'ordr'],
    ] as const) {
      const options = { name: 'f.csv', others, whenMissing: () => '' };
      const refused = expect.objectContaining({ hint: expect.stringMatching(/^The first line/) });
      expect(() => findColumns(fields, ['Order', 'Cost', unknown], options)).toThrow(refused);
    }
  });

  test('a line is a header by itself if it names all that is required', () => {
    expect(namesRequired(['Order', 'Cost'], fields)).toBe(true);
    expect(namesRequired(['Order', 'Tracking 12'], fields)).toBe(false);
    expect(namesRequired(['Tracking'], fields.slice(2))).toBe(false);
    expect(namedBy(['Tracking 12'], fields)).toHaveLength(1);
    expect(namedBy(['1tracking'], fields)).toEqual([]);
  });

  test('knows its own columns, and whose file it is', () => {
    expect([' waybill_line ', 'waybill_lines'].map(isRejectColumn)).toEqual([true, false]);
    expect(isResultsHeader(['order', 'cost'])).toBe(false);
    expect(misdescribed('f.csv', ['--a']).message).toContain('--a does not fit f.csv');
    expect(misdescribed('f.csv', ['--a', '--b']).message).toContain('do not fit f.csv');
  });
});

test.each<[string, readonly string[], number, (readonly string[])?]>([
  ['a row in which one cell says Store', ['Laden,Nr,Tag', 'Store,A1,2026-05-01'], 0],
  ['a title above it', ['Bestellungen', 'Laden,Nr,Tag', 'Store,A1,2026-05-01'], 1],
  ['a title of two cells below which a column has a known name', ['May,Report', 'Nr,Store'], 1],
  ['a header that names one field', ['Bestellungen', 'Store,Nr,Tag', 'Target,A1,1.00'], 1],
  ['rows alone', ['A1,2026-05-01,Target', 'A2,2026-05-02,Store'], 0],
  ['a title and rows alone', ['Bestellungen', '12345,2026-05-01,Target'], 0],
  ['two words in a row', ['x,y,z', 'Order,Store,2025'], 1],
  ['a column of digits that --map names', ['a,b', 'Target,2025'], 1, ['retailer=Target']],
])('the header is found despite %s', (_, lines, expected, map) => {
  const place = (...rows: readonly string[]) =>
    headerPlace(
      rows.map((line, index) => ({ line: index + 1, cells: line.split(',') })),
      { fields: shipmentColumns, map: readColumnMap(map ?? [], shipmentColumns) },
    );
  expect(place(...lines)).toBe(expected);
});
