import { invalidRequest } from '../refusal';
import type { Amounts, LineItem } from './order';

type Entered = Pick<Amounts, 'shipping' | 'tax' | 'discount'>;

/**
 * The amounts that follow from others, in cents: `subtotal` is the sum of the line items, `total`
 * is subtotal + shipping + tax − discount and at least 0, `expectedPayout` is the sum of the line
 * items' expected payouts. Refuses what integer cents could not hold exactly.
 */
export function addUp(lineItems: readonly LineItem[], entered: Entered): Amounts {
  const sum = (price: (item: LineItem) => number) =>
    lineItems.reduce((total, item) => total + price(item) * item.quantity, 0);
  const { shipping, tax, discount } = entered;
  const subtotal = sum((item) => item.unitPrice);
  const expectedPayout = sum((item) => item.expectedUnitPayout);
  const beforeDiscount = subtotal + shipping + tax;
  if (!Number.isSafeInteger(beforeDiscount) || !Number.isSafeInteger(expectedPayout)) {
    throw invalidRequest([
      { path: 'orderLineItems', message: 'The amounts add up to more than can be kept exactly' },
    ]);
  }
  if (discount > beforeDiscount) {
    throw invalidRequest([
      {
        path: 'discount',
        message: 'The discount is more than subtotal, shipping and tax together',
      },
    ]);
  }
  return { subtotal, shipping, tax, discount, total: beforeDiscount - discount, expectedPayout };
}
