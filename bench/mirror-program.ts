import { setTimeout } from 'node:timers/promises';
import { createApi } from '../src/api/api';
import { readOnlyAddress } from '../src/mirror/libsql';
import { runQuery } from '../src/mirror/query';
import { sync } from '../src/mirror/sync';
import { Secret } from '../src/secrets/secret';

/** Bundled and run by bench/mirror.mjs: does only `sync <file>` or `query <file> <sql>`. */
const [what, path = '', sql = ''] = process.argv.slice(2);

async function syncAll(): Promise<unknown> {
  const { WAYBILL_BASE_URL = '', WAYBILL_API_KEY = '', WAYBILL_API_SECRET = '' } = process.env;
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  // Timers that are no longer needed must not keep the process alive.
  const sleep = (milliseconds: number, signal?: AbortSignal) =>
    setTimeout(milliseconds, undefined, { ref: false, ...(signal && { signal }) });
  const api = createApi({
    baseUrl: WAYBILL_BASE_URL,
    credentials: {
      current: async () => ({
        apiKey: WAYBILL_API_KEY,
        apiSecret: new Secret(WAYBILL_API_SECRET),
      }),
    },
    timeout: { read: 30, write: 60 },
    maxWait: 900,
    retries: 4,
    concurrency: 4,
    world: {
      clock,
      sleep,
      random: Math.random,
      env: {},
      interruption: new AbortController().signal,
    },
  });
  const result = await sync(api, path, { ...clock, sleep, mask: (text) => text });
  await api.close();
  return result;
}

function print(result: unknown): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
if (what === 'sync') print(await syncAll());
else await runQuery(readOnlyAddress(path), sql, {}, async ({ rows }) => print([...rows]));
