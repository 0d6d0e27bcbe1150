import { afterEach, describe, expect, test } from 'vitest';
import { counted, countedOf, firstOf, toTheMinute } from './words';

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
  [['a'], 'a'],
  [['a', 'b', 'c'], 'a, b, c'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more'],
])('the first of %j', (names, words) => {
  expect(firstOf(names, 3)).toBe(words);
});

test.each([
  [2, 5, '2 of 5 rows were'],
  [1, 5, '1 of 5 rows was'],
  [0, 1, '0 of 1 row was'],
])('%i of %i', (part, whole, words) => {
  expect(countedOf(part, whole, 'rows', 'were')).toBe(words);
});

describe('a moment by the clock of the user', () => {
  const before = process.env.TZ;
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test.each([
    ['UTC', '2026-03-05T14:07:31.000Z', '2026-03-05 14:07'],
    ['America/New_York', '2026-03-05T04:07:31.000Z', '2026-03-04 23:07'],
    ['Asia/Kolkata', '2026-12-31T23:59:59Z', '2027-01-01 05:29'],
    ['Asia/Kolkata', '2026-03-05', '2026-03-05'],
    ['Asia/Kolkata', 'yesterday at noon', 'yesterday at noon'],
    ['Asia/Kolkata', '2026-99-05T14:07:31.000Z', '2026-99-05T14:07:31.000Z'],
  ])('in %s, %s is %s', (zone, moment, shown) => {
    process.env.TZ = zone;
    expect(toTheMinute(moment)).toBe(shown);
  });
});
