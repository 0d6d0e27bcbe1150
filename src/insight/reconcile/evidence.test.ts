import { describe, expect, test } from 'vitest';
import { factOf, keysFor, payFor } from '../../../test/support/facts';
import { groupBy } from '../../lib/once';
import { Book, type BookedPayment, paymentOfRow, sourceOf } from './book';
import {
  areOfOneSign,
  type Contradiction,
  type Coverage,
  covers,
  daysOf,
  differingExports,
  findRepetition,
  isEarlier,
  type JudgedFile,
  judgeFile,
  nameOfFact,
} from './evidence';
import type { Fact } from './ledger';

type Row = Partial<Fact>;

const bonus: Row = { pays: 'other', allocations: [], names: ['other/content/1/1'] };

/** What repeats which row and what is contradicted, by their places. */
function repetitionOf(
  some: readonly Row[],
  recorded: readonly number[] = [],
  added: readonly number[] = [],
  current: readonly number[] = recorded,
  read: readonly number[] = [],
) {
  const rows = some.map((parts) => factOf(parts));
  const isSettled = (row: Fact) => recorded.includes(rows.indexOf(row));
  const result = findRepetition(rows, {
    isSettled,
    isAdded: (row) => added.includes(rows.indexOf(row)),
    isCurrent: (row) => current.includes(rows.indexOf(row)),
    isRead: (row) => read.includes(rows.indexOf(row)),
    placeOf: (file) => ['april', 'may'].indexOf(file),
  });
  return {
    repeats: [...result.duplicates].map(([row, of]) => [rows.indexOf(row), rows.indexOf(of)]),
    contradicted: [...result.contradicted].map(([row, reason]) => [rows.indexOf(row), reason]),
  };
}

describe('of equal rows', () => {
  const early: Row = { paidOn: '2026-06-01' };
  test.each<[string, Row, Row]>([
    ['one for an order counts before one that reaches none', {}, { pays: 'unclear' }],
    ['one that reaches no order counts before a bonus', { pays: 'unclear' }, { pays: 'other' }],
    ['a bonus counts before what names nothing', { pays: 'other' }, { pays: 'nothing' }],
    ['one for an order counts before an earlier bonus', {}, { pays: 'unclear', ...early }],
    ['the earlier one counts, whatever its item', { item: 'Z', ...early }, { item: 'A' }],
    ['one with a day counts before one without', { item: 'Z' }, { item: 'A', paidOn: null }],
    [
      'of one day, the first by keys counts',
      { keys: keysFor(['1Z1'], '7'), item: 'Z' },
      { item: 'A' },
    ],
    ['of one day, the first by item counts', { item: 'A' }, { item: 'B' }],
    ['of one day, the first by orders counts', {}, { allocations: payFor('B') }],
  ])('%s, in any order of the files', (_, counted, other) => {
    const named = { reference: 'R1' };
    const [one, two] = [
      { ...counted, ...named },
      { ...other, ...named },
    ];
    expect(repetitionOf([one, two]).repeats).toEqual([[1, 0]]);
    expect(repetitionOf([two, one]).repeats).toEqual([[0, 1]]);
  });

  test.each<[string, Row[], number[], [number, number][]]>([
    ['the first of two that differ in nothing counts', [{}, {}], [], [[1, 0]]],
    ['the one in the first file by its name counts', [{ file: 'june' }, {}], [], [[1, 0]]],
    ['the one in the first file by its name counts', [{}, { file: 'april' }], [], [[0, 1]]],
    ['the one in the first line counts', [{ line: 3 }, { line: 2 }], [], [[0, 1]]],
    ['one that was recorded counts before an earlier one', [early, {}], [1], [[0, 1]]],
    [
      'of those that were recorded, the one of the file that was read first counts',
      [early, { file: 'april' }, { paidOn: '2026-06-09' }],
      [0, 1],
      [
        [0, 1],
        [2, 1],
      ],
    ],
    ['those of other content are two', [{}, { names: ['content/2/1'] }], [], []],
    [
      'those of two references are two',
      [
        { reference: 'R1', names: ['reference/R1'] },
        { reference: 'R2', names: ['reference/R2'] },
      ],
      [],
      [],
    ],
    [
      'those of one reference repeat each other, whatever their names',
      [
        { reference: 'R1', names: ['reference/R1'] },
        { reference: 'R1', names: ['other/reference/R1/Bonus'] },
      ],
      [],
      [[1, 0]],
    ],
  ])('%s', (_, rows, recorded, expected) => {
    expect(repetitionOf(rows, recorded).repeats).toEqual(expected);
  });
});

