import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyingGroupStatuses } from '../../../src/contract/values';
import { type Account, expectError, expectInvalid, openAccount } from './account';
import type { Fields, Order } from './kinds';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

let parcels = 0;
function parcel(): string {
  parcels++;
  return `TBA${String(300_000_000_000 + parcels)}`;
}

const shipment = ({ retailer, orderNumber }: Order, trackingNumber = parcel()) => ({
  retailer,
  orderNumber,
  trackingNumber,
});
const add = (...shipments: Fields[]) => account.ask('POST', '/shipments', { shipments });
const read = async ({ id }: Order): Promise<Order> =>
  (await account.ask('GET', `/buying-group-orders/${id}`)).body.data;
const numbers = async (order: Order) =>
  (await read(order)).trackingNumbers.map((one: Order) => one.trackingNumber);

async function expectAdded(count: number, ...shipments: Fields[]) {
  const { status, body } = await add(...shipments);
  expect({ status, body }).toEqual({ status: 200, body: { data: { addedCount: count } } });
}

test('"Response: { data: { addedCount } }, counting the newly added tracking numbers"', async () => {
  const order = await account.order();
  const [first, second] = [parcel(), parcel()];
  await expectAdded(2, shipment(order, first), shipment(order, second));
  expect(await numbers(order)).toEqual([first, second]);
});

test('"TrackingNumber": trackingNumber, carrier, and itemCount null', async () => {
  const order = await account.order();
  await expectAdded(1, shipment(order, '1Z999AA10123456784'));
  expect((await read(order)).trackingNumbers).toEqual([
    { trackingNumber: '1Z999AA10123456784', carrier: 'ups', itemCount: null },
  ]);
});

test.each([
  ['usps', '9400111202555842332669'],
  ['usps', '420221539101026837331000039521'],
  ['usps', 'RB123456785US'],
  ['ups', '1Z5R89390357567127'],
  ['ups', '1z5r89390357567127'],
  ['ups', '1Z 5R8 939 03 5756 7127'],
  ['fedex', '986578788855'],
  ['fedex', '61299998820821171811'],
  ['amazon', 'TBA000000000000'],
  ['ontrac', 'C11031500001879'],
  ['ontrac', 'D10011354453707'],
  ['lasership', '1LS7254123456789'],
  ['lasership', 'LX12345678'],
  ['doordash', 'DD1234567890'],
  ['unknown', '1234567890'],
  ['unknown', 'hello'],
  ['unknown', 'RB123456785GB'],
])('derives the carrier from the number: %s for %s', async (carrier, trackingNumber) => {
  const order = await account.order();
  await expectAdded(1, shipment(order, trackingNumber));
  expect((await read(order)).trackingNumbers[0]).toMatchObject({ trackingNumber, carrier });
});

describe('"Applies to buying group orders only; gift card orders take no tracking numbers"', () => {
  test('nothing matches a gift card order', async () => {
    const order = await account.giftCardOrder();
    expectError(await add(shipment(order)), 404, 'not_found');
    const { body } = await account.ask('GET', `/gift-card-orders/${order.id}`);
    expect(body.data).toEqual(order);
  });
});

describe('"If any shipment matches no order, nothing is added"', () => {
  test.each([0, 1, 49])('at position %d of 50', async (position) => {
    const order = await account.order();
    const shipments = Array.from({ length: 50 }, () => shipment(order));
    shipments[position] = shipment({ retailer: order.retailer, orderNumber: 'no such order' });
    const paths = expectError(await add(...shipments), 404, 'not_found');
    expect(paths).toEqual([`shipments.${position}.orderNumber`]);
    expect(await read(order)).toEqual(order);
  });

  test('names every one that matches nothing', async () => {
    const order = await account.order();
    const wrong = shipment({ ...order, retailer: 'Elsewhere' });
    const paths = expectError(await add(wrong, shipment(order), wrong), 404, 'not_found');
    expect(paths).toEqual(['shipments.0.orderNumber', 'shipments.2.orderNumber']);
  });
});

describe('"matches this order by retailer and order number"', () => {
  test('the number alone is not enough', async () => {
    const order = await account.order({ retailer: 'Best Buy' });
    expectError(await add(shipment({ ...order, retailer: 'Target' })), 404, 'not_found');
    expect(await read(order)).toEqual(order);
  });

  test('surrounding spaces, and the case of the retailer, do not matter', async () => {
    const order = await account.order({ retailer: 'Best Buy' });
    const retailer = ' BEST buy ';
    const trackingNumber = parcel();
    await expectAdded(1, { retailer, orderNumber: ` ${order.orderNumber} `, trackingNumber });
    await expectAdded(0, shipment(order, ` ${trackingNumber} `));
    expect(await numbers(order)).toEqual([trackingNumber]);
  });

  test('the case of the order number matters', async () => {
    const order = await account.order();
    const orderNumber = order.orderNumber.toLowerCase();
    expectError(await add(shipment({ ...order, orderNumber })), 404, 'not_found');
  });

  test('after an update the new retailer and number count', async () => {
    const order = await account.order();
    const moved = { retailer: 'Walmart', orderNumber: `${order.orderNumber}-B` };
    await account.ask('PATCH', `/buying-group-orders/${order.id}`, moved);
    expectError(await add(shipment(order)), 404, 'not_found');
    await expectAdded(1, shipment({ ...order, ...moved }));
  });
});

