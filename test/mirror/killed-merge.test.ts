import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkMirror } from '../../src/mirror/check';
import { listAllPayments } from '../../src/mirror/ledger';
import { openToRead } from '../../src/mirror/open';
import { isExecutable, program, projectFolder } from '../support/project';
import { isFull, missingPrograms } from '../support/tier';
import { temporaryHome, waybill } from '../support/waybill';

/** What changes a file, or makes sure that it is on the disk. */
const writes = 'pwrite64,write,ftruncate,fsync,fdatasync,unlink,rename';

const home = temporaryHome();
const kept = temporaryHome();
const run = (...words: string[]) =>
  waybill(['--sandbox', ...words], { env: { WAYBILL_HOME: home } });
const other = join(kept, 'other.db');
const ours = join(kept, 'ours.db');
let path = '';

beforeAll(async () => {
  await run('sync', '-q');
  path = (await run('mirror', 'path')).stdout.trim();
  const add = (money: string) => run('payments', 'add', '800458530', money, '--date', '2025-11-01');
  await add('5');
  await run('mirror', 'backup', ours);
  const payout = ['reconcile', 'examples/payout-bfmr.csv', '--group', 'bfmr', '--record', '-q'];
  await run(...payout);
  await add('7');
  await run('payments', 'remove', '1');
  await run('mirror', 'backup', other);
});

/** Makes the mirror what it was, or removes it. */
function restore(from: string | undefined): void {
  for (const name of readdirSync(dirname(path))) rmSync(join(dirname(path), name));
  if (from !== undefined) copyFileSync(from, path);
}

/** What the ledger says; undefined without a mirror. */
function told(file: string): string | undefined {
  const database = openToRead(file);
  if (database === undefined) return undefined;
  try {
    expect(checkMirror(database).problems).toEqual([]);
    const payments = listAllPayments(database).map(({ id, amount, orderId, state, since }) => [
      ...[id, amount, orderId, state, since],
    ]);
    // A mirror whose first sync did not end is none.
    return payments.length === 0 ? undefined : JSON.stringify(payments);
  } finally {
    database.close();
  }
}

/** Merges, killed at the write of this number of one of its threads; says how it ended. */
function mergeKilledAt(number: number) {
  const log = join(kept, 'trace.txt');
  const trace = ['-f', '-o', log, '-e', `trace=${writes}`];
  const inject = ['-e', `inject=${writes}:signal=SIGKILL:when=${number}`];
  const words = ['--sandbox', 'mirror', 'merge', other, '-q'];
  const { signal, status } = spawnSync(
    'strace',
    [...trace, ...(number > 0 ? inject : []), program.file, ...program.words, ...words],
    { cwd: projectFolder, env: { PATH: process.env.PATH, WAYBILL_HOME: home } },
  );
  return { isKilled: signal === 'SIGKILL', status, log };
}

/** The most writes of one thread in a run. */
function writesIn(log: string): number {
  const counts = new Map<string, number>();
  for (const [, thread = ''] of readFileSync(log, 'utf8').matchAll(/^(\d+) +\w+\(/gm)) {
    counts.set(thread, (counts.get(thread) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

test.skipIf(isExecutable || missingPrograms('strace').length > 0).each([
  ['into a mirror', ours],
  ['without a mirror here', undefined],
] as const)(
  'a merge that is killed at a write is done or not done: %s',
  { timeout: 1_200_000 },
  async (_, from) => {
    restore(from);
    expect(mergeKilledAt(0)).toMatchObject({ isKilled: false, status: 0 });
    const all = writesIn(join(kept, 'trace.txt'));
    const after = told(path);
    const before = from === undefined ? undefined : told(from);
    expect(after).not.toBe(before);
    const step = isFull ? 1 : Math.ceil(all / 5);
    const met = new Set<string | undefined>();
    for (let number = 1; number <= all; number += step) {
      restore(from);
      const { isKilled, status } = mergeKilledAt(number);
      // Node's own threads write a little more or less each time.
      if (!isKilled) expect([status, told(path)]).toEqual([0, after]);
      const found = told(path);
      met.add(found);
      expect([before, after], `write ${number} of ${all}`).toContain(found);
      for (const copy of readdirSync(dirname(path)).filter((name) => /\.own-\d+\.db$/.test(name))) {
        expect([undefined, before]).toContain(told(join(dirname(path), basename(copy))));
      }
      // The next one ends as the first would have.
      if (isFull && number % 10 !== 1) continue;
      expect((await run('mirror', 'merge', other, '-q')).exitCode).toBe(0);
      expect(told(path)).toBe(after);
    }
    if (isFull) expect(met).toEqual(new Set([before, after]));
  },
);
