// A mirror of 100,000 orders: a first and an unchanged sync compared with `orders list --all -o
// ndjson`, its queries with the sqlite3 shell, and its size with the ndjson.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { inputOptions } from '../scripts/bundle.mjs';
import {
  bareEnvironment,
  interleaved,
  median,
  node,
  once,
  peakMemory,
  program,
  project,
  seeded,
  serve,
} from './measure.mjs';

const orders = 100_000;

/** The queries of the reports on open orders and on months. */
export const reportQueries = {
  unpaid: `SELECT group_id, count(*), sum(max(0, expected_payout_cents - paid_cents)), sum(total_cents), min(order_date)
    FROM base_orders WHERE open = 1 AND gone_at IS NULL GROUP BY group_id`,
  exposure: `SELECT status, sum(max(0, expected_payout_cents - paid_cents)) FROM base_orders
    WHERE open = 1 AND gone_at IS NULL GROUP BY status`,
  pnl: `SELECT order_month, sum(total_cents), sum(expected_payout_cents), sum((total_cents * earn_thousandths * 1000 + 50000000) / 100000000), sum(portal_cents)
    FROM base_orders WHERE gone_at IS NULL AND status = 'paid' GROUP BY order_month`,
};

async function bundled() {
  const file = join(project, 'node_modules', '.cache', 'mirror-bench.mjs');
  const bundle = await rolldown({
    ...inputOptions,
    input: join(project, 'bench/mirror-program.ts'),
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false, minify: true });
  await bundle.close();
  return file;
}

export async function measureMirror({ home, repeats = 5 }) {
  const rows = [];
  const file = await bundled();
  const folder = join(home, 'mirrors');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'bench.db');
  const service = await serve(['--db', seeded(home, orders)], home);
  try {
    const list = {
      name: 'list',
      command: [node, program, 'orders', 'list', '--all', '-o', 'ndjson'],
      env: service.env,
    };
    const syncing = { name: 'sync', command: [node, file, 'sync', path], env: service.env };
    const firsts = [];
    const lists = [];
    let bytes = 0;
    for (let round = 0; round < repeats; round++) {
      for (const more of ['', '-wal', '-shm']) rmSync(path + more, { force: true });
      firsts.push((await once(syncing)).milliseconds);
      const listed = await once(list);
      lists.push(listed.milliseconds);
      bytes = listed.bytes;
    }
    rows.push({
      what: 'first sync, of orders list --all',
      unit: '×',
      measured: median(firsts) / median(lists),
      bound: 2,
    });
    const wal = existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0;
    rows.push({
      what: 'the file, of the ndjson',
      unit: '×',
      measured: (statSync(path).size + wal) / bytes,
      bound: 2.4,
    });
    const again = await interleaved([list, syncing], repeats);
    rows.push({
      what: 'unchanged sync, of orders list --all',
      unit: '×',
      measured: again.get('sync') / again.get('list'),
      bound: 1.35,
    });
    rows.push({
      what: 'sync: peak memory',
      unit: 'MiB',
      measured: await peakMemory(syncing),
      bound: 200,
    });
  } finally {
    await service.stop();
  }
  const env = bareEnvironment();
  for (const [name, sql] of Object.entries(reportQueries)) {
    const cases = [
      { name: 'ours', command: [node, file, 'query', path, sql], env },
      { name: 'select 1', command: [node, file, 'query', path, 'SELECT 1'], env },
      { name: 'shell', command: ['sqlite3', path, sql], env },
      { name: 'empty shell', command: ['sqlite3', path, 'SELECT 1'], env },
    ];
    const medians = await interleaved(cases, repeats * 3);
    const ours = medians.get('ours') - medians.get('select 1');
    const shell = medians.get('shell') - medians.get('empty shell');
    rows.push({
      what: `SQL of ${name}: ${ours.toFixed(1)} ms, of the sqlite3 shell`,
      unit: '×',
      measured: ours / shell,
      bound: 2,
    });
  }
  return rows;
}
