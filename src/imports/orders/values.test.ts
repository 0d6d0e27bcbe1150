import { describe, expect, test } from 'vitest';
import { type Column, fileFacts, momentCell } from '../../tabular/column';
import type { TableCell } from '../../tabular/rows';
import { netTotalColumn } from './columns';
import type { Layout, SheetField } from './layouts';
import { type SheetRow, sheetColumns } from './sheet';
import { isProblem, readValues } from './values';

type Cells = Readonly<Partial<Record<SheetField, string>>>;
type Given = Partial<SheetRow> & {
  readonly raw?: readonly string[];
  readonly layout?: Partial<Layout>;
  readonly merged?: SheetField;
  /** Columns that the file doesn't have. */
  readonly lacks?: readonly SheetField[];
};

const fields: readonly SheetField[] = [
  ...(['orderNumber', 'date', 'time', 'price', 'quantity', 'payout', 'unitValue'] as const),
  ...(['shipping', 'tax', 'discount', 'total', 'netTotal', 'currency'] as const),
];

/** Reads a row of a file whose columns are called by their fields, in capitals. */
function read(given: Cells, { layout, merged, lacks = [], raw, ...more }: Given = {}) {
  const cells: Cells = { price: '$5.00', quantity: '2', ...given };
  const cell = (field: SheetField): TableCell | undefined => {
    const text = cells[field];
    if (text === undefined) return undefined;
    const shared = field === merged ? { merged: { rows: 2 } } : {};
    return { field, text, raw: text, header: field.toUpperCase(), ...shared };
  };
  const row: Omit<SheetRow, 'table'> & { table: { cells: readonly string[] } } = {
    ...{ line: 2, cells: [], problem: undefined, trackings: [] },
    table: { cells: raw ?? Object.values(cells) },
    ...{ orderNumber: cells.orderNumber ?? 'A1', cell, whole: () => '' },
    all: (field) => [cell(field) ?? []].flat(),
    text: (field) => cells[field] ?? '',
    ...more,
  };
  const names = fields.filter((field) => !lacks.includes(field));
  const columns = new Map(names.map((field) => [field, field.toUpperCase()]));
  const types = new Map<string, Column>(
    [...sheetColumns('orders'), ...sheetColumns('giftcards'), netTotalColumn].map((one) => [
      one.field,
      one,
    ]),
  );
  types.set('date', { field: 'date', names: [], ...momentCell({ isUtc: layout?.isUtc === true }) });
  const sheet = { columns, types, layout: layout as Layout | undefined };
  const facts = fileFacts([], [], { unit: 'dollars' });
  const perLine = layout?.perLine ?? [];
  return readValues(row as unknown as SheetRow, { sheet, facts, perLine, today: '2026-11-28' });
}

/** Its values without the row, or its problem. */
function valuesOf(cells: Cells, given?: Given) {
  const values: object = read(cells, given);
  if (isProblem(values)) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'row'));
}

const plain = { price: 500, quantity: 2, date: undefined, fromMoment: false, time: undefined };

