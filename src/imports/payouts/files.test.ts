import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Lines, openedLines, readLines, readOpened } from '../../../test/support/payout-lines';
import { runs } from '../../../test/support/tier';
import {
  type TestSheet,
  type WorkbookCell,
  writeTestWorkbook,
} from '../../../test/support/workbook';
import type { Failure } from '../../failure';
import { type AccountOrder, isUnreadable, type ReadRow } from '../../insight/reconcile/model';
import { keyOf } from '../../lib/fold';
import {
  type FileRow,
  hasPaymentDates,
  leaveOutTotals,
  type OpenedFile,
  type PayoutFile,
  type PayoutReading,
  readPayoutFiles,
  withPaymentDay,
  wordsIn,
} from './files';
import type { FormatOptions } from './formats';

const header = ['Status', 'Order No.', 'Amount Paid', 'Date Paid'];

/** What each text is by itself, in cents; `either` depends on the other texts. */
const amounts: readonly (readonly [string, number | 'blank' | 'either' | 'no'])[] = [
  ['3.000', 'either'],
  ['$(3.000)', 'either'],
  ['1.020,00', 'no'],
  ['12,5', 'no'],
  ['five', 'no'],
  ['12.50', 1250],
  ['1020.000', 102_000],
  ['500', 50_000],
  ['$ -', 0],
  ['0.00', 0],
  ['', 'blank'],
];
const commas = ['1.020,00', '12,5'];
const points = ['12.50', '1020.000', '0.00'];

const line = fc.record({
  amount: fc.constantFrom(...amounts),
  status: fc.constantFrom('Paid', 'Received', 'Cancelled', ''),
  day: fc.constantFrom('', '03-01-2026'),
  isTotal: fc.boolean(),
});
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

function expectedOf(
  { amount: [text, cents], status, day }: Line,
  own: readonly Line[],
  all: readonly Line[],
) {
  const has = (lines: readonly Line[], texts: readonly string[]) =>
    lines.some(({ amount: [other] }) => texts.includes(other));
  const isDoubtful = cents === 'either' && (!has(own, points) || has(all, commas));
  if (cents === 'no' || isDoubtful) return 'unreadable';
  if (status === 'Cancelled') return 'void';
  if (cents === 'blank' && (status === 'Paid' || day !== '')) return 'unreadable';
  if (cents !== 'blank' && cents !== 0)
    return `paid ${cents === 'either' ? (text.includes('(') ? -300 : 300) : cents}`;
  // A dated row of exactly 0 is no payment.
  if (day !== '') return 'pending';
  return status === 'Received' ? 'received' : 'pending';
}

function stateOf(row: ReadRow): string {
  if (isUnreadable(row)) return 'unreadable';
  return row.state === 'paid' ? `paid ${row.amount}` : row.state;
}

test('every line is one row or a total, whatever the order of the files, and no payment is $0.00', async () => {
  const open = (lines: readonly Line[], place: number) => {
    const cells = lines.map(({ amount, status, day, isTotal }, index) => [
      ...[isTotal ? 'Total:' : status, isTotal ? '' : `N${index}`, amount[0], day],
    ]);
    return openedLines([header, ...cells], {}, `${place}.csv`);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(line, { maxLength: 5 }), { maxLength: 3 }),
      async (files) => {
        const opened = await Promise.all(files.map(open));
        const { files: read, totals } = leaveOutTotals(readOpened(opened));
        const all = files.flat();
        expect(totals.length).toBe(all.filter(({ isTotal }) => isTotal).length);
        for (const [place, own] of files.entries()) {
          expect(read[place]?.rows.map(({ row }) => stateOf(row))).toEqual(
            own.filter(({ isTotal }) => !isTotal).map((one) => expectedOf(one, own, all)),
          );
        }
        const back = leaveOutTotals(readOpened(opened.toReversed())).files;
        expect(back.toReversed()).toEqual(read);
      },
    ),
    { numRuns: runs(2_000) },
  );
});

const opened = (lines: Lines, options: FormatOptions = {}, file = 'a.csv') =>
  openedLines(lines, options, file);