test.each<[string, number[], number[], number]>([
  ['that waited when it was read contradicts what was recorded since', [0], [1], 1],
  ['of a new file does not: it changes what was recorded', [0], [], 0],
  ['that waited does not contradict what was changed since', [], [1], 0],
])('a row of another amount %s', (_, current, read, count) => {
  const row = { reference: 'R1', names: ['reference/R1'] };
  const rows = [row, { ...row, file: 'june', amount: 99 }];
  const { contradicted } = repetitionOf(rows, [0], [], current, [0, ...read]);
  expect(contradicted).toEqual(count === 0 ? [] : [[1, 'amount']]);
});

test('of copies of a file one counts, whatever was recorded of it', () => {
  expect(repetitionOf([{ line: 2 }, { line: 2 }], [0, 1], [0, 1]).repeats).toEqual([[1, 0]]);
});

test('one that repeats only what was replaced may bring it back', () => {
  const rows: Row[] = [{ file: 'april' }, {}];
  expect(repetitionOf(rows, [0], [], []).repeats).toEqual([]);
  expect(repetitionOf(rows, [0], [], [0]).repeats).toEqual([[1, 0]]);
  // With both read before, nothing is brought back.
  expect(repetitionOf(rows, [0, 1], [], []).repeats).toEqual([[1, 0]]);
});

test('a line of another file is no copy', () => {
  const rows: Row[] = [{ file: 'april' }, { file: 'may' }];
  expect(repetitionOf(rows, [0, 1], [1]).repeats).toEqual([]);
});

test('one that brought its payment back repeats none, though another was read before it', () => {
  const rows: Row[] = [{ file: 'april' }, { file: 'may' }, {}];
  expect(repetitionOf(rows, [0, 1], [0, 1]).repeats).toEqual([[2, 0]]);
  expect(repetitionOf(rows, [0, 1], [0]).repeats).toEqual([
    [1, 0],
    [2, 0],
  ]);
});

type Contradicted = [place: number, reason: Contradiction];

describe('rows of one reference', () => {
  const row = (parts: Row = {}): Row => ({ reference: 'R1', names: ['reference/R1'], ...parts });
  const june = { file: 'june', amount: 90 };
  test.each<[string, Row[], number[], Contradicted[]]>([
    [
      'with two amounts contradict each other, in one file, too',
      [row(), row({ amount: 90 })],
      [],
      [
        [0, 'amount'],
        [1, 'amount'],
      ],
    ],
    ['with one amount do not', [row(), row({ file: 'june' })], [], []],
    [
      'with other identifiers contradict each other',
      [row(), row({ keys: keysFor(['1Z2']) })],
      [],
      [
        [0, 'keys'],
        [1, 'keys'],
      ],
    ],
    [
      'contradict each other, also one that contradicts none of them',
      [row(), row({ keys: keysFor(['1Z2']) }), row({ keys: keysFor([], '7') })],
      [],
      [
        [0, 'keys'],
        [1, 'keys'],
        [2, 'keys'],
      ],
    ],
    ['with more identifiers do not', [row(), row({ keys: keysFor(['1Z1'], '7') })], [], []],
    ['do not contradict those of another one', [row(), row({ names: ['reference/R2'] })], [], []],
    [
      'do not contradict a fee on the receipt',
      [row(), row({ ...bonus, amount: -5, names: ['other/reference/R1/Fee'] })],
      [],
      [],
    ],
    ['in a file that was recorded contradict no later file', [row(), row(june)], [0], []],
    ['in files that were recorded are certain', [row(), row(june)], [0, 1], []],
    [
      'that were recorded stay certain if a new row of their file contradicts a later file',
      [row(), row({ line: 3 }), row(june)],
      [0],
      [
        [1, 'amount'],
        [2, 'amount'],
      ],
    ],
  ])('%s', (_, rows, recorded, expected) => {
    expect(repetitionOf(rows, recorded).contradicted).toEqual(expected);
  });
});

