import { beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { mirrorFile, reading, rowsOf, synced } from './account';
import { modelAccount } from './model-account';
import { soundness } from './soundness';

/** An order whose members are all different, so that no column can be mistaken for another. */
const order = {
  id: '0b8bd0c5-5a0e-4d6c-9d1f-000000000001',
  source: 'manual',
  orderDate: '2025-03-04',
  retailer: 'Staples',
  orderNumber: 'N-1',
  retailerAccount: 'me@example.com',
  subtotal: 101,
  shipping: 102,
  tax: 103,
  discount: 104,
  total: 100_005,
  creditCardId: '0b8bd0c5-5a0e-4d6c-9d1f-000000000002',
  subCreditCardId: 'sub-1',
  cardEarnRate: 1.5,
  notes: 'a note',
  cashback: { platform: 'Rakuten', status: 'pending', rewardType: 'cashback', rewardAmount: 106 },
  createdAt: '2025-03-05T01:02:03.000Z',
  expectedPayout: 100_007,
  buyingGroup: 'bfmr',
  status: 'shipped',
  trackingNumbers: [
    { trackingNumber: 'T-1', carrier: 'ups', itemCount: 8 },
    { trackingNumber: 'T-2', carrier: 'fedex', itemCount: null },
  ],
  orderLineItems: [
    {
      ...{ id: 'item-1', description: 'A phone', model: 'M-1' },
      ...{ unitPrice: 109, quantity: 10, expectedUnitPayout: 111 },
    },
  ],
};
const giftcard = {
  ...order,
  id: '0b8bd0c5-5a0e-4d6c-9d1f-000000000003',
  orderNumber: 'G-1',
  platform: 'card_center',
  status: 'paid',
  // No calendar has this day.
  orderDate: '2025-02-30',
  cashback: { ...order.cashback, status: 'Denied' },
  trackingNumbers: undefined,
};
const card = {
  ...{ id: order.creditCardId, name: 'Freedom', issuer: 'Chase', nickname: 'blue' },
  ...{ lastDigits: '1234', accountOwner: 'P1', annualFee: 9500, earnRate: 2 },
  ...{ openedAt: '2020-01-02', closedAt: '2024-03-04', subCards: [{ id: 'sub-1' }] },
};

let path: string;
beforeAll(async () => {
  path = mirrorFile();
  await synced(modelAccount({ orders: [order], giftcards: [giftcard], cards: [card] }), path);
});

const common = {
  retailer: 'Staples',
  retailer_account: 'me@example.com',
  source: 'manual',
  subtotal_cents: 101,
  shipping_cents: 102,
  tax_cents: 103,
  discount_cents: 104,
  total_cents: 100_005,
  expected_payout_cents: 100_007,
  paid_cents: 0,
  reward_cents: 1500,
  card_id: order.creditCardId,
  sub_card_id: 'sub-1',
  earn_rate: 1.5,
  notes: 'a note',
  created_at: order.createdAt,
};
const asOrder = {
  ...common,
  ...{ id: order.id, order_number: 'N-1', order_date: '2025-03-04', order_month: '2025-03' },
  ...{ group_id: 'bfmr', status: 'shipped', open: 1 },
  ...{ outstanding_cents: 100_007, portal_cents: 106 },
};
const asGiftcard = {
  ...common,
  ...{ id: giftcard.id, order_number: 'G-1', order_date: null, order_month: null },
  ...{ group_id: 'card_center', status: 'paid', open: 0 },
  ...{ outstanding_cents: 0, portal_cents: 0 },
};
const item = {
  ...{ place: 0, id: 'item-1', description: 'A phone', model: 'M-1' },
  ...{ quantity: 10, unit_price_cents: 109, expected_unit_payout_cents: 111 },
};
const ofOrder = { order_id: order.id, order_number: 'N-1', group_id: 'bfmr' };

test.each<[string, readonly object[]]>([
  ['orders', [asOrder]],
  ['giftcards', [asGiftcard]],
  ['unpaid', [{ kind: 'order', ...asOrder }]],
  [
    'all_orders',
    [
      { kind: 'giftcard', ...asGiftcard, gone_at: null },
      { kind: 'order', ...asOrder, gone_at: null },
    ],
  ],
  [
    'items',
    [
      { order_id: order.id, kind: 'order', ...item },
      { order_id: giftcard.id, kind: 'giftcard', ...item },
    ],
  ],
  [
    'trackings',
    [
      { ...ofOrder, tracking_number: 'T-1', carrier: 'ups', item_count: 8 },
      { ...ofOrder, tracking_number: 'T-2', carrier: 'fedex', item_count: null },
    ],
  ],
  [
    'cards',
    [
      {
        ...{ id: card.id, name: 'Freedom', issuer: 'Chase', nickname: 'blue' },
        ...{ last_digits: '1234', account_owner: 'P1', annual_fee_cents: 9500, earn_rate: 2 },
        ...{ opened_at: '2020-01-02', closed_at: '2024-03-04', sub_cards: '[{"id":"sub-1"}]' },
      },
    ],
  ],
])('the view %s shows each member in the column of its name', (view, rows) => {
  expect(rowsOf(path, `SELECT * FROM ${view} ORDER BY 1, 4`)).toEqual(rows);
});

/** The tables that reports read, with the column that names the object. */
const keys = {
  base_orders: 'key',
  base_items: 'order_key',
  base_trackings: 'order_key',
  base_cards: 'key',
};
/** The list's order, and what only the history knows. */
const unchecked = ['place', 'gone_at'];

test('the check of tests finds any column that does not hold what its body says', () => {
  expect(reading(path, soundness)).toEqual({ ok: true, problems: [] });
  const writer = connect(path);
  const [checked, overlooked]: readonly [string[], string[]] = [[], []];
  for (const [table, key] of Object.entries(keys)) {
    const columns = writer.prepare(`PRAGMA table_info(${table})`).raw().all() as [number, string][];
    for (const name of columns.map(([, name]) => name)) {
      if (unchecked.includes(name)) continue;
      writer.exec(`BEGIN; UPDATE ${table} SET ${name} = coalesce(${name}, 0) || '7'
        WHERE ${key} = (SELECT max(${key}) FROM ${table})`);
      (soundness(writer).ok ? overlooked : checked).push(`${table}.${name}`);
      writer.exec('ROLLBACK');
    }
  }
  writer.close();
  expect(overlooked).toEqual([]);
  expect(checked.length).toBeGreaterThan(50);
});

test.each([
  ['base_orders', 'order_number', 'notes'],
  ['base_orders', 'subtotal_cents', 'tax_cents'],
  ['base_items', 'description', 'model'],
  ['base_cards', 'issuer', 'nickname'],
  ['base_cards', 'opened_at', 'closed_at'],
])('the check of tests finds that %s has %s and %s swapped', (table, one, other) => {
  const writer = connect(path);
  writer.exec(`BEGIN; UPDATE ${table} SET ${one} = ${other}, ${other} = ${one}`);
  expect(soundness(writer).problems).toContainEqual(
    expect.stringContaining('its rows do not match its stored body'),
  );
  writer.exec('ROLLBACK');
  writer.close();
});
