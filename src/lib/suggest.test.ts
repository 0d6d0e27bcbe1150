import { expect, test } from 'vitest';
import { closest, nearestNumber } from './suggest';

const verbs = ['list', 'get', 'create', 'update'];
const statuses = ['purchased', 'shipped', 'partially_paid', 'paid', 'cancelled'];

test.each([
  ['lsit', verbs, 'list'],
  ['lst', verbs, 'list'],
  ['LIST', verbs, 'list'],
  ['updat', verbs, 'update'],
  ['cerate', verbs, 'create'],
  ['purch', statuses, 'purchased'],
  ['canceled', statuses, 'cancelled'],
  ['payed', statuses, 'paid'],
  ['partialy_paid', statuses, 'partially_paid'],
])('%s is close to one of %j: %s', (typed, candidates, near) => {
  expect(closest(typed, candidates)).toBe(near);
});

test.each([
  ['delete', verbs],
  ['x', verbs],
  ['', verbs],
  ['zzzz', statuses],
  ['list', []],
])('%s is close to none of %j', (typed, candidates) => {
  expect(closest(typed, candidates)).toBeUndefined();
});

const numbers = ['800458530', '114-1906847-7839579', 'BBY01-803052674116'];

test.each([
  ['800458531', '800458530'],
  ['80045853', '800458530'],
  ['114-1906847-783957', '114-1906847-7839579'],
  ['BBY1-803052674116', 'BBY01-803052674116'],
  ['114', undefined],
  ['X', undefined],
])('the nearest number to %s: %s', (wanted, near) => {
  expect(nearestNumber(wanted, numbers)).toBe(near);
  expect(nearestNumber(wanted, [])).toBeUndefined();
});
