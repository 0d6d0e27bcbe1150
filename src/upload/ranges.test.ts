import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangesOf, rowsOf } from './ranges';

test.each([
  [[], ''],
  [[7], '7'],
  [[0, 1, 2], '0-2'],
  [[0, 2, 3, 9], '0,2-3,9'],
])('%j is %s', (rows, text) => {
  expect(rangesOf(rows)).toBe(text);
  expect(rowsOf(text)).toEqual(rows);
});

test('reads back any rows', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 300 })), (some) => {
      const rows = some.sort((one, other) => one - other);
      expect(rowsOf(rangesOf(rows))).toEqual(rows);
    }),
  );
});
