import { expect, test } from 'vitest';
import { dollarsForPeople } from './words';

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [-123_456, '-$1,234.56'],
  [100_000_000, '$1,000,000.00'],
])('%i cents read %s', (cents, text) => {
  expect(dollarsForPeople(cents)).toBe(text);
});