describe('what proves that 3.000 in the column of amounts is three dollars', () => {
  const money = { map: { amount: 'Sum' }, format: 'bfmr' };
  test.each<[string, Lines, FormatOptions, boolean]>([
    [
      'nothing',
      [
        ['Status', 'Tracking', 'Amount Paid'],
        ['', 'A1', '3.000'],
      ],
      {},
      false,
    ],
    [
      'another amount',
      [
        ['Status', 'Tracking', 'Amount Paid'],
        ['', 'A1', '3.000'],
        ['', 'A2', '12.50'],
      ],
      {},
      true,
    ],
    [
      'an amount that was promised',
      [
        ['Status', 'Tracking', 'Amount Paid', 'Payout'],
        ['', 'A1', '3.000', '12.50'],
      ],
      {},
      true,
    ],
    [
      'one in a second column of what was promised, which is not read',
      [
        ['Status', 'Tracking', 'Amount Paid', 'Subtotal', 'Payout'],
        ['', 'A1', '3.000', '5', '12.50'],
      ],
      {},
      true,
    ],
    [
      "one in the group's own column, where another is read",
      [
        ['Amount Paid', 'Status', 'Tracking', 'Sum'],
        ['12.50', '', 'A1', '3.000'],
      ],
      money,
      true,
    ],
    [
      'not a column that is no money',
      [
        ['Status', 'Tracking', 'Amount Paid', 'Reserved', 'ID'],
        ['12.50', 'A1', '3.000', '12.50', '12.50'],
      ],
      {},
      false,
    ],
    [
      'not one of no known name',
      [
        ['Weight', 'Status', 'Tracking', 'Amount Paid'],
        ['12.50', '', 'A1', '3.000'],
      ],
      {},
      false,
    ],
    [
      'an amount in a column that the user named',
      [
        ['Box', 'Sum'],
        ['A1', '3.000'],
        ['A2', '12.50'],
      ],
      { map: { tracking: 'Box', amount: 'Sum' } },
      true,
    ],
    [
      'not what the user named as something else',
      [
        ['Box', 'Sum', 'Weight'],
        ['A1', '3.000', '12.50'],
      ],
      { map: { tracking: 'Box', amount: 'Sum', item: 'Weight' } },
      false,
    ],
  ])('%s', async (_, lines, options, isThree) => {
    const [file] = readOpened([await opened(lines, options)]);
    const row = file?.rows[0]?.row as ReadRow;
    expect(stateOf(row)).toBe(isThree ? 'paid 300' : 'unreadable');
  });

  test("no number of a workbook, whose point is not the user's", async () => {
    const numbers = (amount: WorkbookCell): TestSheet => ({
      name: 'May',
      rows: [
        ['Status', 'Tracking', 'Amount Paid'],
        ['', 'A1', '3.000'],
        ['', 'A2', amount],
      ],
    });
    const states = async (amount: WorkbookCell) => {
      const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'a.xlsx');
      const rows = await readLines(readFileSync(writeTestWorkbook(path, numbers(amount))));
      return rows.map(stateOf);
    };
    expect(await states('12.50')).toEqual(['paid 300', 'paid 1250']);
    expect(await states(12.5)).toEqual(['unreadable', 'paid 1250']);
  });

  test('no amount of another file; and none if a comma begins the cents in any file', async () => {
    const names = ['Status', 'Tracking', 'Amount Paid'];
    const both = await opened([names, ['', 'A1', '3.000'], ['', 'A2', '12.50']]);
    const alone = await opened([names, ['', 'A3', '3.000']], {}, 'b.csv');
    const comma = await opened([names, ['', 'A4', '1,50']], {}, 'c.csv');
    const states = (...files: readonly OpenedFile[]) =>
      readOpened(files).map(({ rows }) => rows.map(({ row }) => stateOf(row)));
    expect(states(both, alone)).toEqual([['paid 300', 'paid 1250'], ['unreadable']]);
    expect(states(both, comma)).toEqual([['unreadable', 'paid 1250'], ['unreadable']]);
  });
});

test('a file keeps its name, its columns and its rows, each with its own line', async () => {
  const names = ['Tracking', 'Status', 'Date Paid', 'Amount Paid', 'Color'];
  const lines = [
    ['A1', '', '01-02-2026', '12.50', 'red'],
    ['', '', '', '', ''],
    ['A2', '', '13-02-2026', '5', '', 'surplus'],
    ['Total', '', '', '17.50', ''],
    ['total:', '', '', '', ''],
  ] as const;
  const one = await opened([names, ...lines]);
  const [file] = readOpened([one], { dateOrder: 'dmy' });
  expect(file).toMatchObject({
    ...{ file: 'a.csv', content: one.content, format: 'bfmr', header: names },
    ...{ columns: one.columns, unknown: ['Color'] },
  });
  const [paid, , surplus, total, blank] = lines;
  expect(file?.rows).toEqual([
    {
      row: expect.objectContaining({ file: 'a.csv', line: 2, paidOn: '2026-02-01', amount: 1250 }),
      cells: paid,
    },
    {
      row: expect.objectContaining({ line: 4, unreadable: expect.stringContaining('6 cells') }),
      cells: surplus,
    },
    { row: expect.objectContaining({ line: 5 }), cells: total, total: { cents: 1750 } },
    { row: expect.objectContaining({ line: 6 }), cells: blank, total: { cents: null } },
  ]);
});

