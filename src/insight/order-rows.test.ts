import { expect, test } from 'vitest';
import { readerOf, usualScope } from '../../test/report/reader';
import { connect } from '../mirror/libsql';
import { migrate } from '../mirror/schema';
import { orderRows } from './order-rows';

const scope = { ...usualScope, today: '2025-06-30' };

/** The row of an order that costs $9.00, with $10.00 expected, in a mirror with some statements run. */
function rowOf(status: string | null, orderDate: string | null, paid: number, statements = '') {
  const database = connect(':memory:');
  migrate(database, 0);
  const insert = `INSERT INTO base_orders (key, kind, id, status, order_date, paid_cents, open,
      total_cents, expected_payout_cents, portal_cents, earn_thousandths, hash)
    VALUES (1, 'order', 'o', ?, ?, ?, 1, 900, 1000, 0, 0, '')`;
  database.prepare(insert).run([status, orderDate, paid]);
  database.exec(statements);
  return orderRows(readerOf(database), scope, '1')[0];
}

/** The list was first read on a day, after this event; the last time, if the mirror was reset. */
const firstRead = (day: string, seq: number) =>
  `INSERT INTO lists (kind, baseline_seq, baseline_at, complete) VALUES ('order', ${seq}, '${day}', 1);`;
/** The change to "shipped" was seen on the 20th, in event 5. */
const shipped = `INSERT INTO event_log (seq, type, kind, id, old, new, at, run)
  VALUES (5, 'order.status', 'order', 'o', '"purchased"', '"shipped"', '2025-06-20', 1);`;
const before = firstRead('2025-06-10', 4);
const after = firstRead('2025-06-25', 5);

test.each([
  ['since its last change, exactly', 'shipped', before + shipped, 10, true],
  ['since the first reading, if its change came before', 'shipped', shipped + after, 5, false],
  ['since the first reading, if its status is another now', 'issue', before + shipped, 20, false],
  ['since the first reading, if it has no status now', null, before + shipped, 20, false],
  ['since the first reading, if no change was seen', 'shipped', before, 20, false],
  ['since its last change, if no reading was complete', 'shipped', shipped, 10, true],
  ['for an unknown time, if there was no change either', 'shipped', '', null, false],
])('an order has had its status %s', (_, status, statements, daysInStatus, exact) => {
  expect(rowOf(status, '2025-06-01', 0, statements)).toMatchObject({
    ...{ status, daysInStatus, daysInStatusExact: exact },
  });
});

test.each([
  ['due a day ago', '2025-05-30', 0, '2025-06-29', 1],
  ['due today', '2025-05-31', 0, '2025-06-30', 0],
  ['due a day ago, but all except a cent is paid', '2025-05-30', 999, '2025-06-29', 1],
  ['due a day ago, but paid in full', '2025-05-30', 1000, '2025-06-29', 0],
  ['due a day ago, but overpaid', '2025-05-30', 1001, '2025-06-29', 0],
  ['without a date', null, 0, null, 0],
])('an order %s is overdue by its days', (_, orderDate, paid, dueDate, overdueDays) => {
  expect(rowOf('shipped', orderDate, paid)).toMatchObject({ dueDate, overdueDays });
});
