import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dialects, journalText } from '../../src/commands/export/journal';
import { booksOf } from '../../src/insight/books';
import type { ReadRow } from '../../src/insight/reconcile/model';
import { reconcile } from '../../src/insight/reconcile/reconcile';
import { isStanding, listPayments } from '../../src/mirror/ledger';
import {
  addPayment,
  recordImport,
  removePayment,
  undoImport,
} from '../../src/mirror/ledger-changes';
import { readEntries } from '../../src/mirror/ledger-store';
import { closeWriter, type Database } from '../../src/mirror/libsql';
import { openToRead, openToWrite } from '../../src/mirror/open';
import { accountOrders, contentHash } from '../../src/mirror/reconcile-input';
import { synced } from '../mirror/account';
import { type Lists, modelAccount } from '../mirror/model-account';
import { runProgram } from '../support/run-program';
import { missingPrograms, runs } from '../support/tier';
import { temporaryHome } from '../support/waybill';
import { account, mirrorOf, payments } from './fixture';
import { figuresOf, readerOf, usualScope } from './reader';

const scope = { ...usualScope, pointThousandths: 1500 };

async function textOf(database: Database, ending: keyof typeof dialects, atOnce?: number) {
  const books = booksOf(readerOf(database), scope, atOnce);
  let text = '';
  for await (const part of journalText(books, dialects[ending], {
    pause: async () => {},
    onCut: () => {},
  }))
    text += part;
  return text;
}

/** Only hledger may be required: the others are asked where they are installed. */
const has = (program: string) =>
  program === 'hledger'
    ? missingPrograms('hledger').length === 0
    : spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

describe('the books of an account that was worked out by hand', () => {
  const exported = async (mirror: string, name: string, ...more: string[]) => {
    const home = temporaryHome();
    const file = join(home, name);
    const line = ['export', file, '--mirror', mirror, ...more];
    const ran = await runProgram(line, { env: { WAYBILL_HOME: home, TZ: 'UTC' } });
    return { ...ran, text: ran.exitCode === 0 ? readFileSync(file, 'utf8') : '' };
  };

  test('are the transactions of the chart, in order, the same each time', async () => {
    const mirror = await mirrorOf(account, payments);
    const { text, exitCode } = await exported(mirror, 'books.journal');
    expect(exitCode).toBe(0);
    const expected = readFileSync(new URL('worked-out.journal', import.meta.url), 'utf8');
    expect(text.slice(text.indexOf('\n2026'))).toBe(expected);
    expect(text).toContain('account Assets:Receivable:Card-center\n    ; name: card_center\n');
    expect(text).toContain('account Assets:Rewards:Ink-4417\n    ; name: Ink-4417\n    ; card: c1');
    expect((await exported(mirror, 'again.journal')).text).toBe(text);
  });

  test('have no text that is too long for Ledger, and say so', async () => {
    const long = { ...payments[0], reference: '😀'.repeat(1001) } as (typeof payments)[number];
    const mirror = await mirrorOf(account, [long, ...payments.slice(1)]);
    const { text, stderr } = await exported(mirror, 'books.journal');
    expect(stderr).toContain('1 text cut at 1,000 characters');
    expect(Math.max(...text.split('\n').map((line) => Buffer.byteLength(line)))).toBeLessThan(4096);
    expect(text).toContain(`reference: ${'😀'.repeat(1000)}\n`);
  });

  test('have the same accounts, dates and amounts for beancount', async () => {
    const mirror = await mirrorOf(account, payments);
    const { text } = await exported(mirror, 'books.beancount');
    const hledger = await exported(mirror, 'books.journal');
    const numbers = (whole: string) =>
      whole
        .match(/^(\d{4}-\d\d-\d\d [*!]|\s+[A-Z][\w:-]+ {2}-?[\d.]+ USD)/gm)
        ?.map((one) => one.trim());
    expect(numbers(text)).toEqual(numbers(hledger.text));
    expect(text).toContain(
      '2026-01-10 open Assets:Receivable:Card-center USD\n  name: "card_center"\n',
    );
    expect(text).toContain('2026-03-01 * "Gift card order N-G, Target"\n    id: "G"\n');
  });

  test.each(['books.ledger', 'books.hledger', 'books.bean'])(
    '%s is refused with the ending to use',
    async (name) => {
      const { exitCode, stderr } = await exported(await mirrorOf(account), name);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(name === 'books.bean' ? '.beancount' : '.journal');
    },
  );
});

