import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openedLines, readLines } from '../../../test/support/payout-lines';
import { type TestSheet, writeTestWorkbook } from '../../../test/support/workbook';
import { contentOf } from '../../insight/reconcile/facts';
import { isUnreadable, type PayoutRow, type ReadRow } from '../../insight/reconcile/model';
import { keyOf } from '../../lib/fold';
import { cleanCell } from '../../tabular/cells';
import { type FormatOptions, recognizeFormat } from './formats';
import { doubtsPayment, readIdentifier, readTrackings } from './rows';

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

async function read(
  header: readonly string[],
  cells: readonly string[],
  options: FormatOptions = {},
): Promise<ReadRow> {
  const [row] = await readLines([header, cells], options);
  if (row === undefined) throw new Error('no row');
  return row;
}

function workbook(sheet: TestSheet): Buffer {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'f.xlsx');
  return readFileSync(writeTestWorkbook(path, sheet));
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
    expect(recognizeFormat(header)).toMatchObject({ id: format });
  });

  test.each([
    [['Box', 'Net'], "'tracking=<header>' --map amount=Net"],
    [
      ['Order #', 'Qty', 'Payout', 'Paid', 'Date Paid'],
      "'order=Order #' --map amount=Payout --map 'paidOn=Date Paid'",
    ],
    [
      ['Order', 'Tracking', 'Gross', 'Net'],
      "order=Order --map tracking=Tracking --map 'amount=<header>'",
    ],
  ])('a header that no format has, %j, is named as far as it names itself', (header, flags) => {
    const hint = `Name the columns: --format generic --map ${flags}`;
    expect(recognizeFormat(header)).toMatchObject({ hint });
  });

  const columnsOf = async (header: readonly string[], options: FormatOptions = {}) => {
    const { format, columns, unread } = await openedLines([header], options);
    const read = columns.map((one) => [one.field, one.header, one.index] as const);
    return { format: format.id, read, ignored: unread.map((one) => one.header) };
  };

  test('reports what each column is read as, and which columns are unknown', async () => {
    expect(await columnsOf([...receipts, 'Warehouse', ''])).toEqual({
      format: 'buying_group',
      read: [
        ['reference', 'receipt_id', 5],
        ['paid', 'paid', 4],
        ['amount', 'total', 3],
        ['state', 'status', 2],
        ['order', 'order_number', 0],
        ['tracking', 'tracking_id', 1],
      ],
      ignored: ['Warehouse', ''],
    });
  });

  test('reports a changed header with what it found, never zero matches', () => {
    const changed = ['Order No.', 'Tracking', 'Money', 'State'];
    expect(recognizeFormat(changed)).toMatchObject({
      problem: expect.stringContaining('Found: "Order No.", "Tracking", "Money", "State"'),
    });
    expect(recognizeFormat(changed, { format: 'bfmr' })).toMatchObject({
      problem: expect.stringContaining('No column is named for amount (bfmr)'),
    });
    // Columns without a name are not what was found.
    expect(recognizeFormat(['', ...changed, ' '])).toEqual({
      hint: expect.stringContaining('--format generic'),
      problem: `The header matches none of the formats melul, buying_group, bfmr. Found: ${changed.map((name) => `"${name}"`).join(', ')}`,
    });
  });

  test('refuses two columns that it would read under one name', async () => {
    await expect(openedLines([['Amount', ...bfmr, 'amount paid']])).rejects.toThrow(
      '2 columns called "Amount Paid"',
    );
  });

  test('--map makes any file readable, and corrects a known format', async () => {
    const header = ['Box', 'Sum', 'Amount Paid', 'Status'];
    expect(await columnsOf(header, { map: { tracking: 'box', amount: 'SUM', state: '' } })).toEqual(
      {
        format: 'generic',
        read: expect.arrayContaining([['amount', 'Sum', 1]]),
        ignored: ['Amount Paid', 'Status'],
      },
    );
    const bfmrs = { format: 'bfmr', map: { tracking: 'Box', amount: 'Sum' } };
    expect(await columnsOf(header, bfmrs)).toMatchObject({
      format: 'bfmr',
      ignored: ['Amount Paid'],
    });
    expect(recognizeFormat(header, { map: { amount: 'Summe' } })).toMatchObject({
      problem: expect.stringContaining('No column "Summe" (--map amount)'),
    });
    expect(recognizeFormat(header, { map: { amount: 'Sum' } })).toMatchObject({
      problem:
        'No column is named for order or tracking (generic). Found: "Box", "Sum", "Amount Paid", "Status"',
      hint: 'Add --map order=<header> or --map tracking=<header>.',
    });
  });

  test('--map corrects single columns of a header that is recognized without it', async () => {
    const portal = [...melul, 'DATE'];
    expect(await columnsOf(portal, { map: { paidOn: 'Date' } })).toMatchObject({
      format: 'melul',
      read: expect.arrayContaining([['paidOn', 'DATE', 8]]),
    });
    // A map of what decides on money describes the file by itself.
    const map = { tracking: 'TRACKING NUMBERS', amount: 'PRICE' };
    expect(recognizeFormat(portal, { map })).toMatchObject({ id: 'generic' });
    const both = { paidOn: 'DATE', ...map };
    expect(recognizeFormat(portal, { map: both })).toMatchObject({ id: 'generic' });
    // A header that is not recognized without the map is not taken for any of the groups'.
    expect(recognizeFormat(['Box', 'Sum', 'Day'], { map: { paidOn: 'Day' } })).toMatchObject({
      problem: expect.stringMatching(/^No column is named for amount and order or tracking \(/),
    });
    // What BFMR promises is not paid.
    expect(recognizeFormat(bfmr, { map: { amount: 'Payout' } })).toMatchObject({
      problem: expect.stringContaining('No column is named for order or tracking'),
    });
  });

  test.each<[readonly string[], FormatOptions['map']]>([
    [bfmr, { item: '' }],
    [[...bfmr, ''], { item: '' }],
  ])('--map leaves a column out by naming none: %j', async (header, map) => {
    const { format, read, ignored } = await columnsOf(header, { map });
    expect([format, ...ignored].slice(0, 3)).toEqual(['bfmr', 'Items', 'Payout']);
    expect(read.map(([field]) => field)).not.toContain('item');
  });

  test('looks for the header in the first 15 lines', async () => {
    const title: string[][] = Array.from({ length: 14 }, () => ['Payouts of May', '']);
    expect((await openedLines([...title, melul])).format.id).toBe('melul');
    await expect(openedLines([...title.slice(1), ['Number', 'Tracking'], melul])).resolves.toEqual(
      expect.objectContaining({ header: melul }),
    );
    await expect(openedLines([...title.slice(1), ['Tracking', 'Money']])).rejects.toThrow(
      'Found: "Tracking", "Money"',
    );
    await expect(openedLines([...title, title[0] ?? [], melul])).rejects.toThrow('matches none');
    await expect(openedLines([])).rejects.toThrow('f.csv is empty');
  });
});

