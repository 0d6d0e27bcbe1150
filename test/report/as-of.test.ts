import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { stateAtEndOf } from '../../src/insight/as-of';
import type { Reader, Scope } from '../../src/insight/report-scope';
import { summarize } from '../../src/insight/reports/summary';
import { resetMirror } from '../../src/mirror/care';
import { addPayment } from '../../src/mirror/ledger-changes';
import { closeWriter, type Database } from '../../src/mirror/libsql';
import { openToRead, openToWrite } from '../../src/mirror/open';
import { mirrorFile, synced, syncWorld } from '../mirror/account';
import { type Lists, modelAccount } from '../mirror/model-account';
import { runProgram } from '../support/run-program';
import { runs } from '../support/tier';
import { temporaryHome } from '../support/waybill';
import { figuresOf, readerOf } from './reader';

interface Seen {
  readonly id: string;
  readonly status: string;
  readonly orderDate: string | null;
  readonly expected: number;
  readonly trackingNumbers?: readonly { readonly trackingNumber: string }[];
  readonly cashback?: object;
}

const sent = ({ expected, ...order }: Seen) => ({
  ...{
    trackingNumbers: [],
    ...order,
    orderNumber: `N-${order.id}`,
    buyingGroup: 'bfmr',
    retailer: 'Amazon',
  },
  ...{ total: 900, expectedPayout: expected, orderLineItems: [] },
});

interface Paid {
  readonly orderId: string;
  readonly cents: number;
  readonly paidOn: string | null;
}

/** Reads the account at noon of a day. */
async function lookAt(path: string, day: string, orders: readonly Seen[]): Promise<void> {
  let now = Date.parse(`${day}T12:00:00Z`);
  // The card shows that it is the same account, even if its orders come and go.
  const lists: Lists = { orders: orders.map(sent), giftcards: [], cards: [{ id: 'c1' }] };
  await synced(modelAccount(lists), path, { now: () => now++, acceptRemovals: true });
}

/** A mirror of an account that was read at noon of some days, with payments. */
async function watched(
  looks: readonly (readonly [day: string, orders: readonly Seen[]])[],
  payments: readonly Paid[],
): Promise<string> {
  const path = mirrorFile();
  for (const [day, orders] of looks) await lookAt(path, day, orders);
  const database = openToWrite(path);
  const undated: number[] = [];
  for (const { paidOn, ...payment } of payments) {
    const recorded = { ...payment, paidOn: paidOn ?? '2026-01-01', group: null, reference: null };
    const id = addPayment(database, recorded, '2026-03-31T12:00:00.000Z');
    if (paidOn === null) undated.push(id);
  }
  database.exec(`UPDATE base_payments SET paid_on = NULL WHERE id IN (${undated})`);
  closeWriter(database);
  return path;
}

const seen = (id: string, status: string, orderDate = '2026-01-20', expected = 1000): Seen => ({
  ...{ id, status, orderDate, expected },
});

/** The history that is worked out below; the baseline is of 2026-02-01. */
let mirror = '';
beforeAll(async () => {
  const first = [
    seen('moved', 'shipped'),
    seen('paid', 'delivered'),
    seen('early', 'paid'),
    seen('void', 'purchased'),
    seen('gone', 'issue'),
  ];
  const second = [
    seen('moved', 'delivered'),
    seen('paid', 'delivered'),
    seen('early', 'paid'),
    seen('void', 'purchased'),
    seen('gone', 'issue'),
    seen('new', 'purchased', '2026-02-05'),
  ];
  const third = [
    seen('moved', 'delivered'),
    seen('paid', 'paid'),
    seen('early', 'paid'),
    seen('void', 'cancelled'),
    seen('new', 'shipped', '2026-02-05'),
    seen('next', 'purchased', '2026-02-19'),
  ];
  mirror = await watched(
    [
      ['2026-02-01', first],
      ['2026-02-10', second],
      ['2026-02-20', third],
    ],
    [
      { orderId: 'paid', cents: 600, paidOn: '2026-02-12' },
      { orderId: 'paid', cents: 400, paidOn: '2026-02-18' },
      { orderId: 'early', cents: 1000, paidOn: '2026-01-31' },
      { orderId: 'moved', cents: 100, paidOn: null },
    ],
  );
});

async function report(...words: readonly string[]) {
  const env = { WAYBILL_HOME: temporaryHome(), TZ: 'UTC' };
  const line = ['report', ...words, '--mirror', mirror];
  return runProgram(line.includes('--today') ? line : [...line, '--today', '2026-02-28'], { env });
}

async function exposure(day: string) {
  const { stdout, exitCode } = await report('exposure', '--as-of', day, '--json', '-q');
  expect(exitCode).toBe(0);
  const { total } = JSON.parse(stdout);
  const { buying, moving, waiting, issue, undated, inexact } = total;
  return { buying, moving, waiting, issue, undated, inexact };
}

