import { describe, expect, test } from 'vitest';
import type { Shipment } from '../../contract/bodies';
import { Failure } from '../../failure';
import type { Draft } from '../../upload/spec';
import { asOrdered } from './as-ordered';
import { ShipmentBook, type ShipmentBooks } from './shipment-book';

function book(): ShipmentBook {
  const orders = new ShipmentBook();
  const add = (orderNumber: string, retailer: string) =>
    orders.addBuyingGroupOrder({ orderNumber, retailer, trackingNumbers: [] });
  add('A-1', "Lowe's");
  add('a-1', 'Target');
  add('B-2', 'Best Buy');
  add('C-3', '!!!');
  add('S-1', 'Target ');
  add('7745120936', 'Staples');
  add('AB-12345', 'Store');
  add('AB12345', 'Shop');
  add('000893294324', 'Costco');
  add('51.0', 'Store');
  add('510', 'Store');
  add('52', 'Store');
  add('520', 'Store');
  add('902E11', 'Store');
  return orders;
}

function giftCards(): ShipmentBook {
  const orders = new ShipmentBook();
  orders.addGiftCardOrder('GC-1', 'Apple');
  orders.addGiftCardOrder('B2', 'Apple');
  orders.addGiftCardOrder('D4', 'Apple');
  return orders;
}

const readers = { whole: async () => book(), giftCards: async () => giftCards() };
const few: ShipmentBooks = { ...readers, ifShort: async () => book() };
const many: ShipmentBooks = { ...readers, ifShort: async () => undefined };
const offline = new Failure({ ending: 'unavailable', code: 'network', message: 'no network' });
const unread: ShipmentBooks = {
  ifShort: () => Promise.reject(offline),
  whole: () => Promise.reject(offline),
  giftCards: () => Promise.reject(offline),
};

async function sent(
  retailer: string,
  orderNumber: string,
  { orders = few, always = false }: { orders?: ShipmentBooks; always?: boolean } = {},
) {
  const item: Shipment = { retailer, orderNumber, trackingNumber: 'TBA000000000001' };
  async function* drafts(): AsyncGenerator<readonly Draft<Shipment>[]> {
    yield [{ line: 2, item, cells: [] }];
  }
  for await (const [draft] of asOrdered(drafts(), { orders, always })) {
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
  ['Target', 'S-1', 'Target '],
  ['Best Buy', 'S-1', 'Best Buy'],
  // A real difference is not corrected.
  ['Best Buy Inc', 'B-2', 'Best Buy Inc'],
  ['Lowes', 'a-1', 'Lowes'],
  ['???', 'C-3', '???'],
  ['Lowes', 'none', 'Lowes'],
  // A blank retailer is read from the order.
  ['', 'A-1', "Lowe's"],
  ['', 'a-1', 'Target'],
  ['', 'c-3', '!!!'],
  ['', 'none', 'no_such_order'],
  ['', 'GC-1', 'gift_card_order'],
])('"%s" for order %s is %s', async (retailer, orderNumber, expected) => {
  expect(await sent(retailer, orderNumber)).toBe(expected);
});

/** What the row's order number becomes, or why it is invalid. */
async function spelled(orderNumber: string, retailer = '', orders = few): Promise<string> {
  const item: Shipment = { retailer, orderNumber, trackingNumber: 'TBA000000000001' };
  const found: string[] = [];
  async function* drafts(): AsyncGenerator<readonly Draft<Shipment>[]> {
    yield [{ line: 2, item, cells: [] }];
  }
  const respelled: string[] = [];
  const onRespelled = (_: Draft<Shipment>, own: string) => respelled.push(own);
  for await (const batch of asOrdered(drafts(), { orders, always: false, onRespelled })) {
    for (const draft of batch) found.push(draft.invalid?.code ?? draft.item.orderNumber);
  }
  const [one = ''] = found;
  if (!one.includes('_')) expect(respelled).toEqual(one === orderNumber ? [] : [one]);
  return one;
}

describe.each(['', 'Store'])('an order number with the retailer "%s"', (retailer) => {
  test.each([
    ['7745120936.0', '7745120936'],
    ['#7745120936', '7745120936'],
    ['C\u20113', 'C-3'],
    ['c\u20133', 'C-3'],
    ['c 3', 'C-3'],
    // An order with exactly the number goes first.
    ['a-1', 'a-1'],
    ['AB12345', 'AB12345'],
    ['ab 12345', 'several_orders'],
    ['A1', 'several_orders'],
    // A gift card order fits, or has exactly the number.
    ['b-2', 'several_orders'],
    ['d-4', retailer === '' ? 'gift_card_order' : 'd-4'],
    // With its `.0`, and without.
    ['51.0', '51.0'],
    ['#51.0', 'several_orders'],
    ['52.0', 'several_orders'],
  ])('%s is %s', async (written, expected) => {
    expect(await spelled(written, retailer)).toBe(expected);
  });

  test.each(['893294324', '9.02E+11', '774512093', '77451209360.0', '...'])(
    '%s stays as it is',
    async (written) => {
      expect(await spelled(written, retailer)).toBe(retailer === '' ? 'no_such_order' : written);
    },
  );
});

test('names all orders that a number fits', async () => {
  const item: Shipment = { retailer: '', orderNumber: 'ab 12345', trackingNumber: 'T' };
  async function* drafts(): AsyncGenerator<readonly Draft<Shipment>[]> {
    yield [{ line: 2, item, cells: [] }];
  }
  for await (const [draft] of asOrdered(drafts(), { orders: few, always: false })) {
    expect(draft?.invalid?.message).toMatch(/ab 12345; AB-12345 and AB12345 fit/);
  }
});

test('reads all orders for a number that shows that it was changed, others only if they are few', async () => {
  expect(await spelled('7745120936.0', 'Store', many)).toBe('7745120936');
  expect(await spelled('#7745120936', 'Store', many)).toBe('7745120936');
  expect(await spelled('C\u20113', 'Store', many)).toBe('C-3');
  expect(await spelled('c-3', 'Store', many)).toBe('C-3');
  expect(await spelled('C 3', 'Store', many)).toBe('C 3');
  await expect(spelled('7745120936.0', 'Store', unread)).rejects.toBe(offline);
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