/** Texts that mean something to some program, with what an account is called after them. */
const groups = new Map<string | null, string>([
  ['bfmr', 'Bfmr'],
  ["o'hare", 'O-hare'],
  ['o;hare, (x)\n2026-01-01 * y', 'O-hare-x-2026-01-01-y'],
  ['O hare', 'O-hare'],
  ['日本', 'Other'],
  [null, 'Other'],
]);
const hostile = fc.constantFrom(
  ...[
    'N-1',
    'a "quoted" \\ one',
    '; id: x',
    '[2026-99-99]',
    '(x) ! =',
    'date:2026-13-01, x:',
    '::',
  ],
  ...['line\u2028\r\n\u0085    Assets:X  5 USD', '  two  spaces | |', '\0\t', ''],
);
const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-31', '2026-02-28', '2026-03-31');
const group = fc.constantFrom(...groups.keys());

const order = fc.record({
  group,
  status: fc.constantFrom('purchased', 'received', 'paid', 'paid', 'cancelled', 'unheard'),
  orderNumber: fc.option(hostile),
  retailer: fc.option(hostile),
  orderDate: fc.option(day, { freq: 5 }),
  total: fc.nat(99_999),
  expectedPayout: fc.oneof(fc.constant(0), fc.nat(99_999)),
  creditCardId: fc.constantFrom('c1', 'c2', 'c3', 'ffffffff-0000', null),
  cardEarnRate: fc.constantFrom(0, 1, 1.5, 2.625),
  cashback: fc.option(
    fc.record({ rewardType: fc.constant('cashback'), rewardAmount: fc.nat(999) }),
  ),
  isGiftCard: fc.boolean(),
  isGone: fc.constantFrom(false, false, false, true),
});
const payment = fc.record({
  // A bonus or a fee is for no order.
  of: fc.option(fc.array(fc.nat(9), { minLength: 1, maxLength: 3 })),
  group,
  cents: fc.integer({ min: -20_000, max: 99_999 }),
  paidOn: fc.option(day),
  reference: fc.option(hostile),
});
const accounts = fc.record({
  orders: fc.array(order, { maxLength: 10 }),
  payments: fc.array(payment, { maxLength: 8 }),
});
type Account = typeof accounts extends fc.Arbitrary<infer A> ? A : never;

const cards: Lists['cards'] = [
  { id: 'c1', nickname: 'Ink', lastDigits: '4417' },
  { id: 'c2', nickname: 'Ink;', name: 'x', lastDigits: '4417' },
  { id: 'c3', nickname: null, name: 'Élan "x"', lastDigits: null },
];
const anchor = { id: 'z', status: 'cancelled', total: 1 };
/** A month of its own, so that reports' row without a month can be compared. */
const createdAt = '1999-05-05T12:00:00.000Z';

