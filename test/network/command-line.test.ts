import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type FaultyService,
  firstTime,
  jsonResponse,
  startFaultyService,
  wireResponse,
} from '../support/faulty-service';
import { projectFolder } from '../support/project';
import { type RunOptions, start, temporaryHome, waybill } from '../support/waybill';
import { askInProcess, sandboxPair } from './account-api';
import { certificate, startSecureServer } from './secure-servers';

let faulty: FaultyService;
const home = temporaryHome();

beforeAll(async () => {
  faulty = await startFaultyService();
});
afterAll(() => faulty.stop());
beforeEach(() => {
  faulty.plan(() => undefined);
  faulty.requests.splice(0);
});

const secret = sandboxPair.apiSecret.reveal();
const environment = (more: Readonly<Record<string, string>> = {}) => ({
  WAYBILL_HOME: home,
  WAYBILL_BASE_URL: faulty.baseUrl,
  WAYBILL_API_KEY: sandboxPair.apiKey,
  WAYBILL_API_SECRET: secret,
  ...more,
});

/** A run against the faulty service; neither stream may contain the secret. */
async function run(words: readonly string[], { env, ...options }: RunOptions = {}) {
  const result = await waybill(words, { ...options, env: environment(env) });
  expect(result.stdout + result.stderr).not.toContain(secret);
  return result;
}

const cards = ['cards', 'list', '--json'];
const errorOf = ({ stderr }: { readonly stderr: string }) => JSON.parse(stderr).error;

