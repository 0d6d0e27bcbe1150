import { expect, test } from 'vitest';
import type { Shipment } from '../../contract/bodies';
import { Failure } from '../../failure';
import type { Draft } from '../spec';
import { OrderBook, type OrderBooks } from './order-book';
import { withRetailers } from './retailers';

function book(): OrderBook {
  const orders = new OrderBook({ giftCards: false });
  const add = (orderNumber: string, retailer: string) =>
    orders.addBuyingGroupOrder({ orderNumber, retailer, trackingNumbers: [] });
  add('A-1', "Lowe's");
  add('a-1', 'Target');
  add('B-2', 'Best Buy');
  add('C-3', '!!!');
  return orders;
}

function giftCards(): OrderBook {
  const orders = new OrderBook({ giftCards: true });
  orders.addGiftCardOrder('GC-1', 'Apple');
  return orders;
}

const readers = { whole: async () => book(), giftCards: async () => giftCards() };
const few: OrderBooks = { ...readers, ifShort: async () => book() };
const many: OrderBooks = { ...readers, ifShort: async () => undefined };
const offline = new Failure({ ending: 'unavailable', code: 'network', message: 'no network' });
const unread: OrderBooks = {
  ifShort: () => Promise.reject(offline),
  whole: () => Promise.reject(offline),
  giftCards: () => Promise.reject(offline),
};

async function sent(
  retailer: string,
  orderNumber: string,
  { orders = few, always = false }: { orders?: OrderBooks; always?: boolean } = {},
) {
  const item: Shipment = { retailer, orderNumber, trackingNumber: 'TBA000000000001' };
  async function* drafts(): AsyncGenerator<readonly Draft<Shipment>[]> {
    yield [{ line: 2, item, cells: [] }];
  }
  for await (const [draft] of withRetailers(drafts(), { orders, always })) {
    return draft?.invalid?.code ?? draft?.item.retailer;
  }
  return undefined;
}

test.each([
  ["LOWE'S", 'A-1', "Lowe's"],
  ['lowes', 'A-1', "Lowe's"],
  ['Lowe\u2019s ', 'A-1', "Lowe's"],
  ['BEST-BUY', 'B-2', 'Best Buy'],
  ['BestBuy', 'B-2', 'Best Buy'],
  // A real difference is not corrected.
  ['Best Buy Inc', 'B-2', 'Best Buy Inc'],
  ['Lowes', 'a-1', 'Lowes'],
  ['???', 'C-3', '???'],
  ['Lowes', 'none', 'Lowes'],
  // A blank retailer is read from the order, whose number must match in case.
  ['', 'A-1', "Lowe's"],
  ['', 'a-1', 'Target'],
  ['', 'b-2', 'no_such_order'],
  ['', 'none', 'no_such_order'],
  ['', 'GC-1', 'gift_card_order'],
])('"%s" for order %s is %s', async (retailer, orderNumber, expected) => {
  expect(await sent(retailer, orderNumber)).toBe(expected);
});

test('looks up only blank retailers if there are many orders', async () => {
  expect(await sent("LOWE'S", 'A-1', { orders: many })).toBe("LOWE'S");
  expect(await sent('', 'A-1', { orders: many })).toBe("Lowe's");
});

test('reads every retailer from its order with `always`', async () => {
  expect(await sent('Walmart', 'A-1', { orders: many, always: true })).toBe("Lowe's");
  expect(await sent('Walmart', 'none', { always: true })).toBe('no_such_order');
});

test("orders that can't be read stop only rows that need them", async () => {
  expect(await sent("LOWE'S", 'A-1', { orders: unread })).toBe("LOWE'S");
  await expect(sent('', 'A-1', { orders: unread })).rejects.toBe(offline);
});
