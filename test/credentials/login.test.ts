import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { type CountingServer, startServer } from './counting-server';
import { Machine } from './machine';
import { converse, enter } from './typed';

let sandbox: Sandbox;
let free: Sandbox;
let counting: CountingServer;
let machine: Machine;
beforeAll(async () => {
  [sandbox, free, counting] = await Promise.all([
    serveSandbox(),
    serveSandbox({ flags: ['--plan', 'free'] }),
    startServer(),
  ]);
});
afterAll(() => Promise.all([sandbox.stop(), free.stop(), counting.stop()]));
beforeEach(() => {
  machine = new Machine();
});

describe('auth login', () => {
  test('checks with the service, saves the credentials, and later commands use them', async () => {
    const { exitCode, stdout, stderr } = await machine.login(sandbox, '--store', 'file', '--json');
    expect(exitCode).toBe(0);
    const account = {
      profile: 'default',
      baseUrl: sandbox.baseUrl,
      store: 'file',
      apiKey: `••••${sandbox.apiKey.slice(-4)}`,
      status: 'ok',
    };
    expect(JSON.parse(stdout)).toEqual(account);
    expect(stdout + stderr).not.toContain(sandbox.apiSecret);
    expect(await machine.status()).toMatchObject({ exitCode: 0, account, stderr: '' });
    const human = await machine.run(['auth', 'status']);
    expect(human.stdout).toContain('The service accepts the credentials');
    expect(human.stdout).not.toContain(sandbox.apiKey);
  });

  test('says so if it replaces another API key, and only then', async () => {
    const flags = ['--store', 'file', '--no-verify', '--profile', 'work'];
    expect((await machine.login(sandbox, ...flags)).stderr).toBe('');
    const other = { ...sandbox, apiKey: `${sandbox.apiKey.slice(0, -4)}L456` };
    expect((await machine.login({ ...other }, ...flags)).stderr).toBe(
      `Profile work had another API key (••••${sandbox.apiKey.slice(-4)}); its credentials were replaced.\n`,
    );
    expect((await machine.login(other, ...flags)).stderr).toBe('');
    const rotate = ['auth', 'rotate', '--secret-stdin', '--no-verify', '--profile', 'work'];
    expect((await machine.run(rotate, { input: sandbox.apiSecret })).stderr).toBe('');
  });

  test('does not save credentials that the service refuses', async () => {
    const wrong = { ...sandbox, apiSecret: `${sandbox.apiSecret}x` };
    const { exitCode, stderr } = await machine.login(wrong, '--store', 'file');
    expect(exitCode).toBe(4);
    expect(stderr).toContain('Nothing was saved.');
    expect(stderr).not.toContain(wrong.apiSecret);
    expect(existsSync(machine.configFile)).toBe(false);
  });

  test('without API access in the plan: exit 5; --no-verify saves the credentials anyway', async () => {
    expect((await machine.login(free, '--store', 'file')).exitCode).toBe(5);
    expect((await machine.login(free, '--store', 'file', '--no-verify')).exitCode).toBe(0);
    const { exitCode, account } = await machine.status();
    expect([exitCode, account.status]).toEqual([5, 'plan_required']);
  });

  test('if nothing responds: exit 10, and the status says unreachable', async () => {
    const nowhere = { ...sandbox, baseUrl: 'http://127.0.0.1:9/api/v1' };
    const flags = ['--store', 'file', '--retries', '0'];
    expect((await machine.login(nowhere, ...flags)).exitCode).toBe(10);
    expect((await machine.login(nowhere, ...flags, '--no-verify')).exitCode).toBe(0);
    const { exitCode, account } = await machine.status('--retries', '0');
    expect([exitCode, account.status]).toEqual([10, 'unreachable']);
  });

  test.each([
    ['abc_secret_1', 'abc_key_1', 'swapped'],
    ['abc_key_1', 'xyz_secret_1', 'different prefixes'],
    ['abc_key_1', 'abc_key_1', 'looks like the API key, not the API secret'],
    ['abc_key_1', 'password', 'must have the form'],
    ['abc_key_1', 'abc_secret_1\nabc_secret_2', 'contains a line break'],
    ['abc_key_1', 'abc_secret_1\n\n', 'contains a line break'],
    ['abc_key_1', `abc_secret_${'x1"/'.repeat(15_000)}`, 'is longer than 1,000 characters'],
    ['abc_key_1', '', 'The API secret is empty'],
  ])('rejects %s with %j before anything is sent', async (apiKey, apiSecret, message) => {
    const before = counting.requests.length;
    const pair = { baseUrl: counting.baseUrl, apiKey, apiSecret };
    const { exitCode, stderr, stdout } = await machine.login(pair, '--store', 'file');
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    for (const line of apiSecret.split('\n').filter((one) => one.includes('secret'))) {
      expect(stderr).not.toContain(line);
    }
    expect(counting.requests.length).toBe(before);
    expect(existsSync(machine.configFile)).toBe(false);
  });

  test.each([
    [['--api-key', 'abc_key_1', '--secret-stdin'], '--base-url <url>'],
    [['--base-url', 'http://127.0.0.1:9/', '--secret-stdin'], '--api-key <key>'],
    [['--base-url', 'http://127.0.0.1:9/', '--api-key', 'abc_key_1'], '--secret-stdin'],
    [['--base-url', 'http://api.example/', '--api-key', 'abc_key_1'], 'https'],
    [['--sandbox'], 'The sandbox needs no credentials'],
    [['--dry-run'], '--dry-run does not work with this command'],
    [['--profile', '../x', '--base-url', 'http://127.0.0.1:9/'], 'is not a valid profile name'],
  ])('tells a script that gives only %j what is missing', async (flags, missing) => {
    const { exitCode, stderr } = await machine.run(['auth', 'login', ...flags]);
    expect(stderr).toContain(missing);
    expect(exitCode).toBe(2);
  });

  test('takes credentials from the environment too', async () => {
    const { exitCode } = await machine.run(['auth', 'login', '--store', 'file'], {
      env: { ...sandbox.env },
    });
    expect(exitCode).toBe(0);
    expect(await machine.status()).toMatchObject({ exitCode: 0, account: { store: 'file' } });
  });

  test('saves all of 20 logins at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `shop-${index}`);
    const runs = await Promise.all(
      names.map((name) =>
        machine.login(sandbox, '--profile', name, '--store', 'file', '--no-verify'),
      ),
    );
    expect(runs.map(({ exitCode }) => exitCode)).toEqual(names.map(() => 0));
    const { profiles } = machine.config();
    expect(Object.keys(profiles).sort()).toEqual([...names].sort());
    for (const { credentials } of Object.values<{ credentials: object }>(profiles)) {
      expect(credentials).toMatchObject({ store: 'file', apiSecret: sandbox.apiSecret });
    }
  });
});

