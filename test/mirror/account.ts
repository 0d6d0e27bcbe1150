import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApi } from '../../src/api/api';
import { closeWriter, connect, type Database } from '../../src/mirror/libsql';
import { openToRead } from '../../src/mirror/open';
import { type SyncOptions, type SyncResult, type SyncSource, sync } from '../../src/mirror/sync';
import { openService } from '../../src/service/index';
import { sampleDay } from '../../src/service/sample/days';
import { networkTime, sandboxPair } from '../network/account-api';
import { asker, today } from '../service/in-process';
import { processTable } from '../support/processes';
import { quietParts } from '../support/quiet';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
let files = 0;
let isDue = false;

/** The path of a mirror that does not exist yet. */
export function mirrorFile(): string {
  isDue ||= ++files % 50 === 0;
  return join(mkdtempSync(join(tmpdir(), 'mirror-')), 'mirrors', 'mirror.db');
}

/**
 * A database that was closed keeps its memory and its files until its statements are collected, and
 * V8 doesn't know what they weigh: thousands of mirrors take gigabytes. What is collected is freed
 * in a later turn, which a test that waits for nothing never reaches by itself.
 */
async function freeDatabases(): Promise<void> {
  isDue = false;
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve));
}

/** What a sync needs from the world; every second reading of the clock is a second later. */
export function syncWorld(start = today): Pick<SyncOptions, 'now' | 'mask' | 'world'> {
  let looks = 0;
  return {
    now: () => start + looks++ * 500,
    mask: (text) => text,
    world: {
      clock: { now: Date.now, monotonic: () => looks++ * 500 },
      processes: processTable,
      sleep: async () => {},
      interruption: new AbortController().signal,
      userId: undefined,
    },
  };
}

/** Syncs, and fails if the sync was skipped. */
export async function synced(
  source: SyncSource,
  path: string,
  options: Partial<SyncOptions> = {},
  run = sync,
): Promise<SyncResult> {
  if (isDue) await freeDatabases();
  const result = await run(source, path, { ...syncWorld(), ...options });
  if ('skipped' in result) throw new Error('The sync was skipped');
  return result;
}

/** Reads the mirror, then closes it. */
export function reading<T>(path: string, read: (database: Database) => T): T {
  const database = openToRead(path);
  if (database === undefined) throw new Error(`There is no mirror ${path}`);
  try {
    return read(database);
  } finally {
    database.close();
  }
}

export function rowsOf(path: string, sql: string): readonly unknown[] {
  // Plain objects, because libsql's have more than the columns.
  return reading(path, (database) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...Object(row) })),
  );
}

/** Deletes orders of an account, which the service's interface can't do. */
export function removeOrders(file: string, where: string): void {
  const database = connect(file);
  const keys = `(SELECT key FROM orders WHERE ${where})`;
  database.exec(`PRAGMA foreign_keys = OFF;
    DELETE FROM line_items WHERE order_key IN ${keys};
    DELETE FROM tracking_numbers WHERE order_key IN ${keys};
    DELETE FROM orders WHERE ${where};
    UPDATE orders SET position = -position;
    UPDATE orders SET position = (
      SELECT count(*) FROM orders o WHERE o.kind = orders.kind AND o.key <= orders.key
    );`);
  closeWriter(database);
}

/** An embedded service over a file, with a client and ways to make it fail. */
export async function serviceAccount() {
  const file = join(mkdtempSync(join(tmpdir(), 'account-')), 'sandbox.db');
  const time = networkTime();
  const service = await openService({
    database: file,
    today: () => sampleDay,
    clock: { now: () => today, monotonic: () => 0 },
    random: (() => {
      let drawn = 0;
      return () => (drawn++ * 0.618_033_988_749_895) % 1;
    })(),
  });
  const requests: string[] = [];
  let answer: ((path: string) => { status: number; body: unknown } | undefined) | undefined;
  const api = createApi({
    baseUrl: service.baseUrl,
    credentials: { current: async () => sandboxPair },
    timeout: { read: 30.001, write: 60.001 },
    maxWait: 1,
    retries: 0,
    concurrency: 4,
    ...quietParts(),
    world: {
      ...time,
      env: {},
      interruption: new AbortController().signal,
      insistence: new AbortController().signal,
    },
    embedded: {
      handle: async (request) => {
        requests.push(`${request.method} ${request.path}`);
        const instead = answer?.(request.path);
        if (instead === undefined) return service.handle(request);
        const headers = { 'content-type': 'application/json' };
        return { ...instead, headers, body: Buffer.from(JSON.stringify(instead.body)) };
      },
      close: () => {},
    },
  });
  return {
    api,
    service,
    requests,
    ask: asker(service),
    /** Responds in the service's place; undefined lets the service respond. */
    answerWith: (given: typeof answer) => {
      answer = given;
    },
    remove: (where: string) => removeOrders(file, where),
    run: (sql: string) => {
      const database = connect(file);
      database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
      database.close();
    },
  };
}

export function refusal(status: number, code: string) {
  return { status, body: { error: { code, message: code } } };
}
