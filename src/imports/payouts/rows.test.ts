import { describe, expect, test } from 'vitest';
import { contentOf } from '../../insight/reconcile/identity';
import { isUnreadable, type PayoutRow, type ReadRow } from '../../insight/reconcile/model';
import {
  type FormatOptions,
  findHeader,
  isRecognized,
  otherHeader,
  recognizeFormat,
} from './header';
import { hasOtherDates, rowReader } from './rows';

const bfmr = [
  'Status',
  'Items',
  'Reserved',
  'Order No.',
  'Tracking',
  'Payout',
  'Subtotal',
  'Amount Paid',
  'Date Paid',
  'ID',
];
const melul = ['ID', 'VOID', 'VERIFIED', 'ITEM', 'QTY', 'PRICE', 'EXT TOTAL', 'TRACKING NUMBERS'];
const receipts = ['order_number', 'tracking_id', 'status', 'total', 'paid', 'receipt_id'];

function read(header: readonly string[], cells: readonly string[], options = {}): ReadRow {
  const recognized = recognizeFormat(header, options);
  if (!isRecognized(recognized)) throw new Error(recognized.problem);
  const row = rowReader(recognized, { file: 'f.csv', ...options })({ line: 2, cells });
  if (row === undefined) throw new Error('no row');
  return row;
}

describe('formats', () => {
  test.each([
    ['bfmr', bfmr],
    ['bfmr', ['AMOUNT  PAID', 'order no', 'STATUS', 'tracking', 'payout']],
    ['bfmr', ['Amount_Paid', 'Status', 'Tracking #']],
    ['melul', melul],
    ['melul', ['Tracking Numbers', 'Ext. Total', 'Verified', 'Void']],
    ['buying_group', receipts],
    ['buying_group', ['Receipt ID', 'Paid', 'Total', 'Order Number']],
  ])('recognizes %s by its header words, in any order: %j', (format, header) => {
    expect(recognizeFormat(header)).toMatchObject({ format });
  });

  test('reports what each column is read as, and which columns are unknown', () => {
    expect(recognizeFormat([...receipts, 'Warehouse', ''])).toEqual({
      format: 'buying_group',
      columns: [
        { field: 'reference', header: 'receipt_id', index: 5 },
        { field: 'paid', header: 'paid', index: 4 },
        { field: 'amount', header: 'total', index: 3 },
        { field: 'state', header: 'status', index: 2 },
        { field: 'order', header: 'order_number', index: 0 },
        { field: 'tracking', header: 'tracking_id', index: 1 },
      ],
      unknown: ['Warehouse'],
    });
  });

  test('reports a changed header with what it found, never zero matches', () => {
    const changed = ['Order No.', 'Tracking', 'Money', 'State'];
    expect(recognizeFormat(changed)).toMatchObject({
      problem: expect.stringContaining('Found: "Order No.", "Tracking", "Money", "State"'),
      found: changed,
    });
    expect(recognizeFormat(changed, { format: 'bfmr' })).toMatchObject({
      problem: expect.stringContaining('no column for amount ("Amount Paid")'),
    });
    // Columns without a name are not what was found.
    expect(recognizeFormat(['', ...changed, ' '])).toEqual({
      ...{ found: changed, hint: expect.stringContaining('--format generic') },
      problem: `The header matches none of the formats melul, buying_group, bfmr. Found: ${changed.map((name) => `"${name}"`).join(', ')}`,
    });
  });

  test('refuses two columns that it would read under one name', () => {
    expect(recognizeFormat([...bfmr, 'amount paid'])).toMatchObject({
      problem: expect.stringContaining('Two columns are named "Amount Paid"'),
    });
  });

  test('--map makes any file readable, and corrects a known format', () => {
    const header = ['Box', 'Sum', 'Amount Paid', 'Status'];
    expect(recognizeFormat(header, { map: { tracking: 'box', amount: 'SUM' } })).toMatchObject({
      format: 'generic',
      unknown: ['Amount Paid', 'Status'],
    });
    expect(
      recognizeFormat(header, { format: 'bfmr', map: { tracking: 'Box', amount: 'Sum' } }),
    ).toMatchObject({ format: 'bfmr', unknown: ['Amount Paid'] });
    expect(recognizeFormat(header, { map: { amount: 'Summe' } })).toMatchObject({
      problem: expect.stringContaining('No column "Summe" (--map amount)'),
    });
    expect(recognizeFormat(header, { map: { amount: 'Sum' } })).toMatchObject({
      problem:
        'No column is named for order or tracking. Found: "Box", "Sum", "Amount Paid", "Status"',
      hint: 'Add --map order=<header> or --map tracking=<header>.',
    });
  });

  test('--map corrects single columns of a header that is recognized without it', () => {
    const portal = [...melul, 'DATE'];
    expect(recognizeFormat(portal, { map: { paidOn: 'Date' } })).toMatchObject({
      format: 'melul',
      columns: expect.arrayContaining([{ field: 'paidOn', header: 'DATE', index: 8 }]),
    });
    // A map of what decides on money describes the file by itself.
    const map = { tracking: 'TRACKING NUMBERS', amount: 'PRICE' };
    expect(recognizeFormat(portal, { map })).toMatchObject({ format: 'generic' });
    const both = { paidOn: 'DATE', ...map };
    expect(recognizeFormat(portal, { map: both })).toMatchObject({ format: 'generic' });
    // A header that is not recognized without the map is not taken for any of the groups'.
    expect(recognizeFormat(['Box', 'Sum', 'Day'], { map: { paidOn: 'Day' } })).toMatchObject({
      problem: expect.stringMatching(/^No column is named for amount and order or tracking\./),
    });
    // What BFMR promises is not paid.
    expect(recognizeFormat(bfmr, { map: { amount: 'Payout' } })).toMatchObject({
      problem: expect.stringContaining('No column is named for order or tracking'),
    });
  });

  test.each<[readonly string[], FormatOptions['map']]>([
    [bfmr, { item: '' }],
    [[...bfmr, ''], { item: '' }],
  ])('--map leaves a column out by naming none: %j', (header, map) => {
    const read = recognizeFormat(header, { map });
    expect(read).toMatchObject({ format: 'bfmr', unknown: ['Items', 'Payout'] });
    expect(isRecognized(read) && read.columns.map(({ field }) => field)).not.toContain('item');
  });

  test('looks for the header in the first 15 lines', () => {
    const title: string[][] = Array.from({ length: 14 }, () => ['Payouts of May', '']);
    expect(findHeader([...title, melul])).toMatchObject({ index: 14 });
    expect(findHeader([['Number', 'Money'], ...title, melul])).toMatchObject({
      problem: expect.stringContaining('Found: "Number", "Money"'),
    });
    expect(findHeader([])).toMatchObject({ problem: 'The file is empty', found: [] });
  });
});

