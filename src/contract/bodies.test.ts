import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { damaged, fittingSchema, oddities, type Schema } from '../../test/support/schema-values';
import { isFull, runs } from '../../test/support/tier';
import { bodyChecks } from '../generated/body-checks';
import { bodySchemas, roundEarnRate } from './bodies';

describe('cardEarnRate: "more than 3 decimals are rounded to 3"', () => {
  test.each([
    [1.0005, 1.001],
    [1.00049, 1],
    [2.6255, 2.626],
    [0.0005, 0.001],
    [4.35, 4.35],
    [1.4995, 1.5],
    [5e-324, 0],
    [4_503_599_627_370_495.5, 4_503_599_627_370_495.5],
    [123_456_789_012_345.67, 123_456_789_012_345.67],
    [9_007_199_254_740.992, 9_007_199_254_740.992],
    [Number.MAX_VALUE, Number.MAX_VALUE],
  ])('%d is kept as %d', (sent, kept) => {
    expect(roundEarnRate(sent)).toBe(kept);
  });

  test('rounds like decimal arithmetic, whatever the digits', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(digits, fc.integer({ min: 4, max: 8 }), (value, decimals) => {
        const unit = 10n ** BigInt(decimals - 3);
        const thousandths = (value + unit / 2n) / unit;
        expect(roundEarnRate(Number(`${value}e-${decimals}`))).toBe(Number(`${thousandths}e-3`));
      }),
    );
  });

  test('keeps whatever has no more than three decimals, up to the largest number', () => {
    const rates = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 17n }),
      fc.integer({ min: -290, max: 3 }),
    );
    fc.assert(
      fc.property(rates, ([digits, decimals]) => {
        const rate = Number(`${digits}e${-decimals}`);
        expect(roundEarnRate(rate)).toBe(rate);
      }),
    );
  });
});

describe('dates are days that exist', () => {
  const accepts = (orderDate: string) =>
    bodySchemas.buyingGroupOrderUpdate.safeParse({ orderDate }).success;

  test.each(['2024-02-29', '2000-02-29', '2025-12-31'])('%s does', (date) => {
    expect(accepts(date)).toBe(true);
  });
  test.each([
    '2025-02-29',
    '1900-02-29',
    '2025-04-31',
    '2025-13-01',
    '2025-00-10',
    '2025-1-1',
    '20250101',
    '2025-01-01T00:00:00Z',
    ' 2025-01-01',
  ])('%s does not', (date) => {
    expect(accepts(date)).toBe(false);
  });
});

const tooMuch = [
  ...[20, 50, 100, 200, 1000].map((most) => 'x'.repeat(most + 1)),
  ...[10, 50].map((most) => Array.from({ length: most + 1 }, () => ({ code: 'x' }))),
  ...[' ', ' x ', 'purchased', 'submitted', '2026-02-29', '24:00', Array(11).fill({})],
];

describe('the generated checks of bodies and the contract agree', () => {
  test.each(Object.entries(bodyChecks))('%s', (name, check) => {
    const schema = bodySchemas[name as keyof typeof bodyChecks];
    const sound = fittingSchema(z.toJSONSchema(schema, { io: 'input' }) as Schema);
    const verdicts = { fits: 0, not: 0, plain: 0 };
    fc.assert(
      fc.property(damaged(sound, [...oddities, ...tooMuch]), (body) => {
        const fits = schema.safeParse(body).success;
        verdicts[fits ? 'fits' : 'not']++;
        if (!fits || !/"\s|\s"/.test(JSON.stringify(body))) {
          verdicts.plain += Number(fits);
          expect(check(body)).toBe(fits);
        }
      }),
      { numRuns: runs(5000) },
    );
    if (!isFull) return;
    for (const count of Object.values(verdicts)) expect(count).toBeGreaterThan(500);
  });

  test.each(Object.entries(bodyChecks))('%s takes nothing but an object', (_, check) => {
    for (const body of [undefined, null, '', 1, []]) expect(check(body)).toBe(false);
  });
});
