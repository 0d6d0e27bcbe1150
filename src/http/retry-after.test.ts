import { expect, test } from 'vitest';
import { retryAfter } from './retry-after';

const now = Date.UTC(2025, 5, 1, 12);
const date = 'Sun, 01 Jun 2025 12:00:00 GMT';

test.each<[string, Record<string, string>, number | undefined]>([
  ['seconds', { 'retry-after': '7' }, 7000],
  ['seconds with spaces', { 'retry-after': ' 7 ' }, 7000],
  ['zero', { 'retry-after': '0' }, 0],
  ['very many', { 'retry-after': '1000000000' }, 1e12],
  ['a date', { date, 'retry-after': 'Sun, 01 Jun 2025 12:00:30 GMT' }, 30_000],
  ['a date of RFC 850', { date, 'retry-after': 'Sunday, 01-Jun-25 12:00:30 GMT' }, 30_000],
  ['a date past', { date, 'retry-after': 'Sun, 01 Jun 2025 11:00:00 GMT' }, 0],
  [
    'a date by a clock that is an hour behind',
    { date: 'Sun, 01 Jun 2025 11:00:00 GMT', 'retry-after': 'Sun, 01 Jun 2025 11:00:20 GMT' },
    20_000,
  ],
  ['a date without a Date', { 'retry-after': 'Sun, 01 Jun 2025 12:01:00 GMT' }, 60_000],
  [
    'a date beside a garbled Date',
    { date: 'yesterday', 'retry-after': 'Sun, 01 Jun 2025 12:01:00 GMT' },
    60_000,
  ],
  ['nothing', {}, undefined],
  ['an empty value', { 'retry-after': '' }, undefined],
  ['a negative number', { 'retry-after': '-5' }, undefined],
  ['a fraction', { 'retry-after': '1.5' }, undefined],
  ['an exponent', { 'retry-after': '1e9' }, undefined],
  ['garbage', { 'retry-after': 'soon' }, undefined],
  ['a date of another form', { 'retry-after': '2025-06-01' }, undefined],
  ['a weekday and garbage', { 'retry-after': 'Sun, the first' }, undefined],
])('%s', (_, headers, expected) => {
  expect(retryAfter(headers, now)).toBe(expected);
});
