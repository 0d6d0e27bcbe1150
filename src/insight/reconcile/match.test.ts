import { describe, expect, test } from 'vitest';
import { orderOf as order, rowOf as row } from '../../../test/support/facts';
import { concernedOrders, type Match, matchRow, namedTogether, OrderIndex } from './match';
import type { AccountOrder, PayoutRow } from './model';

const box = { trackings: ['1Z1'] };
const [exact, alike] = [order('A', { orderNumber: '12-3' }), order('B', { orderNumber: '123' })];
const boxed = order('B', { ...box, orderNumber: '123' });
const nameless = order('N', { orderNumber: null });
const wide = order('W', { orderNumber: ' １２-3 ' });

describe('the orders that a row means', () => {
  test.each<[string, Partial<PayoutRow>, readonly AccountOrder[], Match]>([
    [
      'spaces around an order number and the width of its digits do not count',
      { order: '12-3' },
      [alike, wide],
      { kind: 'matched', rule: 'order', orders: [wide] },
    ],
    [
      'an order number written as the other order has it contradicts the tracking number',
      { ...box, order: '12-3' },
      [exact, boxed],
      { kind: 'conflict', byTracking: [boxed], byNumber: [exact] },
    ],
    [
      'unless the order that has it so is gone',
      { ...box, order: '12-3' },
      [{ ...exact, gone: true }, boxed],
      { kind: 'matched', rule: 'tracking and order', orders: [boxed] },
    ],
    [
      'or no order has it so',
      { ...box, order: '1-23' },
      [exact, boxed],
      { kind: 'matched', rule: 'tracking and order', orders: [boxed] },
    ],
    [
      'an order number that is unknown names no order beside the one with the tracking number',
      { ...box, order: '999' },
      [boxed],
      { kind: 'conflict', byTracking: [boxed], byNumber: [] },
    ],
    [
      'nor does one with its last character cut off, unless its group cuts them',
      { ...box, order: '12' },
      [boxed],
      { kind: 'conflict', byTracking: [boxed], byNumber: [] },
    ],
    [
      'a cut order number means no order without a number',
      { format: 'buying_group', order: '12' },
      [nameless, alike],
      { kind: 'matched', rule: 'cut number', orders: [alike] },
    ],
    [
      'nor does a row with an unknown tracking number alone',
      { format: 'buying_group', trackings: ['1Z9'] },
      [nameless],
      { kind: 'unmatched' },
    ],
    [
      'a number in the tracking column that is the own number of two orders names both, pays neither',
      { trackings: ['123'] },
      [exact, alike],
      { kind: 'unmatched', named: [exact, alike] },
    ],
    [
      'a tracking number that is unknown names no order',
      { trackings: ['1Z9'] },
      [exact],
      { kind: 'unmatched' },
    ],
    [
      'an order number without letters and digits names no order',
      { order: '—' },
      [order('A', { orderNumber: '—' })],
      { kind: 'unmatched' },
    ],
    [
      'nor does it name one that was cut to nothing',
      { format: 'buying_group', order: '—' },
      [order('A', { orderNumber: '7' })],
      { kind: 'unmatched' },
    ],
  ])('%s', (_, parts, orders, expected) => {
    expect(matchRow(row(parts), new OrderIndex(orders))).toStrictEqual(expected);
  });

  test('orders that have one tracking number in two spellings are listed once each', () => {
    const spellings = { trackings: ['1Z-1', '1Z1'] };
    const orders = ['A', 'B', 'C'].map((id) => order(id, spellings));
    expect(new OrderIndex(orders).byTracking('1Z1')).toEqual(orders);
    const alone = new OrderIndex(orders.slice(0, 1));
    expect(alone.byTracking('1Z1')).toEqual(orders.slice(0, 1));
    expect([...alone.sharing()]).toEqual([]);
  });
});

test.each([
  ['both orders of a cell with two numbers', '112-A, 112-B', ['A', 'B']],
  ['each once', '112-A, 112-B, 112 a', ['A', 'B']],
  ['those that are known', '112-A, 999', ['A']],
  ['none of a cell with one number', '112-A', []],
  ['none of a cell with one number and a comma', '112-A, ', []],
])('a cell with several order numbers names %s', (_, cell, expected) => {
  const index = new OrderIndex([order('A'), order('B')]);
  expect(namedTogether(row({ order: cell }), index).map(({ id }) => id)).toEqual(expected);
});

describe('the orders that are read', () => {
  const other = order('A', { group: 'melul', trackings: ['1Z1'] });
  const cutting = row({ format: 'buying_group' });
  const unnumbered = { ...other, orderNumber: null, trackings: ['1Z1', '1Z2'] };
  test.each<[string, readonly PayoutRow[], AccountOrder, boolean]>([
    ["the group's, even if no row names them", [], order('A'), true],
    ["no other group's that no row names", [row({ order: '999' })], other, false],
    ['nor one without an order number', [row({ order: '999' })], unnumbered, false],
    ["another group's by its order number", [row({ order: '112 a' })], other, true],
    ['by one of several order numbers', [row({ order: '112-B, 112-A' })], other, true],
    ['by one of its tracking numbers', [row({ trackings: ['1Z1'] })], unnumbered, true],
    ['by its tracking number with a letter', [row({ trackings: ['1Z1B'] })], unnumbered, true],
    [
      'by a number with its last character cut off',
      [row(), { ...cutting, order: '112' }],
      other,
      true,
    ],
    ['but no more than one', [{ ...cutting, order: '11' }], other, false],
    ['and only where a group cuts numbers', [row({ order: '112' })], other, false],
    ['nor those that other rows name', [{ ...cutting, order: '999' }], other, false],
  ])('%s', (_, rows, one, expected) => {
    expect(concernedOrders(rows, 'bfmr')(one, false)).toBe(expected);
  });

  test('and those of any group that were ever paid', () => {
    expect(concernedOrders([], 'bfmr')(other, true)).toBe(true);
  });
});
