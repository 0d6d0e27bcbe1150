import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  day,
  localDay,
  readDay,
  readMonth,
  readTime,
  resolveDay,
  resolveMonth,
  spanDay,
} from './day';

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2024-02-29', '2024-02-29'],
  ['today', '2026-03-01'],
  ['Yesterday', '2026-02-28'],
  ['0d', '2026-03-01'],
  ['1d', '2026-02-28'],
  ['30d', '2026-01-30'],
  ['365d', '2025-03-01'],
  ['2w', '2026-02-15'],
  ['3m', '2025-12-01'],
  ['12M', '2025-03-01'],
])('%s is %s on 1 March 2026', (typed, date) => {
  expect(resolveDay(readDay(typed, '--since'), '2026-03-01')).toBe(date);
});

test.each([
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2026-03-31', 4, '2025-11-30'],
  ['2026-01-15', 13, '2024-12-15'],
])('from %s, %d months back is %s', (today, monthsAgo, date) => {
  expect(resolveDay({ monthsAgo }, today)).toBe(date);
});

test.each([
  ['2025-06', '2025-06-01', '2025-06-30'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['Last  Month', '2025-12-01', '2025-12-31'],
  ['this month', '2026-01-01', '2026-01-31'],
])('the month %s', (typed, first, last) => {
  const today = '2026-01-31';
  expect(resolveMonth(readMonth(typed, '--month'), today)).toEqual({ first, last });
  const since = spanDay('').parse([typed], '--since');
  if (since === undefined) throw new Error('it is a day');
  expect(resolveDay(since, today)).toBe(first);
  expect(resolveDay(since, today, 'last')).toBe(last);
});

test.each(['2025-13', '2025-6', '06/2025', '', 'next month'])('%j is not a month', (typed) => {
  expect(() => readMonth(typed, '--month')).toThrow(`--month takes a month, not "${typed}"`);
});

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '0000-01-01'])(
  '%s does not exist',
  (typed) => {
    expect(() => readDay(typed, '--since')).toThrow(`--since: the date "${typed}" does not exist`);
  },
);

test.each([
  '',
  '2026-2-1',
  '01/02/2026',
  '30',
  '-30d',
  '1.5d',
  '30 d',
  '10000m',
  'last month',
  'tomorrow',
  '2026-01-01T00',
])('%j is not a date', (typed) => {
  expect(() => readDay(typed, '--since')).toThrow(`--since takes a date, not "${typed}"`);
});

test.each([day, spanDay])('a flag that shows an age says that it takes one', (flag) => {
  expect(() => flag('', '<30d>').parse(['3'], '--older-than')).toThrow(
    '--older-than takes an age such as 30d, or a date, not "3"',
  );
  expect(() => flag('').parse(['3'], '--since')).toThrow('--since takes a date, not "3"');
});

test('today is the local date, even minutes before and after midnight', () => {
  for (const [hour, minute] of [
    [0, 0],
    [0, 1],
    [23, 59],
  ] as const) {
    const now = new Date(2026, 2, 30, hour, minute).getTime();
    expect(localDay(now)).toBe('2026-03-30');
    expect(resolveDay({ daysAgo: 1 }, localDay(now))).toBe('2026-03-29');
  }
});

test('consecutive days differ by one, even across a clock change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), (daysAgo) => {
      const today = '2026-06-15';
      const earlier = Date.parse(resolveDay({ daysAgo: daysAgo + 1 }, today));
      expect(Date.parse(resolveDay({ daysAgo }, today)) - earlier).toBe(86_400_000);
    }),
  );
});

test.each(['00:00', '23:59', '07:05:09', '23:59:59'])('%s is a time', (typed) => {
  expect(readTime(typed, '--time')).toBe(typed);
});

test.each(['', '7:05', '24:00', '12:60', '12:00:60', '12:00 pm', '1200', '12:0'])(
  '%j is not a time',
  (typed) => {
    expect(() => readTime(typed, '--time')).toThrow(
      `--time takes a time as HH:mm or HH:mm:ss, not "${typed}"`,
    );
  },
);