describe('profiles', () => {
  beforeEach(async () => {
    await machine.login(sandbox, '--store', 'file', '--no-verify', '--profile', 'home');
    await machine.login(free, '--store', 'file', '--no-verify', '--profile', 'work');
  });

  test('the first is the default until another one is chosen', async () => {
    expect((await machine.status()).account).toMatchObject({ profile: 'home', status: 'ok' });
    expect((await machine.run(['auth', 'switch', 'work'])).exitCode).toBe(0);
    expect((await machine.status()).account).toMatchObject({
      profile: 'work',
      status: 'plan_required',
    });
    const { stdout } = await machine.run(['auth', 'list', '--json']);
    expect(JSON.parse(stdout)).toEqual([
      {
        profile: 'home',
        default: false,
        baseUrl: sandbox.baseUrl,
        store: 'file',
        apiKey: `••••${sandbox.apiKey.slice(-4)}`,
      },
      {
        profile: 'work',
        default: true,
        baseUrl: free.baseUrl,
        store: 'file',
        apiKey: `••••${free.apiKey.slice(-4)}`,
      },
    ]);
    expect(stdout).not.toContain(sandbox.apiSecret);
  });

  test('suggests the nearest name for one that does not exist', async () => {
    const { exitCode, stderr } = await machine.run(['auth', 'switch', 'wrok']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Did you mean work?');
    const status = await machine.status('--profile', 'wrok');
    expect(status.exitCode).toBe(4);
    expect(status.stderr).toContain('Did you mean --profile work?');
  });

  test('advice names the profile that a flag or a variable chose', async () => {
    const stale = { ...sandbox, apiSecret: `${sandbox.apiSecret}x` };
    const flags = ['--store', 'file', '--no-verify'];
    await machine.login(stale, ...flags, '--profile', 'work');
    const { stderr } = await machine.run(['cards', 'list', '--profile', 'work']);
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      /waybill auth status --profile work\. .* waybill auth rotate --profile work\./,
    );
    const env = { WAYBILL_PROFILE: 'none' };
    const rotate = await machine.run(['auth', 'rotate'], { env });
    expect(rotate.stderr).toContain('waybill auth login --profile none.');
    await machine.login(stale, ...flags);
    const unnamed = await machine.run(['cards', 'list']);
    expect(unnamed.stderr).toContain('waybill auth rotate.');
  });

  test('logout and switch leave every account alone in the sandbox, and logout with both flags', async () => {
    for (const words of [
      ['auth', 'logout', '--sandbox'],
      ['auth', 'switch', 'default', '--sandbox'],
      ['auth', 'logout', '--all', '--profile', 'work'],
    ]) {
      expect(await machine.run(words)).toMatchObject({ exitCode: 2 });
    }
    expect(JSON.parse((await machine.run(['auth', 'list', '--json'])).stdout)).not.toEqual([]);
  });

  test('logout removes one, --all the rest', async () => {
    expect((await machine.run(['auth', 'logout'])).exitCode).toBe(0);
    expect(Object.keys(machine.config().profiles)).toEqual(['work']);
    expect((await machine.run(['auth', 'logout', '--all'])).exitCode).toBe(0);
    expect(machine.config()).toEqual({ profiles: {} });
    expect((await machine.status()).exitCode).toBe(4);
  });

  test('logout asks first on a terminal; -y and a script go ahead', async () => {
    const env = { WAYBILL_HOME: machine.home };
    const asked = 'Remove profile home and its credentials?';
    const kept = await converse(['auth', 'logout'], env, [[asked, enter]]);
    expect(kept.exitCode).toBe(2);
    expect(kept.screen).toContain('Nothing was removed');
    expect(Object.keys(machine.config().profiles)).toHaveLength(2);
    expect((await converse(['auth', 'logout'], env, [[asked, `y${enter}`]])).exitCode).toBe(0);
    expect((await converse(['auth', 'logout', '--all', '-y'], env, [])).exitCode).toBe(0);
    expect(machine.config()).toEqual({ profiles: {} });
  });

  test('rotate replaces the secret and nothing else', async () => {
    const before = machine.config();
    const rotate = (input: string, ...flags: string[]) =>
      machine.run(['auth', 'rotate', '--secret-stdin', ...flags], { input });
    expect((await rotate(`${sandbox.apiSecret}x`)).exitCode).toBe(4);
    const wrong = await rotate(sandbox.apiKey);
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('Copy the secret that "Refresh secret" shows');
    expect(machine.config()).toEqual(before);
    expect((await rotate(`${sandbox.apiSecret}x`, '--no-verify')).exitCode).toBe(0);
    expect(machine.config().profiles.home.credentials).toEqual({
      ...before.profiles.home.credentials,
      apiSecret: `${sandbox.apiSecret}x`,
    });
    expect((await rotate(sandbox.apiSecret)).exitCode).toBe(0);
    expect(machine.config()).toEqual(before);
  });
});

