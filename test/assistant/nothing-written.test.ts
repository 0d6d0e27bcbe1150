import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiKey, apiSecret, canaries } from '../credentials/canary/canaries';
import { type Behavior, behave, behaviors } from '../credentials/canary/hostile-service';
import { canariesIn } from '../credentials/canary/leaks';
import { startServer as startService } from '../credentials/counting-server';
import { temporaryHome, waybill } from '../support/waybill';
import { startClient } from './assistant';

/**
 * Every file below a home with its bytes, but for compiled code. What SQLite shares between processes
 * holds no data, nor does the empty log that a reader leaves, which may not remove it.
 */
function bytesBelow(home: string): Readonly<Record<string, string>> {
  const files = readdirSync(home, { withFileTypes: true, recursive: true }).filter(
    (entry) =>
      entry.isFile() &&
      !entry.name.endsWith('-shm') &&
      !entry.parentPath.startsWith(join(home, 'cache')),
  );
  return Object.fromEntries(
    files.flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      if (name.endsWith('-wal') && bytes.length === 0) return [];
      return [[join(parentPath, name), createHash('sha256').update(bytes).digest('hex')]];
    }),
  );
}

const everything = [
  ['report', { name: 'margin' }],
  ['report', { name: 'summary' }],
  ['report', { name: 'rewards', by: 'none', filters: { kind: 'orders' } }],
  ['query', { sql: 'SELECT sum(reward_cents) AS r, * FROM all_orders' }],
  ['query', { sql: 'SELECT * FROM sqlite_schema' }],
  ['query', { sql: 'SELECT * FROM events' }],
  ['query', { sql: "SELECT writefile('written.txt', 'x')" }],
  ['query', { sql: 'DELETE FROM payments' }],
  ['order', { order: 'A-1' }],
  ['order', { order: 'canary_secret_Zt5Yb8NcVh3Js' }],
  ['changes', { since: '2020-01-01' }],
  ['tables', {}],
  ['nothing', {}],
] as const;

test('no tool writes to the mirror or calls the service, and none can reach a secret', {
  timeout: 120_000,
}, async () => {
  const sayBack = behaviors['says back everything'] as Behavior;
  const service = await startService(behave(sayBack));
  const home = temporaryHome();
  const secrets = { WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret };
  const env = { WAYBILL_HOME: home, WAYBILL_BASE_URL: service.baseUrl, ...secrets };
  expect((await waybill(['sync'], { env })).exitCode).toBe(0);
  // Elsewhere the mirror would store the new value the next time that it is opened.
  expect((await waybill(['config', 'set', 'pointValue', '1.7'], { env })).exitCode).toBe(0);
  const before = bytesBelow(home);
  const requests = service.requests.length;
  expect(requests).toBeGreaterThan(0);

  const assistant = await startClient({ env, words: ['mcp'] });
  const said: string[] = [];
  for (const [name, values] of everything) {
    const returned = await assistant.call(name, values).catch((error) => ({ text: String(error) }));
    said.push(returned.text);
  }
  await assistant.client.close();

  expect(said.join('\n')).toContain('"orderNumber":"A-1"');
  expect(canariesIn([...said, assistant.stderr()].join('\n'), canaries)).toEqual([]);
  expect(bytesBelow(home)).toEqual(before);
  expect(service.requests.length).toBe(requests);

  // With leave to sync, it reads the service and no more.
  const syncing = await startClient({ env, words: ['mcp', '--allow-sync'] });
  expect(await syncing.call('sync')).toMatchObject({ isError: false });
  await syncing.client.close();
  const later = service.requests.slice(requests);
  expect(later.length).toBeGreaterThan(0);
  expect(new Set(later.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(bytesBelow(home)).not.toEqual(before);
  await service.stop();
});