describe('the values of a row', () => {
  test.each<[string, Cells, Given, object]>([
    ['a price alone', {}, {}, {}],
    ['no column for quantity', { quantity: '7' }, { lacks: ['quantity'] }, { quantity: 1 }],
    ['no units', { quantity: '0' }, {}, { quantity: 0 }],
    [
      'every amount',
      {
        ...{ payout: '6', unitValue: '7.00', shipping: '0.50', tax: '0', discount: '-1.25' },
        ...{ total: '9', netTotal: '10' },
      },
      {},
      {
        ...{ payout: 600, unitValue: 700, shipping: 50, tax: 0, discount: 125 },
        ...{ total: 900, netTotal: 1000 },
      },
    ],
    ['a blank amount', { tax: '', shipping: '  ' }, {}, {}],
    [
      "the rest of an amount in quotes, `'-14.39'`",
      { discount: "-14.39'" },
      {},
      { discount: 1439 },
    ],
    ['a named currency', { currency: 'US$' }, {}, {}],
    ...[
      ...['A/B-123', '2026/114', 'WM-1/2', '112 - 1234567 - 1234567', 'WM - 123 - 456', 'A1/B-123'],
      ...['BBY01 - 806123456', 'A 1001', '12 345', '112–1234567–1234567', 'PO-7 (2026)', 'OR-12'],
      // The account may have the digits.
      ...['821.00', '1234567890123456.0'],
    ].map((orderNumber): [string, Cells, Given, object] => [orderNumber, { orderNumber }, {}, {}]),
    ['no currency', { currency: '' }, {}, {}],
    ['a sum that is part of a name', {}, { raw: ['Total Wireless phone', 'x total'] }, {}],
    ['a column of totals', { total: '9' }, {}, { total: 900 }],
    ['tax per unit', { tax: '1.10' }, { layout: { taxPerUnit: true } }, { tax: 220 }],
    ['no tax per unit', {}, { layout: { taxPerUnit: true } }, {}],
    ['tax of the row', { tax: '1.10' }, { layout: {} }, { tax: 110 }],
    ['a day', { date: '05/01/2026' }, {}, { date: '2026-05-01' }],
    ['a day and a time, without a zone', { date: '2026-05-01 15:30' }, {}, { date: '2026-05-01' }],
    [
      'a moment',
      { date: '2026-06-01T15:30:00Z' },
      {},
      { ...moment('2026-06-01T15:30:00Z'), fromMoment: true },
    ],
    [
      'a moment, without a zone where times are UTC',
      { date: '2026-06-01 15:30' },
      { layout: { isUtc: true } },
      { ...moment('2026-06-01T15:30:00Z'), fromMoment: true },
    ],
    [
      'a moment and a time',
      { date: '2026-06-01T15:30:00Z', time: '9:05 PM' },
      {},
      { date: moment('2026-06-01T15:30:00Z').date, ...{ fromMoment: true, time: '21:05:00' } },
    ],
    ['a time alone', { time: '09:05' }, {}, { time: '09:05' }],
    ['no day and no time', { date: '', time: '' }, {}, {}],
  ])('%s', (_, cells, given, expected) => {
    expect(valuesOf(cells, given)).toEqual({ ...plain, ...expected });
  });

  test('amounts of the line are divided by its units, others are not', () => {
    const layout = { perLine: ['price', 'payout'] } as const;
    expect(valuesOf({ price: '9.00', quantity: '3', tax: '1' }, { layout })).toEqual({
      ...{ ...plain, price: 300, quantity: 3, tax: 100 },
    });
    expect(valuesOf({ price: '9', payout: '12', quantity: '3' }, { layout })).toMatchObject({
      ...{ price: 300, payout: 400 },
    });
  });

  test.each(['12-11-2026', '46063', 'W449.99', '2026-1102', 'CA-Total-1', '449.99'])(
    'the order number %s may be one',
    (orderNumber) => {
      expect(valuesOf({ orderNumber })).toEqual(plain);
    },
  );

  test('keeps the row', () => {
    expect(read({}, { line: 17 })).toMatchObject({ row: { line: 17 } });
  });
});

/** The local day and time of a moment. */
function moment(text: string) {
  const at = new Date(text);
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    date: [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-'),
    time: [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':'),
  };
}

