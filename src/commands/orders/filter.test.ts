import { expect, test } from 'vitest';
import { filterOrders, type OrderFilter } from './filter';
import { readFilter, readStatuses } from './filter-flags';
import { type AnyOrder, buyingGroupKind, giftCardKind, type OrderKind } from './kinds';

const order = {
  id: '1',
  orderDate: '2026-03-10',
  retailer: 'Best Buy',
  orderNumber: 'BBY01-1',
  retailerAccount: null,
  notes: 'Café pickup',
  status: 'shipped',
  total: 19_998,
  source: 'api',
  buyingGroup: 'bfmr',
  creditCardId: 'card-1',
  trackingNumbers: [{ trackingNumber: '1Z999', carrier: 'ups', itemCount: null }],
  orderLineItems: [{ id: 'a', description: 'Echo Dot', model: 'B09' }],
} as unknown as AnyOrder;
const bare: AnyOrder = { id: '2' };

async function* listed(orders: readonly AnyOrder[]) {
  yield* orders;
}

/** The ids of the orders that pass, and the groups reported as unknown. */
async function filtered(filter: OrderFilter, orders: readonly AnyOrder[], kind = buyingGroupKind) {
  const unknown: string[] = [];
  const ids: string[] = [];
  const passing = filterOrders(listed(orders), filter, kind, (group) => unknown.push(group));
  for await (const { id } of passing) ids.push(id);
  return { ids, unknown };
}

const passes = async (filter: OrderFilter, one = order, kind: OrderKind = buyingGroupKind) =>
  (await filtered(filter, [one], kind)).ids.length === 1;

const status = (...typed: string[]) => ({
  status: readStatuses(typed, '--status', buyingGroupKind.statuses),
});

test.each<[OrderFilter, boolean]>([
  [{ ...status('shipped', 'paid') }, true],
  [{ ...status('paid') }, false],
  [{ group: ['bfmr'] }, true],
  [{ group: ['bfm'] }, false],
  [{ group: ['!bfmr'] }, false],
  [{ group: ['! BFMR'] }, false],
  [{ group: ['!paid_soon'] }, true],
  [{ group: ['bfmr', '!bfmr'] }, false],
  [{ group: ['paid_soon', '!qgcg'] }, false],
  [{ retailer: ['!best'] }, false],
  [{ retailer: [' !best'] }, false],
  [{ group: [' ! bfmr'] }, false],
  [{ retailer: ['!Walmart', '!Target'] }, true],
  [{ retailer: ['buy', '!best'] }, false],
  [{ retailer: ['best'] }, true],
  [{ retailer: ['walmart'] }, false],
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
  [{ search: ['CAFE\u0301'] }, true],
  [{ search: ['echo'] }, true],
  [{ search: ['b09'] }, true],
  [{ search: ['1z999'] }, true],
  [{ search: ['BBY01'] }, true],
  [{ search: ['bfmr'] }, true],
  [{ search: ['card-1'] }, false],
  [status('open'), true],
  [status('unpaid', 'paid'), true],
  [status('!shipped'), false],
  [status('!paid,!issue'), true],
  [status('OPEN,!Shipped'), false],
  [{ group: ['BFMR'] }, true],
  [{ group: ['paid_soon, bfmr'] }, true],
  [{ retailer: ["best-buy's", 'bestbuy'] }, true],
  [{ retailer: ['BEST  BUY!'] }, true],
  [{ retailer: ['target', 'walmart'] }, false],
  [{ search: ['echo', 'b09'] }, true],
  [{ search: ['echo', 'b10'] }, false],
  [{ search: ['cafe pickup'] }, false],
  [{ search: ['&'] }, false],
  [{ minTotal: 19_998, maxTotal: 19_998 }, true],
  [{ minTotal: 19_999 }, false],
  [{ maxTotal: 19_997 }, false],
  [{ ...status('shipped'), retailer: ['walmart'] }, false],
  [{ ...status('shipped'), retailer: ['buy'] }, true],
])('%j', async (filter, expected) => {
  expect(await passes(filter)).toBe(expected);
});

