import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { dollarsToCents } from '../cli/money';
import { centsSign, centsSigns, moneyReader, provesDollars, readAmount } from './amount';
import { currencyNamed } from './cells';

type Cell = string | undefined;

describe('amounts', () => {
  test.each<[Cell, number | null | undefined]>([
    ['$1,234.56', 123_456],
    ['(12.30)', -1230],
    ['($1,234.56)', -123_456],
    ['-12.30', -1230],
    ['-$12.30', -1230],
    ['$-12.30', -1230],
    ['−5', -500],
    ['12', 1200],
    ['12.3', 1230],
    ['.5', 50],
    ['＄１２．３０', 1230],
    ['="12.30"', 1230],
    ['12.300000000000001', 1230],
    ['12.29999999', 1230],
    ['12.301', 1230],
    ['12.299', 1230],
    ['-1.13E-13', 0],
    ['', null],
    ['  ', null],
    [undefined, null],
    ['=""', null],
    ['0.30000000000000004', 30],
    ['-0', 0],
    ['1.1E-3', undefined],
    ['$ 12.30', 1230],
    ['- $ 5', -500],
    ['( 12.30 )', -1230],
    ['50 50', undefined],
    ['1 234.56', undefined],
    ['1 2.00', undefined],
    ['12.305', undefined],
    ['12.302', undefined],
    ['1.234,56', undefined],
    ['1,23', undefined],
    ['0,500', undefined],
    ['12,34.00', undefined],
    ['(-12)', undefined],
    ['--12', undefined],
    ['12 USD', undefined],
    ['$', undefined],
    ['-', 0],
    [' $-   ', 0],
    ['$\u00a0—\u00a0', 0],
    ['–', 0],
    ['$ (3.50)', -350],
    ['$(\u00a03.50 )', -350],
    ['( $3.50)', -350],
    [' $1,020.00 ', 102_000],
    ['-   $', 0],
    ['– $', 0],
    ['-$', undefined],
    ['(-)', undefined],
    ['--', undefined],
    ['-(3.50)', undefined],
    ['-$(3.50)', undefined],
    ['$(-3.50)', undefined],
    ['$($3.50)', undefined],
    ['50 (3.50)', undefined],
    ['(3.50)$', undefined],
    ['€ -', undefined],
    ['n/a', undefined],
    ['1E+3', undefined],
    ['99999999999999999', undefined],
    ['NaN', undefined],
    ['true', undefined],
  ])('%j is %j cents', (cell, cents) => {
    expect(readAmount(cell)).toBe(cents);
  });
});

test.each<[string, string | undefined]>([
  ['3.000', 'either'],
  ['$(300.000)', 'either'],
  ['- 12.345', 'either'],
  ['12.5', 'point'],
  ['(12.50)', 'point'],
  ['12.3000000001', 'point'],
  ['1020.000', 'point'],
  ['1,020.000', 'point'],
  ['2,999.50', 'point'],
  ['12,5', 'comma'],
  ['-$1.020,00', 'comma'],
  ['1.020,00 €', 'comma'],
  ['1\u202f020,00', 'comma'],
  ['0,500', 'comma'],
  ['1.020.000', 'comma'],
  ['0.500', undefined],
  ['500', undefined],
  ['1,020', 'group'],
  ['1,020,300', undefined],
  ['12.50 each', undefined],
  ['Vitamins 1.020,00 mg', 'comma'],
  ['3 of 12,5', undefined],
  ['-', undefined],
  ['', undefined],
])('%j shows %s', (text, sign) => {
  expect(centsSign(text)).toBe(sign);
});

