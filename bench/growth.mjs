// How the time of a sync, a report, a query, reconcile and the page grows with the account.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareEnvironment, median, node, once, program, seeded } from './measure.mjs';

const sizes = [1000, 10_000, 100_000, 1_000_000];
const repeats = 3;

/** A group's payout file of a tenth of all orders, each paid as expected; no run reads over 20,000 rows. */
export function writePayouts(file, env) {
  const sql = `SELECT order_number, expected_payout_cents / 100.0 AS paid FROM orders
    WHERE group_id = 'bfmr' AND expected_payout_cents > 0 ORDER BY order_date DESC
    LIMIT min(20000, (SELECT count(*) / 10 FROM orders))`;
  const words = ['query', sql, '-o', 'csv', '-q', '--offline'];
  const rows = execFileSync(node, [program, ...words], { env, maxBuffer: 1 << 28 });
  const lines = rows.toString().trim().split(/\r?\n/).slice(1);
  writeFileSync(
    file,
    `Order No.,Amount Paid,Status\n${lines.map((line) => `${line},Paid\n`).join('')}`,
  );
}

/** Seconds of each command on an account of this size. */
async function secondsAt(home, size) {
  const data = join(home, `growth-${size}`);
  mkdirSync(data);
  cpSync(seeded(home, size), join(data, 'sandbox.db'));
  const env = bareEnvironment({ WAYBILL_HOME: data, WAYBILL_SANDBOX: '1' });
  const timed = async (...words) => {
    const command = [node, program, ...words, '-q'];
    return (await once({ command, env })).milliseconds / 1000;
  };
  const mirrors = join(data, 'mirrors');
  const syncs = [];
  for (let round = 0; round < repeats; round++) {
    rmSync(mirrors, { recursive: true, force: true });
    syncs.push(await timed('sync'));
  }
  const payouts = join(data, 'payouts.csv');
  writePayouts(payouts, env);
  const others = {
    'report unpaid': ['report', 'unpaid', '--json', '--offline'],
    'report overdue': ['report', 'overdue', '--json', '--offline'],
    'query of all orders': ['query', 'SELECT sum(total_cents) FROM orders', '--json', '--offline'],
    'reconcile of a tenth of the orders, up to 20,000 rows': [
      'reconcile',
      payouts,
      '--group',
      'bfmr',
      '--json',
      '--offline',
    ],
    'report html': ['report', 'html', '-', '--offline'],
  };
  const seconds = new Map([['first sync', median(syncs)]]);
  for (const [what, words] of Object.entries(others)) {
    const times = [];
    for (let round = 0; round < repeats; round++) times.push(await timed(...words));
    seconds.set(what, median(times));
  }
  rmSync(data, { recursive: true });
  return seconds;
}

/**
 * Seconds by size, and the exponent of the last step: 1 means that ten times the orders take ten
 * times as long.
 */
export async function measureGrowth({ home }) {
  const all = [];
  for (const size of sizes) all.push(await secondsAt(home, size));
  return [...all[0].keys()].flatMap((what) => {
    const seconds = all.map((one) => one.get(what));
    const [before, last] = seconds.slice(-2);
    return [
      ...sizes.map((size, place) => ({
        what: `${what}, ${size.toLocaleString('en')} orders`,
        unit: 's',
        measured: seconds[place],
      })),
      {
        what: `${what}: exponent from ${sizes.at(-2).toLocaleString('en')} to ${sizes.at(-1).toLocaleString('en')}`,
        unit: '',
        measured: Math.log10(last / before),
        bound: 1.15,
      },
    ];
  });
}
