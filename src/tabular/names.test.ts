import { describe, expect, test } from 'vitest';
import { buyingGroupStatuses, featuredBuyingGroups, giftCardStatuses } from '../contract/values';
import { groupNames, statusIn } from './names';

describe('groups', () => {
  const read = groupNames(featuredBuyingGroups, ['My Buyer', 'BFMR', 'my buyer']);

  test.each([
    ['bfmr', 'bfmr'],
    // As an order has it.
    ['BFMR', 'BFMR'],
    ['Bfmr ', 'bfmr'],
    ['Max Out Deals', 'max_out_deals'],
    ['max-out-deals', 'max_out_deals'],
    ['MY BUYER!', 'My Buyer'],
    ['my buyer', 'my buyer'],
  ])('%s is %s', (text, group) => {
    expect(read(text)).toEqual({ group, isKnown: true });
  });

  test('another one stays as it is, with the nearest', () => {
    expect(read('bfmrr')).toMatchObject({ group: 'bfmrr', isKnown: false, nearest: 'bfmr' });
    expect(read('Uncle Bob')).toEqual({ group: 'Uncle Bob', isKnown: false });
  });
});

test.each([
  ['Partially Delivered', 'partially_delivered'],
  ['PAID', 'paid'],
  ['partially-received', 'partially_received'],
  ['Canceled', 'cancelled'],
  ['Shipped!', 'shipped'],
  ['on its way', undefined],
  ['', undefined],
])('the status %s is %s', (text, status) => {
  expect(statusIn(text, buyingGroupStatuses)).toBe(status);
});

test('a gift card order has statuses of its own', () => {
  expect(statusIn('Submitted', giftCardStatuses)).toBe('submitted');
  expect(statusIn('delivered', giftCardStatuses)).toBeUndefined();
});
