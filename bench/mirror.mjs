// A mirror of 100,000 orders: a first and an unchanged sync compared with `orders list --all -o
// ndjson`, its queries with the sqlite3 shell and DuckDB where installed, and its size with the ndjson.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  bareEnvironment,
  interleaved,
  median,
  node,
  once,
  peakMemory,
  program,
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

/** DuckDB's `max` of two values is an aggregate. */
function duckdbCommand(path, sql) {
  const own = sql.replaceAll('max(0,', 'greatest(0,');
  return ['duckdb', ':memory:', `ATTACH '${path}' AS m (TYPE sqlite, READ_ONLY); USE m; ${own}`];
}

export async function measureMirror({ home, repeats = 5 }) {
  const rows = [];
  const waybill = (...words) => [node, program, ...words];
  const service = await serve(['--db', seeded(home, orders)], home);
  const env = { ...service.env, WAYBILL_HOME: join(home, 'mirrored') };
  const [file, ...words] = waybill('mirror', 'path');
  const path = execFileSync(file, words, { env, encoding: 'utf8' }).trim();
  try {
    const list = { name: 'list', command: waybill('orders', 'list', '--all', '-o', 'ndjson'), env };
    const syncing = { name: 'sync', command: waybill('sync', '-q'), env };
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
  const ours = (sql) => ({
    command: waybill('query', sql, '--json', '-q', '--mirror', path),
    env: bareEnvironment({ WAYBILL_HOME: join(home, 'mirrored') }),
  });
  const shell = (sql) => ({ command: ['sqlite3', path, sql], env: bareEnvironment() });
  const duckdb = (sql) => ({ command: duckdbCommand(path, sql), env: bareEnvironment() });
  // It may be missing, or lack its extension for SQLite's files.
  const hasDuckdb = await once(duckdb('SELECT 1')).then(
    () => true,
    () => false,
  );
  for (const [name, sql] of Object.entries(reportQueries)) {
    const cases = [
      { name: 'ours', ...ours(sql) },
      { name: 'select 1', ...ours('SELECT 1') },
      { name: 'shell', ...shell(sql) },
      { name: 'empty shell', ...shell('SELECT 1') },
      ...(hasDuckdb
        ? [
            { name: 'DuckDB', ...duckdb(sql) },
            { name: 'empty DuckDB', ...duckdb('SELECT 1') },
          ]
        : []),
    ];
    const medians = await interleaved(cases, repeats * 3);
    const own = medians.get('ours') - medians.get('select 1');
    const other = medians.get('shell') - medians.get('empty shell');
    rows.push({
      what: `SQL of ${name}: ${own.toFixed(1)} ms, of the sqlite3 shell`,
      unit: '×',
      measured: own / other,
      bound: 2,
    });
    if (!hasDuckdb) continue;
    rows.push({
      what: `SQL of ${name}, of DuckDB on the same file`,
      unit: '×',
      measured: own / (medians.get('DuckDB') - medians.get('empty DuckDB')),
    });
  }
  return rows;
}