describe('the money of a file', () => {
  const cells = (...texts: readonly string[]) => texts.map((text) => ({ text }));

  test.each([
    [{ text: '119', isNumber: true }, true],
    [{ text: '119', amount: '$119' }, true],
    [{ text: 'USD 119' }, true],
    [{ text: '119.0' }, true],
    [{ text: "'-14.39'" }, true],
    [{ text: "'119'" }, false],
    [{ text: '1,50' }, true],
    [{ text: '1,500' }, false],
    [{ text: '-' }, false],
    [{ text: 'v1.5' }, false],
  ])('%j proves dollars: %s', (cell, proves) => {
    expect(provesDollars(cell)).toBe(proves);
  });

  test('thousands are in doubt unless another amount shows the cents', () => {
    const [doubtful] = cells('3.000');
    if (doubtful === undefined) throw new Error('there is one');
    const fault = expect.stringContaining('3000.00');
    expect(moneyReader('dollars', centsSigns(cells('3.000', '500')))(doubtful)).toEqual({ fault });
    expect(
      moneyReader('dollars', centsSigns(cells('3.000', '4.50', '1.020,00')))(doubtful),
    ).toEqual({ fault });
    expect(moneyReader('dollars', centsSigns(cells('3.000', '4.50')))(doubtful)).toEqual({
      cents: 300,
    });
    const [grouped] = cells('3,000');
    if (grouped === undefined) throw new Error('there is one');
    expect(moneyReader('dollars', centsSigns(cells('3,000', '4,50')))(grouped)).toEqual({ fault });
    expect(moneyReader('dollars', centsSigns(cells('3,000', '3.000')))(grouped)).toEqual({
      cents: 300_000,
    });
    expect(moneyReader('dollars', new Set())({ text: '3.000', isNumber: true })).toEqual({
      cents: 300,
    });
    expect(moneyReader('dollars', new Set())({ text: '-14.39' })).toEqual({ cents: -1439 });
  });

  test.each<[string, 'cents' | 'fault']>([
    ['$5', 'cents'],
    ['US$5.00', 'cents'],
    ['5.00 USD', 'cents'],
    ['-5.00', 'cents'],
    ['€5.00', 'fault'],
    ['5 zł', 'fault'],
    ['C$5.00', 'fault'],
    ['$5.00 CAD', 'fault'],
  ])('a number that a workbook shows as %s has %s', (amount, result) => {
    expect(moneyReader('dollars', new Set())({ text: '5', amount })).toHaveProperty(result);
  });

  test.each<[string, 'cents' | 'fault']>([
    ['Amount', 'cents'],
    ['Amount (USD)', 'cents'],
    ['Price $', 'cents'],
    ['Net (CAD)', 'fault'],
    ['Amount €', 'fault'],
    ['price_eur', 'fault'],
    ['Scad price', 'cents'],
  ])('below the header %s an amount has %s', (header, result) => {
    expect(moneyReader('dollars', new Set())({ text: '5.00', header })).toHaveProperty(result);
  });

  test.each([
    ['USD 5.00', 'without the currency'],
    ['US$1,299', 'without the currency'],
    ['12,50 USD', 'decimal point'],
    ['5.00 CAD', 'is not an amount'],
  ])('%s is no amount, and the reason says what to do', (text, advice) => {
    const read = moneyReader('dollars', new Set())({ text });
    expect('fault' in read && read.fault.endsWith(advice)).toBe(true);
  });

  test.each(['12.00', '$12', '1,200', '12,5', 'x', '99999999999999999'])(
    'cents are no %s',
    (text) => {
      expect(moneyReader('cents', new Set())({ text })).toHaveProperty('fault');
    },
  );

  test('what a flag takes for dollars is the same amount in a cell, and whole cents are themselves', () => {
    const typed = fc
      .tuple(
        fc.constantFrom('', '$'),
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.boolean(),
        fc.constantFrom('', '.5', '.50', '.05', '.00'),
      )
      .map(([sign, whole, isGrouped, rest]) => {
        const digits = isGrouped ? whole.toLocaleString('en-US') : String(whole);
        return `${sign}${digits}${rest}`;
      });
    fc.assert(
      fc.property(typed, fc.nat(), (text, cents) => {
        const dollars = dollarsToCents(text);
        expect(dollars).toBeDefined();
        expect(moneyReader('dollars', centsSigns(cells(text)))({ text })).toEqual({
          cents: dollars,
        });
        expect(moneyReader('cents', new Set())({ text: String(cents) })).toEqual({ cents });
      }),
      { numRuns: runs(2_000) },
    );
  });
});

test.each<[string, string | undefined]>([
  ['Net (CAD)', 'CAD'],
  ['Amount €', '€'],
  ['Amount C$', 'C$'],
  ['Total, in euros', 'euros'],
  ['Canadian dollars', 'Canadian dollars'],
  ['Paid $', undefined],
  ['US$', undefined],
  ['Payouts in USD', undefined],
  // As a word it is no code, unless in capitals.
  ['Try again', undefined],
  ['TRY', 'TRY'],
  ['CADILLAC', undefined],
])('%j names the currency %j', (text, currency) => {
  expect(currencyNamed(text)).toBe(currency);
});

test.each(['Net (cad)', 'Betrag Euro', 'CHF', 'net_cad', 'amountEUR', 'NetCAD'])(
  'amounts below %s are no dollars',
  (header) => {
    const read = moneyReader('dollars', new Set())({ text: '5', header });
    expect(read).toEqual({ fault: expect.stringContaining('US dollars only') });
  },
);
