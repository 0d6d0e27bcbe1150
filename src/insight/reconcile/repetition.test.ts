import { describe, expect, test } from 'vitest';
import { factOf, keysFor, payFor } from '../../../test/support/facts';
import type { Fact } from './model';
import { type Contradiction, findRepetition, nameApart } from './repetition';

type Row = Partial<Fact>;

const bonus: Row = { pays: 'other', allocations: [] };

test.each<[string, Row, Row, boolean]>([
  ['two for one order name the same', {}, { keys: keysFor(['1Z2']) }, false],
  ['two for two orders do not', {}, { allocations: payFor('B') }, true],
  ['a bonus with the same keys names the same', {}, bonus, false],
  ['a bonus with other keys does not', {}, { ...bonus, keys: keysFor(['1Z2']) }, true],
  ['two bonuses with the same keys name the same', bonus, bonus, false],
])('of two rows, %s', (_, one, other, expected) => {
  expect(nameApart(factOf(one), factOf(other))).toBe(expected);
  expect(nameApart(factOf(other), factOf(one))).toBe(expected);
});

/** What repeats which row and what is contradicted, by their places. */
function repetitionOf(some: readonly Row[], recorded: readonly number[] = []) {
  const rows = some.map((parts) => factOf(parts));
  const places = new Set(recorded);
  const result = findRepetition(rows, (row) => places.has(rows.indexOf(row)));
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
    ['of one day, the first by keys counts', { item: 'Z' }, { keys: keysFor(['1Z2']), item: 'A' }],
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
    ['one that was recorded counts before an earlier one', [early, {}], [1], [[0, 1]]],
    [
      'the earlier of those that were recorded counts',
      [early, {}, { paidOn: '2026-06-09' }],
      [1, 2],
      [
        [0, 2],
        [1, 2],
      ],
    ],
    ['those of other content are two', [{}, { name: 'content/2/1' }], [], []],
    ['those of two references are two', [{ reference: 'R1' }, { reference: 'R2' }], [], []],
    [
      'those of one reference repeat each other, whatever their names',
      [
        { reference: 'R1', name: 'reference/R1' },
        { reference: 'R1', name: 'reference/R1/Bonus' },
      ],
      [],
      [[1, 0]],
    ],
  ])('%s', (_, rows, recorded, expected) => {
    expect(repetitionOf(rows, recorded).repeats).toEqual(expected);
  });
});

type Contradicted = [place: number, reason: Contradiction];

describe('rows of one reference', () => {
  const row = (parts: Row = {}): Row => ({ reference: 'R1', name: 'reference/R1', ...parts });
  const june = { file: 'june', amount: 90 };
  test.each<[string, Row[], number[], Contradicted[]]>([
    [
      'with two amounts contradict each other, in one file, too',
      [row(), row({ amount: 90 })],
      [],
      [
        [0, 'reference'],
        [1, 'reference'],
      ],
    ],
    ['with one amount do not', [row(), row({ file: 'june' })], [], []],
    ['do not contradict those of another one', [row(), row({ name: 'reference/R2' })], [], []],
    ['do not contradict a fee on the receipt', [row(), row({ ...bonus, amount: -5 })], [], []],
    ['in a file that was recorded contradict no later file', [row(), row(june)], [0], []],
    ['in files that were recorded are certain', [row(), row(june)], [0, 1], []],
    [
      'that were recorded stay certain if their file contradicts itself',
      [row(), row({ amount: 90 })],
      [0],
      [[1, 'reference']],
    ],
    [
      'that were recorded stay certain if a new row of their file contradicts a later file',
      [row(), row({ line: 3 }), row(june)],
      [0],
      [
        [1, 'reference'],
        [2, 'reference'],
      ],
    ],
  ])('%s', (_, rows, recorded, expected) => {
    expect(repetitionOf(rows, recorded).contradicted).toEqual(expected);
  });
});

describe('files that have one line', () => {
  const [one, two, three] = [{ name: 'n/1' }, { name: 'n/2' }, { name: 'n/3' }];
  const [june, july] = [{ file: 'june' }, { file: 'july' }];
  const all = (...places: number[]) => places.map((place): Contradicted => [place, 'export']);
  test.each<[string, Row[], number[], Contradicted[]]>([
    ['differently contradict each other', [one, { ...two, ...june }], [], all(0, 1)],
    ['twice in one file do not', [one, two], [], []],
    ['equally do not', [one, { ...one, ...june }], [], []],
    [
      'do not if the later one only has more',
      [one, { ...one, ...june }, { ...two, ...june }],
      [],
      [],
    ],
    ['do not if the later one only has less', [one, two, { ...one, ...june }], [], []],
    [
      'do not contradict what they have alike',
      [one, two, { ...one, ...june }, { ...three, ...june }],
      [],
      all(1, 3),
    ],
    [
      'contradict each other with the repetitions in a third file',
      [one, { ...two, ...june }, { ...one, ...july }, { ...two, ...july }],
      [],
      all(0, 1, 2, 3),
    ],
    [
      'contradict each other although an earlier one has both rows',
      [one, two, { ...one, ...june }, { ...two, ...july }],
      [],
      all(0, 1, 2, 3),
    ],
    [
      'do not with references of their own',
      [
        { ...one, reference: 'R1' },
        { ...two, ...june, reference: 'R2' },
      ],
      [],
      [],
    ],
    [
      'do not with bonuses',
      [
        { ...one, ...bonus },
        { ...two, ...june, ...bonus },
      ],
      [],
      [],
    ],
    ['do not with other keys', [one, { ...two, ...june, keys: keysFor(['1Z2']) }], [], []],
    ['do not with another item', [one, { ...two, ...june, item: 'Case' }], [], []],
    ['do not if the first one was recorded', [one, { ...two, ...june }], [0], []],
    ['leave what was recorded certain', [one, three, { ...two, ...june }], [0], all(1, 2)],
  ])('%s', (_, rows, recorded, expected) => {
    expect(repetitionOf(rows, recorded).contradicted).toEqual(expected);
  });
});
