import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type FaultyService, startFaultyService } from '../support/faulty-service';
import { copiesOf } from '../support/prepared-home';
import { type RunOptions, temporaryHome, waybill } from '../support/waybill';

export const quick = { WAYBILL_RETRIES: '0', WAYBILL_MAX_WAIT: '0' };

/**
 * The built program against the embedded service over real HTTP, for the tests of a file; each
 * account has its own home.
 */
export function servedAccounts() {
  let service: FaultyService;
  /** Homes with a mirror of the service as it is at first. */
  const syncedHome = copiesOf((home) => waybill(['sync', '-q'], { env: envOf(home), alone: true }));

  function envOf(home: string): Readonly<Record<string, string>> {
    const { apiKey, apiSecret } = service.service.credentials;
    return {
      WAYBILL_HOME: home,
      WAYBILL_BASE_URL: service.baseUrl,
      WAYBILL_API_KEY: apiKey,
      WAYBILL_API_SECRET: apiSecret,
      ...quick,
    };
  }

  function accountIn(
    home: string,
    more: Readonly<Record<string, string>> = {},
    { alone = false }: Pick<RunOptions, 'alone'> = {},
  ) {
    const env = { ...envOf(home), ...more };
    const run = (...words: string[]) => waybill(words, { env, alone });
    const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);
    const path = async () => (await run('mirror', 'path')).stdout.trim();
    return { home, env, run, json, path };
  }

  /** `alone` makes each run a process: one that ends closes its database. */
  const account = (
    more: Readonly<Record<string, string>> = {},
    options: Pick<RunOptions, 'alone'> = {},
  ) => accountIn(temporaryHome(), more, options);

  async function freshAccount() {
    const found = account();
    expect(await found.run('sync')).toMatchObject({ exitCode: 0, stderr: '' });
    return found;
  }

  beforeAll(async () => {
    service = await startFaultyService();
    await syncedHome();
  });
  afterEach(() => service.plan(() => undefined));
  afterAll(() => service.stop());

  return {
    get service() {
      return service;
    },
    account,
    /** An account that has just been synced. */
    freshAccount,
    /** The same, but for what tests before have changed at the service: a copy, which takes no time. */
    syncedAccount: async (options: Pick<RunOptions, 'alone'> = {}) =>
      accountIn(await syncedHome(), {}, options),
  };
}