test.each([
  // The history begins later: today's status, but what was paid or cancelled later is open. "early" was
  // paid on the second of these days; "gone" has its last status.
  ['2026-01-30', { buying: 0, moving: 0, waiting: 900 + 1000 + 1000 + 1000, issue: 1000 }, 5],
  ['2026-01-31', { buying: 0, moving: 0, waiting: 900 + 1000 + 1000, issue: 1000 }, 5],
  ['2026-02-01', { buying: 1000, moving: 900, waiting: 1000, issue: 1000 }, 0],
  // Between two readings the earlier status holds. "new" was seen on the 10th.
  ['2026-02-09', { buying: 2000, moving: 900, waiting: 1000, issue: 1000 }, 1],
  ['2026-02-10', { buying: 2000, moving: 0, waiting: 1900, issue: 1000 }, 0],
  ['2026-02-12', { buying: 2000, moving: 0, waiting: 1300, issue: 1000 }, 0],
  ['2026-02-18', { buying: 2000, moving: 0, waiting: 900, issue: 1000 }, 0],
  ['2026-02-19', { buying: 3000, moving: 0, waiting: 900, issue: 1000 }, 1],
  ['2026-02-20', { buying: 1000, moving: 1000, waiting: 900, issue: 0 }, 0],
])('the balance at the end of %s', async (day, expected, inexact) => {
  expect(await exposure(day)).toEqual({ ...expected, undated: 1, inexact });
});

test('ages count to that day, and days in a status', async () => {
  const { stdout } = await report('unpaid', '--by', 'none', '--as-of', '2026-02-12', '--json');
  const { today, rows } = JSON.parse(stdout);
  expect(today).toBe('2026-02-12');
  const moved = rows.find(({ id }: { id: string }) => id === 'moved');
  expect(moved).toMatchObject({ ageDays: 23, status: 'delivered', daysInStatus: 2, paid: 100 });
});

test('a summary is of that day, with what is not known', async () => {
  const { stdout, stderr } = await report('summary', '--as-of', '2026-02-09', '--json');
  const { total, today } = JSON.parse(stdout);
  expect(today).toBe('2026-02-09');
  expect(total).toMatchObject({ open: 5, outstanding: 4900, undated: 1, inexact: 1 });
  expect(stderr).not.toContain('--as-of');
  const table = await report('summary', '--as-of', '2026-02-09');
  expect(table.stderr).toMatch(/2026-02-09.*1 payment .*1 order /s);
});

/** What a summary says of a day, and of today without a flag. */
const summaryOf = (path: string, day?: string) =>
  looking(path, day, (read) => summarize(read, scope(day ?? today)));

test('an order that is gone still joins the orders it was paid with', async () => {
  const box = { trackingNumbers: [{ trackingNumber: '1Z1' }] };
  const [stays, goes] = ['stays', 'goes'].map((id) => ({ ...seen(id, 'received'), ...box }));
  const path = await watched(
    [
      ['2026-03-01', [stays, goes] as Seen[]],
      ['2026-03-04', [stays] as Seen[]],
    ],
    ['stays', 'goes'].map((orderId) => ({ orderId, cents: 400, paidOn: '2026-03-02' })),
  );
  const short = { orders: 1, difference: 800 - 2000 };
  expect(summaryOf(path).paidShort).toEqual(short);
  expect(summaryOf(path, today).paidShort).toEqual(short);
  expect(summaryOf(path, '2026-03-03').paidShort).toEqual({ ...short, orders: 2 });
});

test("cashback counts for the status that an order had, not for today's", async () => {
  const cashback = { platform: 'r', status: 'pending', rewardType: 'cashback', rewardAmount: 55.5 };
  const look = (day: string, ...statuses: string[]) =>
    [
      day,
      statuses.map((status, index) => ({ ...seen(`o${index}`, status, '2026-03-01'), cashback })),
    ] as const;
  const path = await watched(
    [look('2026-03-01', 'shipped', 'cancelled'), look('2026-03-04', 'cancelled', 'shipped')],
    [],
  );
  const profit = { realized: 0, expected: 1000 + 56 - 900 };
  expect(summaryOf(path, '2026-03-03').thisMonth).toEqual(profit);
  expect(summaryOf(path, today).thisMonth).toEqual(profit);
  expect(summaryOf(path).thisMonth).toEqual(profit);
});

