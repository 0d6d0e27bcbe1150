import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CountingServer, emptyPages, startServer } from './counting-server';
import { Machine } from './machine';

const pair = { apiKey: 'abc_key_1234', apiSecret: 'abc_secret_5678' };

let own: CountingServer;
let foreign: CountingServer;
let machine: Machine;
beforeAll(async () => {
  foreign = await startServer();
  own = await startServer((request, response) => {
    if (request.url?.startsWith('/moved/')) {
      response.writeHead(307, { location: `${foreign.baseUrl}/credit-cards` }).end();
    } else {
      emptyPages(request, response);
    }
  });
});
afterAll(() => Promise.all([own.stop(), foreign.stop()]));
beforeEach(async () => {
  machine = new Machine();
  await machine.login({ ...pair, baseUrl: own.baseUrl }, '--store', 'file', '--no-verify');
});

describe("a profile's credentials", () => {
  test('go to its own origin', async () => {
    expect((await machine.status()).exitCode).toBe(0);
    const last = own.requests.at(-1);
    expect(last?.headers).toMatchObject({
      'x-api-key': pair.apiKey,
      'x-api-secret': pair.apiSecret,
    });
  });

  test.each(['flag', 'environment'])('go nowhere else, even if the %s says so', async (by) => {
    const { exitCode, stderr } = await machine.run(
      ['auth', 'status', ...(by === 'flag' ? ['--base-url', foreign.baseUrl] : [])],
      { env: by === 'flag' ? {} : { WAYBILL_BASE_URL: foreign.baseUrl } },
    );
    expect(exitCode).toBe(4);
    expect(stderr).toContain(`belong to ${new URL(own.baseUrl).origin}`);
    expect(foreign.requests).toEqual([]);
  });

  test('are not moved to another origin by config set', async () => {
    const { exitCode, stderr } = await machine.run(['config', 'set', 'baseUrl', foreign.baseUrl]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('auth login');
  });

  test('stay away from another origin even if the file was edited', async () => {
    const config = machine.config();
    config.profiles.default.settings.baseUrl = foreign.baseUrl;
    writeFileSync(machine.configFile, JSON.stringify(config));
    expect((await machine.status()).exitCode).toBe(4);
    expect(foreign.requests).toEqual([]);
  });

  test('follow no redirect', async () => {
    const moved = own.baseUrl.replace('/api/v1', '/moved/api/v1');
    const { exitCode } = await machine.status('--base-url', moved);
    expect(exitCode).toBe(13);
    expect(foreign.requests).toEqual([]);
  });
});

test('credentials from the environment go where the flag or the environment says', async () => {
  const env = { WAYBILL_API_KEY: pair.apiKey, WAYBILL_API_SECRET: pair.apiSecret };
  const before = foreign.requests.length;
  const { exitCode } = await machine.run(['auth', 'status', '--base-url', foreign.baseUrl], {
    env,
  });
  expect(exitCode).toBe(0);
  expect(foreign.requests.length).toBe(before + 1);
});

test("a profile's command is not even run for another origin", async () => {
  await machine.run(['config', 'set', 'credentialCommand', 'echo ran >&2; exit 1']);
  const { exitCode, stderr } = await machine.status('--base-url', foreign.baseUrl);
  expect(exitCode).toBe(4);
  expect(stderr).not.toContain('ran');
});
