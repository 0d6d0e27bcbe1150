import { describe, expect, test } from 'vitest';
import type { ServiceRefusal } from '../refusal';
import { blankOrder, type Order, type StoredLineItem } from './order';
import { addUp, updateOrder } from './write-order';

const support = { newId: () => 'new', dealFor: () => undefined };
const made = { id: 'order', createdAt: '2026-01-02T03:04:05Z' };

function lineItem(fields: Partial<StoredLineItem>): StoredLineItem {
  const plain = { id: 'a', description: null, model: null, unitPrice: 0, quantity: 1 };
  return { ...plain, expectedUnitPayout: 0, unitValue: 0, ...fields };
}

function refusalOf(work: () => unknown): ServiceRefusal {
  try {
    work();
  } catch (error) {
    return error as ServiceRefusal;
  }
  throw new Error('Nothing was refused');
}

const none = { shipping: 0, tax: 0, discount: 0 };
const largest = Number.MAX_SAFE_INTEGER;

describe('amounts', () => {
  test('add up', () => {
    const items = [lineItem({ unitPrice: 100, quantity: 3, expectedUnitPayout: 110 })];
    expect(addUp(items, { shipping: 5, tax: 7, discount: 2 })).toEqual({
      ...{ subtotal: 300, shipping: 5, tax: 7, discount: 2, total: 310, expectedPayout: 330 },
    });
  });

  test.each([
    ['the total', { unitPrice: largest, quantity: 2 }],
    ['the payout', { expectedUnitPayout: largest, quantity: 2 }],
  ])('are refused if %s can not be exact', (_, fields) => {
    expect(refusalOf(() => addUp([lineItem(fields)], none)).issues).toEqual([
      { path: 'orderLineItems', message: 'The sum of the amounts is too large to store exactly' },
    ]);
  });

  test('are refused if the discount is more than the rest', () => {
    expect(refusalOf(() => addUp([], { ...none, discount: 1 })).issues).toEqual([
      {
        path: 'discount',
        message: 'The discount is more than subtotal, shipping and tax together',
      },
    ]);
    expect(addUp([], none).total).toBe(0);
  });
});

describe('an update', () => {
  const order: Order = {
    ...updateOrder({ ...blankOrder, ...made }, { orderLineItems: [{ unitPrice: 100 }] }, support),
    ...{ creditCardId: 'card', subCreditCardId: 'sub' },
  };

  test.each([
    ['nothing about cards', {}, 'sub'],
    ['the same card', { creditCardId: 'card' }, 'sub'],
    ['another card', { creditCardId: 'other' }, null],
    ['another card with a sub-card', { creditCardId: 'other', subCreditCardId: 'mine' }, 'mine'],
    ['no card', { creditCardId: null }, null],
  ])('with %s leaves the right sub-card', (_, sent, subCard) => {
    expect(updateOrder(order, sent, support).subCreditCardId).toBe(subCard);
  });

  test.each([
    ['its notes', { notes: 'kept' }, true],
    ['the same price', { orderLineItems: [{ id: 'new', unitPrice: 100 }] }, true],
    ['a price', { orderLineItems: [{ id: 'new', unitPrice: 101 }] }, false],
    ['a quantity', { orderLineItems: [{ id: 'new', quantity: 2 }] }, false],
    ['the tax', { tax: 1 }, false],
    ['the shipping', { shipping: 1 }, false],
  ])('of an order entered as no purchase may change %s: %o: %s', (_, sent, isAllowed) => {
    const entered = { ...order, noPurchase: true };
    if (isAllowed) expect(updateOrder(entered, sent, support).noPurchase).toBe(true);
    else expect(refusalOf(() => updateOrder(entered, sent, support)).code).toBe('invalid_input');
  });
});
