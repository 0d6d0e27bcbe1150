import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reader, Scope } from '../../src/insight/report-scope';
import {
  type AuditFinding,
  audit,
  countUntracked,
  findingNames,
} from '../../src/insight/reports/audit';
import { summarize } from '../../src/insight/reports/summary';
import { closeWriter, type Database } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { synced } from '../mirror/account';
import { modelAccount } from '../mirror/model-account';
import { mirrorOf } from './fixture';
import { readerOf } from './reader';

/** An order about which nothing is to be found, but what it is given. */
const order = (
  id: string,
  given: Readonly<Record<string, unknown>> = {},
  numbers = [`T-${id}`],
) => ({
  ...{ id, orderNumber: `N-${id}`, buyingGroup: 'bfmr', retailer: 'Amazon', status: 'delivered' },
  ...{ orderDate: '2026-03-20', total: 1000, expectedPayout: 1100, creditCardId: 'c1' },
  trackingNumbers: numbers.map((trackingNumber) => ({ trackingNumber })),
  ...given,
});
const paid = { status: 'paid' };

const orders = [
  order('quiet'),
  order('no-card', { creditCardId: null }),
  order('no-card-free', { creditCardId: null, total: 0 }),
  order('no-card-paid', { creditCardId: null, ...paid }),
  order('no-number', { orderNumber: ' ' }),
  order('late', { status: 'purchased', orderDate: '2026-03-23' }, []),
  order('early', { status: 'purchased', orderDate: '2026-03-24' }, []),
  order('moved', { status: 'shipped', orderDate: '2026-03-31' }, []),
  order('undated', { status: 'received', orderDate: null }, []),
  order('issue', { status: 'issue', orderDate: '2026-01-01' }, []),
  order('done', paid, []),
  order('no-payout', { expectedPayout: 0 }),
  order('loss', { expectedPayout: 899 }),
  order('even', { expectedPayout: 1000 }),
  order('closed', { creditCardId: 'c2' }),
  order('closed-2', { creditCardId: 'c3' }),
  order('void', { status: 'cancelled' }),
  order('odd', { status: 'teleported' }),
  // Shared tracking numbers; a letter's case and a hyphen don't tell them apart.
  order('pair-1', {}, ['SH1']),
  order('pair-2', {}, ['sh-1']),
  order('left', {}, ['SH6']),
  order('chain-0', {}, ['PC']),
  order('chain-1', {}, ['PA', 'PB']),
  order('chain-2', {}, ['PA']),
  order('chain-3', {}, ['PA', 'PC']),
  order('chain-4', {}, ['PB']),
  order('short', paid),
  order('over', paid),
  order('nearly', paid),
  order('about', paid),
  order('three-cents', { ...paid, orderDate: '2026-01-15' }),
  order('worthless', { ...paid, expectedPayout: 0 }),
  // Paid together: the second is the oldest of which something is expected.
  order('joint-1', { ...paid, orderDate: '2026-03-10' }, ['K1']),
  order('joint-2', { ...paid, orderDate: '2026-03-09', orderNumber: null }, ['K1', 'K2']),
  order('joint-3', { status: 'cancelled', orderDate: '2026-03-01' }, ['K2']),
  order('joint-4', { ...paid, orderDate: '2026-03-02', expectedPayout: 0 }, ['K2']),
  order('joint-5', { ...paid, orderDate: '2026-03-12', orderNumber: ' ' }, ['K1']),
  // Together they are paid within the tolerance.
  order('even-1', { ...paid, orderDate: '2026-03-21' }, ['E1']),
  order('even-2', { ...paid, orderDate: '2026-03-22' }, ['E1']),
  order('agreed', paid),
  order('agreed-2', paid),
];
const gone = [order('gone', paid, ['SH6']), order('gone-unpaid')];
const giftcards = [
  {
    ...{ id: 'card-order', orderNumber: 'N-G', platform: 'card_center', status: 'purchased' },
    ...{ orderDate: '2026-01-01', total: 900, expectedPayout: 950, retailer: 'Target' },
  },
  {
    ...{ id: 'card-short', orderNumber: 'N-S', platform: 'card_center', status: 'paid' },
    ...{ orderDate: '2026-01-02', total: 900, expectedPayout: 950, creditCardId: 'c1' },
  },
  {
    ...{ id: 'card-gone', orderNumber: 'N-H', platform: 'card_center', status: 'paid' },
    ...{ orderDate: '2026-01-01', total: 900, expectedPayout: 950, creditCardId: 'c1' },
  },
];
const cards = [
  { id: 'c1', lastDigits: '4417' },
  { id: 'c2', lastDigits: '1009', closedAt: '2026-01-31' },
  { id: 'c3', closedAt: '2026-02-28' },
];
const payments = Object.entries({
  ...{ void: 400, short: 1000, over: 1200, nearly: 1098, about: 1102, 'three-cents': 1097 },
  ...{ worthless: 500, 'joint-1': 500, 'joint-2': 500, 'joint-3': 100, 'joint-4': 1, 'joint-5': 9 },
  ...{ 'even-1': 1000, 'even-2': 1198, 'card-short': 100 },
  ...{ agreed: 500, 'agreed-2': 500, gone: 700, 'card-gone': 800, ghost: 600 },
}).map(([orderId, cents]) => ({ orderId, cents, paidOn: '2026-03-25' }));

