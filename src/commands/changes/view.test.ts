import { expect, test } from 'vitest';
import { fieldAt, resolveField } from '../../output/fields';
import { changesView, kindOfValue } from './view';

test.each([
  ['orderLineItems.unitPrice', 'money'],
  ['trackingNumbers.trackingNumber', 'id'],
  ['subCards.lastDigits', 'id'],
  ['cashback.status', 'status'],
  ['platform', 'text'],
  ['annualFee', 'money'],
  ['createdAt', 'moment'],
])('%s is known in a whole object and by itself', (path, kind) => {
  const [last = ''] = path.split('.').slice(-1);
  for (const known of [`old.${path}`, `new.${path}`, `old.${last}`, `new.${last}`]) {
    expect(fieldAt(changesView, known)?.kind).toBe(kind);
  }
});

test.each([
  ['cashback', 'money'],
  ['points_miles', 'number'],
])('the amount of a reward of type %s is shown as %s', (rewardType, kind) => {
  for (const path of ['old.cashback.rewardAmount', 'new.rewardAmount']) {
    expect(fieldAt(changesView, path)?.kindIn?.({ rewardType })).toBe(kind);
  }
});

test.each([
  ['order.total', 'total', 'money'],
  ['order.changed', 'orderNumber', 'id'],
  ['order.changed', 'notes', 'text'],
  ['order.changed', 'orderDate', 'text'],
  ['tracking.added', undefined, 'id'],
])('the old value of %s %s is %s', (type, field, kind) => {
  expect(kindOfValue({ type, field })).toBe(kind);
});

test('the number of the order has its short name', () => {
  expect(resolveField(changesView, 'number')).toBe('orderNumber');
});

test('a tracking number is known with its members', () => {
  expect(fieldAt(changesView, 'tracking.trackingNumber')?.kind).toBe('id');
  expect(fieldAt(changesView, 'tracking.itemCount')?.kind).toBe('number');
});
