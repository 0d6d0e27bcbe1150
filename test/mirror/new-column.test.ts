import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { checkMirror } from '../../src/mirror/check';
import { ownCopies } from '../../src/mirror/copy-tables';
import { closeWriter, type Database } from '../../src/mirror/libsql';
import { openToRead } from '../../src/mirror/open';
import { layoutChanges } from '../../src/mirror/push/layout';
import { projectFolder } from '../support/project';
import { mirrorFile, synced } from './account';
import { modelAccount } from './model-account';
import { soundness } from './soundness';

/** What CONTRIBUTING says about a new text column of an order: one line, and a step. */
const changes: Readonly<Record<string, readonly [string, string]>> = {
  'columns.ts': ['\n  created_at: ', "\n  order_time: texts('orderTime'),\n  created_at: "],
  'schema.ts': [
    'const steps: readonly string[] = [];',
    `const steps: readonly string[] = [
      \`ALTER TABLE base_orders ADD COLUMN order_time TEXT;
       UPDATE base_orders SET order_time =
         (SELECT body ->> '$.orderTime' FROM bodies b WHERE b.key = base_orders.key);\`,
    ];`,
  ],
};

const modules = ['open', 'sync', 'push/layout'];
type Waybill = typeof import('../../src/mirror/open') &
  typeof import('../../src/mirror/sync') &
  typeof import('../../src/mirror/push/layout');

/** The mirror's code with the column. */
async function build(): Promise<Waybill> {
  const file = join(projectFolder, 'node_modules/.cache', `new-column-${process.pid}.mjs`);
  const mirror = join(projectFolder, 'src/mirror');
  const bundle = await rolldown({
    input: 'entry',
    external: [/^libsql/, /^node:/],
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
          const changed = code.replace(change[0], () => change[1]);
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

const orders = ['one', 'two'].map((id) => ({ id, orderTime: `10:00 ${id}`, status: 'shipped' }));
const account = modelAccount({ orders, giftcards: [], cards: [] });

const times = (database: Database, view: string) =>
  database.prepare(`SELECT order_time FROM ${view} ORDER BY id`).raw().all().flat();

test('a text column of an order is one line, and a step that fills it from the bodies', async () => {
  const path = mirrorFile();
  await synced(account, path);
  const writer = newer.openToWrite(path);
  for (const view of ['orders', 'all_orders', 'unpaid_dollars', 'orders_dollars']) {
    const all = orders.map(({ orderTime }) => orderTime);
    expect(times(writer, view)).toEqual(view.startsWith('unpaid') ? [] : all);
  }
  expect(soundness(writer)).toEqual({ ok: true, problems: [] });
  writer.exec("BEGIN; UPDATE base_orders SET order_time = 'later'");
  expect(soundness(writer).ok).toBe(false);
  writer.exec('ROLLBACK');
  closeWriter(writer);
  // The step left a copy of the user's own half from before.
  expect(ownCopies(path)).toHaveLength(1);
  const copy = openToRead(ownCopies(path)[0] ?? '') as Database;
  expect(checkMirror(copy)).toEqual({ ok: true, problems: [] });
  copy.close();
  // A waybill that doesn't know the column leaves the file alone.
  expect(() => openToRead(path)).toThrow('it has version 2');
});

test('a sync writes the column', async () => {
  const path = mirrorFile();
  await synced(account, path, {}, newer.sync);
  const reader = newer.openToRead(path) as Database;
  expect(times(reader, 'orders')).toEqual(orders.map(({ orderTime }) => orderTime));
  reader.close();
});

test('mirror push has the column in its tables and views', () => {
  const those = (changes: typeof layoutChanges) =>
    changes(0).flatMap((sql) =>
      sql.includes('"order_time"') ? (/^CREATE \w+ (\w+)/.exec(sql)?.[1] ?? []) : [],
    );
  expect(those(layoutChanges)).toEqual([]);
  const views = ['orders', 'giftcards', 'unpaid', 'all_orders'];
  expect(those(newer.layoutChanges).sort()).toEqual(
    ['all_orders', ...views.slice(0, 3), ...views.map((name) => `${name}_dollars`)].sort(),
  );
});
