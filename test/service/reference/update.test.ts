import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, expectError, expectInvalid, openAccount, unknownId } from './account';
import { type Fields, kinds, updating } from './kinds';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

describe.each(kinds)('updating a $kind', (kind) => {
  const { create, createOther, patch, expectChange, expectUnchanged } = updating(
    () => account,
    kind,
  );
  const { path, outlet } = kind;

  test.each<[string, Fields]>([
    ['orderDate', { orderDate: '2024-02-29' }],
    ['orderTime as HH:mm', { orderTime: '09:15' }],
    ['orderTime as HH:mm:ss', { orderTime: '23:59:59' }],
    ['retailer', { retailer: "Sam's Club & Ünïcode 🎁" }],
    ['shipping, added to the total', { shipping: 599 }],
    ['tax, added to the total', { tax: 250 }],
    ['discount, taken off the total', { discount: 300 }],
    ['cardEarnRate', { cardEarnRate: 2.625 }],
    ['retailerAccount', { retailerAccount: 'a'.repeat(100) }],
    ['notes', { notes: `${'n'.repeat(999)}\n` }],
    [outlet, { [outlet]: 'x'.repeat(100) }],
    ['several at once', { notes: 'both', retailer: 'Target', tax: 1 }],
  ])('"Only the fields sent change": %s', async (_, body) => {
    const order = await create();
    const { shipping = 0, tax = 0, discount = 0 } = body as Record<string, number>;
    const total = order.subtotal + shipping + tax - discount;
    await expectChange(order, body, { ...body, total });
  });

  test('"Success: 200 with { data } (the updated order)"', async () => {
    const { status, body } = await patch(await create(), { notes: 'seen' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data']);
  });

  test('an empty body changes nothing', async () => {
    await expectChange(await create({ notes: 'kept', tax: 5 }), {});
  });

  test.each(kind.statuses)('"any → the value sent": status %s', async (status) => {
    await expectChange(await create({ status: 'paid' }), { status });
  });

  test('"any → the value sent": back again too', async () => {
    const order = await create({ status: 'cancelled' });
    await expectChange(order, { status: 'purchased', notes: 'again' });
  });

  test.each([kind.foreignStatus, 'PURCHASED', '', null, 1])(
    'status %j yields 400',
    async (status) => {
      const order = await create();
      expectInvalid(await patch(order, { status, notes: 'not kept' }), 'status');
      await expectUnchanged(order);
    },
  );

  describe('"Sending null clears a nullable field"', () => {
    test.each<[string, unknown]>([
      ['orderTime', '10:00'],
      ['retailerAccount', 'dana'],
      ['notes', 'something'],
    ])('%s', async (field, value) => {
      const order = await create({ [field]: value });
      await expectChange(order, { [field]: null });
    });

    test.each([
      ...['orderDate', 'retailer', 'orderNumber', 'shipping', 'tax', 'discount', 'cardEarnRate'],
      ...['redemptionCodes', outlet, 'status', 'orderLineItems'],
    ])('but no other: %s yields 400', async (field) => {
      const order = await create();
      expectInvalid(await patch(order, { [field]: null }), field);
      await expectUnchanged(order);
    });
  });

  describe('"The body may not contain fields outside this table"', () => {
    test.each([
      ...['id', 'source', 'subtotal', 'total', 'createdAt', 'expectedPayout', 'cashback'],
      ...['trackingNumbers', 'color', 'Notes', '__proto__', 'constructor', kind.foreignOutlet],
    ])('%s', async (field) => {
      const order = await create();
      expectInvalid(await patch(order, `{"${field}":"x","notes":"not kept"}`), field);
      await expectUnchanged(order);
    });
  });

  test.each<[string, unknown]>([
    ['orderDate', '2025-02-29'],
    ['orderDate', '2025-13-01'],
    ['orderDate', '11/02/2025'],
    ['orderDate', '2025-11-02T10:00:00Z'],
    ['orderDate', 20_251_102],
    ['orderTime', '24:00'],
    ['orderTime', '9:15'],
    ['orderTime', '09:60'],
    ['orderTime', '09:15:60'],
    ['orderTime', '09:15 AM'],
    ['retailer', 7],
    ['retailer', ''],
    ['orderNumber', 'n'.repeat(101)],
    ['orderNumber', '   '],
    ['orderNumber', 12_345],
    ['shipping', -1],
    ['shipping', 1.5],
    ['shipping', '100'],
    ['tax', -1],
    ['tax', 0.1],
    ['tax', 9_007_199_254_740_992],
    ['discount', -1],
    ['discount', true],
    ['creditCardId', 5],
    ['subCreditCardId', {}],
    ['cardEarnRate', -0.001],
    ['cardEarnRate', '2'],
    ['retailerAccount', 'a'.repeat(101)],
    ['notes', 'n'.repeat(1001)],
    ['notes', ['a']],
    [outlet, 'x'.repeat(101)],
    [outlet, ''],
    ['redemptionCodes', {}],
    ['orderLineItems', []],
    ['orderLineItems', {}],
    ['orderLineItems', Array.from({ length: 11 }, () => ({ unitPrice: 1 }))],
  ])('%s: %j yields 400 with its path', async (field, value) => {
    const order = await create();
    expectInvalid(await patch(order, { [field]: value }), field);
    await expectUnchanged(order);
  });

  test('"issues points at each bad field by a dotted path": all of them at once', async () => {
    const order = await create();
    const answer = await patch(order, {
      orderDate: 'soon',
      tax: -5,
      color: 'red',
      orderLineItems: [
        { unitPrice: 1 },
        { unitPrice: 'x', quantity: 0, size: 'XL' },
        { model: 'm' },
      ],
      redemptionCodes: [{ code: 'A' }, { code: 'B'.repeat(51), kind: 'cash', amount: 3 }],
    });
    expectInvalid(
      answer,
      'orderDate',
      'tax',
      'color',
      'orderLineItems.1.unitPrice',
      'orderLineItems.1.quantity',
      'orderLineItems.1.size',
      'orderLineItems.2.unitPrice',
      'redemptionCodes.1.code',
      'redemptionCodes.1.kind',
      'redemptionCodes.1.amount',
    );
    await expectUnchanged(order);
  });

  describe('cardEarnRate', () => {
    test.each([
      [1.0005, 1.001],
      [1.0004, 1],
      [2.6255, 2.626],
      [1.23456789, 1.235],
      [0, 0],
      [4, 4],
    ])('"more than 3 decimals are rounded to 3": %d is kept as %d', async (sent, kept) => {
      await expectChange(await create(), { cardEarnRate: sent }, { cardEarnRate: kept });
    });
  });

  describe('"An order that does not exist yields 404"', () => {
    test.each([unknownId, 'no-uuid', '%00', '1'])('%s', async (id) => {
      expectError(await account.ask('GET', `${path}/${id}`), 404, 'not_found');
      expectError(await account.ask('PATCH', `${path}/${id}`, { notes: 'x' }), 404, 'not_found');
    });

    test('an order of the other kind yields 404 here too', async () => {
      const { id } = await createOther();
      expectError(await account.ask('GET', `${path}/${id}`), 404, 'not_found');
      expectError(await account.ask('PATCH', `${path}/${id}`, { notes: 'x' }), 404, 'not_found');
      expect((await account.ask('GET', `${kind.other}/${id}`)).body.data.notes).toBeNull();
    });
  });

  test('a query string on it yields 400', async () => {
    const order = await create();
    expectInvalid(await account.ask('GET', `${path}/${order.id}?expand=1`), 'expand');
    expectInvalid(
      await account.ask('PATCH', `${path}/${order.id}?dry=1`, { tax: -1 }),
      'dry',
      'tax',
    );
  });
});
