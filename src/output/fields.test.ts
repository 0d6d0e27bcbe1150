import { describe, expect, test } from 'vitest';
import { fieldAt, flatFields, headingOf, pick, readPath } from './fields';
import type { View } from './view';

const order = {
  id: '1',
  notes: null,
  cashback: null,
  reward: { platform: 'rakuten' },
  'a.b': 'dotted',
  orderLineItems: [{ model: 'X' }, { model: 'Y', price: 2 }],
  trackingNumbers: [],
  ['__proto__']: { polluted: true },
};

describe('a path', () => {
  test.each([
    ['id', '1'],
    ['notes', null],
    ['reward.platform', 'rakuten'],
    ['cashback.platform', null],
    ['cashback.deeper.still', null],
    ['a.b', 'dotted'],
    ['orderLineItems.0.model', 'X'],
    ['orderLineItems.7.model', null],
    ['orderLineItems.1', { model: 'Y', price: 2 }],
    ['orderLineItems.model', ['X', 'Y']],
    ['orderLineItems.price', [2]],
    ['trackingNumbers.carrier', []],
  ])('%s', (path, value) => {
    expect(readPath(order, path)?.value).toEqual(value);
  });

  test.each([
    'total',
    'id.length',
    'reward.nothing',
    'orderLineItems.nothing',
    'orderLineItems.length',
    'constructor',
    'toString',
  ])('%s is absent', (path) => {
    expect(readPath(order, path)).toBeUndefined();
  });
});

test('picks fields in the order and under the names asked for', () => {
  const picked = pick(order, ['reward.platform', 'id', 'nothing']);
  expect(Object.entries(picked)).toEqual([
    ['reward.platform', 'rakuten'],
    ['id', '1'],
    ['nothing', null],
  ]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

const view: View<unknown> = {
  one: 'order',
  fields: {
    id: 'id',
    orderDate: 'date',
    cashback: 'object',
    'cashback.platform': 'text',
    'cashback.rewardAmount': { kind: 'money', heading: 'Reward' },
    orderLineItems: 'list',
    'orderLineItems.unitPrice': 'money',
  },
};

test('csv has every known field, with objects split into theirs and lists whole', () => {
  expect(flatFields(view)).toEqual([
    'id',
    'orderDate',
    'cashback.platform',
    'cashback.rewardAmount',
    'orderLineItems',
  ]);
});

test('a position in a list is not part of the field', () => {
  expect(fieldAt(view, 'orderLineItems.3.unitPrice')).toEqual({ kind: 'money' });
  expect(fieldAt(view, 'orderLineItems.unitPrice')).toEqual({ kind: 'money' });
  expect(fieldAt(view, 'constructor')).toBeUndefined();
});

test.each([
  ['orderDate', undefined, 'Order date'],
  ['cashback.platform', undefined, 'Cashback platform'],
  ['cashback.rewardAmount', undefined, 'Reward'],
  ['unitPrice', 'orderLineItems', 'Unit price'],
  ['trackingNumbers.trackingNumber', undefined, 'Tracking number'],
])('%s below %s is headed %s', (path, at, heading) => {
  expect(headingOf(view, path, at)).toBe(heading);
});
