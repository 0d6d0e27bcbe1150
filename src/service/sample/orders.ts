import type { Cashback, TrackingNumber } from '../../contract/responses';
import {
  type BuyingGroupStatus,
  featuredPlatforms,
  type GiftCardStatus,
} from '../../contract/values';
import { dayLength } from '../../lib/days';
import { blankOrder, type Order, type StoredLineItem } from '../rules/order';
import { addUp } from '../rules/write-order';
import type { StoredCard } from '../store/store';
import {
  giftCards,
  payoutBy,
  products,
  retailers,
  sampleGroups,
  trackingNumberOf,
} from './catalog';
import type { Span } from './days';
import type { Chance } from './random';

/** An order's relative position by age: 0 for the oldest, just below 1 for the newest. */
type Age = number;

export interface Making {
  readonly chance: Chance;
  readonly cards: readonly StoredCard[];
  readonly span: Span;
}

function moment({ chance, span: [from, to] }: Making, age: Age) {
  const created = new Date(from + (to - from) * age);
  // Most are entered up to two days late; the last ones on the day itself.
  const late = chance.between(0, 2) * dayLength;
  const ordered = new Date(created.getTime() - (age < 0.98 ? late : 0));
  return { createdAt: created.toISOString(), orderDate: ordered.toISOString().slice(0, 10) };
}

function paidWith({ chance, cards }: Making) {
  const open = cards.filter(({ closedAt }) => closedAt === null);
  if (open.length === 0 || chance.next() < 0.05) {
    return { creditCardId: null, subCreditCardId: null, cardEarnRate: 0 };
  }
  const card = chance.pick(open);
  const sub = card.subCards.length > 0 && chance.next() < 0.4 ? chance.pick(card.subCards) : null;
  return { creditCardId: card.id, subCreditCardId: sub?.id ?? null, cardEarnRate: card.earnRate };
}

function cashback({ chance }: Making, age: Age): Cashback | null {
  if (chance.next() > 0.35) return null;
  const inPoints = chance.next() < 0.3;
  return {
    platform: chance.pick(
      inPoints ? ['rakuten', 'shop_through_chase'] : ['topcashback', 'rakuten'],
    ),
    status: age < 0.5 ? 'paid' : 'pending',
    rewardType: inPoints ? 'points_miles' : 'cashback',
    rewardAmount: age > 0.9 ? null : chance.between(150, 2400),
  };
}

function time({ chance }: Making): string | null {
  if (chance.next() < 0.3) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(chance.between(7, 22))}:${two(chance.between(0, 59))}:${two(chance.between(0, 59))}`;
}

function common(making: Making, age: Age) {
  const { chance } = making;
  return {
    ...blankOrder,
    id: chance.uuid(),
    source: chance.pick(['dashboard', 'extension', 'csv_import', 'email_automation'] as const),
    ...moment(making, age),
    orderTime: time(making),
    retailerAccount: chance.pick([null, 'dana@example.com', 'sam@example.com']),
    ...paidWith(making),
    notes: chance.pick([null, null, null, null, 'Ship to the warehouse', 'Price match']),
    cashback: cashback(making, age),
  };
}

function statusAt(age: Age, chance: Chance, newest: number): BuyingGroupStatus {
  if (age >= newest) return 'purchased';
  if (chance.next() < 0.05) return chance.pick(['cancelled', 'issue']);
  const place = age / newest;
  if (place > 0.8) return 'shipped';
  if (place > 0.65) return chance.pick(['delivered', 'partially_delivered']);
  if (place > 0.5) return chance.pick(['received', 'partially_received']);
  return place > 0.4 ? 'partially_paid' : 'paid';
}

/** A buying group order; from the age `newest` on it is `purchased` and has no tracking number. */
export function makeBuyingGroupOrder(making: Making, age: Age, newest: number): Order {
  const { chance } = making;
  const retailer = chance.pick(retailers);
  const outlet = chance.pick(sampleGroups);
  const lineItems = Array.from({ length: chance.pick([1, 1, 1, 2, 3]) }, (): StoredLineItem => {
    const product = chance.pick(products);
    return {
      id: chance.uuid(),
      description: product.description,
      model: product.model,
      unitPrice: product.price,
      quantity: chance.pick([1, 1, 2, 2, 3, 5]),
      expectedUnitPayout: payoutBy(outlet, product),
      unitValue: 0,
    };
  });
  const goods = addUp(lineItems, { shipping: 0, tax: 0, discount: 0 }).subtotal;
  const status = statusAt(age, chance, newest);
  const sent = status !== 'purchased' && status !== 'cancelled';
  return {
    ...common(making, age),
    kind: 'buyingGroup',
    retailer: retailer.name,
    orderNumber: retailer.orderNumber(chance),
    outlet,
    status,
    lineItems,
    trackingNumbers: sent
      ? Array.from({ length: chance.pick([1, 1, 1, 2]) }, (): TrackingNumber => {
          const carrier = chance.pick(retailer.carriers);
          return {
            trackingNumber: trackingNumberOf(carrier, chance),
            carrier,
            itemCount: chance.pick([null, 1, 2]),
          };
        })
      : [],
    ...addUp(lineItems, {
      shipping: chance.pick([0, 0, 0, 599, 999]),
      tax: chance.pick([0, 0, Math.round(goods * 0.0825)]),
      discount: chance.pick([0, 0, 0, 1000, 2500]),
    }),
  };
}

function giftCardStatusAt(age: Age, chance: Chance): GiftCardStatus {
  if (age > 0.75) return 'purchased';
  if (age > 0.5) return 'submitted';
  if (chance.next() < 0.1) return chance.pick(['cancelled', 'issue']);
  return age > 0.4 ? 'partially_paid' : 'paid';
}

export function makeGiftCardOrder(making: Making, age: Age): Order {
  const { chance } = making;
  const retailer = chance.pick(retailers);
  const lineItems = Array.from({ length: chance.pick([1, 1, 2]) }, (): StoredLineItem => {
    const card = chance.pick(giftCards);
    return {
      id: chance.uuid(),
      description: `${card.brand} gift card`,
      model: null,
      unitPrice: card.price,
      quantity: chance.pick([1, 2, 4, 5]),
      expectedUnitPayout: card.payout,
      unitValue: card.value,
    };
  });
  return {
    ...common(making, age),
    kind: 'giftCard',
    retailer: retailer.name,
    orderNumber: retailer.orderNumber(chance),
    outlet: chance.pick(featuredPlatforms),
    status: giftCardStatusAt(age, chance),
    lineItems,
    trackingNumbers: [],
    ...addUp(lineItems, { shipping: 0, tax: 0, discount: 0 }),
  };
}