test('an order that came back after a reset is there, though the history has only its end', async () => {
  const other = seen('other', 'shipped');
  const back = seen('back', 'delivered');
  const path = await watched(
    [
      ['2026-03-01', [other, back]],
      ['2026-03-02', [other]],
    ],
    [],
  );
  await resetMirror(path, syncWorld());
  await lookAt(path, '2026-03-04', [other, back]);
  for (const day of ['2026-03-04', today]) expect(summaryOf(path, day).open, day).toBe(2);
  expect(summaryOf(path, '2026-03-03').open).toBe(1);
});

test('what was seen by a day is known, though a reset made the order new again', async () => {
  const other = seen('other', 'shipped');
  const path = await watched(
    [
      ['2026-03-01', [other, seen('again', 'purchased')]],
      ['2026-03-02', [other, seen('again', 'shipped')]],
    ],
    [],
  );
  await resetMirror(path, syncWorld());
  await lookAt(path, '2026-03-03', [other]);
  await lookAt(path, '2026-03-04', [other, seen('again', 'delivered')]);
  const states = looking(path, '2026-03-02', (read) =>
    read('SELECT id, status, inexact FROM base_orders ORDER BY id').map((row) => ({ ...row })),
  );
  expect(states).toEqual([
    { id: 'again', status: 'shipped', inexact: 0 },
    { id: 'other', status: 'shipped', inexact: 1 },
  ]);
});

test.each([
  [['unpaid', '--as-of', '2026-03-01'], 'later than today'],
  [['margin', '--as-of', '2026-02-01'], '--as-of'],
  [['overdue', '--as-of', '2026-02-01'], '--as-of'],
])('%j is refused', async (words, why) => {
  const { exitCode, stdout, stderr } = await report(...words);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(why);
});

test('a --today before the newest payment gets a notice that names --as-of', async () => {
  const early = await report('unpaid', '--today', '2026-02-17');
  expect(early.stderr).toContain('--as-of 2026-02-17');
  for (const words of [
    ['--today', '2026-02-18'],
    ['--as-of', '2026-02-17'],
  ]) {
    expect((await report('unpaid', ...words)).stderr).not.toContain('--as-of');
  }
});

