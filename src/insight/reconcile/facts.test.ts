import { describe, expect, test } from 'vitest';
import { keysFor, rowOf as row } from '../../../test/support/facts';
import { areContradicting, keysIn, keysOf, rowNamer } from './facts';
import type { PayoutRow } from './model';

describe('the identifiers of a row', () => {
  test('do not depend on the order in which a cell lists the tracking numbers', () => {
    const keys = keysOf({ trackings: ['1Z2', '1Z1'], order: '112-A' });
    expect(keys).toBe(keysOf({ trackings: ['1Z1', '1Z2'], order: '112 a' }));
    expect(keysIn(keys)).toEqual([['1Z1', '1Z2'], '112A']);
  });

  test('a payment that was typed has none', () => {
    expect(keysIn('')).toEqual([[], '']);
  });

  test.each<[string, string, string, boolean]>([
    ['equal', keysFor(['1Z1'], '7'), keysFor(['1Z1'], '7'), false],
    ['one without an order number', keysFor(['1Z1'], '7'), keysFor(['1Z1']), false],
    ['one without a tracking number', keysFor(['1Z1'], '7'), keysFor([], '7'), false],
    ['with nothing in common to compare', keysFor(['1Z1']), keysFor([], '7'), false],
    ['one tracking number in common', keysFor(['1Z1', '1Z2']), keysFor(['1Z2', '1Z3']), false],
    ['other tracking numbers', keysFor(['1Z1'], '7'), keysFor(['1Z2'], '7'), true],
    ['another order number', keysFor(['1Z1'], '7'), keysFor(['1Z1'], '8'), true],
    ['one typed', keysFor(['1Z1'], '7'), '', false],
  ])('of two rows contradict each other or not: %s', (_, one, other, expected) => {
    expect([areContradicting(one, other), areContradicting(other, one)]).toEqual([
      ...[expected, expected],
    ]);
  });
});

// The mirror keeps these names, so another version of waybill must give the same ones.
describe('the names of rows', () => {
  const named = (...rows: readonly PayoutRow[]) => {
    const nameOf = rowNamer(() => 'hash');
    return rows.map((one) => nameOf(one, keysOf(one), one.order === null));
  };
  const [bonus, paid] = [row(), row({ order: '112-A' })];
  test.each<[string, readonly PayoutRow[], readonly string[]]>([
    [
      'equal rows of one file are counted, from 1',
      [paid, paid, row({ ...paid, file: 'june.csv' })],
      ['content/hash/1', 'content/hash/2', 'content/hash/1'],
    ],
    [
      'paid rows and those that are not are counted apart',
      [row({ ...paid, state: 'pending' }), paid, row({ ...paid, state: 'void' })],
      ['content/hash/1', 'content/hash/1', 'content/hash/2'],
    ],
    [
      'a row with a reference has it as its name, whatever its item',
      [row({ reference: 'R1', order: '112-A', item: 'Phone' })],
      ['reference/R1'],
    ],
    [
      'what is taken back under a reference is another payment',
      [row({ reference: 'R1', order: '112-A', amount: -100 })],
      ['reference/R1/back'],
    ],
    [
      'a bonus and a fee with one reference differ in their items, and from what pays an order',
      [row({ reference: 'R1', item: 'Bonus' }), row({ reference: 'R1' })],
      ['other/reference/R1/Bonus', 'other/reference/R1/'],
    ],
    ['a bonus has a name apart from those of payments', [bonus], ['other/content/hash/1']],
  ])('%s', (_, rows, expected) => {
    expect(named(...rows)).toEqual(expected);
  });
});
