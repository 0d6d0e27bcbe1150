import { expect, test } from 'vitest';
import { serviceIssues } from './body-checks';

const item = { unitPrice: 100 };
const whole = {
  ...{ orderDate: '2026-01-02', retailer: 'Best Buy', buyingGroup: 'bfmr', platform: 'x' },
  orderLineItems: [item],
};
const issue = (path: string, message: string) => ({ path, message });
const unkeepable = (path: string) =>
  issue(path, "The text is not well-formed: it contains a character that can't be stored");

test.each<[string, unknown, unknown[]]>([
  ['accepts a whole order', whole, []],
  ['leaves what is not an object to the contract', 'text', []],
  ['leaves line items of another shape to the contract', { ...whole, orderLineItems: 5 }, []],
  ['leaves a line item of another shape to the contract', { ...whole, orderLineItems: [null] }, []],
  [
    'names every missing field',
    { orderLineItems: [item] },
    ['orderDate', 'retailer', 'buyingGroup'].map((path) => issue(path, 'is required')),
  ],
  [
    'requires the price of a new line item only',
    { ...whole, orderLineItems: [{ id: 'a' }, {}] },
    [issue('orderLineItems.1.unitPrice', 'is required on a new line item')],
  ],
  [
    'refuses the second of two equal line items',
    { ...whole, orderLineItems: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] },
    [issue('orderLineItems.2.id', 'This line item appears twice')],
  ],
  [
    'names the text that could not be returned as sent',
    { ...whole, notes: 'a\0b', orderLineItems: [{ ...item, description: '\ud800' }] },
    [unkeepable('orderLineItems.0.description'), unkeepable('notes')],
  ],
  ['keeps emoji', { ...whole, notes: '📦' }, []],
  ['does not look into unknown depths', { ...whole, a: { b: { c: { d: '\0' } } } }, []],
])('%s', (_, body, issues) => {
  expect(serviceIssues('buyingGroupOrderCreate', body)).toEqual(issues);
});

test('an update requires nothing', () => {
  expect(serviceIssues('buyingGroupOrderUpdate', {})).toEqual([]);
});

test('a gift card order needs its platform', () => {
  const { platform: _, ...without } = whole;
  expect(serviceIssues('giftCardOrderCreate', without)).toEqual([issue('platform', 'is required')]);
});
