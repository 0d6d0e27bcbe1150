import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '../../src/api/api';
import type { Api } from '../../src/api/types';
import { openService, type Service } from '../../src/service/index';
import { sampleDay } from '../../src/service/sample/days';
import { removeOrders } from '../mirror/account';
import { networkTime, sandboxPair } from '../network/account-api';
import { asker, today } from '../service/in-process';
import { quietParts } from '../support/quiet';
import { generator } from '../upload/simulation';

/** What may go wrong with a request; `after` its effect, or before it and without one. */
export const faults = [
  'limited',
  'refused before',
  'lost before',
  'lost after',
  'failed after',
  'page after',
  'wrong count',
  'short page',
] as const;
export type FaultName = (typeof faults)[number];

interface Plain {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});
const failure = (status: number, code: string) =>
  json(status, { error: { code, message: 'Something went wrong' } });
const page = (status: number) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html>Something went wrong</html>'),
});

/** What a response becomes; a response whose connection is lost can't be read. */
const after: Partial<Record<FaultName, (response: Plain) => Plain>> = {
  'lost after': () => ({ status: 200, headers: {}, body: Buffer.alloc(0) }),
  'failed after': () => failure(500, 'internal_error'),
  'page after': () => page(502),
  'wrong count': (response) => {
    const body = JSON.parse(new TextDecoder().decode(response.body));
    if (typeof body.data?.addedCount === 'number') body.data.addedCount = 999;
    else if (body.pagination !== undefined) body.pagination.totalCount += 1;
    return json(response.status, body);
  },
  'short page': (response) => {
    const body = JSON.parse(new TextDecoder().decode(response.body));
    if (Array.isArray(body.data)) body.data.pop();
    return json(response.status, body);
  },
};

const folder = mkdtempSync(join(tmpdir(), 'simulated-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** The sample account as a file, with each of so many orders. */
async function sampleFile(each: number): Promise<string> {
  const database = join(folder, `${each}.db`);
  if (existsSync(database)) return database;
  const clock = { now: () => today, monotonic: () => 0 };
  const made = await openService({ database, today: () => sampleDay, clock, random: generator(1) });
  made.close();
  if (each > 1) removeOrders(database, `key % ${each} > 0`);
  return database;
}

/**
 * The embedded service as one account, whose requests fail as they are told to: the next fault of
 * the plan is that of the next request.
 */
export async function simulatedAccount(seed: number) {
  const database = join(folder, 'account.db');
  // Most cases need few orders, and of few the same ones change more often. All of them fill two pages.
  cpSync(await sampleFile(seed % 10 === 0 ? 1 : 10), database);
  const service: Service = await openService({
    database,
    today: () => sampleDay,
    clock: { now: () => today, monotonic: () => 0 },
    random: generator(seed),
  });
  let plan: (FaultName | undefined)[] = [];
  const handle: Service['handle'] = async (request) => {
    const fault = plan.shift();
    if (fault === 'limited') return json(429, {}, { 'retry-after': '1' });
    if (fault === 'refused before') return failure(503, 'unavailable');
    if (fault === 'lost before') return page(504);
    const response = await service.handle(request);
    const change = fault === undefined ? undefined : after[fault];
    return change === undefined ? response : change(response);
  };
  const api: Api = createApi({
    baseUrl: service.baseUrl,
    credentials: { current: async () => sandboxPair },
    timeout: { read: 30.001, write: 60.001 },
    ...{ maxWait: 900, retries: 2, concurrency: 4, ...quietParts() },
    world: {
      ...networkTime(generator(seed)),
      env: {},
      interruption: new AbortController().signal,
      insistence: new AbortController().signal,
    },
    embedded: { handle, close: () => {} },
  });
  return {
    api,
    ask: asker(service),
    /** Plans the faults of the next requests. */
    fail: (next: readonly (FaultName | undefined)[]) => {
      plan = [...next];
    },
    /** Looks at the account without any of the faults. */
    calmly: async <T>(look: () => Promise<T>): Promise<T> => {
      const kept = plan;
      plan = [];
      const seen = await look();
      plan = kept;
      return seen;
    },
    close: () => {
      service.close();
      for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
    },
  };
}
