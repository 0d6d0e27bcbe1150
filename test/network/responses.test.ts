import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/types';
import { Failure } from '../../src/failure';
import {
  type Fault,
  jsonResponse,
  startFaultyService,
  wireResponse,
} from '../support/faulty-service';
import { runs } from '../support/tier';
import { accountApi, networkTime, networkTransports, recordingReporter } from './account-api';

const faulty = await startFaultyService();
afterAll(() => faulty.stop());
beforeEach(() => {
  faulty.requests.splice(0);
});

const card = { id: 'a', name: 'Card', more: 'of it' };
const pagination = { limit: 1, offset: 0, totalCount: 1 };
const cards = { data: [card], pagination };
const json = { 'content-type': 'application/json' };
const length = (body: string | Uint8Array) => ({
  'content-length': String(Buffer.byteLength(body as string)),
});

/** The head of a close-delimited response: no length and no chunks. */
const untilClose = (body: string | Uint8Array, headers: Record<string, string> = json) =>
  wireResponse(200, { ...headers, connection: 'close' }, body);

function ending(bytes: Uint8Array): Fault {
  return { instead: (socket) => socket.end(bytes) };
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    (value) => {
      throw new Error(`there was a response: ${JSON.stringify(value)?.slice(0, 100)}`);
    },
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw error;
  return error;
}

const readCards = (api: Api) => api.creditCards.page({ limit: 1, offset: 0 });

