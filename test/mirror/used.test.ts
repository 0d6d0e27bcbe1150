import { existsSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { shell } from '../support/shell';
import { waybill } from '../support/waybill';
import { servedAccounts } from './served-account';

const served = servedAccounts();
const { account, freshAccount, syncedAccount } = served;

describe('the mirror that a command needs', () => {
  test('is created first, with a notice; --offline sends nothing and needs no secret', async () => {
    const { env, run } = account();
    const offline = await run('query', 'select 1', '--offline');
    expect(offline.exitCode).toBe(14);
    const made = await run('query', 'select count(*) as n from cards', '--json');
    expect(made).toMatchObject({ exitCode: 0, stdout: '[\n{"n":4}\n]\n' });
    expect(made.stderr).toContain('There is no mirror of this account yet');
    const { WAYBILL_API_SECRET: _, ...rest } = env;
    const asked = served.service.requests.length;
    const again = await waybill(['query', 'select 1 as a', '--offline', '-o', 'csv'], {
      env: rest,
    });
    expect(again).toMatchObject({ exitCode: 0, stdout: 'a\r\n1\r\n', stderr: '' });
    expect(served.service.requests.length).toBe(asked);
    expect((await run('query', 'select 1', '--sync')).exitCode).toBe(0);
    expect(served.service.requests.length).toBeGreaterThan(asked);
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
    // A copy is what its name says, whatever day it is of.
    expect((await run('mirror', 'backup', join(home, 'copy.csv'))).exitCode).toBe(2);
    expect((await run('mirror', 'backup', join(home, 'copy.2026-11-29'))).exitCode).toBe(0);
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
    const asked = served.service.requests.length;
    const read = await other.run('query', 'select count(*) as n from cards', '--mirror', backup);
    expect(read).toMatchObject({ exitCode: 0, stdout: 'n\n4\n' });
    expect((await other.run('changes', '--mirror', backup)).exitCode).toBe(0);
    expect((await other.run('mirror', 'check', '--mirror', backup)).exitCode).toBe(0);
    expect((await other.run('query', 'select 1', '--mirror', `${backup}x`)).exitCode).toBe(14);
    expect((await other.run('payments', 'add', '1', '1', '--mirror', backup)).exitCode).toBe(2);
    expect(served.service.requests.length).toBe(asked);
    expect(readdirSync(home).filter((name) => !before.includes(name))).toEqual([]);
  });
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
      const asked = served.service.requests.length;
      const offline = await run(...words, '--json', '--offline');
      expect.soft({ words, ...offline }).toEqual({ words, ...online });
      expect(served.service.requests.length).toBe(asked);
    }
    expect((await run('orders', 'get', 'no-such', '--offline')).exitCode).toBe(6);
    expect((await account().run('cards', 'list', '--offline')).exitCode).toBe(14);
  }, 60_000);

  test('checks a file of shipments against the mirror, or without it', async () => {
    const { run } = await syncedAccount();
    const words = ['shipments', 'check', 'examples/shipments.csv', '-o', 'csv'];
    const online = await run(...words);
    const asked = served.service.requests.length;
    expect(await run(...words, '--offline')).toEqual(online);
    expect((await account().run(...words, '--offline')).exitCode).not.toBe(14);
    expect(served.service.requests.length).toBe(asked);
  });

  test('finds an order number through the mirror in one request, and in the list if the mirror is wrong', async () => {
    const { run, path } = await syncedAccount();
    const asked = async (...words: string[]) => {
      const before = served.service.requests.length;
      expect((await run(...words)).exitCode).toBe(0);
      return served.service.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
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

describe('changes', () => {
  test('prints each event once per cursor, and nothing if nothing is new', async () => {
    const { run, json } = await freshAccount();
    expect(await run('changes')).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(await run('changes', '--json')).toMatchObject({ exitCode: 0, stdout: '[]\n' });
    expect((await run('changes', '--exit-code')).exitCode).toBe(0);
    const [order] = await json('orders', 'list', '-L', '1');
    const notes = `Looked at ${Math.abs(order.total)}`;
    await run('orders', 'update', order.id, '--notes', notes);
    expect((await run('sync', '-q')).exitCode).toBe(0);
    const [event, ...others] = await json('changes', '--peek');
    expect(others).toEqual([]);
    expect(await json('changes', '--dry-run')).toEqual([event]);
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
    const { run } = await freshAccount();
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
      const { run, json, env } = await freshAccount();
      const [order] = await json('orders', 'list', '-L', '1');
      await run('orders', 'update', order.id, '--notes', `Once more ${order.notes ?? ''}`);
      await run('sync', '-q');
      const full = await shell('waybill changes > /dev/full', env);
      expect(full.exitCode).toBe(14);
      expect(await json('changes')).toHaveLength(1);
    },
  );
});

test('a new number in another spelling is found, although the mirror lacks what was created since', async () => {
  const { run } = await syncedAccount();
  const item = ['--item', 'description=Case,price=10,qty=1,payout=11'];
  const about = ['--retailer', 'Amazon', '--date', 'today', '--group', 'bfmr', ...item];
  const create = (number: string) => run('orders', 'create', ...about, '--order-number', number);
  expect((await create('ZZ-1001')).exitCode).toBe(0);
  const asked = served.service.requests.length;
  const again = await create('zz 1001');
  expect(again).toMatchObject({ exitCode: 7, stderr: expect.stringContaining('ZZ-1001') });
  // A page of each list, and no order.
  expect(served.service.requests.slice(asked).map(({ method }) => method)).toEqual(['GET', 'GET']);
});
