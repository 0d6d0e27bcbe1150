import { expect, test } from 'vitest';
import { reading } from '../../../test/mirror/account';
import { mirrorOf } from '../../../test/report/fixture';
import { readerOf, usualScope as scope } from '../../../test/report/reader';
import { closeWriter } from '../../mirror/libsql';
import { openToWrite } from '../../mirror/open';
import { seenPaidOn, turnaround } from './turnaround';

const at = '2026-03-10T12:00:00.000Z';
const seen = { type: 'order.status', status: 'paid', at, after: '2026-03-09T12:00:00.000Z' };

test.each([
  ['seen unpaid a day before', seen, '2026-03-10'],
  ['seen unpaid three days before', { ...seen, after: '2026-03-07T12:00:00.000Z' }, '2026-03-10'],
  ['seen unpaid earlier', { ...seen, after: '2026-03-07T11:59:59.999Z' }, undefined],
  ['never seen unpaid', { ...seen, after: null }, undefined],
  ['changed to something else', { ...seen, status: 'received' }, undefined],
  ['new to the mirror', { ...seen, type: 'order.new' }, undefined],
  ['without a change', undefined, undefined],
])('the day of payment of an order that was %s', (_, change, day) => {
  expect(seenPaidOn(change, scope)).toBe(day);
});

interface Payment {
  readonly cents: number;
  readonly paidOn: string | null;
}

/** The figures of orders of $100.00 from 2026-03-01, with each one's status and its payments. */
async function figuresOf(orders: readonly (readonly [status: string, ...Payment[]])[]) {
  const path = await mirrorOf({
    orders: orders.map(([status], index) => ({
      ...{ id: `o${index}`, status, orderDate: '2026-03-01', buyingGroup: 'bfmr' },
      ...{ total: 9000, expectedPayout: 10_000, orderLineItems: [], trackingNumbers: [] },
    })),
    giftcards: [],
    cards: [],
  });
  const database = openToWrite(path);
  const add = database.prepare(
    `INSERT INTO base_payments (amount_cents, paid_on, recorded_at) VALUES (?, ?, '${at}')`,
  );
  const allocate = database.prepare('INSERT INTO allocations VALUES (?, ?, ?)');
  for (const [index, [, ...payments]] of orders.entries()) {
    for (const { cents, paidOn } of payments) {
      const { lastInsertRowid: id } = add.run([cents, paidOn]);
      allocate.run([Number(id), `o${index}`, cents]);
    }
  }
  closeWriter(database);
  return reading(path, (open) => turnaround(readerOf(open), scope, ['group']).total);
}

const paid = (paidOn: string | null, cents = 10_000): Payment => ({ cents, paidOn });

test('the median and the 90th percentile are of days in numeric order', async () => {
  const days = ['2026-03-11', '2026-03-03', '2026-03-31', '2026-03-10'];
  expect(await figuresOf(days.map((day) => ['received', paid(day)] as const))).toEqual({
    ...{ n: 4, unknown: 0, median: 9, p90: 30, min: 2, max: 30 },
  });
});

test.each([
  ['is short by two cents counts as paid', ['received', paid('2026-03-11', 9998)], { n: 1 }],
  ['is short by three cents is not paid', ['received', paid('2026-03-11', 9997)], { n: 0 }],
  ['is paid without a known day', ['paid', paid(null)], { n: 0, unknown: 1, median: null }],
  [
    'has only payments without a day is not counted',
    ['received', paid(null)],
    { n: 0, unknown: 0 },
  ],
] as const)('an order that %s', async (_, order, figures) => {
  expect(await figuresOf([order])).toMatchObject(figures);
});
