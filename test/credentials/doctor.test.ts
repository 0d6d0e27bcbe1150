import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { temporaryHome } from '../support/waybill';
import { type CountingServer, emptyPages, startServer } from './counting-server';
import { Machine } from './machine';

interface Finding {
  check: string;
  status: string;
  message: string;
  advice: string | null;
}

let sandbox: Sandbox;
let free: Sandbox;
let wrongClock: CountingServer;
let machine: Machine;
beforeAll(async () => {
  [sandbox, free, wrongClock] = await Promise.all([
    serveSandbox(),
    serveSandbox({ flags: ['--plan', 'free'] }),
    startServer((request, response) => {
      response.setHeader('date', 'Sat, 01 Jan 2000 00:00:00 GMT');
      emptyPages(request, response);
    }),
  ]);
});
afterAll(() => Promise.all([sandbox.stop(), free.stop(), wrongClock.stop()]));
beforeEach(() => {
  machine = new Machine();
});

async function examine(env: Record<string, string> = {}, ...flags: string[]) {
  const { exitCode, stdout } = await machine.run(['doctor', '--json', ...flags], { env });
  const findings: Finding[] = JSON.parse(stdout);
  const of = (check: string) => findings.filter((finding) => finding.check === check);
  return { exitCode, findings, of };
}

const failures = ({ findings }: { findings: Finding[] }) =>
  findings.filter(({ status }) => status === 'fail').map(({ check }) => check);