const scope: Scope = {
  ...{ today: '2026-03-31', dayOf: (moment: string) => moment.slice(0, 10), kind: 'all' },
  ...{ pointThousandths: 1000, overdueAfter: () => 30 },
};

let database: Database;
let read: Reader;
beforeAll(async () => {
  const path = await mirrorOf({ orders: [...orders, ...gone], giftcards, cards }, payments);
  const left = modelAccount({ orders, giftcards: giftcards.slice(0, 2), cards });
  await synced(left, path, { acceptRemovals: true });
  database = openToWrite(path);
  database.exec(`INSERT INTO base_acceptances
      (subject, order_id, group_id, note, at, paid_cents, expected_cents)
    VALUES ('agreed', 'agreed', 'bfmr', '', '2026-03-30', 500, 1100),
      ('agreed-2', 'agreed-2', 'bfmr', '', '2026-03-30', 400, 1100)`);
  read = readerOf(database);
});
afterAll(() => closeWriter(database));

/** The findings, by name: each order with its detail, in their order. */
function found(findings: readonly AuditFinding[]) {
  const named = findingNames.map((name) => {
    const own = findings.filter(({ finding }) => finding === name);
    return [name, own.map(({ id, detail }) => [id, detail])] as const;
  });
  return Object.fromEntries(named.filter(([, own]) => own.length > 0));
}

const together =
  '$21.90 short: $11.10 of $33.00 expected for 5 orders paid together, with N-joint-3, N-joint-4, N-joint-1, joint-5';

