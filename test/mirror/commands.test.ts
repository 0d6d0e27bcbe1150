import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { mirrorOf } from '../report/fixture';
import { manyGroups } from '../report/page-accounts';
import { type FaultyService, jsonResponse, startFaultyService } from '../support/faulty-service';
import { shell } from '../support/shell';
import { runAsProcesses, runOf, start, temporaryHome, waybill } from '../support/waybill';

runAsProcesses();

/** The built program against the embedded service over real HTTP; each account has its own home. */
let service: FaultyService;
beforeAll(async () => {
  service = await startFaultyService();
});
afterEach(() => service.plan(() => undefined));
afterAll(() => service.stop());

const quick = { WAYBILL_RETRIES: '0', WAYBILL_MAX_WAIT: '0' };

function account(more: Readonly<Record<string, string>> = {}) {
  const home = temporaryHome();
  const { apiKey, apiSecret } = service.service.credentials;
  const env = {
    WAYBILL_HOME: home,
    WAYBILL_BASE_URL: service.baseUrl,
    WAYBILL_API_KEY: apiKey,
    WAYBILL_API_SECRET: apiSecret,
    ...quick,
    ...more,
  };
  const run = (...words: string[]) => waybill(words, { env });
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);
  const path = async () => (await run('mirror', 'path')).stdout.trim();
  return { home, env, run, json, path };
}

async function syncedAccount() {
  const found = account();
  expect(await found.run('sync')).toMatchObject({ exitCode: 0, stderr: '' });
  return found;
}

