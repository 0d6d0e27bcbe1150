import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, expectError, expectInvalid, openAccount, unknownId } from './account';
import { type Fields, kinds, type Order, updating } from './kinds';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

describe.each(kinds)('line items and amounts of a $kind', (kind) => {
  const { create, patch, stored, expectChange, expectUnchanged } = updating(() => account, kind);

  describe('orderLineItems', () => {
    const twoItems = () =>
      create({
        tax: 100,
        orderLineItems: [
          {
            description: 'first',
            model: 'A',
            unitPrice: 1000,
            quantity: 2,
            expectedUnitPayout: 1100,
          },
          {
            description: 'second',
            model: 'B',
            unitPrice: 500,
            quantity: 1,
            expectedUnitPayout: 510,
          },
        ],
      });

    test('"an item with id updates that line item and keeps the fields omitted"', async () => {
      const order = await twoItems();
      const [first, second] = order.orderLineItems;
      await expectChange(
        order,
        { orderLineItems: [{ id: first.id, quantity: 3 }, { id: second.id }] },
        {
          orderLineItems: [{ ...first, quantity: 3 }, second],
          subtotal: 3500,
          total: 3600,
          expectedPayout: 3810,
        },
      );
    });

    test('"an item without id is new"', async () => {
      const order = await twoItems();
      const [first, second] = order.orderLineItems;
      const fresh = { description: 'third', unitPrice: 10, quantity: 5, expectedUnitPayout: 12 };
      const { body } = await patch(order, {
        orderLineItems: [{ id: first.id }, fresh, { id: second.id }],
      });
      const [kept, made, last] = body.data.orderLineItems;
      expect([kept, last]).toEqual([first, second]);
      expect(made).toMatchObject({ ...fresh, model: null });
      expect([first.id, second.id]).not.toContain(made.id);
      expect(body.data).toMatchObject({ subtotal: 2550, total: 2650, expectedPayout: 2770 });
      expect(await stored(order)).toEqual(body.data);
    });

    test('"existing line items not listed are removed"', async () => {
      const order = await twoItems();
      const [, second] = order.orderLineItems;
      await expectChange(
        order,
        { orderLineItems: [{ id: second.id }] },
        { orderLineItems: [second], subtotal: 500, total: 600, expectedPayout: 510 },
      );
    });

    test('"replaces the whole list": in the order sent', async () => {
      const order = await twoItems();
      const [first, second] = order.orderLineItems;
      const orderLineItems = [second, first];
      const ids = orderLineItems.map(({ id }) => ({ id }));
      await expectChange(order, { orderLineItems: ids }, { orderLineItems });
    });

    test('"An unknown id yields 404"', async () => {
      const order = await twoItems();
      const [first] = order.orderLineItems;
      const orderLineItems = [
        { id: first.id, unitPrice: 1 },
        { id: unknownId, unitPrice: 1 },
      ];
      expectError(await patch(order, { orderLineItems }), 404, 'not_found');
      await expectUnchanged(order);
    });

    test("the id of another order's line item yields 404", async () => {
      const order = await twoItems();
      const [foreign] = (await twoItems()).orderLineItems;
      expectError(await patch(order, { orderLineItems: [{ id: foreign.id }] }), 404, 'not_found');
      await expectUnchanged(order);
    });

    test('a line item listed twice yields 400', async () => {
      const order = await twoItems();
      const [{ id }] = order.orderLineItems;
      expectInvalid(
        await patch(order, { orderLineItems: [{ id }, { id }] }),
        'orderLineItems.1.id',
      );
    });

    test('"1 to 10 items": ten are accepted', async () => {
      const order = await twoItems();
      const orderLineItems = Array.from({ length: 10 }, () => ({ unitPrice: 7 }));
      const { status, body } = await patch(order, { orderLineItems });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ subtotal: 70, total: 170 });
    });

    test.each<[string, unknown]>([
      ['id', 5],
      ['description', 'd'.repeat(201)],
      ['description', null],
      ['model', 'm'.repeat(101)],
      ['unitPrice', -1],
      ['unitPrice', 9.99],
      ['quantity', 0],
      ['quantity', 1.5],
      ['quantity', '2'],
      ['expectedUnitPayout', -1],
      ['trackingNumber', '1Z'],
      ['total', 5],
    ])('"(no other members accepted)" and each within its rules: %s: %j', async (field, value) => {
      const order = await twoItems();
      const orderLineItems = [{ unitPrice: 1 }, { unitPrice: 1, [field]: value }];
      expectInvalid(await patch(order, { orderLineItems }), `orderLineItems.1.${field}`);
      await expectUnchanged(order);
    });

    test('"description max 200, model max 100" are accepted at full length', async () => {
      const item = { description: 'd'.repeat(200), model: 'm'.repeat(100), unitPrice: 0 };
      const { body } = await patch(await twoItems(), { orderLineItems: [item] });
      expect(body.data.orderLineItems[0]).toMatchObject(item);
    });

    test('a new line item without quantity has one; without unitPrice it yields 400', async () => {
      const order = await twoItems();
      const { body } = await patch(order, { orderLineItems: [{ unitPrice: 5 }] });
      expect(body.data.orderLineItems[0]).toMatchObject({ quantity: 1, unitPrice: 5 });
      const refused = await patch(order, { orderLineItems: [{ quantity: 5 }] });
      expectInvalid(refused, 'orderLineItems.0.unitPrice');
    });

    test('amounts beyond exact integers yield 400', async () => {
      const order = await twoItems();
      const orderLineItems = [{ unitPrice: Number.MAX_SAFE_INTEGER, quantity: 2 }];
      expectInvalid(await patch(order, { orderLineItems }), 'orderLineItems');
      await expectUnchanged(order);
    });
  });

  test('"total: integer >= 0": a discount beyond the rest yields 400', async () => {
    const order = await create();
    const most = order.subtotal;
    await expectChange(order, { discount: most }, { discount: most, total: 0 });
    expectInvalid(await patch(order, { discount: most + 1 }), 'discount');
  });
});