describe('how a run ends when the network fails', () => {
  test('nothing responds: 10, and one more attempt with --retries 1', async () => {
    const env = { WAYBILL_BASE_URL: 'http://127.0.0.1:9/api/v1' };
    const result = await run([...cards, '--retries', '1'], { env });
    expect(result.exitCode).toBe(10);
    expect(errorOf(result)).toMatchObject({
      code: 'connection_refused',
      message: 'Nothing is listening at http://127.0.0.1:9: the connection was refused',
      exitCode: 10,
    });
    const reported = await run(['cards', 'list', '-v', '--retries', '1'], { env });
    expect(reported.stderr.match(/refused \d+ ms attempt \d/g)).toHaveLength(2);
  });

  test('no response within --timeout: 10', async () => {
    faulty.plan(() => ({ instead: () => {} }));
    const result = await run([...cards, '--timeout', '0.2', '--retries', '0']);
    expect(errorOf(result)).toMatchObject({ code: 'timeout', exitCode: 10 });
    expect(errorOf(result).message).toContain('within 0.2 s');
  });

  test('codes and PINs that the service should never send are masked in its raw JSON', async () => {
    const order = { id: 'g1', redemptionCodes: [{ code: 'XK7P', pin: '4821' }] };
    const one = ['/gift-card-orders/g1'];
    const all = ['/gift-card-orders', '--paginate'];
    const pagination = { limit: 100, offset: 0, totalCount: 1, hasMore: false };
    for (const words of [one, [...one, '-i'], all, [...all, '-o', 'ndjson']]) {
      const data = words.includes('--paginate') ? [order] : order;
      faulty.plan(() => ({ instead: jsonResponse(200, { data, pagination }) }));
      const { stdout, exitCode } = await run(['api', ...words]);
      expect(exitCode, words.join(' ')).toBe(0);
      expect(stdout).toContain('"g1"');
      expect(stdout).not.toMatch(/XK7P|4821/);
    }
  });

  test('rows that hand on an order number wait for each other, there and back', async () => {
    const file = join(temporaryHome(), 'numbers.csv');
    writeFileSync(file, 'order,orderNumber\n800458530,CHAIN-1\n9889303997,800458530\n');
    for (let path = file, turn = 0; turn < 2; turn++) {
      const slow = { before: () => new Promise((resolve) => setTimeout(resolve, 300)) };
      faulty.plan(firstTime(slow, ({ method }) => method === 'PATCH'));
      const ended = await run(['orders', 'update', '--csv', path, '--json']);
      expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 2, added: 2 });
      path = JSON.parse(ended.stdout).oldValuesFile;
    }
  });

  test('still limited when --max-wait runs out: 9', async () => {
    faulty.plan(() => ({
      instead: jsonResponse(429, { error: { code: 'rate_limited', message: '-' } }),
    }));
    const result = await run([...cards, '--max-wait', '3']);
    expect(errorOf(result)).toMatchObject({ code: 'rate_limited', status: 429, exitCode: 9 });
    expect(faulty.requests).toHaveLength(1);
  });

  test.each([
    ['a redirect', wireResponse(302, { location: 'https://x.example', 'content-length': '0' }, '')],
    ['a page', wireResponse(200, { 'content-type': 'text/html', 'content-length': '2' }, 'hi')],
    ['another response', jsonResponse(200, { data: [] })],
  ])('%s: 13', async (_, instead) => {
    faulty.plan(() => ({ instead }));
    const result = await run([...cards, '--retries', '0']);
    expect(result).toMatchObject({ exitCode: 13, stdout: '' });
    expect(faulty.requests).toHaveLength(1);
  });

  test.each([
    [404, 6],
    [400, 8],
    [405, 8],
    [409, 7],
    [401, 4],
  ])('a HEAD with status %i, which never has a body: %i', async (status, exitCode) => {
    const type = { 'content-type': 'application/json' };
    // The length is that of the body a GET would get.
    faulty.plan(() => ({ instead: wireResponse(status, { ...type, 'content-length': '60' }, '') }));
    const result = await run(['api', 'HEAD', '/buying-group-orders/unknown', '--json']);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(errorOf(result)).toMatchObject({ code: `http_${status}`, status, exitCode });
    expect(errorOf(result).message).not.toContain('is not from the service');
    expect(faulty.requests).toHaveLength(1);
  });

  test('a raw write with --fields, which its response may lack: 2, and nothing is sent', async () => {
    const words = ['api', 'PATCH', '/buying-group-orders/x', '-f', 'notes=x', '--fields', 'id'];
    expect(await run(words)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(faulty.requests).toEqual([]);
  });

  test.each(['', '/api/v1'])(
    'a lost PATCH of "%s/buying-group-orders/…" is sent again',
    async (base) => {
      const { data } = JSON.parse((await run(['api', '/buying-group-orders', '--json'])).stdout);
      let isFirst = true;
      faulty.plan(({ method }) => {
        if (method !== 'PATCH' || !isFirst) return undefined;
        isFirst = false;
        return { cutResponse: 0 };
      });
      const path = `${base}/buying-group-orders/${data[0].id}`;
      expect(await run(['api', 'PATCH', path, '-f', 'notes=again'])).toMatchObject({ exitCode: 0 });
    },
  );

  test('refused credentials: 4, with what to do', async () => {
    const env = { WAYBILL_API_SECRET: 'sandbox_secret_wrong' };
    const result = await run(['cards', 'list'], { env });
    expect(result.exitCode).toBe(4);
    const said = result.stderr.replaceAll(/\s+/g, ' ');
    expect(said).toContain('set WAYBILL_API_SECRET to the new secret');
    expect(said).not.toContain('auth rotate');
    expect(faulty.requests).toHaveLength(1);
  });

  test.each([[['orders', 'list']], [['api', '/credit-cards']]])(
    'a base URL without its version prefix: %j says so',
    async (words) => {
      const env = { WAYBILL_BASE_URL: new URL(faulty.baseUrl).origin };
      const result = await run([...words, '--json'], { env });
      expect(result.exitCode).toBe(6);
      expect(errorOf(result).hint).toBe(
        'Check the base URL: it includes the version prefix, such as https://…/api/v1.',
      );
    },
  );

  test('survives one failure silently', async () => {
    faulty.plan(firstTime({ cutResponse: 100 }));
    const result = await run(cards);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(result.stdout).length).toBeGreaterThan(0);
    expect(faulty.requests).toHaveLength(2);
  });

  test('settles a lost create: the order on stdout, a notice on stderr', async () => {
    faulty.plan(firstTime({ cutResponse: 0 }, ({ method }) => method === 'POST'));
    const file = ['--from-json', 'examples/order.json', '--order-number', 'cli-lost-1'];
    const result = await run(['orders', 'create', ...file, '--json', '--yes']);
    expect(result.exitCode).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ orderNumber: 'cli-lost-1', source: 'api' });
    expect(result.stderr).not.toBe('');
    expect(faulty.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  describe("redemption codes, which can't be read back, are unconfirmed: 11", () => {
    const codes = ['--codes-file', 'examples/codes.csv', '--yes', '--json'];
    const isWrite = ({ method }: { readonly method: string }) => method !== 'GET';
    const failing = { instead: jsonResponse(500, { error: { code: 'internal', message: '-' } }) };
    const unconfirmed = "can't be read back and are unconfirmed";

    test('of an update', async () => {
      faulty.plan((request) => (isWrite(request) ? failing : undefined));
      const { data } = await askInProcess(faulty.service, '/gift-card-orders?limit=1');
      const [{ id }] = data;
      const update = ['giftcards', 'update', id, '--retries', '0', ...codes];
      const onlyCodes = errorOf(await run(update));
      expect(onlyCodes).toMatchObject({ code: 'outcome_unknown', exitCode: 11 });
      expect(onlyCodes.hint).toContain(unconfirmed);
      expect(onlyCodes.hint).toContain('Sending the same codes again is safe');
      expect(onlyCodes.hint).not.toContain('giftcards get');
      const { hint } = errorOf(await run([...update, '--notes', 'n']));
      expect(hint).toContain(unconfirmed);
      expect(hint).toContain(
        `To see whether the rest was changed, run waybill giftcards get ${id}`,
      );
    });

    test('of a create', async () => {
      let isSent = false;
      faulty.plan((request) => {
        isSent ||= isWrite(request);
        return isSent ? failing : undefined;
      });
      const create = ['giftcards', 'create', '--order-number', 'E 22228', '--date', '2025-11-18'];
      const more = ['--retailer', 'Target', '--platform', 'card_center', '--status', 'purchased'];
      const item = ['--item', 'description=A,price=1,qty=1', '--retries', '0'];
      const error = errorOf(await run([...create, ...more, ...item, ...codes]));
      expect(error).toMatchObject({ code: 'outcome_unknown', exitCode: 11 });
      expect(error.hint).toContain("waybill giftcards get 'E 22228'");
      expect(error.hint).toContain(unconfirmed);
      expect(error.hint).toContain("waybill giftcards update 'E 22228' --codes-file <file>");
    });
  });

  describe('JSON of the wrong shape after a write', () => {
    const wrong = { instead: jsonResponse(200, { data: {} }) };
    const isWrite = ({ method }: { readonly method: string }) => method !== 'GET';
    const writes = () => faulty.requests.filter(isWrite).length;
    /** An order that takes tracking numbers, as the sample account has it. */
    const order = '800458530';
    const update = (notes: string) => ['orders', 'update', order, '--notes', notes, '--json'];
    const create = ['orders', 'create', '--from-json', 'examples/order.json', '--json', '--yes'];

    test('of a create that was carried out: found, and sent once', async () => {
      faulty.plan(firstTime({ ...wrong, carriedOut: true }, isWrite));
      const result = await run([...create, '--order-number', 'cli-shape-1']);
      expect(result.exitCode).toBe(0);
      expect(JSON.parse(result.stdout)).toMatchObject({ orderNumber: 'cli-shape-1' });
      expect(writes()).toBe(1);
    });

    test('of a create that was not: sent once more', async () => {
      faulty.plan(firstTime(wrong, isWrite));
      const result = await run([...create, '--order-number', 'cli-shape-2']);
      expect(result.exitCode).toBe(0);
      expect(JSON.parse(result.stdout)).toMatchObject({ orderNumber: 'cli-shape-2' });
      expect(writes()).toBe(2);
    });

    test("of a create that can't be looked up: 11, and sent once", async () => {
      const single = JSON.parse(readFileSync(join(projectFolder, 'examples/order.json'), 'utf8'));
      const { orderNumber: _, ...input } = single;
      faulty.plan(firstTime({ ...wrong, carriedOut: true }, isWrite));
      const words = ['orders', 'create', '--from-json', '-', '--no-safe-retry', '--json', '--yes'];
      const result = await run(words, { input: JSON.stringify(input) });
      expect(result).toMatchObject({ exitCode: 11, stdout: '' });
      expect(errorOf(result).message).toContain('data.id');
      expect(writes()).toBe(1);
    });

    test.each([
      [true, 1],
      [false, 2],
    ])('of an update, carried out or not (%s): read back', async (carriedOut, sent) => {
      const notes = `shaped ${carriedOut}`;
      faulty.plan(firstTime({ ...wrong, carriedOut }, isWrite));
      const result = await run(update(notes));
      expect(result.exitCode).toBe(0);
      expect(JSON.parse(result.stdout)).toMatchObject({ orderNumber: order, notes });
      expect(writes()).toBe(sent);
    });

    test.each([true, false])(
      'of shipments, carried out or not (%s): sent again',
      async (carriedOut) => {
        faulty.plan(firstTime({ ...wrong, carriedOut }, isWrite));
        const number = `SHAPE000${Number(carriedOut)}`;
        const result = await run(['shipments', 'add', order, number, '--json']);
        expect(result.exitCode).toBe(0);
        expect(JSON.parse(result.stdout)).toMatchObject({ added: 1, unknown: 0 });
        expect(writes()).toBe(2);
        const shipments = await run(['shipments', 'list', '--tracking', number, '--count']);
        expect(shipments.stdout.trim()).toBe('1');
      },
    );

    test.each([
      ['an update', update('never'), 1],
      ['shipments', ['shipments', 'add', order, 'SHAPE0002', '--json'], 1],
    ])('of %s, every time: 11, naming the field', async (_, words, retries) => {
      faulty.plan((request) => (isWrite(request) ? wrong : undefined));
      const result = await run([...words, '--retries', String(retries)]);
      expect(result.exitCode).toBe(11);
      expect(result.stderr).toMatch(
        /does not match what the service documents: data\.(id|addedCount)/,
      );
      expect(writes()).toBe(1 + retries);
    });
  });

  test('502 for a single shipment, every time: 11, in whole sentences', async () => {
    const bad = { instead: wireResponse(502, { 'content-length': '0' }, '') };
    faulty.plan(({ method }) => (method === 'POST' ? bad : undefined));
    const number = '1Z999AA10123456784';
    const words = ['shipments', 'add', '800458530', number, '--retries', '0', '--json'];
    const result = await run(words);
    expect(result.exitCode).toBe(11);
    const { message, hint } = errorOf(result);
    expect(message).toBe(
      `It is unknown whether ${number} is on order 800458530. POST /shipments may or may not have been carried out: POST /shipments failed with status 502`,
    );
    // How to find out.
    expect(hint).toContain('run waybill orders get 800458530.');
    expect(hint).toContain('run the same command');
    expect(result.stderr).not.toMatch(/\.csv|jobs/);
    const again = await run(words);
    expect(again.stderr).toContain('Resuming: 0 of 1 row is already settled.');
  });

  describe('a body of 3,000 levels', () => {
    const nested = '['.repeat(3_000) + ']'.repeat(3_000);
    const responded = (status: number, text: string) =>
      wireResponse(
        status,
        { 'content-type': 'application/json', 'content-length': String(text.length) },
        text,
      );
    const deepCards = responded(200, `{"data":[{"id":"a","x":${nested}}],"pagination":{}}`);

    test.each([
      'cards list',
      'api GET /credit-cards',
      'api GET /credit-cards --paginate',
      'auth status',
    ])('%s: exit 13, with --debug too', async (words) => {
      faulty.plan(() => ({ instead: deepCards }));
      const result = await run([...words.split(' '), '--retries', '0', '--debug']);
      expect(result.exitCode).toBe(13);
      expect(result.stderr).toContain('nested more than 200 levels deep');
    });

    test('settles a create that was carried out: the order on stdout', async () => {
      const words = ['--from-json', 'examples/order.json', '--order-number', 'cli-deep-1'];
      let made = 0;
      faulty.plan(({ method }) => {
        if (method !== 'POST') return undefined;
        made++;
        const order = JSON.parse(readFileSync(join(projectFolder, 'examples/order.json'), 'utf8'));
        const body = { ...order, orderNumber: 'cli-deep-1' };
        const path = '/buying-group-orders';
        return {
          before: () => askInProcess(faulty.service, path, { method, body }),
          instead: responded(201, `{"data":{"x":${nested}}}`),
        };
      });
      const result = await run(['orders', 'create', ...words, '--json', '--debug']);
      expect(result.exitCode).toBe(0);
      expect(JSON.parse(result.stdout)).toMatchObject({ orderNumber: 'cli-deep-1', source: 'api' });
      expect(made).toBe(1);
    });

    test('of an error is not mistaken for the error: exit 13', async () => {
      faulty.plan(() => ({ instead: responded(404, `{"error":{"code":${nested}}}`) }));
      expect((await run([...cards, '--retries', '0'])).exitCode).toBe(13);
    });

    test.each([
      ['orders create --from-json -', nested],
      ['orders create --items-file -', `[{"description":${nested}}]`],
      ['orders update 800458530 --from-json -', `{"notes":${nested}}`],
      ['giftcards update 800458530 --codes-file -', `[{"code":${nested}}]`],
      ['shipments add --from-json -', nested],
      ['api POST /shipments --input -', nested],
    ])('%s: exit 2, and nothing is sent', async (words, input) => {
      const result = await run([...words.split(' '), '--yes'], { input });
      expect(result.stderr).toContain('standard input is nested more than 200 levels deep');
      expect(result).toMatchObject({ exitCode: 2, stdout: '' });
      expect(faulty.requests).toEqual([]);
    });

    test('in a flag or a cell: exit 2, named, and nothing is sent', async () => {
      const flag = await run(['api', 'POST', '/shipments', '-F', `shipments=${nested}`]);
      expect(flag.exitCode).toBe(2);
      expect(flag.stderr).toContain('shipments is nested more than 200 levels deep');
      const rejects = join(home, 'deep-rejects.csv');
      const words = ['orders', 'update', '--csv', '-', '--yes', '--rejects', rejects];
      const cell = await run(words, { input: `order;orderLineItems\n800458530;${nested}\n` });
      expect(cell.exitCode).toBe(2);
      expect(readFileSync(rejects, 'utf8')).toContain('is nested more than 200 levels deep');
      expect(faulty.requests).toEqual([]);
    });
  });

  describe.each(['9007199254740993', '1e400'])('an unknown member of %s', (number) => {
    const text = `{"data":[{"id":"a","mass":${number}}],"pagination":{"limit":100,"offset":0,"totalCount":1}}`;
    const type = 'application/json';
    const head = { 'content-type': type, 'content-length': String(text.length) };

    test.each([
      'cards list',
      'giftcards list',
      'api GET /credit-cards',
      'api GET /credit-cards --paginate',
      'sync --only cards',
    ])('%s: exit 13 that names it, and nothing printed or saved', async (words) => {
      faulty.plan(() => ({ instead: wireResponse(200, head, text) }));
      const result = await run([...words.split(' '), '--json']);
      expect(result).toMatchObject({ exitCode: 13, stdout: '' });
      expect(errorOf(result)).toMatchObject({ code: 'number_too_large' });
      expect(errorOf(result).message).toContain('data.0.mass');
      expect(faulty.requests).toHaveLength(1);
    });

    test.each([
      ['api POST /shipments --input -', `{"x":${number}}`],
      [`api POST /shipments -F x=${number}`, ''],
    ])('%s: exit 2, and nothing is sent', async (words, input) => {
      const result = await run(words.split(' '), { input });
      expect(result).toMatchObject({ exitCode: 2, stdout: '' });
      expect(result.stderr).toContain('too large to be sent exactly');
      expect(faulty.requests).toEqual([]);
    });
  });

  test('SIGINT ends a read: 130', async () => {
    const child = start(cards, { env: environment() });
    faulty.plan(() => ({ instead: () => void child.kill('SIGINT') }));
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(130);
  });

  test('--debug shows headers and bodies, but no secret', async () => {
    const body = { notes: 'n', redemptionCodes: [{ code: 'CANARY-CODE', pin: '99887' }] };
    const { data } = await askInProcess(faulty.service, '/gift-card-orders?limit=1');
    const words = ['api', 'PATCH', `/gift-card-orders/${data[0].id}`, '--input', '-', '--debug'];
    const result = await run(words, { input: JSON.stringify(body) });
    expect(result.exitCode).toBe(0);
    expect(result.stderr).toContain('> x-api-secret: ••••');
    expect(result.stderr).toContain('> user-agent: waybill/');
    expect(result.stderr).toContain('"redemptionCodes":[{"code":"••••","pin":"••••"}]');
    expect(result.stdout + result.stderr).not.toMatch(/CANARY|99887/);
  });
});