async function mirrorWith({ orders, payments }: Account): Promise<string> {
  const sent = orders.map(({ group, isGiftCard, isGone, ...one }, index) => {
    const { lastDigits: _, ...more } = { lastDigits: 0, ...one };
    const own = isGiftCard ? { platform: group } : { buyingGroup: group };
    return { list: isGiftCard, isGone, row: { ...more, ...own, id: `o${index}`, createdAt } };
  });
  const listed = (all: typeof sent): Lists => ({
    orders: [...all.filter(({ list }) => !list).map(({ row }) => row), anchor],
    giftcards: [...all.filter(({ list }) => list).map(({ row }) => row), { ...anchor, id: 'y' }],
    cards,
  });
  const path = await mirrorOf(listed(sent));
  await synced(modelAccount(listed(sent.filter(({ isGone }) => !isGone))), path);
  const database = openToWrite(path);
  const add = database.prepare(
    `INSERT INTO base_payments (group_id, amount_cents, paid_on, reference, recorded_at)
     VALUES (?, ?, ?, ?, '2026-03-15T12:00:00.000Z')`,
  );
  const allocate = database.prepare('INSERT INTO allocations VALUES (?, ?, ?)');
  for (const { of, group, cents, paidOn, reference } of payments) {
    const known = [...new Set(of ?? [])].filter((one) => one < orders.length);
    if (cents === 0 || (of !== null && known.length === 0)) continue;
    const { lastInsertRowid: id } = add.run([group, cents, paidOn, reference]);
    known.forEach((one, index) => {
      const share = Math.trunc(cents / known.length);
      const part = index === 0 ? cents - share * (known.length - 1) : share;
      allocate.run([Number(id), `o${one}`, part]);
    });
  }
  closeWriter(database);
  return path;
}

/** The names that groups have, by the rule of the contract and nothing of the program. */
function namesOf(present: readonly (string | null)[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const text of [...new Set(present)].sort((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))) {
    const base = groups.get(text) ?? '';
    const before = [...names.keys()].filter((one) => groups.get(one || null) === base).length;
    names.set(text ?? '', before === 0 ? base : `${base}-${before + 1}`);
  }
  return names;
}

/** What hledger says in strict mode: the sums of an account by month, and in all. */
function hledger(journal: string) {
  const line = ['balance', '--strict', '--monthly', '--row-total', '--flat', '--no-total'];
  const env = { ...process.env, LANG: 'C.UTF-8' };
  const options = { input: journal, env, encoding: 'utf8' as const };
  const out = execFileSync('hledger', ['-f', '-', ...line, '-O', 'csv'], options);
  const [head = [], ...rows] = out
    .trim()
    .split('\n')
    .map((row) => row.replaceAll('"', '').split(','));
  /** The cents of the accounts that a pattern matches. */
  return (pattern: RegExp, column = 'total') =>
    sumOf(
      rows
        .filter(([name = '']) => pattern.test(name))
        .map((row) => Math.round(Number((row[head.indexOf(column)] ?? '0').split(' ')[0]) * 100)),
    );
}

async function readWhile<T>(path: string, read: (database: Database) => Promise<T>): Promise<T> {
  const database = openToRead(path);
  if (database === undefined) throw new Error(`There is no mirror ${path}`);
  try {
    return await read(database);
  } finally {
    database.close();
  }
}

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, one) => sum + one, 0);

let checked = 0;

