import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import * as bodies from '../../src/contract/bodies';
import {
  type ContractField,
  cardFields,
  type FieldType,
  fieldsOfKind,
  lineItemFields,
  orderFields,
  trackingNumberFields,
} from '../../src/contract/fields';
import * as responses from '../../src/contract/responses';
import { featuredBuyingGroups, featuredPlatforms } from '../../src/contract/values';
import { openSandbox } from './in-process';

type Shape = Readonly<Record<string, ZodType>>;
const names = (fields: readonly ContractField[]) => fields.map(({ field }) => field).sort();
const all: readonly ContractField[] = [...orderFields, ...cardFields];
const membersOf = (name: string) => all.find(({ field }) => field === name)?.of ?? [];

const kinds = [
  {
    noun: 'orders',
    path: '/buying-group-orders',
    response: responses.buyingGroupOrder,
    item: responses.lineItem,
    create: bodies.buyingGroupOrderCreate,
    update: bodies.buyingGroupOrderUpdate,
    itemCreate: bodies.lineItemCreate,
    itemUpdate: bodies.lineItemUpdate,
    group: featuredBuyingGroups[0],
  },
  {
    noun: 'giftcards',
    path: '/gift-card-orders',
    response: responses.giftCardOrder,
    item: responses.giftCardLineItem,
    create: bodies.giftCardOrderCreate,
    update: bodies.giftCardOrderUpdate,
    itemCreate: bodies.giftCardLineItemCreate,
    itemUpdate: bodies.giftCardLineItemUpdate,
    group: featuredPlatforms[0],
  },
] as const;

/** For each type a value that a schema of it takes, and one that it doesn't. */
const samples: Readonly<Record<FieldType, readonly [good: unknown, bad: unknown]>> = {
  text: ['Dock B', 1],
  id: ['A-1', 1],
  trackingNumber: ['1Z1', 1],
  money: [1999, 19.99],
  count: [2, 2.5],
  integer: [2, 2.5],
  rate: [1.5, '1.5'],
  reward: [1.5, '1.5'],
  date: ['2025-11-20', 20_251_120],
  time: ['14:05', 1405],
  moment: ['2025-11-20T14:05:00.000Z', 1405],
  status: ['paid', 1],
  card: ['7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01', 1],
  group: ['bfmr', 1],
  object: [null, 'text'],
  list: [[], 'text'],
};
/** Codes are sent and never shown. */
const withoutCodes = ({ redemptionCodes: _, ...shape }: Shape): Shape => shape;
const takes = (schema: ZodType | undefined, value: unknown) => schema?.safeParse(value).success;

function expectShape(fields: readonly ContractField[], shape: Shape): void {
  expect(Object.keys(shape).sort()).toEqual(names(fields));
  for (const { field, type } of fields) {
    // A body has at least one line item.
    if (type !== 'list')
      expect([field, takes(shape[field], samples[type][0])]).toEqual([field, true]);
    expect([field, takes(shape[field], samples[type][1])]).toEqual([field, false]);
  }
}

describe.each(kinds)('the table has the fields of the schemas: $noun', (kind) => {
  const fields = fieldsOfKind(orderFields, kind.noun);
  const items = fieldsOfKind(lineItemFields, kind.noun);

  test('in responses', () => {
    expectShape(fields, kind.response.shape);
    expectShape(items, kind.item.shape);
  });

  test('in bodies', () => {
    const ever = ({ written, flag }: ContractField) => (written ?? flag) !== undefined;
    const atCreation = (one: ContractField) => ever(one) && one.written !== 'update';
    expectShape(fields.filter(atCreation), withoutCodes(kind.create.shape));
    expectShape(fields.filter(ever), withoutCodes(kind.update.shape));
    expectShape(items.filter(atCreation), kind.itemCreate.shape);
    expectShape(items.filter(ever), kind.itemUpdate.shape);
  });

  test('null clears a field in both or in neither', () => {
    const cleared = Object.entries(withoutCodes(kind.update.shape)).flatMap(([field, schema]) =>
      takes(schema, null) ? [field] : [],
    );
    expect(cleared.sort()).toEqual(names(fields.filter(({ nullable }) => nullable)));
  });
});

test('the table has the fields of tracking numbers, cashback and cards', () => {
  expectShape(trackingNumberFields, responses.trackingNumber.shape);
  expectShape(membersOf('cashback'), responses.cashback.shape);
  expectShape(cardFields, responses.creditCard.shape);
  expectShape(membersOf('subCards'), responses.subCard.shape);
});

describe('the embedded service', () => {
  let sandbox: Awaited<ReturnType<typeof openSandbox>>;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.service.close());

  test('sends the fields of the table', async () => {
    const { ask } = sandbox;
    for (const { noun, path } of kinds) {
      const { body } = await ask('GET', `${path}?limit=100`);
      for (const order of body.data) {
        expect(Object.keys(order).sort()).toEqual(names(fieldsOfKind(orderFields, noun)));
        for (const item of order.orderLineItems) {
          expect(Object.keys(item).sort()).toEqual(names(fieldsOfKind(lineItemFields, noun)));
        }
        for (const one of order.trackingNumbers ?? []) {
          expect(Object.keys(one).sort()).toEqual(names(trackingNumberFields));
        }
        if (order.cashback !== null) {
          expect(Object.keys(order.cashback).sort()).toEqual(names(membersOf('cashback')));
        }
      }
    }
    for (const card of (await ask('GET', '/credit-cards')).body.data) {
      expect(Object.keys(card).sort()).toEqual(names(cardFields));
      for (const one of card.subCards) {
        expect(Object.keys(one).sort()).toEqual(names(membersOf('subCards')));
      }
    }
  });

  test.each(kinds)(
    'keeps every field that can be written: $noun',
    async ({ noun, path, group }) => {
      const { ask } = sandbox;
      const cards = (await ask('GET', '/credit-cards')).body.data as responses.CreditCard[];
      const card = cards.find(({ subCards }) => (subCards?.length ?? 0) > 0);
      const own: Readonly<Record<string, unknown>> = {
        creditCardId: card?.id,
        // Unique in the account.
        orderNumber: noun,
        subCreditCardId: card?.subCards?.[0]?.id,
        [noun === 'orders' ? 'buyingGroup' : 'platform']: group,
      };
      const written = (fields: readonly ContractField[]) =>
        Object.fromEntries(
          fieldsOfKind(fields, noun)
            .filter(({ flag }) => flag !== undefined)
            .map(({ field, type }) => [field, own[field] ?? samples[type][0]]),
        );
      const sent = { ...written(orderFields), orderLineItems: [written(lineItemFields)] };
      const created = await ask('POST', path, sent);
      expect(created.status).toBe(201);
      const { id } = created.body.data;
      expect((await ask('GET', `${path}/${id}`)).body.data).toMatchObject(sent);
      const clearing = Object.fromEntries(
        fieldsOfKind(orderFields, noun).flatMap(({ field, nullable }) =>
          nullable ? [[field, null]] : [],
        ),
      );
      expect((await ask('PATCH', `${path}/${id}`, clearing)).status).toBe(200);
      expect((await ask('GET', `${path}/${id}`)).body.data).toMatchObject(clearing);
    },
  );
});