test.each<[string, readonly string[], boolean]>([
  ['other columns', ['', 'Order No.', 'Tracking', 'Payout', 'Amount Paid', 'Expected'], true],
  ['one of them the same', ['State', 'What', 'Units', 'order no', 'Box', '', '', 'Expected'], true],
  ['digits in a column that decides nothing', ['Q4', 'Order No.', 'Tracking', 'Payout'], true],
  ['a row', ['Status', 'Items', '', '112-1', '', '', '', '5'], false],
  ['a row with one of their words', ['Items', 'TV', '2', '', '', '', '', '', ''], false],
  ['a note at the amounts', ['see', '', '', '', '', '', '', 'Amount Paid'], false],
  ['a note', ['Status', '', '', '', '', '', '', ''], false],
  ['a part of the same columns', ['', '', '', 'Order No.', '', '', '', 'Amount Paid'], false],
])('a second header is one with other columns: %s', async (_, cells, isOther) => {
  const opened = openedLines([bfmr, ['Paid', '', '', '112-1', '', '', '', '5', ''], cells]);
  if (isOther) await expect(opened).rejects.toThrow('line 3: a second header, with other columns');
  else expect((await opened).rows).toHaveLength(2);
});

test('a line that repeats the header is no row', async () => {
  const lines = [bfmr, ['Paid', '', '', '112-1', '', '', '', '5', '']];
  const { rows } = await openedLines([...lines, bfmr.map((name) => name.toUpperCase())]);
  expect(rows).toHaveLength(1);
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
  ])('BFMR: %s, promised %s, paid %s on %s', async (status, subtotal, paid, on, state, amount) => {
    expect(await tracker(status, subtotal, paid, on)).toMatchObject({
      state,
      amount,
      reference: '7',
    });
  });

  const portal = (voided: string, verified: string) =>
    read(melul, ['5', voided, verified, 'TV', '2', '10', '$20.00', '1Z1, 1Z2']);
  test.each([
    ['1', '1', 'void'],
    ['0', '1', 'paid'],
    ['', 'true', 'paid'],
    ['0', '0', 'received'],
    ['', '', 'received'],
  ])('the Max Out Deals portal: VOID %s, VERIFIED %s', async (voided, verified, state) => {
    expect(await portal(voided, verified)).toMatchObject({
      state,
      amount: 2000,
      trackings: ['1Z1', '1Z2'],
      quantity: 2,
    });
  });

  const portalDay = (date: string, map: FormatOptions['map'] = {}) =>
    read([...melul.slice(1), 'DATE'], ['0', '1', 'TV', '2', '10', '$20.00', '1Z1', date], { map });

  test("the portal's DATE tells two rows apart, whether it is read as the day of payment or not", async () => {
    const [june, july] = [await portalDay('06/10/2026'), await portalDay('07/10/2026')];
    const mapped = await portalDay('06/10/2026', { paidOn: 'DATE' });
    expect([june, july, mapped]).toMatchObject([
      { paidOn: null },
      { paidOn: null },
      { paidOn: '2026-06-10' },
    ]);
    const contents = [june, july, mapped].map((row) => contentOf(row as PayoutRow));
    expect(contents[0]).toBe(contents[2]);
    expect(contents[0]).not.toBe(contents[1]);
    expect(await portalDay('soon')).toMatchObject({ paidOn: null, dates: 'soon' });
  });

  test("the portal's DATE and another day of payment tell two rows apart together", async () => {
    const names = [...melul.slice(1), 'DATE', 'Date Paid'];
    const row = (date: string, paid: string) =>
      read(names, ['0', '1', 'TV', '2', '10', '$20.00', '1Z1', date, paid]);
    expect([await row('06/10/2026', '07/01/2026'), await row('06/10/2026', '')]).toMatchObject([
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
  ])('receipts: status %s, paid %s', async (status, paid, state) => {
    expect(await receipt(status, paid)).toMatchObject({ state, amount: 2000, reference: 'R7' });
  });

  test.each([
    [undefined, 'paid'],
    ['Paid', 'paid'],
    ['unpaid', 'void'],
    ['not paid', 'void'],
    ['refunded', 'void'],
    ['Received', 'received'],
    ['waiting', 'pending'],
    ['Fully paid.', 'paid'],
    ['Paid on 06/01/2026', 'paid'],
    ['paid out', 'paid'],
    ['To be paid', 'pending'],
    ['Expected to be paid 6/20', 'pending'],
    ['paid: no', 'void'],
    ["can't be paid", 'void'],
    ['not paid yet', 'pending'],
    ['partially paid', 'paid'],
    ['un-paid', 'void'],
    ['paid pending', 'pending'],
    ['paid?', 'paid'],
    ['Cancelled (never received)', 'void'],
    ['not yet refunded', 'pending'],
    ['Received, awaiting payment', 'received'],
  ])('generic with state %s', async (status, state) => {
    const map = {
      tracking: 'box',
      amount: 'sum',
      ...(status === undefined ? {} : { state: 'st' }),
    };
    expect(await read(['box', 'sum', 'st'], ['1Z1', '1', status ?? ''], { map })).toMatchObject({
      state,
    });
  });
});

