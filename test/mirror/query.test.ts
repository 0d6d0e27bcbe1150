import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupMirror, mirrorInfo, resetMirror } from '../../src/mirror/care';
import { checkMirror } from '../../src/mirror/check';
import { listPayments } from '../../src/mirror/ledger';
import { addPayment } from '../../src/mirror/ledger-changes';
import { closeWriter, type Database, type ResultColumn } from '../../src/mirror/libsql';
import { openToRead, openToWrite } from '../../src/mirror/open';
import {
  describeViews,
  type QueryOptions,
  type QueryValue,
  runQuery,
} from '../../src/mirror/query';
import { readState } from '../../src/mirror/state';
import { mirrorFile, reading, serviceAccount, synced, syncWorld } from './account';

const path = mirrorFile();
const folder = mkdtempSync(join(tmpdir(), 'query-'));
async function query(sql: string, options: QueryOptions = {}) {
  const results: {
    columns: readonly ResultColumn[];
    rows: (readonly QueryValue[])[];
    cut: boolean;
  }[] = [];
  const reader = openToRead(path) as Database;
  await runQuery(reader, sql, options, async ({ columns, rows, isCut }) => {
    results.push({ columns, rows: [...rows], cut: isCut() });
  }).finally(() => reader.close());
  expect(results).toHaveLength(1);
  return results[0] as (typeof results)[number];
}
const before = process.cwd();

beforeAll(async () => {
  const { api } = await serviceAccount();
  await synced(api, path);
});
afterAll(() => process.chdir(before));

test('returns rows, and columns with their declared types', async () => {
  const { columns, rows, cut } = await query(
    'SELECT id, order_number, total_cents, outstanding_cents, 1 + 1 FROM orders ORDER BY id LIMIT 2',
  );
  expect(columns).toEqual([
    { name: 'id', type: 'TEXT' },
    { name: 'order_number', type: 'TEXT' },
    { name: 'total_cents', type: 'INTEGER' },
    { name: 'outstanding_cents', type: 'INTEGER' },
    { name: '1 + 1', type: null },
  ]);
  expect(rows).toHaveLength(2);
  expect(rows[0]?.[4]).toBe(2);
  expect(cut).toBe(false);
});

test('makes equal names unique, keeps all digits of big integers, and returns blobs as hex', async () => {
  const { columns, rows } = await query(
    "SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a, 9007199254740993 AS big, -5, x'00ff', NULL, 1.5",
  );
  expect(columns.slice(0, 5).map(({ name }) => name)).toEqual(['a', 'a_3', 'a_2', 'a_4', 'big']);
  expect(rows).toEqual([[1, 2, 3, 4, '9007199254740993', -5, '00ff', null, 1.5]]);
});

test('binds parameters', async () => {
  expect((await query('SELECT :a, :b', { parameters: { a: 'x', b: 2 } })).rows).toEqual([['x', 2]]);
  await expect(query('SELECT :a')).rejects.toThrow(':a has no value');
  await expect(query('SELECT 1', { parameters: { b: 1 } })).rejects.toThrow('no parameter :b');
});

test('--max-rows cuts off rows, keeps the order, and stops an endless query', async () => {
  const numbers =
    'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n';
  expect(await query(numbers, { maxRows: 3 })).toMatchObject({ rows: [[1], [2], [3]], cut: true });
  const ordered = 'SELECT total_cents FROM orders ORDER BY total_cents DESC';
  const { rows } = await query(ordered);
  expect((await query(ordered, { maxRows: 5 })).rows).toEqual(rows.slice(0, 5));
  expect(rows).toEqual(rows.toSorted(([a], [b]) => Number(b) - Number(a)));
  expect(await query('SELECT 1', { maxRows: 1 })).toMatchObject({ cut: false });
});

const endless =
  'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';

test.each([
  endless,
  `${endless} -- with a comment at its end`,
  'SELECT * FROM items a, items b, items c, items d, items e ORDER BY a.id || e.id',
])('--max-time stops an endless query: %s', async (sql) => {
  await expect(query(sql, { maxTime: 50 })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('0.05 seconds'),
  });
});

test('an interruption stops an endless query, with its reason', async () => {
  const controller = new AbortController();
  const running = query(endless, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('interrupted')), 30);
  await expect(running).rejects.toThrow('interrupted');
  await expect(query('SELECT 1', { signal: controller.signal })).rejects.toThrow('interrupted');
});

test('runs statements other than SELECT', async () => {
  expect((await query('VALUES (1), (2);')).rows).toEqual([[1], [2]]);
  expect((await query('PRAGMA table_info(unpaid)')).rows.length).toBeGreaterThan(20);
  expect((await query('EXPLAIN QUERY PLAN SELECT 1')).rows).toHaveLength(1);
  expect((await query('EXPLAIN SELECT 1')).columns[1]?.name).toBe('opcode');
});

test('bad SQL is a usage failure with SQLite’s message and the nearest name', async () => {
  await expect(query('SELECT * FROM ordrs')).rejects.toMatchObject({
    exitCode: 2,
    message: 'SQLite: no such table: ordrs',
    hint: 'Did you mean orders?',
  });
  await expect(query('SELECT outstanding_cent FROM orders')).rejects.toMatchObject({
    exitCode: 2,
    hint: 'Did you mean outstanding_cents?',
  });
  // Where the column is, and never what was typed.
  await expect(query('SELECT payout FROM orders')).rejects.toMatchObject({
    hint: 'payout is in orders_dollars.',
  });
  await expect(query('SELECT tracking_number FROM orders')).rejects.toMatchObject({
    hint: 'tracking_number is in trackings.',
  });
  await expect(query('SELECT FROM WHERE')).rejects.toMatchObject({ exitCode: 2 });
  await expect(query("SELECT json('{')")).rejects.toMatchObject({ exitCode: 2 });
});

