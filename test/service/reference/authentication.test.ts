import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../src/contract/routes';
import { type Account, expectError, openAccount, unknownId } from './account';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

const everyEndpoint = Object.values(routes).map(({ method, path }) => ({
  method,
  path: path.replace('{id}', unknownId),
}));
const body = ({ method }: { method: string }) => (method === 'GET' ? {} : { body: '{}' });

describe('"Every request carries two headers: x-api-key and x-api-secret"', () => {
  test.each(everyEndpoint)(
    '$method $path without them yields 401 unauthorized',
    async (endpoint) => {
      const answer = await account.raw(endpoint.path, {
        method: endpoint.method,
        ...body(endpoint),
      });
      expectError(answer, 401, 'unauthorized');
    },
  );
});

describe('"A missing header or a key and secret that do not match yields 401 unauthorized"', () => {
  const key = () => account.sandbox.apiKey;
  const secret = () => account.sandbox.apiSecret;
  test.each<[string, () => Record<string, string>]>([
    ['the key alone', () => ({ 'x-api-key': key() })],
    ['the secret alone', () => ({ 'x-api-secret': secret() })],
    ['an empty secret', () => ({ 'x-api-key': key(), 'x-api-secret': '' })],
    ['a wrong secret', () => ({ 'x-api-key': key(), 'x-api-secret': `${secret()}x` })],
    ['a truncated secret', () => ({ 'x-api-key': key(), 'x-api-secret': secret().slice(0, -1) })],
    ['a wrong key', () => ({ 'x-api-key': 'sandbox_key_other', 'x-api-secret': secret() })],
    ['key and secret swapped', () => ({ 'x-api-key': secret(), 'x-api-secret': key() })],
    ['another case', () => ({ 'x-api-key': key().toUpperCase(), 'x-api-secret': secret() })],
    ['basic authorization', () => ({ authorization: `Basic ${btoa(`${key()}:${secret()}`)}` })],
  ])('%s', async (_, headers) => {
    expectError(await account.raw('/credit-cards', { headers: headers() }), 401, 'unauthorized');
  });

  test('accepts header names in any case', async () => {
    const headers = { 'X-API-Key': key(), 'X-Api-Secret': secret() };
    expect((await account.raw('/credit-cards', { headers })).status).toBe(200);
  });

  test('reveals nothing of the right secret in the response', async () => {
    const { text } = await account.raw('/credit-cards', { headers: { 'x-api-key': key() } });
    expect(text).not.toContain(secret());
  });

  test('reports refused credentials before anything else', async () => {
    const headers = { 'x-api-key': key(), 'x-api-secret': 'wrong' };
    for (const path of [
      '/nowhere',
      '/buying-group-orders?limit=0',
      `/gift-card-orders/${unknownId}`,
    ]) {
      expectError(await account.raw(path, { headers }), 401, 'unauthorized');
    }
  });
});

test('"The key begins with a fixed prefix followed by key_; the secret begins with the same prefix followed by secret_"', () => {
  const { apiKey, apiSecret } = account.sandbox;
  const [, prefix] = /^(.*?)key_.+/.exec(apiKey) ?? [];
  expect(apiSecret.startsWith(`${prefix}secret_`)).toBe(true);
});

describe('"On the free plan every request returns 403 (code plan_required)"', () => {
  let free: Account;
  beforeAll(async () => {
    free = await openAccount(['--plan', 'free']);
  });
  afterAll(() => free.close());

  test.each(everyEndpoint)('$method $path', async (endpoint) => {
    const answer = await free.ask(endpoint.method, endpoint.path, body(endpoint).body);
    expectError(answer, 403, 'plan_required');
  });

  test('reports wrong credentials first', async () => {
    expectError(await free.raw('/credit-cards', {}), 401, 'unauthorized');
  });
});

test('"Rate limiting is applied per account; exceeding it yields 429" and says how long to wait', async () => {
  const limited = await openAccount(['--rate-limit', '3/60']);
  const statuses: number[] = [];
  for (const path of ['/credit-cards', '/gift-card-orders', '/buying-group-orders']) {
    statuses.push((await limited.ask('GET', path)).status);
  }
  expect(statuses).toEqual([200, 200, 200]);
  const refused = await limited.ask('GET', '/credit-cards');
  expectError(refused, 429, 'rate_limited');
  expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
  await limited.close();
});
