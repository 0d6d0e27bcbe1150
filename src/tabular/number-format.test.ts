import { expect, test } from 'vitest';
import { numberFormat, numberText } from './number-format';

test.each([
  ['986578788855', 0, '', '986578788855'],
  ['9.86578788855E+11', 0, '', '986578788855'],
  ['568283610012734', 0, '', '568283610012734'],
  ['999999999999999', 0, '', '999999999999999'],
  // From the 16th digit on, a spreadsheet has made them up.
  ['1000000000000000', 0, '', '1.0E+15'],
  ['9400111202555840000000', 0, '', '9.40011120255584E+21'],
  ['19.989999999999998', 0, '', '19.99'],
  ['-3.5', 0, '', '-3.5'],
  ['0.0000001', 0, '', '0.0000001'],
  ['123', 164, '00000000', '00000123'],
  ['45809', 14, '', '2025-06-01'],
  ['45809.5', 22, '', '2025-06-01 12:00:00'],
  ['0.25', 21, '', '06:00:00'],
  ['45809', 164, '[$-409]d"-"mmm\\-yy;@', '2025-06-01'],
  // Letters in quotes, a color or a currency don't make a number a date.
  ['45809', 164, '[Red]#,##0" days"', '45809'],
  ['45809', 164, '[$USD] #,##0.00', '45809'],
  ['45809', 164, 'General', '45809'],
  ['1', 14, '', '1900-01-01'],
  ['59', 14, '', '1900-02-28'],
  ['61', 14, '', '1900-03-01'],
  // Beyond the calendar.
  ['2958466', 14, '', '2958466'],
])('%s with format %i %s is %s', (raw, id, code, text) => {
  expect(numberText(raw, numberFormat(id, code), false)).toBe(text);
});

test('counts days from 1904 if asked to', () => {
  expect(numberText('44347', numberFormat(14), true)).toBe('2025-06-01');
});