/** hledger and the reports agree on a mirror to the cent. */
async function agreesWithReports(path: string): Promise<void> {
  const { journal, inParts, bean, figures } = await readWhile(path, async (database) => {
    const read = readerOf(database);
    const report = (name: 'unpaid' | 'rewards' | 'pnl', by: 'group' | 'month') =>
      figuresOf(name, read, scope, [by]);
    return {
      journal: await textOf(database, '.journal'),
      inParts: await textOf(database, '.journal', 2),
      bean: await textOf(database, '.beancount'),
      figures: {
        unpaid: report('unpaid', 'group').rows,
        rewards: report('rewards', 'group').total,
        pnl: report('pnl', 'month').rows,
        ledger: sumOf(listPayments(database).map(({ amount }) => amount)),
        groups: read(
          `SELECT DISTINCT "group" AS g FROM (SELECT group_id AS "group" FROM base_orders
             WHERE gone_at IS NULL AND status IS NOT 'cancelled'
           UNION SELECT CASE WHEN o.key IS NULL THEN p.group_id ELSE o.group_id END FROM base_payments p
             LEFT JOIN allocations a ON a.payment_id = p.id
             LEFT JOIN base_orders o ON o.id = a.order_id)`,
        ).map(({ g }) => g as string | null),
        cards: read(
          `SELECT coalesce(card_id, '') AS id, sum(total_cents) AS cost FROM all_orders
           WHERE status <> 'cancelled' AND gone_at IS NULL GROUP BY 1`,
        ),
      },
    };
  });
  expect(inParts).toBe(journal);
  const balance = hledger(journal);
  const names = namesOf(figures.groups);
  for (const { group, outstanding } of figures.unpaid) {
    const name = `Assets:Receivable:${names.get(String(group ?? ''))}`;
    expect(balance(new RegExp(`^${name}$`)), name).toBe(outstanding);
  }
  const owed = sumOf(figures.unpaid.map(({ outstanding }) => Number(outstanding)));
  expect(balance(/^Assets:Receivable:/)).toBe(owed);
  expect(balance(/^Assets:Payouts:Recorded$/)).toBe(figures.ledger);
  expect(balance(/^Assets:Rewards:/)).toBe(figures.rewards.reward);
  expect(balance(/^Liabilities:Cards:|^Equity:/)).toBe(0 - Number(figures.rewards.cost));
  for (const { id, cost } of figures.cards) {
    const name = {
      ...{ '': 'Equity:Unknown-card', c1: 'Liabilities:Cards:Ink-4417' },
      ...{ c2: 'Liabilities:Cards:Ink-4417-2', c3: 'Liabilities:Cards:Elan-x' },
      'ffffffff-0000': 'Liabilities:Cards:Unknown-ffffffff',
    }[String(id)];
    expect(balance(new RegExp(`^${name}$`)), name).toBe(0 - Number(cost));
  }
  for (const { month, realized } of figures.pnl) {
    const own = /^Income:(?!Other:)|^Expenses:/;
    const profit = 0 - balance(own, String(month ?? '1999-05'));
    expect(profit, String(month)).toBe((realized as { profit: number }).profit);
  }
  // Starting every program for every case would take minutes.
  if (checked++ % 10 > 0) return;
  const check = ['-f', '-', 'check', '--strict', 'ordereddates'];
  execFileSync('hledger', check, { input: journal });
  if (has('ledger')) {
    const line = ['-f', '-', '--strict', '--pedantic', 'balance'];
    execFileSync('ledger', line, { input: journal });
  }
  if (has('bean-check')) {
    const file = join(dirname(path), 'books.beancount');
    writeFileSync(file, bean);
    execFileSync('bean-check', [file]);
  }
}

test.skipIf(!has('hledger'))(
  'hledger agrees with the reports to the cent, whatever the texts',
  async () => {
    await fc.assert(
      fc.asyncProperty(accounts, async (account) => agreesWithReports(await mirrorWith(account))),
      // Smaller cases would take minutes.
      { numRuns: runs(200), endOnFailure: true },
    );
  },
  600_000,
);

const row = fc.record({
  /** Of an order, or a bonus. */
  of: fc.option(fc.nat(5), { freq: 4 }),
  amount: fc.constantFrom<'all' | 'less' | 'more' | number>('all', 'less', 'more', -700),
  state: fc.constantFrom('paid' as const, 'paid', 'paid', 'received', 'void'),
  paidOn: fc.option(day, { freq: 4 }),
  reference: fc.option(fc.constantFrom('R1', 'R2')),
});
const number = fc.nat(5);
const step = fc.oneof(
  fc.record({
    sync: fc.array(
      fc.record({ number, status: fc.constantFrom('purchased', 'paid', 'cancelled') }),
    ),
    gone: fc.option(number),
  }),
  fc.record({ file: fc.nat(3), rows: fc.array(row, { minLength: 1, maxLength: 4 }) }),
  fc.record({ undo: number }),
  fc.record({ of: number, cents: fc.integer({ min: -900, max: 9000 }), paidOn: day }),
  fc.record({ remove: number }),
);
const histories = fc.record({
  orders: fc.array(order, { minLength: 2, maxLength: 6 }),
  steps: fc.array(step, { minLength: 3, maxLength: 10 }),
});
const at = '2026-03-15T12:00:00.000Z';