describe('"Tracking numbers already on an order are skipped, so repeating a request is safe"', () => {
  test('the same request again adds nothing', async () => {
    const order = await account.order();
    const shipments = [shipment(order), shipment(order)];
    await expectAdded(2, ...shipments);
    const before = await read(order);
    await expectAdded(0, ...shipments);
    expect(await read(order)).toEqual(before);
  });

  test('within one request too', async () => {
    const order = await account.order();
    const one = shipment(order);
    await expectAdded(1, one, one, one);
    expect(await numbers(order)).toHaveLength(1);
  });

  test('the new ones among them are added and counted', async () => {
    const order = await account.order();
    const one = shipment(order);
    await expectAdded(1, one);
    await expectAdded(1, one, shipment(order));
    expect(await numbers(order)).toHaveLength(2);
  });

  test('one parcel may contain two orders: the number is added to both', async () => {
    const [one, other] = [await account.order(), await account.order()];
    const trackingNumber = parcel();
    await expectAdded(2, shipment(one, trackingNumber), shipment(other, trackingNumber));
    expect(await numbers(one)).toEqual([trackingNumber]);
    expect(await numbers(other)).toEqual([trackingNumber]);
  });

  test('many at once add it once', async () => {
    const order = await account.order();
    const one = shipment(order);
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(one)));
    const added = answers.map(({ body }) => body.data.addedCount);
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await numbers(order)).toEqual([one.trackingNumber]);
  });
});

describe('"Buying group orders in purchased move to shipped"', () => {
  test('and nothing else of the order changes', async () => {
    const order = await account.order();
    const trackingNumber = parcel();
    await expectAdded(1, shipment(order, trackingNumber));
    expect(await read(order)).toEqual({
      ...order,
      status: 'shipped',
      trackingNumbers: [{ trackingNumber, carrier: 'amazon', itemCount: null }],
    });
  });

  test.each(buyingGroupStatuses.filter((status) => status !== 'purchased'))(
    'one in %s gets the number and keeps its status',
    async (status) => {
      const order = await account.order({ status });
      await expectAdded(1, shipment(order));
      expect((await read(order)).status).toBe(status);
    },
  );

  test('"a shipment in the request matches this order": even with a number that it already has', async () => {
    const order = await account.order();
    const one = shipment(order);
    await expectAdded(1, one);
    await account.ask('PATCH', `/buying-group-orders/${order.id}`, { status: 'purchased' });
    await expectAdded(0, one);
    expect((await read(order)).status).toBe('shipped');
  });

  test('"and the whole request is accepted": not otherwise', async () => {
    const order = await account.order();
    await add(shipment(order), shipment({ ...order, orderNumber: 'none' }));
    expect((await read(order)).status).toBe('purchased');
  });
});

test('tracking numbers survive an update of their order', async () => {
  const order = await account.order();
  const trackingNumber = parcel();
  await expectAdded(1, shipment(order, trackingNumber));
  const change = { orderLineItems: [{ unitPrice: 5 }], retailer: 'Target' };
  await account.ask('PATCH', `/buying-group-orders/${order.id}`, change);
  expect(await numbers(order)).toEqual([trackingNumber]);
});

describe('"shipments has 1 to 50 elements"', () => {
  test('fifty are accepted', async () => {
    const order = await account.order();
    await expectAdded(50, ...Array.from({ length: 50 }, () => shipment(order)));
    expect(await numbers(order)).toHaveLength(50);
  });

  test('none and fifty-one yield 400', async () => {
    const order = await account.order();
    expectInvalid(await add(), 'shipments');
    expectInvalid(await add(...Array.from({ length: 51 }, () => shipment(order))), 'shipments');
    expect(await read(order)).toEqual(order);
  });
});

describe('the body is { shipments: [ { retailer, orderNumber, trackingNumber } ] }', () => {
  test.each(['retailer', 'orderNumber', 'trackingNumber'])(
    'without %s it yields 400',
    async (field) => {
      const { [field]: _, ...others }: Fields = shipment(await account.order());
      expectInvalid(await add(others), `shipments.0.${field}`);
    },
  );

  test.each<[string, unknown]>([
    ['retailer', 5],
    ['retailer', ''],
    ['orderNumber', null],
    ['orderNumber', ' '],
    ['trackingNumber', 9_400_111_202],
    ['trackingNumber', '  '],
    ['trackingNumber', 'a\u0000b'],
    ['itemCount', 1],
    ['carrier', 'ups'],
  ])('%s: %j yields 400 with its path, and nothing is added', async (field, value) => {
    const order = await account.order();
    const answer = await add(shipment(order), { ...shipment(order), [field]: value });
    expectInvalid(answer, `shipments.1.${field}`);
    expect(await read(order)).toEqual(order);
  });

  test('the path of the position is a number: shipments.3.trackingNumber', async () => {
    const order = await account.order();
    const bad = { ...shipment(order), trackingNumber: 5 };
    const good = () => shipment(order);
    expectInvalid(await add(good(), good(), good(), bad), 'shipments.3.trackingNumber');
  });

  test('"Unknown fields are rejected"', async () => {
    const one = shipment(await account.order());
    const body = { shipments: [one], notify: true };
    expectInvalid(await account.ask('POST', '/shipments', body), 'notify');
    expectInvalid(await account.ask('POST', '/shipments?dry=1', { shipments: [one] }), 'dry');
  });
});