test.each<[string, readonly string[], boolean]>([
  ['other columns', ['', 'Order No.', 'Tracking', 'Payout', 'Amount Paid', 'Expected'], true],
  ['one of them the same', ['State', 'What', 'Units', 'order no', 'Box', '', '', 'Expected'], true],
  ['the same columns', bfmr.map((name) => name.toUpperCase()), false],
  ['digits in a column that decides nothing', ['Q4', 'Order No.', 'Tracking', 'Payout'], true],
  ['a row', ['Status', 'Items', '', '112-1', '', '', '', '5'], false],
  ['a row with one of their words', ['Items', 'TV', '2', '', '', '', '', '', ''], false],
  ['a note at the amounts', ['see', '', '', '', '', '', '', 'Amount Paid'], false],
  ['a note', ['Status', '', '', '', '', '', '', ''], false],
  ['a part of the same columns', ['', '', '', 'Order No.', '', '', '', 'Amount Paid'], false],
])('a second header is one with other columns: %s', (_, cells, isOther) => {
  const recognized = recognizeFormat(bfmr);
  if (!isRecognized(recognized)) throw new Error(recognized.problem);
  const lines = [
    { line: 2, cells: ['Paid', '', '', '112-1', '', '', '', '5', ''] },
    { line: 9, cells },
  ];
  expect(otherHeader(recognized, lines)?.line).toBe(isOther ? 9 : undefined);
});