test('a mirror of another API key is read with a warning, and no payment is recorded in it', async () => {
  const home = temporaryHome();
  const { apiKey, apiSecret } = service.service.credentials;
  const env = { WAYBILL_HOME: home, ...quick };
  const run = (...words: string[]) => waybill(words, { env });
  const login = ['auth', 'login', '--base-url', service.baseUrl, '--api-key', apiKey];
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
    const before = service.requests.length;
    const second = await json('sync');
    expect(Object.keys(second)).toEqual([
      ...['run', 'mode', 'complete', 'requests', 'startedAt', 'finishedAt', 'events'],
      ...['orders', 'giftcards', 'cards', 'mirror'],
    ]);
    expect(second).toMatchObject({ run: 2, mode: 'full', complete: true, events: 0, mirror: file });
    expect(second.requests).toBe(service.requests.length - before);
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
      service.plan(({ path }) =>
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
    service.plan(({ path }) => (path.includes('card') ? { cutRequest: 0 } : undefined));
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
      service.plan(() => ({
        before: () => {
          resolve();
          return held;
        },
      }));
    });
    const slow = start(['sync'], { env });
    const ended = runOf(slow);
    await begun;
    service.plan(() => undefined);
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
      service.plan(({ path }) =>
        path.includes('gift-card') ? { instead: () => resolve() } : undefined,
      );
    });
    const child = start(['sync'], { env });
    const ended = runOf(child);
    await begun;
    child.kill('SIGINT');
    const { exitCode, signal } = await ended;
    expect(exitCode ?? signal).toBe(130);
    service.plan(() => undefined);
    expect((await run('payments', 'list', '--offline')).exitCode).toBe(14);
    const { orders } = await json('sync');
    expect(orders).toMatchObject({ new: 0 });
    expect(orders.unchanged).toBe(orders.read);
  });

  test('a newer, a foreign and a damaged file end in exit 14 and stay untouched', async () => {
    const { run, path } = await syncedAccount();
    const file = await path();
    const database = connect(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    const newer = await run('sync');
    expect(newer.exitCode).toBe(14);
    expect(newer.stderr).toMatch(/version 99.*version 2/s);
    expect((await run('query', 'select 1')).exitCode).toBe(14);
    for (const more of ['-wal', '-shm']) writeFileSync(file + more, '');
    writeFileSync(file, 'This is no database, but a text that is long enough. '.repeat(40));
    expect((await run('sync')).exitCode).toBe(14);
    const checked = await run('mirror', 'check', '--json');
    expect(checked).toMatchObject({ exitCode: 14, stderr: '' });
    expect(JSON.parse(checked.stdout)).toEqual({
      ok: false,
      problems: [`The mirror ${file} is damaged or is not a mirror`],
    });
  });

  test('an online command goes on without a mirror that is damaged where it looks', async () => {
    const { run, path } = account();
    await run('sync');
    const file = await path();
    writeFileSync(file, readFileSync(file).fill(1, 30 * 4096));
    const found = await run('orders', 'get', '800458530', '--json');
    expect(found.exitCode, found.stderr).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({ orderNumber: '800458530' });
  });

  test('a check does not vouch for a mirror whose first sync never completed', async () => {
    const { run } = account({ ...quick, WAYBILL_BASE_URL: 'http://127.0.0.1:1/api/v1' });
    expect((await run('sync')).exitCode).toBe(10);
    const { exitCode, stdout } = await run('mirror', 'check');
    expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
  });

  test('the hint about a damaged file fits the file', async () => {
    const { run, home, path } = account();
    const file = join(home, 'text.db');
    writeFileSync(file, 'This is no database, but a text that is long enough. '.repeat(40));
    const named = await run('query', 'select 1', '--mirror', file);
    expect(named.exitCode).toBe(14);
    const unwrapped = named.stderr.replace(/\s+/g, ' ');
    expect(unwrapped).toContain(`For details, run waybill mirror check --mirror ${file}.`);
    expect(unwrapped).not.toContain('waybill sync');
    const checked = await run('mirror', 'check', '--mirror', file);
    expect(checked.exitCode).toBe(14);
    expect(checked.stderr.replace(/\s+/g, ' ')).toContain(
      'Use a different file, or make a new backup with waybill mirror backup <file>.',
    );
    await run('sync');
    // Only what the statement reads is damaged.
    const damaged = readFileSync(await path());
    writeFileSync(join(home, 'damaged.db'), damaged.fill(1, 30 * 4096));
    for (const words of [
      ['query', 'select * from items'],
      ['report', 'unpaid', '--by', 'item'],
      ['report', 'audit'],
      ['orders', 'list', '--offline', '--all'],
      ['shipments', 'list', '--offline'],
      ['export', join(home, 'damaged.xlsx')],
    ]) {
      const late = await run(...words, '--mirror', join(home, 'damaged.db'));
      expect([words, late.exitCode]).toEqual([words, 14]);
      const unwrapped = late.stderr.replace(/\s+/g, ' ');
      expect(unwrapped).toContain(`${join(home, 'damaged.db')} is damaged or is not a mirror`);
      expect(late.stderr).toContain('--mirror');
      expect(late.stderr).not.toContain('waybill sync');
    }
    for (const more of ['-wal', '-shm']) rmSync((await path()) + more, { force: true });
    writeFileSync(await path(), damaged);
    const copied = await run('mirror', 'backup', join(home, 'copy.db'));
    expect(copied.exitCode).toBe(14);
    expect(copied.stderr.replace(/\s+/g, ' ')).toContain(
      `Error: The mirror ${await path()} is damaged or is not a mirror`,
    );
    expect(existsSync(join(home, 'copy.db'))).toBe(false);
    copyFileSync(file, await path());
    const own = await run('query', 'select 1');
    expect(own.exitCode).toBe(14);
    expect(own.stderr.replace(/\s+/g, ' ')).toContain(
      'For details, run waybill mirror check. To start over, move the file away and run waybill sync',
    );
    const ownChecked = await run('mirror', 'check');
    expect(ownChecked.exitCode).toBe(14);
    expect(ownChecked.stderr).toMatch(/^To start over, move the file away and run waybill sync/);
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

describe('the mirror that a command needs', () => {
  test('is created first, with a notice; --offline sends nothing and needs no secret', async () => {
    const { env, run } = account();
    const offline = await run('query', 'select 1', '--offline');
    expect(offline.exitCode).toBe(14);
    const made = await run('query', 'select count(*) as n from cards', '--json');
    expect(made).toMatchObject({ exitCode: 0, stdout: '[\n{"n":4}\n]\n' });
    expect(made.stderr).toContain('There is no mirror of this account yet');
    const { WAYBILL_API_SECRET: _, ...rest } = env;
    const asked = service.requests.length;
    const again = await waybill(['query', 'select 1 as a', '--offline', '-o', 'csv'], {
      env: rest,
    });
    expect(again).toMatchObject({ exitCode: 0, stdout: 'a\r\n1\r\n', stderr: '' });
    expect(service.requests.length).toBe(asked);
    expect((await run('query', 'select 1', '--sync')).exitCode).toBe(0);
    expect(service.requests.length).toBeGreaterThan(asked);
    expect((await run('query', 'select 1', '--sync', '--offline')).exitCode).toBe(2);
  });

  test('is reported when it is older than the setting, but not with -q', async () => {
    const { home, run, path } = await syncedAccount();
    const database = connect(await path());
    database.exec("UPDATE lists SET as_of = '2020-01-01T00:00:00.000Z'");
    database.close();
    expect((await run('query', 'select 1')).stderr).toMatch(/mirror is [\d,]+ days old/);
    // It opens the mirror twice, to read it and to move the cursor.
    expect((await run('changes')).stderr.match(/days old/g)).toHaveLength(1);
    expect((await run('query', 'select 1', '-q')).stderr).toBe('');
    expect((await run('config', 'set', 'mirrorStale', '9000d')).exitCode).toBe(0);
    expect((await run('query', 'select 1')).stderr).toBe('');
    expect((await run('config', 'set', 'mirrorStale', 'soon')).exitCode).toBe(2);
    expect(existsSync(join(home, 'config.json'))).toBe(true);
  });

  test('can be a different one with --mirror, which is never written to', async () => {
    const { home, run } = await syncedAccount();
    const backup = join(home, 'backup.db');
    expect((await run('mirror', 'backup', backup)).exitCode).toBe(0);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect((await run('mirror', 'backup', backup)).exitCode).toBe(2);
    expect((await run('mirror', 'backup', backup, '-y')).exitCode).toBe(0);
    const own = (await run('mirror', 'path')).stdout.trim();
    for (const more of ['', '-wal', '-shm', '-journal']) {
      expect((await run('mirror', 'backup', own + more, '-y')).exitCode).toBe(2);
    }
    // Neither may it replace anything else that waybill keeps.
    expect((await run('config', 'set', 'mirrorStale', '9000d')).exitCode).toBe(0);
    const others = ['config.json', 'sandbox.db', 'sandbox.db-wal', 'mirrors/other.db'];
    writeFileSync(join(home, 'mirrors/other.db'), '');
    for (const file of others) {
      const { exitCode, stderr } = await run('mirror', 'backup', join(home, file), '-y');
      expect({ file, exitCode, stderr }).toMatchObject({ exitCode: 2 });
      expect(stderr).toContain('Nothing was copied');
    }
    rmSync(join(home, 'mirrors/other.db'));
    // The same names in the same folder, found another way.
    const folder = join(home, 'linked');
    symlinkSync(dirname(own), folder);
    for (const more of ['', '-wal', '-journal']) {
      const linked = join(folder, basename(own) + more);
      expect((await run('mirror', 'backup', linked, '-y')).exitCode).toBe(2);
    }
    const other = account();
    const before = readdirSync(home);
    const asked = service.requests.length;
    const read = await other.run('query', 'select count(*) as n from cards', '--mirror', backup);
    expect(read).toMatchObject({ exitCode: 0, stdout: 'n\n4\n' });
    expect((await other.run('changes', '--mirror', backup)).exitCode).toBe(0);
    expect((await other.run('mirror', 'check', '--mirror', backup)).exitCode).toBe(0);
    expect((await other.run('query', 'select 1', '--mirror', `${backup}x`)).exitCode).toBe(14);
    expect((await other.run('payments', 'add', '1', '1', '--mirror', backup)).exitCode).toBe(2);
    expect(service.requests.length).toBe(asked);
    expect(readdirSync(home).filter((name) => !before.includes(name))).toEqual([]);
  });
});

describe('changes', () => {
  test('prints each event once per cursor, and nothing if nothing is new', async () => {
    const { run, json } = await syncedAccount();
    expect(await run('changes')).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(await run('changes', '--json')).toMatchObject({ exitCode: 0, stdout: '[]\n' });
    expect((await run('changes', '--exit-code')).exitCode).toBe(0);
    const [order] = await json('orders', 'list', '-L', '1');
    const notes = `Looked at ${Math.abs(order.total)}`;
    await run('orders', 'update', order.id, '--notes', notes);
    expect((await run('sync', '-q')).exitCode).toBe(0);
    const [event, ...others] = await json('changes', '--peek');
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      ...{ type: 'order.changed', kind: 'order', id: order.id, orderNumber: order.orderNumber },
      ...{ group: order.buyingGroup, field: 'notes', old: order.notes, new: notes },
    });
    expect((await run('changes', '--exit-code')).exitCode).toBe(15);
    expect(await run('changes')).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await json('changes', '--cursor', 'other')).toHaveLength(1);
    expect(await json('changes', '--cursor', 'other')).toEqual([]);
    expect(await json('changes', '--since', 'yesterday')).toHaveLength(1);
    expect(await json('changes', '--since', 'yesterday', '--type', 'order.gone')).toEqual([]);
    expect((await run('changes', '--type', 'nothing')).exitCode).toBe(2);
  });

  test('counts the line items before and after', async () => {
    const { run } = await syncedAccount();
    const item = 'description=Case,price=10,qty=1,payout=11';
    const about = ['--retailer', 'Amazon', '--date', 'today', '--group', 'bfmr'];
    await run('orders', 'create', '--order-number', 'ITEMS-1', ...about, '--item', item);
    await run('sync');
    await run('changes');
    expect((await run('orders', 'update', 'ITEMS-1', '--add-item', item)).exitCode).toBe(0);
    await run('sync');
    expect((await run('changes')).stdout).toMatch(/orderLineItems +1 entry +2 entries/);
  });

  test.skipIf(!existsSync('/dev/full'))(
    'does not move the cursor if its output is lost',
    async () => {
      const { run, json, env } = await syncedAccount();
      const [order] = await json('orders', 'list', '-L', '1');
      await run('orders', 'update', order.id, '--notes', `Once more ${order.notes ?? ''}`);
      await run('sync', '-q');
      const full = await shell('waybill changes > /dev/full', env);
      expect(full.exitCode).toBe(14);
      expect(await json('changes')).toHaveLength(1);
    },
  );
});