test.each([
  ...['Received, paid', 'Paid / received', 'Payment received', 'payout processed'],
  ...['Paid; shipped', 'Paid (open box)', 'Paid, processing fee', 'Paid, not inspected'],
  ...['Paid 500', 'Paid 0.00', 'partially paid'],
])('the state %s counts as paid, but not in silence', async (state) => {
  const map = { tracking: 'box', amount: 'sum', state: 'st' };
  expect(await read(['box', 'sum', 'st'], ['1Z1', '1', state], { map })).toMatchObject({
    state: 'paid',
    unknownState: state,
  });
});

test.each([
  ...[
    ['0', 'Verified'],
    ['', '2'],
    ['2026-06-01', '1'],
    ['yes?', '1'],
  ],
])(
  'the portal takes VOID %s, VERIFIED %s for not paid, but not in silence',
  async (voided, verified) => {
    const row = await read(melul, ['5', voided, verified, '', '', '', '20', '1Z1']);
    const unknownState = verified === '1' ? voided : verified;
    expect(row).toMatchObject({ state: 'received', unknownState });
  },
);

test.each([
  ['verified', 'Paid', 'received', 'Paid'],
  ['pending', '2026-06-01', 'pending', undefined],
  ['submitted', '2026-06-01', 'pending', '2026-06-01'],
  ['Settled?', 'true', 'paid', 'Settled?'],
  ['Paid', 'false', 'pending', 'Paid'],
  ['pending', 'no', 'pending', undefined],
])(
  'receipts: status %s, paid %s is %s and unknown: %s',
  async (status, paid, state, unknownState) => {
    const row = (await read(receipts, ['112-1', '1Z1', status, '20', paid, 'R7'])) as PayoutRow;
    expect([row.state, row.unknownState]).toEqual([state, unknownState]);
  },
);

test.each(['VOID', 'Voided 6/1', 'yes'])('the portal marks a row as void by %s', async (mark) => {
  expect(await read(melul, ['5', mark, '1', '', '', '', '20', '1Z1'])).toMatchObject({
    state: 'void',
  });
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
])(
  'a row that is clearly %s says nothing unknown: %j %j',
  async (state, header, cells, options) => {
    const row = await read(header, cells, options);
    expect(row).toMatchObject({ state });
    expect(row).not.toHaveProperty('unknownState');
  },
);

