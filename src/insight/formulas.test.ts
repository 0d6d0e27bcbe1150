import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { connect } from '../mirror/libsql';
import {
  atRisk,
  hasNoExpectation,
  isCancelled,
  isOpen,
  knownStatuses,
  orderFigures,
  outstanding,
  points,
  portalCashback,
  reward,
  sqlText,
  stageOf,
  thousandths,
} from './formulas';

const database = connect(':memory:');

/** The expression's value for an order whose members it reads by name. */
function value(expression: string, order: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(order);
  const row = database
    .prepare(
      `WITH o (${names.join(', ')}) AS (SELECT ${names.map((name) => `:${name}`).join(', ')})
       SELECT ${expression} FROM o`,
    )
    .safeIntegers()
    .raw()
    .get(order) as readonly unknown[];
  return row[0];
}

const floor = (dividend: bigint, divisor: bigint) =>
  dividend / divisor - (dividend % divisor < 0n ? 1n : 0n);

const cents = fc.bigInt({ min: 0n, max: 100_000_000n });
const paid = fc.bigInt({ min: -1_000_000n, max: 100_000_000n });
const status = fc.constantFrom(...knownStatuses, 'teleported', null);
const orders = fc.record({
  status,
  gone: fc.constantFrom(null, null, '2025-01-01T00:00:00.000Z'),
  e: cents,
  t: cents,
  p: paid,
  recorded: fc.constantFrom(0n, 1n),
  r: fc.bigInt({ min: 0n, max: 20_000n }),
  v: fc.bigInt({ min: 0n, max: 5000n }),
  portal: cents,
});

test('every number of an order matches its definition to the cent', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const { status, gone, e, t, p, recorded, r, v, portal } = order;
      const open = status !== 'paid' && status !== 'cancelled' && gone === null;
      const cancelled = status === 'cancelled';
      const most = (one: bigint) => (one > 0n ? one : 0n);
      const earned = cancelled ? 0n : floor(t * r * v + 50_000_000n, 100_000_000n);
      const is = isOpen('status', 'gone');
      const names = { open: is, status: 'status', expected: 'e', paid: 'p', total: 't' };
      const worth = reward({
        cancelled: isCancelled('status'),
        total: 't',
        earnThousandths: 'r',
        pointThousandths: 'v',
      });
      const profit = { ...names, reward: worth, portal: 'portal' };
      expect(value(is, order)).toBe(open ? 1n : 0n);
      expect(value(outstanding(names), order)).toBe(open ? most(e - p) : 0n);
      expect(value(atRisk(names), order)).toBe(open ? most(t - p) : 0n);
      expect(value(worth, order)).toBe(earned);
      expect(
        value(
          points({ cancelled: isCancelled('status'), total: 't', earnThousandths: 'r' }),
          order,
        ),
      ).toBe(cancelled ? 0n : (t * r) / 100_000n);
      const figures = orderFigures({ ...profit, recorded: 'recorded' });
      const expectedPayout = open && e > 0n ? e : null;
      const payout = status === 'paid' ? (recorded === 1n ? p : e) : expectedPayout;
      expect(value(figures.payout, order)).toBe(payout);
      expect(value(figures.profit, order)).toBe(
        payout === null ? null : payout + earned + portal - t,
      );
      expect(value(hasNoExpectation(names), order)).toBe(open && e === 0n && p === 0n ? 1n : 0n);
    }),
    { numRuns: runs(2000) },
  );
});

test.each([
  [250_000, 2000, 1000, 5000n],
  [1, 1500, 1000, 0n],
  [33, 1500, 1000, 0n],
  [34, 1500, 1000, 1n],
  [10_000_000_000, 20_000, 5000, 10_000_000_000n],
])('a reward of %i cents at %i and %i thousandths', (t, r, v, expected) => {
  const worth = reward({
    cancelled: isCancelled('status'),
    total: 't',
    earnThousandths: 'r',
    pointThousandths: 'v',
  });
  expect(value(worth, { status: 'paid', t: BigInt(t), r: BigInt(r), v: BigInt(v) })).toBe(expected);
});

test.each([
  [1, 1000n],
  [1.5, 1500n],
  [2.625, 2625n],
  [1.0005, 1001n],
  [null, 0n],
])('a rate of %s in thousandths', (rate, expected) => {
  expect(value(thousandths('rate'), { rate })).toBe(expected);
});

test.each([
  ['shipped', 'cashback', 'pending', 12.5, 13n],
  ['shipped', 'cashback', 'pending', 12.4, 12n],
  ['shipped', 'cashback', 'Denied', 1200, 0n],
  ['shipped', 'cashback', ' Canceled ', 1200, 0n],
  ['shipped', 'cashback', 'pending', null, 0n],
  ['shipped', 'points_miles', 'pending', 1200, 0n],
  ['cancelled', 'cashback', 'pending', 1200, 0n],
  ['shipped', null, null, null, 0n],
])('portal cashback: %s %s %s %s', (status, type, state, amount, expected) => {
  const names = { status: 'status', rewardType: 'type', cashbackStatus: 'state', amount: 'amount' };
  expect(value(portalCashback(names), { status, type, state, amount })).toBe(expected);
});

test.each([
  ['purchased', 'buying'],
  ['partially_delivered', 'moving'],
  ['submitted', 'waiting'],
  ['teleported', 'waiting'],
  [null, 'waiting'],
  ['issue', 'issue'],
])('%s is %s', (status, stage) => {
  expect(value(stageOf('status'), { status })).toBe(stage);
});

test.each(['', "o'hare", 'a\0b', "\0'日本"])('%j is the same text in SQL', (text) => {
  expect(value(sqlText(text), { status: null })).toBe(text);
});

test('a text is a literal that PostgreSQL reads too, unless it has a NUL', () => {
  expect(sqlText("o'hare")).toBe("'o''hare'");
});
