import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { quick, servedAccounts } from './served-account';

const served = servedAccounts();
const { account, syncedAccount } = served;

describe('a mirror that can not be used', () => {
  test('a newer, a foreign and a damaged file end in exit 14 and stay untouched', async () => {
    const { run, path } = await syncedAccount({ alone: true });
    const file = await path();
    const database = connect(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    const newer = await run('sync');
    expect(newer.exitCode).toBe(14);
    expect(newer.stderr).toMatch(/version 99.*version 1/s);
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
    const { run, path } = await syncedAccount();
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
    const { run, home, path } = account({}, { alone: true });
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

  test('a body of another shape is read again after a reset, which keeps the rest', async () => {
    const { run, path } = await syncedAccount();
    const database = connect(await path());
    database.prepare(`UPDATE bodies SET body = '{}' WHERE key = 1`).run();
    database.close();
    expect((await run('mirror', 'check')).exitCode).toBe(0);
    const refused = await run('orders', 'list', '--offline', '--all');
    expect(refused.exitCode).toBe(14);
    expect(refused.stderr.replace(/\s+/g, ' ')).toContain('run waybill mirror reset, which keeps');
    const named = await run('orders', 'list', '--all', '--mirror', await path());
    expect(named.stderr.replace(/\s+/g, ' ')).toContain(
      'Use a different file, or make a new backup',
    );
    for (const words of [['mirror', 'reset', '-y'], ['sync'], ['orders', 'list', '--offline']])
      expect((await run(...words)).exitCode).toBe(0);
  });

  test.each([
    'UPDATE base_orders SET paid_cents = paid_cents + 1 WHERE key = 1',
    "INSERT INTO base_payments (amount_cents, recorded_at) VALUES (5, '2025-11-01')",
    `INSERT INTO event_log (type, kind, id, at, run)
       SELECT 'order.gone', kind, id, '2025-11-01', 1 FROM base_orders WHERE key = 1`,
    `DROP INDEX payment_identities; INSERT INTO base_payments (group_id, identity, amount_cents, recorded_at, for_orders)
       VALUES ('a', 'same', 1, '2025-11-01', 0), ('b', 'same', 1, '2025-11-01', 0)`,
  ])('check reports what is wrong and exits 14: %s', async (damage) => {
    const { run, path } = await syncedAccount();
    const database = connect(await path());
    database.exec(damage);
    database.close();
    const { exitCode, stdout } = await run('mirror', 'check', '--json');
    expect(exitCode).toBe(14);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problems: [expect.any(String)] });
  });
});
