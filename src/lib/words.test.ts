import { expect, test } from 'vitest';
import { counted, countedOf } from './words';

test.each([
  [0, 'rows', '0 rows'],
  [1, 'rows', '1 row'],
  [1, 'entries', '1 entry'],
  [2, 'entries', '2 entries'],
  [1234, 'rows', '1,234 rows'],
])('%i %s', (count, unit, words) => {
  expect(counted(count, unit)).toBe(words);
});

test.each([
  [2, 5, '2 of 5 rows were'],
  [1, 5, '1 of 5 rows was'],
  [0, 1, '0 of 1 row was'],
])('%i of %i', (part, whole, words) => {
  expect(countedOf(part, whole, 'rows', 'were')).toBe(words);
});
