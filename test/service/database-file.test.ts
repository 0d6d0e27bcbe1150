import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Libsql } from '../../src/native/libsql';
import { isExecutable } from '../support/project';
import { runAsProcesses, temporaryHome, waybill } from '../support/waybill';

runAsProcesses();

const info = (home: string, ...flags: string[]) =>
  waybill(['sandbox', 'info', '--json', ...flags], { env: { WAYBILL_HOME: home } });

async function expectUnusable(path: string, says: string, wayOut: string) {
  const { exitCode, stdout, stderr } = await info(temporaryHome(), '--db', path);
  expect({ exitCode, stdout }).toEqual({ exitCode: 14, stdout: '' });
  const { error } = JSON.parse(stderr);
  expect(error).toMatchObject({ code: 'local_file', exitCode: 14 });
  expect(error.message).toContain(path);
  expect(error.message).toContain(says);
  expect(error.hint).toContain(wayOut);
}

test('a copy of the file alone has everything that was written', async () => {
  const [home, copied] = [temporaryHome(), temporaryHome()];
  const at = (folder: string, ...words: string[]) =>
    waybill(['--sandbox', ...words], { env: { WAYBILL_HOME: folder } });
  expect(await at(home, 'orders', 'update', '800458530', '--notes', 'copied')).toMatchObject({
    exitCode: 0,
  });
  copyFileSync(join(home, 'sandbox.db'), join(copied, 'sandbox.db'));
  const { stdout } = await at(copied, 'orders', 'get', '800458530', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ notes: 'copied' });
});

describe('on first use', () => {
  test('creates the file, readable by its owner only, with the sample account in it', async () => {
    const home = join(temporaryHome(), 'not', 'there', 'yet');
    const { exitCode, stdout } = await info(home);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      database: join(home, 'sandbox.db'),
      plan: 'paid',
      counts: { orders: 151, giftcards: 12, cards: 4 },
    });
    expect(statSync(join(home, 'sandbox.db')).mode & 0o777).toBe(0o600);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  test('--db names another file; an empty one counts as none', async () => {
    const file = join(temporaryHome(), 'mine.db');
    closeSync(openSync(file, 'w'));
    const { exitCode, stdout } = await info(temporaryHome(), '--db', file);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).counts.orders).toBe(151);
  });

  test(':memory: leaves nothing behind', async () => {
    const home = temporaryHome();
    expect((await info(home, '--db', ':memory:')).exitCode).toBe(0);
    expect(existsSync(join(home, 'sandbox.db'))).toBe(false);
  });
});

