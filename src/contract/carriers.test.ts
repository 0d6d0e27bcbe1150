import fc from 'fast-check';
import { amazon, fedex, getTracking, ontrac, s10, ups, usps } from 'ts-tracking-number';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { carrierOf, carrierVerdict } from './carriers';
import { type Carrier, carriers } from './values';

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

/** The beginnings of the known carriers' numbers, and how many digits follow. */
const wellFormed: readonly (readonly [start: string, ...digits: number[]])[] = [
  ['', 12, 15, 20, 24],
  ['1Z999AA1', 10],
  ['TBA', 12],
  ['C', 10, 14],
  ['D', 14],
  ['H', 10],
  ['K', 10],
  ['92', 10, 13, 18, 20, 22, 24],
  ['96', 10, 13, 18, 20, 22, 32],
  ['42012345', 7, 12, 16, 20, 24],
  ['10', 10, 13, 18, 22, 32],
];

/** The carrier that the library names, if the service knows it. */
function knownCarrier(number: string): Carrier | undefined {
  const code = getTracking(number, [amazon, ontrac, ups, usps, fedex, s10])?.courier.code;
  return carriers.find((carrier) => carrier === code);
}

/** Numbers of known carriers: the last digit is the first one, counted from the drawn one, that fits. */
const fitted = fc
  .constantFrom(
    ...wellFormed.flatMap(([start, ...all]) => all.map((count) => [start, count] as const)),
  )
  .chain(([start, count]) => digits(count).map((rest) => start + rest))
  .map((number) => {
    const endings = Array.from({ length: 10 }, (_, add) => (Number(number.at(-1)) + add) % 10);
    const all = endings.map((ending) => number.slice(0, -1) + ending);
    return all.find((one) => knownCarrier(one) !== undefined) ?? number;
  });

test('every verdict agrees with ts-tracking-number', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: nearly }, fitted), (number) => {
      fc.pre(
        !/^(1LS|L[SXWE]|DD|DOORDASH|TB[CM])/.test(number) || getTracking(number) !== undefined,
      );
      expect(carrierVerdict(number).kind === 'valid').toBe(getTracking(number) !== undefined);
    }),
    { numRuns: runs(5000) },
  );
});

test('the carrier agrees with ts-tracking-number if the service knows it', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: fitted }, nearly), (number) => {
      const known = knownCarrier(number);
      fc.pre(known !== undefined);
      expect(carrierOf(number)).toBe(known);
    }),
    { numRuns: runs(2000) },
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
  expect(carrierVerdict(number)).toMatchObject(
    carrier === undefined ? { kind } : { kind, carrier },
  );
});
