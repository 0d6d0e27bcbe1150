import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { missingPrograms } from '../support/tier';
import { temporaryHome } from '../support/waybill';
import { Machine } from './machine';
import { Session, whereFrom } from './secret-service';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

const missing = missingPrograms('keyring');
if (missing.length > 0) {
  console.warn(
    `The tests against a real keychain are skipped: ${missing.join(', ')} missing (${whereFrom})`,
  );
}

describe.skipIf(missing.length > 0)('a real keychain', () => {
  const session = new Session();
  let machine: Machine;
  beforeAll(async () => {
    await session.start();
    await session.startKeychain('open sesame');
    machine = new Machine(session.env);
  });
  afterAll(() => session.stop());

  test('holds the secret, and only the secret; the settings file does not', async () => {
    const login = await machine.login(sandbox, '--json');
    expect(login.stderr).toBe('');
    expect(JSON.parse(login.stdout)).toMatchObject({ store: 'keychain', status: 'ok' });
    expect(readFileSync(machine.configFile, 'utf8')).not.toContain(sandbox.apiSecret);
    expect(await machine.status()).toMatchObject({ exitCode: 0, account: { store: 'keychain' } });
  });

  test('keeps the rotated secret under the same key', async () => {
    const rotate = await machine.run(['auth', 'rotate', '--secret-stdin', '--no-verify'], {
      input: `${sandbox.apiSecret}x`,
    });
    expect(rotate.exitCode).toBe(0);
    expect((await machine.status()).account.status).toBe('unauthorized');
    await machine.run(['auth', 'rotate', '--secret-stdin'], { input: sandbox.apiSecret });
    expect((await machine.status()).account.status).toBe('ok');
  });

  test('is not queried through a library that a variable names', async () => {
    const NAPI_RS_NATIVE_LIBRARY_PATH = join(temporaryHome(), 'evil.node');
    const { exitCode } = await machine.run(['auth', 'status'], {
      env: { NAPI_RS_NATIVE_LIBRARY_PATH },
    });
    expect(exitCode).toBe(0);
  });

  test('is neither waited for nor replaced when locked', async () => {
    await session.stopKeychain();
    await session.startKeychain();
    const status = await machine.status();
    expect(status.exitCode).toBe(4);
    expect(status.stderr).toContain("Can't use the keychain");
    const other = new Machine(session.env);
    const login = await other.login(sandbox);
    expect(login.exitCode).toBe(4);
    expect(login.stderr).toContain('--store file');
    expect(existsSync(other.configFile)).toBe(false);
    await session.stopKeychain();
    await session.startKeychain('open sesame');
    expect((await machine.status()).exitCode).toBe(0);
  });

  test('keeps no trace after a logout', async () => {
    const config = readFileSync(machine.configFile, 'utf8');
    const { stderr: said } = await machine.run(['auth', 'logout']);
    expect(said).toContain('Removed profile default.');
    // If the profile were put back, it would find no secret.
    writeFileSync(machine.configFile, config);
    const { exitCode, stderr } = await machine.run(['auth', 'status']);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('The keychain has no secret');
  });
});

// Other systems have one, which tests must not touch.
describe.runIf(process.platform === 'linux')('without a keychain', () => {
  test('a script gets a way out, and nothing is saved', async () => {
    const machine = new Machine();
    for (const flags of [[], ['--store', 'keychain']]) {
      const { exitCode, stderr, stdout } = await machine.login(sandbox, ...flags);
      expect(exitCode).toBe(4);
      // The Secret Service itself is missing: the kernel's key store, which forgets, was not tried.
      expect(stderr).toContain('there is no D-Bus session here');
      expect(stderr).toContain('waybill auth login --store file');
      expect(stderr).toContain('WAYBILL_API_SECRET');
      expect(stdout + stderr).not.toContain(sandbox.apiSecret);
      expect(existsSync(machine.configFile)).toBe(false);
    }
    const named = await machine.login(sandbox, '--profile', 'work');
    expect(named.stderr).toContain('waybill auth login --store file --profile work;');
    expect((await machine.login(sandbox, '--store', 'file')).exitCode).toBe(0);
    expect((await machine.login(sandbox)).exitCode).toBe(0);
    expect((await machine.status()).account.store).toBe('file');
  });

  test('logout warns once about a secret that profiles share', async () => {
    const machine = new Machine();
    const credentials = { store: 'keychain', origin: 'https://api.example', apiKey: 'abc_key_1' };
    const profiles = { one: { credentials }, two: { credentials }, three: { credentials } };
    writeFileSync(machine.configFile, JSON.stringify({ profiles }), { mode: 0o600 });
    const { exitCode, stderr } = await machine.run(['auth', 'logout', '--all']);
    expect(exitCode).toBe(0);
    expect(stderr.match(/is still in the keychain/g)).toHaveLength(1);
    expect(stderr).toContain('Removed profiles one, two, three.');
  });

  test('waits for one that hangs for 5 seconds and no longer', async () => {
    const socket = join(temporaryHome(), 'bus');
    const silent = createServer(() => {}).listen(socket);
    try {
      const machine = new Machine({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` });
      const { exitCode, stderr } = await machine.login(sandbox);
      expect(exitCode).toBe(4);
      expect(stderr).toContain('no response within 5 seconds');
      expect(existsSync(machine.configFile)).toBe(false);
    } finally {
      silent.close();
    }
  });
});
