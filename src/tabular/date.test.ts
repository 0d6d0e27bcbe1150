import { afterEach, describe, expect, test, vi } from 'vitest';
import { notADate, readDate, readMoment, readTimeOfDay } from './date';

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
    ['Friday, March 6, 2026', '2026-03-06'],
    ['Fri, Mar 6, 2026 9:30 PM', '2026-03-06'],
    ['fri. 3/6/2026', '2026-03-06'],
    ['Thurs 2026-03-05', '2026-03-05'],
    ['March 6th, 2026', '2026-03-06'],
    // Another weekday: the day or the year may be wrong.
    ['Thursday, March 6, 2026', undefined],
    ['Fri', undefined],
    ['Frigid 3/6/2026', undefined],
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
    // The weekday shows that the day comes first.
    expect(notADate('Fri 05/06/2026', 'mdy')).toContain('--date-format dmy');
  });
});

describe('moments', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each<[string, string, string | undefined, boolean]>([
    // An evening order lies on the day before.
    ['2026-05-03T01:12:44Z', '2026-05-02', '21:12:44', true],
    ['2026-05-03 01:12:44 UTC', '2026-05-02', '21:12:44', true],
    ['2026-05-03T23:30:00.123+02:00', '2026-05-03', '17:30:00', true],
    ['05/03/2026 11:15 PM PDT', '2026-05-04', '02:15:00', true],
    ['2026-05-03T04:00:00Z', '2026-05-03', undefined, true],
    // In winter New York is five hours behind.
    ['2026-01-03T04:59:59Z', '2026-01-02', '23:59:59', true],
    ['2026-05-03', '2026-05-03', undefined, false],
    ['2026-7-1', '2026-07-01', undefined, false],
    ['Jul 01, 2026', '2026-07-01', undefined, false],
    ['7/1/26', '2026-07-01', undefined, false],
    ['2026-05-03 00:00:00', '2026-05-03', undefined, false],
    ['2026-05-03 14:30:00', '2026-05-03', '14:30:00', false],
    ['5/3/2026 12:05 am', '2026-05-03', '00:05:00', false],
  ])('in New York, %s is %s at %s', (cell, day, time, isZoned) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(readMoment(cell, 'mdy')).toEqual({ day, isZoned, ...(time && { time }) });
  });

  test('a time without a zone is UTC where the file says so', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(readMoment('2026-05-03 01:12:44', 'mdy', { isUtc: true })).toEqual({
      ...{ day: '2026-05-02', time: '21:12:44', isZoned: true },
    });
    expect(readMoment('2026-05-03', 'mdy', { isUtc: true })).toEqual({
      ...{ day: '2026-05-03', isZoned: false },
    });
  });

  test.each([
    'soon',
    '23/11/2026',
    '2026-05-03 25:00',
    '2026-05-03 13:00 PM',
    '2026-05-03 9:00 XYZ',
  ])('%s is none', (cell) => {
    expect(readMoment(cell, 'mdy')).toBeUndefined();
  });

  test('a blank cell has none', () => {
    expect([readMoment(' ', 'mdy'), readMoment('N/A', 'mdy')]).toEqual([null, null]);
  });

  test.each([
    ['23/11/2026', 'mdy', 'is not a date; try --date-format dmy'],
    ['11/23/2026', 'dmy', 'is not a date; try --date-format mdy'],
    ['soon', 'mdy', 'is not a date'],
  ] as const)('%s read as %s %s', (cell, order, message) => {
    expect(notADate(cell, order)).toBe(message);
  });

  test.each([
    ['14:30', '14:30'],
    ['9:05', '09:05:00'],
    ['2:30 PM', '14:30:00'],
    ['12:00:05 am', '00:00:05'],
    ['-', null],
    ['24:00', undefined],
    ['half past two', undefined],
  ])('the time %s is %s', (cell, time) => {
    expect(readTimeOfDay(cell)).toBe(time);
  });
});
