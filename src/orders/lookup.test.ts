import { expect, test } from 'vitest';
import { orderNames } from './lookup';

const id = '00000000-0000-4000-8000-00000000000a';

test('an id may be typed in any case', () => {
  expect(orderNames([id, id.toUpperCase()], undefined)).toEqual([id]);
  expect(orderNames([id, id.toUpperCase()], 'number')).toEqual([id, id.toUpperCase()]);
});

test.each([undefined, 'number'] as const)('spaces around a number name no other order', (by) => {
  expect(orderNames(['A-1', ' A-1', 'A-1\t', 'B-2'], by)).toEqual(['A-1', 'B-2']);
});

test('an order named twice is one order', () => {
  expect(orderNames(['A-1', 'B-2', 'A-1'], undefined)).toEqual(['A-1', 'B-2']);
  expect(() => orderNames(['A-1'], 'id')).toThrow('"A-1" is not an order id');
});
