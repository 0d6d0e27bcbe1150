import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeSyncLock } from '../../src/mirror/lock';
import { sampleDay } from '../../src/service/sample/days';
import { syncWorld } from '../mirror/account';
import { refusedSql } from '../mirror/refused-sql';
import { isFull } from '../support/tier';
import { temporaryHome, waybill } from '../support/waybill';
import { startClient } from './assistant';

type Assistant = Awaited<ReturnType<typeof startClient>>;

const env = { WAYBILL_HOME: temporaryHome() };
let assistant: Assistant;

async function run(...words: string[]): Promise<string> {
  const done = await waybill(['--sandbox', ...words], { env });
  expect(done.exitCode, done.stderr).toBe(0);
  return done.stdout;
}
const json = async (...words: string[]) => JSON.parse(await run(...words, '--json'));

/** A synced account with a change and a payment. */
beforeAll(async () => {
  await run('sandbox', 'reset', '--today', sampleDay);
  await run('sync');
  await run('orders', 'update', '800458530', '--status', 'delivered');
  await run('sync');
  await run('payments', 'add', '800458530', '12.34', '--date', '2025-11-01');
  assistant = await startClient({ env });
});
afterAll(() => assistant.client.close());

const state = async () => {
  const { asOf, complete } = await json('mirror', 'info');
  return { asOf, complete, unit: 'cents', note: expect.stringContaining('data') };
};

test('lists its tools, which only read', async () => {
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['report', 'query', 'order', 'changes', 'tables']);
  for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true });
  expect(assistant.client.getInstructions()).toContain('waybill sync');
});

describe('report', () => {
  const names = [
    ...['summary', 'unpaid', 'overdue', 'aging', 'exposure', 'margin', 'pnl', 'rewards'],
    'spending',
    ...['received', 'turnaround', 'trackings', 'audit'],
  ];

  test('knows every report but the page', async () => {
    const { tools } = await assistant.client.listTools();
    const known = await waybill(['report', '--help']);
    for (const name of names) expect(known.stdout).toContain(` ${name} `);
    const schema = JSON.stringify(tools.find(({ name }) => name === 'report')?.inputSchema);
    expect(schema).toContain(JSON.stringify(names).slice(1, -1));
    expect(schema).not.toContain('html');
  });

  test.each(names)('%s has the figures of the command', async (name) => {
    const [{ value, isError }, { rows, ...own }] = await Promise.all([
      assistant.call('report', { name, today: sampleDay }),
      json('report', name, '--today', sampleDay),
    ]);
    expect(isError).toBe(false);
    const { rows: shown, ...others } = value as unknown as { rows: unknown[] };
    expect(others).toMatchObject({ ...own, ...(await state()) });
    expect(shown).toEqual(rows.slice(0, shown.length));
    if (shown.length < rows.length) {
      expect(value).toMatchObject({ cut: { shown: shown.length, of: rows.length } });
    }
  });

  test.each(['unpaid', 'aging', 'exposure', 'summary'])('%s takes asOf', async (name) => {
    const asOf = '2026-02-28';
    const { value } = await assistant.call('report', { name, asOf });
    const { total } = await json('report', name, '--as-of', asOf);
    expect(value).toMatchObject({ today: asOf, total });
  });

  test('takes by, filters, sort, limit and today', async () => {
    const { value } = await assistant.call('report', {
      name: 'unpaid',
      by: 'none',
      filters: { group: ['bfmr', 'max_out_deals'], 'min-total': '10', olderThan: '5d' },
      sort: '-outstanding',
      limit: 3,
      today: '2026-01-31',
    });
    const words = ['--by', 'none', '--group', 'bfmr', '--group', 'max_out_deals'];
    const more = ['--min-total', '10', '--older-than', '5d', '--sort', '-outstanding', '-L', '3'];
    expect(value).toMatchObject(
      await json('report', 'unpaid', ...words, ...more, '--today', '2026-01-31'),
    );
    expect(value.rows).toHaveLength(3);
  });

  test('takes a switch as true, and says what the command says', async () => {
    const { value } = await assistant.call('report', {
      name: 'trackings',
      filters: { unpaid: true },
    });
    const { total } = await json('report', 'trackings', '--unpaid');
    expect(value).toMatchObject({ total });
    const misspelled = await assistant.call('report', {
      name: 'unpaid',
      filters: { group: 'bfmx' },
    });
    expect(misspelled.value.notices).toEqual([expect.stringContaining('bfmr')]);
  });

  test.each([
    [{}, 'unpaid'],
    [{ name: 'html' }, 'unpaid'],
    [{ name: '--help' }, 'unpaid'],
    [{ name: 'unpaid', group: 'bfmr' }, 'filters'],
    [{ name: 'unpaid', filters: { grup: 'bfmr' } }, 'group'],
    [{ name: 'unpaid', filters: { mirror: '/etc/passwd' } }, 'group'],
    [{ name: 'unpaid', filters: { sync: true } }, 'group'],
    [{ name: 'unpaid', filters: { output: 'csv' } }, 'group'],
    [{ name: 'unpaid', filters: 'all' }, 'object'],
    [{ name: 'unpaid', filters: { group: { a: 1 } } }, 'group'],
    [{ name: 'unpaid', limit: 'many' }, '--limit'],
    [{ name: 'unpaid', limit: true }, 'limit'],
    [{ name: 'unpaid', filters: { search: true } }, 'search'],
    [{ name: 'unpaid', filters: { group: [true] } }, 'group'],
    [{ name: ['unpaid'] }, 'name'],
    [{ name: 'unpaid', today: '--sync' }, '--today'],
    [{ name: 'unpaid', by: 'x\0y' }, 'NUL'],
    [{ name: 'unpaid', by: 'x'.repeat(200_000) }, 'long'],
  ])('refuses %o as a usage error', async (values, names) => {
    const { isError, value, text } = await assistant.call('report', values);
    expect({ isError, value }).toMatchObject({
      isError: true,
      value: { error: { code: 'usage', exitCode: 2 } },
    });
    expect(text).toContain(names);
  });
});

