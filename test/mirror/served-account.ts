import { cpSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type FaultyService, startFaultyService } from '../support/faulty-service';
import { type RunOptions, temporaryHome, waybill } from '../support/waybill';

export const quick = { WAYBILL_RETRIES: '0', WAYBILL_MAX_WAIT: '0' };

/**
 * The built program against the embedded service over real HTTP, for the tests of a file; each
 * account has its own home.
 */
export function servedAccounts() {
  let service: FaultyService;
  /** A home with a mirror of the service as it is at first. */
  let prepared: string;

  /** `alone` makes each run a process: one that ends closes its database. */
  function account(
    more: Readonly<Record<string, string>> = {},
    { alone = false }: Pick<RunOptions, 'alone'> = {},
  ) {
    const home = temporaryHome();
    const { apiKey, apiSecret } = service.service.credentials;
    const env = {
      WAYBILL_HOME: home,
      WAYBILL_BASE_URL: service.baseUrl,
      WAYBILL_API_KEY: apiKey,
      WAYBILL_API_SECRET: apiSecret,
      ...quick,
      ...more,
    };
    const run = (...words: string[]) => waybill(words, { env, alone });
    const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);
    const path = async () => (await run('mirror', 'path')).stdout.trim();
    return { home, env, run, json, path };
  }

  async function freshAccount(options: Pick<RunOptions, 'alone'> = {}) {
    const found = account({}, options);
    expect(await found.run('sync')).toMatchObject({ exitCode: 0, stderr: '' });
    return found;
  }

  beforeAll(async () => {
    service = await startFaultyService();
    prepared = (await freshAccount({ alone: true })).home;
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
    syncedAccount(options: Pick<RunOptions, 'alone'> = {}) {
      const found = account({}, options);
      cpSync(prepared, found.home, { recursive: true });
      return found;
    },
  };
}
