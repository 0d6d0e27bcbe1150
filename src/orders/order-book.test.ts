import { expect, test } from 'vitest';
import type { FindOptions, NumberedOrder } from '../api/types';
import { Failure } from '../failure';
import { type AnyOrder, buyingGroupKind, type OrderLists } from './kinds';
import { type BookOptions, type NumberHints, orderBook } from './order-book';

const idOf = (last: string) => `00000000-0000-4000-8000-00000000000${last}`;
const ids = { a: idOf('a'), b: idOf('b') };
const kind = buyingGroupKind;

const order = (last: string, orderNumber: string) =>
  ({ id: idOf(last), orderNumber }) as NumberedOrder & AnyOrder;
const ordered = [order('a', 'A-1'), order('b', 'B-2')];

/** A service with these orders that records its requests. */
function service(orders = ordered, giftCards: readonly (NumberedOrder & AnyOrder)[] = []) {
  const asked: string[] = [];
  const list = (listed: typeof giftCards, name: string) => ({
    async get(id: string) {
      asked.push(`get ${id.at(-1)}`);
      const found = listed.find((one) => one.id === id);
      if (found !== undefined) return found;
      throw new Failure({ ending: 'notFound', code: 'not_found', message: 'not found' });
    },
    count: async () => listed.length,
    async *each() {
      asked.push(`all ${name}`);
      yield* listed;
    },
    async findByNumbers(numbers: readonly string[], { onOther }: FindOptions = {}) {
      if (numbers.length > 0) asked.push(`${name} for ${numbers.join(' ')}`);
      const isAsked = (one: NumberedOrder) => numbers.includes(one.orderNumber);
      for (const one of listed) if (!isAsked(one)) onOther?.(one);
      return new Map(listed.filter(isAsked).map((one) => [one.orderNumber, one]));
    },
  });
  const lists = {
    buyingGroupOrders: list(orders, 'list'),
    giftCardOrders: list(giftCards, 'gift cards'),
  };
  return { lists: lists as unknown as OrderLists, asked };
}

const knowing = (known: Readonly<Record<string, string>>) => {
  const idsByNumber = async (_: unknown, numbers: readonly string[]) =>
    new Map(numbers.flatMap((one) => (known[one] === undefined ? [] : [[one, known[one]]])));
  return async (): Promise<NumberHints> => ({ idsByNumber });
};

function bookOf(typed: readonly string[], options: Partial<BookOptions> = {}) {
  const { lists, asked } = service();
  return { book: orderBook(typed, lists, { kind, ...options }), asked };
}

test('an id may be typed in any case, and is only read if the order is asked for', async () => {
  const typed = ids.a.toUpperCase();
  const { book, asked } = bookOf([typed]);
  expect(await book.idOf(typed)).toBe(ids.a);
  expect(asked).toEqual([]);
  expect(await book.find(` ${typed}`)).toMatchObject({ id: ids.a });
  expect(asked).toEqual(['get a']);
});

test('one reading of the list finds all numbers', async () => {
  const { book, asked } = bookOf(['A-1', 'B-2']);
  expect([await book.idOf('A-1'), await book.idOf('B-2')]).toEqual([ids.a, ids.b]);
  expect(asked).toEqual(['list for A-1 B-2']);
});

test.each([
  ['knows both', { 'A-1': ids.a, 'B-2': ids.b }, ['get a', 'get b']],
  ['knows one', { 'A-1': ids.a }, ['get a', 'list for B-2']],
  ['confuses two orders', { 'A-1': ids.b, 'B-2': ids.b }, ['get b', 'get b', 'list for A-1']],
  ['knows one that is gone', { 'A-1': idOf('f') }, ['get f', 'list for A-1 B-2']],
])('a mirror that %s only gives hints', async (_, known, requests) => {
  const { book, asked } = bookOf(['A-1', 'B-2'], { mirror: knowing(known) });
  expect([await book.idOf('A-1'), await book.idOf('B-2')]).toEqual([ids.a, ids.b]);
  expect(asked).toEqual(requests);
});

test('an order is read once, unless it is wanted as it is now', async () => {
  const { book, asked } = bookOf([ids.a]);
  expect(await book.find(ids.a)).toBe(await book.find(ids.a));
  await book.fresh(ids.a);
  expect(asked).toEqual(['get a', 'get a']);
});

test('many ids are read from the list, if that takes fewer requests', async () => {
  const orders = ['1', '2', '3'].map((last) => order(last, last));
  const { lists, asked } = service(orders);
  const typed = orders.map(({ id }) => id);
  const book = orderBook([...typed, ids.b], lists, { kind, together: true });
  expect(await Promise.all(typed.map(book.look))).toEqual(orders);
  expect(await book.look(ids.b)).toBeUndefined();
  // The other kind is asked too.
  expect(asked).toEqual(['all list', 'get b', 'get b']);
});

test('a number in another spelling means the only order that has it', async () => {
  const { book, asked } = bookOf(['#a 1']);
  expect(await book.find('#a 1')).toMatchObject({ id: ids.a });
  expect(asked).toEqual(['list for #a 1', 'gift cards for #a 1', 'get a']);
  const said: string[] = [];
  book.sayRespelled({ notice: (text) => said.push(text) });
  expect(said).toEqual(['1 order number spelled as the order has it: A-1 for "#a 1".']);
});

test('two spellings of one number, one of them exact, mean one order', async () => {
  const { book } = bookOf(['A-1', 'a1']);
  expect([await book.idOf('a1'), await book.idOf('A-1')]).toEqual([ids.a, ids.a]);
});

test.each([
  ['that two orders fit', [order('a', 'A-1'), order('b', 'A 1')], [], 'A 1 and A-1 fit'],
  ['that fits a gift card order too', ordered, [order('c', 'A.1')], 'A-1 and A.1 fit'],
])('a number %s is refused with both', async (_, orders, giftCards, message) => {
  const { lists } = service(orders, giftCards);
  const book = orderBook(['a1'], lists, { kind });
  await expect(book.find('a1')).rejects.toMatchObject({
    ending: 'usage',
    code: 'several_orders',
    message: `No order has exactly the number a1; ${message}`,
  });
  await expect(book.look('a1')).rejects.toMatchObject({ code: 'several_orders' });
});

test('an exact number goes first, also that of a gift card order', async () => {
  const { lists } = service([order('a', 'A-1'), order('b', 'a1')], []);
  expect(await orderBook(['a1'], lists, { kind }).idOf('a1')).toBe(ids.b);
  const other = service(ordered, [order('c', 'a1')]);
  await expect(orderBook(['a1'], other.lists, { kind }).idOf('a1')).rejects.toMatchObject({
    ending: 'notFound',
    message: '"a1" is a gift card order, not a buying group order',
  });
});

test.each(['-', '0A-1', 'A-10', 'A1.0'])('%s fits no order', async (typed) => {
  await expect(bookOf([typed]).book.idOf(typed)).rejects.toMatchObject({ ending: 'notFound' });
});