describe('query', () => {
  test('returns rows, and binds parameters', async () => {
    const sql = 'SELECT status, count(*) AS n FROM orders WHERE status = :s AND total_cents > :t';
    const { value } = await assistant.call('query', { sql, parameters: { s: 'paid', t: 5 } });
    expect(value).toEqual({
      ...(await state()),
      rows: [{ status: 'paid', n: expect.any(Number) }],
    });
  });

  test.each([
    [{ x: null }, 'x takes'],
    [{ x: true }, 'x takes'],
    [{ x: { y: 1 } }, 'x takes'],
    [['x=1'], 'object'],
  ])('refuses %o as parameters', async (parameters, says) => {
    const { text, value } = await assistant.call('query', { sql: 'SELECT :x', parameters });
    expect(value).toMatchObject({ error: { code: 'usage' } });
    expect(text).toContain(says);
  });

  test('is not told apart from a flag by what it says', async () => {
    const { value } = await assistant.call('query', { sql: '-- a\nSELECT 1 AS "--sync"' });
    expect(value.rows).toEqual([{ '--sync': 1 }]);
  });

  test.each(['SELECT * FROM ordrs', 'DELETE FROM orders', '', 'SELECT :a'])(
    '%s is the error that the command prints',
    async (sql) => {
      const { isError, value } = await assistant.call('query', { sql });
      const { stderr } = await waybill(['--sandbox', 'query', '--json', '-'], { env, input: sql });
      expect({ isError, value }).toEqual({ isError: true, value: JSON.parse(stderr) });
    },
  );

  const hostile = refusedSql.filter((_, index) => isFull || index % 6 === 0);
  test('refuses what the guard refuses', { timeout: 120_000 }, async () => {
    const all = await Promise.all(hostile.map((sql) => assistant.call('query', { sql })));
    expect(all.map(({ isError, value }) => isError && Object(value.error).exitCode)).toEqual(
      hostile.map(() => 2),
    );
  });

  test('shows at most 200 rows, and as many of them as fit into 16,384 bytes', async () => {
    const numbers = (length: number, row: string) => ({
      sql: `WITH RECURSIVE n (x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < ${length}) SELECT ${row} AS x FROM n`,
    });
    const [many, whole, long, longest] = await Promise.all([
      assistant.call('query', numbers(12_345, 'x')),
      assistant.call('query', numbers(200, 'x')),
      assistant.call('query', numbers(30, "printf('%.*c', 1000, 'é')")),
      assistant.call('query', numbers(2, "printf('%.*c', 300000, 'x')")),
    ]);
    expect(many.value).toMatchObject({ cut: { shown: 200, of: 12_345 } });
    expect(many.value.rows).toEqual([...Array(200).keys()].map((x) => ({ x: x + 1 })));
    expect(whole.value).not.toHaveProperty('cut');
    expect(whole.value.rows).toHaveLength(200);
    const { shown } = Object(long.value.cut);
    expect(long.value).toMatchObject({ cut: { of: 30 } });
    expect(shown).toBeGreaterThan(3);
    expect(long.value.rows).toHaveLength(shown);
    expect(Buffer.byteLength(long.text)).toBeLessThanOrEqual(16_384);
    expect(longest.value).toMatchObject({ rows: [], cut: { shown: 0, of: 2 } });
  });

  test.runIf(isFull)('ends after 10 seconds', { timeout: 30_000 }, async () => {
    const sql =
      'WITH RECURSIVE n (x) AS (VALUES (1) UNION ALL SELECT x FROM n) SELECT count(*) FROM n';
    expect((await assistant.call('query', { sql })).value).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining('10 seconds') },
    });
  });
});