test.each(['redemptioncodes', 'redemption-code', 'Codes'])(
  '--debug and the error show no secret of a body that calls them %s',
  async (name) => {
    const codes = [{ code: 'CANARY/CODE', pin: '99887' }];
    const said = `unknown: canary%2fcode CANARY/CODE 99887`;
    const error = { error: { code: 'validation_error', message: said, codes } };
    faulty.plan(() => ({ instead: jsonResponse(400, error) }));
    const words = ['api', 'PATCH', '/gift-card-orders/x', '--input', '-', '--debug'];
    const result = await run(words, { input: JSON.stringify({ deep: { [name]: codes } }) });
    expect(result.exitCode).toBe(8);
    expect(result.stderr).toContain(`"${name}":[{"code":"••••","pin":"••••"}]`);
    expect(result.stderr).toContain('"code":"validation_error"');
    expect(result.stderr).toContain('unknown: •••• •••• ••••');
    expect(result.stdout + result.stderr).not.toMatch(/CANARY|canary|99887/);
  },
);

const page = (text: string, type = 'text/html') =>
  wireResponse(502, { 'content-type': type, 'content-length': String(text.length) }, text);
const redirect = (to: string) => wireResponse(302, { location: to, 'content-length': '0' }, '');
const emptyJson = { 'content-type': 'application/json', 'content-length': '0' };

