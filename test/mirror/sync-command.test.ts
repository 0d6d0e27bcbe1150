import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonResponse } from '../support/faulty-service';
import { runOf, start, temporaryHome, waybill } from '../support/waybill';
import { quick, servedAccounts } from './served-account';

const served = servedAccounts();
const { account, syncedAccount } = served;

test('a mirror of another API key is read with a warning, and no payment is recorded in it', async () => {
  const home = temporaryHome();
  const { apiKey, apiSecret } = served.service.service.credentials;
  const env = { WAYBILL_HOME: home, ...quick };
  const run = (...words: string[]) => waybill(words, { env });
  const login = ['auth', 'login', '--base-url', served.service.baseUrl, '--api-key', apiKey];
  await waybill([...login, '--secret-stdin', '--store', 'file'], { env, input: apiSecret });
  await run('sync');
  expect(await run('report', 'unpaid')).toMatchObject({ exitCode: 0, stderr: '' });
  const file = join(home, 'config.json');
  const useKey = (from: string, to: string) =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  useKey(apiKey, 'another_key_1');
  const other =
    /different API key, so it may be another account's\. To find out,\s+run waybill sync|may be another account's\n/;
  for (const words of [
    ['report', 'unpaid'],
    ['query', 'select 1'],
    ['orders', 'list', '--offline'],
  ]) {
    const read = await run(...words);
    expect(read.exitCode).toBe(0);
    expect(read.stderr).toMatch(other);
  }
  const named = (await run('mirror', 'path')).stdout.trim();
  expect((await run('query', 'select 1', '--mirror', named)).stderr).toBe('');
  const { stdout } = await run('orders', 'list', '--offline', '--json', '-q', '--limit', '1');
  const [{ id }] = JSON.parse(stdout);
  const adding = ['payments', 'add', id, '5', '--date', '2025-11-01'];
  const refused = await run(...adding);
  expect(refused).toMatchObject({ exitCode: 7, stdout: '' });
  expect(refused.stderr).toMatch(other);
  expect(refused.stderr).toContain('run waybill sync');
  useKey('another_key_1', apiKey);
  expect((await run(...adding)).exitCode).toBe(0);
});

describe('sync', () => {
  test('reads the account into a file that only this user can read, and reports it in one line or json', async () => {
    const { run, json, path, home } = account();
    const first = await run('sync');
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(first.stdout).toMatch(/^\d+ new, 0 changed, 0 gone; \d+ requests; \d+ s\n$/);
    const file = await path();
    expect(dirname(file)).toBe(join(home, 'mirrors'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    const before = served.service.requests.length;
    const second = await json('sync');
    expect(Object.keys(second)).toEqual([
      ...['run', 'mode', 'complete', 'requests', 'startedAt', 'finishedAt', 'events'],
      ...['orders', 'giftcards', 'cards', 'mirror'],
    ]);
    expect(second).toMatchObject({ run: 2, mode: 'full', complete: true, events: 0, mirror: file });
    expect(second.requests).toBe(served.service.requests.length - before);
    expect(second.orders).toMatchObject({ new: 0, changed: 0, gone: 0, back: 0 });
    expect(second.orders.unchanged).toBe(second.orders.read);
    expect(await run('sync', '-q')).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });

  test('--quick reports the drift, --if-older skips, and --only leaves the other lists alone', async () => {
    const { json, run } = await syncedAccount();
    expect(await json('sync', '--quick')).toMatchObject({
      mode: 'quick',
      complete: false,
      drift: 0,
    });
    const skipped = await json('sync', '--if-older', '1h');
    expect(Object.keys(skipped)).toEqual(['skipped', 'asOf']);
    expect(await json('sync', '--only', 'cards')).toMatchObject({ orders: { read: 0 } });
    expect((await run('sync', '--if-older', 'soon')).exitCode).toBe(2);
    expect((await run('sync', '--mirror', 'x.db')).exitCode).toBe(2);
    expect((await run('sync', '--dry-run')).exitCode).toBe(2);
  });

  test.each([
    [401, 4],
    [403, 5],
    [429, 9],
    [500, 10],
  ])(
    '%i in the middle of a sync ends in exit %i, and the last complete state stays usable',
    async (status, exitCode) => {
      const { run, json } = await syncedAccount();
      const asOf = (await json('mirror', 'info')).asOf;
      const codes: Readonly<Record<number, string>> = { 401: 'unauthorized', 403: 'plan_required' };
      const body = { error: { code: codes[status] ?? 'x', message: 'No' } };
      served.service.plan(({ path }) =>
        path.includes('gift-card') ? { instead: jsonResponse(status, body) } : undefined,
      );
      const failed = await run('sync');
      expect(failed).toMatchObject({ exitCode, stdout: '' });
      expect((await json('mirror', 'info')).asOf).toBe(asOf);
      expect((await run('mirror', 'check')).exitCode).toBe(0);
    },
  );

  test('after a failed first sync there is no usable mirror', async () => {
    const { run } = account();
    served.service.plan(({ path }) => (path.includes('card') ? { cutRequest: 0 } : undefined));
    expect((await run('sync')).exitCode).toBe(10);
    expect((await run('query', 'select 1', '--offline')).exitCode).toBe(14);
    expect((await run('payments', 'list', '--offline')).exitCode).toBe(14);
  });

  test('two syncs at once: the second exits 12, or waits', async () => {
    const { env, run } = await syncedAccount();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      served.service.plan(() => ({
        before: () => {
          resolve();
          return held;
        },
      }));
    });
    const slow = start(['sync'], { env });
    const ended = runOf(slow);
    await begun;
    served.service.plan(() => undefined);
    expect((await run('sync')).exitCode).toBe(12);
    // Readers don't wait.
    expect((await run('query', 'select 1')).exitCode).toBe(0);
    const waiting = run('sync', '--wait', '60');
    release();
    expect((await ended).exitCode).toBe(0);
    expect((await waiting).exitCode).toBe(0);
  });

  test('Ctrl-C ends it with exit 130 and keeps what was read', async () => {
    const { env, run, json } = account();
    const begun = new Promise<void>((resolve) => {
      served.service.plan(({ path }) =>
        path.includes('gift-card') ? { instead: () => resolve() } : undefined,
      );
    });
    const child = start(['sync'], { env });
    const ended = runOf(child);
    await begun;
    child.kill('SIGINT');
    const { exitCode, signal } = await ended;
    expect(exitCode ?? signal).toBe(130);
    served.service.plan(() => undefined);
    expect((await run('payments', 'list', '--offline')).exitCode).toBe(14);
    const { orders } = await json('sync');
    expect(orders).toMatchObject({ new: 0 });
    expect(orders.unchanged).toBe(orders.read);
  });

  test('is complete only once every list was read', async () => {
    const { json } = account();
    expect(await json('sync', '--only', 'cards')).toMatchObject({ complete: false });
    expect(await json('sync', '--only', 'orders,giftcards')).toMatchObject({ complete: true });
  });

  // Root can write everywhere.
  if (process.getuid?.() !== 0) {
    test('a folder that can not be written ends in exit 14', async () => {
      const { run, path } = await syncedAccount();
      const folder = dirname(await path());
      chmodSync(folder, 0o500);
      expect((await run('sync')).exitCode).toBe(14);
      expect((await run('query', 'select 1')).exitCode).toBe(0);
      chmodSync(folder, 0o700);
    });
  }
});
