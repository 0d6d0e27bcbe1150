import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buyingGroupStatuses, giftCardStatuses } from '../../src/contract/values';
import { isForMutants, runs } from '../support/tier';
import { type Answer, openSandbox } from './in-process';
import {
  type Kind,
  Model,
  type ModelOrder,
  paths,
  type SentFields,
  type SentItem,
  type SentShipment,
  subtotalOf,
} from './model';

/*
 * Random sequences of requests, good and bad, to the service and the model side by side. After each
 * request the responses and the orders they touched are compared, and at the end everything stored.
 */
type Step =
  | { does: 'create'; kind: Kind; fields: SentFields }
  | { does: 'update'; order: number; fields: SentFields }
  | { does: 'ship'; shipments: SentShipment[] }
  | { does: 'garbage'; order: number; fields: object };

// Few numbers and few orders, so that they collide.
const orderNumber = fc.constantFrom('A-1', ' A-1 ', 'B-2', 'C-3', 'c-3', 'NO-PURCHASE-1');
const cents = fc.oneof(fc.constantFrom(0, 1, 99), fc.integer({ min: 0, max: 1_000_000_000 }));
const quantity = fc.integer({ min: 1, max: 50 });
const newItem = fc.record(
  { unitPrice: cents, quantity, expectedUnitPayout: cents },
  { requiredKeys: ['unitPrice'] },
);
const keptItem = fc.record(
  { of: fc.integer({ min: 0, max: 3 }), unitPrice: cents, quantity, expectedUnitPayout: cents },
  { requiredKeys: ['of'] },
);
const items = (item: fc.Arbitrary<SentItem>) => fc.array(item, { minLength: 1, maxLength: 4 });
const shared = {
  retailer: fc.constantFrom('Best Buy', 'Target'),
  orderNumber,
  shipping: cents,
  tax: cents,
  discount: cents,
};
const kind = fc.constantFrom<Kind>('buying', 'gift');
// The one entered as no purchase, some of the sample's of both kinds, and those created on the way.
const someOrder = fc.constantFrom(0, 1, 12, 90, 155, 163, 164, 165, 166, 167, 168, 500);
// Mostly ones that accept tracking numbers: one that does not undoes the whole request.
const shippedOrder = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(1, 90, 163) },
  { weight: 1, arbitrary: fc.constantFrom(155, 500) },
);
const statuses = giftCardStatuses.filter((status) =>
  (buyingGroupStatuses as readonly string[]).includes(status),
);

