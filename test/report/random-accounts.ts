import fc from 'fast-check';
import type { Scope } from '../../src/insight/report-scope';
import { mirrorOf } from './fixture';
import type { PlainOrder } from './naive';

/** Small accounts with odd orders, for the naive reports and what is written from them. */

export const today = '2026-03-31';
export const scope: Scope = {
  today,
  dayOf: (moment) => moment.slice(0, 10),
  pointThousandths: 1000,
  overdueAfter: () => 30,
  kind: 'all',
};

const order = fc.record({
  group: fc.constantFrom('bfmr', 'mvp', "o'hare"),
  status: fc.constantFrom(
    ...['purchased', 'shipped', 'delivered', 'received', 'issue', 'paid', 'cancelled', 'unheard'],
  ),
  orderDate: fc.constantFrom(
    ...['2025-12-29', '2025-12-30', '2025-12-31', '2026-01-29', '2026-01-30', '2026-02-28'],
    ...['2026-03-01', '2026-03-16', '2026-03-17', '2026-03-31', '2026-04-02'],
  ),
  total: fc.nat(9999),
  shipping: fc.nat(99),
  tax: fc.nat(99),
  discount: fc.nat(99),
  expected: fc.oneof(fc.constant(0), fc.nat(9999)),
  paid: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: -50, max: 9999 })),
  paidOn: fc.constantFrom('2026-01-31', '2026-02-01', '2026-03-30', '2026-03-31'),
  // Two of them are the same number in two spellings.
  trackings: fc.subarray(['1Z1', '1z 1', '940', 'X9', 'x9-'], { maxLength: 2 }),
  earnRate: fc.constantFrom(0, 1, 1.5, 2.625),
  retailer: fc.constantFrom('Amazon', 'Costco'),
});
export const accounts = fc.array(order, { maxLength: 12 }).map((orders): PlainOrder[] =>
  orders.map((one, index) => {
    // A third of them are gift card orders, which have no tracking numbers.
    return { ...one, id: `o${index}`, trackings: index % 3 === 2 ? [] : one.trackings };
  }),
);

export async function mirrorWith(orders: readonly PlainOrder[]): Promise<string> {
  const sent = orders.map((order, index) => {
    const { group, expected, paid: _, paidOn: __, trackings, earnRate, ...one } = order;
    const trackingNumbers = trackings.map((trackingNumber) => ({ trackingNumber }));
    return {
      subtotal: one.total - one.shipping - one.tax + one.discount,
      ...{ ...one, orderNumber: one.id, expectedPayout: expected, cardEarnRate: earnRate },
      ...(index % 3 === 2 ? { platform: group } : { buyingGroup: group, trackingNumbers }),
    };
  });
  const payments = orders.flatMap(({ id: orderId, paid: cents, paidOn }) =>
    cents === 0 ? [] : [{ orderId, cents, paidOn }],
  );
  const lists = {
    orders: sent.filter((_, index) => index % 3 !== 2),
    giftcards: sent.filter((_, index) => index % 3 === 2),
    cards: [],
  };
  return mirrorOf(lists, payments);
}
