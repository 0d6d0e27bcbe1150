import { expect, test } from 'vitest';
import type { Shipment } from '../../contract/bodies';
import type { Draft, Problem } from '../../upload/spec';
import { fixed } from './as-ordered';
import { ShipmentBook } from './shipment-book';

const ups = '1Z999AA10123456784';

function books() {
  const book = new ShipmentBook();
  const add = (orderNumber: string, retailer: string) =>
    book.addBuyingGroupOrder({ orderNumber, retailer, trackingNumbers: [] });
  for (const [number, retailer] of [
    ['0012345678', 'Staples'],
    ['902045410554386', 'Target'],
    ['800458530', 'B&H Photo'],
    ['0777', 'Apple'],
    ['00777', 'Apple'],
    ['0555666', 'Costco'],
    ['113000000000001', 'Amazon'],
    ['113000000000002', 'Amazon'],
  ] as const) {
    add(number, retailer);
  }
  const giftCards = new ShipmentBook();
  giftCards.addGiftCardOrder('000555666', 'Costco');
  giftCards.addGiftCardOrder('444', 'Costco');
  const whole = async () => book;
  return { ifShort: whole, whole, giftCards: async () => giftCards };
}

async function fixOf(orderNumber: string, retailer: string, invalid?: Problem) {
  const item: Shipment = { orderNumber, retailer, trackingNumber: ups };
  const draft: Draft<Shipment> = { line: 2, item, cells: [], invalid };
  async function* drafts() {
    yield [draft];
  }
  const { drafts: done, changes } = await fixed(drafts(), books());
  expect(done).toHaveLength(1);
  expect(done[0]?.item.trackingNumber).toBe(ups);
  if (changes.length === 0) expect(done[0]).toBe(draft);
  else expect(done[0]).toMatchObject({ fix: changes[0]?.change, invalid: undefined });
  return changes[0]?.change;
}

test.each([
  ['12345678', 'Staples', 'order number 0012345678 for "12345678"'],
  ['12345678.0', 'Staples', 'order number 0012345678 for "12345678.0"'],
  ['9.02045E+14', 'Target', 'order number 902045410554386 for "9.02045E+14"'],
  ['9.0204541E+14', 'Target', 'order number 902045410554386 for "9.0204541E+14"'],
  ['9,02045E+14', 'Target', 'order number 902045410554386 for "9,02045E+14"'],
  ['800458530', 'Amazon', 'retailer B&H Photo for "Amazon"'],
  ['12345678', 'Amazon', 'order number 0012345678 for "12345678", retailer Staples for "Amazon"'],
])('%s of %s becomes what the orders prove', async (orderNumber, retailer, change) => {
  expect(await fixOf(orderNumber, retailer)).toBe(change);
});

test.each([
  ['is right as it is', '800458530', 'B&H Photo'],
  ['may be either of two orders', '777', 'Apple'],
  ['may be a gift card order', '555666', 'Costco'],
  ['is a gift card order', '444', 'Costco'],
  ['has an exponent that two orders fit', '1.13E+14', 'Amazon'],
  ['has an exponent that no order fits', '9.02E+13', 'Target'],
  ['misses a digit', '80045853', 'B&H Photo'],
  ['is part of a number', '12345', 'Staples'],
  ['has no digit', 'ABC', 'Staples'],
])('a number that %s is left alone', async (_, orderNumber, retailer) => {
  expect(await fixOf(orderNumber, retailer)).toBeUndefined();
});

test('an order number is not restored to what the row has as its tracking number', async () => {
  const item = { orderNumber: '12345678', retailer: 'Staples', trackingNumber: '0012345678' };
  async function* drafts() {
    yield [{ line: 2, item, cells: [] }];
  }
  const { drafts: done, changes } = await fixed(drafts(), books());
  expect([done[0]?.item, changes]).toEqual([item, []]);
});

test('a row that can not be sent for any other reason is left alone', async () => {
  const junk = { code: 'too_short', message: 'too short' };
  expect(await fixOf('12345678', 'Staples', junk)).toBeUndefined();
  const missing = { code: 'no_such_order', message: 'No such order' };
  expect(await fixOf('12345678', '', missing)).toBe('order number 0012345678 for "12345678"');
});
