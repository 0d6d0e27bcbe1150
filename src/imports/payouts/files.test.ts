import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/tier';
import { isUnreadable, type ReadRow } from '../../insight/reconcile/model';
import type { TableRecord } from '../../tabular/record';
import {
  hasPaymentDates,
  type OpenedFile,
  type PayoutFile,
  readFiles,
  withPaymentDay,
} from './files';
import { type FormatOptions, isRecognized, recognizeFormat } from './header';
import { leaveOutTotals } from './totals';

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

test('every line is one row or a total, whatever the order of the files, and no payment is $0.00', () => {
  const recognized = recognizeFormat(header);
  if (!isRecognized(recognized)) throw new Error(recognized.problem);
  const open = (lines: readonly Line[], place: number) => ({
    ...{ file: `${place}.csv`, content: `${place}`, recognized, header },
    records: lines.map(({ amount, status, day, isTotal }, index) => ({
      line: index + 2,
      cells: [isTotal ? 'Total:' : status, isTotal ? '' : `N${index}`, amount[0], day],
    })),
  });
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 5 }), { maxLength: 3 }), (files) => {
      const { files: read, totals } = leaveOutTotals(readFiles(files.map(open), undefined));
      const all = files.flat();
      expect(totals.length).toBe(all.filter(({ isTotal }) => isTotal).length);
      for (const [place, own] of files.entries()) {
        expect(read[place]?.rows.map(({ row }) => stateOf(row))).toEqual(
          own.filter(({ isTotal }) => !isTotal).map((one) => expectedOf(one, own, all)),
        );
      }
      const back = leaveOutTotals(readFiles(files.map(open).toReversed(), undefined)).files;
      expect(back.toReversed()).toEqual(read);
    }),
    { numRuns: runs(2_000) },
  );
});

/** A file of these lines under a header, as it was opened. */
function opened(
  [names, ...lines]: readonly [readonly string[], ...(readonly string[])[]],
  options: FormatOptions = {},
  file = 'a.csv',
): OpenedFile {
  const found = recognizeFormat(names, options);
  if (!isRecognized(found)) throw new Error(found.problem);
  const records = lines.map((cells, index) => ({ line: index + 2, cells }));
  return { file, content: `bytes of ${file}`, recognized: found, header: names, records };
}

describe('what proves that 3.000 in the column of amounts is three dollars', () => {
  const money = { map: { amount: 'Sum' }, format: 'bfmr' };
  test.each<[string, Parameters<typeof opened>[0], FormatOptions, boolean]>([
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
  ])('%s', (_, lines, options, isThree) => {
    const [file] = readFiles([opened(lines, options)], undefined);
    const row = file?.rows[0]?.row as ReadRow;
    expect(stateOf(row)).toBe(isThree ? 'paid 300' : 'unreadable');
  });

  test("no number of a workbook, whose point is not the user's", () => {
    const one = opened([
      ['Status', 'Tracking', 'Amount Paid'],
      ['', 'A1', '3.000'],
      ['', 'A2', '12.50'],
    ]);
    const [first, second] = one.records as [TableRecord, TableRecord];
    const marked = { ...second, marks: new Map([[2, { kind: 'number' } as const]]) };
    const states = (records: readonly TableRecord[]) =>
      readFiles([{ ...one, records }], undefined)[0]?.rows.map(({ row }) => stateOf(row));
    expect(states([first, second])).toEqual(['paid 300', 'paid 1250']);
    expect(states([first, marked])).toEqual(['unreadable', 'paid 1250']);
  });

  test('no amount of another file; and none if a comma begins the cents in any file', () => {
    const names = ['Status', 'Tracking', 'Amount Paid'];
    const both = opened([names, ['', 'A1', '3.000'], ['', 'A2', '12.50']]);
    const alone = opened([names, ['', 'A3', '3.000']], {}, 'b.csv');
    const comma = opened([names, ['', 'A4', '1,50']], {}, 'c.csv');
    const states = (...files: readonly OpenedFile[]) =>
      readFiles(files, undefined).map(({ rows }) => rows.map(({ row }) => stateOf(row)));
    expect(states(both, alone)).toEqual([['paid 300', 'paid 1250'], ['unreadable']]);
    expect(states(both, comma)).toEqual([['unreadable', 'paid 1250'], ['unreadable']]);
  });
});

test('a file keeps its name, its columns and its rows, each with its own line', () => {
  const names = ['Tracking', 'Status', 'Date Paid', 'Amount Paid', 'Color'];
  const lines = [
    ['A1', '', '01-02-2026', '12.50', 'red'],
    ['', '', '', '', ''],
    ['A2', '', '13-02-2026', '5', '', 'surplus'],
    ['Total', '', '', '17.50', ''],
    ['total:', '', '', '', ''],
  ] as const;
  const one = opened([names, ...lines]);
  const [file] = readFiles([one], 'dmy');
  expect(file).toMatchObject({
    ...{ file: 'a.csv', content: 'bytes of a.csv', format: 'bfmr', header: names },
    ...{ columns: one.recognized.columns, unknown: ['Color'] },
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

test("a total's amount is that of the column of amounts, wherever it is", () => {
  const names = ['receipt_id', 'paid', 'total', 'order_number'];
  const [file] = readFiles([opened([names, ['8', '9', '17.50', 'Total']])], undefined);
  expect(file?.rows.map(({ total }) => total)).toEqual([{ cents: 1750 }]);
});

test('dates that only the other order of day and month can read make the others doubtful', () => {
  const names = ['Tracking', 'Status', 'Date Paid', 'Amount Paid'];
  const one = opened([names, ['A1', '', '01-02-2026', '5'], ['A2', '', '13-02-2026', '5']]);
  const states = (order: 'dmy' | 'mdy' | undefined) =>
    readFiles([one], order)[0]?.rows.map(({ row }) => stateOf(row));
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

  test('is that of the paid rows of files without any date', () => {
    const read = readFiles([undated, dated], undefined);
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
    expect(given[0]).toMatchObject({ file: 'a.csv', content: 'bytes of a.csv', header: names });
    expect(given[0]?.rows[0]).toEqual({
      ...row,
      row: { ...row?.row, paidOn: '2026-05-01', dates: null },
    });
    expect(given[0]?.rows.slice(1)).toEqual(read[0]?.rows.slice(1));
  });

  test('leaves the dates that tell rows apart, and a file of unreadable dates is without any', () => {
    const portal = opened([
      ['VOID', 'VERIFIED', 'TRACKING NUMBERS', 'EXT TOTAL', 'DATE'],
      ['', 'yes', 'A1', '5', '03-01-2026'],
    ]);
    const [given] = withPaymentDay(readFiles([portal], undefined), '2026-05-01');
    expect(daysOf(given)).toEqual([['paid', '2026-05-01', '2026-03-01']]);
    const unread = readFiles([opened([names, ['A1', '', 'soon', '5']])], undefined);
    expect(unread.map(hasPaymentDates)).toEqual([false]);
    expect(readFiles([opened([names])], undefined).map(hasPaymentDates)).toEqual([false]);
  });
});