test("a total's amount is that of the column of amounts, wherever it is", async () => {
  const names = ['receipt_id', 'paid', 'total', 'order_number'];
  const [file] = readOpened([await opened([names, ['8', '9', '17.50', 'Total']])]);
  expect(file?.rows.map(({ total }) => total)).toEqual([{ cents: 1750 }]);
});

test('dates that only the other order of day and month can read make the others doubtful', async () => {
  const names = ['Tracking', 'Status', 'Date Paid', 'Amount Paid'];
  const one = await opened([names, ['A1', '', '01-02-2026', '5'], ['A2', '', '13-02-2026', '5']]);
  const states = (order: 'dmy' | 'mdy' | undefined) =>
    readOpened([one], { dateOrder: order })[0]?.rows.map(({ row }) => stateOf(row));
  expect(states(undefined)).toEqual(['unreadable', 'unreadable']);
  expect(states('dmy')).toEqual(['paid 500', 'paid 500']);
});

describe('the day of payment that the user knows', () => {
  const names = ['Tracking', 'Status', 'Date Paid', 'Amount Paid'];
  const daysOf = (file: PayoutFile | undefined) =>
    file?.rows.map(({ row }) =>
      isUnreadable(row) ? 'unreadable' : [row.state, row.paidOn, row.dates],
    );
  const undated = opened([
    names,
    ['A1', '', '', '5'],
    ['A2', '', '', 'five'],
    ['A3', 'Received', '', ''],
    ['A4', 'Cancelled', '', '5'],
  ]);
  const dated = opened(
    [names, ['A1', '', '', '5'], ['A2', '', '03-01-2026', '5'], ['A3', '', '', 'five']],
    {},
    'b.csv',
  );

  test('is that of the paid rows of files without any date', async () => {
    const read = readOpened([await undated, await dated]);
    expect(read.map(hasPaymentDates)).toEqual([false, true]);
    const given = withPaymentDay(read, '2026-05-01');
    expect(daysOf(given[0])).toEqual([
      ['paid', '2026-05-01', null],
      'unreadable',
      ['received', null, undefined],
      ['void', null, undefined],
    ]);
    expect(given[1]).toBe(read[1]);
    // Nothing else changes.
    const [row] = read[0]?.rows ?? [];
    expect(given[0]).toMatchObject({ file: 'a.csv', content: read[0]?.content, header: names });
    expect(given[0]?.rows[0]).toEqual({
      ...row,
      row: { ...row?.row, paidOn: '2026-05-01', dates: null, isDayTyped: true },
    });
    expect(given[0]?.rows.slice(1)).toEqual(read[0]?.rows.slice(1));
  });

  test('leaves the dates that tell rows apart, and a file of unreadable dates is without any', async () => {
    const portal = await opened([
      ['VOID', 'VERIFIED', 'TRACKING NUMBERS', 'EXT TOTAL', 'DATE'],
      ['', 'yes', 'A1', '5', '03-01-2026'],
    ]);
    const [given] = withPaymentDay(readOpened([portal]), '2026-05-01');
    expect(daysOf(given)).toEqual([['paid', '2026-05-01', '2026-03-01']]);
    const unread = readOpened([await opened([names, ['A1', '', 'soon', '5']])]);
    expect(unread.map(hasPaymentDates)).toEqual([false]);
    expect(readOpened([await opened([names])]).map(hasPaymentDates)).toEqual([false]);
  });
});

/** A row of a file; its line is its amount. */
function row(amount: number, state = 'paid', order: string | null = null): ReadRow {
  const naming = { file: 'f.csv', line: amount, trackings: [], order, destroyed: [] };
  return {
    ...naming,
    amount,
    state,
    ...(state === 'unreadable' && { unreadable: 'x' }),
  } as Partial<ReadRow> as ReadRow;
}

