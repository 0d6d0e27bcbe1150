import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { waybillInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';
import {
  childrenOf,
  commandOf,
  endless,
  opening,
  startClient,
  startServer,
  toolCall,
} from './assistant';

const env = { WAYBILL_HOME: temporaryHome() };
beforeAll(async () => {
  const { exitCode, stderr } = await waybill(['--sandbox', 'sync'], { env });
  expect(exitCode, stderr).toBe(0);
});

/** SQLite can't be interrupted in one call of a function. */
const oneLongCall = "select instr(hex(zeroblob(9000000)), hex(zeroblob(4000000)) || '1')";

/** A server in which a query runs, and the query's process. */
async function withQuery(sql: string) {
  const server = startServer({ env });
  for (const message of opening) server.send(message);
  await server.response('opening');
  server.send(toolCall('query', 'query', { sql }));
  const pid = await vi.waitUntil(
    () => childrenOf(server.child.pid as number).find((one) => commandOf(one).includes('query')),
    { timeout: 20_000 },
  );
  return { ...server, isRunning: () => isAlive(pid) };
}

/** Whether a process runs; one that has ended may keep its entry until somebody asks for it. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe.runIf(existsSync('/proc/self/task')).each([endless, oneLongCall])(
  'while %s runs',
  { timeout: 60_000 },
  (sql) => {
    test.each([
      ['the client ends', 0, (child: { stdin: { end(): void } | null }) => child.stdin?.end()],
      ['SIGTERM', 143, (child: { kill(name: NodeJS.Signals): unknown }) => child.kill('SIGTERM')],
      ['SIGINT', 130, (child: { kill(name: NodeJS.Signals): unknown }) => child.kill('SIGINT')],
    ] as const)('%s ends the server with %i, and the query', async (_, exitCode, end) => {
      const { child, ended, isRunning } = await withQuery(sql);
      const start = performance.now();
      end(child);
      expect(await ended).toBe(exitCode);
      expect(performance.now() - start).toBeLessThan(5000);
      await vi.waitUntil(() => !isRunning(), { timeout: 10_000 });
    });

    test('a server that is killed leaves no query behind', async () => {
      const { child, ended, isRunning } = await withQuery(sql);
      child.kill('SIGKILL');
      await ended;
      await vi.waitUntil(() => !isRunning(), { timeout: 10_000 });
      expect(isRunning()).toBe(false);
    });

    test('a cancelled call ends the query only', async () => {
      const { send, response, isRunning, received, child, ended } = await withQuery(sql);
      const params = { requestId: 'query', reason: 'enough' };
      send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
      await vi.waitUntil(() => !isRunning(), { timeout: 10_000 });
      send(toolCall('next', 'query', { sql: 'SELECT 1 AS one' }));
      expect(JSON.stringify(await response('next'))).toContain('{\\"one\\":1}');
      expect(received.map(({ id }) => id)).toEqual(['opening', 'next']);
      child.stdin?.end();
      expect(await ended).toBe(0);
    });
  },
);

test('a client that stops reading ends the server', { timeout: 30_000 }, async () => {
  const { child, ended, send } = startServer({ env });
  child.stdout?.destroy();
  for (const message of opening) send(message);
  expect(await ended).toBe(0);
});

test('two clients at once have answers of their own', { timeout: 60_000 }, async () => {
  const clients = await Promise.all([startClient({ env }), startClient({ env })]);
  const sums = clients.map(({ call }, client) =>
    Promise.all(
      [...Array(5).keys()].map(async (index) => {
        const { value } = await call('query', { sql: `SELECT ${client * 100 + index} AS x` });
        return Object(value.rows)[0].x;
      }),
    ),
  );
  expect(await Promise.all(sums)).toEqual([
    [0, 1, 2, 3, 4],
    [100, 101, 102, 103, 104],
  ]);
  await Promise.all(clients.map(({ client }) => client.close()));
  for (const { stderr } of clients) expect(stderr()).toBe('');
});

test('no line that a client sends ends the connection, or is answered by anything else', {
  timeout: 60_000,
}, async () => {
  const { send, child, ended, received, response } = startServer({ env });
  for (const message of opening) send(message);
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const line of [
    '',
    'broken',
    '{"jsonrpc":"2.0","id":1',
    '\0\u001b[2J',
    '[]',
    'null',
    '{}',
    '{"jsonrpc":"1.0","id":2,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","method":"notifications/nothing"}',
    '{"jsonrpc":"2.0","id":77,"result":{}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nothing"}}',
    deep,
    `{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":${deep}}}`,
    JSON.stringify(toolCall(5, 'query', { sql: `SELECT '${'x'.repeat(30_000_000)}'` })),
  ]) {
    send(line);
  }
  child.stdin?.write(Buffer.from([0xff, 0xfe, 0x0a]));
  send({ jsonrpc: '2.0', id: 'unknown', method: 'tools/run' });
  send({ jsonrpc: '2.0', id: 'resources', method: 'resources/list' });
  send(toolCall('no tool', 'sync'));
  send({ jsonrpc: '2.0', id: 'no name', method: 'tools/call', params: {} });
  send({
    jsonrpc: '2.0',
    id: 'a list',
    method: 'tools/call',
    params: { name: 'query', arguments: [] },
  });
  send(toolCall('proto', 'report', JSON.parse('{"name":"unpaid","__proto__":{"sync":true}}')));
  send(
    JSON.stringify(toolCall('nested', 'report', { name: 'unpaid', by: 0 })).replace(
      '0}',
      `${deep}}`,
    ),
  );
  send(toolCall('long', 'query', { sql: `SELECT '${'é'.repeat(400_000)}' AS x` }));
  send({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
  const codes = async (id: string) => (await response(id)).error?.code;
  expect(await codes('unknown')).toBe(-32_601);
  expect(await codes('resources')).toBe(-32_601);
  for (const id of ['no tool', 'no name', 'a list']) expect(await codes(id), id).toBe(-32_602);
  expect((await response('ping')).result).toEqual({});
  expect(JSON.stringify(await response('nested'))).toContain('\\"exitCode\\":2');
  expect(JSON.stringify(await response('proto'))).toContain('\\"report\\":\\"unpaid\\"');
  expect(JSON.stringify(await response('long'))).toContain('"cut\\":{\\"shown\\":0,\\"of\\":1}');
  // In pieces, as a slow client sends it.
  const line = Buffer.from(
    `${JSON.stringify(toolCall('pieces', 'query', { sql: "SELECT 'é' AS x" }))}\n`,
  );
  for (const byte of line) child.stdin?.write(Buffer.from([byte]));
  expect(JSON.stringify(await response('pieces'))).toContain('{\\"x\\":\\"é\\"}');
  child.stdin?.end();
  expect(await ended).toBe(0);
  expect(received.filter(({ id }) => typeof id === 'number' && id > 3)).toEqual([]);
});

test('a terminal is told what the command is for', async () => {
  const { ended } = waybillInTerminal(['--sandbox', 'mcp'], { env });
  const { exitCode, written } = await ended;
  expect(exitCode).toBe(2);
  expect(written).toContain('mcp');
});

test.each([
  ['the end of its input', 0, (child: { stdin: { end(): void } | null }) => child.stdin?.end()],
  ['SIGTERM', 143, (child: { kill(name: NodeJS.Signals): unknown }) => child.kill('SIGTERM')],
] as const)(
  '%s ends a server whose responses nobody reads',
  { timeout: 30_000 },
  async (_, code, end) => {
    const { child, ended, response, send } = startServer({ env });
    for (const message of opening) send(message);
    await response('opening');
    child.stdout?.pause();
    // More than a pipe and the stream before it hold.
    for (let id = 0; id < 2000; id++) send({ jsonrpc: '2.0', id, method: 'tools/list' });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    end(child);
    expect(await exited).toBe(code);
    child.stdout?.resume();
    expect(await ended).toBe(code);
  },
);

test('a call with thousands of filters is refused', async () => {
  const { call, client } = await startClient({ env });
  const search = Array.from({ length: 30_000 }, (_, index) => `word ${index}`);
  const { isError, value } = await call('report', { name: 'unpaid', filters: { search } });
  expect(isError).toBe(true);
  expect(value.error).toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('at most 200'),
  });
  await client.close();
});
