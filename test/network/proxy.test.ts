import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request as send,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createPlainServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FaultyService, startFaultyService } from '../support/faulty-service';
import { waybill } from '../support/waybill';
import { accountApi, sandboxPair } from './account-api';
import {
  answerWithCards,
  certificate,
  type SecureServer,
  startSecureServer,
} from './secure-servers';

interface Passed {
  /** What the proxy was asked for: a URL, or `CONNECT` and a host. */
  readonly asked: string;
  readonly headers: IncomingHttpHeaders;
}

interface ProxyNature {
  /** The expected `proxy-authorization`. */
  readonly wanted?: string;
  /** One of the test certificates, for a proxy that uses TLS itself. */
  readonly certificate?: string;
}

/** A proxy as in companies: full URLs for http, tunnels for https. */
async function startProxy({ wanted, certificate: own }: ProxyNature = {}) {
  const passed: Passed[] = [];
  const lacks = (headers: IncomingHttpHeaders) =>
    wanted !== undefined && headers['proxy-authorization'] !== wanted;
  const listener: RequestListener = (incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    passed.push({ asked: url, headers });
    if (lacks(headers)) {
      outgoing.writeHead(407).end();
      return;
    }
    const onward = send(url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  };
  const server =
    own === undefined
      ? createServer(listener)
      : createSecureServer(
          { cert: readFileSync(certificate(own)), key: readFileSync(certificate('server-key')) },
          listener,
        );
  server.on('connect', ({ url = '', headers }, socket) => {
    passed.push({ asked: `CONNECT ${url}`, headers });
    if (lacks(headers)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const [host, port] = url.split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    passed,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let plain: FaultyService;
let secure: SecureServer;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let guarded: Awaited<ReturnType<typeof startProxy>>;
const guard = `Basic ${Buffer.from('ann:pa ss').toString('base64')}`;

beforeAll(async () => {
  plain = await startFaultyService();
  secure = await startSecureServer('server');
  proxy = await startProxy();
  guarded = await startProxy({ wanted: guard });
});
afterAll(async () => {
  for (const server of [plain, secure, proxy, guarded]) await server.stop();
});
beforeEach(() => {
  proxy.passed.splice(0);
  guarded.passed.splice(0);
});

async function read(
  baseUrl: string,
  env: Readonly<Record<string, string>>,
  caFile: string | null = certificate('authority'),
) {
  const api = accountApi({ baseUrl, env, ...(caFile === null ? {} : { caFile }) });
  return api.creditCards.page({ limit: 1, offset: 0 }).finally(() => api.close());
}

describe('the route of a request', () => {
  const via = () => `http://${proxy.address}`;
  type Environment = Readonly<Record<string, string>>;

  test.each<[string, () => Environment, boolean]>([
    ['HTTP_PROXY', () => ({ HTTP_PROXY: via() }), true],
    ['http_proxy', () => ({ http_proxy: via() }), true],
    ['an address without a scheme', () => ({ HTTP_PROXY: proxy.address }), true],
    ['HTTPS_PROXY alone', () => ({ HTTPS_PROXY: via() }), false],
    ['an empty one', () => ({ http_proxy: '', HTTP_PROXY: '' }), false],
    ['NO_PROXY for the host', () => ({ HTTP_PROXY: via(), NO_PROXY: '127.0.0.1' }), false],
    ['no_proxy for all', () => ({ HTTP_PROXY: via(), no_proxy: '*' }), false],
    ['NO_PROXY for others', () => ({ HTTP_PROXY: via(), NO_PROXY: 'a.example,.b.example' }), true],
    ['one on another machine', () => ({ HTTP_PROXY: 'http://192.0.2.1:9' }), false],
  ])('http: %s', async (_, env, proxied) => {
    const { data } = await read(plain.baseUrl, env());
    expect(data).toHaveLength(1);
    const whole = `${plain.baseUrl}/credit-cards?limit=1&offset=0`;
    expect(proxy.passed.map(({ asked }) => asked)).toEqual(proxied ? [whole] : []);
  });

  test.each<[string, () => Environment, boolean]>([
    ['HTTPS_PROXY', () => ({ HTTPS_PROXY: via() }), true],
    ['https_proxy', () => ({ https_proxy: via() }), true],
    ['HTTP_PROXY alone', () => ({ HTTP_PROXY: via() }), false],
    ['NO_PROXY for the host', () => ({ HTTPS_PROXY: via(), NO_PROXY: 'localhost' }), false],
    ['NO_PROXY for another port', () => ({ HTTPS_PROXY: via(), NO_PROXY: 'localhost:1' }), true],
  ])('https: %s', async (_, env, proxied) => {
    const { data } = await read(secure.baseUrl, env());
    expect(data).toEqual([{ id: 'secure' }]);
    const tunnel = `CONNECT localhost:${secure.port}`;
    expect(proxy.passed.map(({ asked }) => asked)).toEqual(proxied ? [tunnel] : []);
    // The proxy must not see what goes through the tunnel.
    for (const { headers } of proxy.passed) {
      expect(Object.keys(headers).filter((name) => name.startsWith('x-api'))).toEqual([]);
    }
  });
});

test('the built program takes the same route', async () => {
  const env = {
    WAYBILL_BASE_URL: secure.baseUrl,
    WAYBILL_API_KEY: sandboxPair.apiKey,
    WAYBILL_API_SECRET: sandboxPair.apiSecret.reveal(),
    HTTPS_PROXY: `http://${proxy.address}`,
  };
  const words = ['api', 'get', '/credit-cards', '--ca-file', certificate('authority')];
  const { exitCode, stdout } = await waybill(words, { env });
  expect([exitCode, JSON.parse(stdout).data]).toEqual([0, [{ id: 'secure' }]]);
  expect(proxy.passed.map(({ asked }) => asked)).toEqual([`CONNECT localhost:${secure.port}`]);
});

describe('a proxy that requires authorization', () => {
  test('takes the credentials in its URL', async () => {
    const url = `http://ann:pa%20ss@${guarded.address}`;
    expect((await read(secure.baseUrl, { HTTPS_PROXY: url })).data).toHaveLength(1);
    expect((await read(plain.baseUrl, { HTTP_PROXY: url })).data).toHaveLength(1);
    expect(guarded.passed.map(({ headers }) => headers['proxy-authorization'])).toEqual([
      guard,
      guard,
    ]);
  });

  test.each([
    ['tok@', 'tok:'],
    ['tok:@', 'tok:'],
    ['ann:100%@', 'ann:100%'],
  ])('gets "%s" as it is', async (typed, sent) => {
    const url = `http://${typed}${proxy.address}`;
    await read(secure.baseUrl, { HTTPS_PROXY: url });
    await read(plain.baseUrl, { HTTP_PROXY: url });
    const expected = `Basic ${Buffer.from(sent).toString('base64')}`;
    expect(proxy.passed.map(({ headers }) => headers['proxy-authorization'])).toEqual([
      expected,
      expected,
    ]);
  });

  test('refuses wrong ones: exit 10 at once, with nothing sent', async () => {
    const url = `http://ann:wrong@${guarded.address}`;
    const before = secure.requests.length;
    for (const [baseUrl, env] of [
      [secure.baseUrl, { HTTPS_PROXY: url }],
      [plain.baseUrl, { HTTP_PROXY: url }],
    ] as const) {
      const failure = await read(baseUrl, env).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        ending: 'unavailable',
        code: 'proxy',
        message: expect.stringContaining('407'),
        hint: expect.stringContaining('NO_PROXY'),
      });
      expect(JSON.stringify(failure)).not.toMatch(/wrong|ann/);
    }
    expect(guarded.passed).toHaveLength(2);
    expect(secure.requests).toHaveLength(before);
  });
});

test('an unreachable proxy: exit 10, and the proxy is named', async () => {
  const failure = read(secure.baseUrl, { HTTPS_PROXY: 'http://127.0.0.1:9' });
  await expect(failure).rejects.toMatchObject({
    ending: 'unavailable',
    code: 'proxy_unreachable',
    hint: expect.stringContaining('HTTPS_PROXY'),
  });
});

test('a proxy that closes the connection is asked once a try', async () => {
  let asked = 0;
  const closing = createPlainServer((socket) => {
    asked++;
    socket.on('data', () => socket.end()).on('error', () => {});
  });
  closing.listen(0, '127.0.0.1');
  await once(closing, 'listening');
  const { port } = closing.address() as AddressInfo;
  const reading = read(secure.baseUrl, { HTTPS_PROXY: `http://127.0.0.1:${port}` });
  await expect(reading).rejects.toMatchObject({ exitCode: 10, code: 'proxy_unreachable' });
  expect(asked).toBeLessThanOrEqual(5);
  closing.close();
});

test('a service behind a proxy with a certificate of another host: nothing sent', async () => {
  const elsewhere = await startSecureServer('elsewhere');
  const env = { HTTPS_PROXY: `http://${proxy.address}` };
  await expect(read(elsewhere.baseUrl, env)).rejects.toMatchObject({ code: 'certificate' });
  const unknown = read(secure.baseUrl, env, certificate('server'));
  await expect(unknown).rejects.toMatchObject({ code: 'certificate' });
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.stop();
});

describe('with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  beforeEach(() => vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  const refused = {
    ending: 'unavailable',
    code: 'certificate',
    hint: expect.stringContaining('--ca-file'),
  };

  test('an untrusted service gets nothing through a tunnel', async () => {
    const before = secure.requests.length;
    const unknown = read(secure.baseUrl, { HTTPS_PROXY: `http://${proxy.address}` }, null);
    await expect(unknown).rejects.toMatchObject(refused);
    expect(proxy.passed).toHaveLength(1);
    expect(secure.requests).toHaveLength(before);
  });

  test('an untrusted proxy gets nothing either; with --ca-file both do', async () => {
    const hidden = await startProxy({ certificate: 'server' });
    const via = `https://localhost:${hidden.address.split(':')[1]}`;
    for (const [baseUrl, env] of [
      [secure.baseUrl, { HTTPS_PROXY: via }],
      [plain.baseUrl, { HTTP_PROXY: via }],
    ] as const) {
      await expect(read(baseUrl, env, null)).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining('to the proxy for'),
      });
      expect(hidden.passed.splice(0)).toEqual([]);
      expect((await read(baseUrl, env)).data).toHaveLength(1);
      expect(hidden.passed.splice(0)).toHaveLength(1);
    }
    await hidden.stop();
  });
});