/** Reads the rows of a payout file as `reconcile` does, and records them. */
function record(
  database: Database,
  file: number,
  given: readonly (typeof row extends fc.Arbitrary<infer R> ? R : never)[],
) {
  const orders = accountOrders(database);
  const rows = given.map((one, line): ReadRow => {
    const order = one.of === null ? undefined : orders[one.of % orders.length];
    const { expected = 1000 } = order ?? {};
    const amounts = { all: expected, less: expected - 300, more: expected + 900 };
    return {
      ...{ file: `file-${file}`, line, format: file % 2 === 0 ? 'bfmr' : 'generic' },
      ...{ state: one.state, paidOn: one.paidOn, reference: one.reference },
      ...{ trackings: [], order: order?.orderNumber ?? null, item: null, quantity: null },
      amount: (typeof one.amount === 'number' ? one.amount : amounts[one.amount]) || 1,
      destroyed: [],
    };
  });
  const contents = new Map([[`file-${file}`, JSON.stringify([file, given])]]);
  const { run, isImport } = reconcile(rows, orders, readEntries(database), {
    ...{ contents, group: 'bfmr', tolerance: 2, grace: 30, today: '2026-03-31' },
    hash: contentHash,
  });
  if (isImport) recordImport(database, { file: 'f', rows: rows.length, run, at });
}

type History = typeof histories extends fc.Arbitrary<infer H> ? H : never;

/** A mirror after syncs of a changing account, recorded files, undone imports and typed payments. */
async function mirrorAfter({ orders, steps }: History): Promise<string> {
  const sent = orders.map(({ group, isGiftCard, isGone: _, ...one }, index) => ({
    ...{ ...one, id: `o${index}`, orderNumber: `N-${index}`, createdAt },
    ...(isGiftCard ? { platform: group } : { buyingGroup: group }),
  }));
  const lists = (gone: number | null): Lists => ({
    orders: [...sent.filter((one, index) => 'buyingGroup' in one && index !== gone), anchor],
    giftcards: [
      ...sent.filter((one, index) => 'platform' in one && index !== gone),
      { ...anchor, id: 'y' },
    ],
    cards,
  });
  const path = await mirrorOf(lists(null));
  for (const one of steps) {
    if ('sync' in one) {
      for (const { number, status } of one.sync)
        Object.assign(sent[number % sent.length] ?? {}, { status });
      await synced(modelAccount(lists(one.gone)), path, { acceptRemovals: true });
      continue;
    }
    const database = openToWrite(path);
    const idsOf = (sql: string) => database.prepare(sql).raw().all() as [number][];
    try {
      if ('rows' in one) record(database, one.file, one.rows);
      else if ('undo' in one) {
        const ids = idsOf(`SELECT id FROM imports WHERE ${isStanding} ORDER BY id`);
        if (ids.length > 0) undoImport(database, Number(ids[one.undo % ids.length]), at);
      } else if ('cents' in one) {
        const { of, cents, paidOn } = one;
        const payment = { orderId: `o${of % sent.length}`, cents: cents || 1, paidOn };
        addPayment(database, { ...payment, group: null, reference: null }, at);
      } else {
        const ids = idsOf('SELECT id FROM base_payments');
        const id = Number(ids[one.remove % ids.length]);
        if (ids.length > 0) removePayment(database, id, { isRemoved: true, at });
      }
    } finally {
      closeWriter(database);
    }
  }
  return path;
}

test.skipIf(!has('hledger'))(
  'hledger agrees with the reports after any history of syncs, imports, undos and typed payments',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => agreesWithReports(await mirrorAfter(history))),
      { numRuns: runs(200), endOnFailure: true },
    );
  },
  600_000,
);