test('a row of numbers is no second header where columns are named by theirs', () => {
  const recognized = recognizeFormat(['1', '2', '3', '4'], {
    map: { order: '1', amount: '2', paidOn: '3', quantity: '4' },
  });
  if (!isRecognized(recognized)) throw new Error(recognized.problem);
  expect(otherHeader(recognized, [{ line: 2, cells: ['', '', 'n/a', '1', '2'] }])).toBe(undefined);
});

describe('states and amounts', () => {
  const tracker = (status: string, subtotal: string, amountPaid: string, datePaid: string) =>
    read(bfmr, [status, 'TV', '2', '112-1', '1Z1', '50', subtotal, amountPaid, datePaid, '7']);
  test.each([
    ['Return', '100', '', '', 'void', 10_000],
    ['Cancelled', '100', '5', '', 'void', 500],
    ['Paid', '100', '100', '06-01-2026 09:30 AM', 'paid', 10_000],
    ['Processed', '100', '90', '', 'paid', 9000],
    ['Processed', '100', '0', '06/01/2026', 'pending', 0],
    ['Return', '100', '', '06/01/2026', 'void', 10_000],
    ['Shipped', '', '', '', 'pending', 0],
    ['Package received', '100', '0', '', 'received', 10_000],
    ['Processed', '100', '', '', 'received', 10_000],
    ['Not received', '100', '', '', 'pending', 10_000],
    ['Shipped', '100', '', '-', 'pending', 10_000],
  ])('BFMR: %s, promised %s, paid %s on %s', (status, subtotal, paid, on, state, amount) => {
    expect(tracker(status, subtotal, paid, on)).toMatchObject({ state, amount, reference: '7' });
  });

  const portal = (voided: string, verified: string) =>
    read(melul, ['5', voided, verified, 'TV', '2', '10', '$20.00', '1Z1, 1Z2']);
  test.each([
    ['1', '1', 'void'],
    ['0', '1', 'paid'],
    ['', 'true', 'paid'],
    ['0', '0', 'received'],
    ['', '', 'received'],
  ])('the Max Out Deals portal: VOID %s, VERIFIED %s', (voided, verified, state) => {
    expect(portal(voided, verified)).toMatchObject({
      state,
      amount: 2000,
      trackings: ['1Z1', '1Z2'],
      quantity: 2,
    });
  });

  const portalDay = (date: string, map: FormatOptions['map'] = {}) =>
    read([...melul.slice(1), 'DATE'], ['0', '1', 'TV', '2', '10', '$20.00', '1Z1', date], { map });

  test("the portal's DATE tells two rows apart, whether it is read as the day of payment or not", () => {
    const [june, july] = [portalDay('06/10/2026'), portalDay('07/10/2026')];
    const mapped = portalDay('06/10/2026', { paidOn: 'DATE' });
    expect([june, july, mapped]).toMatchObject([
      { paidOn: null },
      { paidOn: null },
      { paidOn: '2026-06-10' },
    ]);
    const contents = [june, july, mapped].map((row) => contentOf(row as PayoutRow));
    expect(contents[0]).toBe(contents[2]);
    expect(contents[0]).not.toBe(contents[1]);
    expect(portalDay('soon')).toMatchObject({ paidOn: null, dates: 'soon' });
  });

  test("the portal's DATE and another day of payment tell two rows apart together", () => {
    const names = [...melul.slice(1), 'DATE', 'Date Paid'];
    const row = (date: string, paid: string) =>
      read(names, ['0', '1', 'TV', '2', '10', '$20.00', '1Z1', date, paid]);
    expect([row('06/10/2026', '07/01/2026'), row('06/10/2026', '')]).toMatchObject([
      { paidOn: '2026-07-01', dates: '2026-06-10 2026-07-01' },
      { paidOn: null, dates: '2026-06-10' },
    ]);
  });

  const receipt = (status: string, paid: string) =>
    read(receipts, ['112-1', '1Z1', status, '20', paid, 'R7']);
  test.each([
    ['Returned', 'true', 'void'],
    ['refund', 'false', 'void'],
    ['verified', 'TRUE', 'paid'],
    ['verified', 'false', 'received'],
    ['Received', '', 'received'],
    ['submitted', 'false', 'pending'],
    ['Refunded - item not as described', 'true', 'void'],
    ['Not returned', 'true', 'paid'],
    ['verified, non-returnable', 'true', 'paid'],
  ])('receipts: status %s, paid %s', (status, paid, state) => {
    expect(receipt(status, paid)).toMatchObject({ state, amount: 2000, reference: 'R7' });
  });

  test.each([
    [undefined, 'paid'],
    ['Paid', 'paid'],
    ['unpaid', 'pending'],
    ['not paid', 'pending'],
    ['refunded', 'void'],
    ['Received', 'received'],
    ['waiting', 'pending'],
    ['Fully paid.', 'paid'],
    ['Paid on 06/01/2026', 'paid'],
    ['paid out', 'paid'],
    ['To be paid', 'pending'],
    ['Expected to be paid 6/20', 'pending'],
    ['paid: no', 'pending'],
    ["can't be paid", 'pending'],
    ['partially paid', 'pending'],
    ['un-paid', 'pending'],
    ['paid pending', 'pending'],
    ['paid?', 'pending'],
    ['Cancelled (never received)', 'void'],
    ['not yet refunded', 'pending'],
    ['Received, awaiting payment', 'received'],
  ])('generic with state %s', (status, state) => {
    const map = {
      tracking: 'box',
      amount: 'sum',
      ...(status === undefined ? {} : { state: 'st' }),
    };
    expect(read(['box', 'sum', 'st'], ['1Z1', '1', status ?? ''], { map })).toMatchObject({
      state,
    });
  });
});