describe('query', () => {
  test('computes rewards with the pointValue of now, not of the last sync', async () => {
    const { run, json } = await syncedAccount();
    const rewards = async () => {
      const [{ sum }] = await json('query', 'select sum(reward_cents) as sum from all_orders');
      const { total } = await json('report', 'rewards', '--offline');
      expect(sum).toBe(total.reward);
      return sum;
    };
    const before = await rewards();
    await run('config', 'set', 'pointValue', '2');
    expect(Math.abs((await rewards()) - 2 * before)).toBeLessThan(200);
  });

  test('warns if another mirror has rewards with another pointValue, and never writes to it', async () => {
    const { run } = await syncedAccount();
    const backup = join(temporaryHome(), 'b.db');
    await run('mirror', 'backup', backup);
    const ask = async (sql: string) => (await run('query', sql, '--mirror', backup)).stderr;
    expect(await ask('select reward_cents from orders')).toBe('');
    const before = readFileSync(backup);
    await run('config', 'set', 'pointValue', '2');
    const warning = `Warning: ${backup} was synced with pointValue 1, not 2: its reward_cents differ`;
    expect(await ask('select reward_cents from orders')).toContain(warning);
    expect(await ask('select order_number from orders')).toBe('');
    const exported = await run('export', join(temporaryHome(), 'all'), '--mirror', backup);
    expect(exported.stderr).toContain(warning);
    expect(readFileSync(backup).equals(before)).toBe(true);
  });

  test('prints dollars in tables and cents elsewhere; --money dollars drops the ending', async () => {
    const { run } = await syncedAccount();
    const sql = 'select 123456 as total_cents, 5 as "5", null as missing';
    expect((await run('query', sql)).stdout).toBe('    total  5  missing\n$1,234.56  5  -\n');
    expect((await run('query', sql, '-o', 'csv')).stdout).toBe(
      'total_cents,5,missing\r\n123456,5,\r\n',
    );
    expect((await run('query', sql, '-o', 'csv', '--money', 'dollars')).stdout).toBe(
      'total,5,missing\r\n1234.56,5,\r\n',
    );
    expect(JSON.parse((await run('query', sql, '--json', '--money', 'dollars')).stdout)).toEqual([
      { total_cents: 123456, 5: 5, missing: null },
    ]);
    // An average need not be whole cents: people see it to the cent.
    const mean = 'select 7238.625 as mean_cents';
    expect((await run('query', mean)).stdout).toBe('  mean\n$72.39\n');
    expect((await run('query', mean, '-o', 'csv', '--money', 'dollars')).stdout).toBe(
      'mean\r\n72.39\r\n',
    );
    expect((await run('query', mean, '-o', 'csv')).stdout).toBe('mean_cents\r\n7238.625\r\n');
    const both = 'select 1 as total, 200 as total_cents';
    expect((await run('query', both, '-o', 'csv', '--money', 'dollars')).stdout).toBe(
      'total,total_cents\r\n1,2.00\r\n',
    );
  });

  test('takes SQL from standard input or a file, parameters and limits', async () => {
    const { env, home, run } = await syncedAccount();
    const sql = 'select :a as a, :b as b, typeof(:b) as t';
    const given = ['--param', 'a=007', '--param', 'b=12', '-o', 'csv'];
    const expected = { exitCode: 0, stdout: 'a,b,t\r\n007,12,integer\r\n' };
    expect(await run('query', sql, ...given)).toMatchObject(expected);
    expect(await waybill(['query', '-', ...given], { env, input: sql })).toMatchObject(expected);
    const file = join(home, 'query.sql');
    writeFileSync(file, `\uFEFF${sql};\n-- the end\n`);
    expect(await run('query', '--file', file, ...given)).toMatchObject(expected);
    expect((await run('query', sql, '--file', file)).exitCode).toBe(2);
    expect((await run('query')).exitCode).toBe(2);
    const cut = await run('query', 'select id from orders', '--max-rows', '2', '--json');
    expect(JSON.parse(cut.stdout)).toHaveLength(2);
    expect(cut).toMatchObject({
      exitCode: 0,
      stderr: 'Showing the first 2 rows. Use --max-rows for more.\n',
    });
    const tables = JSON.parse((await run('query', '--tables', '--json')).stdout);
    expect(tables.map(({ name }: { name: string }) => name)).toContain('unpaid');
    expect((await run('query', '--tables')).stdout).toContain('outstanding_cents');
  });

  const endless =
    'with recursive n (x) as (select 1 union all select x + 1 from n) select count(*) from n';

  /** One call of a function, which SQLite can't interrupt, that takes hours. */
  const oneLongCall = "select instr(hex(zeroblob(9000000)), hex(zeroblob(4000000)) || '1')";

  test.each([endless, oneLongCall])('--max-time and Ctrl-C stop a query: %s', async (sql) => {
    const { env, run, path } = await syncedAccount();
    const late = await run('query', sql, '--max-time', '1');
    expect(late.exitCode).toBe(2);
    expect(late.stderr).toContain('did not finish within 1 second\n');
    const shared = `${await path()}-shm`;
    rmSync(shared, { force: true });
    const child = start(['query', sql, '--max-time', '600'], { env });
    const ended = runOf(child);
    // A reader creates this file when it opens the mirror: then the query is running or about to.
    await vi.waitFor(() => expect(existsSync(shared)).toBe(true), { timeout: 20_000 });
    child.kill('SIGINT');
    const { exitCode, signal } = await ended;
    expect(exitCode ?? signal).toBe(130);
  });

  test('can not write anything anywhere', async () => {
    const { env, home, run, path } = await syncedAccount();
    const target = join(home, 'written');
    const file = await path();
    const copy = join(home, 'before.db');
    copyFileSync(file, copy);
    // SQLite's own two files come and go with readers, and compiled code is kept.
    const files = () =>
      readdirSync(home, { recursive: true, encoding: 'utf8' })
        .filter((name) => !/-(shm|wal)$|^cache\b/.test(name))
        .toSorted();
    const before = files();
    const attempts = [
      `select writefile('${target}', 'x')`,
      `select "writefile"('${target}', 'x')`,
      `select [writefile]('${target}', 'x')`,
      `select /* */ writefile /* */ ('${target}', 'x')`,
      `with a as (select WriteFile('${target}', 'x')) select * from a`,
      `explain select writefile('${target}', 'x')`,
      `attach '${target}' as other`,
      `select 1; attach '${target}' as other`,
      `vacuum into '${target}'`,
      `explain vacuum into '${target}'`,
      `create table t (a)`,
      `delete from orders`,
      `with a as (select 1) delete from base_orders`,
      `with a as (select 1) insert into cursors select 'a', 1, 'b' from a`,
      `pragma journal_mode = delete`,
      `pragma user_version = 7`,
      `select * from pragma_user_version(7)`,
      `select readfile('/etc/passwd')`,
      `select * from fsdir('/')`,
      `select load_extension('x')`,
      `begin immediate`,
      `drop view orders`,
      '',
    ];
    for (const sql of attempts) {
      const { exitCode, stdout } = await waybill(['query', '-'], { env, input: sql });
      expect.soft({ sql, exitCode, stdout }).toEqual({ sql, exitCode: 2, stdout: '' });
    }
    expect(existsSync(target)).toBe(false);
    expect(files()).toEqual(before);
    expect((await run('mirror', 'check')).exitCode).toBe(0);
    const count = 'select count(*) as n, (select count(*) from events) as e from orders';
    expect((await run('query', count)).stdout).toBe(
      (await run('query', count, '--mirror', copy)).stdout,
    );
    expect((await run('query', "select 'writefile(1)' as a", '-o', 'csv')).exitCode).toBe(0);
  }, 60_000);
});

