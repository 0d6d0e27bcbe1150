import { beforeAll, describe, expect, test } from 'vitest';
import { mirrorFile, synced } from '../mirror/account';
import { type Lists, modelAccount } from '../mirror/model-account';
import { temporaryHome, waybill } from '../support/waybill';

/**
 * The last second of a local day and the first of the next, before and after both clock changes.
 * The days were looked up in the time zones' tables, not computed by a program.
 */
const moments = {
  'America/Los_Angeles': [
    // PST is eight hours behind; PDT, seven hours, begins on 2026-03-08 and ends on 2026-11-01 at
    // two.
    ['2026-03-08T07:59:00Z', '2026-03-07'],
    ['2026-03-08T08:00:00Z', '2026-03-08'],
    ['2026-03-09T06:59:00Z', '2026-03-08'],
    ['2026-03-09T07:00:00Z', '2026-03-09'],
    ['2026-11-01T06:59:00Z', '2026-10-31'],
    ['2026-11-01T07:00:00Z', '2026-11-01'],
    ['2026-11-02T07:59:00Z', '2026-11-01'],
    ['2026-11-02T08:00:00Z', '2026-11-02'],
  ],
  'Pacific/Auckland': [
    // NZDT is 13 hours ahead and ends on 2026-04-05 at three; NZST, 12, ends on 2026-09-27 at two.
    ['2026-04-04T10:59:00Z', '2026-04-04'],
    ['2026-04-04T11:00:00Z', '2026-04-05'],
    ['2026-04-05T11:59:00Z', '2026-04-05'],
    ['2026-04-05T12:00:00Z', '2026-04-06'],
    ['2026-09-26T11:59:00Z', '2026-09-26'],
    ['2026-09-26T12:00:00Z', '2026-09-27'],
    ['2026-09-27T10:59:00Z', '2026-09-27'],
    ['2026-09-27T11:00:00Z', '2026-09-28'],
  ],
  'Asia/Kathmandu': [
    // Five hours and 45 minutes ahead all year.
    ['2026-03-07T18:14:00Z', '2026-03-07'],
    ['2026-03-07T18:15:00Z', '2026-03-08'],
    ['2026-11-01T18:14:00Z', '2026-11-01'],
    ['2026-11-01T18:15:00Z', '2026-11-02'],
  ],
} as const;
const zones = Object.keys(moments) as (keyof typeof moments)[];
const instants = [...new Set(Object.values(moments).flatMap((list) => list.map(([at]) => at)))];

const orderAt = (at: string) => ({
  id: at,
  orderNumber: `N-${at}`,
  buyingGroup: at,
  status: 'shipped',
  orderDate: '2026-01-31',
  total: 1000,
  expectedPayout: 1100,
  trackingNumbers: [],
  orderLineItems: [],
});
const lists: Lists = { orders: instants.map(orderAt), giftcards: [], cards: [] };

/** Syncs, with a clock that starts at the moment and advances a millisecond at each reading. */
async function syncAt(path: string, moment: number): Promise<void> {
  let looks = 0;
  await synced(modelAccount(lists), path, { now: () => moment + looks++ });
}

/** One mirror with an order that reached its status at each of the moments. */
async function mirrorOfMoments(status: string): Promise<string> {
  const path = mirrorFile();
  lists.orders = instants.map(orderAt);
  await syncAt(path, Date.parse('2026-02-01T12:00:00Z'));
  for (const at of [...instants].sort()) {
    // Two days earlier, so that a payment seen at the moment has a known day.
    await syncAt(path, Date.parse(at) - 2 * 86_400_000 + 1000);
    for (const order of lists.orders) if (order.id === at) order.status = status;
    await syncAt(path, Date.parse(at));
  }
  return path;
}

let delivered = '';
let paid = '';
beforeAll(async () => {
  delivered = await mirrorOfMoments('delivered');
  paid = await mirrorOfMoments('paid');
});

async function report(TZ: string, mirror: string, words: string) {
  const env = { WAYBILL_HOME: temporaryHome(), TZ };
  const line = ['report', ...words.split(' '), '--mirror', mirror, '--json', '-q'];
  const { stdout, exitCode } = await waybill(line, { env });
  expect(exitCode).toBe(0);
  return JSON.parse(stdout);
}

const dayNumber = (date: string) => Date.parse(date) / 86_400_000;

describe.each(zones)('in %s', (zone) => {
  test('days in a status are local days, even across clock changes', async () => {
    const today = '2026-12-31';
    const { rows } = await report(zone, delivered, `unpaid --by none --today ${today}`);
    const days = new Map(
      rows.map(({ id, daysInStatus, daysInStatusExact }: Record<string, unknown>) => [
        id,
        [daysInStatus, daysInStatusExact],
      ]),
    );
    for (const [at, day] of moments[zone]) {
      expect([at, days.get(at)]).toEqual([at, [dayNumber(today) - dayNumber(day), true]]);
    }
  });

  test('a future day does not count as a day in the status', async () => {
    const { rows } = await report(zone, delivered, 'unpaid --by none --today 2026-03-01');
    for (const row of rows) expect(row.daysInStatus).toBe(0);
  });

  test('ages and due days depend only on dates', async () => {
    // From 2026-01-31: one day past the change in March, and past both.
    for (const [today, age] of [
      ['2026-03-08', 36],
      ['2026-03-09', 37],
      ['2026-04-06', 65],
      ['2026-11-02', 275],
    ] as const) {
      const words = `overdue --today ${today} --overdue-after 35d`;
      const { rows } = await report(zone, delivered, words);
      expect(rows).toHaveLength(instants.length);
      for (const row of rows) {
        expect(row).toMatchObject({ ageDays: age, dueDate: '2026-03-07', overdueDays: age - 35 });
      }
    }
  });

  test('a payment counts on the local day and month in which it was seen', async () => {
    const { rows } = await report(zone, paid, 'turnaround --today 2026-12-31');
    const days = new Map(
      rows.map(({ group, n, median }: Record<string, unknown>) => [group, [n, median]]),
    );
    for (const [at, day] of moments[zone]) {
      expect([at, days.get(at)]).toEqual([at, [1, dayNumber(day) - dayNumber('2026-01-31')]]);
    }
    const cash = await report(zone, paid, 'pnl --basis cash --today 2026-12-31');
    const months = Object.fromEntries(
      cash.rows.map((row: { month: string; realized: { assumed: number } }) => [
        row.month,
        row.realized.assumed,
      ]),
    );
    // For all moments, including those of the other zones: 06:59 on November 1 is still October in
    // Los Angeles.
    const october = zone === 'America/Los_Angeles' ? 1 : 0;
    expect(months['2026-10'] ?? 0).toBe(october);
    expect(months['2026-11']).toBe(6 - october);
  });

  test('today is the local day', async () => {
    const onTheWall = () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
    const before = onTheWall();
    const { today } = await report(zone, delivered, 'unpaid');
    expect([before, onTheWall()]).toContain(today);
  });
});