test.each([
  ['the body', page('x'.repeat(1970) + secret)],
  ['the address of a redirect', redirect(`http://h/${'y'.repeat(165)}${secret}`)],
  [
    'the request id',
    wireResponse(500, { ...emptyJson, 'x-request-id': 'z'.repeat(180) + secret }, ''),
  ],
  ['the content type', page('x', `text/${'t'.repeat(40)}${secret}`)],
])('half a secret at the end of %s is not shown', async (_, response) => {
  faulty.plan(() => ({ instead: response }));
  const { stderr, exitCode } = await run([...cards, '--debug', '--retries', '0']);
  expect([10, 13]).toContain(exitCode);
  expect(stderr).not.toContain(secret.slice(0, 12));
});

test.each([
  ['labeled as text', 'text/plain', 0],
  ['cut short', 'application/json', 2],
])('--debug shows no code of a response that is %s', async (_, type, cut) => {
  const codes = [{ redemptionCodes: [{ code: 'CANARY-CODE', pin: '4321' }] }];
  const body = JSON.stringify({ data: codes }).slice(0, -cut || undefined);
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  faulty.plan(() => ({ instead: wireResponse(200, headers, body) }));
  const { stderr } = await run(['giftcards', 'list', '--debug', '--retries', '0']);
  expect(stderr).toContain(`(${body.length} bytes that may hold codes)`);
  expect(stderr).not.toMatch(/CANARY|4321/);
});

