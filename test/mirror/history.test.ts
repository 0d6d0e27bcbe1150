import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { resetMirror } from '../../src/mirror/care';
import { readChanges } from '../../src/mirror/changes';
import { openToRead } from '../../src/mirror/open';
import { readState } from '../../src/mirror/state';
import { projectFolder } from '../support/project';
import { runs } from '../support/tier';
import { mirrorFile, reading, synced, syncWorld } from './account';
import { accountChange, applyChange, CutOff, type Lists, modelAccount } from './model-account';
import { soundness } from './soundness';

/** An object that is never removed, so that the account stays recognizable. */
const anchored = (): Lists => ({
  orders: [{ id: 'anchor', status: 'paid' }],
  giftcards: [{ id: 'anchor-g', status: 'paid' }],
  cards: [{ id: 'anchor-c' }],
});

const syncing = fc.record({
  changes: fc.array(accountChange, { maxLength: 6 }),
  cutAfter: fc.option(fc.nat(12), { nil: undefined }),
  quick: fc.boolean(),
  reset: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  /** The wall clock may jump. */
  clock: fc.integer({ min: -5, max: 5 }),
});

test('law 5: whatever happens and wherever a sync is cut off, the events lead to the present state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(syncing, { minLength: 1, maxLength: 6 }), async (history) => {
      const path = mirrorFile();
      const lists = anchored();
      for (const { changes, cutAfter, quick, reset, clock } of history) {
        for (const change of changes) applyChange(lists, change);
        const world = syncWorld(Date.UTC(2025, 0, 15 + clock));
        if (reset) await resetMirror(path, world);
        try {
          await synced(modelAccount(lists, cutAfter), path, { quick, ...world });
        } catch (error) {
          if (!(error instanceof CutOff)) throw error;
        }
        expect(reading(path, soundness)).toEqual({ ok: true, problems: [] });
      }
      await synced(modelAccount(lists), path, { acceptRemovals: true });
      expect(reading(path, soundness)).toEqual({ ok: true, problems: [] });
      const database = openToRead(path);
      if (database === undefined) throw new Error('no mirror');
      const stored = (from: string) =>
        database
          .prepare(`SELECT body FROM ${from} AND gone_at IS NULL ORDER BY place, key`)
          .all()
          .map((row) => JSON.parse((row as { readonly body: string }).body));
      // Complete, in the service's order, and nothing else.
      const orders = 'base_orders JOIN bodies USING (key) WHERE kind =';
      expect(stored(`${orders} 'order'`)).toEqual(lists.orders);
      expect(stored(`${orders} 'giftcard'`)).toEqual(lists.giftcards);
      expect(stored('base_cards JOIN bodies USING (key) WHERE true')).toEqual(lists.cards);
      const { events } = readChanges(database);
      const times = events.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
      expect(events.every(({ after, at }) => after === null || after <= at)).toBe(true);
      database.close();
    }),
    { numRuns: runs(600) },
  );
}, 1_800_000);

test('detects a mirror whose events were tampered with', async () => {
  const path = mirrorFile();
  const lists = anchored();
  await synced(modelAccount(lists), path);
  lists.orders[0] = { id: 'anchor', status: 'issue' };
  await synced(modelAccount(lists), path);
  for (const [sql, problem] of [
    [
      `UPDATE event_log SET new = '"shipped"'`,
      'replaying its events does not give its current state',
    ],
    [`UPDATE event_log SET old = '"shipped"', new = '"issue"'`, 'from a different value'],
    ['DELETE FROM baseline', 'no state in the baseline'],
    [`UPDATE bodies SET body = '{}'`, 'was altered'],
    [`UPDATE event_log SET new = 'no JSON'`, 'a stored body or event is not JSON'],
    ['UPDATE base_orders SET paid_cents = 7', 'paid cents are 7'],
    ['UPDATE base_orders SET open = 1 - open', 'open does not match its order'],
    ['UPDATE order_sums SET cost = cost + 1', 'they do not match the orders'],
    ['DELETE FROM order_sums WHERE rowid = 1', 'sums: some are missing'],
  ] as const) {
    const database = openToRead(path);
    const { connect } = await import('../../src/mirror/libsql');
    const writer = connect(path);
    writer.exec(`BEGIN; ${sql}`);
    const { ok, problems } = soundness(writer);
    expect(ok).toBe(false);
    expect(problems.join('\n')).toContain(problem);
    writer.exec('ROLLBACK');
    writer.close();
    database?.close();
  }
  expect(reading(path, soundness).ok).toBe(true);
});

/** Starts a program that keeps syncing a changing account until it is killed. */
async function buildSyncer(): Promise<string> {
  const folder = join(projectFolder, 'node_modules', '.cache');
  const file = join(folder, `mirror-syncer-${process.pid}.mjs`);
  const bundle = await rolldown({
    input: join(projectFolder, 'test/mirror/endless-syncs.ts'),
    external: [/^libsql/, /^node:/],
    platform: 'node',
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return file;
}

test('kill -9 at any moment: the file stays whole, its events lead to its state, the next sync works', async () => {
  const program = await buildSyncer();
  const path = mirrorFile();
  for (let kill = 0; kill < runs(40, 7); kill++) {
    const child = spawn(process.execPath, [program, path, String(kill)], {
      cwd: dirname(program),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
    // The first page is committed; from there, a varying number of further steps.
    let lines = 0;
    for await (const chunk of child.stdout) {
      lines += String(chunk).split('\n').length - 1;
      if (lines > kill % 7) break;
    }
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(existsSync(path)).toBe(true);
    const database = openToRead(path);
    if (database === undefined) continue;
    expect(soundness(database)).toEqual({ ok: true, problems: [] });
    database.close();
  }
  const lists = anchored();
  await synced(modelAccount(lists), path, { acceptRemovals: true });
  expect(reading(path, readState).complete).toBe(true);
  expect(reading(path, soundness)).toEqual({ ok: true, problems: [] });
}, 1_800_000);

test('readers never fail while syncs run, and each sees one state', async () => {
  const program = await buildSyncer();
  const path = mirrorFile();
  const child = spawn(process.execPath, [program, path, '7'], {
    cwd: dirname(program),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    const lines = child.stdout[Symbol.asyncIterator]();
    const seen = new Set<string>();
    let complete = 0;
    while (complete < runs(150)) {
      // One step of the sync, then a look at the file in whatever state it is.
      await lines.next();
      const database = openToRead(path);
      if (database === undefined) continue;
      database.exec('BEGIN');
      const look = () =>
        JSON.stringify(
          database
            .prepare(
              `SELECT count(*), (SELECT count(*) FROM bodies), (SELECT max(seq) FROM event_log),
                 (SELECT sum(total_cents) FROM orders), (SELECT group_concat(hash) FROM base_orders)
               FROM base_orders`,
            )
            .raw()
            .get(),
        );
      const first = look();
      expect(look()).toBe(first);
      if (readState(database).asOf !== null) complete++;
      seen.add(first);
      database.close();
    }
    // The account changed all along.
    expect(seen.size).toBeGreaterThan(5);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  expect(reading(path, soundness)).toEqual({ ok: true, problems: [] });
}, 1_800_000);
