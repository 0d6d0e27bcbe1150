import { sync } from '../../src/mirror/sync';
import { syncWorld } from './account';
import { type Lists, modelAccount } from './model-account';

/**
 * Run by history.test.ts: keeps syncing an account that changes before every sync, until killed.
 */
const [path = '', seed = '0'] = process.argv.slice(2);

function account(version: number): Lists {
  const orders = Array.from({ length: 320 }, (_, index) => ({
    id: `o-${index}`,
    status: (index * 7 + version) % 5 === 0 ? 'paid' : 'shipped',
    notes: `version ${(index + version) % 9}`,
    total: 100,
    trackingNumbers: [
      { trackingNumber: `1Z${(index + version) % 4}`, carrier: 'ups', itemCount: 1 },
    ],
  })).filter((_, index) => (index + version) % 50 !== 0);
  return {
    orders: [{ id: 'anchor', status: 'paid' }, ...orders],
    giftcards: [{ id: 'anchor-g', status: 'paid' }],
    cards: [{ id: 'anchor-c' }],
  };
}

for (let version = Number(seed) * 1000; ; version++) {
  const source = modelAccount(account(version));
  const onProgress = () => {};
  const { buyingGroupOrders } = source;
  let rows = 0;
  const watched = {
    ...source,
    buyingGroupOrders: {
      ...buyingGroupOrders,
      each: async function* () {
        for await (const row of buyingGroupOrders.each({})) {
          // Prints a line now and then, so that the test can choose when to kill it.
          if (++rows % 40 === 0) {
            process.stdout.write('.\n');
            await new Promise((resolve) => setImmediate(resolve));
          }
          yield row;
        }
      },
    },
  };
  await sync(watched, path, { ...syncWorld(), onProgress, acceptRemovals: true });
}
