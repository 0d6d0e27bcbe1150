import { describe, expect, test } from 'vitest';
import { readDate } from './date';

type Cell = string | undefined;

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
    ['2026/06/05', '2026-06-05'],
    ['2026/6/5 10:30 AM', '2026-06-05'],
    ['06-Mar-2026', '2026-03-06'],
    ['1-Mar-26', '2026-03-01'],
    ['1-MAR-26 12:00', '2026-03-01'],
    ['6 March 2026', '2026-03-06'],
    ['Mar 6, 2026', '2026-03-06'],
    ['Sept. 6 2026, 9:30 PM', '2026-09-06'],
    ['Jul 01, 2026', '2026-07-01'],
    ['31-Feb-2026', undefined],
    ['6-Mai-2026', undefined],
    ['6-Mar', undefined],
    ['Mar 6, 26', undefined],
    ['Mar 2026', undefined],
    ['2026/06-05', undefined],
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
    expect(readDate('2026/06/05', 'dmy')).toBe('2026-06-05');
    expect(readDate('1-Mar-26', 'dmy')).toBe('2026-03-01');
  });
});
