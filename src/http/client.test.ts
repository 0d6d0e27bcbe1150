import { describe, expect, test } from 'vitest';
import { quietParts } from '../../test/support/quiet';
import { virtualTime } from '../../test/support/virtual-time';
import { Secret } from '../secrets/secret';
import { Client } from './client';
import { splitBaseUrl } from './connection';
import { TransportError, type TransportRequest } from './transport';

const timeout = 30_001;

type Response = number | 'lost' | Promise<number>;

type ClientOptions = ConstructorParameters<typeof Client>[0];

const credentials = { apiKey: 'key', apiSecret: new Secret('secret') };

function clientWith(given: Pick<ClientOptions, 'openTransport'> & Partial<ClientOptions>): Client {
  return new Client({
    base: splitBaseUrl('https://service.test'),
    credentials: { current: async () => credentials },
    credentialHeaders: { key: 'x-api-key', secret: 'x-api-secret' },
    timeout: { read: timeout / 1000, write: timeout / 1000 },
    maxWait: 900,
    retries: 4,
    concurrency: 4,
    ...quietParts(),
    world: { ...virtualTime({ timeouts: [timeout] }), insistence: new AbortController().signal },
    ...given,
  });
}

/** A client whose transport responds as the test says, depending on the request's path. */
function clientOf(respond: (path: string) => Response, retries = 4) {
  const asked: string[] = [];
  const send = async ({ path }: TransportRequest) => {
    asked.push(path);
    const status = await respond(path);
    if (status === 'lost') throw new TransportError('reset', true, 'reset');
    const error = { error: { code: 'x', message: 'x' } };
    return {
      status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(error)),
    };
  };
  const client = clientWith({
    openTransport: async () => ({ send, close: async () => {} }),
    retries,
  });
  const { signal } = new AbortController();
  const read = (path: string) => client.send({ method: 'GET', path, effect: 'read', signal });
  const update = () => client.send({ method: 'PATCH', path: '/', effect: 'update', signal });
  return { asked, read, update };
}

/** How many requests it takes to give up a read that keeps failing. */
async function triesOf({ asked, read }: ReturnType<typeof clientOf>, path: string) {
  const before = asked.length;
  await expect(read(path)).rejects.toMatchObject({ ending: 'unavailable' });
  return asked.length - before;
}

describe('the allowance of a run', () => {
  const outage = () => clientOf((path) => (path === '/good' ? 200 : 'lost'));

  test('is used up by ten retries, over all requests', async () => {
    const client = outage();
    const tries: number[] = [];
    for (let request = 0; request < 5; request++) tries.push(await triesOf(client, '/bad'));
    expect(tries).toEqual([5, 5, 3, 1, 1]);
  });

  test('earns a retry back after ten successes, not nine', async () => {
    const client = outage();
    for (let request = 0; request < 4; request++) await triesOf(client, '/bad');
    for (let success = 0; success < 9; success++) await client.read('/good');
    expect(await triesOf(client, '/bad')).toBe(1);
    await client.read('/good');
    expect(await triesOf(client, '/bad')).toBe(2);
  });
});

describe('an update that lost an attempt', () => {
  test.each([
    [404, 'notFound'],
    [400, 'refused'],
    [422, 'refused'],
    [409, 'conflict'],
    [413, 'unknown'],
    [401, 'unknown'],
    [503, 'unknown'],
  ] as const)('and got %i on another ends as %s', async (status, ending) => {
    const responses: Response[] = ['lost', ...Array<number>(4).fill(status)];
    const { update } = clientOf(() => responses.shift() ?? status);
    await expect(update()).rejects.toMatchObject({ ending });
  });

  test.each([
    ['lost', true],
    [429, false],
  ] as const)('before its refusal, by %s: says so (%s)', async (first, afterLoss) => {
    const responses: Response[] = [first];
    const { update } = clientOf(() => responses.shift() ?? 404);
    await expect(update()).rejects.toMatchObject({ ending: 'notFound', afterLoss });
  });

  test('is not unknown if every attempt was refused', async () => {
    await expect(clientOf(() => 503).update()).rejects.toMatchObject({ ending: 'unavailable' });
  });
});

describe('the pace after a 429', () => {
  /**
   * How many requests run at once after one was rate limited and another ended with this status.
   */
  async function sideBySide(status: number) {
    let limited = false;
    const held: (() => void)[] = [];
    const client = clientOf((path) => {
      if (path === '/first' && !limited) {
        limited = true;
        return 429;
      }
      if (path === '/held') return new Promise((resolve) => held.push(() => resolve(200)));
      return status;
    });
    await client.read('/first').catch(() => {});
    const reads = Array.from({ length: 4 }, () => client.read('/held'));
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 5; turn++) await settle();
    const together = held.length;
    for (let turn = 0; held.length > 0 || turn < 5; turn++) {
      held.shift()?.();
      await settle();
    }
    await Promise.all(reads);
    return together;
  }

  test.each([
    [200, 2],
    [404, 2],
    [500, 1],
  ])('after a %i, lets %i through at once', async (status, together) => {
    expect(await sideBySide(status)).toBe(together);
  });
});

test('loads the transport while the credentials are read', async () => {
  let loaded = () => {};
  const loading = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  const headers = { 'content-type': 'application/json' };
  const client = clientWith({
    credentials: { current: () => loading.then(() => credentials) },
    openTransport: async () => {
      loaded();
      return {
        send: async () => ({ status: 200, headers, body: Buffer.from('{}') }),
        close: async () => {},
      };
    },
  });
  const { signal } = new AbortController();
  const sent = await client.send({ method: 'GET', path: '/', effect: 'read', signal });
  expect(sent).toMatchObject({ kind: 'responded', response: { status: 200 } });
});