const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'];
const today = '2026-03-06';
const statuses = ['purchased', 'shipped', 'delivered', 'issue', 'unheard', 'paid', 'cancelled'];
const order = fc.record({
  dated: fc.constantFrom('2026-02-27', ...days),
  expected: fc.nat(2000),
  /** The status at noon of each day; undefined while the service does not have the order. */
  timeline: fc.array(fc.option(fc.constantFrom(...statuses), { nil: undefined, freq: 6 }), {
    ...{ minLength: days.length, maxLength: days.length },
  }),
  paid: fc.array(
    fc.record({
      cents: fc.integer({ min: -200, max: 2000 }),
      paidOn: fc.constantFrom(null, '2026-02-28', ...days),
    }),
    { maxLength: 2 },
  ),
});
const history = fc.record({
  orders: fc.array(order, { minLength: 1, maxLength: 6 }),
  // The last day is always read.
  read: fc.subarray(days.slice(0, -1)).map((read) => [...read, today]),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** What is open at the end of a day, from what was seen, without any code of src. */
function naiveBalance({ orders, read }: History, day: string) {
  const sums = { open: 0, outstanding: 0, waiting: 0, inexact: 0, undated: 0 };
  for (const { dated, expected, timeline, paid } of orders) {
    const looks = read.map((one) => ({ day: one, status: timeline[days.indexOf(one)] }));
    const sightings = looks.filter(({ status }) => status !== undefined);
    const before = looks.filter((look) => look.day <= day);
    const wasSeen = before.some(({ status }) => status !== undefined);
    if (dated > day || sightings.length === 0) continue;
    // Before the first reading nothing is known; after it, an order that was not there is new.
    const isKnown = before.length > 0;
    if (isKnown && wasSeen && before.at(-1)?.status === undefined) continue;
    let status = isKnown
      ? (before.at(-1)?.status ?? sightings[0]?.status)
      : sightings.at(-1)?.status;
    const isInexact = !isKnown || !wasSeen;
    if (isInexact) {
      const wasPaidLater = status === 'paid' && paid.some(({ paidOn }) => (paidOn ?? '') > day);
      const changes = sightings.filter((one, index) => {
        const last = sightings[index - 1];
        return last !== undefined && last.status !== one.status && isNextLook(read, last, one);
      });
      const wasSettledLater = changes.some((one) => one.status === status);
      const isSettled = status === 'paid' || status === 'cancelled';
      if (wasPaidLater || (isSettled && wasSettledLater)) status = '?';
    }
    const received = paid
      .filter(({ cents, paidOn }) => cents !== 0 && (paidOn === null || paidOn <= day))
      .reduce((sum, { cents }) => sum + cents, 0);
    sums.undated += paid.filter(({ cents, paidOn }) => cents !== 0 && paidOn === null).length;
    sums.inexact += isInexact ? 1 : 0;
    if (status === 'paid' || status === 'cancelled') continue;
    sums.open++;
    const lacking = Math.max(0, expected - received);
    sums.outstanding += lacking;
    if (['delivered', 'unheard', '?'].includes(status ?? '')) sums.waiting += lacking;
  }
  return sums;
}

/** An order that was away in between came back; that is no change of its status. */
function isNextLook(read: readonly string[], one: { day: string }, other: { day: string }) {
  return read.indexOf(other.day) === read.indexOf(one.day) + 1;
}

const scope = (day: string): Scope => ({
  ...{ today: day, dayOf: (moment) => moment.slice(0, 10), pointThousandths: 1000 },
  ...{ overdueAfter: () => 30, kind: 'all' },
});

/** Looks at the mirror as it was on a day, or as it is. */
function looking<T>(path: string, day: string | undefined, work: (read: Reader) => T): T {
  const database = openToRead(path) as Database;
  const read = readerOf(database);
  try {
    if (day !== undefined) {
      const next = new Date(Date.parse(day) + 86_400_000).toISOString();
      database.exec(stateAtEndOf(read, day, next));
    }
    return work(read);
  } finally {
    database.close();
  }
}

function balances(read: Reader, day: string) {
  const reports = (['unpaid', 'aging', 'exposure'] as const).map((name) =>
    figuresOf(name, read, scope(day), ['status']),
  );
  return [...reports, summarize(read, scope(day))];
}

test('any balance of any day agrees with a naive one, and with no flag today', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { orders, read: looks } = given;
      const path = await watched(
        looks.map((day) => [
          day,
          orders.flatMap(({ dated, expected, timeline }, index) => {
            const status = timeline[days.indexOf(day)];
            return status === undefined ? [] : [seen(`o${index}`, status, dated, expected)];
          }),
        ]),
        orders.flatMap(({ paid, timeline }, index) =>
          looks.some((day) => timeline[days.indexOf(day)] !== undefined)
            ? paid.flatMap(({ cents, paidOn }) =>
                cents === 0 ? [] : [{ orderId: `o${index}`, cents, paidOn }],
              )
            : [],
        ),
      );
      for (const day of ['2026-02-27', ...days]) {
        const found = looking(path, day, (read) => {
          const unpaid = figuresOf('unpaid', read, scope(day), ['group']).total;
          const { waiting } = figuresOf('exposure', read, scope(day), ['group']).total;
          return {
            ...{ open: unpaid.orders, outstanding: unpaid.outstanding, waiting },
            inexact: read(
              'SELECT count(*) AS n FROM base_orders WHERE inexact AND gone_at IS NULL',
            )[0]?.n,
            undated: read(`SELECT count(DISTINCT a.payment_id) AS n FROM base_orders o
              JOIN allocations a ON a.order_id = o.id JOIN base_payments p ON p.id = a.payment_id
              WHERE p.paid_on IS NULL AND o.gone_at IS NULL`)[0]?.n,
          };
        });
        expect({ day, ...found }).toEqual({ day, ...naiveBalance(given, day) });
      }
      const now = looking(path, undefined, (read) => balances(read, today));
      expect(looking(path, today, (read) => balances(read, today))).toEqual(now);
    }),
    { numRuns: runs(500) },
  );
}, 1_800_000);

const debts = fc.array(
  fc.record({ expected: fc.integer({ min: 500, max: 2000 }), days: fc.subarray(days) }),
  { minLength: 1, maxLength: 5 },
);

test('the balance before a day, less its payments, is the balance after it', async () => {
  await fc.assert(
    fc.asyncProperty(debts, fc.constantFrom(...days.slice(1)), async (given, day) => {
      const orders = given.map(({ expected }, index) =>
        seen(`o${index}`, 'delivered', '2026-02-01', expected),
      );
      // At most six payments of a part of what is expected: nobody is overpaid.
      const payments = given.flatMap(({ expected, days: paidOn }, index) =>
        paidOn.map((one) => ({
          ...{ orderId: `o${index}`, paidOn: one },
          cents: Math.floor(expected / 7) + days.indexOf(one),
        })),
      );
      const path = await watched([['2026-02-01', orders]], payments);
      const outstanding = (on: string) =>
        looking(path, on, (read) =>
          Number(figuresOf('unpaid', read, scope(on), ['group']).total.outstanding),
        );
      const paid = payments.filter(({ paidOn }) => paidOn === day);
      const arrived = paid.reduce((sum, { cents }) => sum + cents, 0);
      const before = days[days.indexOf(day) - 1] ?? '';
      expect(outstanding(before) - arrived).toBe(outstanding(day));
    }),
    { numRuns: runs(500) },
  );
}, 600_000);
