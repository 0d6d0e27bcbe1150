import { expect, test } from 'vitest';
import { type OrderFilter, readFilter, toPredicate } from './filter';
import type { AnyOrder } from './kinds';
import { buyingGroupKind, giftCardKind } from './kinds';

const order = {
  id: '1',
  orderDate: '2026-03-10',
  retailer: 'Best Buy',
  orderNumber: 'BBY01-1',
  retailerAccount: null,
  notes: 'Café pickup',
  status: 'shipped',
  source: 'api',
  buyingGroup: 'bfmr',
  creditCardId: 'card-1',
  trackingNumbers: [{ trackingNumber: '1Z999', carrier: 'ups', itemCount: null }],
  orderLineItems: [{ id: 'a', description: 'Echo Dot', model: 'B09' }],
} as unknown as AnyOrder;
const bare: AnyOrder = { id: '2' };

const passes = (filter: OrderFilter, one = order) =>
  toPredicate(filter, buyingGroupKind)?.(one) ?? 'unfiltered';

test('without a filter there is no predicate', () => {
  expect(passes({})).toBe('unfiltered');
  expect(passes({ status: undefined, noTracking: false })).toBe('unfiltered');
});

test.each<[OrderFilter, boolean]>([
  [{ status: ['shipped', 'paid'] }, true],
  [{ status: ['paid'] }, false],
  [{ group: ['bfmr'] }, true],
  [{ group: ['bfm'] }, false],
  [{ retailer: 'best' }, true],
  [{ retailer: 'walmart' }, false],
  [{ since: '2026-03-10' }, true],
  [{ since: '2026-03-11' }, false],
  [{ until: '2026-03-10' }, true],
  [{ until: '2026-03-09' }, false],
  [{ before: '2026-03-11' }, true],
  [{ before: '2026-03-10' }, false],
  [{ source: ['api'] }, true],
  [{ source: ['dashboard'] }, false],
  [{ creditCardId: 'card-1' }, true],
  [{ creditCardId: 'card-2' }, false],
  [{ tracking: ' 1z 999 ' }, true],
  [{ tracking: '1Z99' }, false],
  [{ noTracking: true }, false],
  [{ search: 'CAFE\u0301' }, true],
  [{ search: 'echo' }, true],
  [{ search: 'b09' }, true],
  [{ search: '1z999' }, true],
  [{ search: 'BBY01' }, true],
  [{ search: 'bfmr' }, true],
  [{ search: 'card-1' }, false],
  [{ status: ['shipped'], retailer: 'walmart' }, false],
  [{ status: ['shipped'], retailer: 'buy' }, true],
])('%j', (filter, expected) => {
  expect(passes(filter)).toBe(expected);
});

test('an order that holds nothing but its id is filtered out, not stumbled over', () => {
  const filters: OrderFilter[] = [
    { status: ['paid'] },
    { group: ['bfmr'] },
    { retailer: 'x' },
    { since: '2026-01-01' },
    { until: '2026-01-01' },
    { before: '2026-01-01' },
    { source: ['api'] },
    { creditCardId: 'c' },
    { tracking: '1Z' },
    { search: 'x' },
  ];
  for (const filter of filters) expect(passes(filter, bare)).toBe(false);
  expect(passes({ noTracking: true }, bare)).toBe(true);
});

test('the group of a gift card order is its platform', () => {
  const predicate = toPredicate({ group: ['card_cash'] }, giftCardKind);
  expect(predicate?.({ id: '1', platform: 'card_cash' })).toBe(true);
  expect(predicate?.({ id: '1', buyingGroup: 'card_cash' })).toBe(false);
});

const read = (flags: object) =>
  readFilter(
    { ...flags },
    {
      today: () => '2026-03-01',
      session: () => Promise.reject(new Error('nothing is to be read')),
    },
  );

test('days become dates of today, and the age of an order a day before which it was made', async () => {
  const filter = await read({
    since: { daysAgo: 7 },
    until: { date: '2026-02-28' },
    olderThan: { daysAgo: 30 },
  });
  expect(filter).toMatchObject({ since: '2026-02-22', until: '2026-02-28', before: '2026-01-30' });
});

test('a group is a platform on gift card orders', async () => {
  expect(await read({ group: ['bfmr'] })).toMatchObject({ group: ['bfmr'] });
  expect(await read({ platform: ['qgcg'] })).toMatchObject({ group: ['qgcg'] });
});

test('a card by its id is taken as it is', async () => {
  const id = '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01';
  expect(await read({ card: id })).toMatchObject({ creditCardId: id });
});

test.each([
  [{ since: { date: '2026-02-01' }, until: { date: '2026-01-31' } }, 'no day is in between'],
  [{ tracking: '1Z', noTracking: true }, '--tracking and --no-tracking contradict each other'],
])('%j can match nothing', async (flags, message) => {
  await expect(read(flags)).rejects.toThrow(message);
});
