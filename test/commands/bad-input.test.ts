import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryHome, waybill } from '../support/waybill';

const home = temporaryHome();
const sandbox = { WAYBILL_HOME: home, WAYBILL_SANDBOX: '1' };
const upload = ['shipments', 'add', '--csv', 'examples/shipments.csv'];
const header = 'Store,Order #,Tracking\n';

function file(name: string, text: string): string {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
}

/** An address where nothing is listening. */
function deadAddress(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(`http://127.0.0.1:${port}/api/v1`));
    });
  });
}

describe('bad input is refused before anything is sent, in the words that were typed', () => {
  test.each([
    ['an unknown flag', [...upload, '--resutls', 'x'], 2, 'Unknown flag --resutls'],
    ['a missing file', ['shipments', 'add', '--csv', 'nowhere.csv'], 14, 'nowhere.csv'],
    [
      'a missing header',
      ['shipments', 'add', '--csv', file('header.csv', 'a,b\n1,2\n')],
      2,
      'no column for orderNumber and trackingNumber',
    ],
    ['a missing mapped header', [...upload, '--map', 'trackingNumber=Parcel'], 2, 'Parcel'],
    [
      'an order number of 101 characters',
      ['orders', 'update', '112-1253995-5139830', '--order-number', 'x'.repeat(101)],
      2,
      '--order-number: must have at most 100 characters',
    ],
  ])('%s', async (_, words, exitCode, said) => {
    const run = await waybill(words, { env: sandbox });
    expect(run.stderr).toContain(said);
    expect(run).toMatchObject({ exitCode, stdout: '' });
  });

  test.each([
    ['an empty cell', 'Amazon,,1Z999AA10123456784\n', 'Order #'],
    [
      'an order number of 101 characters',
      `Amazon,${'x'.repeat(101)},1Z999AA10123456784\n`,
      'Order #',
    ],
  ])('%s makes the row invalid, names the column and is never sent', async (_, row, said) => {
    const rejects = join(home, 'rejects.csv');
    const csv = file('rows.csv', header + row);
    const words = ['shipments', 'add', '--csv', csv, '--json', '--rejects', rejects];
    const run = await waybill(words, { env: sandbox });
    expect(run.exitCode).toBe(2);
    expect(JSON.parse(run.stdout)).toMatchObject({ rows: 1, invalid: 1, requests: 0 });
    expect(readFileSync(rejects, 'utf8')).toContain(said);
  });
});

describe('a service that is down', () => {
  let env: Record<string, string>;
  beforeAll(async () => {
    env = {
      WAYBILL_HOME: home,
      WAYBILL_BASE_URL: await deadAddress(),
      WAYBILL_API_KEY: 'some_key_1',
      WAYBILL_API_SECRET: 'some_secret_1',
      WAYBILL_RETRIES: '1',
    };
  });

  test('ends a list with exit 10 and the address', async () => {
    const run = await waybill(['orders', 'list'], { env });
    expect(run).toMatchObject({ exitCode: 10, stdout: '' });
    expect(run.stderr).toContain('the connection was refused');
  });

  test('leaves every row of an upload unsent, even when it is retried', async () => {
    for (const _ of ['once', 'again']) {
      const run = await waybill([...upload, '--json'], { env });
      expect(run.exitCode).toBe(10);
      expect(JSON.parse(run.stdout)).toMatchObject({ rows: 120, notSent: 120, unknown: 0 });
    }
  });
});

describe("a path that the system can't follow is a file that could not be read", () => {
  symlinkSync('loop', join(home, 'loop'));
  const paths = [
    ['a loop of links', join(home, 'loop')],
    ['a file as a folder', join(file('plain.csv', header), 'x')],
    ['a name of 300 characters', join(home, 'x'.repeat(300))],
  ] as const;
  const commands = (path: string) => [
    ['reconcile', path, '--group', 'bfmr'],
    ['orders', 'create', '--csv', path],
    ['orders', 'create', '--csv', 'examples/orders.csv', '--rules', path],
    ['orders', 'update', '--csv', path],
    ['orders', 'update', '800458530', '--codes-file', path],
    ['orders', 'create', '--from-json', path],
    ['shipments', 'add', '--csv', path],
    ['shipments', 'check', path],
    ['query', '--file', path],
    ['api', 'POST', '/shipments', '--input', path],
  ];
  test.each(paths)('%s', async (_, path) => {
    for (const words of commands(path)) {
      const { exitCode, stderr } = await waybill([...words, '--no-input'], { env: sandbox });
      expect({ words, exitCode, stderr }).toMatchObject({ words, exitCode: 14 });
      expect(stderr).toContain(path);
    }
  });
});
