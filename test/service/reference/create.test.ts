import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  expectError,
  expectInvalid,
  freshNumber,
  giftCardOrderFields,
  openAccount,
  orderFields,
  unknownId,
} from './account';
import { type Fields, kinds, type Order } from './kinds';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

describe.each(kinds)(
  'creating a $kind',
  ({ path, outlet, foreignOutlet, statuses, create, createOther }) => {
    const fields = (): Fields => (outlet === 'platform' ? giftCardOrderFields() : orderFields());
    const post = (body: unknown) => account.ask('POST', path, body);
    const count = async () =>
      (await account.ask('GET', `${path}?limit=1`)).body.pagination.totalCount;

    /** Refused, with nothing created. */
    async function expectRefused(body: Fields, ...paths: string[]) {
      const before = await count();
      expectInvalid(await post(body), ...paths);
      expect(await count()).toBe(before);
    }

    test('responds with { data }, the created order, which can then be read', async () => {
      const { status, body } = await post(fields());
      expect(status).toBe(201);
      expect(Object.keys(body)).toEqual(['data']);
      const read = await account.ask('GET', `${path}/${body.data.id}`);
      expect(read.body).toEqual(body);
    });

    test('"A created order carries source = api"', async () => {
      expect((await create(account)).source).toBe('api');
    });

    test('keeps every field of the body as it was sent', async () => {
      const [card] = (await account.ask('GET', '/credit-cards')).body.data;
      const item = {
        description: 'd',
        model: 'm',
        unitPrice: 500,
        quantity: 4,
        expectedUnitPayout: 6,
      };
      const sent = {
        ...fields(),
        orderTime: '08:30:15',
        shipping: 10,
        tax: 20,
        discount: 5,
        creditCardId: card.id,
        subCreditCardId: card.subCards[0].id,
        cardEarnRate: 1.5,
        retailerAccount: 'dana@example.com',
        notes: 'gift wrap',
        status: 'issue',
        orderLineItems: [outlet === 'platform' ? { ...item, unitValue: 600 } : item],
      };
      const { status, body } = await post(sent);
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ ...sent, subtotal: 2000, total: 2025, expectedPayout: 24 });
    });

    test('fills in defaults for missing fields: "default 0", null, purchased', async () => {
      const { status, body } = await post(fields());
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        status: 'purchased',
        orderTime: null,
        shipping: 0,
        tax: 0,
        discount: 0,
        creditCardId: null,
        subCreditCardId: null,
        cardEarnRate: 0,
        retailerAccount: null,
        notes: null,
        cashback: null,
      });
    });

    test('null in a nullable field is the same as leaving it out', async () => {
      const empty = { orderTime: null, creditCardId: null, subCreditCardId: null, notes: null };
      expect(await create(account, empty)).toMatchObject(empty);
    });

    test('createdAt is the time of the request', async () => {
      const before = Date.now();
      const { createdAt } = await create(account);
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
    });

    test.each(statuses)('status %s is accepted', async (status) => {
      expect((await create(account, { status })).status).toBe(status);
    });

    test.each(['orderDate', 'retailer', outlet, 'orderLineItems'])(
      'without %s it yields 400',
      async (field) => {
        const { [field]: _, ...others } = fields();
        await expectRefused(others, field);
      },
    );

    test('orderNumber may be missing', async () => {
      const { orderNumber: _, ...others } = fields();
      const one = await post(others);
      const other = await post(others);
      expect([one.status, other.status]).toEqual([201, 201]);
      expect([one.body.data.orderNumber, other.body.data.orderNumber]).toEqual([null, null]);
    });

    test.each([
      ['the same kind', create],
      ['the other kind', createOther],
    ])('"a duplicate order number yields 409": one of %s', async (_, createFirst) => {
      const { orderNumber } = await createFirst(account);
      const before = await count();
      const answer = await post({ ...fields(), orderNumber: `  ${orderNumber} ` });
      expectError(answer, 409, 'duplicate_order_number');
      expect(await count()).toBe(before);
    });

    test('"surrounding spaces trimmed"', async () => {
      const orderNumber = freshNumber();
      expect((await create(account, { orderNumber: ` ${orderNumber}\n` })).orderNumber).toBe(
        orderNumber,
      );
    });

    test('order numbers that differ in case or inner spaces are different', async () => {
      const orderNumber = `${freshNumber()} a`;
      await create(account, { orderNumber });
      await create(account, { orderNumber: orderNumber.toUpperCase() });
      await create(account, { orderNumber: orderNumber.replace(' ', '  ') });
    });

    test.each(['id', 'source', 'total', 'color', 'trackingNumbers', foreignOutlet])(
      '"Unknown fields are rejected in request bodies": %s',
      async (field) => {
        await expectRefused({ ...fields(), [field]: 'x' }, field);
      },
    );

    test('a line item with an id is unknown here', async () => {
      const orderLineItems = [{ id: unknownId, unitPrice: 1 }];
      await expectRefused({ ...fields(), orderLineItems }, 'orderLineItems.0.id');
    });

    test('"1 to 10 items"', async () => {
      const items = (length: number) => Array.from({ length }, () => ({ unitPrice: 1 }));
      expect((await create(account, { orderLineItems: items(10) })).orderLineItems).toHaveLength(
        10,
      );
      await expectRefused({ ...fields(), orderLineItems: items(11) }, 'orderLineItems');
      await expectRefused({ ...fields(), orderLineItems: [] }, 'orderLineItems');
    });

    test('"cardEarnRate: more than 3 decimals are rounded to 3"', async () => {
      expect((await create(account, { cardEarnRate: 1.0005 })).cardEarnRate).toBe(1.001);
    });

    test('"credit card that does not exist yields 404"', async () => {
      const before = await count();
      expectError(await post({ ...fields(), creditCardId: unknownId }), 404, 'not_found');
      expect(await count()).toBe(before);
    });

    test('reports everything that is wrong at once', async () => {
      await expectRefused(
        { orderDate: '2025-02-30', tax: '1', orderLineItems: [{ quantity: 0 }], size: 1 },
        ...['orderDate', 'retailer', outlet, 'tax', 'size'],
        ...['orderLineItems.0.quantity', 'orderLineItems.0.unitPrice'],
      );
    });

    test('text keeps every character: emoji, quotes, line breaks, markup', async () => {
      const notes = `"quotes" 'n' \\ <b>&amp;</b>\r\n\t🎁 é ‮ \u0001`;
      const order: Order = await create(account, { notes });
      expect(order.notes).toBe(notes);
      expect((await account.ask('GET', `${path}/${order.id}`)).body.data.notes).toBe(notes);
    });

    test.each(['a\u0000b', 'half \ud83d'])(
      "text that can't be stored yields 400: %j",
      async (notes) => {
        await expectRefused({ ...fields(), notes }, 'notes');
      },
    );

    test('two at once with one number: one is created, the other yields 409', async () => {
      const body = fields();
      const answers = await Promise.all(Array.from({ length: 8 }, () => post(body)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    });
  },
);

