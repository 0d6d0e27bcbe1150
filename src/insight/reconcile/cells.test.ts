import { describe, expect, test } from 'vitest';
import {
  type Cell,
  cleanText,
  dollars,
  keyOf,
  readAmount,
  readDate,
  readIdentifier,
  readTrackings,
} from './cells';

describe('amounts', () => {
  test.each<[Cell, number | undefined]>([
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
    ['', 0],
    ['  ', 0],
    [undefined, 0],
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
    ['12,34.00', undefined],
    ['(-12)', undefined],
    ['--12', undefined],
    ['12 USD', undefined],
    ['$', undefined],
    ['-', undefined],
    ['n/a', undefined],
    ['1E+3', undefined],
    ['99999999999999999', undefined],
    ['NaN', undefined],
    ['true', undefined],
  ])('%j is %j cents', (cell, cents) => {
    expect(readAmount(cell)).toBe(cents);
  });

  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [-123_456, '-$1,234.56'],
    [100_000_000, '$1,000,000.00'],
  ])('%i cents read %s', (cents, text) => {
    expect(dollars(cents)).toBe(text);
  });
});

describe('dates', () => {
  test.each<[Cell, string | null | undefined]>([
    ['2026-06-15', '2026-06-15'],
    ['2026-06-15T23:59:00Z', '2026-06-15'],
    ['2026-06-15 10:30', '2026-06-15'],
    ['06/15/2026', '2026-06-15'],
    ['6/5/2026', '2026-06-05'],
    ['06-15-2026 09:30 AM', '2026-06-15'],
    ['06-15-2026 09:30 PM ET', '2026-06-15'],
    ['6/5/26', '2026-06-05'],
    ['46188', '2026-06-15'],
    ['46188.75', '2026-06-15'],
    ['', null],
    ['-', null],
    [undefined, null],
    ['15/06/2026', undefined],
    ['06.01.2026', undefined],
    ['02/30/2026', undefined],
    ['06-15/2026', undefined],
    ['0026-10-20', undefined],
    ['10/20/0026', undefined],
    ['1899-12-31', undefined],
    ['1900-01-01', '1900-01-01'],
    ['soon', undefined],
    ['12', undefined],
  ])('%j is %j', (cell, day) => {
    expect(readDate(cell, 'mdy')).toBe(day);
  });

  test('reads the day first with --date-format dmy', () => {
    expect(readDate('05/06/2026', 'dmy')).toBe('2026-06-05');
    expect(readDate('15.06.2026', 'dmy')).toBe('2026-06-15');
    expect(readDate('2026-06-15', 'dmy')).toBe('2026-06-15');
    expect(readDate('06/15/2026', 'dmy')).toBe(undefined);
  });
});

describe('identifiers', () => {
  test.each<[Cell, string]>([
    ['  a\u00a0', 'a'],
    ['="0012"', '0012'],
    ["'0012", '0012'],
    ['１Ｚ', '1Z'],
    ['7', '7'],
    [undefined, ''],
  ])('%j is the text %j', (cell, text) => {
    expect(cleanText(cell)).toBe(text);
  });

  test('keys are upper case 0-9 A-Z and keep leading zeros', () => {
    expect(keyOf('00-1z 9/#')).toBe('001Z9');
  });

  test.each<[Cell, string, boolean]>([
    ['9.4E+21', '9.4E+21', true],
    ['9,4E+21', '9,4E+21', true],
    ['9E+21', '9E+21', true],
    ['9E21', '9E21', false],
    ['395557.0', '395557', false],
    ['Not submitted', '', false],
    ['---', '', false],
    ['n/a', '', false],
  ])('%j is the identifier %j, destroyed: %s', (cell, text, destroyed) => {
    expect(readIdentifier(cell)).toEqual({ text, destroyed });
  });

  test('splits a cell at commas, semicolons, bars and line breaks, but not at spaces', () => {
    expect(readTrackings('1Z 1,1Z2;1Z3|1Z4\r\n1z-1')).toEqual({
      keys: ['1Z1', '1Z2', '1Z3', '1Z4'],
      destroyed: [],
    });
    expect(readTrackings('9,4E+21')).toEqual({ keys: [], destroyed: ['9,4E+21'] });
  });
});
