import fc from 'fast-check';
import { amazon, fedex, getTracking, ontrac, s10, ups, usps } from 'ts-tracking-number';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { carrierOf, judge } from './carriers';
import { carriers } from './values';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

/** Numbers close to every form: its letters and length, any digits. */
const nearly = fc.oneof(
  fc.integer({ min: 8, max: 34 }).chain(digits),
  ...['1Z999AA1', 'TBA', 'C', 'D', 'JD', 'GM', 'LX', 'H', 'K', '92', '96', '42012345', '10'].map(
    (start) =>
      fc
        .integer({ min: 6, max: 34 })
        .chain(digits)
        .map((rest) => start + rest),
  ),
  fc
    .tuple(fc.constantFrom('RA', 'EE', 'LX', 'ZZ'), digits(9), fc.constantFrom('US', 'GB', 'XX'))
    .map((parts) => parts.join('')),
  fc.stringMatching(/^[0-9A-Z]{1,40}$/),
);

test('every verdict agrees with ts-tracking-number', () => {
  fc.assert(
    fc.property(nearly, (number) => {
      fc.pre(
        !/^(1LS|L[SXWE]|DD|DOORDASH|TB[CM])/.test(number) || getTracking(number) !== undefined,
      );
      expect(judge(number).kind === 'valid').toBe(getTracking(number) !== undefined);
    }),
    { numRuns: runs(5000) },
  );
});

test('the carrier agrees with ts-tracking-number if the service knows it', () => {
  fc.assert(
    fc.property(nearly, (number) => {
      const code = getTracking(number, [amazon, ontrac, ups, usps, fedex, s10])?.courier.code;
      const known = carriers.find((carrier) => carrier === code);
      fc.pre(known !== undefined);
      expect(carrierOf(number)).toBe(known);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['1Z 999 AA1 01 2345 6784', 'ups'],
  ['1Z999AA10123456785', 'ups'],
  ['9400111202555842332660', 'usps'],
  ['TBA000000000', 'amazon'],
  ['1LS728673625151', 'lasership'],
  ['DOORDASH123456', 'doordash'],
  ['RB123456785US', 'usps'],
  ['RB123456785GB', 'unknown'],
  ['HELLO', 'unknown'],
  ['LEATHERGOODS', 'unknown'],
  ['DOORDASHDRIVER', 'unknown'],
  ['DDR4RAM16GB', 'unknown'],
  ['DDR532GB6000MHZ', 'unknown'],
  ['LS27A600NWNXZA', 'unknown'],
  ['LENOVO82XQ00PXUS', 'unknown'],
  ['1LSCXGT00046754', 'lasership'],
])('%s belongs to %s', (number, carrier) => {
  expect(carrierOf(number)).toBe(carrier);
});

test.each([
  ['1Z999AA10123456784', 'valid', 'UPS'],
  ['1z999aa10123456784', 'valid', 'UPS'],
  ['1Z999AA10123456785', 'wrong_check', 'UPS'],
  ['9400111202555842332669', 'valid', 'United States Postal Service'],
  ['9400111202555842332660', 'wrong_check', 'United States Postal Service'],
  ['986578788855', 'valid', 'FedEx'],
  ['TBA000000000000', 'valid', 'Amazon'],
  ['1LS728673625151', 'valid', 'lasership'],
  ['tbc038000000037', 'valid', 'amazon'],
  ['TBM619000000011', 'valid', 'amazon'],
  ['HELLO', 'no_form', undefined],
  ['', 'no_form', undefined],
  ['9'.repeat(500), 'no_form', undefined],
])('%s is %s', (number, kind, carrier) => {
  expect(judge(number)).toMatchObject(carrier === undefined ? { kind } : { kind, carrier });
});
