import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeenRows } from './seen';

test('tells the first row of the same texts, as a map of whole texts would', () => {
  // Few letters, so that texts are often the same, or the same when put together.
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ''), maxLength: 4 });
  const row = fc.tuple(text, fc.array(text, { minLength: 2, maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 400 }), (rows) => {
      const seen = new SeenRows();
      const first = new Map<string, number>();
      const expected = rows.map((texts, index) => {
        const key = JSON.stringify(texts);
        const known = first.get(key);
        if (known === undefined) first.set(key, index);
        return known;
      });
      expect(rows.map(([key, others], index) => seen.see(index, key, others))).toEqual(expected);
    }),
  );
});

test('keeps what it saw while it grows', () => {
  const seen = new SeenRows();
  const count = 50_000;
  const look = (row: number) => seen.see(row, `1Z${row}`, ['Best Buy', `BBY-${row % 7}`]);
  let repeated = 0;
  for (let row = 0; row < count; row++) if (look(row) !== undefined) repeated++;
  expect(repeated).toBe(0);
  for (let row = 0; row < count; row++) if (look(row) === row) repeated++;
  expect(repeated).toBe(count);
});