test('what repeats another row does not contradict it, too', () => {
  const row = (parts: Row) => ({ reference: 'R1', names: ['reference/R1'], ...parts });
  const rows = [row({}), row({ amount: 90 }), row({ amount: 90, line: 3 })];
  expect(repetitionOf(rows).repeats).toEqual([[2, 1]]);
});

describe('the days that a file covers', () => {
  const [first, last] = ['2026-06-02', '2026-06-08'];
  test('are those between its first and its last own day', () => {
    const days = ['2026-06-08', null, '2026-06-02', '2026-06-05'];
    const facts = days.map((paidOn) => factOf({ paidOn }));
    const typed = factOf({ paidOn: '2026-06-09', isDayTyped: true });
    expect(daysOf([...facts, typed])).toEqual({ first, last });
    expect(daysOf([typed])).toEqual({ first: null, last: null });
  });

  const dated: Coverage = { first, last, isGrown: false };
  const undated: Coverage = { first: null, last: null, isGrown: false };
  test.each<[string, Coverage, string | null, boolean]>([
    ['the day before', dated, '2026-06-01', false],
    ['the first one', dated, first, true],
    ['one between', dated, '2026-06-04', true],
    ['the last one', dated, last, true],
    ['the day after', dated, '2026-06-09', false],
    ['no day', dated, null, false],
    ['no day, if the file has grown', { ...dated, isGrown: true }, null, true],
    [
      'the day after, although the file has grown',
      { ...dated, isGrown: true },
      '2026-06-09',
      false,
    ],
    ['any day, of a file without days', undated, first, false],
    ['any day, of a file without days that has grown', { ...undated, isGrown: true }, first, true],
  ])('%s', (_, coverage, day, expected) => {
    expect(covers(coverage, day)).toBe(expected);
  });
});

describe('files that have one line', () => {
  const [one, two, three] = [['n/1'], ['n/2'], ['n/3']].map((names): Row => ({ names }));
  const [june, july] = [{ file: 'june' }, { file: 'july' }];
  const coverage: Coverage = { first: '2026-06-01', last: '2026-06-30', isGrown: false };
  const differing = (
    rows: readonly (Row | undefined)[],
    settled: readonly number[] = [],
    parts: { read?: readonly string[]; june?: Coverage } = {},
  ) => {
    const facts = rows.map((row) => factOf(row));
    const files = [...groupBy(facts, ({ file }) => file)].map(([file, paid]) => ({
      coverage: file === 'june' ? (parts.june ?? coverage) : coverage,
      isRead: parts.read?.includes(file) === true,
      ...{ paid, names: new Set(paid.map(nameOfFact)) },
    }));
    const names = differingExports(files, (row) => settled.includes(facts.indexOf(row)));
    return [...names].sort();
  };
  test('differently contradict each other, with all rows of these names', () => {
    expect(differing([one, { ...two, ...june }])).toEqual(['n/1', 'n/2']);
    expect(differing([one, { ...two, ...june }, { ...one, ...july }])).toEqual(['n/1', 'n/2']);
    expect(differing([one, two, { ...one, ...june }, { ...three, ...june }])).toEqual([
      ...['n/2', 'n/3'],
    ]);
  });

  test.each<[string, readonly (Row | undefined)[]]>([
    ['twice in one file', [one, two]],
    ['equally', [one, { ...one, ...june }]],
    ['with more in one of them', [one, { ...one, ...june }, { ...two, ...june }]],
    ['with less in one of them', [one, two, { ...one, ...june }]],
    ['with an amount that is taken back', [one, { ...two, ...june, amount: -100 }]],
  ])('do not %s', (_, rows) => {
    expect(differing(rows)).toEqual([]);
  });

  test('do not if one of them could not have the row of the other', () => {
    const later = { first: '2026-06-11', last: '2026-06-30', isGrown: false };
    expect(differing([one, { ...two, ...june }], [], { june: later })).toEqual([]);
    const day = { paidOn: '2026-07-01' };
    expect(differing([one, { ...two, ...june, ...day }])).toEqual([]);
  });

  test('do not if one of them was recorded before, but still if both were and one row was not', () => {
    const rows = [one, { ...two, ...june }];
    expect(differing(rows, [0], { read: ['may'] })).toEqual(['n/1']);
    expect(differing(rows, [0], { read: ['may', 'june'] })).toEqual(['n/1', 'n/2']);
  });
});