test.each([
  ...['Received, paid', 'Paid / received', 'Payment received', 'payout processed'],
  ...['Paid; shipped', 'Paid (open box)', 'Paid, processing fee', 'Paid, not inspected'],
  ...['Paid 500', 'Paid 0.00', 'partially paid'],
])('the state %s counts as not paid, but not in silence', (state) => {
  const map = { tracking: 'box', amount: 'sum', state: 'st' };
  expect(read(['box', 'sum', 'st'], ['1Z1', '1', state], { map })).toMatchObject({
    state: 'pending',
    unknownState: state,
  });
});

test.each([
  ...[
    ['0', 'Verified'],
    ['', '2'],
    ['2026-06-01', '1'],
    ['chargeback', '1'],
  ],
])('the portal takes VOID %s, VERIFIED %s for not paid, but not in silence', (voided, verified) => {
  const row = read(melul, ['5', voided, verified, '', '', '', '20', '1Z1']);
  const unknownState = verified === '1' ? voided : verified;
  expect(row).toMatchObject({ state: 'received', unknownState });
});

test.each([
  ['verified', 'Paid', 'received', 'Paid'],
  ['pending', '2026-06-01', 'pending', '2026-06-01'],
  ['Paid', 'false', 'pending', 'Paid'],
  ['pending', 'no', 'pending', undefined],
])('receipts: status %s, paid %s is %s and unknown: %s', (status, paid, state, unknownState) => {
  const row = read(receipts, ['112-1', '1Z1', status, '20', paid, 'R7']) as PayoutRow;
  expect([row.state, row.unknownState]).toEqual([state, unknownState]);
});

test.each(['VOID', 'Voided 6/1', 'yes'])('the portal marks a row as void by %s', (mark) => {
  expect(read(melul, ['5', mark, '1', '', '', '', '20', '1Z1'])).toMatchObject({ state: 'void' });
});

const states = ['box', 'sum', 'st'];
const named = { map: { tracking: 'box', amount: 'sum', state: 'st' } };