/** A file of these rows, some of which look like totals. */
type TestRow = Pick<FileRow, 'row'> & Partial<FileRow>;

function fileOf(name: string, ...rows: readonly TestRow[]): PayoutFile {
  const whole = rows.map((one): FileRow => ({ cells: [], ...one }));
  return { file: name, columns: [], rows: whole } as Partial<PayoutFile> as PayoutFile;
}
const total = (cents: number, order?: string) => ({
  row: row(cents, 'paid', order),
  total: { cents },
});
const orders = [
  { orderNumber: null },
  { orderNumber: 'Total 7' },
] as Partial<AccountOrder>[] as AccountOrder[];

test('a total is left out, with what the paid rows above it add up to: its own, and all', () => {
  const rows = [
    { row: row(100) },
    { row: row(20, 'pending') },
    { row: row(3, 'unreadable') },
    total(100),
    { row: row(50) },
    { row: row(5) },
    total(55),
  ];
  const one = fileOf('a', ...rows);
  const two = fileOf('b', { row: row(7) }, total(8));
  const { files, totals } = leaveOutTotals([one, two]);
  expect(totals).toEqual([
    { file: 'a', line: 100, cents: 100, paid: [100, 100], isWithdrawal: false },
    { file: 'a', line: 55, cents: 55, paid: [55, 155], isWithdrawal: false },
    { file: 'b', line: 8, cents: 8, paid: [7, 7], isWithdrawal: false },
  ]);
  expect(files.map((file) => file.rows.map((left) => left.row.line))).toEqual([
    [100, 20, 3, 50, 5],
    [7],
  ]);
});

test("a word that is an order's number makes no total, and its payment counts", () => {
  const file = fileOf('a', total(100, 'total-7'), total(60, 'Total 8'), total(1));
  const { files, totals } = leaveOutTotals([file], orders);
  expect(totals.map(({ line, paid }) => [line, ...paid])).toEqual([
    [60, 100, 100],
    [1, 0, 100],
  ]);
  expect(files[0]?.rows).toHaveLength(1);
  expect(leaveOutTotals([file]).totals).toHaveLength(3);
});

test.each([
  ['Opening balance', ''],
  ['Totale', ''],
  ['', 'Total paid'],
  ['', 'Totals'],
])('a line with %j and %j in place of an order is a total', async (item, order) => {
  const lines = [
    ['Order', 'Item', 'Net'],
    ['N-1', 'TV', '5.00'],
    [order, item, '5.00'],
  ];
  const [file] = readOpened([await openedLines(lines, { map: { order: 'Order', amount: 'Net' } })]);
  expect(file?.rows.map(({ total }) => total?.cents)).toEqual([
    undefined,
    item === 'Opening balance' ? null : 500,
  ]);
});

test('rows below a title that says that they are not paid may not be', async () => {
  // An order without an amount is no title.
  const text =
    'Order,Net|PAID,|N-1,5|NOT PAID YET,|N-2,5|N-9,|N-8,5|Paid in May,|N-3,5|Chargebacks,|N-4,-5';
  const lines = text.split('|').map((line) => line.split(','));
  const map = { order: 'Order', amount: 'Net' };
  const [file] = readOpened([await openedLines(lines, { map })]);
  const rows = file?.rows ?? [];
  expect(
    rows.flatMap(({ row }) => ('unreadState' in row ? [row.order, row.unreadState] : [])),
  ).toEqual(['N-2', '"NOT PAID YET" above it', 'N-8', '"NOT PAID YET" above it']);
});

test.each<[string, readonly (readonly string[])[], string | undefined]>([
  ['a title', [['Not paid yet']], '"Not paid yet" above it'],
  ['a title with a cell beside it', [['Pending', '', '']], '"Pending" above it'],
  [
    'a title above another',
    [['ESTIMATE - not a payment'], ['May 2026']],
    '"ESTIMATE - not a payment" above it',
  ],
  ['the second title', [['May 2026'], ['Refunds']], '"Refunds" above it'],
  ['a title of something else', [['Payments of May 2026']], undefined],
  ['a line of several words', [['Pending', 'in May']], undefined],
])('%s above the header says what it says of all rows', async (_, titles, unreadState) => {
  const lines = [...titles, ['Order', 'Net'], ['N-1', '5.00'], ['N-2', '5.00']];
  const map = { order: 'Order', amount: 'Net' };
  const [file] = readOpened([await openedLines(lines, { map })]);
  const said = (file?.rows ?? []).map(({ row }) =>
    'unreadState' in row ? row.unreadState : undefined,
  );
  expect(said).toEqual([unreadState, unreadState]);
});

