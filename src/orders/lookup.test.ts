import { expect, test } from 'vitest';
import type { Api } from '../api/types';
import { Failure } from '../failure';
import { type AnyOrder, buyingGroupKind } from './kinds';
import { type OrderLookup, orderFinder, orderNames } from './lookup';

const ids = {
  a: '00000000-0000-4000-8000-00000000000a',
  b: '00000000-0000-4000-8000-00000000000b',
};
const orders = [
  { id: ids.a, orderNumber: 'A-1' },
  { id: ids.b, orderNumber: 'B-2' },
] as unknown as readonly AnyOrder[];

/** A service with these orders that records its requests. */
function service() {
  const asked: string[] = [];
  const list = (found: readonly AnyOrder[]) => ({
    async get(id: string) {
      asked.push(`get ${id.at(-1)}`);
      const order = found.find((one) => one.id === id);
      if (order !== undefined) return order;
      throw new Failure({ ending: 'notFound', code: 'not_found', message: 'not found' });
    },
    async findByNumbers(numbers: readonly string[]) {
      if (numbers.length > 0) asked.push(`list for ${numbers.join(' ')}`);
      return new Map(
        found.flatMap((one) =>
          numbers.includes(String(one.orderNumber)) ? [[String(one.orderNumber), one]] : [],
        ),
      );
    },
  });
  const api = { buyingGroupOrders: list(orders), giftCardOrders: list([]) } as unknown as Api;
  return { api, asked };
}

const knowing = (known: Readonly<Record<string, string>>): OrderLookup => ({
  idsByNumber: async (_kind, numbers) =>
    new Map(
      numbers.flatMap((one) => (known[one] === undefined ? [] : [[one, known[one]] as const])),
    ),
});

test('an id may be typed in any case', async () => {
  const typed = ids.a.toUpperCase();
  const { api, asked } = service();
  const finder = orderFinder([typed], { api }, { kind: buyingGroupKind, by: undefined });
  expect(await finder.find(` ${typed}`)).toMatchObject({ id: ids.a });
  expect(asked).toEqual(['get a']);
  expect(orderNames([ids.a, typed], undefined)).toEqual([ids.a]);
  expect(orderNames([ids.a, typed], 'number')).toEqual([ids.a, typed]);
});

test.each([undefined, 'number'] as const)('spaces around a number name no other order', (by) => {
  expect(orderNames(['A-1', ' A-1', 'A-1\t', 'B-2'], by)).toEqual(['A-1', 'B-2']);
});

function finder(lookup: OrderLookup | undefined) {
  const { api, asked } = service();
  const options = { kind: buyingGroupKind, by: undefined, ...(lookup && { lookup }) };
  return { finder: orderFinder(['A-1', 'B-2'], { api }, options), asked };
}

test('without a lookup, one reading of the list finds all numbers', async () => {
  const { finder: found, asked } = finder(undefined);
  expect([await found.findId('A-1'), await found.findId('B-2')]).toEqual([ids.a, ids.b]);
  expect(asked).toEqual(['list for A-1 B-2']);
});

test.each([
  ['knows both', { 'A-1': ids.a, 'B-2': ids.b }, ['get a', 'get b']],
  ['knows one', { 'A-1': ids.a }, ['get a', 'list for B-2']],
  ['confuses two orders', { 'A-1': ids.b, 'B-2': ids.b }, ['get b', 'get b', 'list for A-1']],
  ['knows one that is gone', { 'A-1': ids.a.replace(/a$/, 'f') }, ['get f', 'list for A-1 B-2']],
])('a lookup that %s is only a hint', async (_, known, requests) => {
  const { finder: found, asked } = finder(knowing(known));
  expect([await found.findId('A-1'), await found.findId('B-2')]).toEqual([ids.a, ids.b]);
  expect(asked).toEqual(requests);
});

test('an order named twice is one order', () => {
  expect(orderNames(['A-1', 'B-2', 'A-1'], undefined)).toEqual(['A-1', 'B-2']);
  expect(() => orderNames(['A-1'], 'id')).toThrow('"A-1" is not an order id');
});