describe('the built program behind a proxy', () => {
  test('a tunnel to a service whose authority --ca-file names', async () => {
    const secure = await startSecureServer('server');
    const tunnels: string[] = [];
    const proxy = createServer().on('connect', ({ url = '' }, socket) => {
      tunnels.push(url);
      const onward = connect(secure.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const env = {
      WAYBILL_BASE_URL: secure.baseUrl,
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
      WAYBILL_CA_FILE: certificate('authority'),
    };
    const result = await run(cards, { env });
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual([{ id: 'secure' }]);
    expect(tunnels).toEqual([`localhost:${secure.port}`]);
    proxy.closeAllConnections();
    proxy.close();
    await secure.stop();
  });
});

test.each([
  ['cards list', 10],
  ['auth status', 10],
  ['doctor', 10],
])(
  '%s with NODE_TLS_REJECT_UNAUTHORIZED=0 sends nothing to an untrusted server',
  async (words, exitCode) => {
    const secure = await startSecureServer('server');
    const env = { WAYBILL_BASE_URL: secure.baseUrl, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const result = await run(words.split(' '), { env });
    expect(result.exitCode).toBe(exitCode);
    expect(result.stdout + result.stderr).toContain('--ca-file');
    // Node's own warning would be untrue, and is not JSON.
    expect(result.stderr).not.toContain('NODE_TLS');
    expect(secure.requests).toEqual([]);
    await secure.stop();
  },
);

describe('waybill api', () => {
  test('GET prints what the service sent', async () => {
    const { stdout, exitCode } = await run(['api', 'GET', '/credit-cards?limit=1', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(await askInProcess(faulty.service, '/credit-cards?limit=1'));
  });

  test.each([
    ['the path below the base URL', 'credit-cards'],
    ['the whole path', '/api/v1/credit-cards'],
  ])('%s works, and the fields of a GET become its query', async (_, path) => {
    const { stdout } = await run(['api', 'get', path, '-f', 'limit=1', '-F', 'offset=1', '--json']);
    expect(JSON.parse(stdout).pagination).toMatchObject({ limit: 1, offset: 1 });
    expect(faulty.requests.map(({ path }) => path)).toEqual([
      '/api/v1/credit-cards?limit=1&offset=1',
    ]);
  });

  test.each<[string, readonly string[]]>([
    ['by itself', ['/credit-cards', '-f', 'limit=1']],
    ['after flags', ['-f', 'limit=1', '--json', '/credit-cards']],
    ['after a double dash', ['-f', 'limit=1', '--', '/credit-cards']],
    ['without its slash', ['credit-cards', '-f', 'limit=1']],
  ])('a path without a method is a GET: %s', async (_, words) => {
    const { stdout, exitCode } = await run(['api', ...words]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(await askInProcess(faulty.service, '/credit-cards?limit=1'));
  });

  test('the same holds for --paginate, and --input still needs a method', async () => {
    const { stdout } = await run(['api', '/credit-cards', '--paginate', '--json']);
    const { pagination } = await askInProcess(faulty.service, '/credit-cards?limit=1');
    expect(JSON.parse(stdout)).toHaveLength(pagination.totalCount);
    const page = await run(['api', '/credit-cards?limit=1&offset=1', '--paginate', '--json']);
    expect(JSON.parse(page.stdout)).toEqual(JSON.parse(stdout).slice(1));
    const field = ['api', '/credit-cards', '-f', 'offset=2', '--paginate', '--json'];
    expect(JSON.parse((await run(field)).stdout)).toEqual(JSON.parse(stdout).slice(2));
    const { exitCode, stderr } = await run(['api', '/shipments', '--input', '-'], { input: '{}' });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('GET takes no --input')]);
  });

  test('fields form the body of a PATCH, texts and JSON', async () => {
    const { data } = await askInProcess(faulty.service, '/buying-group-orders?limit=1');
    const path = `/buying-group-orders/${data[0].id}`;
    const words = ['api', 'PATCH', path, '-f', 'notes=12', '-F', 'shipping=34', '--json'];
    const { stdout } = await run(words);
    expect(JSON.parse(stdout).data).toMatchObject({ notes: '12', shipping: 34 });
    expect(JSON.parse(faulty.requests[0]?.body ?? '')).toEqual({ notes: '12', shipping: 34 });
  });

  test('-i prints the status and the headers first', async () => {
    const { stdout } = await run(['api', 'GET', '/credit-cards', '-i', '--json']);
    const [head = '', body = ''] = stdout.split('\n\n');
    expect(head).toMatch(/^HTTP 200\n(.+\n)*content-type: application\/json/);
    expect(JSON.parse(body)).toHaveProperty('pagination');
  });

  test('--paginate returns one array of all pages', async () => {
    const words = ['api', 'GET', '/buying-group-orders', '--paginate'];
    const { pagination } = await askInProcess(faulty.service, '/buying-group-orders?limit=1');
    for (const format of ['--json', '-ondjson', '-otable']) {
      const { stdout } = await run([...words, format]);
      const rows =
        format === '-ondjson'
          ? stdout
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line))
          : JSON.parse(stdout);
      expect(new Set(rows.map(({ id }: { id: string }) => id)).size).toBe(pagination.totalCount);
    }
    const single = await run(['api', 'GET', `/credit-cards/x`, '--paginate', '--json']);
    expect(single.exitCode).toBe(6);
  });

  test('sends a lost create once: 11', async () => {
    faulty.plan(() => ({ cutResponse: 0 }));
    const words = ['api', 'POST', '/buying-group-orders', '--input', 'examples/order.json'];
    const result = await run([...words, '--json']);
    expect(errorOf(result)).toMatchObject({ code: 'outcome_unknown', exitCode: 11 });
    expect(faulty.requests).toHaveLength(1);
  });

  test('--dry-run sends nothing and masks codes', async () => {
    const body = { redemptionCodes: [{ code: 'CANARY' }], notes: 'n' };
    const words = ['api', 'PATCH', '/gift-card-orders/x', '--input', '-', '--dry-run', '--json'];
    const { stdout } = await run(words, { input: JSON.stringify(body) });
    expect(JSON.parse(stdout)).toEqual([
      {
        method: 'PATCH',
        path: '/gift-card-orders/x',
        body: { redemptionCodes: [{ code: '••••' }], notes: 'n' },
      },
    ]);
    expect(faulty.requests).toEqual([]);
  });

  test.each<[string, readonly string[]]>([
    ['a full URL', ['GET', 'https://x.example/credit-cards']],
    ['an address without a scheme', ['GET', '//x.example/credit-cards']],
    ['backslashes', ['GET', '\\\\x.example\\credit-cards']],
    ['a path that climbs out', ['GET', '/../../credit-cards']],
    ['a full URL without a method', ['https://x.example/credit-cards']],
    ['a method without a path', ['GET']],
    ['two paths', ['/credit-cards', '/shipments']],
    ['an unknown method', ['FETCH', '/credit-cards']],
    ['a body for a GET', ['GET', '/credit-cards', '--input', 'examples/order.json']],
    ['a body and fields', ['POST', '/shipments', '--input', 'examples/order.json', '-f', 'a=b']],
    ['a field without a value', ['POST', '/shipments', '-f', 'a']],
    ['invalid JSON', ['POST', '/shipments', '-F', 'a=b']],
    ['codes in a flag', ['POST', '/shipments', '-F', 'redemptionCodes=[]']],
    ['pages of a POST', ['POST', '/shipments', '--paginate']],
    ['pages with headers', ['GET', '/credit-cards', '--paginate', '-i']],
    ['pages from nowhere', ['GET', '/credit-cards?offset=x', '--paginate']],
    ['csv', ['GET', '/credit-cards', '-o', 'csv']],
  ])('%s is a usage error, and nothing is sent', async (_, words) => {
    const result = await run(['api', ...words]);
    expect(result.exitCode).toBe(2);
    expect(faulty.requests).toEqual([]);
  });
});