describe('doctor', () => {
  test('reports a folder that is a file, and checks the rest', async () => {
    const WAYBILL_HOME = join(temporaryHome(), 'file');
    writeFileSync(WAYBILL_HOME, '');
    const report = await examine({ WAYBILL_HOME });
    expect(report.exitCode).toBe(14);
    expect(failures(report)).toEqual(expect.arrayContaining(['settings file', 'sandbox database']));
    expect(report.of('settings file')[0]?.message).toContain('not a folder');
    expect(report.of('runtime')).toHaveLength(1);
  });

  test('checks everything, and all is well', async () => {
    await machine.login(sandbox, '--store', 'file');
    const report = await examine();
    expect(report.exitCode).toBe(0);
    expect(failures(report)).toEqual([]);
    expect(report.findings.map(({ check }) => check)).toEqual([
      'waybill',
      'runtime',
      'settings file',
      'environment',
      'keychain',
      'profile',
      'base URL',
      'credentials',
      'DNS',
      'proxy',
      'TLS',
      'service',
      'clock',
      'jobs',
      'sandbox database',
    ]);
    expect(existsSync(join(machine.home, 'sandbox.db'))).toBe(false);
    const { stdout } = await machine.run(['doctor']);
    expect(stdout).toMatch(/^ok {4}service +accepts the credentials/m);
    expect(stdout).not.toContain(sandbox.apiKey);
  });

  test('on a new machine, says how to log in', async () => {
    const report = await examine();
    expect(report.exitCode).toBe(4);
    expect(failures(report)).toEqual(['base URL', 'credentials']);
    expect(report.of('credentials')[0]?.advice).toContain('waybill auth login');
  });

  test.each([
    [{}, ['--profile', 'nope'], 'named by --profile'],
    [{ WAYBILL_PROFILE: 'nope' }, [], 'named by WAYBILL_PROFILE'],
  ])('says where the name of a missing profile comes from (%j %j)', async (env, flags, from) => {
    const [found] = (await examine(env, ...flags)).of('profile');
    expect(found).toMatchObject({
      status: 'warn',
      message: `There is no profile "nope" (${from})`,
    });
    expect(found?.advice).toContain('waybill auth login --profile nope.');
  });

  test('a keychain that is not there matters only to a profile that has to log in', async () => {
    expect((await examine()).of('keychain')).toMatchObject([
      { status: 'warn', advice: 'Log in with waybill auth login --store file.' },
    ]);
    expect((await examine({}, '--profile', 'work')).of('keychain')).toMatchObject([
      { status: 'warn', advice: 'Log in with waybill auth login --store file --profile work.' },
    ]);
    await machine.login(sandbox, '--store', 'file');
    expect((await examine()).of('keychain')).toMatchObject([
      { status: 'ok', message: "not available, and this account doesn't need it" },
    ]);
  });

  test('credentials from the environment need neither profile nor keychain', async () => {
    const report = await examine(sandbox.env);
    expect(report.of('keychain')).toMatchObject([{ status: 'ok' }]);
    expect(report.of('profile')).toMatchObject([
      { status: 'ok', message: 'none: the credentials come from elsewhere' },
    ]);
    // One that was named is missing all the same.
    const named = await examine(sandbox.env, '--profile', 'work');
    expect(named.of('profile')).toMatchObject([{ status: 'warn' }]);
  });

  test('for the sandbox, needs neither account nor network', async () => {
    const report = await examine({}, '--sandbox');
    expect(report.exitCode).toBe(0);
    expect(report.of('DNS')).toEqual([]);
  });

  test.each<[string, number, string[], () => Record<string, string>]>([
    [
      'a refused secret',
      4,
      ['service'],
      () => ({ ...sandbox.env, WAYBILL_API_SECRET: 'a_secret_b' }),
    ],
    ['a plan without API access', 5, ['plan'], () => ({ ...free.env })],
    [
      'no response',
      10,
      ['service'],
      () => ({ ...sandbox.env, WAYBILL_BASE_URL: 'http://127.0.0.1:9/api/v1' }),
    ],
    [
      'plain http',
      2,
      ['base URL'],
      () => ({ ...sandbox.env, WAYBILL_BASE_URL: 'http://a.example' }),
    ],
    ['a bad variable', 2, ['environment'], () => ({ WAYBILL_RETRIES: 'many' })],
    ['half a pair', 2, ['credentials'], () => ({ ...sandbox.env, WAYBILL_API_SECRET: '' })],
  ])('%s: exit %i', async (_what, exitCode, failing, env) => {
    const report = await examine(env());
    expect(failures(report)).toEqual(failing);
    expect(report.exitCode).toBe(exitCode);
    for (const { status, advice } of report.findings) {
      if (status !== 'ok') expect(advice).toMatch(/\w/);
    }
  });

  test('tightens the mode of the settings file, with a notice', async () => {
    await machine.login(sandbox, '--store', 'file', '--no-verify');
    chmodSync(machine.configFile, 0o644);
    const { stderr, stdout } = await machine.run(['doctor']);
    expect(stderr).toContain('was readable by others (mode 0644); its mode is now 0600');
    expect(stdout).toMatch(/^ok {4}settings file/m);
  });

  test('names folders that others can write to, which commands refuse', async () => {
    const xdg = temporaryHome();
    const at = (folder: string) => join(xdg, folder, 'waybill');
    const folders = ['config', 'data', 'state', 'cache'];
    const env = {
      WAYBILL_HOME: '',
      ...Object.fromEntries(
        folders.map((one) => [`XDG_${one.toUpperCase()}_HOME`, join(xdg, one)]),
      ),
    };
    const open = async () => {
      const { of } = await examine(env, '--sandbox');
      return of('folders').map(({ status, message, advice }) => `${status} ${message} ${advice}`);
    };
    for (const folder of folders) mkdirSync(at(folder), { recursive: true, mode: 0o700 });
    expect(await open()).toEqual([]);
    for (const folder of folders) {
      for (const mode of [0o722, 0o702]) {
        chmodSync(at(folder), mode);
        expect(await open()).toEqual([
          `fail ${at(folder)} is not safe to use: others may write to it Run chmod go-w ${at(folder)}.`,
        ]);
      }
      chmodSync(at(folder), 0o700);
    }
  });

  test('reports a damaged settings file and goes on', async () => {
    writeFileSync(machine.configFile, '{"profiles":', { mode: 0o600 });
    const report = await examine();
    expect(report.exitCode).toBe(2);
    expect(failures(report)).toEqual(['settings file']);
    expect(report.of('sandbox database')[0]?.status).toBe('ok');
  });

  test('reports a damaged sandbox database', async () => {
    writeFileSync(join(machine.home, 'sandbox.db'), 'no database at all'.repeat(100));
    const report = await examine({}, '--sandbox');
    expect(failures(report)).toEqual(['sandbox database']);
    expect(report.exitCode).toBe(14);
  });

  test('reads the mirror of the account if there is one', async () => {
    const path = (await machine.run(['mirror', 'path', '--sandbox'])).stdout.trim();
    expect((await examine({}, '--sandbox')).of('mirror')).toEqual([]);
    await machine.run(['sync', '--sandbox']);
    const before = readFileSync(path);
    expect((await examine({}, '--sandbox')).of('mirror')).toMatchObject([
      { status: 'ok', message: `${path} can be read` },
    ]);
    expect(readFileSync(path)).toEqual(before);
    // Another account has another mirror.
    expect((await examine(sandbox.env)).of('mirror')).toEqual([]);
  });

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['is no database', () => Buffer.from('no database at all'.repeat(100))],
    ['was cut off', (whole) => whole.subarray(0, 8192)],
    ['is of a newer version', (whole) => Buffer.from(whole).fill(99, 63, 64)],
  ])('reports a mirror that %s as reports do', async (_, damage) => {
    await machine.run(['sync', '--sandbox']);
    const path = (await machine.run(['mirror', 'path', '--sandbox'])).stdout.trim();
    for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    writeFileSync(path, damage(readFileSync(path)));
    const report = await machine.run(['report', 'unpaid', '--sandbox', '--json']);
    expect(report.exitCode).toBe(14);
    const { message, hint } = JSON.parse(report.stderr).error;
    const found = await examine({}, '--sandbox');
    expect(found.exitCode).toBe(14);
    expect(found.of('mirror')).toEqual([
      { check: 'mirror', status: 'fail', message, advice: hint },
    ]);
  });

  test('suggests the name of a misspelled variable', async () => {
    const report = await examine({ WAYBILL_APIKEY: 'x' }, '--sandbox');
    expect(report.of('environment')[0]).toMatchObject({
      status: 'warn',
      advice: 'Did you mean WAYBILL_API_KEY?',
    });
  });

  test('suggests no variable that only begins alike', async () => {
    const report = await examine({ WAYBILL_FOO: '1' }, '--sandbox');
    expect(report.of('environment')[0]).toMatchObject({
      status: 'warn',
      advice: 'For the variables, run waybill help environment.',
    });
  });

  test('knows the variables that set no flag', async () => {
    const report = await examine({ WAYBILL_PAGER: 'less', WAYBILL_POSTGRES_URL: 'x' }, '--sandbox');
    expect(report.of('environment')).toMatchObject([{ status: 'ok' }]);
  });

  test('compares the clock with the service', async () => {
    const report = await examine({ ...sandbox.env, WAYBILL_BASE_URL: wrongClock.baseUrl });
    expect(report.of('clock')[0]).toMatchObject({ status: 'warn' });
    expect(report.of('clock')[0]?.message).toContain('ahead of');
    expect(report.exitCode).toBe(0);
  });

  test('names a proxy without showing its address', async () => {
    const report = await examine({
      ...sandbox.env,
      HTTPS_PROXY: 'http://ann:hunter2@127.0.0.1:1',
      WAYBILL_BASE_URL: 'https://127.0.0.1:9/api/v1',
    });
    expect(report.of('proxy')[0]?.message).toBe('HTTPS_PROXY is set');
    expect(JSON.stringify(report.findings)).not.toContain('hunter2');
  });

  test('reports once that a variable names no proxy', async () => {
    const report = await examine({
      ...sandbox.env,
      HTTPS_PROXY: 'ftp://proxy.example',
      WAYBILL_BASE_URL: 'https://127.0.0.1:9/api/v1',
    });
    expect(report.of('proxy')).toMatchObject([{ status: 'fail' }]);
    expect(report.of('service')).toEqual([]);
    expect(report.exitCode).toBe(2);
  });

  test('says that a proxy on another machine is not used for this one', async () => {
    const report = await examine({ ...sandbox.env, HTTP_PROXY: 'http://proxy.example:3128' });
    expect(report.of('proxy')[0]?.message).toBe('HTTP_PROXY is set, but not used for 127.0.0.1');
    expect(report.of('service')[0]).toMatchObject({ status: 'ok' });
  });
});
