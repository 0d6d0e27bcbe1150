import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { waybill } from '../support/waybill';
import { Machine } from './machine';
import { controlC, converse, down, enter } from './typed';

let sandbox: Sandbox;
let machine: Machine;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  machine = new Machine();
});

/** Everything up to the secret, as a person types it. */
function answers() {
  return [
    ["The service's base URL", sandbox.baseUrl + enter],
    ['API key', sandbox.apiKey + enter],
    ['API secret', sandbox.apiSecret + enter],
  ] as const;
}

const login = (...dialogue: (readonly [string, string])[]) =>
  converse(['auth', 'login'], { WAYBILL_HOME: machine.home }, dialogue);

describe('a login at the terminal', () => {
  test('prompts for what is missing, and never shows the secret', async () => {
    const { exitCode, screen } = await login(...answers(), [
      'should waybill keep the API secret',
      enter,
    ]);
    expect(exitCode).toBe(0);
    expect(screen).not.toContain(sandbox.apiSecret);
    expect(screen).not.toContain(sandbox.apiSecret.slice(0, 12));
    expect(machine.config().profiles.default.credentials).toMatchObject({
      store: 'file',
      apiSecret: sandbox.apiSecret,
    });
    expect((await machine.status()).account).toMatchObject({ store: 'file', status: 'ok' });
  });

  test('saves nothing without a keychain if the user declines the file', async () => {
    const { exitCode, screen } = await login(...answers(), [
      'should waybill keep the API secret',
      down + enter,
    ]);
    expect(exitCode).toBe(4);
    expect(screen).toContain("Can't use the keychain");
    expect(existsSync(machine.configFile)).toBe(false);
  });

  test('asks for no other store if one was named', async () => {
    const { exitCode, screen } = await converse(
      ['auth', 'login', '--store', 'keychain'],
      { WAYBILL_HOME: machine.home },
      answers(),
    );
    expect(exitCode).toBe(4);
    expect(screen).not.toContain('should waybill keep the API secret');
  });

  test("asks again for an address that it can't use", async () => {
    const { exitCode, screen } = await login(
      ["The service's base URL", new URL(sandbox.baseUrl).host + enter],
      ['takes a URL such as', ''],
      ...answers(),
      ['should waybill keep the API secret', enter],
    );
    expect(exitCode).toBe(0);
    expect(screen).not.toContain(sandbox.apiSecret);
  });

  test('reports an invalid key before the secret is typed, and prompts again', async () => {
    const [address, ...pair] = answers();
    const { exitCode, screen } = await login(
      address,
      ['API key', sandbox.apiSecret + enter],
      ['looks like the API secret', ''],
      ['API key here', ''],
      ...pair,
      ['should waybill keep the API secret', enter],
    );
    expect(exitCode).toBe(0);
    expect(screen).toContain('It was shown on the screen');
    expect(screen).not.toContain('command line');
  });

  test('says that the service does not accept the credentials, and prompts again', async () => {
    const [address, key, secret] = answers();
    const { exitCode, screen } = await login(
      address,
      key,
      ['API secret', `${sandbox.apiSecret}x${enter}`],
      ['Ctrl-C to stop', ''],
      key,
      secret,
      ['should waybill keep the API secret', enter],
    );
    expect(screen).toContain('does not accept this API key and secret (401)');
    expect(exitCode).toBe(0);
  });

  test('suggests the address with the version prefix if only that one responds', async () => {
    const [, ...pair] = answers();
    const { exitCode } = await login(
      ["The service's base URL", sandbox.baseUrl.replace('/api/v1', '') + enter],
      ...pair,
      ['The service responds at', enter],
      ['should waybill keep the API secret', enter],
    );
    expect(exitCode).toBe(0);
    expect(machine.config().profiles.default.settings.baseUrl).toBe(sandbox.baseUrl);
  });

  test('ends with 130 on Ctrl-C at the secret, and saves nothing', async () => {
    const [address, key] = answers();
    const { exitCode } = await login(address, key, ['API secret', `abc${controlC}`]);
    expect(exitCode).toBe(130);
    expect(existsSync(machine.configFile)).toBe(false);
  });

  test('prompts for nothing with --no-input', async () => {
    const { exitCode, screen } = await converse(
      ['auth', 'login', '--no-input'],
      { WAYBILL_HOME: machine.home },
      [],
    );
    expect(exitCode).toBe(2);
    expect(screen).toContain('--base-url <url>');
  });
});

test('a secret typed as an argument is never repeated', async () => {
  const words = ['auth', 'rotate', sandbox.apiSecret, '--json'];
  const { exitCode, stderr } = await waybill(words, { env: { WAYBILL_HOME: machine.home } });
  expect(exitCode).toBe(2);
  expect(stderr).not.toContain(sandbox.apiSecret);
  expect(JSON.parse(stderr).error.hint).toContain('Others can see a secret on the command line');
});
