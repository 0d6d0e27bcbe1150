import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCodes } from '../../src/exit-codes';
import { temporaryHome, waybill } from '../support/waybill';
import { errorOf, sampleAccount } from './account';

const order = '800458530';

describe('a refusal from the service', () => {
  const { run, tamper } = sampleAccount();

  test('invalid_request is exit 8, with each issue under the name that was typed', async () => {
    tamper((body) => {
      const changed = JSON.parse(body);
      changed.orderLineItems[1].quantity = 0;
      return JSON.stringify({ ...changed, orderNumber: 'x'.repeat(101), notes: 7 });
    });
    const failed = await run([
      ...['orders', 'update', order, '--order-number', 'N-1', '--notes', 'x', '--yes', '--json'],
      ...['--item', 'description=a,price=1,qty=1', '--item', 'description=b,price=1,qty=1'],
    ]);
    expect(failed).toMatchObject({ exitCode: 8, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'invalid_request', status: 400 });
    const paths = errorOf(failed).issues.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['--item #2 qty', '--notes', '--order-number']);
  });

  test('issues with the contents of a file name the file and the line', async () => {
    tamper((body) => body.replace('"quantity":1', '"quantity":0'));
    const failed = await run([
      ...['orders', 'update', order, '--items-file', 'examples/items.csv', '--yes', '--json'],
    ]);
    expect(failed.exitCode).toBe(8);
    expect(errorOf(failed).issues).toMatchObject([
      { path: 'examples/items.csv, line 3, column qty' },
    ]);
  });

  test('a dry run without a body shows none', async () => {
    const words = ['api', 'DELETE', '/credit-cards', '--dry-run'];
    expect((await run(words)).stdout).toBe('DELETE /credit-cards\n');
    const planned = JSON.parse((await run([...words, '--json'])).stdout);
    expect([planned].flat()).toEqual([{ method: 'DELETE', path: '/credit-cards', body: null }]);
  });

  test('without --json, each bad field is reported on its own line', async () => {
    tamper((body) => body.replace('"tax":500', '"tax":-1'));
    const { exitCode, stdout, stderr } = await run(['orders', 'update', order, '--tax', '5']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 8, stdout: '' });
    expect(stderr).toMatch(/--tax/);
    expect(stderr.split('\n').length).toBeGreaterThan(1);
  });

  test('bad_request is exit 8', async () => {
    tamper(() => '{"notes":');
    const failed = await run(['orders', 'update', order, '--notes', 'x', '--json']);
    expect(failed).toMatchObject({ exitCode: 8, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'bad_request', status: 400, exitCode: 8 });
  });

  test('not_found is exit 6, even for something that the order refers to', async () => {
    tamper((body) => body);
    const card = '7d1c6c0e-0000-4f0e-9f54-6a3f0c9e1a01';
    for (const words of [
      ['orders', 'get', '7d1c6c0e-0000-4f0e-9f54-6a3f0c9e1a01'],
      ['orders', 'update', order, '--card', card],
    ]) {
      const failed = await run([...words, '--json']);
      expect(failed).toMatchObject({ exitCode: 6, stdout: '' });
      expect(errorOf(failed)).toMatchObject({ code: 'not_found', status: 404, exitCode: 6 });
    }
  });

  test('unauthorized is exit 4', async () => {
    const failed = await run(['orders', 'list', '--json'], {
      env: { WAYBILL_API_SECRET: 'sandbox_secret_wrong00000000000000000' },
    });
    expect(failed).toMatchObject({ exitCode: 4, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'unauthorized', status: 401, exitCode: 4 });
  });
});

describe('a plan without API access', () => {
  const { run, seen } = sampleAccount(['--plan', 'free']);

  test('is exit 5, and no more requests are sent', async () => {
    const failed = await run(['orders', 'update', 'A', 'B', 'C', '--notes', 'x', '--json']);
    expect(failed).toMatchObject({ exitCode: 5, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'plan_required', status: 403, exitCode: 5 });
    expect(seen()).toHaveLength(1);
  });
});

describe('a rate limit that outlasts --max-wait', () => {
  const { run } = sampleAccount(['--rate-limit', '1/3600']);

  test('is exit 9', async () => {
    expect((await run(['cards', 'list'])).exitCode).toBe(0);
    const failed = await run(['orders', 'list', '--max-wait', '1', '--json']);
    expect(failed).toMatchObject({ exitCode: 9, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'rate_limited', status: 429, exitCode: 9 });
  });
});

describe('a broken service', () => {
  const error = { code: 'internal_error', message: 'Something went wrong' };
  const server = createServer((_, answer) => {
    answer.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  test('an internal_error that outlasts the retries is exit 10', async () => {
    const { port } = server.address() as AddressInfo;
    const env = {
      WAYBILL_HOME: temporaryHome(),
      WAYBILL_BASE_URL: `http://127.0.0.1:${port}/api/v1`,
      WAYBILL_API_KEY: 'sandbox_key_0000000000000000',
      WAYBILL_API_SECRET: 'sandbox_secret_0000000000000000',
    };
    const words = ['orders', 'list', '--retries', '0', '--json'];
    const failed = await waybill(words, { env });
    expect(failed).toMatchObject({ exitCode: 10, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'internal_error', status: 500, exitCode: 10 });
    server.close();
    server.closeAllConnections();
    const gone = await waybill(words, { env });
    expect(gone).toMatchObject({ exitCode: exitCodes.unavailable.code, stdout: '' });
  });
});
