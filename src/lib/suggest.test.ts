import { expect, test } from 'vitest';
import { closest } from './suggest';

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
