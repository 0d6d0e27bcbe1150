import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../lib/days';
import type { AnyOrder } from '../../orders/kinds';
import { differencesOf, standing } from './order';

const item = (unitPrice: number, quantity: number, description = 'Case') => ({
  description,
  unitPrice,
  quantity,
});
const order = {
  orderDate: '2026-05-03',
  retailer: 'Best Buy',
  orderLineItems: [item(1000, 2), item(550, 1)],
  tax: 80,
  shipping: 0,
  discount: 0,
};

const standingOf = (body: Readonly<Record<string, unknown>>) =>
  standing({ orderNumber: '1', body }, { id: 'x', ...order } as unknown as AnyOrder);

describe('what makes an order another one', () => {
  test.each([
    ['nothing changed', {}, []],
    ['the retailer spelled otherwise', { retailer: 'BEST-BUY' }, []],
    ['another retailer', { retailer: 'Walmart' }, ['retailer Best Buy, not Walmart']],
    ['another day', { orderDate: '2026-05-04' }, ['date 2026-05-03, not 2026-05-04']],
    ['items in another order', { orderLineItems: [item(550, 1, 'X'), item(1000, 2)] }, []],
    ['an item split', { orderLineItems: [item(1000, 1), item(550, 1), item(1000, 1)] }, []],
    [
      'another quantity',
      { orderLineItems: [item(1000, 3), item(550, 1)] },
      ['line items 1 × $5.50 and 2 × $10.00, not 1 × $5.50 and 3 × $10.00'],
    ],
    [
      'the same sum at other prices',
      { orderLineItems: [item(1275, 2)] },
      ['line items 1 × $5.50 and 2 × $10.00, not 2 × $12.75'],
    ],
    ['what people work on', { buyingGroup: 'other', status: 'paid', notes: 'x' }, []],
  ])('%s', (_, changed, differs) => {
    expect(differencesOf(order, { ...order, ...changed }, false)).toEqual(differs);
  });

  test('several differences are all named', () => {
    const body = { ...order, orderDate: '2026-06-01', retailer: 'Target' };
    expect(differencesOf(order, body, false)).toHaveLength(2);
  });

  test('a day from a moment may be one off, and no further', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 40 }), fc.boolean(), (days, fromMoment) => {
        const body = { ...order, orderDate: addDays(order.orderDate, days) };
        const isSame = differencesOf(order, body, fromMoment).length === 0;
        expect(isSame).toBe(Math.abs(days) <= (fromMoment ? 1 : 0));
      }),
    );
  });

  test.each(['tax', 'shipping', 'discount'])('another %s is said and no difference', (field) => {
    expect(standingOf({ ...order, [field]: 7 })).toMatchObject({
      kind: 'present',
      otherAmounts: true,
    });
  });

  test('amounts that the file lacks are not compared', () => {
    const { tax: _, ...body } = order;
    expect(standingOf(body)).toMatchObject({ kind: 'present', otherAmounts: false });
  });

  test.each([
    ['date', 'orderDate'],
    ['retailer', 'retailer'],
    ['line items', 'orderLineItems'],
  ])('a %s that the service does not show proves nothing', (words, field) => {
    const { [field]: _, ...shown } = order as Record<string, unknown>;
    for (const one of [shown, { ...shown, [field]: null }]) {
      expect(differencesOf(one, order, false)).toEqual([`the service shows no ${words}`]);
    }
  });
});