test('a day is before another one only if both are known', () => {
  expect(isEarlier('2026-06-01', '2026-06-02')).toBe(true);
  const days = ['2026-06-01', '2026-06-02', null];
  expect(days.map((day) => isEarlier(day, '2026-06-01'))).toEqual([false, false, false]);
  expect(isEarlier('2026-06-01', null)).toBe(false);
});

test('nothing has the sign of what is paid', () => {
  const [paid, none, back] = [{ amount: 1 }, { amount: 0 }, { amount: -1 }];
  expect([areOfOneSign(paid, none), areOfOneSign(none, paid)]).toEqual([true, true]);
  expect([areOfOneSign(back, none), areOfOneSign(back, paid)]).toEqual([false, false]);
});

describe('a file says of recorded payments', () => {
  const [early, day, last] = ['2026-06-01', '2026-06-10', '2026-06-30'];
  const made = { group: 'g', importId: 1, moment: 1, lastDay: day, aliases: [] };
  const booked = (identity: string, parts: Partial<BookedPayment> = {}): BookedPayment => ({
    ...paymentOfRow(factOf(), identity, { ...made, sources: [sourceOf('bfmr', 'g')] }),
    ...parts,
  });
  const fileOf = (parts: Partial<JudgedFile> = {}): JudgedFile => ({
    ...{ format: 'bfmr', source: sourceOf(parts.format ?? 'bfmr', 'g'), facts: [factOf()] },
    ...{ isRead: false, payments: new Set() },
    coverage: { first: early, last, isGrown: false },
    ...parts,
  });
  const judged = (
    recorded: readonly BookedPayment[],
    fresh: readonly BookedPayment[],
    parts: Partial<JudgedFile> = {},
    others: readonly BookedPayment[] = [],
    files: readonly JudgedFile[] = [],
  ) => {
    const book = new Book();
    for (const one of recorded) book.add(one);
    const file = fileOf({ payments: new Set(fresh), ...parts });
    const found = judgeFile(file, [file, ...files], book, [...fresh, ...others]);
    const names = (payments: readonly BookedPayment[]) => payments.map(({ identity }) => identity);
    return {
      drops: found.drops.map((one) =>
        [
          ...[one.payment.identity, 'by', ...names(one.fresh)],
          ...[one.isAmended ? 'amended' : [], one.isOlder ? 'older' : []].flat(),
        ].join(' '),
      ),
      additions: found.additions.map(({ payment, before }) =>
        [payment.identity, 'after', ...names(before)].join(' '),
      ),
      unnamed: names(found.unnamed),
    };
  };
  const [p, n] = [booked('p'), booked('n', { importId: 2 })];
  const elsewhere = { lineKey: 'other line' };
  const next = booked('m', { importId: 2 });
  const apart = booked('n', elsewhere);
  const isBefore = { first: early, last: '2026-06-09', isGrown: false };

  test.each<[string, readonly string[], () => ReturnType<typeof judged>]>([
    ['it has no more', ['p by'], () => judged([p], [])],
    ['it has', [], () => judged([p], [], { payments: new Set([p]) })],
    [
      'of a day that it does not cover',
      [],
      () => judged([booked('p', { paidOn: '2026-07-01' })], []),
    ],
    [
      'of another format',
      [],
      () => judged([booked('p', { sources: [sourceOf('melul', 'g')] })], []),
    ],
    ['of another group', [], () => judged([booked('p', { sources: [sourceOf('bfmr', 'h')] })], [])],
    ['that were typed', [], () => judged([booked('p', { importId: null })], [])],
    [
      'of an order that it does not name',
      [],
      () => judged([p], [], { facts: [factOf({ named: ['B'] })] }),
    ],
    ['it has one row on the line', ['p by n amended'], () => judged([p], [n])],
    ['it has two rows on the line', ['p by n m'], () => judged([p], [n, next])],
    ['two of them were on the line', ['p by n', 'q by n'], () => judged([p, booked('q')], [n])],
    [
      'one of two on the line was removed',
      ['p by n amended', 'q by'],
      () => judged([p, booked('q', { removedAt: 1 })], [n]),
    ],
    ['one that was removed alone', ['p by n'], () => judged([booked('p', { removedAt: 1 })], [n])],
    ['it takes money back', ['p by'], () => judged([p], [booked('n', { amount: -100 })])],
    ['it has it on another line', ['p by n'], () => judged([p], [apart])],
    [
      'it has it for another order',
      ['p by'],
      () => judged([p], [booked('n', { ...elsewhere, reach: ['B'] })]),
    ],
    [
      'in a format without lines',
      ['p by n'],
      () => judged([booked('p', { sources: [sourceOf('melul', 'g')] })], [n], { format: 'melul' }),
    ],
    ['it was read before', ['p by n'], () => judged([p], [n], { isRead: true })],
    ['it was read before and has nothing new', [], () => judged([p], [], { isRead: true })],
    [
      'it may be older than they are',
      ['p by n older'],
      () => judged([booked('p', { paidOn: early })], [n], { coverage: isBefore }),
    ],
    [
      'what replaces one of them is no other one, changed',
      ['p by n amended', 'q by'],
      () => judged([p, booked('q', elsewhere)], [n]),
    ],
    [
      'what only may replace one of them may be another one, changed',
      ['p by n older', 'q by n'],
      () =>
        judged(
          [booked('p', { paidOn: early }), booked('q', { ...elsewhere, paidOn: early })],
          [n],
          { coverage: isBefore },
        ),
    ],
    ['another file has a new one', ['m by n'], () => judged([], [n], {}, [next])],
    [
      'another file has a new one for an order that it does not name',
      [],
      () => judged([], [n], {}, [booked('m', { importId: 2, reach: ['B'] })]),
    ],
    [
      'another file has a new one for an order among others that it names',
      ['m by n'],
      () => judged([], [n], {}, [booked('m', { importId: 2, reach: ['B', 'A'] })]),
    ],
    [
      'another file has both',
      ['p by'],
      () =>
        judged(
          [p],
          [apart],
          {},
          [],
          [fileOf({ payments: new Set([p]) }), fileOf({ payments: new Set([p, apart]) })],
        ),
    ],
  ])('which %s', (_, expected, found) => {
    expect(found().drops).toEqual(expected);
  });

  const uncovered = booked('q', { paidOn: '2026-07-01' });
  test.each<[string, readonly string[], () => ReturnType<typeof judged>]>([
    ['of days that it does not cover', ['n after q'], () => judged([uncovered], [n])],
    ['of days that it covers', [], () => judged([p], [n])],
    ['on another line', [], () => judged([{ ...uncovered, ...elsewhere }], [n])],
    ['of another sign', [], () => judged([{ ...uncovered, amount: -100 }], [n])],
    ['that it has, too', [], () => judged([uncovered], [], { payments: new Set([uncovered]) })],
    [
      'that another file has',
      ['n after q'],
      () => judged([], [n], {}, [booked('q', { importId: 2, paidOn: '2026-07-01' })]),
    ],
  ])('to which it adds %s', (_, expected, found) => {
    expect(found().additions).toEqual(expected);
  });

  const [other, several] = [booked('o', { reach: ['B'] }), booked('o', { reach: ['B', 'A'] })];
  test.each<[string, readonly string[], () => ReturnType<typeof judged>]>([
    ['in the tracker', ['o'], () => judged([other, p], [])],
    ['but not in another format', [], () => judged([other], [], { format: 'melul' })],
    ['but not in a file that was read before', [], () => judged([other], [], { isRead: true })],
    ['but for one of several orders', [], () => judged([several], [])],
    ['but for one that was removed', [], () => judged([{ ...other, removedAt: 1 }], [])],
    ['but for one of another source', [], () => judged([{ ...other, sources: [] }], [])],
    ['but for one of another day', [], () => judged([{ ...other, paidOn: '2026-07-01' }], [])],
  ])('that it does not name them %s', (_, expected, found) => {
    expect(found().unnamed).toEqual(expected);
  });
});
