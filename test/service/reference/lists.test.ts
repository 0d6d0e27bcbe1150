import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buyingGroupStatuses,
  carriers,
  giftCardStatuses,
  rewardTypes,
  sources,
} from '../../../src/contract/values';
import { type Account, type Answer, expectInvalid, openAccount } from './account';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

const lists = ['/buying-group-orders', '/gift-card-orders', '/credit-cards'];

async function readAll(path: string): Promise<Answer['body'][]> {
  const rows: Answer['body'][] = [];
  for (;;) {
    const { body } = await account.ask('GET', `${path}?limit=7&offset=${rows.length}`);
    rows.push(...body.data);
    if (body.data.length === 0 || rows.length >= body.pagination.totalCount) return rows;
  }
}

describe.each(lists)('GET %s', (path) => {
  const list = (query: string) => account.ask('GET', `${path}${query}`);

  test('"list responses carry data (array) and pagination"', async () => {
    const { status, body } = await list('');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data', 'pagination']);
    expect(Array.isArray(body.data)).toBe(true);
  });

  test('"Pagination object: limit (integer), offset (integer), totalCount (integer)"', async () => {
    const { pagination } = (await list('?limit=2&offset=1')).body;
    expect(pagination).toEqual({ limit: 2, offset: 1, totalCount: expect.any(Number) });
    expect(Number.isInteger(pagination.totalCount)).toBe(true);
  });

  test('"limit (integer 1-100, default 25), offset (integer >= 0, default 0)": the defaults', async () => {
    const { data, pagination } = (await list('')).body;
    expect(pagination).toMatchObject({ limit: 25, offset: 0 });
    expect(data).toHaveLength(Math.min(25, pagination.totalCount));
  });

  test.each(['1', '100'])('limit=%s is accepted', async (limit) => {
    const { status, body } = await list(`?limit=${limit}`);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(Math.min(Number(limit), body.pagination.totalCount));
  });

  test.each([
    '0',
    '101',
    '-1',
    '1.5',
    'ten',
    '',
    '1e1',
    '0x10',
    '%2B5',
    '5%20',
    '99999999999999999999',
  ])('limit=%s yields 400 with its path', async (limit) => {
    expectInvalid(await list(`?limit=${limit}`), 'limit');
  });

  test.each(['-1', '1.5', 'x', '', '1e3', '99999999999999999999'])(
    'offset=%s yields 400 with its path',
    async (offset) => {
      expectInvalid(await list(`?offset=${offset}`), 'offset');
    },
  );

  test('an offset beyond the end is an empty page', async () => {
    const { status, body } = await list('?offset=9007199254740991');
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(body.pagination.offset).toBe(9_007_199_254_740_991);
  });

  test.each(['status=purchased', 'Limit=5', 'page=2', 'limit[]=5', '__proto__=1'])(
    '"Unknown query parameters are rejected with 400": %s',
    async (query) => {
      expectInvalid(await list(`?${query}`), query.split('=')[0] ?? '');
    },
  );

  test('reports everything that is wrong with a query at once', async () => {
    expectInvalid(await list('?limit=0&offset=-1&color=red'), 'limit', 'offset', 'color');
  });

  test('a parameter given twice is ambiguous and yields 400', async () => {
    expectInvalid(await list('?limit=1&limit=2'), 'limit');
  });

  test('"raise offset by limit until it reaches totalCount": every row once', async () => {
    const rows = await readAll(path);
    const { totalCount } = (await list('?limit=1')).body.pagination;
    expect(rows).toHaveLength(totalCount);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(totalCount);
  });

  test('returns the same order every time', async () => {
    expect(await readAll(path)).toEqual(await readAll(path));
  });
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const isCents = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isDay = (value: string) => new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);
const textOrNull = (value: unknown) => value === null || typeof value === 'string';

const sharedMembers = [
  ...['id', 'source', 'orderDate', 'orderTime', 'retailer', 'orderNumber', 'retailerAccount'],
  ...['subtotal', 'shipping', 'tax', 'discount', 'total', 'creditCardId', 'subCreditCardId'],
  ...['cardEarnRate', 'notes', 'cashback', 'createdAt', 'expectedPayout'],
];

describe.each([
  [
    '/buying-group-orders',
    [...sharedMembers, 'buyingGroup', 'status', 'trackingNumbers', 'orderLineItems'],
  ],
  ['/gift-card-orders', [...sharedMembers, 'platform', 'status', 'orderLineItems']],
])('every order of %s', (path, members) => {
  let orders: Answer['body'][];
  beforeAll(async () => {
    orders = await readAll(path);
  });

  test('"All fields above are required members of the response", and there are no others', () => {
    for (const order of orders) expect(Object.keys(order).sort()).toEqual([...members].sort());
  });

  test('"id: string, uuid; source: how the order was created"', () => {
    for (const { id, source } of orders) {
      expect(id).toMatch(uuid);
      expect(sources).toContain(source);
    }
  });

  test('"Dates are YYYY-MM-DD. Times are HH:mm or HH:mm:ss"', () => {
    for (const { orderDate, orderTime, createdAt } of orders) {
      expect(isDay(orderDate)).toBe(true);
      if (orderTime !== null) expect(orderTime).toMatch(/^\d\d:\d\d(:\d\d)?$/);
      expect(new Date(createdAt).toISOString()).toBe(createdAt);
    }
  });

  test('"Money is an integer number of cents"', () => {
    for (const order of orders) {
      const { subtotal, shipping, tax, discount, total, expectedPayout } = order;
      for (const amount of [subtotal, shipping, tax, discount, total, expectedPayout]) {
        expect(isCents(amount)).toBe(true);
      }
    }
  });

  test('"subtotal: sum of line items; total: subtotal + shipping + tax - discount; expectedPayout: sum of the line items\' expected payouts"', () => {
    for (const { orderLineItems, ...order } of orders) {
      const sum = (field: string) =>
        orderLineItems.reduce(
          (total: number, item: Answer['body']) => total + item[field] * item.quantity,
          0,
        );
      expect(order.subtotal).toBe(sum('unitPrice'));
      expect(order.expectedPayout).toBe(sum('expectedUnitPayout'));
      expect(order.total).toBe(order.subtotal + order.shipping + order.tax - order.discount);
    }
  });

  test('"retailerAccount, notes, orderNumber: string or null; cardEarnRate: number, up to 3 decimal places"', () => {
    for (const { retailerAccount, notes, orderNumber, cardEarnRate } of orders) {
      expect([retailerAccount, notes, orderNumber].every(textOrNull)).toBe(true);
      expect(Number(cardEarnRate.toFixed(3))).toBe(cardEarnRate);
    }
  });

  test('"Cashback or null": platform, status, rewardType, rewardAmount', () => {
    const cashbacks = orders.map(({ cashback }) => cashback).filter((one) => one !== null);
    for (const cashback of cashbacks) {
      expect(Object.keys(cashback)).toEqual(['platform', 'status', 'rewardType', 'rewardAmount']);
      expect(rewardTypes).toContain(cashback.rewardType);
      expect(['number', 'object']).toContain(typeof cashback.rewardAmount);
    }
    expect(cashbacks.length).toBeGreaterThan(0);
    expect(cashbacks.length).toBeLessThan(orders.length);
  });

  test('"creditCardId" is a card of the list, "subCreditCardId" one of that card\'s sub-cards', async () => {
    const cards = new Map((await readAll('/credit-cards')).map((card) => [card.id, card]));
    for (const { creditCardId, subCreditCardId } of orders) {
      if (creditCardId === null) expect(subCreditCardId).toBeNull();
      else if (subCreditCardId !== null) {
        const subCards = cards.get(creditCardId).subCards;
        expect(subCards.map(({ id }: { id: string }) => id)).toContain(subCreditCardId);
      }
    }
  });

  test('"Redemption codes are never returned"', () => {
    expect(JSON.stringify(orders)).not.toContain('redemption');
  });
});

test('"status: see States and transitions": the ten values of a buying group order', async () => {
  for (const { status } of await readAll('/buying-group-orders')) {
    expect(buyingGroupStatuses).toContain(status);
  }
});

test('"status: see States and transitions": the six values of a gift card order', async () => {
  for (const { status } of await readAll('/gift-card-orders')) {
    expect(giftCardStatuses).toContain(status);
  }
});

test('"LineItem: id, description, model, unitPrice, quantity, expectedUnitPayout"', async () => {
  for (const { orderLineItems } of await readAll('/buying-group-orders')) {
    for (const item of orderLineItems) {
      expect(Object.keys(item)).toEqual([
        ...['id', 'description', 'model', 'unitPrice', 'quantity', 'expectedUnitPayout'],
      ]);
      expect([item.description, item.model].every(textOrNull)).toBe(true);
      expect([item.unitPrice, item.quantity, item.expectedUnitPayout].every(isCents)).toBe(true);
    }
  }
});

test('"gift card line items: … (as in LineItem) and unitValue (integer)"', async () => {
  for (const { orderLineItems } of await readAll('/gift-card-orders')) {
    for (const item of orderLineItems) expect(Number.isInteger(item.unitValue)).toBe(true);
  }
});

test('"TrackingNumber: trackingNumber, carrier, itemCount (integer or null)"', async () => {
  const orders = await readAll('/buying-group-orders');
  const trackingNumbers = orders.flatMap((order) => order.trackingNumbers);
  expect(trackingNumbers.length).toBeGreaterThan(0);
  for (const tracking of trackingNumbers) {
    expect(Object.keys(tracking)).toEqual(['trackingNumber', 'carrier', 'itemCount']);
    expect(carriers).toContain(tracking.carrier);
    expect(tracking.itemCount === null || Number.isInteger(tracking.itemCount)).toBe(true);
  }
});

test('"CreditCard (response object of the list)": its fields, closedAt null while open', async () => {
  const cards = await readAll('/credit-cards');
  for (const card of cards) {
    expect(Object.keys(card)).toEqual([
      ...['id', 'name', 'issuer', 'nickname', 'lastDigits', 'accountOwner', 'annualFee'],
      ...['earnRate', 'openedAt', 'closedAt', 'subCards'],
    ]);
    expect(card.id).toMatch(uuid);
    expect(isCents(card.annualFee)).toBe(true);
    expect(isDay(card.openedAt)).toBe(true);
    expect(card.closedAt === null || isDay(card.closedAt)).toBe(true);
  }
  expect(cards.filter(({ closedAt }) => closedAt !== null)).toHaveLength(1);
});

test('"SubCard: id, cardType, nickname, lastDigits"', async () => {
  const subCards = (await readAll('/credit-cards')).flatMap((card) => card.subCards);
  expect(subCards.length).toBeGreaterThan(0);
  for (const sub of subCards) {
    expect(Object.keys(sub)).toEqual(['id', 'cardType', 'nickname', 'lastDigits']);
  }
});

test('the most recently added order comes first', async () => {
  const { id } = await account.order();
  expect((await account.ask('GET', '/buying-group-orders?limit=1')).body.data[0].id).toBe(id);
  const giftCardOrder = await account.giftCardOrder();
  const [first] = (await account.ask('GET', '/gift-card-orders?limit=1')).body.data;
  expect(first).toEqual(giftCardOrder);
});

test("a new order raises only its own list's totalCount", async () => {
  const counts = () =>
    Promise.all(
      lists.map(async (path) => (await account.ask('GET', path)).body.pagination.totalCount),
    );
  const [orders, giftCards, cards] = await counts();
  await account.order();
  expect(await counts()).toEqual([orders + 1, giftCards, cards]);
  await account.giftCardOrder();
  expect(await counts()).toEqual([orders + 1, giftCards + 1, cards]);
});
