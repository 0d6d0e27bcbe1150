import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, expectError, expectInvalid, openAccount, orderFields } from './account';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

const credentials = () => ({
  'x-api-key': account.sandbox.apiKey,
  'x-api-secret': account.sandbox.apiSecret,
});

describe('"bad_request: body is not valid JSON"', () => {
  test.each([
    '',
    ' ',
    '{',
    '{"notes":}',
    "{'notes':'x'}",
    '{"notes":"x",}',
    '{"notes":"x"} trailing',
    'undefined',
    'NaN',
    '{"notes":"\n"}',
  ])('%j', async (body) => {
    const order = await account.order();
    const answer = await account.ask('PATCH', `/buying-group-orders/${order.id}`, body);
    expect(expectError(answer, 400, 'bad_request')).toEqual([]);
    for (const path of ['/buying-group-orders', '/gift-card-orders', '/shipments']) {
      expectError(await account.ask('POST', path, body), 400, 'bad_request');
    }
  });

  test('text that is not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"notes":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const answer = await account.raw('/shipments', {
      method: 'POST',
      headers: credentials(),
      body,
    });
    expectError(answer, 400, 'bad_request');
  });

  test('repeats nothing of the body in the response', async () => {
    const answer = await account.ask(
      'POST',
      '/gift-card-orders',
      '{"redemptionCodes":[{"code":"CANARY',
    );
    expect(answer.text).not.toContain('CANARY');
  });
});

test.each(['[]', 'null', '"text"', '5', 'true'])(
  'a body that is not an object yields 400 invalid_request: %s',
  async (body) => {
    for (const path of ['/buying-group-orders', '/gift-card-orders', '/shipments']) {
      expectInvalid(await account.ask('POST', path, body), '');
    }
  },
);

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-8',
  '',
])('reads a JSON body whatever its content type: %j', async (type) => {
  const answer = await account.raw('/buying-group-orders', {
    method: 'POST',
    headers: { ...credentials(), 'content-type': type },
    body: JSON.stringify(orderFields()),
  });
  expect(answer.status).toBe(201);
});

test('a byte order mark in front of JSON is ignored', async () => {
  const answer = await account.ask('POST', '/shipments', '\uFEFF{"shipments":[],"color":1}');
  expectInvalid(answer, 'shipments', 'color');
});

describe('a body above 1 MiB is refused', () => {
  const padded = (bytes: number) => {
    const body = JSON.stringify(orderFields());
    return body + ' '.repeat(bytes - body.length);
  };

  test('1 MiB is accepted, one byte more is not', async () => {
    expect((await account.ask('POST', '/buying-group-orders', padded(1_048_576))).status).toBe(201);
    const answer = await account.ask('POST', '/buying-group-orders', padded(1_048_577));
    expectError(answer, 413, 'payload_too_large');
  });

  test('even without a length', async () => {
    const post = request(`${account.sandbox.baseUrl}/shipments`, {
      method: 'POST',
      headers: { ...credentials(), 'transfer-encoding': 'chunked' },
    });
    const answered = new Promise<[number | undefined, string]>((resolve, reject) => {
      post.on('error', reject);
      post.on('response', async (answer) => resolve([answer.statusCode, await text(answer)]));
    });
    for (let sent = 0; sent < 20; sent++) post.write(' '.repeat(65_536));
    post.end();
    const [status, body] = await answered;
    expect(status).toBe(413);
    expect(JSON.parse(body).error.code).toBe('payload_too_large');
  });

  test('and the service goes on', async () => {
    expect((await account.ask('GET', '/credit-cards')).status).toBe(200);
  });
});

test.each([
  ['[', ']', 'shipments.0'],
  ['{"a":', '}', 'shipments'],
])('a body nested as deep as it can be is refused: %s', async (opening, closing, path) => {
  const depth = Math.floor(1_000_000 / (opening.length + 1));
  const nested = `${opening.repeat(depth)}1${closing.repeat(depth)}`;
  expectInvalid(await account.ask('POST', '/shipments', `{"shipments":${nested}}`), path);
  const color = `{"shipments":[],"color":${nested}}`;
  expectInvalid(await account.ask('POST', '/shipments', color), 'shipments', 'color');
});