test('a proxy with TLS named by its IP address works, and quietly', async () => {
  const hidden = await startProxy({ certificate: 'server' });
  const env = {
    WAYBILL_BASE_URL: secure.baseUrl,
    WAYBILL_API_KEY: sandboxPair.apiKey,
    WAYBILL_API_SECRET: sandboxPair.apiSecret.reveal(),
    HTTPS_PROXY: `https://${hidden.address}`,
  };
  const words = ['api', 'get', '/credit-cards', '--ca-file', certificate('authority')];
  const { exitCode, stderr } = await waybill(words, { env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  await hidden.stop();
});

test('https to a service, or to a proxy, that has only plain http', async () => {
  const server = createServer(answerWithCards).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service = `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const environment = (baseUrl: string, more: Readonly<Record<string, string>>) => ({
    ...{ WAYBILL_BASE_URL: baseUrl, WAYBILL_API_KEY: sandboxPair.apiKey },
    ...{ WAYBILL_API_SECRET: sandboxPair.apiSecret.reveal(), ...more },
  });
  for (const [env, said] of [
    [environment(service, {}), `a server at ${new URL(service).origin}, but it does not speak TLS`],
    [environment(service, { HTTPS_PROXY: `http://${proxy.address}` }), 'does not speak TLS'],
    [
      environment(secure.baseUrl, { HTTPS_PROXY: `https://${proxy.address}` }),
      'does not speak TLS',
    ],
  ] as const) {
    const { exitCode, stderr } = await waybill(['cards', 'list', '--retries', '0'], { env });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 10,
      stderr: expect.stringContaining(said),
    });
  }
  server.closeAllConnections();
  server.close();
});

test.each(['socks5://127.0.0.1:1', 'http://', 'ftp://ann:geheim@x'])(
  'an address that is not a proxy (%s) is a usage error that does not repeat it',
  async (url) => {
    const failure = await read(secure.baseUrl, { HTTPS_PROXY: url }).catch((error) => error);
    expect(failure).toMatchObject({ ending: 'usage' });
    expect(failure.message).toContain('HTTPS_PROXY');
    expect(JSON.stringify(failure)).not.toContain('geheim');
  },
);
