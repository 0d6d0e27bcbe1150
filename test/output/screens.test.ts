import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { nouns } from '../../src/commands/tree';
import { temporaryHome } from '../support/waybill';
import { runHere } from '../support/world';

/** What each command prints for the sample account: one file each in test/output/screens/. */
const screens: Readonly<Record<string, string>> = {
  'orders-list': 'orders list -L 6',
  'orders-list-fields':
    'orders list -L 3 --fields orderNumber,cashback.platform,orderLineItems.model',
  'orders-list-empty': 'orders list --status issue --since 2030-01-01',
  'orders-get': 'orders get 111-2645709-0994040',
  'orders-get-several': 'orders get 800458530 9889303997 --fields orderNumber,status,total',
  'orders-get-fields': 'orders get 800458530 --fields orderNumber,status,total',
  'orders-update': 'orders update 800458530 --status paid',
  'orders-create-dry-run':
    'orders create --dry-run --retailer Walmart --order-number W-1 --group bfmr --item price=12.34,qty=2',
  'giftcards-list': 'giftcards list -L 4',
  'giftcards-get': 'giftcards get 813763113',
  'giftcards-create': 'giftcards create --from-json examples/giftcard-order.json --dry-run',
  'giftcards-update': 'giftcards update 813763113 --status paid --fields orderNumber,status',
  'shipments-list': 'shipments list -L 5',
  'shipments-add': 'shipments add 800458530 1Z6534690362714260',
  'shipments-add-csv': 'shipments add --csv examples/shipments.csv',
  'shipments-check': 'shipments check examples/shipments.csv',
  'cards-list': 'cards list',
  'config-list': 'config list',
  'sandbox-info': 'sandbox info --fields plan,counts.orders,counts.cards',
  api: 'api GET /credit-cards -f limit=1',
  'auth-status': 'auth status',
  'auth-list': 'auth list',
  doctor: 'doctor',
};

/** These print a word, a line or a script, and have their own tests. */
const withoutScreen = [
  ...['auth login', 'auth switch', 'auth rotate', 'auth logout'],
  ...['config get', 'config set', 'config unset', 'config path'],
  ...['sandbox serve', 'sandbox seed', 'sandbox reset', 'sandbox examples'],
  ...['completion', 'help', 'mcp'],
  // Their screens are in test/mirror, test/reports and next to the tests of jobs.
  ...['changes', 'export', 'query', 'reconcile', 'sync', 'jobs clean', 'jobs list', 'jobs show'],
  ...['backup', 'check', 'info', 'merge', 'path', 'push', 'reset'].map((verb) => `mirror ${verb}`),
  ...Object.keys(nouns.payments?.verbs ?? {}).map((verb) => `payments ${verb}`),
  ...Object.keys(nouns.report?.verbs ?? {}).map((verb) => `report ${verb}`),
];

test('every command has a screen or a reason not to', () => {
  const all = Object.entries(nouns).flatMap(([noun, { verbs }]) =>
    verbs === undefined ? [noun] : Object.keys(verbs).map((verb) => `${noun} ${verb}`),
  );
  const shown = Object.values(screens);
  const missing = all.filter(
    (name) => !shown.some((line) => line === name || line.startsWith(`${name} `)),
  );
  expect(missing.sort()).toEqual([...withoutScreen].sort());
});

/** An account of which only the name is needed. */
const login = [
  ...['auth', 'login', '--profile', 'work', '--base-url', 'https://service.example/api/v1'],
  ...['--api-key', 'acme_key_0123456789abcdef', '--secret-stdin', '--store', 'file', '--no-verify'],
];

/** Replaces what differs between machines and runs. */
function steady(text: string, home: string): string {
  return text
    .replaceAll(home, '~')
    .replaceAll(process.versions.node, '<node>')
    .replaceAll(manifest.version, '<version>')
    .replaceAll(/[0-9a-f]{64}/g, '<job>');
}

/** The length of a home's path: where a line wraps depends on it, but not on the machine's folders. */
const homeLength = 64;

function homeOfOneLength(): string {
  const folder = temporaryHome();
  const home = join(folder, 'h'.repeat(homeLength - folder.length - 1));
  mkdirSync(home);
  return home;
}

/** A terminal without a box, one with a narrow box, a wide one. */
const widths = [undefined, 50, 80, 120] as const;

test.each(Object.entries(screens))('%s', async (name, command) => {
  const parts = [`$ waybill ${command}\n`];
  for (const columns of widths) {
    const home = homeOfOneLength();
    const env = { WAYBILL_HOME: home, WAYBILL_SANDBOX: '1', NO_COLOR: '1' };
    await runHere(login, { env: { WAYBILL_HOME: home }, input: 'acme_secret_0123456789abcdef' });
    const terminal = columns === undefined ? {} : { columns };
    const { exitCode, stdout, stderr } = await runHere(command.split(' '), { env, ...terminal });
    const where = columns === undefined ? 'in a pipe' : `on a terminal of ${columns} columns`;
    parts.push(`\n=== ${where}: exit ${exitCode}\n`, steady(stdout, home));
    if (stderr !== '') parts.push('=== and on stderr\n', steady(stderr, home));
    // The terminal wraps prose, but a box must fit it.
    for (const line of stdout.split('\n').filter((one) => /^ *[┌│├└]/.test(one))) {
      expect(line.length).toBeLessThanOrEqual(columns ?? Number.POSITIVE_INFINITY);
    }
  }
  await expect(parts.join('')).toMatchFileSnapshot(`screens/${name}.txt`);
});