describe('words decide before amounts and dates, in every format', () => {
  const generic = ['Box', 'Net', 'Day', 'Payment Status'];
  const map = { tracking: 'Box', amount: 'Net', paidOn: 'Day' };
  const rowsOf = async (said: string): Promise<readonly PayoutRow[]> => [
    (await read(bfmr, [said, '', '', 'A-1', '', '', '5', '5', '06/01/2026'])) as PayoutRow,
    (await read([...melul, 'Status'], ['1', '0', '1', '', '', '', '5', 'A1', said])) as PayoutRow,
    (await read(receipts, ['A-1', '', said, '5', 'true', 'R1'])) as PayoutRow,
    (await read(generic, ['A1', '5', '06/01/2026', said], { map })) as PayoutRow,
  ];

  test.each<[PayoutRow['state'], readonly string[]]>([
    ['void', ['Returned', 'refunds', 'Canceled', 'CANCELLATION', 'Charged back 6/3', 'chargeback']],
    ['void', ['charge-backs', 'Reversed by the bank', 'reversal', 'Rejected', 'denied', 'denial']],
    ['void', ['charging back', 'Charges-back']],
    ['void', ['Declined', 'Payment failed', 'failure', 'VOIDED', 'Not paid', 'unpaid', 'Un-paid']],
    ['pending', ['Scheduled for 6/20', 'pending', 'Payment pending', 'to be paid', 'On hold']],
    ['pending', ['Received, payment pending', 'Not paid yet', 'awaiting approval']],
    ['paid', ['Paid', 'paid out', 'Fully paid.', 'Paid 6/1']],
  ])('%s: %j', async (state, texts) => {
    for (const text of texts) {
      const states = (await rowsOf(text)).map((row) => row.state);
      expect([text, ...states]).toEqual([text, ...Array(4).fill(state)]);
    }
  });

  test.each(['teleported', 'Payment sent', 'Paid via ACH'])(
    'a word that nobody knows is shown, and its row counts as paid: %s',
    async (text) => {
      for (const row of await rowsOf(text)) {
        expect(row).toMatchObject({ state: 'paid', unknownState: text });
      }
    },
  );

  test('but without an amount beside it the row is not paid', async () => {
    const row = await read(generic, ['A1', '', '', 'teleported'], { map });
    expect(row).toMatchObject({ state: 'pending' });
    expect(row).not.toHaveProperty('unknownState');
  });

  test.each([
    ['Paid?', 'x', 'paid'],
    ['PAID', 'no', 'pending'],
    ['State', '0', 'pending'],
    ['status', 'Received', 'received'],
    ['Payment Status', '', 'pending'],
    ['Note', 'Received', 'paid'],
  ])('a column named %s is one of states: %j is %s', async (header, text, state) => {
    const names = ['Box', 'Net', 'Day', header];
    expect(await read(names, ['A1', '5', '', text], { map })).toMatchObject({ state });
  });

  test('unless it is mapped as something else, or as nothing', async () => {
    const names = ['Box', 'Paid', 'Day', 'Status'];
    const amount = { ...map, amount: 'Paid' };
    const [status, none] = [amount, { ...amount, state: '' }].map((one) =>
      read(names, ['A1', '5', '', 'no'], { map: one }),
    );
    expect(await status).toMatchObject({ state: 'pending', amount: 500 });
    expect(await none).toMatchObject({ state: 'paid', amount: 500 });
  });

  test.each([
    ['Result', 'Refunded', '"Refunded" in column "Result"'],
    ['Remark', 'charged back 6/3', '"charged back 6/3" in column "Remark"'],
    ['Note', 'not paid', '"not paid" in column "Note"'],
    ['Note', 'scheduled', '"scheduled" in column "Note"'],
    ['Note', 'check bounced', '"check bounced" in column "Note"'],
    ['Type', 'Clawback', '"Clawback" in column "Type"'],
    ['Cleared?', 'No', '"No" in column "Cleared?"'],
    ['Deposited', 'false', '"false" in column "Deposited"'],
    ['Note', 'will pay next week', '"will pay next week" in column "Note"'],
    ['Note', 'Stop payment', '"Stop payment" in column "Note"'],
    ['Note', 'unsettled', '"unsettled" in column "Note"'],
    ['Note', 'Held', '"Held" in column "Note"'],
    ['Note', 'in dispute', '"in dispute" in column "Note"'],
    ['Result', 'payment_failed', '"payment_failed" in column "Result"'],
    ['Note', 'not fully paid', '"not fully paid" in column "Note"'],
    ['Not paid', '1', '"1" in column "Not paid"'],
    ['Unpaid', 'x', '"x" in column "Unpaid"'],
    ['Pending?', 'true', '"true" in column "Pending?"'],
    ['On hold', 'Yes', '"Yes" in column "On hold"'],
    ['Disputed', 'Y', '"Y" in column "Disputed"'],
    ['Is Scheduled', 'yes', '"yes" in column "Is Scheduled"'],
    ['Not paid', 'no', undefined],
    ['Disputed', '', undefined],
    ['Expected Qty', '1', undefined],
    ['Returned?', 'Yes', '"Yes" in column "Returned?"'],
    ['Refund Date', '2026-03-15', '"2026-03-15" in column "Refund Date"'],
    ['Amount Refunded', '5.00', '"5.00" in column "Amount Refunded"'],
    ['Chargeback', '0.00', undefined],
    ['Returned', 'No', undefined],
    ['Return window', '30 days', undefined],
    ['Return eligible', 'Yes', undefined],
    ['Confirmed', '✗', '"✗" in column "Confirmed"'],
    ['Total paid out', '2.00', '"2.00" in column "Total paid out"'],
    ['Total paid out', '5.00', undefined],
    ['Price paid', '2.00', undefined],
    ['Type', 'Debit', '"Debit" in column "Type"'],
    ['Type', 'No debit', undefined],
    ['Description', 'Chargeback', '"Chargeback" in column "Description"'],
    ['Note', 'from my notepad', undefined],
    ['Cleared?', 'Yes', undefined],
    ['Gift wrap', 'No', undefined],
    ['Payment fee', '0', undefined],
    ['Note', 'second half', undefined],
    ['Item', 'Return to Zork', undefined],
    ['waybill_message', 'returned, refunded or cancelled', undefined],
  ])('a column %s that is not read says %s', async (header, text, unreadState) => {
    const names = ['Box', 'Net', 'Day', header];
    const row = await read(names, ['A1', '5', '', text], { map });
    expect(row).toMatchObject({ state: 'paid' });
    expect('unreadState' in row ? row.unreadState : undefined).toBe(unreadState);
    const pending = await read([...names, 'Status'], ['A1', '5', '', text, 'pending'], { map });
    expect(pending).not.toHaveProperty('unreadState');
    // Of a format of its own the columns of states are known.
    const known = await read([...bfmr, header], ['', '', '', 'A', '', '', '', '5', '', '', text]);
    expect(known).not.toHaveProperty('unreadState');
  });

  test.each([
    ...['Held', 'under review', 'next week', 'disputed', 'soon', 'Partially paid', 'Refused'],
    ...['Storniert', 'Annulé', '❌'],
  ])('a state that only may speak against a payment, %s, is paid with a warning', async (state) => {
    const row = await read(['Box', 'Net', 'Day', 'Status'], ['A1', '5', '', state], { map });
    expect(row).toMatchObject({ state: 'paid', unknownState: state, isDoubted: true });
    const other = await read(['Box', 'Net', 'Day', 'Status'], ['A1', '5', '', 'Posted'], { map });
    expect(other).not.toHaveProperty('isDoubted');
  });

  test.each([
    ['payment_failed', 'void'],
    ['ChargedBack', 'void'],
    ['order_returned', 'void'],
    ['Not  paid', 'void'],
    ['unpayed', 'void'],
    ['PAYMENT_PENDING', 'pending'],
    ['on-hold', 'pending'],
    ['No - April', 'pending'],
    ['To be received', 'pending'],
    ['Received 1 of 2', 'pending'],
    ['Partially received', 'pending'],
    ['Received?', 'pending'],
    ['Received 6/3', 'received'],
    ['Received as expected', 'received'],
    ['Package_received', 'received'],
  ])('the words of a machine and of a person are read alike: %s is %s', async (state, expected) => {
    const row = await read(['Box', 'Net', 'Day', 'Status'], ['A1', '5', '', state], { map });
    expect(row).toMatchObject({ state: expected });
  });

  test.each([
    ['Debit', '', '495.00', 'has no money, but column "Debit" has 495.00'],
    ['Withdrawal', '0.00', '(5)', 'has no money, but column "Withdrawal" has (5)'],
    ['Refund', '-', '5', 'has no money, but column "Refund" has 5'],
    ['Deductions', '', '0.00', undefined],
    ['Debit card', '', '4637', undefined],
    ['Debit', '5.00', '1.00', undefined],
  ])('money below %s beside an amount of %j is taken back: %s', async (header, net, text, says) => {
    const row = await read(['Box', 'Net', 'Day', header], ['A1', net, '', text], { map });
    const problem = isUnreadable(row) ? row.unreadable : undefined;
    expect(problem).toBe(says && `column "Net" ${says}`);
    const kept = await read([...bfmr, header], ['', '', '', 'A', '', '', '', net, '', '', text]);
    expect(isUnreadable(kept)).toBe(false);
  });

  test('words of a return fit money that was taken back', async () => {
    const row = await read(['Box', 'Net', 'Day', 'Type'], ['A1', '-5', '', 'Chargeback'], { map });
    expect(row).not.toHaveProperty('unreadState');
  });

  test.each([
    ['Received', 'Yes', { state: 'paid' }],
    ['Received', 'No', { state: 'received' }],
    ['Delivered', 'no', { state: 'pending' }],
    ['Paid', 'No', { state: 'pending', unknownState: 'No' }],
    ['Returned', 'Yes', { state: 'void' }],
    ['Paid', '5.00', { state: 'paid' }],
    ['Paid', '2.00', { state: 'paid', unreadState: '"2.00" in column "Paid"' }],
  ])('a column of payments beside the state counts too: %s, %s', async (status, paid, expected) => {
    const names = ['Box', 'Net', 'Day', 'Status', 'Paid'];
    expect(await read(names, ['A1', '5', '', status, paid], { map })).toMatchObject(expected);
  });

  test.each([
    ['0.00', { state: 'pending' }],
    ['$-', { state: 'pending' }],
    ['2.00', { state: 'paid', unreadState: '"2.00" in column "Paid"' }],
    ['5.00', { state: 'paid' }],
  ])('an amount below Paid, %s, is what was paid', async (paid, expected) => {
    const row = await read(['Box', 'Net', 'Day', 'Paid'], ['A1', '5', '', paid], { map });
    expect(row).toMatchObject(expected);
    expect(row).not.toHaveProperty('unknownState');
  });

  test('goods that were delivered and have a day of payment are paid', async () => {
    const dated = { ...map, paidOn: 'Day' };
    const names = ['Box', 'Net', 'Day', 'Status'];
    const [paid, open] = ['2026-06-01', ''].map((day) =>
      read(names, ['A1', '5', day, 'Delivered'], { map: dated }),
    );
    expect(await paid).toMatchObject({ state: 'paid' });
    expect(await open).toMatchObject({ state: 'pending' });
  });

  test.each(['Processing', 'submitted', 'in_transit', 'In transit'])(
    'a word that may be of goods or of a payment is shown, and leaves its order alone: %s',
    async (state) => {
      const dated = { ...map, paidOn: 'Day' };
      const names = ['Box', 'Net', 'Day', 'Status'];
      const row = await read(names, ['A1', '5', '2026-06-01', state], { map: dated });
      expect(row).toMatchObject({ state: 'paid', unknownState: state, isDoubted: true });
      const open = await read(names, ['A1', '5', '', state], { map: dated });
      expect(open).toMatchObject({ state: 'pending' });
      const shipped = await read(names, ['A1', '5', '2026-06-01', 'Shipped'], { map: dated });
      // Of goods alone, it is shown, too.
      expect(shipped).toMatchObject({ state: 'paid', unknownState: 'Shipped' });
      expect(shipped).not.toHaveProperty('isDoubted');
    },
  );

  test.each<[string, string, object]>([
    ['Delivered', '', { state: 'pending' }],
    ['Delivered', 'N/A', { state: 'pending' }],
    ['Delivered', '-', { state: 'pending' }],
    ['Package received', '', { state: 'received' }],
    ['Paid', '', { state: 'paid', unknownState: undefined }],
    ['Delivered', 'Paid', { state: 'paid', unknownState: undefined }],
    ['Delivered', 'Yes', { state: 'paid', unknownState: undefined }],
    ['Delivered', '5.00', { state: 'paid', unknownState: 'Delivered' }],
    ['Shipped', 'TBD', { state: 'paid', unknownState: 'TBD' }],
    ['Paid', 'TBD', { state: 'paid', unknownState: 'TBD' }],
    ['Delivered', 'In process', { state: 'pending' }],
    ['Delivered', 'Owed', { state: 'paid', unknownState: 'Owed', isDoubted: true }],
    ['Delivered', 'Reversed', { state: 'void' }],
    ['Delivered', 'Not paid', { state: 'void' }],
  ])('a state %j beside a payment status %j', async (status, payment, expected) => {
    for (const name of ['Payment Status', 'Paid?', 'Paid', 'payout_status']) {
      const names = ['Box', 'Net', 'Day', 'Status', name];
      const cells = ['A1', '5', '2026-06-01', status, payment];
      const row = await read(names, cells, { map: { ...map, paidOn: 'Day' } });
      expect({ unknownState: undefined, ...row }).toMatchObject(expected);
    }
  });

  test.each<[string, readonly string[], readonly string[]]>([
    [
      'bfmr',
      ['Order No.', 'Tracking', 'Payout', 'Amount Paid', 'Status', 'Date Paid'],
      ['N-1', '', '5', '5', 'Delivered', '06/01/2026'],
    ],
    [
      'buying_group',
      ['order_number', 'tracking_id', 'status', 'total', 'paid', 'receipt_id'],
      ['N-1', '', 'received', '5', 'true', 'R1'],
    ],
    [
      'melul',
      ['VOID', 'VERIFIED', 'TRACKING NUMBERS', 'EXT TOTAL', 'STATUS'],
      ['', '1', 'A1', '5', 'Delivered'],
    ],
  ])('a second column of states in a file of %s warns', async (format, names, cells) => {
    const said = async (text: string) => read([...names, 'Payment Status'], [...cells, text]);
    for (const text of ['Reversed', 'Not paid', 'Pending']) {
      expect(await said(text)).toMatchObject({
        ...{ format, state: 'paid', unreadState: `"${text}" in column "Payment Status"` },
      });
    }
    for (const text of ['Paid', '', 'Direct deposit'])
      expect(await said(text)).not.toHaveProperty('unreadState');
  });

  test.each(['Amount Paid', 'Date Paid', 'Paid On'])(
    'a row without what others have below %s, which is not read, warns',
    async (name) => {
      const cell = name === 'Amount Paid' ? '5.00' : '2026-06-01';
      const lines = [
        ['Box', 'Net', name],
        ['A1', '5', cell],
        ['A2', '5', ''],
        ['A3', '5', 'n/a'],
      ];
      const unread = { unreadState: `nothing in column "${name}"` };
      const rows = await readLines(lines, { map: { tracking: 'Box', amount: 'Net' } });
      expect(rows[0]).not.toHaveProperty('unreadState');
      expect(rows.slice(1)).toMatchObject([unread, unread]);
      const none = lines.map((cells, at) => (at === 0 ? cells : [...cells.slice(0, 2), '']));
      const blank = await readLines(none, { map: { tracking: 'Box', amount: 'Net' } });
      for (const row of blank) expect(row).not.toHaveProperty('unreadState');
    },
  );

  test.each(
    'Due;Owed;Overdue;past due;Outstanding;Payable;Upcoming;Requested;Missing;Short;cxl;Onhold;On hold;Rescheduled;Payment refused;Unable to pay;Did not pay;Didn’t pay;Partial payment;Paid (partial);Paid partially;Paid 1 of 2;50% paid;not a payment'.split(
      ';',
    ),
  )('%s speaks against a payment', (text) => {
    expect(doubtsPayment(text)).toBe(true);
  });

  test.each(['Due diligence', 'short box', 'Refuse bin', 'paid 2 of them'])(
    '%s does not',
    (text) => {
      expect(doubtsPayment(text)).toBe(false);
    },
  );

  test("a person's sheet that looks like a group's is read as closely", async () => {
    const names = ['Order #', 'Amount Paid', 'Status', 'Date Paid', 'Notes'];
    const row = await read(names, ['N-1', '5', 'Paid', '2026-06-01', 'check bounced']);
    expect(row).toMatchObject({ format: 'bfmr', unreadState: '"check bounced" in column "Notes"' });
    const open = await read(names, ['N-1', '5', 'No', '', '']);
    expect(open).toMatchObject({ state: 'paid', unknownState: 'No', isDoubted: true });
  });

  test('another currency in any column, and an amount that a comma cuts, are refused', async () => {
    const wallet = await read(['Box', 'Net', 'Day', 'Wallet'], ['A1', '5', '', 'EUR'], { map });
    expect(wallet).toMatchObject({
      unreadable: 'column "Wallet" is EUR; waybill takes US dollars only',
    });
    const names = await readLines(
      [
        ['Box', 'Net', 'Day', 'Buyer'],
        ['A1', '5', '', 'RON'],
        ['A2', '5', '', 'Al'],
      ],
      { map },
    );
    expect(names.some((row) => 'unreadable' in row)).toBe(false);
    const gross = await read(['Box', 'Net', 'Gross', 'Day'], ['A1', '120', '150.00', ''], { map });
    expect(gross).toMatchObject({ amount: 12_000 });
    const cut = await read(['Box', 'Net', 'Note', 'Day'], ['A1', '$1', '495.00', ''], { map });
    expect(cut).toMatchObject({
      unreadable: 'column "Net" may be cut: $1,495.00 needs quotes around it',
    });
  });

  test('an amount that is not known yet is none', async () => {
    const row = await read(['Box', 'Net', 'Day', 'Status'], ['A1', 'TBD', '', 'Pending'], { map });
    expect(row).toMatchObject({ state: 'pending', amount: 0 });
  });

  describe('a file that says of some rows alone that they are paid', () => {
    const saidIn = async (header: readonly string[], ...lines: readonly string[][]) => {
      const rows = await readLines([header, ...lines], { map });
      return rows.map((row) => ('unreadState' in row ? row.unreadState : undefined));
    };

    test('by their day', async () => {
      const names = ['Box', 'Net', 'Day'];
      const dated = ['A1', '5', '06/01/2026'];
      const blank = ['A2', '5', ''];
      expect(await saidIn(names, dated, blank)).toEqual([undefined, 'nothing in column "Day"']);
      for (const text of ['', '-', 'n/a'])
        expect(await saidIn(names, ['A1', '5', text], blank)).toEqual([undefined, undefined]);
      const states = [...names, 'Status'];
      expect(await saidIn(states, [...dated, ''], [...blank, 'paid'])).toEqual([
        undefined,
        undefined,
      ]);
    });

    test.each<[string, string, string, boolean]>([
      ['Amount Due', '0', '$9.00', true],
      ['Still owed', '', '9', true],
      ['Outstanding', '-', '9.00', true],
      ['Payment due?', 'no', 'yes', true],
      // Each row says what was due: that is no word against its payment.
      ['Amount Due', '5', '5', false],
      ['Due date', '', '46000', false],
      ['Balance', '0', '9.00', false],
    ])('by a column %s of %s and %s', async (header, none, owed, isSaid) => {
      const names = ['Box', 'Net', 'Day', header];
      const said = await saidIn(names, ['A1', '5', '', none], ['A2', '5', '', owed]);
      expect(said).toEqual([undefined, isSaid ? `"${owed}" in column "${header}"` : undefined]);
    });
  });

  test('a payment of a later day than tomorrow is still to come', async () => {
    const stateOn = async (day: string) => {
      const lines = [bfmr, ['Paid', '', '', 'A-1', '', '', '', '5', day]];
      return (await readLines(lines, {}, { today: '2026-06-30' }))[0];
    };
    expect(await stateOn('07/01/2026')).toMatchObject({ state: 'paid' });
    expect(await stateOn('07/02/2026')).toMatchObject({ state: 'pending', amount: 500 });
    const taken = ['Cancelled', '', '', 'A-1', '', '', '', '5', '07/02/2026'];
    const [row] = await readLines([bfmr, taken], {}, { today: '2026-06-30' });
    expect(row).toMatchObject({ state: 'void' });
  });
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
  ])('%s', async (_, header, cells, options, expected) => {
    const row = await read(header, cells, options);
    if (isUnreadable(row)) expect(row.unreadable).toContain(expected);
    else expect(row.state).toBe(expected);
  });

  test('a formula without a stored result is named', async () => {
    const formula = { xml: '<c><f>1000+20</f></c>' };
    const rows = [generic, ['1Z1', formula], ['1Z1', formula, '', '2026-06-01']];
    expect(await readLines(workbook({ name: 'May', rows }), { map })).toMatchObject([
      { state: 'pending', amount: 0 },
      { unreadable: expect.stringContaining('column "sum" contains a formula without a stored') },
    ]);
  });
});

