import { expect, test } from 'vitest';
import { temporaryHome } from '../support/waybill';
import { runHere } from '../support/world';

/** What each command looks like on the sample account: a file of test/output/screens/ each. */
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
  'cards-list': 'cards list',
  'config-list': 'config list',
  'sandbox-info': 'sandbox info --fields plan,counts.orders,counts.cards',
  api: 'api GET /credit-cards -f limit=1',
  'auth-status': 'auth status',
  'auth-list': 'auth list',
};

const widths = [undefined, 80, 120] as const;

test.each(Object.entries(screens))('%s', async (name, command) => {
  const parts = [`$ waybill ${command}\n`];
  for (const columns of widths) {
    const home = temporaryHome();
    const env = { WAYBILL_HOME: home, WAYBILL_SANDBOX: '1', NO_COLOR: '1' };
    const terminal = columns === undefined ? {} : { columns };
    const { exitCode, stdout, stderr } = await runHere(command.split(' '), { env, ...terminal });
    const where = columns === undefined ? 'in a pipe' : `on a terminal of ${columns} columns`;
    parts.push(`\n=== ${where}: exit ${exitCode}\n`, stdout.replaceAll(home, '~'));
    if (stderr !== '') parts.push('=== and on stderr\n', stderr.replaceAll(home, '~'));
    for (const line of stdout.split('\n')) {
      expect(line.length).toBeLessThanOrEqual(columns ?? Number.POSITIVE_INFINITY);
    }
  }
  await expect(parts.join('')).toMatchFileSnapshot(`screens/${name}.txt`);
});
