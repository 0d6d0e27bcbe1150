import { expect, test } from 'vitest';
import { isPrintedOrder, writableBody } from './printed-order';

const printed = {
  id: 'o-1',
  source: 'api',
  retailer: 'Best Buy',
  notes: null,
  total: 100,
  future: 1,
  orderLineItems: [{ id: 'i-1', description: null, quantity: 2, unitPrice: 50 }],
};

test('leaves out read-only and null fields, and names them', () => {
  expect(writableBody(printed, { isNew: false })).toEqual({
    body: {
      retailer: 'Best Buy',
      future: 1,
      orderLineItems: [{ id: 'i-1', quantity: 2, unitPrice: 50 }],
    },
    leftOut: ['id', 'source', 'notes', 'total'],
  });
});

test('removes the ids of line items for a new order', () => {
  const { body } = writableBody(printed, { isNew: true });
  expect(body.orderLineItems).toEqual([{ quantity: 2, unitPrice: 50 }]);
});

test.each([
  [printed, true],
  [{ retailer: 'Best Buy', notes: null }, false],
  [{ orderLineItems: [{ id: 'i-1' }] }, false],
])('%j is a printed order: %s', (value, expected) => {
  expect(isPrintedOrder(value)).toBe(expected);
});
