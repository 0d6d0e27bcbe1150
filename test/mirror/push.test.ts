import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect as openDatabase } from '../../src/mirror/libsql';
import { type FaultyService, startFaultyService } from '../support/faulty-service';
import { type Cluster, startCluster } from '../support/postgres';
import { copiesOf } from '../support/prepared-home';
import { projectFolder } from '../support/project';
import { missingPrograms } from '../support/tier';
import { runOf, start, temporaryHome, waybill } from '../support/waybill';

/** The built program pushes to a real PostgreSQL server; every test has its own database. */
describe.skipIf(missingPrograms('postgres').length > 0)(
  'mirror push',
  () => {
    let cluster: Cluster;
    let service: FaultyService;
    const held: Client[] = [];
    beforeAll(async () => {
      [cluster, service] = await Promise.all([startCluster(), startFaultyService()]);
    }, 120_000);
    afterEach(async () => {
      for (const client of held.splice(0)) await client.end();
    });
    afterAll(async () => {
      await Promise.all([cluster?.stop(), service?.stop()]);
    });

    let databases = 0;
    async function database(): Promise<string> {
      const name = `test${++databases}`;
      await cluster.rows(`CREATE DATABASE ${name}`);
      return name;
    }

    const urlOf = (name: string) => cluster.url(name);

    function envOf(home: string): Readonly<Record<string, string>> {
      const { apiKey, apiSecret } = service.service.credentials;
      return {
        ...{ WAYBILL_HOME: home, WAYBILL_BASE_URL: service.baseUrl },
        ...{ WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret },
      };
    }
    const syncedHome = copiesOf((home) =>
      waybill(['sync', '-q'], { env: envOf(home), alone: true }),
    );

    /** A separate account, with its mirror in its own home: a copy, unless it needs its own id. */
    async function account(
      url: string,
      more: Readonly<Record<string, string>> = {},
      isCopy = true,
    ) {
      const home = isCopy ? await syncedHome() : temporaryHome();
      const env: Record<string, string> = { ...envOf(home), WAYBILL_POSTGRES_URL: url, ...more };
      const run = (...words: string[]) => waybill(words, { env });
      const push = (...words: string[]) => run('mirror', 'push', ...words);
      const pushed = async (...words: string[]) => {
        const done = await push('--json', ...words);
        expect(done.exitCode, done.stderr).toBe(0);
        return JSON.parse(done.stdout);
      };
      const path = (await run('mirror', 'path')).stdout.trim();
      /** Changes the mirror like a sync of a changed account. */
      const change = (sql: string) => {
        const file = openDatabase(path);
        file.exec(sql);
        file.close();
      };
      if (!isCopy) expect((await run('sync')).exitCode).toBe(0);
      return { home, env, run, push, pushed, path, change };
    }

    /** A push that is stuck in the middle, waiting for another session's lock on a late table. */
    async function stuckPush(name: string, env: Readonly<Record<string, string>>) {
      const holder = await cluster.connect(name);
      held.push(holder);
      await holder.query('BEGIN; LOCK TABLE waybill.payments IN ACCESS EXCLUSIVE MODE');
      const child = start(['mirror', 'push', '--json', '--debug'], { env });
      const ended = runOf(child);
      const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = '${name}'
      AND application_name = 'waybill' AND wait_event_type = 'Lock'`;
      for (;;) {
        const [row] = await cluster.rows(waiting);
        if (row !== undefined) return { child, ended, holder, backend: Number(row.pid) };
        if (child.exitCode !== null) throw new Error(`The push has ended: ${(await ended).stderr}`);
        await pause(20);
      }
    }

    const statement = `SELECT (SELECT count(*) FROM waybill.all_orders) AS orders,
    (SELECT count(*) FROM waybill.events) AS events, (SELECT max(pushed_at) FROM waybill.mirrors) AS at`;

    test('copies everything with real types at first, and then only what changed', async () => {
      const name = await database();
      const { run, pushed, change, push } = await account(urlOf(name));
      await run(
        'payments',
        'add',
        '800458530',
        '100.25',
        '--date',
        '2025-11-01',
        '--reference',
        'R1',
      );
      await run('payments', 'add', '800458530', '7', '--date', '2025-11-01');
      await run('payments', 'remove', '2');
      await run('payments', 'accept', '800458530', '--note', 'agreed');
      const first = await pushed();
      const info = JSON.parse((await run('mirror', 'info', '--json')).stdout);
      expect(first).toEqual({
        schema: 'waybill',
        mirrorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        asOf: info.asOf,
        complete: true,
        orders: { new: info.orders + info.giftcards, changed: 0, unchanged: 0, gone: 0 },
        cards: { new: info.cards, changed: 0, unchanged: 0, gone: 0 },
        events: 0,
        payments: 1,
      });
      // Every view has the same content in PostgreSQL as in the mirror.
      for (const view of [
        'orders',
        'giftcards',
        'unpaid',
        'items',
        'trackings',
        'cards',
        'payments',
        'all_payments',
        'acceptances',
        'all_orders_dollars',
        'payments_dollars',
      ]) {
        const local = await run('query', `select * from ${view}`, '--json');
        const rows = JSON.parse(local.stdout) as Record<string, unknown>[];
        const columns = Object.keys(rows[0] ?? {});
        const there = await cluster.rows(
          `SELECT to_jsonb(v) - 'mirror_id' AS row FROM waybill.${view} v`,
          name,
        );
        const plain = (row: Record<string, unknown>) =>
          JSON.stringify(columns.map((column) => comparable(column, row[column])));
        expect(rows.length, view).toBeGreaterThan(0);
        expect(there.map(({ row }) => plain(row as never)).sort(), view).toEqual(
          rows.map(plain).sort(),
        );
      }
      const types = await cluster.rows(
        `SELECT column_name || ' ' || data_type AS column FROM information_schema.columns
       WHERE table_schema = 'waybill' AND table_name = 'all_orders'`,
        name,
      );
      expect(types.map(({ column }) => column)).toEqual(
        expect.arrayContaining([
          ...['mirror_id uuid', 'id uuid', 'order_date date', 'total_cents bigint', 'open boolean'],
          ...['earn_rate numeric', 'created_at timestamp with time zone'],
        ]),
      );
      const [dollars] = await cluster.rows(
        'SELECT sum(total)::text AS dollars, sum(total_cents)::text AS cents FROM waybill.orders_dollars JOIN waybill.orders USING (mirror_id, id)',
        name,
      );
      expect(Math.round(Number(dollars?.dollars) * 100)).toBe(Number(dollars?.cents));

      expect(await pushed()).toMatchObject({
        orders: { new: 0, changed: 0, gone: 0, unchanged: info.orders + info.giftcards },
        cards: { new: 0, changed: 0, unchanged: info.cards },
        events: 0,
      });
      // One order changes, one is gone, one gets a payment.
      change(`UPDATE base_orders SET hash = 'x', notes = 'now' || char(0) WHERE order_number = '800458530';
      DELETE FROM base_trackings WHERE order_key = (SELECT key FROM base_orders WHERE order_number = '800458530');
      UPDATE base_orders SET gone_at = '2025-11-20T00:00:00.000Z', open = 0
        WHERE id = (SELECT id FROM orders WHERE order_number <> '800458530' AND id IN (SELECT order_id FROM trackings) LIMIT 1);
      INSERT INTO event_log (type, kind, id, old, new, at, run)
        SELECT 'order.changed', 'order', id, '"a"', '"b"', '2025-11-20T00:00:00.000Z', 2 FROM orders LIMIT 1;`);
      expect(await pushed()).toMatchObject({
        orders: { new: 0, changed: 1, gone: 1, unchanged: info.orders + info.giftcards - 2 },
        events: 1,
      });
      const [after] = await cluster.rows(
        `SELECT (SELECT notes FROM waybill.orders WHERE order_number = '800458530') AS notes,
         (SELECT count(*)::int FROM waybill.trackings t JOIN waybill.all_orders o ON o.id = t.order_id
          WHERE o.order_number = '800458530' OR o.gone_at IS NOT NULL) AS trackings,
         (SELECT count(*)::int FROM waybill.all_orders WHERE gone_at IS NOT NULL AND NOT open) AS gone,
         (SELECT old || new FROM waybill.events) AS event`,
        name,
      );
      // PostgreSQL accepts a NUL in no text.
      expect(after).toEqual({ notes: 'now\ufffd', trackings: 0, gone: 1, event: 'ab' });
      const quiet = await push('-q');
      expect(quiet).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
      const told = await push();
      expect(told).toMatchObject({ exitCode: 0, stderr: '' });
      expect(told.stdout).toContain(
        '0 new, 0 changed, 0 gone; 0 events added; 1 payment; schema waybill',
      );
    });

    test('marks as gone what a reset mirror no longer has', async () => {
      const name = await database();
      const { run, pushed, change } = await account(urlOf(name));
      const first = await pushed();
      await run('mirror', 'reset', '-y');
      await run('sync');
      change(
        `DELETE FROM base_orders WHERE order_number = '800458530'; DELETE FROM base_cards WHERE key = (SELECT min(key) FROM base_cards)`,
      );
      const second = await pushed();
      expect(second.mirrorId).toBe(first.mirrorId);
      expect(second).toMatchObject({ orders: { changed: 0, gone: 1 }, cards: { gone: 1 } });
      const [gone] = await cluster.rows(
        `SELECT open, outstanding_cents::int AS outstanding, gone_at IS NOT NULL AS gone FROM waybill.all_orders WHERE order_number = '800458530'`,
        name,
      );
      expect(gone).toEqual({ open: false, outstanding: 0, gone: true });
      expect((await pushed()).orders.gone).toBe(0);
    });

    test('an order that a reset forgot keeps its payments, and is there again once it is back', async () => {
      const name = await database();
      const { run, pushed, change } = await account(urlOf(name));
      const order = async () => {
        const [row] = await cluster.rows(
          `SELECT open, gone_at IS NOT NULL AS gone, paid_cents::int AS paid,
             (SELECT count(*)::int FROM waybill.items WHERE order_id = o.id) AS items,
             (SELECT count(*)::int FROM waybill.unpaid WHERE id = o.id) AS unpaid
           FROM waybill.all_orders o WHERE order_number = '800458530'`,
          name,
        );
        return row;
      };
      await run('payments', 'add', '800458530', '25', '--date', '2025-11-01');
      await pushed();
      const before = await order();
      expect(before).toMatchObject({ open: true, gone: false, paid: 2500, unpaid: 1 });
      await run('mirror', 'reset', '-y');
      await run('sync');
      change(`DELETE FROM base_orders WHERE order_number = '800458530'`);
      await pushed();
      expect(await order()).toMatchObject({ gone: true, paid: 2500, items: 0, unpaid: 0 });
      await run('sync');
      expect((await pushed()).orders).toMatchObject({ new: 0, changed: 1, gone: 0 });
      expect(await order()).toEqual(before);
      await run('payments', 'remove', '1', '-y');
      change(`DELETE FROM base_orders WHERE order_number = '800458530'`);
      await pushed();
      expect(await order()).toMatchObject({ gone: true, paid: 0 });
    });

    test('copies ids of line items and sub-cards as they are: the service calls them strings', async () => {
      const name = await database();
      const { change, pushed } = await account(urlOf(name));
      change(`UPDATE base_items SET id = 'item-1'; UPDATE base_orders SET sub_card_id = 'sub_12'`);
      await pushed();
      const [row] = await cluster.rows(
        `SELECT (SELECT min(id) FROM waybill.items) AS item,
           (SELECT min(sub_card_id) FROM waybill.orders) AS card`,
        name,
      );
      expect(row).toEqual({ item: 'item-1', card: 'sub_12' });
    });

    test('leaves out an id of another object that is no UUID, instead of stopping', async () => {
      const name = await database();
      const { change, pushed } = await account(urlOf(name));
      change(`UPDATE base_orders SET card_id = 'card-7' WHERE key = 1`);
      const { orders } = await pushed();
      const [row] = await cluster.rows(
        'SELECT count(*) AS orders, count(*) FILTER (WHERE card_id IS NULL) AS odd FROM waybill.all_orders',
        name,
      );
      expect(Number(row?.orders)).toBe(orders.new);
      expect(Number(row?.odd)).toBeGreaterThan(0);
    });

    test('leaves out what has an id that is no UUID, with a warning, and goes on', async () => {
      const name = await database();
      const { change, push, run } = await account(urlOf(name));
      await run('payments', 'add', '800458530', '100.25', '--date', '2025-11-01');
      const odd = 'NOT-A-UUID/../x';
      const [paid] = JSON.parse((await run('payments', 'list', '--json')).stdout);
      change(`UPDATE base_orders SET id = '${odd}' WHERE id = '${paid.orderId}';
        UPDATE allocations SET order_id = '${odd}';
        UPDATE base_cards SET id = 'card-7' WHERE key = (SELECT min(key) FROM base_cards);
        INSERT INTO event_log (type, kind, id, at, run)
          VALUES ('order.gone', 'order', '${odd}', '2026-01-01T00:00:00.000Z', 1);`);
      const info = JSON.parse((await run('mirror', 'info', '--json')).stdout);
      const total = info.orders + info.giftcards;
      const first = await push('--json');
      expect(first.exitCode, first.stderr).toBe(0);
      expect(JSON.parse(first.stdout)).toMatchObject({
        orders: { new: total - 1 },
        cards: { new: info.cards - 1 },
        ...{ events: 1, payments: 0 },
      });
      const said = first.stderr.replace(/\s+/g, ' ');
      expect(said).toContain('left out 2 objects and 1 payment');
      expect(said).toContain(`order "${odd}"`);
      const second = await push('--json');
      expect(second.exitCode, second.stderr).toBe(0);
      expect(JSON.parse(second.stdout)).toMatchObject({
        orders: { new: 0, changed: 0, unchanged: total - 1, gone: 0 },
        cards: { new: 0, changed: 0, unchanged: info.cards - 1, gone: 0 },
        events: 0,
      });
      const rows = await cluster.rows('SELECT id FROM waybill.events', name);
      expect(rows).toEqual([{ id: null }]);
    });

    test('finds what it pushed whatever the case of its ids', async () => {
      const name = await database();
      const { change, pushed } = await account(urlOf(name));
      change(`UPDATE base_orders SET id = upper(id); UPDATE base_cards SET id = upper(id);
        INSERT INTO event_log (type, kind, id, at, run)
          SELECT 'order.gone', 'order', id, '2026-01-01T00:00:00.000Z', 1 FROM base_orders LIMIT 1`);
      const first = await pushed();
      expect(await pushed()).toMatchObject({
        orders: { new: 0, changed: 0, unchanged: first.orders.new, gone: 0 },
        cards: { new: 0, changed: 0, unchanged: first.cards.new, gone: 0 },
      });
    });

    test('two accounts share a schema', async () => {
      const name = await database();
      const [one, other] = [await account(urlOf(name)), await account(urlOf(name), {}, false)];
      const first = await one.pushed('--schema', 'team');
      const second = await other.pushed('--schema', 'team');
      expect(second.mirrorId).not.toBe(first.mirrorId);
      expect(second.orders).toEqual(first.orders);
      const rows = await cluster.rows(
        'SELECT mirror_id, count(*)::int AS count FROM team.all_orders GROUP BY 1 ORDER BY 2',
        name,
      );
      expect(rows).toHaveLength(2);
      for (const { count } of rows) expect(count).toBe(first.orders.new);
    });

    test('a backup from before the first push is the same mirror', async () => {
      const name = await database();
      const { run, pushed, path } = await account(urlOf(name));
      const backup = join(temporaryHome(), 'backup.db');
      expect((await run('mirror', 'backup', backup)).exitCode).toBe(0);
      const first = await pushed();
      for (const more of ['-wal', '-shm']) rmSync(path + more, { force: true });
      renameSync(backup, path);
      expect(await pushed()).toMatchObject({
        mirrorId: first.mirrorId,
        orders: { ...first.orders, new: 0, unchanged: first.orders.new },
      });
    });

    test('warns when another mirror holds the same orders', async () => {
      const name = await database();
      const { push, pushed, path, run } = await account(urlOf(name));
      const first = await pushed();
      for (const more of ['', '-wal', '-shm']) rmSync(path + more, { force: true });
      expect((await run('sync')).exitCode).toBe(0);
      const { exitCode, stderr } = await push();
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 0,
        stderr: expect.stringContaining(`${first.orders.new} orders of this account too`),
      });
      const [, sql = ''] = /run (DELETE FROM .*?')\./.exec(stderr) ?? [];
      expect(sql).toContain(first.mirrorId);
      await cluster.rows(sql, name);
      expect((await push()).stderr).not.toContain('Another mirror');
    });

    test('creates dropped views and indexes again, and no dropped table', async () => {
      const name = await database();
      const { push, pushed } = await account(urlOf(name));
      await pushed();
      const views = `SELECT viewname FROM pg_views WHERE schemaname = 'waybill' ORDER BY 1`;
      const before = await cluster.rows(views, name);
      await cluster.rows('DROP VIEW waybill.orders CASCADE; DROP INDEX waybill.payments_of', name);
      const { exitCode, stderr } = await push();
      expect(exitCode).toBe(0);
      expect(stderr).toContain('created again: payments_of, orders, orders_dollars.');
      expect(await cluster.rows(views, name)).toEqual(before);
      await cluster.rows('DROP TABLE waybill.items CASCADE', name);
      const refused = await push();
      expect(refused).toMatchObject({ exitCode: 14, stdout: '' });
      expect(refused.stderr).toContain('no items any more');
      expect(await cluster.rows(views, name)).not.toEqual(before);
    });

    test('an order keeps the digits of a card that is gone', async () => {
      const name = await database();
      const { run, push, pushed, change } = await account(urlOf(name));
      await pushed();
      change(`UPDATE base_cards SET gone_at = '2025-11-20T00:00:00.000Z'`);
      expect(await push()).toMatchObject({ exitCode: 0, stderr: '' });
      const select = (view: string) =>
        `SELECT id, card FROM ${view} WHERE card IS NOT NULL ORDER BY id`;
      const local = await run('query', select('all_orders_dollars'), '--json');
      const rows = JSON.parse(local.stdout);
      expect(rows.length).toBeGreaterThan(1);
      expect(await cluster.rows(select('waybill.all_orders_dollars'), name)).toEqual(rows);
      change('UPDATE base_cards SET gone_at = NULL');
      await pushed();
      expect(await cluster.rows(select('waybill.all_orders_dollars'), name)).toEqual(rows);
    });

    test('an amount that no integer holds does not stop the copy', async () => {
      const name = await database();
      const { pushed, change } = await account(urlOf(name));
      change('UPDATE base_orders SET portal_cents = 9223372036854775807 WHERE place = 0');
      const { orders } = await pushed();
      const odd = 'SELECT count(*)::int AS odd FROM waybill.all_orders WHERE portal_cents IS NULL';
      expect(orders.new).toBeGreaterThan(1);
      expect(await cluster.rows(odd, name)).toEqual([{ odd: 2 }]);
      change(`UPDATE base_orders SET hash = 'x', expected_payout_cents = 9007199254740991,
        paid_cents = -9007199254740992, open = 1 WHERE order_number = '800458530'`);
      await pushed();
      const sums = 'SELECT paid_cents, outstanding_cents FROM waybill.unpaid WHERE order_number =';
      expect(await cluster.rows(`${sums} '800458530'`, name)).toEqual([
        { paid_cents: '-9007199254740992', outstanding_cents: '18014398509481983' },
      ]);
    });

    test('leaves a schema of something else or of a newer waybill alone', async () => {
      const name = await database();
      const { push, pushed } = await account(urlOf(name));
      await cluster.rows('CREATE SCHEMA theirs; CREATE TABLE theirs.invoices (id int)', name);
      const refused = await push('--schema', 'theirs');
      expect(refused).toMatchObject({ exitCode: 7, stdout: '' });
      expect(refused.stderr).toContain('invoices');
      const tables = () =>
        cluster.rows(
          `SELECT count(*)::int AS count FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'theirs'`,
          name,
        );
      expect(await tables()).toEqual([{ count: 1 }]);
      expect(await pushed('--schema', 'theirs', '--take-over')).toMatchObject({ schema: 'theirs' });
      expect(
        await cluster.rows('SELECT count(*)::int AS count FROM theirs.invoices', name),
      ).toEqual([{ count: 0 }]);
      for (const other of [
        'FUNCTION f() RETURNS int LANGUAGE sql AS $$SELECT 1$$',
        'DOMAIN f AS int',
      ]) {
        await cluster.rows(
          `DROP SCHEMA IF EXISTS own CASCADE; CREATE SCHEMA own; CREATE ${other.replace(' f', ' own.f')}`,
          name,
        );
        const kept = await push('--schema', 'own');
        expect(kept).toMatchObject({ exitCode: 7, stdout: '' });
        expect(kept.stderr).toContain('it contains f');
      }
      await cluster.rows('CREATE SCHEMA clash; CREATE TABLE clash.orders (id int)', name);
      expect((await push('--schema', 'clash', '--take-over')).exitCode).toBe(7);
      await pushed();
      await cluster.rows('UPDATE waybill.waybill_layout SET version = 99', name);
      const newer = await push();
      expect(newer).toMatchObject({ exitCode: 14, stdout: '' });
      expect(newer.stderr).toMatch(/version 99.*version 1/s);
      for (const schema of ['', 'pg_mine', 'x'.repeat(64), '$user']) {
        expect((await push('--schema', schema)).exitCode).toBe(2);
      }
    });

    test.each([
      ['items', 'CREATE TYPE theirs.items AS (id int)'],
      [
        'payments_of',
        'CREATE TABLE theirs.bills (id int); CREATE INDEX payments_of ON theirs.bills (id)',
      ],
      ['waybill_layout', 'CREATE TABLE theirs.waybill_layout (name text)'],
      [
        'waybill_layout',
        'CREATE TABLE theirs.waybill_layout (version int); INSERT INTO theirs.waybill_layout VALUES (1)',
      ],
    ])("never mistakes someone else's %s for its own: %s", async (taken, sql) => {
      const name = await database();
      const { push } = await account(urlOf(name));
      await cluster.rows(`CREATE SCHEMA theirs; ${sql}`, name);
      const refused = await push('--schema', 'theirs', '--take-over');
      expect(refused).toMatchObject({ exitCode: 7, stdout: '' });
      expect(refused.stderr).toContain(`has a ${taken} that waybill did not create`);
    });

    test('treats an odd schema name as a name, not as SQL', async () => {
      const name = await database();
      const { pushed } = await account(urlOf(name));
      const schema = 'te"am; DROP TABLE x';
      await pushed('--schema', schema);
      expect((await pushed('--schema', schema)).orders.new).toBe(0);
    });

    test('refuses or takes over a diverged copy of the mirror', async () => {
      const name = await database();
      const { push, pushed, change } = await account(urlOf(name));
      await pushed();
      await cluster.rows(
        `INSERT INTO waybill.events (mirror_id, seq, type, at) SELECT mirror_id, 1, 'order.new', now() FROM waybill.mirrors`,
        name,
      );
      expect((await push()).exitCode).toBe(7);
      const taken = await pushed('--take-over');
      expect(taken).toMatchObject({ orders: { unchanged: 0 }, events: 0 });
      change(`UPDATE lists SET as_of = '2001-01-01T00:00:00.000Z'`);
      expect((await push()).exitCode).toBe(7);
    });

    test('never replaces a payment of another copy in silence', async () => {
      const name = await database();
      const [one, two] = [await account(urlOf(name)), await account(urlOf(name))];
      await one.pushed();
      const add = ['payments', 'add', '800458530'];
      await two.run(...add, '7.50', '--date', '2025-11-01', '-y');
      expect(await two.pushed()).toMatchObject({ payments: 1 });
      await one.run(...add, '1', '--date', '2025-11-02', '-y');
      const refused = await one.push();
      expect(refused).toMatchObject({ exitCode: 7, stdout: '' });
      expect(refused.stderr).toContain('Run waybill mirror merge <file> with that copy');
      expect((await one.run('mirror', 'merge', two.path)).exitCode).toBe(0);
      expect(await one.pushed()).toMatchObject({ payments: 2 });
      // A payment that was taken back stays in the ledger.
      for (const id of ['1', '2']) await one.run('payments', 'remove', id, '-y');
      expect(await one.pushed()).toMatchObject({ payments: 0 });
      expect((await two.push()).exitCode).toBe(7);
      expect(await two.pushed('--take-over')).toMatchObject({ payments: 1 });
    });

    test('notices a diverged copy after more than nine events', async () => {
      const name = await database();
      const { push, pushed, change } = await account(urlOf(name));
      change(`INSERT INTO event_log (type, kind, id, at, run)
        SELECT 'order.changed', kind, id, '2026-01-01T00:00:00.000Z', 1 FROM base_orders LIMIT 9`);
      expect((await pushed()).events).toBe(9);
      await cluster.rows(
        `INSERT INTO waybill.events (mirror_id, seq, type, at) SELECT mirror_id, 10, 'order.new', now() FROM waybill.mirrors`,
        name,
      );
      expect((await push()).exitCode).toBe(7);
    });

    test("a time without an offset does not depend on the role's time zone", async () => {
      const name = await database();
      await cluster.rows(`ALTER DATABASE "${name}" SET timezone TO 'Pacific/Auckland'`, name);
      const { pushed, change } = await account(urlOf(name));
      change(`UPDATE base_orders SET created_at = '2026-10-01T10:00:00'`);
      await pushed();
      const times = `SELECT DISTINCT (created_at AT TIME ZONE 'UTC')::text AS at FROM waybill.orders`;
      expect(await cluster.rows(times, name)).toEqual([{ at: '2026-10-01 10:00:00' }]);
    });

    test('a dry run prints the counts and changes nothing', async () => {
      const name = await database();
      const { pushed, run } = await account(urlOf(name));
      const dry = await pushed('--dry-run');
      expect(dry.orders.new).toBeGreaterThan(0);
      expect(
        await cluster.rows(`SELECT 1 FROM pg_namespace WHERE nspname = 'waybill'`, name),
      ).toEqual([]);
      expect((await run('mirror', 'push', '--dry-run')).stderr).toContain('dry run');
      const real = await pushed();
      expect(real.orders).toEqual(dry.orders);
      expect(real.mirrorId).toBe(dry.mirrorId);
    });

    describe('changes nothing if cut off in the middle', () => {
      async function prepared() {
        const name = await database();
        const found = await account(urlOf(name));
        await found.pushed();
        found.change(`UPDATE base_orders SET hash = 'x'`);
        return { name, ...found, before: await cluster.rows(statement, name) };
      }

      test('the connection is lost', async () => {
        const { name, env, before, pushed } = await prepared();
        const { backend, ended, holder } = await stuckPush(name, env);
        await cluster.rows(`SELECT pg_terminate_backend(${backend})`);
        const run = await ended;
        expect(run).toMatchObject({ exitCode: 10, stdout: '' });
        expect(run.stderr).not.toMatch(/\n\s+at /);
        await holder.query('ROLLBACK');
        expect(await cluster.rows(statement, name)).toEqual(before);
        expect((await pushed()).orders.changed).toBeGreaterThan(0);
      });

      test('the server dies', async () => {
        const { name, env, before } = await prepared();
        const { ended } = await stuckPush(name, env);
        await cluster.crash();
        expect(await ended).toMatchObject({ exitCode: 10, stdout: '' });
        expect(await cluster.rows(statement, name)).toEqual(before);
      });

      test.each([
        ['SIGINT', 130],
        ['SIGTERM', 143],
        ['SIGKILL', null],
      ] as const)('%s', async (signal, exitCode) => {
        const { name, env, before } = await prepared();
        const { child, ended, holder } = await stuckPush(name, env);
        child.kill(signal);
        expect(await ended).toMatchObject({ exitCode, stdout: '' });
        await holder.query('ROLLBACK');
        // The server notices and rolls it back.
        const alive = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'waybill' AND datname = '${name}'`;
        while ((await cluster.rows(alive)).length > 0) await pause(20);
        expect(await cluster.rows(statement, name)).toEqual(before);
      });

      test('a second push at the same time exits 12, and no password is visible', async () => {
        const { name, env, push } = await prepared();
        const { child, ended, holder } = await stuckPush(name, env);
        expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain('nary');
        expect(await push('--timeout', '1')).toMatchObject({ exitCode: 12, stdout: '' });
        await holder.query('ROLLBACK');
        const run = await ended;
        expect(run.exitCode).toBe(0);
        expect(run.stderr).toContain(`PostgreSQL 127.0.0.1:${cluster.port}/${name} as keeper`);
        for (const form of [cluster.password, encodeURIComponent(cluster.password), 'nary']) {
          expect(run.stdout + run.stderr).not.toContain(form);
        }
      });
    });

    test('a second push waits for the first, whatever isolation the database has by default', async () => {
      const name = await database();
      const { env, pushed, change } = await account(urlOf(name));
      await pushed();
      await cluster.rows(
        `ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`,
      );
      change(`UPDATE base_orders SET hash = hash || 'x'`);
      const { ended, holder } = await stuckPush(name, env);
      const second = runOf(start(['mirror', 'push', '--json'], { env }));
      const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
      while ((await cluster.rows(waiting, name)).length === 0) await pause(20);
      await holder.query('ROLLBACK');
      for (const { exitCode, stderr } of [await ended, await second]) {
        expect(exitCode, stderr).toBe(0);
      }
    });

    test('a table that somebody altered, or an encoding without a letter, says what to do', async () => {
      const name = await database();
      const { push, pushed, change } = await account(urlOf(name));
      await pushed();
      change(`UPDATE base_cards SET hash = hash || 'x', nickname = '日'`);
      await cluster.rows('ALTER TABLE waybill.cards DROP COLUMN issuer CASCADE', name);
      const altered = await push();
      expect(altered).toMatchObject({ exitCode: 13, stdout: '' });
      expect(altered.stderr).toContain('DROP SCHEMA "waybill" CASCADE');
      await cluster.rows(`CREATE DATABASE l_${name} ENCODING 'LATIN1' TEMPLATE template0`);
      const { push: pushLatin, change: changeLatin } = await account(urlOf(`l_${name}`));
      changeLatin(`UPDATE base_cards SET nickname = '日'`);
      const latin = await pushLatin();
      expect(latin).toMatchObject({ exitCode: 14, stdout: '' });
      expect(latin.stderr).toContain("ENCODING 'UTF8'");
    });

    describe('the address and the login', () => {
      test('exits 2 without an address, and reports a bad one without the password', async () => {
        const { run, env, push } = await account('');
        expect(await push()).toMatchObject({ exitCode: 2, stdout: '' });
        for (const url of [
          'mysql://u:canary-pw@h/db',
          'postgres://u:canary-pw@[bad/db',
          'postgres://u:canary%ZZpw@h:port/db',
          'postgres://u:canary-pw@127.0.0.1:99999/db',
          'postgres://u:canary-pw@127.0.0.1/db?sslmode=maybe',
          'postgres://u:canary-pw@db.example/db?sslmode=disable',
        ]) {
          const refused = await waybill(['mirror', 'push', '--debug'], {
            env: { ...env, WAYBILL_POSTGRES_URL: url },
          });
          expect(refused, url).toMatchObject({ exitCode: 2, stdout: '' });
          expect(refused.stderr).not.toMatch(/canary|pw@/);
        }
        expect((await run('mirror', 'push', 'postgres://u@h/db')).exitCode).toBe(2);
      });

      test('exits 4 for a refused login, 2 for no database, 14 for no privilege, 10 for no server', async () => {
        const name = await database();
        await cluster.rows(`CREATE ROLE reader LOGIN PASSWORD 'reader-pw'`);
        const { env } = await account(urlOf(name));
        const exitCode = async (url: string) => {
          const run = await waybill(['mirror', 'push'], {
            env: { ...env, WAYBILL_POSTGRES_URL: url },
          });
          expect(run.stderr).not.toMatch(/wrong-pw|reader-pw|\n\s+at /);
          expect(run.stdout).toBe('');
          return run.exitCode;
        };
        const { port } = cluster;
        expect(await exitCode(`postgres://keeper:wrong-pw@127.0.0.1:${port}/${name}`)).toBe(4);
        expect(await exitCode(`postgres://keeper@127.0.0.1:${port}/${name}`)).toBe(4);
        expect(await exitCode(`postgres://reader:reader-pw@127.0.0.1:${port}/${name}`)).toBe(14);
        await cluster.rows('CREATE SCHEMA waybill', name);
        expect(await exitCode(`postgres://reader:reader-pw@127.0.0.1:${port}/${name}`)).toBe(14);
        expect(await exitCode(urlOf('nowhere'))).toBe(2);
        expect(await exitCode(`postgres://keeper:wrong-pw@127.0.0.1:1/${name}`)).toBe(10);
        expect(await exitCode(`postgres://keeper:wrong-pw@nowhere.invalid/${name}`)).toBe(10);
      });

      test('without the privilege to create it, the hint names the schema asked for', async () => {
        const name = await database();
        await cluster.rows(`CREATE ROLE visitor LOGIN PASSWORD 'visitor-pw'`);
        const { push } = await account(
          `postgres://visitor:visitor-pw@127.0.0.1:${cluster.port}/${name}`,
        );
        const { exitCode, stderr } = await push('--schema', 'team');
        expect(exitCode).toBe(14);
        expect(stderr.replace(/\s+/g, ' ')).toContain('run CREATE SCHEMA "team" AUTHORIZATION');
      });

      test('another user may push into the schema after what the hint says', async () => {
        const name = await database();
        await cluster.rows(`CREATE ROLE colleague LOGIN PASSWORD 'colleague-pw'`);
        await (await account(urlOf(name))).pushed();
        const { push, pushed } = await account(
          `postgres://colleague:colleague-pw@127.0.0.1:${cluster.port}/${name}`,
          {},
          false,
        );
        const refused = await push();
        expect(refused.exitCode).toBe(14);
        const [usage = '', rights = ''] =
          refused.stderr.replace(/\s+/g, ' ').match(/GRANT .*?"waybill"/g) ?? [];
        await cluster.rows(`${usage} TO colleague`, name);
        const again = await push();
        expect(again.exitCode).toBe(14);
        expect(again.stderr.replace(/\s+/g, ' ')).toContain(rights);
        await cluster.rows(`${rights} TO colleague`, name);
        expect((await pushed()).orders.new).toBeGreaterThan(0);
        await cluster.rows(`ALTER ROLE colleague SET default_transaction_read_only = on`);
        expect((await push()).stderr).toContain('is read-only for this user');
        await cluster.rows(
          `ALTER ROLE colleague RESET ALL; ALTER ROLE colleague SET statement_timeout = 500`,
        );
        const holder = await cluster.connect(name);
        held.push(holder);
        await holder.query('BEGIN; LOCK TABLE waybill.payments IN ACCESS EXCLUSIVE MODE');
        const slow = await push();
        expect(slow.exitCode).toBe(10);
        expect(slow.stderr).toContain('Raise statement_timeout');
      });

      test('a role that owns the schema needs nothing else', async () => {
        const name = await database();
        await cluster.rows(
          `CREATE ROLE owner LOGIN PASSWORD 'owner-pw'; CREATE SCHEMA waybill AUTHORIZATION owner`,
          name,
        );
        const { pushed } = await account(
          `postgres://owner:owner-pw@127.0.0.1:${cluster.port}/${name}`,
        );
        expect((await pushed()).orders.new).toBeGreaterThan(0);
      });

      test("supports libpq's own variables, a Unix socket and a password file", async () => {
        const name = await database();
        const { env, home } = await account('');
        const file = join(home, 'passwords');
        const escaped = cluster.password.replace(/[\\:]/g, '\\$&');
        writeFileSync(
          file,
          `# mine\nlocalhost:*:other:*:wrong\n*:${cluster.port}:${name}:keeper:${escaped}\n`,
          { mode: 0o600 },
        );
        const { WAYBILL_POSTGRES_URL: _, ...bare } = env;
        const variables = {
          PGPORT: String(cluster.port),
          PGUSER: 'keeper',
          PGDATABASE: name,
          PGPASSFILE: file,
        };
        for (const PGHOST of ['localhost', '127.0.0.1', cluster.folder]) {
          const run = await waybill(['mirror', 'push', '--debug'], {
            env: { ...bare, ...variables, PGHOST },
            alone: true,
          });
          expect(run.exitCode, run.stderr).toBe(0);
          expect(run.stderr).not.toMatch(/warning|deprecat|nary/i);
        }
        const socket = `postgresql://keeper@/${name}?host=${encodeURIComponent(cluster.folder)}&port=${cluster.port}`;
        const bySocket = { ...bare, PGPASSFILE: file, WAYBILL_POSTGRES_URL: socket };
        expect((await waybill(['mirror', 'push'], { env: bySocket, alone: true })).exitCode).toBe(
          0,
        );
        chmodSync(file, 0o644);
        const open = await waybill(['mirror', 'push'], { env: bySocket, alone: true });
        expect(open.exitCode).toBe(4);
        expect(open.stderr).toContain('permissions should be');
        rmSync(file);
        writeFileSync(join(home, '.pgpass'), `localhost:${cluster.port}:*:keeper:${escaped}\n`, {
          mode: 0o600,
        });
        const { PGPASSFILE: __, ...others } = variables;
        const atHome = { ...bare, ...others, PGHOST: 'localhost', HOME: home };
        expect((await waybill(['mirror', 'push'], { env: atHome, alone: true })).exitCode).toBe(0);
      });

      test('checks TLS as sslmode says, without a warning', async () => {
        const name = await database();
        const { env } = await account('');
        const authority = join(projectFolder, 'test/network/certificates/authority.pem');
        const push = async (query: string, more: Record<string, string> = {}) => {
          const url = urlOf(name).replace('127.0.0.1', 'localhost') + query;
          const run = await waybill(['mirror', 'push'], {
            env: { ...env, WAYBILL_POSTGRES_URL: url, ...more },
          });
          expect(run.stderr).not.toMatch(/SECURITY|warning|nary|\n\s+at /i);
          return run.exitCode;
        };
        for (const mode of ['disable', 'prefer', 'require', 'no-verify']) {
          expect(await push(`?sslmode=${mode}`), mode).toBe(0);
        }
        expect(await push('?sslmode=verify-full')).toBe(10);
        expect(await push('?sslmode=verify-ca')).toBe(10);
        expect(await push(`?sslmode=verify-full&sslrootcert=${authority}`)).toBe(0);
        expect(await push('?sslmode=verify-full', { PGSSLROOTCERT: authority })).toBe(0);
        expect(await push('?sslmode=verify-full', { WAYBILL_CA_FILE: authority })).toBe(0);
        expect(await push('?sslmode=verify-full&sslrootcert=/nowhere.pem')).toBe(14);
      });
    });

    test('the queries of docs/postgres.md answer what the page says', async () => {
      const name = await database();
      const { run, pushed, change } = await account(urlOf(name));
      change(`INSERT INTO event_log (type, kind, id, order_number, group_id, old, new, at, run)
      SELECT 'order.status', 'order', id, order_number, group_id, '"purchased"', '"shipped"',
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 2 FROM orders LIMIT 1`);
      await pushed();
      const page = readFileSync(join(projectFolder, 'docs/postgres.md'), 'utf8');
      const statements = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(
        ([, sql]) => sql as string,
      );
      const queries = statements.filter((sql) => /^select/i.test(sql));
      expect(queries).toHaveLength(4);
      // First the statements that give the page's reader its rights.
      for (const sql of statements.filter((one) => !queries.includes(one))) {
        await cluster.rows(sql.replaceAll('example_database', name), name);
      }
      const reader = await cluster.connect(name);
      held.push(reader);
      await reader.query('SET ROLE bookkeeper');
      const answers: Record<string, unknown>[][] = [];
      for (const sql of queries) answers.push((await reader.query(sql)).rows);
      const [owed, late, months, news] = answers;
      const asked = async (...words: string[]) =>
        JSON.parse((await run(...words, '--json')).stdout);
      const cents = (dollars: unknown) => Math.round(Number(dollars) * 100);
      const report: { rows: { group: string; orders: number; outstanding: number }[] } =
        await asked('report', 'unpaid');
      expect(
        owed?.map(({ group_id, orders, outstanding }) => [
          ...[group_id, Number(orders), cents(outstanding)],
        ]),
      ).toEqual(report.rows.map(({ group, orders, outstanding }) => [group, orders, outstanding]));
      const old: { id: string; n: number }[] = await asked(
        'query',
        "select order_number, (select count(*) from trackings t where t.order_id = u.id) as n from unpaid u where order_date < date('now', '-30 days')",
      );
      const numbersOf = (list: unknown) => (list === null ? 0 : String(list).split(', ').length);
      const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
      expect(
        sorted(
          late?.map(({ order_number, trackings }) => [order_number, numbersOf(trackings)]) ?? [],
        ),
      ).toEqual(sorted(old.map((row) => Object.values(row))));
      const [total] = await asked(
        'query',
        "select sum(total_cents) as cents from all_orders where gone_at is null and status <> 'cancelled'",
      );
      expect(months?.reduce((sum, { cost }) => sum + cents(cost), 0)).toBe(total.cents);
      expect(months?.map(({ time }) => Number(time))).toEqual(
        months?.map(({ time }) => Number(time)).toSorted((one, other) => one - other),
      );
      expect(news).toMatchObject([{ type: 'order.status', old: 'purchased', new: 'shipped' }]);
      await expect(reader.query('DELETE FROM waybill.payments')).rejects.toThrow(
        'permission denied',
      );
    });
  },
  60_000,
);

/** A value in a form that is the same for both databases. */
function comparable(column: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (column === 'open' || column === 'applies') return Boolean(value);
  const isMoment = column.endsWith('_at') || column === 'at' || column === 'since';
  if (isMoment && column !== 'opened_at' && column !== 'closed_at') {
    return new Date(String(value)).toISOString();
  }
  return value;
}
