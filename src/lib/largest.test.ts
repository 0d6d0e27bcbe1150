import { expect, test } from 'vitest';
import { largest } from './once';

test('finds the largest of more numbers than a function takes arguments', () => {
  expect(largest([3, 7, 5])).toBe(7);
  expect(largest(Array.from({ length: 1_000_000 }, (_, index) => index))).toBe(999_999);
  expect(largest([])).toBe(0);
});
