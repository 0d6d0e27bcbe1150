import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Selection, selectRows } from './selection';

async function* counting(rows: readonly number[], seen: { read: number }) {
  for (const row of rows) {
    seen.read++;
    yield row;
  }
}

async function select(rows: readonly number[], selection: Selection<number>) {
  const seen = { read: 0 };
  const result: number[] = [];
  for await (const row of selectRows(counting(rows, seen), selection)) result.push(row);
  return { result, ...seen };
}

test('filters, sorts, skips and limits as arrays do', async () => {
  const selection = fc.record({
    passes: fc.constantFrom(undefined, (row: number) => row % 2 === 0),
    compare: fc.constantFrom(undefined, (left: number, right: number) => left - right),
    offset: fc.nat(5),
    limit: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9)), selection, async (rows, wanted) => {
      const { passes = () => true, compare, offset, limit } = wanted;
      const passing = rows.filter(passes);
      const sorted = compare === undefined ? passing : passing.toSorted(compare);
      const expected = sorted.slice(offset, limit === undefined ? undefined : offset + limit);
      expect((await select(rows, wanted)).result).toEqual(expected);
    }),
  );
});

test('stops reading at the last row wanted', async () => {
  const rows = [1, 2, 3, 4, 5, 6, 7, 8];
  const even = (row: number) => row % 2 === 0;
  expect(await select(rows, { passes: even, offset: 1, limit: 2 })).toEqual({
    result: [4, 6],
    read: 6,
  });
  expect(await select(rows, { offset: 0, limit: 0 })).toEqual({ result: [], read: 0 });
});