test('filters out an order with only an id instead of failing on it', async () => {
  const filters: OrderFilter[] = [
    { ...status('paid') },
    { group: ['bfmr'] },
    { retailer: ['x'] },
    { since: '2026-01-01' },
    { until: '2026-01-01' },
    { before: '2026-01-01' },
    { source: ['api'] },
    { creditCardId: 'c' },
    { tracking: '1Z' },
    { search: ['x'] },
    { minTotal: 0 },
  ];
  for (const filter of filters) expect(await passes(filter, bare)).toBe(false);
  const others = [{}, { noTracking: true }, { group: ['!bfmr'] }, { retailer: ['!x'] }];
  for (const filter of others) expect(await passes(filter, bare)).toBe(true);
});

test('the group of a gift card order is its platform', async () => {
  const filter = { group: ['card_cash'] };
  expect(await passes(filter, { id: '1', platform: 'card_cash' }, giftCardKind)).toBe(true);
  expect(await passes(filter, { id: '1', buyingGroup: 'card_cash' }, giftCardKind)).toBe(false);
});

const grouped = ['Smith, Jones', 'smith', 'Jones', 'bfmr'].map((buyingGroup, index) => ({
  id: String(index),
  buyingGroup,
}));

test.each([
  [['smith, jones'], ['0'], []],
  [['Smith,bfmr'], ['1', '3'], []],
  [['smith', 'jones'], ['1', '2'], []],
  [['bfmr,mvp_buying_group'], ['3'], []],
  [['Smyth'], [], ['Smyth']],
  [['smith,jonas'], ['1'], ['jonas']],
  [['mvp_buying_group'], [], []],
  [['!smith, jones'], ['1', '2', '3'], []],
  [['!smith,!bfmr'], ['0', '2'], []],
  [['!smyth'], ['0', '1', '2', '3'], ['smyth']],
])('takes the groups %j whole before splitting them', async (group, ids, unknown) => {
  expect(await filtered({ group }, grouped)).toEqual({ ids, unknown });
});

test('a reading that ends early still warns of groups it has not seen', async () => {
  const unknown: string[] = [];
  const reading = filterOrders(
    listed(grouped),
    { group: ['bfmr', 'smoth', 'smith'] },
    buyingGroupKind,
    (one) => unknown.push(one),
  );
  for await (const _ of reading) break;
  expect(unknown).toEqual(['smoth']);
});

test.each([
  ['shiped', 'Did you mean shipped?'],
  ['!opne', 'Did you mean open?'],
])('--status does not take %s', (typed, hint) => {
  try {
    readStatuses([typed], '--status', buyingGroupKind.statuses);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ exitCode: 2, hint: expect.stringContaining(hint) });
  }
});

const read = (flags: object) =>
  readFilter(
    { ...flags },
    {
      today: () => '2026-03-01',
      session: () => Promise.reject(new Error('nothing should be read')),
    },
  );

test('days become dates relative to today, and an age becomes the day the order was made before', async () => {
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

test('takes a card by its id without looking it up', async () => {
  const id = '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01';
  expect(await read({ card: id })).toMatchObject({ creditCardId: id });
});

test('--month narrows the other date filters', async () => {
  expect(await read({ month: '2025-06' })).toMatchObject({
    since: '2025-06-01',
    until: '2025-06-30',
  });
  expect(await read({ month: { monthsBack: 1 }, since: { date: '2026-02-10' } })).toMatchObject({
    since: '2026-02-10',
    until: '2026-02-28',
  });
  expect(await read({ until: { month: { monthsBack: 1 } } })).toMatchObject({
    until: '2026-02-28',
  });
});

test.each([
  [{ since: { date: '2026-02-01' }, until: { date: '2026-01-31' } }, 'is later than --until'],
  [{ minTotal: 200, maxTotal: 100 }, '--min-total $2.00 is more than --max-total $1.00'],
])('%j can match nothing', async (flags, message) => {
  await expect(read(flags)).rejects.toThrow(message);
});

test.each([undefined, null, ''])(
  'an order whose date is %j matches no filter of dates',
  async (orderDate) => {
    const undated = { ...order, orderDate } as unknown as AnyOrder;
    for (const filter of [
      { since: '2000-01-01' },
      { until: '2999-01-01' },
      { before: '2999-01-01' },
    ]) {
      expect(await passes(filter, undated)).toBe(false);
    }
  },
);
