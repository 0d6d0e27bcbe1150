import { expect, test } from 'vitest';
import { numberFormat, numberMark, numberText } from './number-format';

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
  ['1297359494', 164, '0000 0000 0000', '001297359494'],
  ['1297359494', 164, '0000\\-0000\\-0000', '001297359494'],
  ['324448734999', 164, '"TBA"000000000000', 'TBA324448734999'],
  // A count with its unit, and an amount.
  ['5', 164, '0" pcs"', '5'],
  ['5', 164, '"No"000', '005'],
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
  // A rate as its owner sees it.
  ['0.02', 9, '', '2%'],
  ['0.015', 10, '', '1.5%'],
  ['0.07', 164, '0.0#%', '7%'],
  ['1', 164, '0%', '100%'],
  ['0.02', 164, '0.00" %"', '0.02'],
  // Beyond the calendar.
  ['2958466', 14, '', '2958466'],
])('%s with format %i %s is %s', (raw, id, code, text) => {
  expect(numberText(raw, numberFormat(id, code), false)).toBe(text);
});

test('counts days from 1904 if asked to', () => {
  expect(numberText('44347', numberFormat(14), true)).toBe('2025-06-01');
});

/** How a number is shown as an amount. */
function amountOf(raw: string, code: string): string | undefined {
  const mark = numberMark(raw, numberFormat(164, code));
  return mark?.kind === 'money' ? mark.text : undefined;
}

/** Far more text than a workbook of 200 MiB has, if any of it were looked at twice. */
const long = 200_000;

test.each(['[$', '[', '"', '[h', '[$-', '\\', '_', '0', '.', '0"', '[$USD', 'E'])(
  'a code of nothing but %s is read at once, cut to what Excel allows or not',
  (piece) => {
    expect(numberFormat(164, piece.repeat(long))).toEqual(numberFormat(0));
    const allowed = piece.repeat(255 / piece.length);
    for (let round = 0; round < 1000; round++) numberFormat(164, allowed);
  },
);

test.each([
  ['12.34', 200, '$12.3400000000000'],
  ['-1234.5', 100, '-$1234.50000000000'],
  ['0.1', 30, '$0.10000000000000'],
  ['123456789012345', 5, '$123456789012345.00'],
  ['1', 3, '$1.000'],
])('%s with %i decimals shows no more digits than a spreadsheet keeps', (raw, decimals, text) => {
  expect(amountOf(raw, `$0.${'0'.repeat(decimals)}`)).toBe(text);
});

test('a quote or a bracket that is not closed reaches to the end', () => {
  expect(amountOf('5', '$0.00[Red')).toBe('$5.00');
  expect(amountOf('5', '0.00"USD')).toBe('5.00USD');
  expect(numberText('45809', numberFormat(164, '0"days'), false)).toBe('45809');
});