describe('reading from the mirror instead of the service', () => {
  test('returns the same objects without a request', async () => {
    const { run } = await syncedAccount();
    const commands = [
      ['orders', 'list', '--all'],
      ['orders', 'list', '-L', '3', '--offset', '2'],
      ['orders', 'list', '--status', 'purchased', '--sort', 'total', '-L', '4'],
      ['orders', 'list', '--count'],
      ['giftcards', 'list', '--all'],
      ['cards', 'list'],
      ['shipments', 'list'],
      ['orders', 'get', '800458530'],
      ['giftcards', 'get', '813763113'],
    ];
    for (const words of commands) {
      const online = await run(...words, '--json');
      const asked = service.requests.length;
      const offline = await run(...words, '--json', '--offline');
      expect.soft({ words, ...offline }).toEqual({ words, ...online });
      expect(service.requests.length).toBe(asked);
    }
    expect((await run('orders', 'get', 'no-such', '--offline')).exitCode).toBe(6);
    expect((await account().run('cards', 'list', '--offline')).exitCode).toBe(14);
  }, 60_000);

  test('checks a file of shipments against the mirror, or without it', async () => {
    const { run } = await syncedAccount();
    const words = ['shipments', 'check', 'examples/shipments.csv', '-o', 'csv'];
    const online = await run(...words);
    const asked = service.requests.length;
    expect(await run(...words, '--offline')).toEqual(online);
    expect((await account().run(...words, '--offline')).exitCode).not.toBe(14);
    expect(service.requests.length).toBe(asked);
  });

  test('finds an order number through the mirror in one request, and in the list if the mirror is wrong', async () => {
    const { run, path } = await syncedAccount();
    const asked = async (...words: string[]) => {
      const before = service.requests.length;
      expect((await run(...words)).exitCode).toBe(0);
      return service.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    };
    const get = ['orders', 'get', '800458530', '--json'];
    const one = await asked(...get);
    expect(one).toEqual([expect.stringMatching(/^GET .*\/buying-group-orders\/[0-9a-f-]{36}$/)]);
    expect(await asked('giftcards', 'get', '813763113', '--json')).toHaveLength(1);
    const dry = await asked('shipments', 'add', '800458530', '1Z999AA10123456784', '--dry-run');
    expect(dry).toEqual(one);
    const database = connect(await path());
    database.exec("UPDATE base_orders SET order_number = '0' WHERE order_number = '800458530'");
    database.exec(
      "UPDATE base_orders SET order_number = '800458530' WHERE key = (SELECT min(key) FROM base_orders WHERE kind = 'order' AND order_number <> '0')",
    );
    database.close();
    expect((await asked(...get)).length).toBeGreaterThan(1);
  });
});

