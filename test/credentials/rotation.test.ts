import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CountingServer, refuse, startServer } from './counting-server';
import { Machine } from './machine';

const pair = { apiKey: 'abc_key_1', apiSecret: 'abc_secret_old' };
const rotated = 'abc_secret_new';
const totalCount = 1000;

let machine: Machine;
let server: CountingServer;
/** What happens when the third request arrives, before it and any later one gets a response. */
let atThird: () => Promise<unknown>;
let third: Promise<unknown> | undefined;
let accepted: string;

/** A list of gift card orders, of which only the id is promised. */
function page(request: IncomingMessage, response: ServerResponse): void {
  const query = new URL(request.url ?? '', 'http://localhost').searchParams;
  const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
  const length = Math.max(0, Math.min(limit, totalCount - offset));
  const data = Array.from({ length }, (_, index) => ({ id: `order-${offset + index}` }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data, pagination: { limit, offset, totalCount } }));
}

beforeEach(async () => {
  machine = new Machine();
  accepted = pair.apiSecret;
  third = undefined;
  server = await startServer(async (request, response) => {
    if (server.requests.length >= 3) {
      third ??= atThird();
      await third;
    }
    if (request.headers['x-api-secret'] === accepted) page(request, response);
    else refuse(response, 401, 'unauthorized');
  });
  await machine.login({ ...pair, baseUrl: server.baseUrl }, '--store', 'file', '--no-verify');
});
afterEach(() => server.stop());

const list = (concurrency = 1) =>
  machine.run(['giftcards', 'list', '--all', '--json', '--concurrency', String(concurrency)]);

test.each([1, 4, 16])('a run with %i requests at once picks up a rotated secret', async (at) => {
  atThird = async () => {
    await machine.run(['auth', 'rotate', '--secret-stdin', '--no-verify'], { input: rotated });
    accepted = rotated;
  };
  const { exitCode, stdout, stderr } = await list(at);
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  const ids = JSON.parse(stdout).map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(totalCount);
  const secrets = server.requests.map(({ headers }) => headers['x-api-secret']);
  expect(secrets.filter((secret) => secret !== rotated).length).toBeLessThanOrEqual(2 + at);
});

test('all refused requests wait for the one that rereads the secret, however long that takes', async () => {
  const file = join(machine.home, 'pair.json');
  const keep = (apiSecret: string) => writeFileSync(file, JSON.stringify({ ...pair, apiSecret }));
  keep(pair.apiSecret);
  await machine.run(['config', 'set', 'credentialCommand', `cat '${file}'`]);
  atThird = async () => {
    keep(rotated);
    accepted = rotated;
  };
  const { exitCode, stdout, stderr } = await list(4);
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).length).toBe(totalCount);
});

test('the run ends with the first refusal if there is no new secret', async () => {
  atThird = async () => {
    accepted = rotated;
  };
  const { exitCode, stderr } = await list();
  expect(exitCode).toBe(4);
  expect(stderr).toContain('waybill auth rotate');
  expect(server.requests.length).toBe(3);
});

test('a new secret that is refused too is not read again', async () => {
  atThird = async () => {
    await machine.run(['auth', 'rotate', '--secret-stdin', '--no-verify'], { input: rotated });
    accepted = 'another';
  };
  const { exitCode } = await list();
  expect(exitCode).toBe(4);
  expect(server.requests.length).toBe(4);
});