describe.each(networkTransports)('%s transport', (transport) => {
  const open = (more: Partial<Parameters<typeof accountApi>[0]> = {}) =>
    accountApi({ baseUrl: faulty.baseUrl, transport, ...more });

  /** Sends this response to every request, and reads the cards. */
  async function read(fault: Fault, api = open()): Promise<unknown> {
    faulty.plan(() => fault);
    return readCards(api).finally(() => api.close());
  }

  describe('responses that can be read', () => {
    test.each<[string, Uint8Array]>([
      ['with a length', jsonResponse(200, cards)],
      ['in chunks', Buffer.from(chunked(JSON.stringify(cards)))],
      [
        'with a charset and in capitals',
        wireResponse(
          200,
          { 'Content-Type': 'Application/JSON; charset=utf-8', ...length(JSON.stringify(cards)) },
          JSON.stringify(cards),
        ),
      ],
      [
        'of a type related to JSON',
        wireResponse(
          200,
          { 'content-type': 'application/problem+json', ...length(JSON.stringify(cards)) },
          JSON.stringify(cards),
        ),
      ],
      ['without a type', wireResponse(200, length(JSON.stringify(cards)), JSON.stringify(cards))],
      ['with another success status', jsonResponse(206, cards)],
      [
        'after an interim response',
        Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'), jsonResponse(200, cards)]),
      ],
    ])('%s', async (_, bytes) => {
      expect(await read({ instead: bytes })).toEqual(cards);
      expect(faulty.requests).toHaveLength(1);
    });

    test('until the connection is closed', async () => {
      expect(await read(ending(untilClose(JSON.stringify(cards))))).toEqual(cards);
    });

    test('20 MiB of JSON', async () => {
      const large = { ...cards, more: 'x'.repeat(20 * 1024 * 1024) };
      expect(await read({ instead: jsonResponse(200, large) })).toEqual(large);
    });
  });

  const html = '<!doctype html><title>Sign in to the network</title>';
  const truncated = JSON.stringify(cards).slice(0, -10);
  const noise = Uint8Array.from({ length: 3000 }, (_, index) => (index * 151) % 256);
  const unreadable: readonly (readonly [string, Fault, string])[] = [
    [
      'HTML',
      { instead: wireResponse(200, { 'content-type': 'text/html', ...length(html) }, html) },
      'text/html',
    ],
    [
      'JSON labeled as HTML',
      ending(untilClose(JSON.stringify(cards), { 'content-type': 'text/html' })),
      'text/html',
    ],
    ['HTML labeled as JSON', ending(untilClose(html)), 'not complete JSON'],
    ['an empty body', { instead: jsonAnswerText('') }, 'empty'],
    ['nothing at all until the close', ending(untilClose('')), 'empty'],
    ['a truncated body without a length', ending(untilClose(truncated)), 'not complete JSON'],
    [
      'bytes that are not text',
      { instead: wireResponse(200, { ...json, ...length(noise) }, noise) },
      'not UTF-8',
    ],
    [
      '20 MiB that are not JSON',
      { instead: jsonAnswerText('x'.repeat(20 * 1024 * 1024)) },
      'not complete JSON',
    ],
    [
      'JSON of 3,000 levels',
      { instead: jsonAnswerText(JSON.stringify(cards).replace('"of it"', nested(3_000))) },
      'nested more than 200 levels deep',
    ],
    ['no content', { instead: wireResponse(204, {}, '') }, 'does not match'],
  ];

  test.each(unreadable)('%s: tried five times, then exit 13', async (name, fault, reported) => {
    const failure = await failureOf(read(fault));
    expect(failure.ending).toBe('unexpectedResponse');
    expect(failure.message).toContain(reported);
    // A 204 is complete: asking again would bring another.
    expect(faulty.requests).toHaveLength(name === 'no content' ? 1 : 5);
  });

  test('stops reading a response that is too large to hold', async () => {
    const endless: Fault = {
      instead: (socket) => {
        socket.write(wireResponse(200, json, ''));
        const block = 'x'.repeat(1024 * 1024);
        const more = () => {
          while (!socket.destroyed && socket.write(block));
        };
        socket.on('drain', more);
        more();
      },
    };
    const failure = await failureOf(read(endless, open({ retries: 0 })));
    expect(failure).toMatchObject({ ending: 'unexpectedResponse', code: 'response_too_large' });
  });

  test.each<[string, Fault]>([
    [
      'a length greater than the body',
      ending(wireResponse(200, { ...json, 'content-length': '1000' }, '{}')),
    ],
    ['chunks without an end', ending(Buffer.from(chunked(JSON.stringify(cards)).slice(0, -5)))],
    ['half a header section', ending(Buffer.from('HTTP/1.1 200 OK\r\ncontent-ty'))],
    ['nothing', { instead: (socket) => socket.end() }],
    ['a reset', { instead: (socket) => socket.resetAndDestroy() }],
  ])('%s: tried five times, then exit 10', async (_, fault) => {
    const failure = await failureOf(read(fault));
    expect(failure.ending).toBe('unavailable');
    expect(faulty.requests).toHaveLength(5);
  });

  test.each<[string, string]>([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['an invalid header section', 'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n'],
    ['an endless header section', `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('%s is not a response: exit 13', async (_, bytes) => {
    const failure = await failureOf(read(ending(Buffer.from(bytes))));
    expect(failure.ending).toBe('unexpectedResponse');
  });

  test('an upgrade that was not requested', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
    const failure = await failureOf(read(ending(Buffer.from(upgrade))));
    expect(['unavailable', 'unexpectedResponse']).toContain(failure.ending);
  });

  describe('a response that drifts from its description', () => {
    test.each<[string, unknown, string]>([
      ['a required field is missing', { data: [{}], pagination }, 'data.0.id'],
      ['the pages are not counted', { data: [card] }, 'pagination'],
      ['an object instead of a list', { data: {}, pagination }, 'data'],
      [
        'a text instead of a number',
        { data: [{ id: 'a', annualFee: '5' }], pagination },
        'data.0.annualFee',
      ],
      ['nothing', null, 'the body'],
      ['a list', [cards], 'the body'],
    ])('%s: exit 13 at once, naming %3$s', async (_, body, path) => {
      const failure = await failureOf(read({ instead: jsonResponse(200, body) }));
      expect(failure).toMatchObject({ ending: 'unexpectedResponse', code: 'unexpected_response' });
      expect(failure.message).toContain(path);
      expect(faulty.requests).toHaveLength(1);
    });

    test('an integer beyond 2^53', async () => {
      const body =
        '{"data":[{"id":"a","annualFee":9007199254740993}],"pagination":{"limit":1,"offset":0,"totalCount":1}}';
      const failure = await failureOf(read({ instead: jsonAnswerText(body) }));
      expect(failure.message).toContain('data.0.annualFee');
    });
  });

  describe('what the service refuses', () => {
    const issues = [{ path: 'orderLineItems.1.quantity', message: 'too small' }];
    test.each<[number, string, Failure['ending']]>([
      [400, 'invalid_request', 'refused'],
      [400, 'bad_request', 'refused'],
      [400, 'invalid_input', 'refused'],
      [401, 'unauthorized', 'unauthorized'],
      [403, 'plan_required', 'planRequired'],
      [403, 'something_else', 'refused'],
      [404, 'not_found', 'notFound'],
      [409, 'duplicate_order_number', 'conflict'],
      [418, 'teapot', 'refused'],
    ])('%i %s is requested once and ends as %s', async (status, code, ending) => {
      const body = { error: { code, message: 'so it is', issues } };
      const bytes = jsonResponse(status, body, { 'x-request-id': 'r-7' });
      const failure = await failureOf(read({ instead: bytes }));
      expect(failure.toJSON()).toEqual({
        error: {
          code,
          message: 'so it is',
          status,
          issues,
          hint: failure.hint,
          requestId: 'r-7',
          exitCode: failure.exitCode,
        },
      });
      expect(failure.ending).toBe(ending);
      expect(faulty.requests).toHaveLength(1);
    });

    test.each<[string, string]>([
      ['invalid JSON', '<h1>403</h1>'],
      ['no error in it', '{"message":"no"}'],
      ['a code that is not text', '{"error":{"code":5,"message":null,"issues":"none"}}'],
      ['nothing', ''],
    ])('an error body with %s is not from the service: exit 13', async (_, body) => {
      const failure = await failureOf(
        read({ instead: wireResponse(404, { ...json, ...length(body) }, body) }),
      );
      expect(failure).toMatchObject({
        ending: 'unexpectedResponse',
        code: 'http_404',
        status: 404,
      });
      expect(failure.message).toContain('(status 404) is not from the service: it');
    });

    test.each([500, 502, 503, 504])('%i is tried five times, then exit 10', async (status) => {
      const body = { error: { code: 'internal_error', message: 'Sorry' } };
      const failure = await failureOf(read({ instead: jsonResponse(status, body) }));
      expect(failure).toMatchObject({ ending: 'unavailable', code: 'internal_error', status });
      expect(faulty.requests).toHaveLength(5);
    });
  });

  test.each([301, 302, 303, 307, 308])(
    'a %i to another host is not followed: no credentials arrive there',
    async (status) => {
      const elsewhere = await startFaultyService();
      const location = elsewhere.baseUrl.replace('127.0.0.1', 'localhost');
      const instead = wireResponse(status, { location, 'content-length': '0' }, '');
      const failure = await failureOf(read({ instead }));
      expect(failure).toMatchObject({ ending: 'unexpectedResponse', code: 'redirect', status });
      expect(failure.message).toContain(location);
      expect(faulty.requests).toHaveLength(1);
      expect(elsewhere.connections).toBe(0);
      await elsewhere.stop();
    },
  );

  test.each([300, 304, 305])('a %i is no redirect, but unexpected: exit 13', async (status) => {
    const headers = { location: 'https://x.example', etag: '"1"', 'content-length': '0' };
    const failure = await failureOf(read({ instead: wireResponse(status, headers, '') }));
    expect(failure).toMatchObject({ exitCode: 13, code: `http_${status}`, status });
    expect(failure.message).toContain(`(status ${status}) is not from the service: it`);
    expect(faulty.requests).toHaveLength(1);
  });

  test('the timeout covers the whole response: a slow drip is cut off', async () => {
    const time = networkTime();
    let dripped = 0;
    const text = JSON.stringify(cards);
    const drip: Fault = {
      instead: (socket) => {
        socket.write(wireResponse(200, { ...json, ...length(text) }, ''));
        const next = () => {
          socket.write(text.charAt(dripped++));
          if (dripped < 20) setImmediate(next);
          else time.passTimeouts();
        };
        next();
      },
    };
    const failure = await failureOf(read(drip, open({ time, retries: 0 })));
    expect(failure).toMatchObject({ ending: 'unavailable', code: 'timeout' });
    expect(failure.message).toContain('30.001 s');
    expect(dripped).toBe(20);
  });

  test('a thousand random responses end in a value or a failure, never in anything else', async () => {
    const pieces = [
      ...['HTTP/1.1 ', '200 ', '500 ', '99999 ', 'OK', '\r\n', '\r\n\r\n', '\n', '\0', ': ', 'x'],
      ...[
        'content-length: 5',
        'content-length: -1',
        'transfer-encoding: chunked',
        '5\r\n',
        '0\r\n',
      ],
      ...[
        'content-type: application/json',
        '{"data":',
        '[]',
        '}',
        '"',
        'é',
        'location: //x',
        '\x80',
      ],
    ];
    const telling = [200, 301, 400, 401, 404, 409, 429, 500];
    const error = JSON.stringify({ error: { code: 'not_found', message: 'No' } });
    const status = fc.oneof(fc.constantFrom(...telling), fc.integer({ min: 100, max: 599 }));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((raw) => Buffer.from(raw)),
      fc
        .array(fc.constantFrom(...pieces), { maxLength: 12 })
        .map((some) => Buffer.from(some.join(''))),
      fc
        .tuple(status, fc.oneof(fc.json({ maxDepth: 2 }), fc.constant(error)), fc.string())
        .map(([status, body, value]) =>
          wireResponse(
            status,
            { ...json, ...length(body), 'x-any': value.replace(/[^ -~]/g, '') },
            body,
          ),
        ),
    );
    const endings = new Set<string>();
    await fc.assert(
      fc.asyncProperty(bytes, async (raw) => {
        const result = await read(ending(raw), open({ retries: 0, maxWait: 0 })).catch(
          (error: unknown) => error,
        );
        if (result instanceof Failure) endings.add(result.ending);
        else expect(result).toHaveProperty('pagination');
      }),
      {
        numRuns: runs(1000),
        examples: telling.map((one) => [wireResponse(one, { ...json, ...length(error) }, error)]),
      },
    );
    expect(endings.size).toBe(7);
  });

  test('logs a request as one line with --verbose, and all but its secrets with --debug', async () => {
    const pin = '4711-pin';
    const reported = (detail: 'none' | 'verbose' | 'debug') => {
      const reporter = recordingReporter(detail);
      const api = open({ reporter });
      faulty.plan(() => ({
        instead: jsonResponse(404, { error: { code: 'not_found', message: '-' } }),
      }));
      const body = { notes: 'n', redemptionCodes: [{ code: 'CODE-1', pin }] };
      return api.giftCardOrders
        .update('x', body)
        .catch(() => api.close())
        .then(() => reporter.lines);
    };
    expect(await reported('none')).toEqual([]);
    expect(await reported('verbose')).toEqual(['PATCH /gift-card-orders/x 404 0 ms attempt 1']);
    const lines = (await reported('debug')).join('\n');
    expect(lines).toContain('> x-api-key: ••••\n> x-api-secret: ••••');
    expect(lines).toContain('> {"notes":"n","redemptionCodes":[{"code":"••••","pin":"••••"}]}');
    expect(lines).toContain('< {"error":{"code":"not_found","message":"-"}}');
    expect(lines).not.toMatch(/sandbox_|CODE-1|4711/);
  });

  test('with --debug, masks a code of the response in its other texts too', async () => {
    const reporter = recordingReporter('debug');
    const api = open({ reporter });
    const code = 'GIFT-0001-ABCD';
    const escaped = Buffer.from(code).toString('hex').replace(/../g, '%$&');
    const texts = { notes: `sent ${code}, thanks`, url: `/redeem?c=${escaped}&d=1`, again: [code] };
    faulty.plan(() => ({
      instead: jsonResponse(404, { error: { code: 'gone' }, ...texts, code }),
    }));
    await api.giftCardOrders.update('x', { notes: 'n' }).catch(() => api.close());
    const lines = reporter.lines.join('\n');
    expect(lines).toContain(
      '"notes":"sent ••••, thanks","url":"/redeem?c=••••&d=1","again":["••••"]',
    );
  });
});

function jsonAnswerText(text: string): Buffer {
  return wireResponse(200, { ...json, ...length(text) }, text);
}

function chunked(text: string): string {
  const half = Math.floor(text.length / 2);
  const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;
  const head =
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  return `${head}${chunk(text.slice(0, half))}${chunk(text.slice(half))}0\r\n\r\n`;
}
