import { expect, test } from 'vitest';
import { closest, habitHint } from './suggest';

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

test.each([
  ['view', ['orders'], 'Use waybill orders get.'],
  ['Edit', ['orders'], 'Use waybill orders update.'],
  ['view', ['cards'], 'Use waybill cards list.'],
  ['delete', ['orders'], "The service can't delete orders."],
  ['delete', ['giftcards'], 'waybill giftcards update <order> --status cancelled'],
  ['rm', ['config'], 'Use waybill config unset.'],
  ['delete', ['sandbox'], 'Use waybill sandbox reset.'],
  ['delete', ['cards'], "The service can't delete anything."],
  ['status', ['orders'], 'waybill orders update <order> --status'],
  ['tracking', ['orders'], 'waybill shipments list'],
  ['login', [], 'Use waybill auth login.'],
  ['status', [], 'Use waybill auth status, or waybill doctor.'],
  ['version', [], 'Use waybill --version.'],
  ['gc', [], 'Use waybill giftcards.'],
  ['tracking', [], 'Use waybill shipments.'],
  ['show', [], 'Use waybill orders get <order>.'],
  ['edit', [], 'Use waybill orders update <order>.'],
])('knows %s below %j from other tools', (typed, path, hint) => {
  const own: Record<string, string[]> = {
    cards: ['list'],
    config: ['list', 'get', 'unset'],
    sandbox: ['serve', 'reset'],
  };
  const names = own[path[0] ?? ''] ?? ['list', 'get', 'create', 'update'];
  expect(habitHint(typed, path, names)).toContain(hint);
});

test.each([
  ['lsit', ['orders']],
  ['view', ['completion']],
  ['constructor', []],
  ['__proto__', ['orders']],
])('does not know %s below %j', (typed, path) => {
  expect(habitHint(typed, path, ['bash'])).toBeUndefined();
});
