import { describe, expect, test } from 'vitest';
import { rowOf as row } from '../../../test/support/facts';
import { keysOf, nameOfFact, nameOfPayment, nameRows, trackingsIn } from './identity';
import type { Fact, PayoutRow, RecordedPayment } from './model';

describe('the identifiers of a row', () => {
  test('do not depend on the order in which a cell lists the tracking numbers', () => {
    const keys = keysOf({ trackings: ['1Z2', '1Z1'], order: '112-A' });
    expect(keys).toBe(keysOf({ trackings: ['1Z1', '1Z2'], order: '112 a' }));
    expect(trackingsIn(keys)).toEqual(['1Z1', '1Z2']);
  });

  test('a payment that was typed has no tracking numbers', () => {
    expect(trackingsIn('')).toEqual([]);
  });
});

// The mirror keeps these names, so another version of waybill must give the same ones.
describe('the names of rows', () => {
  const named = (...rows: readonly PayoutRow[]) =>
    nameRows(
      rows,
      () => 'hash',
      ({ order }) => order === null,
    );
  test.each<[string, readonly PayoutRow[], readonly string[]]>([
    [
      'equal rows of one file are counted, from 1',
      [row(), row(), row({ file: 'june.csv' })],
      ['content/hash/1', 'content/hash/2', 'content/hash/1'],
    ],
    [
      'paid rows and those that are not are counted apart',
      [row({ state: 'pending' }), row(), row({ state: 'void' })],
      ['content/hash/1', 'content/hash/1', 'content/hash/2'],
    ],
    [
      'a row with a reference has it as its name, whatever its item',
      [row({ reference: 'R1', order: '112-A', item: 'Phone' })],
      ['reference/R1'],
    ],
    [
      'a bonus and a fee with one reference differ in their items',
      [row({ reference: 'R1', item: 'Bonus' }), row({ reference: 'R1' })],
      ['reference/R1/Bonus', 'reference/R1/'],
    ],
  ])('%s', (_, rows, expected) => {
    expect(named(...rows)).toEqual(expected);
  });
});

const pays = { allocations: [{ orderId: 'A', cents: 100 }] };

test.each<[string, Partial<RecordedPayment>, string | undefined]>([
  ["an order's, by its reference", { ...pays, reference: 'R/1' }, 'reference/R/1'],
  [
    "an order's, by its content, though its group has slashes",
    { ...pays, identity: 'a/b/c/d/content/hash/1' },
    'content/hash/1',
  ],
  ["an order's that was typed without a reference", pays, undefined],
  [
    'a bonus, by its reference and item',
    { identity: 'bfmr/other/reference/R1/Bonus', reference: 'R1', item: 'Bonus' },
    'other/reference/R1/Bonus',
  ],
  ['a bonus without an item, by its reference', { reference: 'R1' }, 'other/reference/R1/'],
  [
    'a bonus without a reference, by its content',
    { identity: 'bfmr/other/content/hash/2' },
    'other/content/hash/2',
  ],
  [
    'a bonus, by its content, though its group has slashes',
    { identity: 'a/b/c/d/other/content/hash/2' },
    'other/content/hash/2',
  ],
  ['a bonus without a reference or an identity', {}, undefined],
])("a recorded payment's name within its group: %s", (_, parts, expected) => {
  const nothing = { identity: null, amount: 100, allocations: [], keys: '', item: null };
  const payment = { format: null, paidOn: null, reference: null, group: 'bfmr', importId: 1 };
  expect(nameOfPayment({ ...nothing, ...payment, ...parts })).toBe(expected);
});

test.each<[Fact['pays'], string]>([
  ['orders', 'reference/R1'],
  ['unclear', 'reference/R1'],
  ['other', 'other/reference/R1'],
  ['nothing', 'other/reference/R1'],
])('a row that pays %s has the name %s, so a bonus never replaces a payment', (kind, expected) => {
  const fact: Fact = {
    ...{ file: 'hash', line: 2, format: 'bfmr', state: 'paid', name: 'reference/R1' },
    ...{ group: 'bfmr', keys: '', amount: 100, paidOn: null, reference: 'R1', pays: kind },
    allocations: [],
  };
  expect(nameOfFact(fact)).toBe(expected);
});