test.each<[string, readonly string[], readonly string[], FormatOptions?]>([
  ['paid', receipts, ['112-1', '1Z1', 'Paid', '20', 'true', 'R7']],
  ['void', receipts, ['112-1', '1Z1', 'Returned', '20', '2026-06-01', 'R7']],
  ['void', melul, ['5', '1', 'Verified', '', '', '', '20', '1Z1']],
  ['paid', states, ['1Z1', '1', 'Paid'], named],
  ['void', states, ['1Z1', '1', 'Refunded'], named],
  ['received', states, ['1Z1', '1', 'Received'], named],
  ['pending', states, ['1Z1', '1', 'waiting'], named],
  ['pending', states, ['1Z1', '1', ''], named],
])('a row that is clearly %s says nothing unknown: %j %j', (state, header, cells, options) => {
  const row = read(header, cells, options);
  expect(row).toMatchObject({ state });
  expect(row).not.toHaveProperty('unknownState');
});

describe('a row without money is no payment', () => {
  const blank = 'is blank, although the row is paid';
  const generic = ['box', 'sum', 'st', 'on'];
  const map = { tracking: 'box', amount: 'sum', paidOn: 'on' };
  const withState = { map: { ...map, state: 'st' } };
  test.each<[string, readonly string[], readonly string[], FormatOptions, string]>([
    ['BFMR, with a date', bfmr, ['Shipped', '', '', '1', '', '', '9', '', '06/01/2026'], {}, blank],
    ['BFMR, with a status', bfmr, ['Paid', '', '', '1', '', '', '9', '', ''], {}, blank],
    ['BFMR, received', bfmr, ['Received', '', '', '1', '', '', '9', '', ''], {}, 'received'],
    ['the portal, verified', melul, ['5', '', '1', '', '', '', '', '1Z1'], {}, blank],
    ['the portal', melul, ['5', '', '', '', '', '', '', '1Z1'], {}, 'received'],
    ['the portal, void', melul, ['5', '1', '1', '', '', '', '', '1Z1'], {}, 'void'],
    ['a receipt, paid', receipts, ['1', '', 'verified', '', 'true', 'R'], {}, blank],
    ['a receipt', receipts, ['1', '', 'verified', '', 'false', 'R'], {}, 'received'],
    ['generic', generic, ['1Z1', ' ', '', ''], { map }, 'pending'],
    ['generic, with a date', generic, ['1Z1', '', '', '06/01/2026'], { map }, blank],
    ['generic, with a state', generic, ['1Z1', '', 'paid', ''], withState, blank],
    ['generic, received', generic, ['1Z1', '', 'received', ''], withState, 'received'],
    ['generic, paid $0.00', generic, ['1Z1', '$0.00', '', '06/01/2026'], { map }, 'pending'],
    ['generic, paid noise', generic, ['1Z1', '-1E-13', 'paid', ''], withState, 'pending'],
    ['a receipt, paid 0', receipts, ['1', '', 'verified', '0', 'true', 'R'], {}, 'pending'],
    ['the portal, verified 0', melul, ['5', '', '1', '', '', '', '0', '1Z1'], {}, 'pending'],
  ])('%s', (_, header, cells, options, expected) => {
    const row = read(header, cells, options);
    if (isUnreadable(row)) expect(row.unreadable).toContain(expected);
    else expect(row.state).toBe(expected);
  });

  test('a formula without a stored result is named', () => {
    const marks = new Map([[1, { kind: 'no_result' } as const]]);
    const recognized = recognizeFormat(generic, { map });
    if (!isRecognized(recognized)) throw new Error(recognized.problem);
    const readRow = rowReader(recognized, { file: 'f.xlsx' });
    expect(readRow({ line: 2, cells: ['1Z1', '', '', ''], marks })).toMatchObject({
      state: 'pending',
      amount: 0,
    });
    expect(readRow({ line: 2, cells: ['1Z1', '', '', '2026-06-01'], marks })).toMatchObject({
      unreadable: expect.stringContaining('column "sum" contains a formula without a stored'),
    });
  });
});

test('an amount merged over several rows is not the amount of each', () => {
  const recognized = recognizeFormat(bfmr);
  if (!isRecognized(recognized)) throw new Error(recognized.problem);
  const readRow = rowReader(recognized, { file: 'f.xlsx' });
  const cells = ['Paid', '', '', '112-1', '', '', '', '5', ''];
  const row = (...merged: number[]) =>
    readRow({ line: 2, cells, merged: new Map(merged.map((at) => [at, { rows: 2 }])) });
  expect(row(7)).toMatchObject({ unreadable: expect.stringContaining('"Amount Paid" is merged') });
  expect(row(3, 0)).toMatchObject({ order: '112-1', amount: 500 });
});