describe('without credentials', () => {
  test('a run ends in 4 and says what to do', async () => {
    const { exitCode, stderr } = await machine.run(['auth', 'status']);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('waybill auth login');
  });

  test.each([
    [{ WAYBILL_API_KEY: 'abc_key_1' }, 'WAYBILL_API_KEY is set but WAYBILL_API_SECRET is not'],
    [
      { WAYBILL_API_SECRET: 'abc_secret_1' },
      'WAYBILL_API_SECRET is set but WAYBILL_API_KEY is not',
    ],
  ])('only one variable is a usage error', async (env, message) => {
    const { exitCode, stderr } = await machine.run(['auth', 'status'], { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('abc_secret_1');
  });

  test('a secret in place of the key in the environment was on no command line', async () => {
    const env = { WAYBILL_API_KEY: 'abc_secret_1', WAYBILL_API_SECRET: 'abc_secret_1' };
    const words = ['auth', 'login', '--base-url', sandbox.baseUrl];
    const { exitCode, stderr } = await machine.run(words, { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Set WAYBILL_API_KEY to the API key');
    expect(stderr).not.toContain('command line');
  });

  test('a list on a terminal says which profile it is of, where there are several', async () => {
    const shown = (...words: string[]) =>
      converse(words, { WAYBILL_HOME: machine.home, PAGER: '' }, []).then(({ screen }) => screen);
    await machine.login(sandbox, '--store', 'file');
    expect(await shown('cards', 'list')).not.toContain('Profile: ');
    await machine.login(sandbox, '--store', 'file', '--profile', 'work');
    expect(await shown('cards', 'list')).toMatch(/Profile: default\r?\n.*Nickname/s);
    expect(await shown('report', 'unpaid', '--profile', 'work')).toContain('Profile: work');
    const silent = ['cards list -q', 'cards list --json', 'cards list --sandbox', 'config list'];
    for (const words of [...silent, 'jobs list', `cards list --mirror ${machine.home}/none.db`]) {
      expect(await shown(...words.split(' '))).not.toContain('Profile: ');
    }
    const { stderr } = await machine.run(['cards', 'list']);
    expect(stderr).not.toContain('Profile: ');
  });

  test('variables alone are enough, and are reported as the source', async () => {
    const { exitCode, stdout } = await machine.run(['auth', 'status', '--json'], {
      env: { ...sandbox.env },
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ store: 'environment', status: 'ok' });
  });

  test.each([[], ['--json']])(
    'rejects a secret of 60,000 characters in the environment %j',
    async (...flags) => {
      const env = {
        WAYBILL_API_KEY: 'abc_key_1',
        WAYBILL_API_SECRET: `abc_secret_${'x'.repeat(60_000)}`,
      };
      const { exitCode, stderr } = await machine.run(['orders', 'list', ...flags], { env });
      expect(exitCode).toBe(2);
      expect(stderr).toContain('The API secret is longer than 1,000 characters');
    },
  );

  test('rejects a secret with a line break in the environment without showing it', async () => {
    const env = { ...sandbox.env, WAYBILL_API_SECRET: `${sandbox.apiSecret}\nx` };
    const { exitCode, stderr } = await machine.run(['auth', 'status'], { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('contains a line break');
    expect(stderr).not.toContain(sandbox.apiSecret);
  });
});
