import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeSyncLock } from '../../src/mirror/lock';
import { type Cluster, startCluster } from '../support/postgres';
import { isFull, missingPrograms } from '../support/tier';
import { temporaryHome, waybill } from '../support/waybill';
import { syncWorld } from './account';

const [rounds, paymentsOfARound] = isFull ? [5, 100] : [1, 40];
const recorders = 4;

let cluster: Cluster | undefined;
beforeAll(async () => {
  if (missingPrograms('postgres').length === 0) cluster = await startCluster();
}, 120_000);
afterAll(() => cluster?.stop());

/** Several people and cron work with one mirror: every command is a process of its own. */
test('no recorded payment is lost beside syncs, backups, pushes and checks', {
  timeout: 600_000,
}, async () => {
  const home = temporaryHome();
  const env = { WAYBILL_HOME: home, WAYBILL_POSTGRES_URL: cluster?.url() ?? '' };
  const run = async (...words: string[]) => {
    const done = await waybill(['--sandbox', ...words], { env });
    expect(done.exitCode, `${words.join(' ')}: ${done.stdout}${done.stderr}`).toBe(0);
    return done.stdout;
  };
  await run('sync');
  const recorded: string[] = [];
  for (let round = 0; round < rounds; round++) {
    let isOver = false;
    const keepRunning = async (...commands: string[][]) => {
      while (!isOver) for (const words of commands) await run(...words);
    };
    const record = async (recorder: number) => {
      for (let index = 0; index < paymentsOfARound / recorders; index++) {
        const amount = `${round + 1}${recorder}.${10 + index}`;
        await run('payments', 'add', '800458530', amount, '--date', '2025-11-01');
        recorded.push(amount);
      }
    };
    const orders = ['orders', 'list', '-L', '150', '--offline', '--json'];
    const numbers = JSON.parse(await run(...orders)).map(
      (order: { orderNumber: string }) => order.orderNumber,
    );
    const others = [
      // A sync that finds changes writes.
      (async () => {
        for (let turn = 0; !isOver; turn++) {
          const changed = numbers[turn % numbers.length];
          await run('orders', 'update', changed, '--notes', `turn ${round}.${turn}`);
          await run('sync', '-q', '--wait', '60');
        }
      })(),
      keepRunning(['sync', '-q', '--wait', '60'], ['mirror', 'check']),
      keepRunning(['mirror', 'backup', join(home, 'copy.db'), '-y']),
      ...(cluster === undefined ? [] : [keepRunning(['mirror', 'push', '-q'])]),
    ];
    const recording = Array.from({ length: recorders }, (_, recorder) => record(recorder));
    const isRecorded = Promise.all(recording).finally(() => {
      isOver = true;
    });
    await Promise.all([isRecorded, ...others]);
    const listed: { amount: number }[] = JSON.parse(await run('payments', 'list', '--json'));
    const amounts = listed.map(({ amount }) => (amount / 100).toFixed(2));
    expect(amounts.sort()).toEqual([...recorded].sort());
    expect(JSON.parse(await run('mirror', 'check', '--json'))).toEqual({ ok: true, problems: [] });
  }
});

test('a process that asks once more for a lock keeps the one it has', async () => {
  const env = { WAYBILL_HOME: temporaryHome() };
  const path = (await waybill(['--sandbox', 'mirror', 'path'], { env })).stdout.trim();
  const lock = await takeSyncLock(path, syncWorld());
  await expect(takeSyncLock(path, syncWorld())).rejects.toMatchObject({ exitCode: 12 });
  expect((await waybill(['--sandbox', 'sync'], { env })).exitCode).toBe(12);
  await lock.release();
  expect((await waybill(['--sandbox', 'sync'], { env })).exitCode).toBe(0);
});
