import { expect, test } from 'vitest';
import { reading } from '../../test/mirror/account';
import type { Lists } from '../../test/mirror/model-account';
import { mirrorOf } from '../../test/report/fixture';
import { readerOf, usualScope as scope } from '../../test/report/reader';
import { closeWriter } from '../mirror/libsql';
import { openToWrite } from '../mirror/open';
import { booksOf, type Transaction } from './books';

type Values = Readonly<Record<string, unknown>>;

const order = (id: string, values: Values = {}) => ({
  ...{ id, orderNumber: `N-${id}`, retailer: 'Amazon', buyingGroup: 'bfmr', status: 'received' },
  ...{ orderDate: '2026-03-01', total: 1000, expectedPayout: 1100 },
  ...{ orderLineItems: [], trackingNumbers: [], ...values },
});

interface Account {
  readonly orders?: Lists['orders'];
  readonly cards?: Lists['cards'];
  /** Payments for no order. */
  readonly bonuses?: readonly (readonly [group: string | null, paidOn: string | null])[];
}

/** The transactions of an account's books, and the accounts that they use. */
async function booksWith({ orders = [], cards = [], bonuses = [] }: Account) {
  const path = await mirrorOf({ orders, giftcards: [], cards });
  const database = openToWrite(path);
  for (const bonus of bonuses) {
    database
      .prepare(
        `INSERT INTO base_payments (group_id, paid_on, amount_cents, recorded_at)
         VALUES (?, ?, 500, '2026-03-15T12:00:00.000Z')`,
      )
      .run([...bonus]);
  }
  closeWriter(database);
  return reading(path, (open) => {
    const { accounts, transactions } = booksOf(readerOf(open), scope);
    return { transactions: [...transactions()], accounts: Object.fromEntries(accounts) };
  });
}

const titleOf = ({ date, description }: Transaction) => `${date} ${description}`;

test.each<readonly [string, Values, string]>([
  ['all that is known', {}, '2026-03-01 Order N-1, Amazon'],
  ['no number', { orderNumber: null }, '2026-03-01 Order, Amazon'],
  ['no retailer', { retailer: null }, '2026-03-01 Order N-1'],
  ['neither', { orderNumber: null, retailer: '' }, '2026-03-01 Order'],
  ['a time in its date', { orderDate: '2026-03-01T23:30:00Z' }, '2026-03-01 Order N-1, Amazon'],
])('an order with %s is described without gaps, on its day', async (_, values, expected) => {
  const { transactions } = await booksWith({ orders: [order('1', values)] });
  expect(transactions.map(titleOf)).toEqual([expected]);
});

test('a payment without a date says so, and one without a group is from nobody', async () => {
  const { transactions } = await booksWith({
    bonuses: [
      ['bfmr', '2026-03-02'],
      [null, null],
    ],
  });
  expect(transactions.map((one) => [titleOf(one), one.metadata])).toEqual([
    ['2026-03-02 Payment from bfmr', { payment: '1' }],
    ['2026-03-15 Payment', { payment: '2', undated: 'yes' }],
  ]);
});

test('on one day orders come first, then payments, then what is only assumed to be paid', async () => {
  const paid = { status: 'paid', retailer: null };
  const { transactions } = await booksWith({
    orders: [order('1', paid), order('2', paid), order('3', { ...paid, orderDate: '2026-02-28' })],
    bonuses: [['bfmr', '2026-03-01']],
  });
  expect(transactions.map(titleOf)).toEqual([
    ...['2026-02-28 Order N-3', '2026-02-28 Payment assumed for Order N-3'],
    ...['2026-03-01 Order N-1', '2026-03-01 Order N-2', '2026-03-01 Payment from bfmr'],
    ...['2026-03-01 Payment assumed for Order N-1', '2026-03-01 Payment assumed for Order N-2'],
  ]);
});

test('an order of nothing is no transaction', async () => {
  const nothing = order('1', { total: 0, expectedPayout: 0 });
  const { transactions } = await booksWith({ orders: [nothing, order('2')] });
  expect(transactions.map(({ metadata }) => metadata.id)).toEqual(['2']);
});

test('what is known of an account is its name, if there is one', async () => {
  const cards = [
    { id: 'both', nickname: 'Ink', lastDigits: '4417' },
    { id: 'named', nickname: 'Gold', lastDigits: null },
    { id: 'numbered', nickname: null, name: null, lastDigits: '1009' },
  ];
  const orders = [
    ...cards.map(({ id }) => order(id, { creditCardId: id, expectedPayout: 0 })),
    order('ungrouped', { buyingGroup: null, creditCardId: 'both' }),
  ];
  const { accounts } = await booksWith({ orders, cards });
  expect(accounts).toMatchObject({
    'Liabilities:Cards:Ink-4417': { name: 'Ink-4417', card: 'both' },
    'Liabilities:Cards:Gold': { name: 'Gold', card: 'named' },
    'Liabilities:Cards:1009': { name: '1009', card: 'numbered' },
    'Assets:Orders:Bfmr': { name: 'bfmr' },
  });
  expect(accounts['Assets:Orders:Other']).toEqual({});
});

test('a card called Unknown-card does not take the account of unknown cards', async () => {
  const cards = [{ id: 'c', nickname: 'Unknown card', lastDigits: null }];
  const orders = ['c', null].map((creditCardId, index) =>
    order(String(index), { creditCardId, cardEarnRate: 2 }),
  );
  const { accounts } = await booksWith({ orders, cards });
  const rewards = Object.entries(accounts).filter(([name]) => name.startsWith('Assets:Rewards:'));
  expect(Object.fromEntries(rewards)).toEqual({
    'Assets:Rewards:Unknown-card-2': { name: 'Unknown card', card: 'c' },
    'Assets:Rewards:Unknown-card': {},
  });
});