test('a line that takes out what was paid above it is no row', () => {
  const negative = (line: number, cents: number, order: string | null = null) => ({
    row: { ...row(line, 'paid', order), amount: cents },
  });
  const paid = [{ row: row(100) }, { row: row(20, 'pending') }, { row: row(50) }];
  const cases: readonly [readonly TestRow[], readonly number[]][] = [
    [[...paid, negative(7, -150)], [7]],
    // Also since the withdrawal before, and above a total.
    [
      [...paid, negative(7, -150), { row: row(5) }, negative(8, -5)],
      [7, 8],
    ],
    [
      [...paid, total(150), negative(7, -150)],
      [150, 7],
    ],
    [
      [...paid, total(150), { row: row(5) }, negative(7, -5)],
      [150, 7],
    ],
    // A chargeback, another amount, a second one, and one with nothing above it.
    [[...paid, negative(7, -150, 'A-1')], []],
    [[...paid, negative(7, -100)], []],
    [[...paid, { ...negative(7, -150), cells: ['', 'Chargeback', '-1.50'] }], []],
    [[...paid, { ...negative(7, -150), cells: ['', 'for Total7: -1.50'] }], []],
    [[...paid, negative(7, -150), negative(8, -150)], [7]],
    [[negative(7, -150), ...paid], []],
  ];
  for (const [rows, lines] of cases) {
    const { totals } = leaveOutTotals([fileOf('a', ...rows)], orders);
    expect(totals.map(({ line }) => line)).toEqual(lines);
    expect(totals.every(({ cents, paid }) => paid.includes(cents ?? 0))).toBe(true);
  }
});

test.each([
  ['Payment for Order #1270', '#1270'],
  ['Order#1270', 'Order#1270 1270'],
  ['PO#1270 returned', 'PO#1270 1270'],
  ['Order No.1270', 'No.1270 1270'],
  ['Order №1270', '№1270 1270'],
  ['Order=1270', 'Order=1270 1270'],
  ['A-1001/return', 'A-1001/return A-1001'],
  ['A-1001/A-1003', 'A-1001/A-1003 A-1001 A-1003'],
  ['returned: A-1001.', 'A-1001'],
  ['order-1270', 'order-1270'],
  ['1270/1', '1270/1'],
  [
    '1Z12345E0205271688/1Z12345E6605272234',
    '1Z12345E0205271688/1Z12345E6605272234 1Z12345E0205271688 1Z12345E6605272234',
  ],
  [
    '112-1111111-1111111+112-2222222-2222222',
    '112-1111111-1111111+112-2222222-2222222 112-1111111-1111111 112-2222222-2222222',
  ],
  ['12.50', '12.50'],
])('the words of %s that may be numbers of orders', async (memo, words) => {
  const map = { order: 'Order', amount: 'Net' };
  const lines = [
    ['Order', 'Net', 'Memo'],
    ['', '5', memo],
  ];
  const [file] = readOpened([await openedLines(lines, { map })]);
  const [row] = file?.rows ?? [];
  if (file === undefined || row === undefined) throw new Error('no row');
  expect(wordsIn(file, row)).toEqual(words.split(' ').map(keyOf));
});

