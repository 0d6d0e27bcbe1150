import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/tier';
import { allocate, byAge } from './clusters';
import type { AccountOrder } from './model';

function order(id: string, expected: number, orderDate = '2026-05-01'): AccountOrder {
  const own = { kind: 'order', orderNumber: id, group: 'bfmr', status: 'shipped' } as const;
  return { ...own, id, expected, orderDate, trackings: [], gone: false };
}

const [old, young] = ['2026-04-30', '2026-05-02'];

describe('the cents of each order', () => {
  test.each<[string, number, readonly AccountOrder[], readonly number[]]>([
    ['one order', -7, [order('a', 0)], [-7]],
    ['no orders', 7, [], []],
    ['in proportion', 300, [order('a', 100), order('b', 200)], [100, 200]],
    ['the largest remainder first', 100, [order('a', 1), order('b', 2)], [33, 67]],
    ['it first also if it is of the smaller one', 10, [order('a', 5), order('b', 2)], [7, 3]],
    ['an order of which nothing is expected', 9, [order('a', 0), order('b', 5)], [0, 9]],
    ['equally if nothing is', 10, [order('b', 0), order('a', 0), order('c', 0)], [3, 4, 3]],
    ['two cents over', 11, [order('b', 0), order('a', 0), order('c', 0)], [4, 4, 3]],
    [
      'the older one first',
      1,
      [order('a', 5, young), order('b', 5), order('c', 5, old)],
      [0, 0, 1],
    ],
    ['taken back', -10, [order('a', 0), order('b', 0), order('c', 0)], [-4, -3, -3]],
    ['taken back from one', -1, [order('a', 5), order('b', 5)], [-1, 0]],
    [
      'amounts whose product is no safe number',
      2 ** 53 - 1,
      [order('a', 2 ** 52), order('b', 2 ** 51)],
      [6_004_799_503_160_661, 3_002_399_751_580_330],
    ],
  ])('%s', (_, cents, orders, expected) => {
    expect(allocate(cents, orders)).toStrictEqual(
      orders.map(({ id: orderId }, place) => ({ orderId, cents: expected[place] })),
    );
  });

  test('add up to the amount, each within a cent of its share, whatever their order', () => {
    const expected = fc.oneof(fc.constant(0), fc.nat(1000), fc.nat(10 ** 12));
    const orderDate = fc.constantFrom('2026-05-01', '2026-05-02');
    const orders = fc
      .array(fc.record({ expected, orderDate }), { minLength: 1, maxLength: 6 })
      .map((all) => all.map((one, place) => order(`o${place}`, one.expected, one.orderDate)));
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 6), max: 10 ** 6 }), orders, (cents, all) => {
        const parts = allocate(cents, all);
        expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe(cents);
        const sum = all.reduce((total, one) => total + one.expected, 0);
        for (const [place, one] of all.entries()) {
          const share = sum === 0 ? cents / all.length : (cents * one.expected) / sum;
          expect(Math.abs((parts[place]?.cents ?? Number.NaN) - share)).toBeLessThan(1);
        }
        const byId = new Map(parts.map((part) => [part.orderId, part.cents]));
        const turned = allocate(cents, all.toReversed());
        expect(new Map(turned.map((part) => [part.orderId, part.cents]))).toEqual(byId);
      }),
      { numRuns: runs(5_000) },
    );
  });
});

test('orders are sorted by date, then by id', () => {
  const all = [order('b', 1), order('c', 1, old), order('a', 1), order('a2', 1, young)];
  expect([...all].sort(byAge).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'a2']);
  expect(all.toReversed().sort(byAge)).toEqual([...all].sort(byAge));
});