test('no query writes anything anywhere', async () => {
  process.chdir(folder);
  const bytes = () =>
    ['', '-wal'].map((more) => {
      try {
        return readFileSync(path + more).toString('base64');
      } catch {
        return '';
      }
    });
  const [was, around] = [bytes(), readdirSync(dirname(path)).toSorted()];
  for (const sql of [
    "SELECT writefile('written', 'x')",
    "SELECT 'writefile'('written', 'x')",
    "ATTACH 'written' AS w",
    "VACUUM INTO 'written'",
    "EXPLAIN VACUUM INTO 'written'",
    'WITH x AS (SELECT 1) DELETE FROM base_orders',
    'WITH x AS (SELECT 1) INSERT INTO state VALUES (1, 2)',
    'WITH x AS (SELECT 1) UPDATE base_orders SET notes = 1 RETURNING 1',
    'WITH x AS (SELECT 1) REPLACE INTO state VALUES (1, 2)',
    "SELECT sha3_query('PRAGMA query_only = 0')",
    "SELECT 1) ; ATTACH 'written' AS w; --",
    '1) SELECT 1',
    'SELECT 1) SELECT * FROM (SELECT 2',
    "SELECT fts3_tokenizer('x', x'00')",
  ]) {
    await expect(query(sql), sql).rejects.toMatchObject({ exitCode: 2 });
  }
  expect(readdirSync(folder)).toEqual([]);
  expect(bytes()).toEqual(was);
  expect(
    readdirSync(dirname(path))
      .filter((name) => !name.endsWith('-shm') && !name.endsWith('-wal'))
      .toSorted(),
  ).toEqual(around.filter((name) => !name.endsWith('-shm') && !name.endsWith('-wal')));
});

test('the views have the columns of the contract, each with a type', () => {
  const described = reading(path, describeViews);
  const columns = Object.fromEntries(
    described.map(({ name, columns }) => [name, columns.map((one) => one.name).join(' ')]),
  );
  const orders =
    'id order_number order_date order_month retailer retailer_account group_id status open source subtotal_cents shipping_cents tax_cents discount_cents total_cents expected_payout_cents paid_cents outstanding_cents reward_cents portal_cents card_id sub_card_id earn_rate notes created_at';
  expect(columns).toMatchObject({
    orders,
    giftcards: orders,
    all_orders: `kind ${orders} gone_at`,
    items:
      'order_id kind place id description model quantity unit_price_cents expected_unit_payout_cents',
    trackings: 'order_id order_number group_id tracking_number carrier item_count',
    orders_dollars: `${orders.replaceAll('_cents', '')} payout profit due_date card`,
    payments_dollars:
      'id order_id order_number group_id amount paid_on reference import_id recorded_at state',
    all_payments_dollars:
      'id order_id order_number group_id amount paid_on reference import_id recorded_at state since',
    acceptances:
      'order_id order_number group_id expected_cents paid_cents difference_cents note at applies',
  });
  const inDollars = [
    ...['acceptances', 'all_orders', 'all_payments', 'cards', 'giftcards', 'items', 'orders'],
    ...['payments', 'unpaid'],
  ];
  expect(Object.keys(columns).toSorted()).toEqual(
    [...inDollars, ...inDollars.map((name) => `${name}_dollars`), 'events', 'trackings'].toSorted(),
  );
  const untyped = described.flatMap(({ name, columns }) =>
    columns.filter(({ type }) => !type).map((column) => `${name}.${column.name}`),
  );
  expect(untyped).toEqual([]);
});

test('a backup is one complete file that only its owner can read; reset keeps the user’s half', async () => {
  const copy = join(folder, 'backup.db');
  const writer = openToWrite(path);
  const { id } = writer.prepare('SELECT id FROM orders LIMIT 1').get() as { id: string };
  addPayment(
    writer,
    { orderId: id, group: null, cents: 77, paidOn: '2025-11-01', reference: null },
    '2025-11-21T12:00:00.000Z',
  );
  closeWriter(writer);
  await reading(path, (database) => backupMirror(database, path, copy));
  expect(readdirSync(folder)).toEqual(['backup.db']);
  expect(reading(copy, (database) => mirrorInfo(database, copy))).toMatchObject({
    orders: 151,
    payments: 1,
    version: 1,
  });
  await expect(
    reading(path, (database) => backupMirror(database, path, '/proc/nowhere/x.db')),
  ).rejects.toMatchObject({ exitCode: 14 });
  await resetMirror(path, syncWorld());
  expect(reading(path, readState).asOf).toBeNull();
  expect(reading(path, listPayments)).toMatchObject([{ orderId: id, amount: 77 }]);
  const { api } = await serviceAccount();
  expect(await synced(api, path)).toMatchObject({ events: 0, orders: { new: 151 } });
  const [paid] = (
    await query('SELECT paid_cents FROM orders WHERE id = :id', { parameters: { id } })
  ).rows;
  expect(paid).toEqual([77]);
  expect(reading(path, checkMirror).problems).toEqual([]);
});