test('an amount merged over several rows is not the amount of each', async () => {
  const row = ['Paid', '', '', '112-1', '', '', '', 5];
  const rowsWith = (below: typeof row, ...merged: string[]) =>
    readLines(workbook({ name: 'May', rows: [bfmr, row, below], merged }));
  const unreadable = expect.stringContaining('"Amount Paid" is merged');
  const amounts = await rowsWith(['Paid', '', '', '112-2'], 'H2:H3');
  expect(amounts).toMatchObject([{ unreadable }, { unreadable }]);
  const orders = await rowsWith(['', '', '', '', '', '', '', 6], 'D2:D3', 'A2:A3');
  expect(orders).toMatchObject([{ amount: 500 }, { order: '112-1', amount: 600 }]);
});

describe('rows', () => {
  const map = { tracking: 'box', order: 'no', amount: 'sum', paidOn: 'on', reference: 'ref' };
  const header = ['box', 'no', 'sum', 'on', 'ref'];

  test('reads text, keys and destroyed numbers', async () => {
    const cells = ['="1z 999-aa1"; 007|007\n9.40011E+21', "'112-1", '$1', '45809', '12'];
    expect(await read(header, cells, { map })).toMatchObject({
      trackings: ['1Z999AA1', '007'],
      order: '112-1',
      destroyed: ['9.40011E+21'],
      paidOn: '2025-06-01',
      reference: '12',
    });
  });

  test('treats a number that a workbook rounded as destroyed, but not a short one', async () => {
    expect(await read(header, ['9.4001E+21', '123456789012', '5'], { map })).toMatchObject({
      trackings: [],
      order: '123456789012',
      destroyed: ['9.4001E+21'],
      amount: 500,
    });
  });

  test('ignores a rounded reference, which would match many rows', async () => {
    expect(await read(header, ['1Z1', '', '1', '', '1.2E+15'], { map })).toMatchObject({
      reference: null,
    });
  });

  test.each([
    [['1Z1', '', 'about 5', '', ''], 'column "sum": "about 5" is not an amount'],
    [
      ['1Z1', '', '$(12.345)', '', ''],
      'column "sum": "$(12.345)" may be thousands: write -12345.00 if it is, or else two digits after the point',
    ],
    // Advice to write dollars would turn euros into them.
    [['1Z1', '', '1.000 €', '', ''], 'column "sum": "1.000 €" is not an amount'],
    [
      ['1Z1', '', '1.234,56 €', '', ''],
      'column "sum": "1.234,56 €" is not an amount; write it with a decimal point',
    ],
    [
      ['1Z1', '', '5', '25/12/2026', ''],
      'column "on": "25/12/2026" is not a date; try --date-format dmy',
    ],
    // In the other order it is no date either.
    [['1Z1', '', '5', '02/29/2027', ''], 'column "on": "02/29/2027" is not a date'],
    [['1Z1', '', '5', '2026-02-30', ''], 'column "on": "2026-02-30" is not a date'],
  ])('%j is unreadable: %s', async (cells, reason) => {
    const row = await read(header, cells, { map });
    expect(isUnreadable(row) && row.unreadable).toBe(reason);
  });

  test('skips blank lines', async () => {
    expect(await readLines([header, ['', '', ' '], ['1Z1', '', '5']], { map })).toHaveLength(1);
  });
});