describe('"on buying group orders, when omitted the service fills it from current deals when it can, otherwise 0"', () => {
  const payout = (order: Order) =>
    order.orderLineItems.map((item: Order) => item.expectedUnitPayout);

  test('a model with a deal, one without, and none at all', async () => {
    const order = await account.order({
      buyingGroup: 'bfmr',
      orderLineItems: [
        { model: 'NC501', unitPrice: 19_999 },
        { model: 'no such model', unitPrice: 1 },
        { unitPrice: 1 },
        { model: 'NC501', unitPrice: 19_999, expectedUnitPayout: 5 },
      ],
    });
    const [withDeal, ...rest] = payout(order);
    expect(withDeal).toBeGreaterThan(0);
    expect(rest).toEqual([0, 0, 5]);
    expect(order.expectedPayout).toBe(withDeal + 5);
  });

  test('a group without deals pays 0', async () => {
    const order = await account.order({
      buyingGroup: 'my_own_group',
      orderLineItems: [{ model: 'NC501', unitPrice: 19_999 }],
    });
    expect(payout(order)).toEqual([0]);
  });

  test('an existing line item keeps its payout', async () => {
    const order = await account.order({
      orderLineItems: [{ model: 'NC501', unitPrice: 1, expectedUnitPayout: 77 }],
    });
    const [{ id }] = order.orderLineItems;
    const { body } = await account.ask('PATCH', `/buying-group-orders/${order.id}`, {
      orderLineItems: [{ id, unitPrice: 2 }],
    });
    expect(payout(body.data)).toEqual([77]);
  });

  test('not on gift card orders', async () => {
    const order = await account.giftCardOrder({
      orderLineItems: [{ model: 'NC501', unitPrice: 1 }],
    });
    expect(payout(order)).toEqual([0]);
  });
});

/** The sample account's one order that was entered as no purchase. */
const noPurchase = '3f6d1a52-8c1b-4c07-9a57-5e0d2b9c7f00';

describe('"Changing amounts on an order entered as no purchase yields 400 with code invalid_input"', () => {
  let order: Order;
  beforeAll(async () => {
    const { body } = await account.ask('GET', `/buying-group-orders/${noPurchase}`);
    order = body.data;
  });
  const patch = (body: unknown) => account.ask('PATCH', `/buying-group-orders/${order.id}`, body);

  test.each<[string, Fields]>([
    ['shipping', { shipping: 5 }],
    ['tax', { tax: 5 }],
    ['discount', { discount: 5 }],
    ['a new line item', { orderLineItems: [{ unitPrice: 5 }] }],
  ])('%s', async (_, body) => {
    expectError(await patch(body), 400, 'invalid_input');
  });

  test("a line item's price", async () => {
    const [{ id }] = order.orderLineItems;
    expectError(await patch({ orderLineItems: [{ id, unitPrice: 5 }] }), 400, 'invalid_input');
  });

  test('anything else of it may change', async () => {
    const [{ id }] = order.orderLineItems;
    const answer = await patch({ notes: 'x', tax: 0, orderLineItems: [{ id, description: 'y' }] });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ notes: 'x', total: 0 });
    expect(answer.body.data.orderLineItems[0].description).toBe('y');
  });
});
