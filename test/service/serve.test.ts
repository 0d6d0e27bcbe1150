import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { serveSandbox } from '../support/sandbox';
import { start, temporaryHome, waybill } from '../support/waybill';

function ask(
  { baseUrl, apiKey, apiSecret }: Awaited<ReturnType<typeof serveSandbox>>,
  path: string,
) {
  return fetch(`${baseUrl}${path}`, {
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
  });
}

test('the first line says where it is and with which credentials; SIGTERM ends it with 0', async () => {
  const sandbox = await serveSandbox();
  expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
  expect(sandbox.apiKey).toMatch(/^(.*)key_/);
  expect(sandbox.apiSecret).toMatch(/^(.*)secret_/);
  expect((await ask(sandbox, '/credit-cards')).status).toBe(200);
  expect(await sandbox.stop()).toBe(0);
  await expect(ask(sandbox, '/credit-cards')).rejects.toThrow();
});

test('SIGTERM finishes requests in progress', async () => {
  const sandbox = await serveSandbox();
  const body = JSON.stringify({
    orderDate: '2025-11-20',
    retailer: 'Target',
    platform: 'qgcg',
    orderLineItems: [{ unitPrice: 9000 }],
  });
  const post = request(`${sandbox.baseUrl}/gift-card-orders`, {
    method: 'POST',
    headers: {
      'x-api-key': sandbox.apiKey,
      'x-api-secret': sandbox.apiSecret,
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const answered = once(post, 'response');
  post.flushHeaders();
  // The service has started on the request; the body follows after the signal to stop.
  await once(post, 'continue');
  const stopped = sandbox.stop();
  await vi.waitUntil(() =>
    ask(sandbox, '/credit-cards').then(
      () => false,
      () => true,
    ),
  );
  post.end(body);
  const [answer] = await answered;
  expect(answer.statusCode).toBe(201);
  expect(JSON.parse(await text(answer)).data).toMatchObject({ retailer: 'Target', subtotal: 9000 });
  expect(await stopped).toBe(0);
});

/** A connection that sends this much and then waits; resolves when the service has closed it. */
async function connection(baseUrl: string, sends: string) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  socket.write(sends);
  return { ended: new Promise((resolve) => socket.once('close', resolve)) };
}

test.each([
  ['idle', ''],
  ['a truncated request line', 'GET /api/v1/cre'],
  ['truncated headers', 'GET /api/v1/credit-cards HTTP/1.1\r\nHost: localhost\r\nX-Api'],
  [
    'a truncated body',
    'POST /api/v1/shipments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"sh',
  ],
])('SIGTERM ends it at once with a connection that is %s', async (_, sends) => {
  const sandbox = await serveSandbox();
  const { ended } = await connection(sandbox.baseUrl, sends);
  // What was written before has arrived once a later request has its response.
  await ask(sandbox, '/credit-cards');
  expect(await sandbox.stop()).toBe(0);
  await ended;
});

test('prints its credentials even if the environment holds the same', async () => {
  const sandbox = await serveSandbox();
  const { apiKey, apiSecret } = sandbox;
  const env = { WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret };
  const second = await serveSandbox({ env });
  expect(second).toMatchObject({ apiKey, apiSecret });
  await sandbox.stop();
  await second.stop();
});

test('SIGTERM sends responses delayed by --latency at once', async () => {
  const sandbox = await serveSandbox({ flags: ['--latency', '600000'] });
  const { baseUrl, apiKey, apiSecret } = sandbox;
  const asked = request(`${baseUrl}/credit-cards`, {
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
  });
  const answered = once(asked, 'response');
  asked.end();
  await once(asked, 'finish');
  // Connections are accepted in order: once this one is made, the request before it has arrived.
  await connection(baseUrl, '');
  const stopped = sandbox.stop();
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  expect(JSON.parse(await text(answer)).data).toHaveLength(4);
  expect(await stopped).toBe(0);
});

test.each(['127.0.0.1', '0.0.0.0'])('on %s it responds only to its own names', async (host) => {
  const sandbox = await serveSandbox({ flags: ['--host', host] });
  const { port } = new URL(sandbox.baseUrl);
  const asHost = async (name: string, method = 'GET') => {
    const asked = request(`http://127.0.0.1:${port}/api/v1/credit-cards`, {
      method,
      headers: { host: name, 'x-api-key': sandbox.apiKey, 'x-api-secret': sandbox.apiSecret },
    });
    asked.end();
    const [answer] = await once(asked, 'response');
    const body = JSON.parse(await text(answer));
    return `${answer.statusCode} ${body.error?.code ?? 'answered'}`;
  };
  for (const own of [
    `127.0.0.1:${port}`,
    `LOCALHOST:${port}`,
    `[::1]:${port}`,
    `${host}:${port}`,
  ]) {
    expect(`${own} ${await asHost(own)}`).toBe(`${own} 200 answered`);
  }
  for (const other of [
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    '10.9.8.7',
    'localhost.evil',
  ]) {
    expect(`${other} ${await asHost(other)}`).toBe(`${other} 403 misdirected_request`);
    expect(await asHost(other, 'POST')).toBe('403 misdirected_request');
  }
  if (host === '0.0.0.0') {
    await vi.waitUntil(() => sandbox.reported().includes('credentials are public'));
  }
  await sandbox.stop();
});

test('--today is the day on which its sample account is created', async () => {
  const sandbox = await serveSandbox({ flags: ['--today', '2028-02-29'] });
  const answer = await ask(sandbox, '/buying-group-orders?limit=1');
  expect(await answer.json()).toMatchObject({ data: [{ orderDate: '2028-02-29' }] });
  await sandbox.stop();
});

test('--plan free and --rate-limit respond with 403 and 429', async () => {
  const free = await serveSandbox({ flags: ['--plan', 'free'] });
  expect((await ask(free, '/credit-cards')).status).toBe(403);
  await free.stop();
  const limited = await serveSandbox({ flags: ['--rate-limit', '1/60'] });
  expect((await ask(limited, '/credit-cards')).status).toBe(200);
  const refused = await ask(limited, '/credit-cards');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  await limited.stop();
});

test('a port in use is a usage error that says so', async () => {
  const sandbox = await serveSandbox();
  const { port } = new URL(sandbox.baseUrl);
  const { exitCode, stderr } = await waybill(
    ['sandbox', 'serve', '--port', port, '--db', ':memory:'],
    { env: { WAYBILL_HOME: temporaryHome() } },
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`Port ${port} on 127.0.0.1 is already in use`);
  await sandbox.stop();
});

test('an unknown host is named: exit 14', async () => {
  const { exitCode, stderr } = await waybill(
    ['sandbox', 'serve', '--host', 'nowhere.invalid', '--db', ':memory:'],
    { env: { WAYBILL_HOME: temporaryHome() } },
  );
  expect(exitCode).toBe(14);
  expect(stderr).toContain("Can't listen on nowhere.invalid:0");
});

test.each(['10', '0/5', '5/0', 'x/y', '-1/5'])(
  '--rate-limit=%s is a usage error',
  async (typed) => {
    const { exitCode, stderr } = await waybill(['sandbox', 'serve', `--rate-limit=${typed}`], {
      env: { WAYBILL_HOME: temporaryHome() },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--rate-limit takes <requests>/<seconds>');
  },
);

test('on a terminal it prints the three values, and Ctrl-C ends it with 0', async () => {
  const child = start(['sandbox', 'serve', '--db', ':memory:'], {
    env: { WAYBILL_HOME: temporaryHome() },
  });
  const seen = await new Promise<string>((resolve) => {
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('API secret')) resolve(printed);
    });
  });
  expect(seen).toMatch(
    /^Base URL {4}http:\/\/127\.0\.0\.1:\d+\/api\/v1\nAPI key {5}\S+\nAPI secret {2}\S+\n$/,
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  expect(await exited).toBe(0);
});
