import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Allowance, backoff, type Decision, decide, type Effect, type Mishap } from './retry';

const effects: readonly Effect[] = ['read', 'update', 'shipments', 'create'];

const unsent: Mishap = { kind: 'lost', sent: false };
const lost: Mishap = { kind: 'lost', sent: true };

/** What failed, and what follows for a read, an update, shipments and a create. */
const policy: readonly (readonly [string, Mishap, readonly Decision[]])[] = [
  ['nothing was sent', unsent, ['retry', 'retry', 'retry', 'retry']],
  ['lost after sending', lost, ['retry', 'look', 'retry', 'look']],
  ['an unreadable answer', { kind: 'unreadable' }, ['retry', 'look', 'retry', 'look']],
  ['a 503', { kind: 'server-error', maybeDone: false }, ['retry', 'retry', 'retry', 'retry']],
  ['another 5xx', { kind: 'server-error', maybeDone: true }, ['retry', 'retry', 'retry', 'look']],
  ['a 429', { kind: 'rate-limited' }, ['wait', 'wait', 'wait', 'wait']],
  ['another 4xx or a redirect', { kind: 'refused' }, ['fail', 'fail', 'fail', 'fail']],
  ['a bad certificate', { ...unsent, lasting: true }, ['fail', 'fail', 'fail', 'fail']],
];

describe('the retry policy', () => {
  test.each(policy)('%s', (_, mishap, expected) => {
    const decided = effects.map((effect) => decide(mishap, { effect, mayRetry: true }));
    expect(decided).toEqual(expected);
  });

  test.each(policy)('%s, with no try left, is never retried', (_, mishap, expected) => {
    const decided = effects.map((effect) => decide(mishap, { effect, mayRetry: false }));
    expect(decided).toEqual(expected.map((one) => (one === 'retry' ? 'fail' : one)));
  });
});

describe('the back-off', () => {
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
  test('ten retries in a row use it up', () => {
    const allowance = new Allowance();
    for (let retry = 0; retry < 10; retry++) {
      expect(allowance.sufficient).toBe(true);
      allowance.spend();
    }
    expect(allowance.sufficient).toBe(false);
  });

  test('ten successes earn one retry', () => {
    const allowance = new Allowance();
    for (let retry = 0; retry < 10; retry++) allowance.spend();
    for (let success = 0; success < 9; success++) allowance.earn();
    expect(allowance.sufficient).toBe(false);
    allowance.earn();
    expect(allowance.sufficient).toBe(true);
  });

  test('no run of luck saves up for more than ten retries', () => {
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