describe("a file that can't be used ends in exit 14 with the way out", () => {
  test('not a database', async () => {
    const file = join(temporaryHome(), 'notes.txt');
    const text = 'retailer,orderNumber,trackingNumber\n'.repeat(100);
    writeFileSync(file, text);
    await expectUnusable(file, 'is not a usable database', '--db');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test.each([10, 99, 4096, 5000])('a database truncated to %i bytes', async (length) => {
    const home = temporaryHome();
    await info(home);
    const whole = readFileSync(join(home, 'sandbox.db'));
    const file = join(home, 'cut.db');
    writeFileSync(file, whole.subarray(0, length));
    await expectUnusable(file, 'is not a usable database', '--db');
  });

  test('a folder', async () => {
    const folder = join(temporaryHome(), 'folder.db');
    mkdirSync(folder);
    await expectUnusable(folder, 'it is a folder', 'Use --db with a regular file');
  });

  test('a device, which is left alone', async () => {
    await expectUnusable('/dev/null', 'is not a regular file', 'Use --db with a regular file');
  });

  test.each([
    ['PRAGMA user_version = -1', 'form -1'],
    ['PRAGMA user_version = 0', 'form 0'],
    ['DROP TABLE deals', 'no such table: deals'],
  ])('one that was tampered with: %s', async (sql, says) => {
    const home = temporaryHome();
    await info(home);
    const file = join(home, 'sandbox.db');
    const database = new Libsql(file);
    database.exec(sql);
    database.close();
    await expectUnusable(file, says, 'Move it away');
  });

  test("a folder that can't be created", async () => {
    const file = join(temporaryHome(), 'file');
    writeFileSync(file, '');
    await expectUnusable(join(file, 'sandbox.db'), "can't be opened", '--db');
  });

  test('one that is not writable', async () => {
    const file = '/proc/version';
    await expectUnusable(file, "can't be opened", 'permissions');
  });

  test('one from a newer waybill', async () => {
    const home = temporaryHome();
    await info(home);
    const file = join(home, 'sandbox.db');
    const database = new Libsql(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expectUnusable(file, 'newer waybill', 'Update waybill');
  });

  test("another program's", async () => {
    const file = join(temporaryHome(), 'bookmarks.db');
    const database = new Libsql(file);
    database.exec('CREATE TABLE bookmarks (url TEXT)');
    database.close();
    await expectUnusable(file, "another program's", '--db');
  });
});

describe('--db takes no URL, and creates no folder with its name', () => {
  test.each([
    'http://127.0.0.1:9/x',
    'HTTPS://a',
    'libsql://a',
    'ws:a',
    'file:a.db',
    'file::memory:',
  ])('%s', async (address) => {
    const cwd = temporaryHome();
    for (const verb of ['info', 'seed', 'reset', 'serve']) {
      const { exitCode, stderr } = await waybill(['sandbox', verb, '--db', `${address}?t0ken`], {
        env: { WAYBILL_HOME: temporaryHome() },
        cwd,
      });
      expect(exitCode).toBe(2);
      expect(stderr).toContain('--db takes a file or :memory:, not a URL');
      expect(stderr).not.toContain('t0ken');
    }
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('a file may have such a name', async () => {
    const cwd = temporaryHome();
    const { exitCode } = await waybill(['sandbox', 'info', '--db', './http:x'], { cwd });
    expect(exitCode).toBe(0);
    // The executable leaves SQLite's two extra files next to it.
    const beside = isExecutable ? ['http:x-shm', 'http:x-wal'] : [];
    expect(readdirSync(cwd)).toEqual(['http:x', ...beside]);
  });
});

test('the environment neither changes where the library comes from nor makes it print what it does', async () => {
  const { exitCode, stdout, stderr } = await waybill(
    ['sandbox', 'info', '--db', ':memory:', '--json', '--fields', 'plan'],
    { env: { WAYBILL_HOME: temporaryHome(), LIBSQL_JS_DEV: '1', RUST_LOG: 'trace' } },
  );
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 0,
    stdout: '{"plan":"paid"}\n',
    stderr: '',
  });
});

describe('the dates of the sample account', () => {
  const newest = async (home: string, ...flags: string[]) => {
    const words = ['--sandbox', 'orders', 'list', '-L', '1', '--json', '--fields', 'orderDate'];
    const { stdout } = await waybill([...words, ...flags], { env: { WAYBILL_HOME: home } });
    return JSON.parse(stdout)[0].orderDate;
  };

  test('are relative to the day it is created, and stay the same on later days', async () => {
    const home = temporaryHome();
    expect(await newest(home, '--today', '2028-02-29')).toBe('2028-02-29');
    expect(await newest(home, '--today', '2028-03-09')).toBe('2028-02-29');
    expect(await newest(home)).toBe('2028-02-29');
  });

  test('are relative to that day in reset and seed too', async () => {
    const home = temporaryHome();
    const run = (...words: string[]) =>
      waybill(['sandbox', ...words, '--today', '2027-01-01'], { env: { WAYBILL_HOME: home } });
    expect((await run('reset')).exitCode).toBe(0);
    expect(await newest(home)).toBe('2027-01-01');
    expect((await run('seed', '--orders', '50')).exitCode).toBe(0);
    const words = ['--sandbox', 'orders', 'list', '-L', '50', '--json', '--fields', 'orderDate'];
    const { stdout } = await waybill(words, { env: { WAYBILL_HOME: home } });
    const days = JSON.parse(stdout).map(({ orderDate }: { orderDate: string }) => orderDate);
    expect(days.sort().at(-1)).toMatch(/^2026-12-/);
    expect(days[0]).toMatch(/^2025-03-0/);
  });
});

describe('seed and reset', () => {
  test('seed adds this many; reset restores the sample account', async () => {
    const home = temporaryHome();
    const run = async (...words: string[]) => {
      const { exitCode, stdout, stderr } = await waybill(['sandbox', ...words, '--json'], {
        env: { WAYBILL_HOME: home },
      });
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      return JSON.parse(stdout);
    };
    const fresh = await run('info');
    const seeded = await run('seed', '--orders', '30', '--giftcards', '5', '--cards', '2');
    expect(seeded.counts).toMatchObject({ orders: 181, giftcards: 17, cards: 6 });
    expect((await run('seed', '--giftcards', '1')).counts.orders).toBe(181);
    expect((await run('seed')).counts).toMatchObject({ orders: 1181, giftcards: 118, cards: 6 });
    expect(await run('reset')).toEqual(fresh);
    expect(await run('info')).toEqual(fresh);
  });

  test.each(['seed', 'reset'])('%s --dry-run changes nothing', async (verb) => {
    const home = temporaryHome();
    const { exitCode, stderr } = await waybill(['sandbox', verb, '--dry-run'], {
      env: { WAYBILL_HOME: home },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--dry-run does not work with this command');
    expect(existsSync(join(home, 'sandbox.db'))).toBe(false);
  });

  test('seed -q prints only its result', async () => {
    const home = temporaryHome();
    const { exitCode, stdout, stderr } = await waybill(
      ['sandbox', 'seed', '--orders', '10', '-q', '--json'],
      { env: { WAYBILL_HOME: home } },
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout).counts.orders).toBe(161);
  });
});
