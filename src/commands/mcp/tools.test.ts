import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/tier';
import { fitted } from './tools';

interface Result {
  readonly rows: readonly object[];
  readonly cut?: { readonly shown: number; readonly of: number };
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('a result has as many of the first rows as fit, and says if there were more', () => {
  const row = fc.record({ x: fc.string({ unit: 'grapheme', maxLength: 900 }), n: fc.nat() });
  const rows = fc.oneof(
    fc.array(row, { maxLength: 60 }),
    fc.nat(400).map((length) => Array.from({ length }, (_, n) => ({ n }))),
  );
  fc.assert(
    fc.property(rows, (all) => {
      const result = fitted({ rows: all }) as unknown as Result;
      expect(result.rows).toEqual(all.slice(0, result.rows.length));
      expect(bytesOf(result)).toBeLessThanOrEqual(16_384);
      const isWhole = all.length <= 200 && bytesOf({ rows: all }) <= 16_384;
      const { length } = result.rows;
      expect(result.cut).toEqual(isWhole ? undefined : { shown: length, of: all.length });
      if (isWhole) return;
      const more = { rows: all.slice(0, length + 1), cut: { shown: all.length, of: all.length } };
      expect(length === 200 || bytesOf(more) > 16_384).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
});

test('what does not fit without rows either is a usage error', () => {
  const long = { order: 'x'.repeat(20_000) };
  expect(() => fitted(long)).toThrow(expect.objectContaining({ exitCode: 2 }));
});