describe('the cells of a row beside its amount', () => {
  const header = ['order_number', 'tracking_id', 'status', 'total', 'paid', 'receipt_id'];
  const cells = ['A-1', 'T1', 'paid', '5.00', '5.00', 'R1'];

  test('more cells than the header has make it unreadable, unless they are blank', async () => {
    expect(isUnreadable(await read(header, [...cells, ' ']))).toBe(false);
    expect(await read(header, [...cells, '9'])).toMatchObject({
      unreadable: expect.stringContaining('7 cells'),
      order: 'A-1',
    });
  });

  test.each([
    ['EUR', 'column "Currency" is EUR; waybill takes US dollars only'],
    ['usd', undefined],
    ['', undefined],
  ])(
    'the currency %j makes it unreadable, if it is not dollars: %j',
    async (currency, unreadable) => {
      const row = await read([...header, 'Currency'], [...cells, currency]);
      expect(row).toMatchObject(unreadable === undefined ? { amount: 500 } : { unreadable });
    },
  );

  test.each([
    ['7', 7],
    ['1,200', 1200],
    ['1.5', null],
    ['', null],
    ['seven', null],
  ])('the quantity %j is %j', async (text, quantity) => {
    const row = await read(melul, ['1', '', 'x', 'Echo', text, '5.00', '5.00', 'T1']);
    expect(row).toMatchObject({ quantity, item: 'Echo' });
  });

  test('a blank item and a blank reference are none', async () => {
    const row = await read(melul, ['', '', 'x', '', '1', '5.00', '5.00', 'T1']);
    expect(row).toMatchObject({ item: null, reference: null });
  });

  test('a destroyed order number is named as destroyed, and is no order', async () => {
    const row = await read(receipts, ['9.4E+21', ...cells.slice(1)]);
    expect(row).toMatchObject({ order: null, destroyed: ['9.4E+21'] });
  });
});