describe('rows', () => {
  const map = { tracking: 'box', order: 'no', amount: 'sum', paidOn: 'on', reference: 'ref' };
  const header = ['box', 'no', 'sum', 'on', 'ref'];

  test('reads text, keys and destroyed numbers', () => {
    const cells = ['="1z 999-aa1"; 007|007\n9.40011E+21', "'112-1", '$1', '45809', '12'];
    expect(read(header, cells, { map })).toMatchObject({
      trackings: ['1Z999AA1', '007'],
      order: '112-1',
      destroyed: ['9.40011E+21'],
      paidOn: '2025-06-01',
      reference: '12',
    });
  });

  test('treats a number that a workbook rounded as destroyed, but not a short one', () => {
    expect(read(header, ['9.4001E+21', '123456789012', '5'], { map })).toMatchObject({
      trackings: [],
      order: '123456789012',
      destroyed: ['9.4001E+21'],
      amount: 500,
    });
  });

  test('ignores a rounded reference, which would match many rows', () => {
    expect(read(header, ['1Z1', '', '1', '', '1.2E+15'], { map })).toMatchObject({
      reference: null,
    });
  });

  test.each([
    [['1Z1', '', 'about 5', '', ''], '"about 5" in column "sum" is not an amount'],
    [
      ['1Z1', '', '$(12.345)', '', ''],
      '"$(12.345)" in column "sum" may be thousands: write -12345.00 if it is, or else two digits after the point',
    ],
    // Advice to write dollars would turn euros into them.
    [['1Z1', '', '1.000 €', '', ''], '"1.000 €" in column "sum" is not an amount'],
    [
      ['1Z1', '', '1.234,56 €', '', ''],
      '"1.234,56 €" in column "sum" is not an amount; write it with a decimal point',
    ],
    [
      ['1Z1', '', '5', '25/12/2026', ''],
      '"25/12/2026" in column "on" is not a date; try --date-format dmy',
    ],
    // In the other order it is no date either.
    [['1Z1', '', '5', '02/29/2027', ''], '"02/29/2027" in column "on" is not a date'],
    [['1Z1', '', '5', '2026-02-30', ''], '"2026-02-30" in column "on" is not a date'],
  ])('%j is unreadable: %s', (cells, reason) => {
    const row = read(header, cells, { map });
    expect(isUnreadable(row) && row.unreadable).toBe(reason);
  });

  test('skips blank lines', () => {
    const recognized = recognizeFormat(header, { map });
    if (!isRecognized(recognized)) throw new Error(recognized.problem);
    const readRow = rowReader(recognized, { file: 'f.csv' });
    expect(readRow({ line: 3, cells: ['', '', ' '] })).toBe(undefined);
  });
});