describe('why a row can not be read', () => {
  test.each<[string, Cells, Given, string, string]>([
    ['its own problem', {}, { problem: { code: 'x', message: 'of the row' } }, 'x', 'of the row'],
    ['no number', { orderNumber: '' }, {}, 'empty', 'the order number is empty'],
    ['signs', { orderNumber: '?' }, {}, 'invalid', 'column "ORDERNUMBER": "?" is not an order'],
    ...[
      '11/02/2026',
      '2026-11-02',
      '$449.99',
      'D-3 Total',
      'D-102 (cancelled)',
      'D-113 - returned',
    ].map((orderNumber): [string, Cells, Given, string, string] => [
      ...([orderNumber, { orderNumber }, {}, 'invalid', `"${orderNumber}" is not an`] as const),
    ]),
    ['a list', { orderNumber: 'A1,A2' }, {}, 'invalid', '"A1,A2" is not one order number'],
    [
      'a rounded number',
      { orderNumber: '9.4E+15' },
      {},
      'spreadsheet_number',
      'column "ORDERNUMBER" is 9.4E+15, a number that a spreadsheet changed',
    ],
    ...[
      ...['D-9/D-10', 'D-5&D-6', 'D-5+D-6', 'D-3 or D-4', 'D-7 u. D-8', 'D-1 – D-2', 'D-1 - D-2'],
      ...['D-1 → D-2', 'D-1 to D-2', 'D-1 D-2', '#D-1 #D-2', 'D-1 (D-2)', 'D 1/D 2', 'D-1\\D-2'],
      ...['1234 or 1235', '12 oder 34', '77451209/77451210', 'BBY01-12/BBY01-13', 'D-7 AND D-8'],
    ].map((orderNumber): [string, Cells, Given, string, string] => [
      `two: ${orderNumber}`,
      ...([{ orderNumber }, {}, 'invalid', `"${orderNumber}" is not one order number`] as const),
    ]),
    ['a narrow column', { orderNumber: '####' }, {}, 'invalid', '"####" is not an order number'],
    ['a sum', {}, { raw: ['x', ' Total: '] }, 'total_row', '"Total:" says that the row is a sum'],
    ['a currency', { currency: 'EUR' }, {}, 'currency', 'column "CURRENCY" is EUR'],
    ...(['price', 'quantity', 'payout', 'unitValue'] as const).map(
      (merged): [string, Cells, Given, string, string] => [
        `a merged ${merged}`,
        { payout: '6', unitValue: '7' },
        { merged },
        'merged',
        `column "${merged.toUpperCase()}" is merged with other rows`,
      ],
    ),
    ['no quantity', { quantity: '' }, {}, 'empty', 'column "QUANTITY" is empty'],
    ['half a unit', { quantity: '1.5' }, {}, 'invalid', '"1.5" is not a whole number'],
    ['less than no unit', { quantity: '-1' }, {}, 'negative', 'column "QUANTITY" is negative: -1'],
    ['a price in words', { price: 'ten' }, {}, 'invalid', 'column "PRICE": "ten" is not an amount'],
    ['a negative tax', { tax: '-1.00' }, {}, 'negative', 'column "TAX" is negative: -1.00'],
    ['a quote inside', { tax: "1'00" }, {}, 'invalid', 'column "TAX": "1\'00"'],
    ['no price', { price: '' }, {}, 'empty', 'column "PRICE" is empty'],
    ['no price column', { price: '' }, { lacks: ['price'] }, 'empty', 'column "price" is empty'],
    [
      'a line that has no whole cents for a unit',
      { price: '5.01' },
      { layout: { perLine: ['price'] } },
      'uneven_price',
      'column "PRICE" is for 2 units',
    ],
    ['no day', { date: '2026-02-30' }, {}, 'invalid', 'column "DATE": "2026-02-30" is not a date'],
    ['the other order', { date: '23/11/2026' }, {}, 'invalid', 'try --date-format dmy'],
    ['no time', { time: '25:00' }, {}, 'invalid', 'column "TIME": "25:00" is not a time such as'],
  ])('%s', (_, cells, given, code, message) => {
    expect(valuesOf(cells, given)).toEqual({ code, message: expect.stringContaining(message) });
  });

  test.each(['1.821.00', '821.0x', 'A1#', '#A1', '1821'])(
    '%s is an order number',
    (orderNumber) => {
      expect(valuesOf({ orderNumber })).toEqual(plain);
    },
  );

  test('values that have a code are no problem', () => {
    expect([{ code: 1 }, { message: 1 }, { code: 1, message: 1 }].map(isProblem)).toEqual([
      ...[false, false, true],
    ]);
  });
});