describe('a currency other than US dollars makes the row unreadable', () => {
  const names = (amount: string, currency: string) => ['Tracking', amount, 'Paid on', currency];
  const cells = ['1Z1', '10.00', '2026-03-01'];
  const map = (amount: string) => ({ map: { tracking: 'Tracking', amount, paidOn: 'Paid on' } });

  test.each(['Transaction Currency', 'Ccy', 'Curr.', 'Payout cur'])(
    'in the column %s',
    async (header) => {
      const rowOf = (currency: string) =>
        read(names('Net', header), [...cells, currency], map('Net'));
      expect(await rowOf('CAD')).toMatchObject({ unreadable: expect.stringContaining('is CAD') });
      expect(await rowOf('USD')).toMatchObject({ amount: 1000 });
    },
  );

  test('in any of several columns', async () => {
    const header = ['Tracking', 'Net', 'Currency', 'Payout currency'];
    const rowOf = (...currencies: readonly string[]) =>
      read(header, ['A1', '10.00', ...currencies], {
        map: { tracking: 'Tracking', amount: 'Net' },
      });
    const isCanadian = { unreadable: expect.stringContaining('is CAD') };
    expect(await rowOf('USD', 'CAD')).toMatchObject(isCanadian);
    expect(await rowOf('CAD', 'USD')).toMatchObject(isCanadian);
    expect(await rowOf('USD', '')).toMatchObject({ amount: 1000 });
  });

  test.each(['Net (CAD)', 'Amount €', 'EUR paid'])(
    'in the header of the amounts, %s',
    async (amount) => {
      const row = await read(names(amount, 'Note'), [...cells, ''], map(amount));
      expect(row).toMatchObject({ unreadable: expect.stringContaining('US dollars only') });
    },
  );
});

