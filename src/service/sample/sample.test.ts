import { getTracking } from 'ts-tracking-number';
import { describe, expect, test } from 'vitest';
import { carrierOf } from '../../contract/carriers';
import { inMemory, openDatabase } from '../store/database';
import { createStore } from '../store/store';
import { fillWithSample, sampleOrders } from './account';
import { sampleCards } from './cards';
import { type SampleCarrier, trackingNumberOf } from './catalog';
import { sampleDay } from './days';
import { chance } from './random';
import { seed } from './seed';

test.each<SampleCarrier>(['ups', 'fedex', 'usps', 'amazon', 'ontrac', 'lasership'])(
  'tracking numbers of %s are valid for the carrier',
  (carrier) => {
    const source = chance(1);
    for (let made = 0; made < 100; made++) {
      const trackingNumber = trackingNumberOf(carrier, source);
      expect([trackingNumber, carrierOf(trackingNumber)]).toEqual([trackingNumber, carrier]);
      // The library doesn't know LaserShip's form; for all others it verifies the check digit.
      if (carrier !== 'lasership') expect(getTracking(trackingNumber)).toBeDefined();
    }
  },
);

const daysBefore = (today: string, day: string) =>
  (Date.parse(today) - Date.parse(day)) / 86_400_000;

describe('the sample account', () => {
  test('is the same every time', () => {
    expect(sampleOrders(sampleDay)).toEqual(sampleOrders(sampleDay));
  });

  test.each(['2024-02-29', '2026-03-08', '2026-03-09', '2027-01-01', '2099-12-31'])(
    'created on %s has the same orders and cards, with dates relative to that day',
    (today) => {
      const dateless = (day: string) => [
        ...sampleOrders(day).map(({ orderDate, createdAt, ...rest }) => ({
          ...rest,
          age: daysBefore(day, orderDate),
          entered: daysBefore(day, createdAt),
        })),
        ...sampleCards(day).map(({ openedAt, closedAt, ...rest }) => ({
          ...rest,
          opened: daysBefore(day, openedAt),
          closed: closedAt && daysBefore(day, closedAt),
        })),
      ];
      expect(dateless(today)).toEqual(dateless(sampleDay));
    },
  );

  test('looks like an account in use on the day it is created', () => {
    const orders = sampleOrders('2026-07-04').map((order) => ({
      ...order,
      age: daysBefore('2026-07-04', order.orderDate),
    }));
    expect(Math.min(...orders.map(({ age }) => age))).toBe(0);
    const open = orders.filter(({ status }) => !['paid', 'cancelled'].includes(status));
    expect(open.some(({ age }) => age > 30)).toBe(true);
    const waiting = open.filter(
      ({ kind, status, trackingNumbers }) =>
        kind === 'buyingGroup' && status === 'purchased' && trackingNumbers.length === 0,
    );
    expect(waiting.some(({ age }) => age > 7)).toBe(true);
    expect(waiting.some(({ age }) => age <= 7)).toBe(true);
  });
});

function emptyAccount() {
  return createStore(
    openDatabase(inMemory, (database) => fillWithSample(createStore(database), sampleDay)),
  );
}

describe('seed', () => {
  const amounts = { orders: 300, giftcards: 40, cards: 5 };
  const everything = async (...seeds: number[]) => {
    const store = emptyAccount();
    for (const one of seeds) await seed(store, { ...amounts, seed: one, today: sampleDay });
    return {
      orders: store.orders.page('buyingGroup', { limit: 10_000, offset: 0 }).orders,
      giftCardOrders: store.orders.page('giftCard', { limit: 10_000, offset: 0 }).orders,
      cards: store.cards.page({ limit: 10_000, offset: 0 }),
    };
  };

  test('makes the same data for the same seed, and different data for another seed', async () => {
    const [one, again, other] = [await everything(7), await everything(7), await everything(8)];
    expect(again).toEqual(one);
    expect(other.orders[0]).not.toEqual(one.orders[0]);
    expect(other.cards).toHaveLength(one.cards.length);
  });

  test('adds as many as asked for to what exists', async () => {
    const { orders, giftCardOrders, cards } = await everything(7);
    expect([orders.length, giftCardOrders.length, cards.length]).toEqual([451, 52, 9]);
  });

  test('adds different ones when run again', async () => {
    const { orders, giftCardOrders } = await everything(7, 7, 7);
    const all = [...orders, ...giftCardOrders];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const numbers = all.flatMap(({ orderNumber }) => orderNumber ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('stops between two chunks if the callback throws', async () => {
    const store = emptyAccount();
    const seeding = seed(store, {
      orders: 20_000,
      giftcards: 0,
      cards: 0,
      seed: 1,
      today: sampleDay,
      onMade: () => {
        throw new Error('stop');
      },
    });
    await expect(seeding).rejects.toThrow('stop');
    expect(store.orders.count('buyingGroup')).toBe(5151);
  });
});
