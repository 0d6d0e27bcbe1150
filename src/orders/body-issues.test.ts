import { expect, test } from 'vitest';
import { Failure } from '../failure';
import { checkBody, FieldLabels } from './body-issues';
import { buyingGroupKind, giftCardKind, type OrderBody } from './kinds';

test.each([
  ['orderNumber', '--order-number'],
  ['buyingGroup', '--group'],
  ['creditCardId', '--card'],
  ['orderLineItems', '--item'],
  ['orderLineItems.1.quantity', '--item qty'],
  ['redemptionCodes.3.code', '--codes-file'],
  ['futureField.inside', 'futureField.inside'],
  ['', ''],
])('%s, never labeled, is called %s', (path, name) => {
  expect(new FieldLabels(buyingGroupKind).nameOf(path)).toBe(name);
});

test('the platform of a gift card order and the unit value of its items have their own names', () => {
  const labels = new FieldLabels(giftCardKind);
  expect(labels.nameOf('platform')).toBe('--platform');
  expect(labels.nameOf('orderLineItems.0.unitValue')).toBe('--item unit-value');
});

test('the longest labeled path wins and receives the rest of the path', () => {
  const labels = new FieldLabels(buyingGroupKind);
  labels.set('', (rest) => `body.json: ${rest.join('.')}`);
  labels.set('notes', '--notes');
  labels.set('orderLineItems', ([index, ...rest]) =>
    labels.itemName(`--item #${Number(index) + 1}`)(rest),
  );
  expect(labels.nameOf('retailer')).toBe('body.json: retailer');
  expect(labels.nameOf('notes')).toBe('--notes');
  expect(labels.nameOf('orderLineItems.1.quantity')).toBe('--item #2 qty');
  expect(labels.nameOf('orderLineItems.1.futureField')).toBe('--item #2 futureField');
  expect(labels.rename([{ path: 'orderLineItems.0.unitPrice', message: 'no' }])).toEqual([
    { path: '--item #1 price', message: 'no' },
  ]);
});

test('changing a copy does not change the original', () => {
  const labels = new FieldLabels(buyingGroupKind);
  labels.copy().set('notes', 'elsewhere');
  expect(labels.nameOf('notes')).toBe('--notes');
});

test('only what was typed has the name of a flag or a column, where nothing can be missing', () => {
  const labels = new FieldLabels(buyingGroupKind);
  labels.set('notes', 'column Note');
  const typed = labels.onlyTyped();
  const paths = ['notes', 'discount', 'orderLineItems.0.quantity', 'redemptionCodes'];
  expect(paths.map((path) => typed.nameOf(path))).toEqual(['column Note', ...paths.slice(1)]);
  expect(labels.nameOf('discount')).toBe('--discount');
});

const labels = new FieldLabels(buyingGroupKind);
labels.set('orderLineItems', ([index, ...rest]) =>
  labels.itemName(`--item #${Number(index) + 1}`)(rest),
);

/** Checks a body as it is sent, whatever it is. */
const check = (body: unknown) => checkBody('update', { body: body as OrderBody, labels });

async function issuesOf(body: unknown): Promise<readonly string[]> {
  try {
    await check(body);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.ending).toBe('usage');
    return (error.issues ?? []).map(({ path }) => path);
  }
  return [];
}

test.each<[string, unknown, string[]]>([
  ['an empty body', {}, []],
  ['a good one', { notes: 'x', tax: 0, orderTime: null }, []],
  ['a long order number', { orderNumber: 'x'.repeat(101) }, ['--order-number']],
  ['a long note', { notes: 'x'.repeat(1001) }, ['--notes']],
  ['a quantity of zero', { orderLineItems: [{ quantity: 1 }, { quantity: 0 }] }, ['--item #2 qty']],
  [
    'two bad items',
    { orderLineItems: [{ model: 'x'.repeat(101) }, { description: 'x'.repeat(201) }] },
    ['--item #1 model', '--item #2 description'],
  ],
  ['too many items', { orderLineItems: Array(11).fill({ quantity: 1 }) }, ['--item #NaN']],
  ['a fractional amount', { tax: 1.5 }, ['--tax']],
  ['an amount too large to be exact', { tax: 2 ** 53 }, ['--tax']],
  ['a field of the other kind of order', { platform: 'x' }, ['platform']],
  ['two unknown fields', { a: 1, b: 2 }, ['a', 'b']],
  ['a list', [], ['']],
])('%s', async (_, body, paths) => {
  expect(await issuesOf(body)).toEqual(paths);
});

test('suggests the field that a misspelled one probably means', async () => {
  await expect(check({ retailler: 'x' })).rejects.toMatchObject({
    issues: [{ path: 'retailler', message: expect.stringContaining('did you mean retailer?') }],
  });
});

test('suggests the line item member that a misspelled one probably means', async () => {
  await expect(check({ orderLineItems: [{ quantiy: 1 }] })).rejects.toMatchObject({
    issues: [
      { path: '--item #1 quantiy', message: expect.stringContaining('did you mean quantity?') },
    ],
  });
});

test('never repeats any part of a code, not even as a member name', async () => {
  const codes = [{ code: 'SECRET-1', 'SECRET-2': 1 }, { code: 'SECRET-3'.repeat(10) }, 'SECRET-4'];
  const failure = await checkBody('update', {
    body: { redemptionCodes: [...codes, { code: 'x', kind: 'SECRET-5' }, { code: 'x', pin: 7 }] },
    labels: new FieldLabels(giftCardKind),
  }).catch((error) => error);
  expect(failure.issues).toHaveLength(5);
  expect(JSON.stringify(failure) + failure.message).not.toContain('SECRET');
});

test('a body that the reference does not show may have what waybill does not know', async () => {
  const lenient = (body: OrderBody) => checkBody('create', { body, labels });
  const unknown = { future: 1, status: 'in_orbit', orderLineItems: [{ quantity: 1, color: 'x' }] };
  const left = await lenient(unknown);
  expect(left.map(({ path }) => path).sort()).toEqual(['--item #1 color', '--status', 'future']);
  await expect(lenient({ ...unknown, tax: -1 })).rejects.toMatchObject({
    issues: [{ path: '--tax' }],
  });
  await expect(lenient({ redemptionCodes: [{ code: 'x', cod: 1 }] })).rejects.toMatchObject({
    issues: [{ path: '--codes-file' }],
  });
});
