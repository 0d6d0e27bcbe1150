import { expect, test } from 'vitest';
import { itemEditFlags, lineItems, readField, readItemChange, readLineItem } from './fields';
import { buyingGroupKind, giftCardKind } from './kinds';

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
  expect(readLineItem('qty=12', '--item', buyingGroupKind)).toEqual({ quantity: 12 });
  expect(readLineItem('qty=" 3 "', '--item', buyingGroupKind)).toEqual({ quantity: 3 });
});

test('unit-value is a whole number, only for gift cards, and passed on as typed', () => {
  expect(readLineItem('unit-value=5000', '--item', giftCardKind)).toEqual({ unitValue: 5000 });
  expect(readLineItem('unit-value=-5', '--item', giftCardKind)).toEqual({ unitValue: -5 });
  expect(() => readLineItem('unit-value=50.00', '--item', giftCardKind)).toThrow(
    expect.objectContaining({
      message: '--item unit-value takes a whole number, not "50.00"',
      hint: expect.stringContaining('as you type it'),
    }),
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

test('does not number the only item', () => {
  const { parse } = lineItems('', buyingGroupKind);
  expect(parse(['qty=1'], '--item')).toEqual([{ quantity: 1 }]);
  expect(() => parse(['qty=x'], '--item')).toThrow('--item qty takes a whole number');
});

test('a change names the item by its number or id', () => {
  const { parse } = itemEditFlags(buyingGroupKind).setItem;
  expect(parse(['2,qty=3', ' li-7 ,qty=4'], '--set-item')).toEqual([
    { id: '2', quantity: 3 },
    { id: 'li-7', quantity: 4 },
  ]);
  for (const typed of ['li-7', 'qty=3', ',qty=3', ' ,qty=3']) {
    expect(() => readItemChange(typed, '--set-item', buyingGroupKind)).toThrow(
      expect.objectContaining({
        message: `--set-item takes a line item and what to change, not "${typed}"`,
        hint: 'For example --set-item 2,qty=3. For numbers and ids, run waybill orders get <order>.',
      }),
    );
  }
  expect(() => parse(['li-7,'], '--set-item')).toThrow('--set-item takes key=value pairs');
});

test('single items are added, changed and removed by flags that may be repeated', () => {
  const { addItem, setItem, removeItem } = itemEditFlags(buyingGroupKind);
  for (const flag of [addItem, setItem, removeItem]) {
    expect(flag).toMatchObject({ repeatable: true, group: 'Line items and codes' });
    expect(flag.parse([], '--x')).toBe(undefined);
  }
  expect(addItem.parse(['qty=1'], '--add-item')).toEqual([{ quantity: 1 }]);
  expect(setItem.parse(['2,qty=1'], '--set-item')).toEqual([{ id: '2', quantity: 1 }]);
  expect(removeItem.parse([' 2 ', 'li-7'], '--remove-item')).toEqual(['2', 'li-7']);
  expect(() => removeItem.parse(['2', ' '], '--remove-item')).toThrow(
    expect.objectContaining({ message: '--remove-item #2 is empty', hint: expect.any(String) }),
  );
});

test.each([
  ['2', 2],
  ['1.5x', 1.5],
  ['2%', 2],
  ['2 %', 2],
])('the earn rate %s is %d, as in a file', (typed, rate) => {
  const field = buyingGroupKind.fields.find(({ flag }) => flag === 'earn-rate');
  if (field === undefined) throw new Error('no earn rate');
  expect(readField(field, typed, '--earn-rate', buyingGroupKind)).toBe(rate);
  expect(() => readField(field, 'n/a', '--earn-rate', buyingGroupKind)).toThrow('takes a rate');
});
