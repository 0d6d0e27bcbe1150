import { expect, test } from 'vitest';
import { reading } from '../../../test/mirror/account';
import { mirrorOf } from '../../../test/report/fixture';
import { readerOf, usualScope } from '../../../test/report/reader';
import { closeWriter } from '../../mirror/libsql';
import { openToWrite } from '../../mirror/open';
import { reportedTrackings } from './trackings';

test.each([
  ['the number itself', '1Z12', '1Z12', false],
  ['the number in small letters', '1Z12', '1z12', false],
  ['the number and a letter', '1Z12', '1Z12A', false],
  ['a longer number', '1Z12', '1Z123', true],
  ['a longer number without letters', '940011', '9400112', true],
])('a payment that names %s: %s stays unpaid with %s: %s', async (_, own, named, unpaid) => {
  const trackingNumbers = [{ trackingNumber: own, carrier: 'ups', itemCount: 1 }];
  const order = { id: 'A', status: 'shipped', orderDate: '2026-03-01', buyingGroup: 'bfmr' };
  const money = { total: 9000, expectedPayout: 10_000 };
  const orders = [{ ...order, ...money, trackingNumbers, orderLineItems: [] }];
  const path = await mirrorOf({ orders, giftcards: [], cards: [] });
  const database = openToWrite(path);
  database
    .prepare(
      `INSERT INTO base_payments (amount_cents, trackings, recorded_at)
       VALUES (5000, ?, '2026-03-15T12:00:00.000Z')`,
    )
    .run([JSON.stringify([named])]);
  closeWriter(database);
  const { rows } = reading(path, (open) => reportedTrackings(readerOf(open), usualScope, false));
  expect([...rows].map((row) => row.unpaid)).toEqual([unpaid]);
});