test('order finds both kinds, by number and by id', async () => {
  const order = await json('orders', 'get', '800458530', '--offline');
  const [giftCard] = await json('giftcards', 'list', '-L', '1', '--offline');
  const found = await Promise.all(
    [order.orderNumber, order.id, giftCard.orderNumber, giftCard.id].map((name) =>
      assistant.call('order', { order: name }),
    ),
  );
  expect(found.map(({ value }) => Object(value.order).id)).toEqual([
    order.id,
    order.id,
    giftCard.id,
    giftCard.id,
  ]);
  expect(found[0]?.value).toEqual({ ...(await state()), order });
  for (const [name, code] of [
    ['0000', 'not_found'],
    ['-', 'usage'],
    ['', 'usage'],
    [null, 'usage'],
    [true, 'usage'],
    [[order.orderNumber], 'usage'],
  ] as const) {
    const { value } = await assistant.call('order', { order: name });
    expect(value).toMatchObject({ error: { code } });
  }
});

test('changes shows a week, and moves no cursor', async () => {
  const unread = await json('changes', '--peek');
  expect(unread.length).toBeGreaterThan(0);
  const { value } = await assistant.call('changes');
  expect(value).toEqual({ ...(await state()), rows: unread });
  const some = await assistant.call('changes', {
    since: '2020-01-01',
    types: ['card.gone', 'order.status'],
  });
  expect(some.value.rows).toEqual(
    unread.filter(({ type }: { type: string }) => type === 'order.status'),
  );
  expect((await assistant.call('changes', { types: ['nothing'] })).value).toMatchObject({
    error: { code: 'usage' },
  });
  expect(await json('changes', '--peek')).toEqual(unread);
});

test('tables lists the views with their columns', async () => {
  const { value } = await assistant.call('tables');
  expect(value.rows).toEqual(await json('query', '--tables'));
});

test('output settings and a stated day do what they do elsewhere: nothing, and count', async () => {
  const other = await startClient({
    env: { ...env, WAYBILL_OUTPUT: 'csv', WAYBILL_MONEY: 'dollars' },
    words: ['--sandbox', '--fields', 'nothing', '-q', '--today', sampleDay, 'mcp', '--excel'],
  });
  const { value } = await other.call('report', { name: 'overdue', limit: 1 });
  expect(value).toMatchObject(await json('report', 'overdue', '-L', '1', '--today', sampleDay));
  await other.client.close();
});

describe('the mirror meanwhile', () => {
  test('is missing, appears, changes, is locked, is damaged', { timeout: 120_000 }, async () => {
    const home = { WAYBILL_HOME: temporaryHome() };
    const words = ['--sandbox', 'mcp', '--allow-sync'];
    const { client, call } = await startClient({ env: home, words });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'sync')?.annotations?.readOnlyHint).toBe(false);
    for (const [name, values] of [
      ['report', { name: 'unpaid' }],
      ['tables', {}],
    ] as const) {
      const { value, text } = await call(name, values);
      expect(value).toMatchObject({ error: { code: 'local_file', exitCode: 14 } });
      expect(text).toContain('waybill sync');
    }
    const count = { sql: 'SELECT count(*) AS n FROM orders' };
    const synced = await call('sync');
    const { stdout } = await waybill(['--sandbox', 'mirror', 'info', '--json'], { env: home });
    const { asOf, complete } = JSON.parse(stdout);
    const value = { mode: 'full', unit: 'cents', asOf, complete };
    expect(synced).toMatchObject({ isError: false, value });
    const [{ n }] = (await call('query', count)).value.rows as unknown as [{ n: number }];
    expect(n).toBeGreaterThan(100);
    const path = (await waybill(['--sandbox', 'mirror', 'path'], { env: home })).stdout.trim();
    const lock = await takeSyncLock(path, syncWorld());
    expect((await call('sync')).value).toMatchObject({ error: { exitCode: 12 } });
    expect((await call('query', count)).value.rows).toEqual([{ n }]);
    await lock.release();
    writeFileSync(path, 'not a database'.repeat(1000));
    expect((await call('query', count)).value).toMatchObject({ error: { exitCode: 14 } });
    await client.close();
  });

  test('can be one that someone else made', async () => {
    const copy = join(temporaryHome(), 'copy.db');
    await run('mirror', 'backup', copy);
    const elsewhere = { WAYBILL_HOME: temporaryHome() };
    const { client, call } = await startClient({
      env: elsewhere,
      words: ['mcp', '--mirror', copy],
    });
    const { value } = await call('report', { name: 'unpaid', today: sampleDay });
    expect(value).toMatchObject(await json('report', 'unpaid', '--today', sampleDay));
    await client.close();
  });
});