describe('dates in two orders', () => {
  const dated = (days: readonly string[], order?: 'mdy' | 'dmy') =>
    readLines(
      [bfmr, ...days.map((day) => ['Paid', '', '', 'A-1', 'T1', '5', '', '5', day, ''])],
      {},
      { dateOrder: order },
    );

  test.each([
    ['13/02/2026', true],
    ['02/13/2026', false],
    ['soon', false],
    ['', false],
  ])('one that only the day first can read, %j, makes 02/03/2026 doubtful: %j', async (day, is) => {
    const [other, usual] = [await dated(['02/03/2026', day]), await dated(['02/03/2026'])];
    expect(usual).toMatchObject([{ paidOn: '2026-02-03' }]);
    const unreadable = expect.stringMatching(/2026-02-03 or 2026-03-02.*--date-format dmy/);
    expect(other[0]).toMatchObject(is ? { unreadable } : { paidOn: '2026-02-03' });
  });

  test('only those that both orders can read, to different days, are doubtful', async () => {
    const days = ['02/02/2026', '02/13/2026', '2026-02-03', '13/02/2026', '02/03/2026'];
    const states = (await dated(days)).map(isUnreadable);
    expect(states).toEqual([false, false, false, true, true]);
    const reversed = (await dated(['03/02/2026', '02/13/2026'], 'dmy')).map(isUnreadable);
    expect(reversed).toEqual([true, true]);
  });
});

type Cell = string | undefined;

describe('identifiers', () => {
  test.each<[Cell, string]>([
    ['  a\u00a0', 'a'],
    ['="0012"', '0012'],
    ["'0012", '0012'],
    ['１Ｚ', '1Z'],
    ['7', '7'],
    [undefined, ''],
  ])('%j is the text %j', (cell, text) => {
    expect(cleanCell(cell)).toBe(text);
  });

  test('keys are upper case 0-9 A-Z and keep leading zeros', () => {
    expect(keyOf('00-1z 9/#')).toBe('001Z9');
  });

  test.each<[Cell, string, boolean]>([
    ['9.4E+21', '9.4E+21', true],
    ['9,4E+21', '9,4E+21', true],
    ['9E+21', '9E+21', true],
    ['9E21', '9E21', false],
    ['395557.0', '395557', false],
    ['395557.00', '395557', false],
    ['10.05', '10.05', false],
    ['#', '', false],
    ['n/a.', '', false],
    ['Not submitted', '', false],
    ['---', '', false],
    ['n/a', '', false],
  ])('%j is the identifier %j, destroyed: %s', (cell, text, destroyed) => {
    expect(readIdentifier(cell)).toEqual({ text, destroyed });
  });

  test('splits a cell at commas, semicolons, bars and line breaks, but not at spaces', () => {
    expect(readTrackings('1Z 1,1Z2;1Z3|1Z4\r\n1z-1')).toEqual({
      keys: ['1Z1', '1Z2', '1Z3', '1Z4'],
      destroyed: [],
    });
    expect(readTrackings('9,4E+21')).toEqual({ keys: [], destroyed: ['9,4E+21'] });
  });
});
