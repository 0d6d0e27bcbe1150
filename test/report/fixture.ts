import { addPayment } from '../../src/mirror/ledger-changes';
import { closeWriter } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { mirrorFile, synced } from '../mirror/account';
import { type Lists, modelAccount } from '../mirror/model-account';

export interface Payment {
  readonly orderId: string;
  readonly cents: number;
  readonly paidOn: string;
}

/** The path of a mirror of the account, with payments recorded by hand. */
export async function mirrorOf(lists: Lists, payments: readonly Payment[] = []): Promise<string> {
  const path = mirrorFile();
  await synced(modelAccount(lists), path);
  const database = openToWrite(path);
  for (const payment of payments) {
    const recorded = { group: null, reference: null, ...payment };
    addPayment(database, recorded, '2026-03-31T12:00:00.000Z');
  }
  closeWriter(database);
  return path;
}

const order = (id: string, group: string, values: Record<string, unknown>) => ({
  id,
  orderNumber: `N-${id}`,
  buyingGroup: group,
  retailer: 'Amazon',
  trackingNumbers: [],
  orderLineItems: [],
  ...values,
});
const tracked = [{ trackingNumber: '1Z1', carrier: 'ups', itemCount: 1 }];

/** The account of `reports.test.ts`; its numbers were worked out by hand for 2026-03-31. */
export const account: Lists = {
  orders: [
    order('A', 'bfmr', {
      ...{ status: 'delivered', orderDate: '2026-01-10', total: 10_000, expectedPayout: 10_500 },
      ...{ creditCardId: 'c1', cardEarnRate: 1.5, trackingNumbers: tracked },
      cashback: { rewardType: 'cashback', status: 'pending', rewardAmount: 200 },
    }),
    order('B', 'bfmr', {
      ...{ status: 'purchased', orderDate: '2026-03-20', total: 20_000, expectedPayout: 19_000 },
      retailer: 'Costco',
    }),
    order('C', 'mvp', {
      ...{ status: 'paid', orderDate: '2026-02-01', total: 5000, expectedPayout: 5600 },
      ...{ creditCardId: 'c2', cardEarnRate: 2 },
    }),
    order('C2', 'mvp', {
      ...{ status: 'paid', orderDate: '2026-02-10', total: 1000, expectedPayout: 1100 },
    }),
    order('D', 'mvp', {
      ...{ status: 'paid', orderDate: '2026-03-05', total: 3000, expectedPayout: 3300 },
    }),
    order('E', 'mvp', {
      ...{ status: 'shipped', orderDate: '2026-03-01', total: 4000, expectedPayout: 0 },
      trackingNumbers: tracked,
    }),
    order('F', 'bfmr', {
      ...{ status: 'cancelled', orderDate: '2026-03-02', total: 900, expectedPayout: 1000 },
    }),
  ],
  giftcards: [
    {
      ...{ id: 'G', orderNumber: 'N-G', platform: 'card_center', status: 'partially_paid' },
      ...{ orderDate: '2026-03-01', total: 9000, expectedPayout: 9300, retailer: 'Target' },
    },
  ],
  cards: [
    { id: 'c1', nickname: 'Ink', lastDigits: '4417', accountOwner: 'Ann' },
    { id: 'c2', nickname: 'Gold', lastDigits: '1009', accountOwner: 'Bob' },
  ],
};

export const payments: readonly Payment[] = [
  { orderId: 'C', cents: 5500, paidOn: '2026-03-03' },
  { orderId: 'C2', cents: 1100, paidOn: '2026-03-12' },
  { orderId: 'F', cents: 400, paidOn: '2026-03-20' },
  { orderId: 'G', cents: 4000, paidOn: '2026-03-20' },
];