describe('the cells of a row beside its amount', () => {
  const header = ['order_number', 'tracking_id', 'status', 'total', 'paid', 'receipt_id'];
  const cells = ['A-1', 'T1', 'paid', '5.00', '5.00', 'R1'];

  test('more cells than the header has make it unreadable, unless they are blank', () => {
    const wide = { width: header.length };
    expect(isUnreadable(read(header, [...cells, ' '], wide))).toBe(false);
    expect(read(header, [...cells, '9'], wide)).toMatchObject({
      unreadable: expect.any(String),
      order: 'A-1',
    });
  });

  test.each([
    ['EUR', 'column "Currency" is EUR; waybill takes US dollars only'],
    ['usd', undefined],
    ['', undefined],
  ])('the currency %j makes it unreadable, if it is not dollars: %j', (currency, unreadable) => {
    const row = read([...header, 'Currency'], [...cells, currency]);
    expect(row).toMatchObject(unreadable === undefined ? { amount: 500 } : { unreadable });
  });

  test('a fault of the program is no fault of the row', () => {
    const recognized = recognizeFormat(header);
    if (!isRecognized(recognized)) throw new Error(recognized.problem);
    const record = { line: 2, cells };
    const broken = Object.defineProperty(record, 'merged', {
      get: () => {
        throw new RangeError('out of memory');
      },
    });
    expect(() => rowReader(recognized, { file: 'f.xlsx' })(broken)).toThrow('out of memory');
  });

  test.each([
    ['7', 7],
    ['1.5', 1.5],
    ['', null],
    ['seven', null],
  ])('the quantity %j is %j', (text, quantity) => {
    const row = read(melul, ['1', '', 'x', 'Echo', text, '5.00', '5.00', 'T1']);
    expect(row).toMatchObject({ quantity, item: 'Echo' });
  });

  test('a blank item and a blank reference are none', () => {
    const row = read(melul, ['', '', 'x', '', '1', '5.00', '5.00', 'T1']);
    expect(row).toMatchObject({ item: null, reference: null });
  });

  test('a destroyed order number is named as destroyed, and is no order', () => {
    const row = read(receipts, ['9.4E+21', ...cells.slice(1)]);
    expect(row).toMatchObject({ order: null, destroyed: ['9.4E+21'] });
  });
});

describe('a currency other than US dollars makes the row unreadable', () => {
  const names = (amount: string, currency: string) => ['Tracking', amount, 'Paid on', currency];
  const cells = ['1Z1', '10.00', '2026-03-01'];
  const map = (amount: string) => ({ map: { tracking: 'Tracking', amount, paidOn: 'Paid on' } });

  test.each(['Transaction Currency', 'Ccy', 'Curr.', 'Payout cur'])(
    'in the column %s',
    (header) => {
      const rowOf = (currency: string) =>
        read(names('Net', header), [...cells, currency], map('Net'));
      expect(rowOf('CAD')).toMatchObject({ unreadable: expect.stringContaining('is CAD') });
      expect(rowOf('USD')).toMatchObject({ amount: 1000 });
    },
  );

  test.each(['Net (CAD)', 'Amount €', 'EUR paid'])('in the header of the amounts, %s', (amount) => {
    const row = read(names(amount, 'Note'), [...cells, ''], map(amount));
    expect(row).toMatchObject({ unreadable: expect.stringContaining('US dollars only') });
  });
});

describe('dates in two orders', () => {
  const dated = (day: string, options = {}) =>
    read(bfmr, ['Paid', '', '', 'A-1', 'T1', '5.00', '', '5.00', day, ''], options);
  const recognized = recognizeFormat(bfmr);
  const others = (days: readonly string[], order?: 'mdy' | 'dmy') => {
    if (!isRecognized(recognized)) throw new Error(recognized.problem);
    const lines = days.map((day, line) => ({ line, cells: [...bfmr.slice(0, 8), day, ''] }));
    return hasOtherDates(recognized, lines, order);
  };

  test.each([
    ['13/02/2026', true],
    ['02/13/2026', false],
    ['soon', false],
    ['', false],
  ])('%j can be read only as a day first: %j', (day, is) => {
    expect(others(['02/03/2026', day])).toBe(is);
  });

  test('a file without dates has none in another order', () => {
    const found = recognizeFormat(['Amount_Paid', 'Status', 'Tracking #']);
    if (!isRecognized(found)) throw new Error(found.problem);
    expect(hasOtherDates(found, [{ line: 2, cells: ['13/02/2026'] }])).toBe(false);
    expect(others(['02/13/2026'], 'dmy')).toBe(true);
  });

  test('a day that could be either is unreadable if others of the file are of the other order', () => {
    expect(dated('02/03/2026')).toMatchObject({ paidOn: '2026-02-03' });
    const doubtful = { isDoubtful: true };
    expect(dated('02/03/2026', doubtful)).toMatchObject({
      unreadable: expect.stringMatching(/2026-02-03 or 2026-03-02.*--date-format dmy/),
    });
    for (const day of ['02/02/2026', '02/13/2026', '2026-02-03']) {
      expect(isUnreadable(dated(day, doubtful))).toBe(false);
    }
  });
});
