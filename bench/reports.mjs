// Reports on a mirror of 100,000 orders compared with Node's own start, under every Node there is,
// reconcile, and their memory.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writePayouts } from './growth.mjs';
import {
  bareEnvironment,
  interleaved,
  node,
  once,
  peakMemory,
  program,
  seeded,
} from './measure.mjs';

const orders = 100_000;
/** The limit for each report, as a ratio to `node -e 0`. */
const bounds = { unpaid: 3, aging: 3, exposure: 3, pnl: 3, margin: 3 };
/** These read orders one by one. */
const others = ['summary', 'overdue', 'turnaround', 'trackings', 'audit', 'rewards'];

/** The reports as ratios to the start of the Node that runs them. */
async function ratios(engine, { env, repeats, suffix }) {
  const waybill = (...words) => ({
    command: [engine, program, ...words, '--json', '-q', '--offline'],
    env,
  });
  const base = { name: 'node', command: [engine, '-e', '0'], env };
  const query = { name: 'query "select 1" --json', ...waybill('query', 'select 1'), bound: 2.3 };
  const reports = Object.entries(bounds).map(([name, bound]) => ({
    name: `report ${name}`,
    ...waybill('report', name),
    bound,
  }));
  const cases = [query, ...reports];
  const medians = await interleaved([base, ...cases], repeats);
  return cases.map(({ name, bound }) => ({
    what: `${name}, of node -e 0${suffix}`,
    unit: '×',
    measured: medians.get(name) / medians.get('node'),
    bound,
  }));
}

/** `engines` are other versions of Node, by major version. */
export async function measureReports({ home, engines = new Map(), repeats = 15 }) {
  const data = join(home, 'reports');
  mkdirSync(data, { recursive: true });
  const env = bareEnvironment({ WAYBILL_HOME: data, WAYBILL_SANDBOX: '1' });
  const waybill = (...words) => ({ command: [node, program, ...words], env });
  // The mirror's owner is the sandbox in its default file.
  const database = seeded(home, orders);
  await once({ command: ['cp', database, join(data, 'sandbox.db')], env });
  await once(waybill('sync', '-q'));
  const report = (name, ...more) => ({
    name: ['report', name, ...more].join(' '),
    ...waybill('report', name, ...more, '--json', '-q', '--offline'),
  });
  const rows = await ratios(node, { env, repeats, suffix: '' });
  for (const [major, engine] of engines) {
    rows.push(...(await ratios(engine, { env, repeats, suffix: `, Node ${major}` })));
  }
  const page = { name: 'report html', ...waybill('report', 'html', '-', '-q', '--offline') };
  const payouts = join(data, 'payouts.csv');
  writePayouts(payouts, env);
  const reconcile = {
    name: 'reconcile, 10,000 rows',
    ...waybill('reconcile', payouts, '--group', 'bfmr', '--json', '-q', '--offline'),
  };
  const seconds = { [page.name]: 3, [reconcile.name]: 1.5 };
  const slow = await interleaved([page, reconcile, ...others.map((name) => report(name))], 3);
  for (const [name, milliseconds] of slow) {
    rows.push({
      what: name,
      unit: 's',
      measured: milliseconds / 1000,
      bound: seconds[name],
      why: 'about 0.3 s reading orders, 0.2 s the file, 0.5 s deciding, 0.2 s collecting garbage.',
    });
  }
  const books = {
    name: 'export books.journal',
    ...waybill('export', join(data, 'books.journal'), '-y', '-q', '--offline'),
  };
  for (const one of [
    page,
    reconcile,
    books,
    ...[...Object.keys(bounds), ...others].map((name) => report(name)),
    ...['margin', 'pnl', 'rewards'].map((name) => report(name, '--by', 'none')),
  ]) {
    rows.push({
      what: `${one.name}: peak memory`,
      unit: 'MiB',
      measured: await peakMemory(one),
      bound: 200,
    });
  }
  return rows;
}
