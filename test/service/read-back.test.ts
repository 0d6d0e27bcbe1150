import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits';
import { openService } from '../../src/service/index';
import { sampleDay } from '../../src/service/sample/days';
import { runs } from '../support/tier';
import { temporaryHome } from '../support/waybill';
import { asker, openSandbox, today } from './in-process';

const kinds = [
  { path: '/buying-group-orders', outlet: 'buyingGroup' },
  { path: '/gift-card-orders', outlet: 'platform' },
] as const;

const largest = Number.MAX_SAFE_INTEGER;
const integer = fc.oneof(fc.constantFrom(0, 1, largest), fc.nat({ max: largest }));
const rate = fc.oneof(
  fc.constantFrom(0, 0.001, 1.5, 1_234_567_890_123.456, 2 ** 53, 1e21, Number.MAX_VALUE),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
);
/** Any text that may be stored, of every length up to the limit. */
const text = (maxLength: number) =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength, size: 'max' })
    .filter((one) => !/[\0\p{Surrogate}]/u.test(one) && one.trim() !== '');
const { length } = limits;

const bodies = fc.record({
  orderDate: fc.constant('2025-11-20'),
  retailer: text(200),
  orderNumber: text(length.orderNumber),
  retailerAccount: text(length.retailerAccount),
  notes: text(length.notes),
  outlet: text(length.buyingGroup),
  cardEarnRate: rate,
  shipping: fc.nat(),
  item: fc.record({
    description: text(length.description),
    model: text(length.model),
    ...{ unitPrice: integer, expectedUnitPayout: integer, unitValue: integer },
  }),
});

test('what a create or an update returns is read back, listed, and there after a restart', async () => {
  const options = {
    database: join(temporaryHome(), 'service.db'),
    today: () => sampleDay,
    clock: { now: () => today, monotonic: () => 0 },
    random: Math.random,
  };
  let service = await openService(options);
  const kept = new Map<string, unknown>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), bodies, bodies, async (kind, first, second) => {
      const ask = asker(service);
      const sent = ({ outlet, item, ...rest }: typeof first, id?: string) => {
        const { unitValue, ...shared } = item;
        const line = kind.outlet === 'platform' ? { ...shared, unitValue } : shared;
        const shipping = rest.shipping + item.unitPrice > largest ? 0 : rest.shipping;
        return {
          ...{ ...rest, shipping, [kind.outlet]: outlet },
          orderLineItems: [id === undefined ? line : { id, ...line }],
        };
      };
      const made = await ask('POST', kind.path, sent(first));
      if (made.status === 409) return;
      expect(made.status).toBe(201);
      const { id, orderLineItems } = made.body.data;
      const one = `${kind.path}/${id}`;
      expect((await ask('GET', one)).body.data).toEqual(made.body.data);
      const changed = await ask('PATCH', one, sent(second, orderLineItems[0].id));
      const now = changed.status === 409 ? made.body.data : changed.body.data;
      expect((await ask('GET', one)).body.data).toEqual(now);
      expect((await ask('GET', `${kind.path}?limit=1`)).body.data[0]).toEqual(now);
      kept.set(one, now);
    }),
    { numRuns: runs(2_000) },
  );
  await service.close();
  service = await openService(options);
  for (const [path, order] of kept) {
    expect((await asker(service)('GET', path)).body.data).toEqual(order);
  }
  await service.close();
});

const order = {
  ...{ orderDate: '2025-11-20', retailer: 'Amazon', buyingGroup: 'bfmr', orderNumber: 'A-1' },
  orderLineItems: [{ unitPrice: 100 }],
};

test.each([
  ['100 emojis are 100 characters', { retailerAccount: '\u{1F600}'.repeat(100) }, 201],
  ['101 are more', { retailerAccount: '\u{1F600}'.repeat(101) }, 400],
  ['a number of a byte order mark alone is blank', { orderNumber: '\uFEFF' }, 400],
  ['a retailer of a space is a text', { retailer: ' ' }, 201],
  ['a note of a byte order mark is a text', { notes: '\uFEFF' }, 201],
])('%s', async (_, fields, status) => {
  const { ask } = await openSandbox();
  expect((await ask('POST', '/buying-group-orders', { ...order, ...fields })).status).toBe(status);
});

test('a byte order mark around an order number is trimmed', async () => {
  const { ask } = await openSandbox();
  const made = await ask('POST', '/buying-group-orders', {
    ...order,
    orderNumber: '\uFEFFA-2\uFEFF',
  });
  expect(made.body.data.orderNumber).toBe('A-2');
});

test('an id in capitals names no order', async () => {
  const { ask } = await openSandbox();
  const { body } = await ask('POST', '/buying-group-orders', order);
  const { status } = await ask('GET', `/buying-group-orders/${body.data.id.toUpperCase()}`);
  expect(status).toBe(404);
});
