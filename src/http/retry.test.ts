import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Allowance } from './rate-limit';
import {
  type AttemptProblem,
  backoff,
  decide,
  type Effect,
  type RetryDecision,
  retryAfter,
} from './retry';

const effects: readonly Effect[] = ['read', 'update', 'shipments', 'create'];

const unsent: AttemptProblem = { kind: 'lost', sent: false };
const lost: AttemptProblem = { kind: 'lost', sent: true };

/** What failed, and the decisions for a read, an update, shipments and a create. */
const policy: readonly (readonly [string, AttemptProblem, readonly RetryDecision[]])[] = [
  ['nothing was sent', unsent, ['retry', 'retry', 'retry', 'retry']],
  ['lost after sending', lost, ['retry', 'look', 'retry', 'look']],
  ['an unreadable response', { kind: 'unreadable' }, ['retry', 'look', 'retry', 'look']],
  ['a 503', { kind: 'server-error', maybeDone: false }, ['retry', 'retry', 'retry', 'retry']],
  ['another 5xx', { kind: 'server-error', maybeDone: true }, ['retry', 'retry', 'retry', 'look']],
  ['a 429', { kind: 'rate-limited' }, ['wait', 'wait', 'wait', 'wait']],
  ['another 4xx or a redirect', { kind: 'refused' }, ['fail', 'fail', 'fail', 'fail']],
  ['a bad certificate', { ...unsent, lasting: true }, ['fail', 'fail', 'fail', 'fail']],
];

describe('the retry policy', () => {
  test.each(policy)('%s', (_, problem, expected) => {
    const decided = effects.map((effect) => decide(problem, { effect, mayRetry: true }));
    expect(decided).toEqual(expected);
  });

  test.each(policy)('%s is never retried with no attempts left', (_, problem, expected) => {
    const decided = effects.map((effect) => decide(problem, { effect, mayRetry: false }));
    expect(decided).toEqual(expected.map((one) => (one === 'retry' ? 'fail' : one)));
  });
});

describe('the backoff', () => {
  test.each([
    [0, 500],
    [1, 1000],
    [2, 2000],
    [5, 16_000],
    [6, 20_000],
    [60, 20_000],
  ])('retry %i waits at most %i ms', (retry, most) => {
    expect(backoff(retry, 0)).toBe(0);
    expect(backoff(retry, 0.5)).toBe(most / 2);
    expect(backoff(retry, 1)).toBe(most);
  });
});

describe('the allowance of a run', () => {
  test('is used up by ten retries in a row', () => {
    const allowance = new Allowance();
    for (let retry = 0; retry < 10; retry++) {
      expect(allowance.sufficient).toBe(true);
      allowance.spend();
    }
    expect(allowance.sufficient).toBe(false);
  });

  test('earns one retry for ten successes', () => {
    const allowance = new Allowance();
    for (let retry = 0; retry < 10; retry++) allowance.spend();
    for (let success = 0; success < 9; success++) allowance.earn();
    expect(allowance.sufficient).toBe(false);
    allowance.earn();
    expect(allowance.sufficient).toBe(true);
  });

  test('never saves up more than ten retries', () => {
    fc.assert(
      fc.property(fc.nat(1000), (successes) => {
        const allowance = new Allowance();
        for (let success = 0; success < successes; success++) allowance.earn();
        let retries = 0;
        for (; allowance.sufficient; retries++) allowance.spend();
        expect(retries).toBe(10);
      }),
    );
  });
});

const now = Date.UTC(2025, 5, 1, 12);
const date = 'Sun, 01 Jun 2025 12:00:00 GMT';

describe('Retry-After', () => {
  test.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['seconds with spaces', { 'retry-after': ' 7 ' }, 7000],
    ['zero', { 'retry-after': '0' }, 0],
    ['a huge number', { 'retry-after': '1000000000' }, 1e12],
    ['a date', { date, 'retry-after': 'Sun, 01 Jun 2025 12:00:30 GMT' }, 30_000],
    ['a date of RFC 850', { date, 'retry-after': 'Sunday, 01-Jun-25 12:00:30 GMT' }, 30_000],
    ['a date past', { date, 'retry-after': 'Sun, 01 Jun 2025 11:00:00 GMT' }, 0],
    [
      'a date from a clock that is an hour behind',
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
});
