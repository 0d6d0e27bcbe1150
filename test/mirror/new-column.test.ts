import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeWriter, type Database } from '../../src/mirror/libsql';
import { openToRead } from '../../src/mirror/open';
import { postgresAddress } from '../../src/mirror/push/address';
import { connectPostgres } from '../../src/mirror/push/postgres';
import { pushMirror } from '../../src/mirror/push/push';
import { schemaVersion } from '../../src/mirror/schema';
import { startCluster } from '../support/postgres';
import { projectFolder } from '../support/project';
import { missingPrograms } from '../support/tier';
import { accountIn, olderMirror, synced } from './account';
import { modelAccount } from './model-account';

const version = schemaVersion + 1;

/** What CONTRIBUTING says about a new text column of an order: one line, and a migration. */
const changes: Readonly<Record<string, readonly [RegExp, string]>> = {
  'columns.ts': [
    /(?=\n *created_at: )/,
    `\n  order_time: { ...texts('orderTime'), since: ${version} },`,
  ],
  'schema.ts': [/,?\s*\];(?=\n\nexport const schemaVersion)/, ", ''];"],
};

const modules = ['check', 'open', 'open-to-write', 'sync', 'push/push', 'push/postgres'];
type Waybill = typeof import('../../src/mirror/check') &
  typeof import('../../src/mirror/open') &
  typeof import('../../src/mirror/open-to-write') &
  typeof import('../../src/mirror/sync') &
  typeof import('../../src/mirror/push/push') &
  typeof import('../../src/mirror/push/postgres');

/** The mirror's code with the column. */
async function build(): Promise<Waybill> {
  const file = join(projectFolder, 'node_modules/.cache', `new-column-${process.pid}.mjs`);
  const mirror = join(projectFolder, 'src/mirror');
  const bundle = await rolldown({
    input: 'entry',
    external: [/^libsql/, /^node:/, /^pg/],
    platform: 'node',
    plugins: [
      {
        name: 'new-column',
        resolveId: (id) => (id === 'entry' ? join(mirror, 'entry.ts') : undefined),
        load: (id) =>
          id === join(mirror, 'entry.ts')
            ? modules.map((name) => `export * from './${name}';`).join('\n')
            : undefined,
        transform(code, id) {
          const change = changes[id.slice(mirror.length + 1)];
          if (change === undefined || !id.startsWith(mirror)) return undefined;
          const changed = code.replace(...change);
          if (changed === code) throw new Error(`${id} has changed: this test has to change too`);
          return changed;
        },
      },
    ],
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return import(file);
}

let newer: Waybill;
beforeAll(async () => {
  newer = await build();
});

const times = `SELECT b.body ->> '$.orderTime' AS sent, o.order_time AS stored
  FROM bodies b JOIN base_orders o USING (key)`;

test('a text column of an order is one line and a migration: it is filled from the bodies', async () => {
  const path = olderMirror();
  const read = newer.openToRead(path) as Database;
  expect(newer.checkMirror(read)).toEqual({ ok: true, problems: [] });
  read.close();
  const writer = newer.openToWrite(path);
  const filled = writer.prepare(times).all() as { sent: string | null; stored: string | null }[];
  expect(filled.filter(({ sent }) => sent !== null).length).toBeGreaterThan(5);
  for (const { sent, stored } of filled) expect(stored).toBe(sent);
  for (const view of ['orders', 'giftcards', 'all_orders', 'unpaid']) {
    writer.prepare(`SELECT order_time FROM ${view}`).all();
  }
  expect(newer.checkMirror(writer)).toEqual({ ok: true, problems: [] });
  writer.exec("BEGIN; UPDATE base_orders SET order_time = 'later'");
  expect(newer.checkMirror(writer).ok).toBe(false);
  writer.exec('ROLLBACK');
  closeWriter(writer);
  // A waybill that doesn't know the column leaves the file alone.
  expect(() => openToRead(path)).toThrow(`it has version ${version}`);
});

test('a sync writes the column', async () => {
  const path = olderMirror();
  const account = accountIn(path);
  for (const order of account.orders) order.orderTime = '23:59';
  const { sync } = newer;
  await synced(modelAccount(account), path, {}, sync);
  const reader = newer.openToRead(path) as Database;
  expect(reader.prepare('SELECT DISTINCT order_time FROM orders').raw().all()).toEqual([['23:59']]);
  reader.close();
});

describe.skipIf(missingPrograms('postgres').length > 0)('mirror push', () => {
  test('adds the column to a schema that is there, and sends it with every row', async () => {
    const cluster = await startCluster();
    try {
      const path = olderMirror();
      const address = postgresAddress({
        ...{ env: { WAYBILL_POSTGRES_URL: cluster.url() }, homeDirectory: '/', platform: 'linux' },
        ...{ caFile: undefined, onSecret: () => {}, onNotice: () => {} },
      });
      const push = async (
        using: Pick<Waybill, 'pushMirror' | 'connectPostgres' | 'openToRead'>,
      ) => {
        const { signal } = new AbortController();
        const options = { timeout: 60_000, schema: 'waybill', signal };
        const postgres = await using.connectPostgres(address, options);
        const database = using.openToRead(path) as Database;
        const { orders } = await using.pushMirror(database, postgres, {
          ...{ schema: 'waybill', mirrorId: 'db971e53-bb4e-453d-b2d7-4b56998b4045' },
          ...{ takeOver: false, now: '2026-12-01T00:00:00.000Z', wait: 1000, dryRun: false },
          ...{ onProgress: () => {}, onWarning: () => {} },
        });
        database.close();
        await postgres.close();
        return orders;
      };
      const timesThere = async () => {
        const rows = await cluster.rows('SELECT order_time FROM waybill.orders ORDER BY id');
        return rows.map(({ order_time }) => order_time);
      };
      expect(await push({ pushMirror, connectPostgres, openToRead })).toMatchObject({ new: 13 });
      await cluster.rows('CREATE ROLE bookkeeper; GRANT SELECT ON waybill.orders TO bookkeeper');
      // Of a file that no waybill has migrated yet, the column is empty.
      expect(await push(newer)).toMatchObject({ new: 0, changed: 13, unchanged: 0 });
      expect(new Set(await timesThere())).toEqual(new Set([null]));
      closeWriter(newer.openToWrite(path));
      expect(await push(newer)).toMatchObject({ new: 0, changed: 13, unchanged: 0 });
      const reader = newer.openToRead(path) as Database;
      const local = reader.prepare('SELECT order_time FROM orders ORDER BY id').raw().all();
      reader.close();
      expect(await timesThere()).toEqual(local.flat());
      expect(local.flat()).toContainEqual(expect.any(String));
      expect(await push(newer)).toMatchObject({ changed: 0, unchanged: 13 });
      const [may] = await cluster.rows(
        `SELECT has_table_privilege('bookkeeper', 'waybill.orders', 'SELECT') AS read`,
      );
      expect(may).toEqual({ read: true });
    } finally {
      await cluster.stop();
    }
  });
});
