import { addDays } from '../../lib/days';
import { blankOrder, type Order } from '../rules/order';
import type { SandboxStore } from '../store/store';
import { sampleCards } from './cards';
import { sampleDeals } from './catalog';
import { daysToMove, movedMoment, movedSpan } from './days';
import { makeBuyingGroupOrder, makeGiftCardOrder } from './orders';
import { chance } from './random';

/** Changing any of these changes the sample account, and with it the files in examples/. */
const sampleSeed = 20_250_801;
const span = ['2025-08-01T14:05:00Z', '2025-10-31T21:40:00Z'] as const;
const buyingGroupOrders = 150;
const giftCardOrders = 12;
/** Orders from this age on are still `purchased`; examples/shipments.csv adds shipments to them. */
const newest = 0.4;

const withoutNumber = new Set([11, 34]);

/** Returned before it was charged, and entered for the record: its amounts stay 0. */
const orderWithoutPurchase: Order = {
  ...blankOrder,
  kind: 'buyingGroup',
  id: '3f6d1a52-8c1b-4c07-9a57-5e0d2b9c7f00',
  source: 'dashboard',
  orderDate: '2025-07-30',
  retailer: 'Best Buy',
  orderNumber: 'NO-PURCHASE-1',
  notes: 'Entered as no purchase',
  createdAt: '2025-07-30T09:00:00.000Z',
  outlet: 'bfmr',
  lineItems: [
    {
      id: '3f6d1a52-8c1b-4c07-9a57-5e0d2b9c7f01',
      description: 'AirPods Pro (2nd generation), handed in for a friend',
      model: 'MTJV3AM/A',
      unitPrice: 0,
      quantity: 1,
      expectedUnitPayout: 19400,
      unitValue: 0,
    },
  ],
  noPurchase: true,
  expectedPayout: 19400,
};

/** The orders of a sample account created on `today` (`YYYY-MM-DD`), oldest first. */
export function sampleOrders(today: string): readonly Order[] {
  const days = daysToMove(today);
  const making = {
    chance: chance(sampleSeed),
    cards: sampleCards(today),
    span: movedSpan(...span, days),
  };
  const ages = (count: number) => Array.from({ length: count }, (_, index) => index / count);
  return [
    {
      ...orderWithoutPurchase,
      orderDate: addDays(orderWithoutPurchase.orderDate, days),
      createdAt: movedMoment(orderWithoutPurchase.createdAt, days),
    },
    ...ages(buyingGroupOrders)
      .map((age) => makeBuyingGroupOrder(making, age, newest))
      .map((order, index) => (withoutNumber.has(index) ? { ...order, orderNumber: null } : order)),
    ...ages(giftCardOrders).map((age) => makeGiftCardOrder(making, age)),
  ];
}

/** Fills an empty database with the sample account, created on `today` (`YYYY-MM-DD`). */
export function fillWithSample({ orders, cards, deals }: SandboxStore, today: string): void {
  for (const card of sampleCards(today)) cards.insert(card);
  for (const deal of sampleDeals) deals.insert(deal);
  for (const order of sampleOrders(today)) orders.insert(order);
}
