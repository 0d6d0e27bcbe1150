import { describe, expect, test } from 'vitest';
import { orderOf } from '../../../test/support/facts';
import { acceptanceOf, type ClusteredPayment, findClusters } from './clusters';
import { OrderIndex } from './match';
import type { AccountOrder } from './model';

type Accepted = Readonly<Record<'paid' | 'expected', number>>;

const order = (id: string, ...trackings: readonly string[]) => orderOf(id, { trackings });

/** A payment that gives each of the orders as much. */
const paid = (cents: number, ids: string, keys = '["1Z1"]'): ClusteredPayment => ({
  amount: cents * ids.length,
  allocations: [...ids].map((orderId) => ({ orderId, cents })),
  keys,
});

const found = (payments: readonly ClusteredPayment[], ...orders: readonly AccountOrder[]) =>
  findClusters(new OrderIndex(orders), payments, 2).clusters.map((cluster) => ({
    ...cluster,
    orders: cluster.orders.map(({ id }) => id).join(''),
  }));

describe('orders are judged together', () => {
  const [a, b, c, d] = [order('A', '1Z1'), order('B', '1Z1', '1Z2'), order('C', '1Z2'), order('D')];
  test.each<[string, readonly ClusteredPayment[], readonly string[]]>([
    ['if they share a tracking number', [paid(100, 'A'), paid(100, 'B')], ['AB']],
    ['through an order between them', [paid(100, 'A'), paid(100, 'C'), paid(9, 'B')], ['ACB']],
    ['but not through one that no payment reached', [paid(100, 'A'), paid(100, 'C')], ['A', 'C']],
    ['if one payment is for both', [paid(100, 'AD'), paid(100, 'C')], ['AD', 'C']],
    ['through several payments', [paid(50, 'DC'), paid(50, 'AD'), paid(50, 'B')], ['DCAB']],
    ['of which none is for an order', [paid(100, '')], []],
    [
      'of which one is for an order that the account never had',
      [paid(100, 'X'), paid(100, 'XA')],
      ['A'],
    ],
  ])('%s', (_, payments, expected) => {
    expect(found(payments, a, b, c, d).map(({ orders }) => orders)).toEqual(expected);
  });
});

const [one, two] = [order('A'), order('B')];

test('a payment counts once for its orders, and a bonus for none', () => {
  expect(found([paid(100, 'AB'), paid(30, 'A'), paid(50, '')], one, two)).toEqual([
    {
      ...{ orders: 'AB', paid: 230, expected: 200, difference: 30 },
      ...{ tolerance: 2, payments: 2, twice: false },
    },
  ]);
});

test('nothing is expected of an order that was cancelled', () => {
  const cancelled = { ...two, status: 'cancelled' };
  expect(found([paid(100, 'AB')], one, cancelled)).toMatchObject([{ paid: 200, expected: 100 }]);
});

test.each<[string, readonly ClusteredPayment[], number, boolean]>([
  ['two equal payments for one box', [paid(100, 'A'), paid(100, 'A')], 100, true],
  ['of which each was rounded', [paid(101, 'A'), paid(101, 'A')], 99, true],
  ['but not if both were expected', [paid(100, 'A'), paid(100, 'A')], 200, false],
  ['nor if as little was paid as may be rounded', [paid(2, 'A'), paid(2, 'A')], 2, false],
  ['nor if they are for different boxes', [paid(100, 'A'), paid(100, 'A', '["1Z2"]')], 100, false],
  ['nor if they differ', [paid(100, 'A'), paid(102, 'A')], 100, false],
  [
    'nor if they were typed, so nothing says which box',
    [paid(100, 'A', ''), paid(100, 'A', '')],
    100,
    false,
  ],
  ['nor if still more was paid', [paid(100, 'A'), paid(100, 'A')], 50, false],
  ['nor if two were taken back', [paid(-100, 'A'), paid(-100, 'A')], 0, false],
])('paid twice: %s', (_, payments, expected, twice) => {
  expect(found(payments, { ...one, expected })).toMatchObject([{ twice }]);
});

describe('an accepted difference', () => {
  const cluster = { orders: [one, two], paid: 150, expected: 200 };
  const same = { paid: 150, expected: 200 };
  const less = { paid: 140, expected: 200 };
  test.each<[string, Readonly<Record<string, Accepted>>, unknown]>([
    ['of no order is none', {}, undefined],
    ['of another order is none', { C: same }, undefined],
    ['applies while as much is paid and expected', { A: same }, { applies: true, before: 150 }],
    ['not if more is paid', { A: less }, { applies: false, before: 140 }],
    ['not if less is expected', { A: { ...same, expected: 210 } }, { applies: false, before: 150 }],
    ['of one order is enough', { A: less, B: same }, { applies: true, before: 150 }],
    ['of one order is enough, whichever', { A: same, B: less }, { applies: true, before: 140 }],
  ])('%s', (_, accepted, expected) => {
    expect(acceptanceOf(cluster, new Map(Object.entries(accepted)))).toEqual(expected);
  });
});
