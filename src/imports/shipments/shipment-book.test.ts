import { expect, test } from 'vitest';
import { ShipmentBook } from './shipment-book';

function book(): ShipmentBook {
  const orders = new ShipmentBook();
  const add = (orderNumber: string | null, retailer: string, ...numbers: string[]) =>
    orders.addBuyingGroupOrder({
      orderNumber,
      retailer,
      trackingNumbers: numbers.map((trackingNumber) => ({ trackingNumber })),
    });
  add('112-5550001', 'Amazon', 'T1', 'T2');
  add('BBY01-800', 'Best Buy', 'T2');
  add(null, 'Target');
  orders.addGiftCardOrder('GC-1', 'Apple');
  orders.addGiftCardOrder(null, undefined);
  return orders;
}

const at = (orderNumber: string, retailer: string, trackingNumber = 'T9') => ({
  orderNumber,
  retailer,
  trackingNumber,
});

test.each([
  [at('112-5550001', 'Amazon'), undefined],
  [at(' 112-5550001 ', 'AMAZON'), undefined],
  [at('112-5550002', 'Amazon'), 'No buying group order 112-5550002; the nearest is 112-5550001'],
  [at('something else', 'Amazon'), 'No buying group order something else'],
  [at('BBY01-800', 'BEST-BUY'), undefined],
  [at('BBY01-800', 'Best'), 'Order BBY01-800 is from "Best Buy", not "Best"'],
  // Order numbers that differ only in case are different orders.
  [at('bby01-800', 'Best Buy'), 'No buying group order bby01-800; the nearest is BBY01-800'],
  [at('GC-1', 'Apple'), 'Order GC-1 is a gift card order, which takes no tracking numbers'],
])('%j', (shipment, message) => {
  expect(book().whyUnmatched(shipment)?.message).toBe(message);
});

test('stops looking for the nearest number after two million comparisons', () => {
  const orders = book();
  for (let index = 0; index < 100_000; index++) {
    orders.addBuyingGroupOrder({
      orderNumber: `T${String(index).padStart(8, '0')}`,
      retailer: 'Target',
      trackingNumbers: [],
    });
  }
  const messageFor = (orderNumber: string) =>
    orders.whyUnmatched(at(orderNumber, 'Target'))?.message;
  const near = 'No buying group order T0004200X; the nearest is T00042000';
  for (let row = 0; row < 20; row++) expect(messageFor('T0004200X')).toBe(near);
  expect(messageFor('T0004200X')).toBe('No buying group order T0004200X');
  // What differs only in case costs no comparison.
  expect(messageFor('t00042000')).toBe('No buying group order t00042000; the nearest is T00042000');
});

test('treats order numbers that differ only in case as different orders', () => {
  const orders = book();
  orders.addBuyingGroupOrder({
    orderNumber: 'bby01-800',
    retailer: 'Target',
    trackingNumbers: [{ trackingNumber: 'T7' }],
  });
  expect(orders.seemsToMatch(at('BBY01-800', 'Best Buy'))).toBe(true);
  expect(orders.seemsToMatch(at('bby01-800', 'Best Buy'))).toBe(false);
  expect(orders.isOnItsOrder(at('BBY01-800', 'Best Buy', 'T7'))).toBe(false);
  expect(orders.mayBeOnItsOrder(at('BBY01-800', 'Best Buy', 'T7'))).toBe(false);
  expect(orders.otherOrderWith(at('BBY01-800', 'Best Buy', 'T7'))).toBe('bby01-800');
});

test('is sure of no order for numbers that differ only in case', () => {
  const orders = book();
  for (const shipment of [at('BBY01-800', 'Best Buy', 't2'), at('bby01-800', 'Best Buy', 'T2')]) {
    expect(orders.isOnItsOrder(shipment)).toBe(false);
    expect(orders.mayBeOnItsOrder(shipment)).toBe(true);
  }
});

test('knows where a tracking number is', () => {
  const orders = book();
  expect(orders.otherOrderWith(at('BBY01-800', 'Best Buy', 'T2'))).toBe('112-5550001');
  expect(orders.isOnItsOrder(at('BBY01-800', 'Best Buy', 'T1'))).toBe(false);
  expect(orders.otherOrderWith(at('BBY01-800', 'Best Buy', 'T9'))).toBeUndefined();
});

test('sends a retailer stored with spaces around it as it is stored', () => {
  const orders = book();
  orders.addBuyingGroupOrder({ orderNumber: 'S-1', retailer: 'Target ', trackingNumbers: [] });
  expect(orders.seemsToMatch(at('S-1', 'Target'))).toBe(true);
});