const step = fc.oneof(
  fc.record({
    does: fc.constant('create' as const),
    kind,
    fields: fc.record(
      { ...shared, status: fc.constantFrom(...statuses), items: items(newItem) },
      { requiredKeys: ['retailer', 'items'] },
    ),
  }),
  fc.record({
    does: fc.constant('update' as const),
    order: someOrder,
    fields: fc.record(
      {
        ...shared,
        status: fc.constantFrom(...statuses),
        items: items(fc.oneof(newItem, keptItem)),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    does: fc.constant('ship' as const),
    shipments: fc.array(
      fc.record({ order: shippedOrder, trackingNumber: fc.constantFrom('TBA1', 'TBA2', '1Z') }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({
    does: fc.constant('garbage' as const),
    order: someOrder,
    fields: fc.record({ notes: fc.string(), color: fc.jsonValue() }),
  }),
);

function bodyOf(model: Model, order: ModelOrder | undefined, { items, ...fields }: SentFields) {
  return items === undefined ? fields : { ...fields, orderLineItems: model.itemsFor(order, items) };
}

function expectSame(answer: Answer['body'], order: ModelOrder) {
  const { shipping, tax, discount, retailer, orderNumber, status } = order;
  const subtotal = subtotalOf(order.items);
  expect(answer).toMatchObject({
    ...{ id: order.id, retailer, orderNumber, status, shipping, tax, discount, subtotal },
    total: subtotal + shipping + tax - discount,
    expectedPayout: order.items.reduce(
      (sum, item) => sum + item.expectedUnitPayout * item.quantity,
      0,
    ),
    orderLineItems: order.items,
  });
  const trackingNumbers = answer.trackingNumbers ?? [];
  expect(trackingNumbers.map((one: Answer['body']) => one.trackingNumber)).toEqual(
    order.trackingNumbers,
  );
}

async function account() {
  const { ask } = await openSandbox();
  const model = new Model();

  async function readAll(kind: Kind): Promise<Answer['body'][]> {
    const rows: Answer['body'][] = [];
    for (let total = 1; rows.length < total; ) {
      const { body } = await ask('GET', `${paths[kind]}?limit=100&offset=${rows.length}`);
      total = body.pagination.totalCount;
      rows.push(...body.data);
    }
    return rows;
  }
  for (const kind of ['buying', 'gift'] as const) {
    for (const order of (await readAll(kind)).reverse()) model.adopt(kind, order);
  }

  async function create(kind: Kind, fields: SentFields) {
    const wanted = model.create(fields);
    const { status, body } = await ask('POST', paths[kind], {
      orderDate: '2025-11-21',
      [kind === 'gift' ? 'platform' : 'buyingGroup']: 'elsewhere',
      ...bodyOf(model, undefined, fields),
    });
    expect(status).toBe(wanted);
    if (status !== 201) return;
    model.adopt(kind, body.data);
    const made = model.orders.at(-1) as ModelOrder;
    const sent = fields.items?.map((item) => ({ quantity: 1, expectedUnitPayout: 0, ...item }));
    expect(made.items).toMatchObject(sent ?? []);
    expectSame(body.data, made);
  }

  async function update(order: ModelOrder, fields: SentFields) {
    const path = `${paths[order.kind]}/${order.id}`;
    const body = bodyOf(model, order, fields);
    const wanted = model.update(order, fields);
    const answer = await ask('PATCH', path, body);
    expect(answer.status).toBe(wanted);
    const stored = (await ask('GET', path)).body.data;
    if (answer.status === 200) expect(stored).toEqual(answer.body.data);
    // The ids of new line items are up to the service.
    for (const [index, item] of order.items.entries()) {
      if (item.id === '') item.id = stored.orderLineItems[index].id;
    }
    expectSame(stored, order);
  }

  async function ship(shipments: readonly SentShipment[]) {
    const body = shipments.map(({ order, trackingNumber }) => ({
      retailer: model.orders[order]?.retailer ?? 'Nowhere',
      orderNumber: model.orders[order]?.orderNumber ?? 'none',
      trackingNumber,
    }));
    const wanted = model.ship(shipments);
    const answer = await ask('POST', '/shipments', { shipments: body });
    expect(answer.status).toBe(wanted === undefined ? 404 : 200);
    expect(answer.body.data?.addedCount).toBe(wanted);
  }

  async function run(step: Step) {
    if (step.does === 'create') return create(step.kind, step.fields);
    if (step.does === 'ship') return ship(step.shipments);
    const order = model.orders[step.order];
    if (order === undefined) return;
    if (step.does === 'update') return update(order, step.fields);
    const refused = await ask('PATCH', `${paths[order.kind]}/${order.id}`, step.fields);
    expect(refused.status).toBe(400);
  }

  return {
    run,
    async expectAllSame() {
      for (const kind of ['buying', 'gift'] as const) {
        const rows = await readAll(kind);
        const wanted = model.list(kind);
        expect(rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        for (const [index, order] of wanted.entries()) expectSame(rows[index], order);
      }
      const numbers = model.orders.flatMap(({ orderNumber }) => orderNumber ?? []);
      expect(new Set(numbers).size).toBe(numbers.length);
    },
  };
}

test('no sequence of requests puts amounts, numbers or lists out of step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { run, expectAllSame } = await account();
      for (const one of steps) await run(one);
      await expectAllSame();
    }),
    { numRuns: isForMutants ? 60 : runs(60) },
  );
});

test('concurrent requests end as if they had come one after another', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(kind, orderNumber), { minLength: 2, maxLength: 12 }),
      async (creates) => {
        const { ask } = await openSandbox();
        const answers = await Promise.all(
          creates.map(([kind, orderNumber]) =>
            ask('POST', paths[kind], {
              orderDate: '2025-11-21',
              retailer: 'Target',
              [kind === 'gift' ? 'platform' : 'buyingGroup']: 'elsewhere',
              orderNumber,
              orderLineItems: [{ unitPrice: 5 }],
            }),
          ),
        );
        const numbers = new Set(creates.map(([, number]) => number.trim()));
        numbers.delete('NO-PURCHASE-1');
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(numbers.size);
        expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
      },
    ),
    { numRuns: isForMutants ? 30 : runs(30) },
  );
});
