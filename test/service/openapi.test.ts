import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openapiText } from '../../scripts/openapi-document';
import { routes } from '../../src/contract/routes';
import { projectFolder } from '../support/project';
import {
  type Account,
  type Answer,
  giftCardOrderFields,
  openAccount,
  orderFields,
  unknownId,
} from './reference/account';

const text = readFileSync(`${projectFolder}docs/openapi.json`, 'utf8');
const description = JSON.parse(text);

/** The service's own enum values are known; a client must let others pass. */
const knownValues = {
  keyword: 'x-known-values',
  validate: (values: readonly unknown[], value: unknown) => values.includes(value),
};
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
addFormats.default(ajv);
ajv.addKeyword(knownValues);
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'openapi', components: description.components }, undefined, undefined, false);

function check(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `openapi#${pointer}` });
}
const schemaAt = (name: string) => check(`/components/schemas/${name}`);

/** The check for the response that the description gives for this request. */
function answerCheck(method: string, path: string, status: number): ValidateFunction {
  const template = path.replace(/\?.*/, '').replace(/(-orders\/).+/, '$1{id}');
  const { responses } = description.paths[template][method.toLowerCase()];
  const described = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  expect(described, `${method} ${path} ${status} is described`).toBeDefined();
  return ajv.compile(
    JSON.parse(
      JSON.stringify(described.content['application/json'].schema).replaceAll('"#/', '"openapi#/'),
    ),
  );
}

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

async function expectDescribed(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await account.ask(method, path, body);
  const valid = answerCheck(method, path, answer.status);
  valid(answer.body);
  expect(valid.errors ?? []).toEqual([]);
  return answer;
}

test('docs/openapi.json is what npm run openapi writes', () => {
  expect(text).toBe(openapiText());
});

test('describes every route of the contract and no other', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const mounted = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual(mounted.sort());
});

describe('what is served is valid against it, by a validator that is not zod', () => {
  test.each(['/buying-group-orders', '/gift-card-orders', '/credit-cards'])(
    'GET %s',
    async (path) => {
      let offset = 0;
      for (let total = 1; offset < total; offset += 100) {
        const { body } = await expectDescribed('GET', `${path}?limit=100&offset=${offset}`);
        total = body.pagination.totalCount;
      }
      expect(offset).toBeGreaterThan(0);
      await expectDescribed('GET', `${path}?limit=0`);
    },
  );

  test.each([
    ['/buying-group-orders', orderFields],
    ['/gift-card-orders', giftCardOrderFields],
  ])('creating, reading and updating at %s', async (path, fields) => {
    const made = await expectDescribed('POST', path, fields());
    const one = `${path}/${made.body.data.id}`;
    await expectDescribed('GET', one);
    expect((await expectDescribed('PATCH', one, { notes: null, tax: 5 })).status).toBe(200);
    expect((await expectDescribed('PATCH', one, { color: 1 })).status).toBe(400);
    expect((await expectDescribed('PATCH', one, '{')).status).toBe(400);
    expect((await expectDescribed('GET', `${path}/${unknownId}`)).status).toBe(404);
    const { orderNumber } = await account.order();
    expect((await expectDescribed('PATCH', one, { orderNumber })).status).toBe(409);
  });

  test('adding shipments', async () => {
    const { retailer, orderNumber } = await account.order();
    const shipment = { retailer, orderNumber, trackingNumber: '1Z999AA10123456784' };
    const body = { shipments: [shipment] };
    expect((await expectDescribed('POST', '/shipments', body)).status).toBe(200);
    expect((await expectDescribed('POST', '/shipments', { shipments: [] })).status).toBe(400);
    const unmatched = { shipments: [{ ...shipment, orderNumber: 'none' }] };
    expect((await expectDescribed('POST', '/shipments', unmatched)).status).toBe(404);
  });
});

describe('it rejects what the service refuses as invalid_request, and accepts what it accepts', () => {
  test.each<[string, object]>([
    ['an unknown field', { color: 'red' }],
    ['a day that does not exist', { orderDate: '2025-02-29' }],
    ['a time that does not exist', { orderTime: '24:00' }],
    ['cents with a fraction', { tax: 1.5 }],
    ['cents below zero', { shipping: -1 }],
    ['null where there is none', { retailer: null }],
    ['a long text', { notes: 'n'.repeat(1001) }],
    ['an unknown status', { status: 'lost' }],
    ['no line items', { orderLineItems: [] }],
    ['eleven line items', { orderLineItems: Array.from({ length: 11 }, () => ({ unitPrice: 1 })) }],
    ['an unknown member of a code', { redemptionCodes: [{ code: 'A', amount: 5 }] }],
  ])('%s', async (_, fields) => {
    const valid = schemaAt('BuyingGroupOrderUpdateBody');
    const { id } = await account.order();
    const refused = await account.ask('PATCH', `/buying-group-orders/${id}`, fields);
    expect(refused.body.error.code).toBe('invalid_request');
    expect(valid(fields)).toBe(false);
    const taken = { notes: 'n', tax: 5, status: 'paid', orderLineItems: [{ unitPrice: 1 }] };
    expect((await account.ask('PATCH', `/buying-group-orders/${id}`, taken)).status).toBe(200);
    expect(valid(taken)).toBe(true);
  });
});

test('finds a field that is missing or has the wrong type', async () => {
  const valid = schemaAt('BuyingGroupOrderResponse');
  const data = await account.order();
  expect(valid({ data })).toBe(true);
  for (const field of Object.keys(data)) {
    const { [field]: _, ...others } = data;
    expect(valid({ data: others }), `without ${field}`).toBe(false);
    expect(valid({ data: { ...data, [field]: [[]] } }), `${field} of another type`).toBe(false);
  }
});