describe('the files of one run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  const written = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const read = (paths: readonly string[], given: Partial<PayoutReading> = {}, input = '') => {
    const { signal } = new AbortController();
    const world = { stdin: Readable.from([Buffer.from(input)]), interruption: signal };
    return readPayoutFiles(
      paths,
      { table: {}, dateOrder: undefined, today: '2026-07-01', ...given },
      { world: { ...world, sleep: () => Promise.resolve() } },
    );
  };
  const refusal = async (...of: Parameters<typeof read>) => {
    const failure: Failure = await read(...of).then(
      () => expect.unreachable('it is read'),
      (error) => error,
    );
    const { ending, message, hint } = failure;
    return [ending, message.replaceAll(`${folder}/`, ''), hint?.replaceAll(`${folder}/`, '')];
  };
  const plain = 'Tracking,Status,Date Paid,Amount Paid\n';
  const one = written('one.csv', `${plain}A1,,03-01-2026,5\n`);
  const two = written('two.csv', `${plain}A2,,03-01-2026,7\nTotal,,,7\n`);
  symlinkSync(one, join(folder, 'link.csv'));

  test('are read in their order, standard input by its own name', async () => {
    const files = await read([two, '-', one], {}, `${plain}A3,,03-01-2026,9\n`);
    expect(files.map(({ file, rows }) => [file, rows.length])).toEqual([
      [two, 2],
      ['standard input', 1],
      [one, 1],
    ]);
    expect(await read([])).toEqual([]);
  });

  test('are each given once', async () => {
    const once = 'Name each file once.';
    expect(await refusal([one, two, one])).toEqual(['usage', 'one.csv appears twice', once]);
    expect(await refusal(['-', one, '-'])).toEqual(['usage', '- appears twice', once]);
    const same = 'one.csv and link.csv are the same file';
    expect(await refusal([one, join(folder, 'link.csv')])).toEqual(['usage', same, once]);
  });

  test('have rows, which are no totals', async () => {
    const again = 'Export the file again.';
    const noRows = 'none.csv has a header but no rows';
    for (const text of [plain, `${plain}\n,,,\n`, `${plain}Total,,,7\n`]) {
      const none = written('none.csv', text);
      expect(await refusal([one, none])).toEqual(['usage', noRows, again]);
    }
    for (const text of ['', '\n\n']) {
      const none = written('none.csv', text);
      const empty = ['usage', 'none.csv is empty'];
      expect((await refusal([none])).slice(0, 2)).toEqual(empty);
      expect(await refusal([none], { noHeader: true })).toEqual([...empty, again]);
    }
  });

  test('have the header of a payout file; one that was mapped names where', async () => {
    const other = written('other.csv', 'Box,Net\nA1,5\n');
    const [ending, message, hint] = await refusal([other]);
    expect([ending, message]).toEqual(['usage', expect.stringMatching(/^other\.csv: \w/)]);
    expect(hint).not.toContain('maps the columns');
    const map = { tracking: 'Carton', amount: 'Net' };
    const mapped = await refusal([other], { map, mappingFile: 'bg.json' });
    expect(mapped).toEqual([
      'usage',
      expect.stringContaining('No column "Carton" (--map tracking). '),
      expect.stringMatching(/header.* bg\.json maps the columns\.$/),
    ]);
    expect((await refusal([other], { map }))[2]).not.toContain('maps the columns');
    const [file] = await read([other], { map: { ...map, tracking: 'box' } });
    expect(file).toMatchObject({ header: ['Box', 'Net'], rows: [{ cells: ['A1', '5'] }] });
  });

  test('may have no header, whose columns are numbers', async () => {
    const bare = written('bare.csv', 'A1,5\nA2,7\n');
    const map = { tracking: '1', amount: '2' };
    const [file] = await read([bare], { map, noHeader: true });
    expect(file?.rows.map(({ row }) => [row.line, row.trackings, stateOf(row)])).toEqual([
      [1, ['A1'], 'paid 500'],
      [2, ['A2'], 'paid 700'],
    ]);
  });

  test('have the content of what is read: the bytes, and the sheet', async () => {
    const contentOf = async (path: string, given: Partial<PayoutReading> = {}) =>
      (await read([path], given))[0]?.content;
    expect(await contentOf(one)).toMatch(/^[0-9a-f]{32}$/);
    expect(await contentOf(join(folder, 'link.csv'))).toBe(await contentOf(one));
    expect(await contentOf(two)).not.toBe(await contentOf(one));
    const sheet = (name: string, amount: string): TestSheet => ({
      name,
      rows: [
        ['Tracking', 'Status', 'Amount Paid'],
        ['A1', '', amount],
      ],
    });
    const book = join(folder, 'book.xlsx');
    writeTestWorkbook(book, sheet('May', '5.00'), sheet('June', '6.00'));
    const contents = ['May', 'June'].map((name) => contentOf(book, { table: { sheet: name } }));
    const [may, june] = await Promise.all(contents);
    expect(june).not.toBe(may);
    expect(await contentOf(book)).toBe(may);
  });

  test('have 20,000 rows together at most', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => `A${index},,03-01-2026,5`).join('\n');
    const half = written('half.csv', plain + rows);
    const other = written('half-2.csv', plain + rows);
    expect(await read([half])).toHaveLength(1);
    const [ending, message] = await refusal([half, other]);
    expect([ending, message]).toEqual([
      'usage',
      expect.stringMatching(/half\.csv and half-2\.csv.*20,000/),
    ]);
  });
});