describe('the findings', () => {
  test('are these, by name and then by date, each with its detail', () => {
    const findings = audit(read, scope, []);
    expect(found(findings)).toEqual({
      no_card: [
        ['card-order', 'has no card'],
        ['no-card', 'has no card'],
      ],
      no_order_number: [
        ['joint-2', 'has no order number'],
        ['joint-5', 'has no order number'],
        ['no-number', 'has no order number'],
      ],
      no_tracking: [
        ['undated', 'status received, no tracking number'],
        ['late', 'ordered 8 days ago, status purchased, no tracking number'],
        ['moved', 'ordered 0 days ago, status shipped, no tracking number'],
      ],
      no_expectation: [['no-payout', 'open without an expected payout']],
      expected_loss: [['loss', 'an expected loss of $1.01']],
      shared_tracking: [
        ['pair-1', 'shares a tracking number with another order'],
        ['pair-2', 'shares a tracking number with another order'],
        ['chain-0', 'shares a tracking number with another order'],
        ['chain-3', 'shares a tracking number with 2 other orders'],
        ['chain-1', 'shares a tracking number with 2 other orders'],
        ['chain-2', 'shares a tracking number with 2 other orders'],
        ['chain-4', 'shares a tracking number with another order'],
        ['joint-1', 'shares a tracking number with 2 other orders'],
        ['joint-2', 'shares a tracking number with 2 other orders'],
        ['joint-5', 'shares a tracking number with 2 other orders'],
        ['joint-3', 'shares a tracking number with 2 other orders'],
        ['joint-4', 'shares a tracking number with 2 other orders'],
        ['even-1', 'shares a tracking number with another order'],
        ['even-2', 'shares a tracking number with another order'],
      ],
      closed_card: [
        ['closed', 'paid with the card 1009, closed 2026-01-31'],
        ['closed-2', 'paid with the card c3, closed 2026-02-28'],
      ],
      cancelled_but_paid: [
        ['joint-3', 'cancelled, but $1.00 was paid'],
        ['void', 'cancelled, but $4.00 was paid'],
      ],
      paid_short: [
        ['card-short', '$8.50 short: $1.00 of $9.50 expected'],
        ['three-cents', '$0.03 short: $10.97 of $11.00 expected'],
        ['joint-2', together],
        ['agreed-2', '$6.00 short: $5.00 of $11.00 expected'],
        ['short', '$1.00 short: $10.00 of $11.00 expected'],
      ],
      paid_over: [['over', '$1.00 over: $12.00 of $11.00 expected']],
      unknown_status: [['odd', 'unknown status "teleported"']],
      payment_of_gone_order: [
        ['ghost', '$6.00 was paid for an order that is gone'],
        ['card-gone', '$8.00 was paid for an order that is gone'],
        ['gone', '$7.00 was paid for an order that is gone'],
      ],
    });
    // Without other members than these.
    expect(findings.find(({ id }) => id === 'loss')).toStrictEqual({
      ...{ finding: 'expected_loss', kind: 'order', id: 'loss', orderNumber: 'N-loss' },
      detail: 'an expected loss of $1.01',
    });
    expect(findings.find(({ id }) => id === 'short')).toStrictEqual({
      ...{ finding: 'paid_short', kind: 'order', id: 'short', orderNumber: 'N-short' },
      detail: '$1.00 short: $10.00 of $11.00 expected',
    });
    expect(findings.find(({ id }) => id === 'card-gone')).toMatchObject({ kind: 'giftcard' });
    expect(findings.map(({ finding }) => findingNames.indexOf(finding))).toEqual(
      findings.map(({ finding }) => findingNames.indexOf(finding)).sort((a, b) => a - b),
    );
  });

  test('of one kind are those of its orders, and what is left of unknown ones', () => {
    const idsOf = (kind: Scope['kind']) => audit(read, { ...scope, kind }, []).map(({ id }) => id);
    expect(idsOf('giftcards')).toEqual(['card-order', 'card-short', 'ghost', 'card-gone']);
    expect(idsOf('orders')).toEqual(
      idsOf('all').filter((id) => !['card-order', 'card-short', 'card-gone'].includes(id)),
    );
  });

  test('of some orders are said of the oldest among them, with all that they were paid with', () => {
    const keyOf = (id: string) =>
      Number(read(`SELECT key FROM base_orders WHERE id = '${id}'`)[0]?.key);
    const wanted = ['joint-5', 'joint-1', 'pair-2', 'no-card'].map(keyOf);
    expect(found(audit(read, { ...scope, wanted, wantedGone: ['gone'] }, []))).toEqual({
      no_card: [['no-card', 'has no card']],
      no_order_number: [['joint-5', 'has no order number']],
      shared_tracking: [
        ['pair-2', 'shares a tracking number with another order'],
        ['joint-1', 'shares a tracking number with 2 other orders'],
        ['joint-5', 'shares a tracking number with 2 other orders'],
      ],
      paid_short: [['joint-1', together.replace('N-joint-4, N-joint-1', 'N-joint-4, joint-2')]],
      payment_of_gone_order: [['gone', '$7.00 was paid for an order that is gone']],
    });
  });
});

test('a summary counts what was paid short, but not what was paid over or short by the tolerance', () => {
  // These and the other two that "joint-2" was paid with. "even-1" and "even-2" are 2 cents short.
  const short = {
    'card-short': 850,
    'three-cents': 3,
    'joint-2': 2190,
    'agreed-2': 600,
    short: 100,
  };
  const difference = -Object.values(short).reduce((sum, cents) => sum + cents, 0);
  const orders = Object.keys(short).length + 2;
  expect(summarize(read, scope).paidShort).toEqual({ orders, difference });
});

test('counts the orders without a tracking number alone', () => {
  expect(countUntracked(read, scope)).toBe(3);
  expect(countUntracked(read, { ...scope, kind: 'giftcards' })).toBe(0);
  expect(countUntracked(read, { ...scope, today: '2026-04-01' })).toBe(4);
});
