import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { readUpdateRows } from '../imports/updates/update-rows';
import { mask, Redactor } from '../secrets/secret';
import { tableWriter } from '../tabular/write';
import { type AnyOrder, buyingGroupKind, type OrderBody } from './kinds';
import { oldValueLines } from './old-values';
import { changesOf } from './update-order';

const id = '0a8e2f7c-52d1-4c53-8f0b-2b7d6a1c4b22';

const secret = 'abc_secret_0123456789';
const redactor = new Redactor();
redactor.add(secret);

/** The updates in the file of old values, as `update --csv` reads them. */
async function readBack(order: OrderBody, changes: OrderBody, unit: 'cents' | 'dollars' = 'cents') {
  const replaced = [{ order: { id, ...order } as unknown as AnyOrder, changes }];
  const options = { kind: buyingGroupKind, unit, redactor };
  const { lines, lost } = oldValueLines(replaced, options);
  const text = (await tableWriter({ format: 'csv', rawCsv: true }))(lines);
  async function* chunks() {
    yield Buffer.from(text);
  }
  const { drafts } = await readUpdateRows(
    { name: 'old.csv', chunks: chunks() },
    {
      kind: buyingGroupKind,
      money: unit,
      dateOrder: 'mdy',
      by: undefined,
      clear: [],
      today: '2099-01-01',
    },
  );
  expect(drafts).toHaveLength(1);
  return { ...drafts[0], lost };
}

test.each([
  ['a text', { notes: 'x' }, { notes: 'y' }, { notes: 'x' }],
  ['nothing', { notes: null }, { notes: 'y' }, { notes: null }],
  ['a formula', { notes: '=1+1' }, { notes: 'y' }, { notes: '=1+1' }],
  ['a formula with an apostrophe', { notes: "'=1+1" }, { notes: 'y' }, { notes: "'=1+1" }],
  ['a quoted formula', { notes: '="x"' }, { notes: 'y' }, { notes: '="x"' }],
  ['money', { tax: 1234 }, { tax: 0 }, { tax: 1234 }],
  ['a rate', { cardEarnRate: 0.001 }, { cardEarnRate: 1 }, { cardEarnRate: 0.001 }],
  ['only what changes', { notes: 'x', tax: 1 }, { tax: 2 }, { tax: 1 }],
])('restores %s', async (_, order, changes, wanted) => {
  for (const unit of ['cents', 'dollars'] as const) {
    const { item, invalid, lost } = await readBack(order, changes, unit);
    expect({ invalid, lost }).toEqual({ invalid: undefined, lost: [] });
    expect(item).toEqual({ order: id, body: wanted });
  }
});

test('an order whose status has changed since keeps it', async () => {
  const { item } = await readBack({ status: 'purchased' }, { status: 'delivered' });
  expect(item?.ifStatus).toEqual(['delivered', 'purchased']);
});

test('an item that stays keeps its id; one that goes or had an empty member filled is created again', async () => {
  const old = [
    { id: 'a', description: 'A', model: null, unitPrice: 1, quantity: 1 },
    { id: 'b', description: 'B', model: null, unitPrice: 1, quantity: 1 },
    { id: 'c', description: 'C', model: 'M', unitPrice: 1, quantity: 1 },
  ];
  const replacing = [
    { id: 'a', unitPrice: 2 },
    { id: 'b', model: 'M' },
  ];
  for (const unit of ['cents', 'dollars'] as const) {
    const { item } = await readBack({ orderLineItems: old }, { orderLineItems: replacing }, unit);
    expect(item?.body.orderLineItems).toEqual([
      { id: 'a', description: 'A', unitPrice: 1, quantity: 1 },
      { description: 'B', unitPrice: 1, quantity: 1 },
      { description: 'C', model: 'M', unitPrice: 1, quantity: 1 },
    ]);
  }
});

test('item amounts are restored to the cent, in either unit', async () => {
  const amount = fc.integer({ min: 0, max: 999_999_999_999 });
  await fc.assert(
    fc.asyncProperty(amount, fc.constantFrom('cents', 'dollars'), async (unitPrice, unit) => {
      const orderLineItems = [{ id: 'a', unitPrice, expectedUnitPayout: unitPrice, quantity: 3 }];
      const changes = { orderLineItems: [{ id: 'a', quantity: 4 }] };
      const { item } = await readBack({ orderLineItems }, changes, unit as 'cents' | 'dollars');
      expect(item?.body).toEqual({ orderLineItems });
    }),
    { numRuns: runs(1000) },
  );
});

test("names the fields whose old value can't be sent back", async () => {
  const { lost } = await readBack(
    { orderNumber: null, notes: 'x' },
    { orderNumber: '1', cardEarnRate: 2, notes: 'y' },
  );
  expect(lost).toEqual(['orderNumber', 'cardEarnRate']);
});

test('reports a value containing a secret as lost, and keeps neither it nor a mask', () => {
  const order = {
    id,
    notes: `see ${secret}`,
    tax: 1,
    orderLineItems: [{ id: 'a', model: secret }],
  };
  const changes = { notes: 'x', tax: 2, orderLineItems: [] };
  const options = { kind: buyingGroupKind, unit: 'cents', redactor } as const;
  const replaced = [{ order: order as unknown as AnyOrder, changes }];
  const { lines, lost } = oldValueLines(replaced, options);
  expect(lost).toEqual(['notes', 'orderLineItems']);
  expect(lines[1]).toEqual([id, '1', '', '', '', '']);
  expect(JSON.stringify(lines)).not.toMatch(`${secret}|${mask}`);
});

test('restores any text that a service keeps, except spaces around it', async () => {
  const text = fc
    .oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^['=+@"-]{1,5}[a-z,;\n"']{0,6}$/))
    .map((one) => one.trim())
    .filter((one) => one !== '');
  await fc.assert(
    fc.asyncProperty(text, async (notes) => {
      const { item } = await readBack({ notes }, { notes: `${notes}!` });
      expect(item?.body).toEqual({ notes });
    }),
    { numRuns: runs(1000) },
  );
});

test('sends only what differs, and always a field that is not shown', () => {
  const order = { id, notes: null, tax: 5, orderTime: '10:00:00' } as unknown as AnyOrder;
  const body = { notes: 'x', tax: 5, orderTime: '10:00', cardEarnRate: 0 };
  expect(changesOf(body, order)).toEqual({ notes: 'x', cardEarnRate: 0 });
  expect(changesOf({ notes: null }, order)).toEqual({});
});