test('"Gift card line item (create): description, model, unitPrice, quantity, unitValue, expectedUnitPayout"', async () => {
  const item = { unitPrice: 9000, quantity: 2, unitValue: -5, expectedUnitPayout: 1 };
  const order = await account.giftCardOrder({ orderLineItems: [item] });
  expect(order.orderLineItems).toEqual([
    { id: expect.any(String), description: null, model: null, ...item },
  ]);
});

test('"unitValue" is an integer, and unknown on a buying group order', async () => {
  const refused = { ...giftCardOrderFields(), orderLineItems: [{ unitPrice: 1, unitValue: 1.5 }] };
  const answer = await account.ask('POST', '/gift-card-orders', refused);
  expectInvalid(answer, 'orderLineItems.0.unitValue');
  const foreign = { ...orderFields(), orderLineItems: [{ unitPrice: 1, unitValue: 1 }] };
  expectInvalid(
    await account.ask('POST', '/buying-group-orders', foreign),
    'orderLineItems.0.unitValue',
  );
});

test('"platform: …, or the identifier of one of the account\'s custom platforms"', async () => {
  expect((await account.giftCardOrder({ platform: 'my-own-buyer' })).platform).toBe('my-own-buyer');
});

test('"A gift card order response carries no buyingGroup and no trackingNumbers"', async () => {
  const order = await account.giftCardOrder();
  expect(order).not.toHaveProperty('buyingGroup');
  expect(order).not.toHaveProperty('trackingNumbers');
});
