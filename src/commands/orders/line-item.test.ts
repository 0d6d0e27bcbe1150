import { expect, test } from 'vitest';
import { buyingGroupKind, giftCardKind } from './kinds';
import { itemChanges, lineItems, readItemChange, readLineItem } from './line-item';

test("the keys that people type become the service's members, with money in cents", () => {
  expect(
    readLineItem(
      'description=Echo Dot, 5th gen,model=B09,price=$49.99,qty=3,payout=52',
      '--item',
      buyingGroupKind,
    ),
  ).toEqual({
    description: 'Echo Dot, 5th gen',
    model: 'B09',
    unitPrice: 4999,
    quantity: 3,
    expectedUnitPayout: 5200,
  });
});

test('leaves out a member that was not named', () => {
  expect(readLineItem('qty=1', '--item', buyingGroupKind)).toEqual({ quantity: 1 });
});

test('unit-value is a whole number, only for gift cards, and passed on as typed', () => {
  expect(readLineItem('unit-value=5000', '--item', giftCardKind)).toEqual({ unitValue: 5000 });
  expect(() => readLineItem('unit-value=50.00', '--item', giftCardKind)).toThrow(
    '--item unit-value takes a whole number, not "50.00"',
  );
  expect(() => readLineItem('unit-value=5000', '--item', buyingGroupKind)).toThrow(
    '--item has an unknown key "unit-value"',
  );
});

test.each([
  ['price=12.345', '--item price takes dollars, not "12.345"'],
  ['payout=-5', '--item payout takes dollars, not "-5"'],
  ['qty=1.5', '--item qty takes a whole number, not "1.5"'],
  ['qty=-1', '--item qty takes a whole number, not "-1"'],
  ['qty=1e3', '--item qty takes a whole number, not "1e3"'],
  ['qty=', '--item qty takes a whole number, not ""'],
  ['qty=9007199254740993', '--item qty takes a whole number, not "9007199254740993"'],
])('refuses %s under the name that was typed', (typed, message) => {
  expect(() => readLineItem(typed, '--item', buyingGroupKind)).toThrow(message);
});

test('names the item at fault if there are several', () => {
  const { parse } = lineItems('', buyingGroupKind);
  expect(parse([], '--item')).toBeUndefined();
  expect(() => parse(['qty=1', 'qty=x'], '--item')).toThrow('--item #2 qty takes a whole number');
});

test('a change names the item by its id', () => {
  expect(readItemChange('li-7,qty=3', '--set-item', buyingGroupKind)).toEqual({
    id: 'li-7',
    quantity: 3,
  });
  const { parse } = itemChanges('', buyingGroupKind);
  for (const typed of ['li-7', 'qty=3', ',qty=3', 'li-7,']) {
    expect(() => parse([typed], '--set-item')).toThrow('--set-item');
  }
});