describe('every response', () => {
  const answers = async () => [
    await account.ask('GET', '/credit-cards'),
    await account.ask('GET', '/nowhere'),
    await account.ask('POST', '/buying-group-orders', orderFields()),
    await account.ask('POST', '/shipments', '{'),
    await account.raw('/credit-cards', {}),
  ];

  test('is application/json', async () => {
    for (const { headers } of await answers()) {
      expect(headers.get('content-type')).toMatch(/^application\/json($|;)/);
    }
  });

  test('carries a Date', async () => {
    for (const { headers } of await answers()) {
      const date = headers.get('date') ?? '';
      expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
      expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
    }
  });

  test('carries its own request id', async () => {
    const ids = (await answers()).map(({ headers }) => headers.get('x-request-id'));
    expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id ?? ''))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('unknown routes yield 404 in the error shape', () => {
  test.each([
    '/',
    '/orders',
    '/Buying-Group-Orders',
    '/credit%2Dcards',
    '/buying-group-orders/1/2',
    '/shipments/1',
    '/credit-cards/7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01',
    '/../../etc/passwd',
  ])('%s', async (path) => {
    expectError(await account.ask('GET', path), 404, 'not_found');
  });

  test('a trailing slash is not part of the name', async () => {
    expect((await account.ask('GET', '/credit-cards/')).status).toBe(200);
  });

  test('without the version prefix, too', async () => {
    const { origin } = new URL(account.sandbox.baseUrl);
    const answer = await fetch(`${origin}/credit-cards`, { headers: credentials() });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      error: { code: 'not_found', message: expect.any(String) },
    });
  });
});

describe('unknown methods yield 405 in the error shape and list the allowed ones', () => {
  test.each([
    ['DELETE', '/buying-group-orders', 'GET, POST'],
    ['PUT', '/buying-group-orders', 'GET, POST'],
    ['DELETE', '/buying-group-orders/1', 'GET, PATCH'],
    ['POST', '/gift-card-orders/1', 'GET, PATCH'],
    ['GET', '/shipments', 'POST'],
    ['POST', '/credit-cards', 'GET'],
    ['OPTIONS', '/credit-cards', 'GET'],
  ])('%s %s', async (method, path, allowed) => {
    const answer = await account.ask(method, path);
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe(allowed);
  });
});

test.each([
  ['/credit-cards', 405],
  ['/shipments', 405],
  ['/nowhere', 404],
])(
  'HEAD %s is refused like any other unknown method; HTTP leaves its body out',
  async (path, status) => {
    const answer = await account.ask('HEAD', path);
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text: '' });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  },
);

test('no header lets in a browser page from another origin', async () => {
  const { headers } = await account.raw('/credit-cards', {
    headers: { ...credentials(), origin: 'https://evil.example' },
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

/** The response to these bytes, sent unchanged. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(account.sandbox.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    text(socket).then(resolve, reject);
  });
}

describe('requests that other programs would not send', () => {
  const key = () =>
    `x-api-key: ${account.sandbox.apiKey}\r\nx-api-secret: ${account.sandbox.apiSecret}`;

  test.each([
    ['an invalid Host header', 'GET /api/v1/credit-cards HTTP/1.1\r\nHost: a b'],
    ['a backslash in the path', 'GET /api/v1\\credit-cards HTTP/1.1\r\nHost: x'],
    ['a target that is not a path', 'OPTIONS * HTTP/1.1\r\nHost: x'],
  ])('%s yields 400 in the error shape', async (_, head) => {
    const [start, body = ''] = (await exchange(`${head}\r\n${key()}\r\n\r\n`)).split('\r\n\r\n');
    expect(start).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'bad_request' } });
  });

  test('HTTP/1.0, which has no Host header', async () => {
    const answer = await exchange(`GET /api/v1/credit-cards HTTP/1.0\r\n${key()}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    ['no HTTP', 'hello', 400],
    ['too long a header', `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(17_000)}`, 431],
    ['an unknown expectation', 'POST / HTTP/1.1\r\nHost: localhost\r\nExpect: more', 417],
  ])('%s yields no body', async (_, head, status) => {
    const answer = await exchange(`${head}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).not.toContain('{');
  });

  test.each(['%zz', '%E0%A4%A', '..%2f..', '%00'])('an id that is not text: %s', async (id) => {
    const head = `GET /api/v1/buying-group-orders/${id} HTTP/1.1\r\nHost: localhost\r\nConnection: close`;
    expect(await exchange(`${head}\r\n${key()}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('two keys count as none', async () => {
    const head = `GET /api/v1/credit-cards HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${key()}`;
    expect(await exchange(`${head}\r\nx-api-key: other\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('a client that goes away while sending causes no warning', async () => {
    let reported = '';
    account.sandbox.process.stderr?.on('data', (chunk) => {
      reported += chunk;
    });
    const head = 'POST /api/v1/shipments HTTP/1.1\r\nHost: localhost\r\ncontent-length: 100';
    await exchange(`${head}\r\n${key()}\r\n\r\n{`);
    expect((await account.ask('GET', '/credit-cards')).status).toBe(200);
    expect(reported).toBe('');
  });
});