describe('export', () => {
  test.each(['account.xlsx', 'folder'])('ends at SIGINT without writing %s', async (name) => {
    const home = temporaryHome();
    const file = join(home, name);
    const mirror = await mirrorOf(manyGroups(20_000));
    const child = start(['export', file, '--mirror', mirror], { env: { WAYBILL_HOME: home } });
    // Once it has opened the mirror, it says how old that is.
    child.stderr?.once('data', () => child.kill('SIGINT'));
    const { exitCode, stderr } = await runOf(child);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 130,
      stderr: expect.stringMatching(/days old.*interrupted/s),
    });
    expect(existsSync(file)).toBe(false);
  });

  test('writes a workbook or a folder, and replaces only after a yes', async () => {
    const { run, json, home } = await syncedAccount();
    const file = join(home, 'account.xlsx');
    expect((await run('export', file)).exitCode).toBe(0);
    const parts = unzipSync(readFileSync(file));
    const [order] = await json('query', 'select order_number, total_cents from orders');
    // The first sheet has the totals.
    const sheet = strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
    expect(sheet).toContain(`>${order.order_number}</t>`);
    expect(sheet).toContain(`<v>${(order.total_cents / 100).toFixed(2)}</v>`);
    const before = readFileSync(file);
    expect((await run('export', file)).exitCode).toBe(2);
    expect(readFileSync(file)).toEqual(before);
    expect((await run('export', file, '-y')).exitCode).toBe(0);
    expect((await run('export', join(home, 'account.csv'))).exitCode).toBe(2);
    expect((await run('export', join(home, 'new', 'csv'), '--offline')).exitCode).toBe(0);
    expect(readdirSync(join(home, 'new', 'csv')).toSorted()).toEqual([
      ...['giftcards.csv', 'items.csv', 'orders.csv', 'payments.csv', 'trackings.csv'],
      'unpaid.csv',
    ]);
    const [head] = readFileSync(join(home, 'new', 'csv', 'orders.csv'), 'utf8').split('\r\n');
    expect(head).toContain('total_cents');
    expect(readdirSync(home).filter((name) => name.endsWith('.waybill'))).toEqual([]);
  });

  test('leaves the header out with --no-header, and refuses --fields', async () => {
    const { run, home } = await syncedAccount();
    const [whole, bare] = [join(home, 'whole'), join(home, 'bare')];
    expect((await run('export', whole)).exitCode).toBe(0);
    expect((await run('export', bare, '--no-header')).exitCode).toBe(0);
    for (const name of readdirSync(whole)) {
      const rows = readFileSync(join(whole, name), 'utf8').replace(/^.*\r\n/, '');
      expect(readFileSync(join(bare, name), 'utf8')).toBe(rows);
    }
    for (const file of [join(home, 'refused'), join(home, 'refused.xlsx'), '-']) {
      const refused = await run('export', file, '--fields', 'id');
      expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      expect(refused.stderr).toContain('waybill query');
      expect(existsSync(file)).toBe(false);
    }
  });
});

