import { expect, test } from 'vitest';
import { valueAt } from '../output/fields';
import { FilterNames, filterOrders } from './filter-orders';
import { filterFlags, readFilter, readStatuses } from './filters';
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

/** What the flags of filters were parsed into. */
type Values = Readonly<Record<string, unknown>>;

const read = (values: Values) =>
  readFilter(values, {
    today: () => '2026-03-01',
    cards: async () => [{ id: 'card-1' }, { id: 'card-2', subCards: [{ id: 'sub-1' }] }],
  });

/** How to filter by these values; what is said of their names goes to `unknown` and `said`. */
async function filtering(values: Values, kind: OrderKind, unknown: string[], said: string[] = []) {
  const names = new FilterNames(await read(values), kind.featured);
  const warning = (text: string) => unknown.push(/"(.*)"/.exec(text)?.[1] ?? '');
  const notices = { warning, notice: (text: string) => said.push(text) };
  return { names, kind, read: valueAt, onEnd: () => names.say(notices, 'group') };
}

/** The ids of the orders that pass, and the groups reported as unknown. */
async function filtered(values: Values, orders: readonly AnyOrder[], kind = buyingGroupKind) {
  const unknown: string[] = [];
  const ids: string[] = [];
  const how = await filtering(values, kind, unknown);
  for await (const { id } of filterOrders<AnyOrder>(listed(orders), how)) ids.push(id);
  return { ids, unknown };
}

const passes = async (values: Values, one = order, kind: OrderKind = buyingGroupKind) =>
  (await filtered(values, [one], kind)).ids.length === 1;

const status = (...typed: string[]) => ({
  status: readStatuses(typed, '--status', buyingGroupKind.statuses),
});

test.each<[Values, boolean]>([
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
  [{ since: { date: '2026-03-10' } }, true],
  [{ since: { date: '2026-03-11' } }, false],
  [{ until: { date: '2026-03-10' } }, true],
  [{ until: { date: '2026-03-09' } }, false],
  [{ olderThan: { date: '2026-03-11' } }, true],
  [{ olderThan: { date: '2026-03-10' } }, false],
  [{ source: ['api'] }, true],
  [{ source: ['dashboard'] }, false],
  [{ card: 'card-1' }, true],
  [{ card: 'card-2' }, false],
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
  const filters: Values[] = [
    { ...status('paid') },
    { group: ['bfmr'] },
    { retailer: ['x'] },
    { since: { date: '2026-01-01' } },
    { until: { date: '2026-01-01' } },
    { olderThan: { date: '2026-01-01' } },
    { source: ['api'] },
    { card: 'card-1' },
    { tracking: '1Z' },
    { search: ['x'] },
    { minTotal: 0 },
  ];
  for (const filter of filters) expect(await passes(filter, bare)).toBe(false);
  const others = [{}, { noTracking: true }, { group: ['!bfmr'] }, { retailer: ['!x'] }];
  for (const filter of others) expect(await passes(filter, bare)).toBe(true);
});

test('the group of a gift card order is its platform', async () => {
  const filter = { platform: ['card_cash'] };
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
  const values = { group: ['bfmr', 'smoth', 'smith'] };
  const how = await filtering(values, buyingGroupKind, unknown);
  const reading = filterOrders(listed(grouped), how);
  for await (const _ of reading) break;
  expect(unknown).toEqual(['smoth']);
});

test.each([
  [{ group: ['BFMR'] }, ['bfmr for "BFMR".'], []],
  [{ group: ['!BFMR,SMITH'] }, ['smith for "SMITH".', 'bfmr for "BFMR".'], []],
  // A spelling that some order has needs no word.
  [{ group: ['Smith', 'bfmr'] }, [], []],
  [{ retailer: ['BEST', '!buy'] }, [], []],
  [{ retailer: ['Best By', '!walmart'] }, [], ['Best By', 'walmart']],
])('what is said of the names of %j: %j %j', async (values, said, unknown) => {
  const names: Record<'said' | 'unknown', string[]> = { said: [], unknown: [] };
  const orders = [...grouped, { id: '9', buyingGroup: 'Smith', retailer: 'Best Buy' }, bare];
  const smiths = [...orders, { id: '8', buyingGroup: 'smith' }];
  const how = await filtering(values, buyingGroupKind, names.unknown, names.said);
  for await (const _ of filterOrders<AnyOrder>(listed(smiths as AnyOrder[]), how));
  expect(names).toEqual({ said, unknown });
});

test('a retailer is found by a part of its name in any spelling, where symbols count', async () => {
  const shop = { id: '1', retailer: 'B & H Photo' };
  for (const [part, expected] of [
    ['b&h', true],
    ['BH', false],
    ['photo', true],
  ] as const) {
    expect(await passes({ retailer: [part] }, shop)).toBe(expected);
  }
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

const words = async (values: Values) => (await read(values)).flatMap(({ words }) => words);

test('says what it leaves, with days relative to today', async () => {
  const days = {
    since: { daysAgo: 7 },
    until: { month: { monthsBack: 1 } },
    olderThan: { daysAgo: 30 },
  };
  expect(await words(days)).toEqual([
    'dated 2026-02-22 or later',
    'dated 2026-02-28 or earlier',
    'dated before 2026-01-30',
  ]);
  expect(await words({ month: { monthsBack: 1 } })).toEqual(['dated in 2026-02']);
  expect(await words({ group: ['bfmr', '!mvp'], search: ['a', 'b'] })).toEqual([
    'group "bfmr"',
    'group not "mvp"',
    'the text "a"',
    'the text "b"',
  ]);
  expect(await words({ ...status('open,!issue'), minTotal: 100_000, noTracking: true })).toEqual([
    'status open',
    'status not issue',
    'no tracking number',
    'a total of at least $1,000.00',
  ]);
  expect(await words({ noTracking: false, search: undefined })).toEqual([]);
});

test('a group is a platform on gift card orders', () => {
  expect(Object.keys(filterFlags(giftCardKind))).toContain('platform');
  expect(Object.keys(filterFlags(giftCardKind))).not.toContain('group');
  expect(Object.keys(filterFlags(buyingGroupKind))).not.toContain('platform');
});

test('a card is looked up only if it is not an id, and a sub-card counts too', async () => {
  const id = '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01';
  const cards = () => Promise.reject(new Error('nothing should be read'));
  expect(await readFilter({ card: id }, { today: () => '2026-03-01', cards })).toHaveLength(1);
  const bySubCard = { id: '3', creditCardId: 'card-2', subCreditCardId: 'sub-1' };
  expect(await passes({ card: 'sub-1' }, bySubCard)).toBe(true);
  expect(await passes({ card: 'sub-1' }, { ...bySubCard, subCreditCardId: null })).toBe(false);
});

test('--month counts with the other filters of dates', async () => {
  const on = (orderDate: string) => ({ ...order, orderDate });
  expect(await passes({ month: '2025-06' }, on('2025-06-01'))).toBe(true);
  expect(await passes({ month: '2025-06' }, on('2025-06-30'))).toBe(true);
  expect(await passes({ month: '2025-06' }, on('2025-07-01'))).toBe(false);
  const late = { month: { monthsBack: 1 }, since: { date: '2026-02-10' } };
  expect(await passes(late, on('2026-02-09'))).toBe(false);
  expect(await passes(late, on('2026-02-10'))).toBe(true);
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
      { since: { date: '2000-01-01' } },
      { until: { date: '2999-01-01' } },
      { olderThan: { date: '2999-01-01' } },
    ]) {
      expect(await passes(filter, undated)).toBe(false);
    }
  },
);
