import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { gap, newPlaces } from './places';

const place = fc.option(fc.integer({ min: -20, max: 20 }), { nil: null });
const distinct = fc.array(place, { maxLength: 30 }).filter((places) => {
  const given = places.filter((one) => one !== null);
  return new Set(given).size === given.length;
});

test('places increase along the list', () => {
  fc.assert(
    fc.property(distinct, fc.constantFrom(1, gap), (places, factor) => {
      const given = newPlaces(places.map((one) => (one === null ? null : one * factor)));
      expect(given).toHaveLength(places.length);
      expect(given).toEqual(given.toSorted((a, b) => a - b));
      expect(new Set(given).size).toBe(given.length);
    }),
    { numRuns: runs(5000) },
  );
});

test.each<[string, (number | null)[], number]>([
  ['nothing is new', [0, 1, 2, 3].map((one) => one * gap), 0],
  ['two rows are new at the top', [null, null, 0, gap, 2 * gap], 2],
  ['one row is new at the end', [0, gap, null], 1],
  ['one row is new in the middle', [0, null, gap], 1],
  ['the last row moved to the top', [4 * gap, 0, gap, 2 * gap, 3 * gap], 1],
  ['the first row moved to the end', [gap, 2 * gap, 3 * gap, 0], 1],
])('moves few rows when %s', (_, places, moves) => {
  const given = newPlaces(places);
  expect(given.filter((one, index) => one !== places[index])).toHaveLength(moves);
});
