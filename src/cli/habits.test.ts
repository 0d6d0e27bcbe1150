import { expect, test } from 'vitest';
import { habitHint } from './habits';

test.each([
  ['view', ['orders'], 'Use waybill orders get.'],
  ['Edit', ['orders'], 'Use waybill orders update.'],
  ['view', ['cards'], 'Use waybill cards list.'],
  ['delete', ['orders'], "The service can't delete orders."],
  ['delete', ['giftcards'], 'waybill giftcards update <order> --status cancelled'],
  ['show', ['config'], 'Use waybill config list.'],
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
  ['upload', [], 'Use waybill shipments add --csv <file>'],
  ['submit', [], 'Use waybill shipments add.'],
  ['track', [], 'Use waybill orders list --tracking <number>.'],
  ['ls', [], 'Use waybill orders list.'],
  ['profit', ['report'], 'Use waybill report pnl, or waybill report margin.'],
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