describe('mirror and payments', () => {
  test('reset asks, then deletes what the service sent and keeps payments', async () => {
    const { run, json } = await syncedAccount();
    const [order] = await json('orders', 'list', '-L', '1');
    const add = ['payments', 'add', order.orderNumber, '12.34', '--date', '2025-11-01'];
    expect(await run(...add)).toMatchObject({
      exitCode: 0,
      stdout: `Recorded payment 1: $12.34 for order ${order.orderNumber}.\n`,
    });
    expect((await run('mirror', 'reset', '--help')).stdout).toMatch(/Asks\s+first; -y\s+skips/);
    expect((await run('mirror', 'reset')).exitCode).toBe(2);
    expect((await run('mirror', 'reset', '-y')).exitCode).toBe(0);
    expect((await run('payments', 'list', '--offline')).exitCode).toBe(14);
    expect((await run('sync', '-q')).exitCode).toBe(0);
    expect(await json('payments', 'list')).toMatchObject([{ amount: 1234, orderId: order.id }]);
    expect(await json('changes')).toEqual([]);
  });

  // Less than the ten seconds that a writer waits for another one.
  test('records a payment as the very first command without a wait', {
    timeout: 9500,
  }, async () => {
    const home = temporaryHome();
    const add = ['--sandbox', 'payments', 'add', '800458530', '1', '--date', '2026-06-01'];
    expect((await waybill(add, { env: { WAYBILL_HOME: home } })).exitCode).toBe(0);
  });

  test('a copy of the file alone has a payment that was just recorded', async () => {
    const { run, json, path } = await syncedAccount();
    const add = ['payments', 'add', '800458530', '12.34', '--date', '2026-06-01'];
    expect((await run(...add)).exitCode).toBe(0);
    const copy = join(temporaryHome(), 'copy.db');
    copyFileSync(await path(), copy);
    expect(await json('payments', 'list', '--mirror', copy)).toMatchObject([{ amount: 1234 }]);
  });

  test('an order whose number has spaces around it can be paid and accepted', async () => {
    const { run, json, path } = await syncedAccount();
    const [one, two, gone] = await json('orders', 'list', '-L', '3');
    const database = connect(await path());
    const rename = database.prepare('UPDATE base_orders SET order_number = ? WHERE id = ?');
    rename.run(['\u00a0 SP 1\t', one.id]);
    rename.run([' SP 2 ', two.id]);
    rename.run(['SP 2', gone.id]);
    database.prepare("UPDATE base_orders SET gone_at = '2025-11-20' WHERE id = ?").run([gone.id]);
    database.close();
    for (const number of ['SP 1', 'SP 2']) {
      const added = await run('payments', 'add', number, '5', '--date', '2025-11-01');
      expect(added).toMatchObject({ exitCode: 0, stderr: '' });
    }
    const ids = (await json('payments', 'list')).map((row: { orderId: string }) => row.orderId);
    expect(ids).toEqual([one.id, two.id]);
    expect((await run('payments', 'accept', ' SP 1', '--note', 'agreed')).exitCode).toBe(0);
    expect((await run('payments', 'add', 'SP 3', '5', '--date', '2025-11-01')).exitCode).toBe(6);
    const toGone = await run('payments', 'add', gone.id, '5', '--date', '2025-11-01');
    expect(toGone).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Recorded') });
    expect(toGone.stderr).toContain(`Order ${gone.id} is no longer in the account.`);
  });

  test('adds, refuses, lists, removes and accepts payments', async () => {
    const { run, json } = await syncedAccount();
    const [order] = await json('orders', 'list', '-L', '1');
    const add = (money: string, ...more: string[]) =>
      run('payments', 'add', order.orderNumber, money, '--date', '2025-11-01', ...more);
    const added = await add('$1,234.56', '--reference', 'R1', '--json');
    expect(JSON.parse(added.stdout)).toEqual({
      ...{ id: 1, orderId: order.id, orderNumber: order.orderNumber, group: order.buyingGroup },
      ...{ amount: 123456, paidOn: '2025-11-01', reference: 'R1', import: null },
    });
    expect((await add('-34.56')).exitCode).toBe(0);
    const paid = `select paid_cents as paid from orders where id = '${order.id}'`;
    expect(await json('query', paid)).toEqual([{ paid: 120000 }]);
    expect((await add('-34.56')).exitCode).toBe(2);
    expect((await add('-34.56', '-y')).exitCode).toBe(0);
    expect((await add('0')).exitCode).toBe(2);
    expect((await add('twelve')).exitCode).toBe(2);
    // Other ways to write the same payment, which is there already.
    for (const same of ['$-34.56', '($34.56)', '(34.56)']) {
      expect((await add(same)).stderr).toContain('already recorded');
    }
    const future = ['payments', 'add', order.id, '1', '--date', '2099-01-01'];
    expect((await run(...future)).exitCode).toBe(2);
    expect((await run('payments', 'add', 'no-such', '1', '--date', 'today')).exitCode).toBe(6);
    expect((await run('payments', 'add', order.id, '1')).exitCode).toBe(2);
    expect((await run('payments', 'remove', '3')).exitCode).toBe(0);
    expect((await run('payments', 'remove', '3')).exitCode).toBe(6);
    expect(await json('payments', 'list')).toHaveLength(2);
    expect(await json('payments', 'imports')).toEqual([]);
    expect((await run('payments', 'undo', '1')).exitCode).toBe(6);
    expect((await run('payments', 'accept', order.id)).exitCode).toBe(2);
    expect((await run('payments', 'accept', order.id, '--note', 'fine')).exitCode).toBe(0);
    expect((await run('payments', 'accept', order.id, '--undo')).exitCode).toBe(0);
    expect((await run('payments', 'accept', order.id, '--undo')).exitCode).toBe(6);
    expect(await json('mirror', 'check')).toEqual({ ok: true, problems: [] });
  });

  test('orders that lose payments but stay paid at the service are named', async () => {
    const { run, json } = await syncedAccount();
    const list = (...words: string[]) => json(...words, '-L', '6', '-o', 'json');
    const paid = await list('orders', 'list', '--status', 'paid');
    const [open] = await list('orders', 'list', '--status', 'open');
    const numbers = paid.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
    expect(numbers).toHaveLength(6);
    for (const number of [numbers[0], open.orderNumber]) {
      await run('payments', 'add', number, '5', '--date', '2025-11-01');
    }
    expect((await run('payments', 'remove', '1')).stderr).toBe(
      `Removed payment 1.\n1 order stays paid at the service, so report unpaid leaves out ${numbers[0]}. If the group has not paid an order in another way, set it back: waybill orders update ${numbers[0]} --status <status>.\n`,
    );
    expect((await run('payments', 'remove', '2')).stderr).toBe('Removed payment 2.\n');
    const dollars = String(paid[0].expectedPayout / 100);
    for (const day of ['2025-11-01', '2025-11-02']) {
      await run('payments', 'add', String(numbers[0]), dollars, '--date', day);
    }
    // The other payment still pays it in full.
    expect((await run('payments', 'remove', '4')).stderr).toBe('Removed payment 4.\n');
    await run('payments', 'remove', '3');

    const file = join(temporaryHome(), 'all.csv');
    writeFileSync(file, ['Order,Amount', ...numbers.map((one: string) => `${one},5`)].join('\n'));
    const map = ['--map', 'order=Order', '--map', 'amount=Amount'];
    const group = paid[0].buyingGroup;
    expect((await run('reconcile', file, '--group', group, ...map, '--record')).exitCode).toBe(0);
    const undone = await run('payments', 'undo', '1');
    expect(undone.stderr).toContain(
      '6 orders stay paid at the service, so report unpaid leaves out ',
    );
    expect(undone.stderr).toContain(
      ' and 1 more. If the group has not paid an order in another way, set it back: waybill orders update ',
    );
  });

  test('a reference typed in another way is the same one; any text can be a reference', async () => {
    const { run, json } = await syncedAccount();
    const add = (...more: string[]) =>
      run('payments', 'add', '800458530', '33.33', '--date', '2026-06-01', ...more);
    expect((await add('--reference', ' 77 ')).exitCode).toBe(0);
    for (const same of ['77', "'77", '77.0', '77 ']) {
      expect((await add('--reference', same)).stderr).toContain('already recorded');
    }
    expect((await add('--reference', 'возврат')).exitCode).toBe(0);
    const listed: { reference: string | null }[] = await json('payments', 'list');
    expect(listed.map(({ reference }) => reference)).toEqual(['77', 'возврат']);
  });

  test.each([
    'UPDATE base_orders SET paid_cents = paid_cents + 1 WHERE key = 1',
    "UPDATE base_orders SET status = 'received' WHERE key = 1",
    'UPDATE base_orders SET total_cents = total_cents + 1 WHERE key = 1',
    'UPDATE base_items SET quantity = 99 WHERE order_key = 1',
    'DELETE FROM base_trackings WHERE tracking_number = (SELECT min(tracking_number) FROM base_trackings)',
    "UPDATE base_cards SET last_digits = '0000' WHERE key = (SELECT min(key) FROM base_cards)",
    'DELETE FROM base_cards WHERE key = (SELECT min(key) FROM base_cards)',
    "DELETE FROM base_orders WHERE kind = 'giftcard' AND key = (SELECT min(key) FROM base_orders WHERE kind = 'giftcard')",
    `INSERT INTO base_items (order_key, place) VALUES (999999, 0)`,
  ])('check reports what is wrong and exits 14: %s', async (damage) => {
    const { run, path } = await syncedAccount();
    const database = connect(await path());
    expect(Number(database.prepare(damage).run().changes)).toBeGreaterThan(0);
    database.close();
    const { exitCode, stdout } = await run('mirror', 'check', '--json');
    expect(exitCode).toBe(14);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problems: [expect.any(String)] });
  });
});
