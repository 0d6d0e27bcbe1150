import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../failure';
import { dollarsToCents, readDollars } from './money';

const good: readonly (readonly [string, number])[] = [
  ['0', 0],
  ['12', 1200],
  ['12.3', 1230],
  ['12.34', 1234],
  ['$12', 1200],
  ['$1,234.56', 123456],
  ['1,234.56', 123456],
  ['1,234', 123400],
  ['$12,345,678.90', 1234567890],
  ['  7.05 ', 705],
  ['0.01', 1],
  ['1.10', 110],
  ['4.35', 435],
  ['90071992547409.91', Number.MAX_SAFE_INTEGER],
];

const bad = [
  '',
  ' ',
  '.',
  '$',
  '12.345',
  '1,23',
  '-5',
  '+5',
  '1e3',
  '12.',
  '.5',
  '1,2345',
  '1,,234',
  '12,34.5',
  ',123',
  '1 234',
  '12€',
  '$$5',
  '5$',
  '0x10',
  'twelve',
  'NaN',
  'Infinity',
  '١٢',
  '1_000',
  '12.3.4',
];

describe('dollars as people type them', () => {
  test.each(good)('%s is %d cents', (typed, cents) => {
    expect(readDollars(typed, '--tax')).toBe(cents);
  });

  test.each(bad)('%j is a usage failure that quotes it', (typed) => {
    const read = () => readDollars(typed, '--tax');
    expect(read).toThrow(Failure);
    expect(read).toThrow(`--tax takes dollars, not "${typed}"`);
  });

  test.each(['90071992547409.92', '$99999999999999999999'])('%s is too large', (typed) => {
    expect(() => readDollars(typed, '--tax')).toThrow('--tax takes an amount below $90 trillion');
  });

  test('every amount is read back exactly, with and without grouping', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.boolean(), (cents, grouped) => {
        const whole = String(Math.floor(cents / 100));
        const fraction = String(cents % 100).padStart(2, '0');
        const dollars = grouped ? `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}` : whole;
        expect(dollarsToCents(`${dollars}.${fraction}`)).toBe(cents);
      }),
    );
  });

  test('any text is either refused or read as an integer of at least 0', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,$-e ') }), (typed) => {
        const cents = dollarsToCents(typed);
        expect(cents === undefined || (Number.isSafeInteger(cents) && cents >= 0)).toBe(true);
      }),
    );
  });
});
