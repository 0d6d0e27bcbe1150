import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runOf, start, temporaryHome, waybill } from '../support/waybill';
import { servedAccounts } from './served-account';

const served = servedAccounts();
const { syncedAccount } = served;

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
