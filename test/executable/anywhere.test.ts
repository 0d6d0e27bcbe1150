import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { sampleDay } from '../../src/service/sample/days';
import { Machine } from '../credentials/machine';
import { Session } from '../credentials/secret-service';
import { isForWindows, program } from '../support/project';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { missingPrograms } from '../support/tier';
import { runOf, waybill } from '../support/waybill';
import { writeTestWorkbook } from '../support/workbook';
import { serveCounted } from '../upload/counted-service';

/*
 * What waybill promises, in one short run of the packaged file on any system, or under an emulator
 * of one. Everything else about these promises is tested where tests are cheap.
 */

const folder = mkdtempSync(join(tmpdir(), 'waybill-anywhere-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let homes = 0;
function newHome(): Record<string, string> {
  return { WAYBILL_HOME: join(folder, `home-${homes++}`) };
}

const read = (path: string) => readFileSync(path, 'utf8');
const linesOf = (path: string) => read(path).trim().split(/\r?\n/);

/** In the sandbox of a home, which is made on the sample's day. */
function inSandbox(env: Record<string, string>) {
  const run = (words: readonly string[], input?: Buffer) =>
    waybill(['--sandbox', '--today', sampleDay, ...words], {
      env,
      ...(input === undefined ? {} : { input }),
    });
  return {
    run,
    async json(...words: string[]) {
      const { stdout, stderr } = await run([...words, '--json', '-q']);
      if (stdout === '') throw new Error(`${words.join(' ')}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

/** Without a pipe on standard input, so that a signal reaches waybill itself. */
function launch(words: readonly string[], env: Record<string, string>) {
  return spawn(program.file, [...program.words, ...words], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('the packaged file', () => {
  describe('an upload', () => {
    type Service = Awaited<ReturnType<typeof serveCounted>>;
    const rows = 300;
    const everyBad = 60;
    const file = join(folder, 'shipments.csv');
    const command = (name: string) => [
      ...['shipments', 'add', '--csv', file, '-q'],
      ...['--results', join(folder, `${name}.csv`), '--rejects', join(folder, `${name}-bad.csv`)],
    ];
    const written = (name: string) => [
      read(join(folder, `${name}.csv`)),
      read(join(folder, `${name}-bad.csv`)),
    ];
    const numbersOf = async (service: Service) =>
      (await service.orders())
        .flatMap(({ trackingNumbers }) => trackingNumbers.map((one) => one.trackingNumber))
        .filter((number) => number.startsWith('ANYWHERE'))
        .sort();
    let expected: { readonly files: string[]; readonly posts: number; readonly numbers: string[] };

    beforeAll(async () => {
      const service = await serveCounted();
      const orders = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
      const lines = Array.from({ length: rows }, (_, row) => {
        const { retailer, orderNumber } = orders[row % orders.length] ?? {};
        const isBad = row % everyBad === everyBad / 2;
        return [retailer, isBad ? `NONE-${row}` : orderNumber, `ANYWHERE${row}`].join(',');
      });
      writeFileSync(file, `retailer,orderNumber,trackingNumber\r\n${lines.join('\r\n')}\r\n`);
      const env = { ...service.env, ...newHome() };
      const run = await waybill(command('whole'), { env });
      expect(run.exitCode, run.stderr).toBe(3);
      expected = {
        files: written('whole'),
        posts: service.posts.length,
        numbers: await numbersOf(service),
      };
      await service.close();
    });

    test('settles every row: the accepted are at the service, the refused in the rejects file', () => {
      expect(expected.numbers).toHaveLength(rows - rows / everyBad);
      expect(linesOf(join(folder, 'whole.csv'))).toHaveLength(rows + 1);
      expect(linesOf(join(folder, 'whole-bad.csv'))).toHaveLength(rows / everyBad + 1);
    });

    test.each([
      ['before a request arrives', 'before', 1],
      ['before a request arrives', 'before', 4],
      ['before a response leaves', 'after', 7],
    ] as const)('killed %s (%s %d) loses nothing and sends nothing twice', async (_, phase, at) => {
      let kill = () => {};
      const act = (when: string) => (post: number) => {
        if (when === phase && post === at) kill();
      };
      const service = await serveCounted({ before: act('before'), after: act('after') });
      const env = { ...service.env, ...newHome() };
      const name = `killed-${phase}-${at}`;
      const child = launch(command(name), env);
      kill = () => child.kill('SIGKILL');
      expect((await runOf(child)).signal).toBe('SIGKILL');
      kill = () => {};
      const resumed = await waybill(command(name), { env });
      expect(resumed.exitCode, resumed.stderr).toBe(3);
      expect(written(name)).toEqual(expected.files);
      expect(await numbersOf(service)).toEqual(expected.numbers);
      // At most one request for each of four workers.
      expect(service.posts.length - new Set(service.posts).size).toBeLessThanOrEqual(4);
      await service.close();
    });

    test('Ctrl-C settles the requests in progress, and the same command goes on', async () => {
      let interrupt = () => {};
      const service = await serveCounted({
        before: (post) => {
          if (post === 1) interrupt();
        },
      });
      const env = { ...service.env, ...newHome() };
      const child = launch(command('stopped'), env);
      interrupt = () => child.kill('SIGINT');
      const { exitCode, stderr } = await runOf(child);
      expect(exitCode, stderr).toBe(130);
      expect(service.posts.length).toBeLessThan(expected.posts);
      expect((await waybill(command('stopped'), { env })).exitCode).toBe(3);
      expect(written('stopped')).toEqual(expected.files);
      expect(new Set(service.posts).size).toBe(service.posts.length);
      await service.close();
    });

    test('only one run works on a job, until it ends', async () => {
      let release = () => {};
      const isBlocked = new Promise<void>((resolve) => {
        release = resolve;
      });
      let arrived = () => {};
      const first = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const service = await serveCounted({
        before: () => {
          arrived();
          return isBlocked;
        },
      });
      const env = { ...service.env, ...newHome() };
      // The other run may take long to start under an emulator.
      const child = launch([...command('only'), '--timeout', '600'], env);
      const ended = runOf(child);
      await first;
      const other = await waybill(command('other'), { env });
      expect(other.exitCode, other.stderr).toBe(12);
      release();
      expect((await ended).exitCode).toBe(3);
      expect(written('only')).toEqual(expected.files);
      await service.close();
    });
  });

  describe('a mirror', () => {
    const { run, json } = inSandbox(newHome());

    test('is synced, asked, checked, exported and copied', async () => {
      const first = await json('sync');
      expect(first).toMatchObject({ complete: true, orders: { new: 151 } });
      const [{ orders }] = await json('query', 'select count(*) as orders from orders');
      expect(orders).toBe(151);
      expect((await run(['mirror', 'check'])).exitCode).toBe(0);
      const out = join(folder, 'export');
      const exported = await run(['export', out]);
      expect(exported.exitCode, exported.stderr).toBe(0);
      expect(linesOf(join(out, 'orders.csv'))).toHaveLength(152);
      const copy = join(folder, 'copy.db');
      for (const flags of [[], ['-y']]) {
        const copied = await run(['mirror', 'backup', copy, ...flags]);
        expect(copied.exitCode, copied.stderr).toBe(0);
      }
      expect(
        await json('query', 'select count(*) as orders from orders', '--mirror', copy),
      ).toEqual([{ orders }]);
      expect(readdirSync(folder).filter((name) => name.includes('.tmp'))).toEqual([]);
    });

    test('is synced by two runs at once, one after the other', async () => {
      const runs = [1, 2].map(() => run(['sync', '-q', '--wait', '600']));
      expect(await Promise.all(runs)).toEqual(
        runs.map(() => ({ exitCode: 0, signal: null, stdout: '', stderr: '' })),
      );
      expect((await run(['mirror', 'check'])).exitCode).toBe(0);
    });

    test('of another account is set aside with what was typed, if --new-account says so', async () => {
      const home = newHome();
      const other = inSandbox(home);
      await other.json('sync');
      const [{ orderNumber }] = await other.json('orders', 'list', '-L', '1');
      const paid = await other.run(['payments', 'add', orderNumber, '5', '--date', '2025-06-01']);
      expect(paid.exitCode, paid.stderr).toBe(0);
      const at = (...names: string[]) => join(home.WAYBILL_HOME as string, ...names);
      const service = connect(at('sandbox.db'));
      service.exec(
        "PRAGMA foreign_keys = OFF; UPDATE orders SET id = 'f' || substr(id, 2, 7) || '-0' || substr(id, 11); UPDATE cards SET id = 'f0' || substr(id, 3)",
      );
      service.close();
      expect((await other.run(['sync'])).exitCode).toBe(7);
      const fresh = await other.run(['sync', '--new-account']);
      expect(fresh.exitCode, fresh.stderr).toBe(0);
      const [aside] = readdirSync(at('mirrors')).filter((name) => name.includes('.until-'));
      expect(await other.json('payments', 'list')).toEqual([]);
      const kept = await other.json('payments', 'list', '--mirror', at('mirrors', aside ?? ''));
      expect(kept).toMatchObject([{ orderNumber, amount: 500 }]);
    });

    test('keeps a payment that was typed', async () => {
      const [{ orderNumber }] = await json('orders', 'list', '-L', '1');
      const paid = await run(['payments', 'add', orderNumber, '431.20', '--date', '2025-06-01']);
      expect(paid.exitCode, paid.stderr).toBe(0);
      expect(JSON.stringify(await json('payments', 'list'))).toContain('43120');
    });

    test('answers reports, as figures and as a page', async () => {
      const unpaid = await run(['report', 'unpaid', '--exit-code', '--json']);
      expect(unpaid.exitCode, unpaid.stderr).toBe(15);
      const page = join(folder, 'report.html');
      const made = await run(['report', 'html', page]);
      expect(made.exitCode, made.stderr).toBe(0);
      expect(read(page)).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i);
    });

    test('takes a payout file once', async () => {
      const reconcile = ['reconcile', 'examples/payout-bfmr.csv', '--group', 'bfmr', '--record'];
      const before = (await json('payments', 'list')).length;
      const report = await json(...reconcile);
      expect(report.rows.matched).toEqual({ count: 4, cents: 549_250 });
      const after = (await json('payments', 'list')).length;
      expect(after).toBeGreaterThan(before);
      await json(...reconcile);
      expect(await json('payments', 'list')).toHaveLength(after);
    });
  });

  describe('credentials', () => {
    let sandbox: Sandbox;
    const session = new Session();
    // Windows and macOS have their own; elsewhere a session with a keychain is started.
    const isPartOfSystem = isForWindows || process.platform === 'darwin';
    const hasKeychain = isPartOfSystem || missingPrograms('keyring').length === 0;
    beforeAll(async () => {
      sandbox = await serveSandbox();
      if (isPartOfSystem || !hasKeychain) return;
      await session.start();
      await session.startKeychain('open sesame');
    });
    afterAll(async () => {
      await session.stop();
      await sandbox.stop();
    });

    test('in a file are used from there, and gone after a logout', async () => {
      const machine = new Machine();
      const login = await machine.login(sandbox, '--store', 'file');
      expect(login.exitCode, login.stderr).toBe(0);
      expect(login.stdout + login.stderr).not.toContain(sandbox.apiSecret);
      expect(read(machine.configFile)).toContain(sandbox.apiSecret);
      expect((await machine.status()).account).toMatchObject({ store: 'file', status: 'ok' });
      expect((await machine.run(['auth', 'logout', '-y'])).exitCode).toBe(0);
      expect(read(machine.configFile)).not.toContain(sandbox.apiSecret);
    });

    test.skipIf(!hasKeychain)(
      'in the keychain are in no file, and gone after a logout',
      async () => {
        const machine = new Machine(isPartOfSystem ? {} : session.env);
        const login = await machine.login(sandbox);
        expect(login.exitCode, login.stderr).toBe(0);
        const config = read(machine.configFile);
        expect(config).not.toContain(sandbox.apiSecret);
        expect((await machine.status()).account).toMatchObject({ store: 'keychain', status: 'ok' });
        expect((await machine.run(['auth', 'logout', '-y'])).exitCode).toBe(0);
        writeFileSync(machine.configFile, config);
        expect((await machine.status()).exitCode).toBe(4);
      },
    );
  });

  describe('files and pipes', () => {
    const { run } = inSandbox(newHome());
    const text = 'retailer,orderNumber,trackingNumber\nÆrø Café,Ø-1,1Z999AA10123456784\n';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    const forms: readonly (readonly [string, Buffer])[] = [
      ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
      ['UTF-16, as PowerShell writes it', utf16],
      ['UTF-16, big end first', Buffer.from(utf16).swap16()],
      ['the line ends of Windows', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ];
    const check = ['shipments', 'check', '--json'];
    let plain: string;
    beforeAll(async () => {
      const { stdout, stderr } = await run([...check, '-'], Buffer.from(text));
      expect(stdout, stderr).toContain('Ø-1');
      plain = stdout;
    });

    test.each(forms)('in %s hold the same rows', async (name, bytes) => {
      const file = join(folder, `${name.replaceAll(/\W/g, '-')}.csv`);
      writeFileSync(file, bytes);
      expect((await run([...check, file])).stdout).toBe(plain);
      expect((await run([...check, '-'], bytes)).stdout).toBe(plain);
    });

    test('a workbook holds the same rows', async () => {
      const file = join(folder, 'shipments.xlsx');
      const rows = text
        .trim()
        .split('\n')
        .map((line) => line.split(','));
      writeTestWorkbook(file, { name: 'Shipments', rows });
      expect((await run([...check, file])).stdout).toBe(plain);
    });
  });

  test('two first runs at once can both unpack the libraries', async () => {
    const env = newHome();
    const runs = await Promise.all(
      [1, 2, 3].map(() => waybill(['--sandbox', 'orders', 'list', '--json', '-q'], { env })),
    );
    expect(runs.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
      runs.map(() => ({ exitCode: 0, stderr: '' })),
    );
  });

  // Elsewhere these are no tests: a skipped one would look like one that could not run.
  (isForWindows ? describe : () => {})('on Windows', () => {
    const { run } = inSandbox(newHome());
    /** As Windows names it; Wine has the machine's disk on drive Z. */
    const named = (path: string) =>
      process.platform === 'win32' ? path : `Z:${resolve(path)}`.replaceAll('/', '\\');
    const upload = ['shipments', 'add', '--csv', 'examples/shipments.csv', '-q'];

    test.each(['aux.csv', 'out\\con', 'results.csv.', 'out:results.csv', '\\\\.\\COM1'])(
      '--results %s is refused with exit 2',
      async (name) => {
        const { exitCode, stderr } = await run([...upload, '--results', name]);
        expect({ exitCode, stderr }).toMatchObject({
          exitCode: 2,
          stderr: expect.stringContaining("Windows can't write"),
        });
      },
    );

    test('NUL takes results, and keeps none', async () => {
      const { exitCode, stderr } = await run([...upload, '--results', 'NUL', '--rejects', 'nul']);
      expect(exitCode, stderr).toBe(0);
      expect(readdirSync('.').filter((name) => /^nul$/i.test(name))).toEqual([]);
    });

    test('two names that differ in case are one file', async () => {
      const [one, other] = [join(folder, 'Same.csv'), join(folder, 'SAME.CSV')];
      const both = await run([...upload, '--results', one, '--rejects', other]);
      expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the same file') });
      const input = join(folder, 'input.csv');
      writeFileSync(input, read('examples/shipments.csv'));
      const over = ['shipments', 'add', '--csv', input, '-q', '--results', input.toUpperCase()];
      // The folder's name has to be as it is where the disk tells cases apart.
      const shouted = join(realpathSync(folder), 'INPUT.CSV');
      expect(await run([...over.slice(0, -1), shouted])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('would overwrite the input'),
      });
    });

    test('a drive letter, a long path and backslashes name files', async () => {
      const long = join(folder, ...Array.from({ length: 8 }, () => 'a'.repeat(40)));
      mkdirSync(long, { recursive: true });
      const input = join(long, 'shipments.csv');
      writeFileSync(input, read('examples/shipments.csv'));
      const words = ['shipments', 'add', '--csv', named(input), '-q', '--results'];
      const { exitCode, stderr } = await run([...words, `${named(input)}.results.csv`]);
      expect(exitCode, stderr).toBe(0);
      expect(linesOf(`${input}.results.csv`)).toHaveLength(121);
      const drive = named(resolve('.')).slice(0, 2);
      for (const other of [`${drive}examples\\shipments.csv`, `\\\\?\\${named(resolve(input))}`]) {
        const again = await run(['shipments', 'add', '--csv', other, '--results', 'NUL', '--json']);
        expect(again.exitCode, again.stderr).toBe(0);
      }
    });

    test('files are where Windows programs keep theirs', async () => {
      const { stdout } = await waybill(['config', 'path'], {});
      expect(stdout).toMatch(/\\AppData\\Roaming\\waybill\\config\.json\s*$/);
      const doctor = ['doctor', '--sandbox', '--json'];
      expect((await waybill(doctor, {})).stdout).not.toContain('others may');
      expect((await waybill(doctor, { env: newHome() })).stdout).toContain('others may be able to');
    });

    const helper = process.env.WAYBILL_WINDOWS_HELPER ?? '';
    test('the jobs that help shows for the Task Scheduler do their work', async () => {
      const { stdout } = await waybill(['help', 'windows'], {});
      const jobs = [...stdout.matchAll(/\/TR "cmd \/c (.*)"$/gm)].map(([, line]) => line as string);
      expect(jobs).toHaveLength(2);
      const profile = join(folder, 'profile');
      mkdirSync(join(profile, 'inbox'), { recursive: true });
      writeFileSync(join(profile, 'inbox', 'shipments.csv'), read('examples/shipments.csv'));
      const there = helper === '' ? program.file : join(dirname(helper), 'there', 'waybill.exe');
      const env = { ...newHome(), WAYBILL_SANDBOX: '1', PATH: process.env.PATH ?? '' };
      for (const [index, job] of jobs.entries()) {
        const script = join(folder, `job-${index}.bat`);
        const before = `set "Path=${named(dirname(there))};%Path%"\r\nset USERPROFILE=${named(profile)}`;
        writeFileSync(script, `@echo off\r\n${before}\r\n${job}\r\n`);
        const words = [...(helper === '' ? [] : [helper, 'pipe']), 'cmd', '/c', named(script)];
        const child = spawn(words[0] as string, words.slice(1), { env, stdio: 'pipe' });
        child.stdin.end();
        const { exitCode, stderr } = await runOf(child);
        expect(exitCode, `${job}: ${stderr}`).toBe(0);
      }
      expect(readdirSync(join(profile, 'inbox'))).toContain('rejects.csv');
      expect(read(join(profile, 'inbox', 'waybill.log'))).toBe('');
      expect(readdirSync(profile)).toContain('changes.txt');
    });

    test.skipIf(helper === '')('a file that a scanner holds for a moment is replaced', async () => {
      const env = newHome();
      const set = (format: string) => waybill(['config', 'set', 'output', format], { env });
      expect((await set('json')).exitCode).toBe(0);
      const file = join(env.WAYBILL_HOME as string, 'config.json');
      const holding = spawn(helper, ['hold', file, '1000'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(holding.stdout, 'data');
      const { exitCode, stderr } = await set('csv');
      expect(exitCode, stderr).toBe(0);
      expect(read(file)).toContain('csv');
    });
  });
});
