import { expect, test } from 'vitest';
import { buyingGroupKind, giftCardKind } from './kinds';
import { Origins } from './origins';

test.each([
  ['orderNumber', '--order-number'],
  ['buyingGroup', '--group'],
  ['creditCardId', '--card'],
  ['orderLineItems', '--item'],
  ['orderLineItems.1.quantity', '--item qty'],
  ['redemptionCodes.3.code', '--codes-file'],
  ['futureField.inside', 'futureField.inside'],
  ['', ''],
])('%s, never named, is called %s', (path, name) => {
  expect(new Origins(buyingGroupKind).nameOf(path)).toBe(name);
});

test('the platform of a gift card order and the unit value of its items have their own names', () => {
  const origins = new Origins(giftCardKind);
  expect(origins.nameOf('platform')).toBe('--platform');
  expect(origins.nameOf('orderLineItems.0.unitValue')).toBe('--item unit-value');
});

test('the longest path that was named decides, and the rest is handed to it', () => {
  const origins = new Origins(buyingGroupKind);
  origins.set('', (rest) => `body.json: ${rest.join('.')}`);
  origins.set('notes', '--notes');
  origins.set('orderLineItems', ([index, ...rest]) =>
    origins.itemName(`--item #${Number(index) + 1}`)(rest),
  );
  expect(origins.nameOf('retailer')).toBe('body.json: retailer');
  expect(origins.nameOf('notes')).toBe('--notes');
  expect(origins.nameOf('orderLineItems.1.quantity')).toBe('--item #2 qty');
  expect(origins.nameOf('orderLineItems.1.futureField')).toBe('--item #2 futureField');
  expect(origins.rename([{ path: 'orderLineItems.0.unitPrice', message: 'no' }])).toEqual([
    { path: '--item #1 price', message: 'no' },
  ]);
});

test('a copy does not change what it was copied from', () => {
  const origins = new Origins(buyingGroupKind);
  origins.copy().set('notes', 'elsewhere');
  expect(origins.nameOf('notes')).toBe('--notes');
});
