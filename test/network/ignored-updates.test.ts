import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Fault,
  type FaultyService,
  firstTime,
  jsonResponse,
  startFaultyService,
} from '../support/faulty-service';
import { temporaryHome, waybill } from '../support/waybill';
import { askInProcess, sandboxPair } from './account-api';

let faulty: FaultyService;
beforeAll(async () => {
  faulty = await startFaultyService();
});
afterAll(() => faulty.stop());
beforeEach(() => {
  faulty.service.reset();
  faulty.plan(() => undefined);
});

function run(...words: readonly string[]) {
  return waybill(words, {
    env: {
      WAYBILL_HOME: temporaryHome(),
      WAYBILL_BASE_URL: faulty.baseUrl,
      WAYBILL_API_KEY: sandboxPair.apiKey,
      WAYBILL_API_SECRET: sandboxPair.apiSecret.reveal(),
    },
  });
}

const isPatch = ({ method }: { readonly method: string }) => method === 'PATCH';
const orderPath = (id: string) => `/buying-group-orders/${id}`;
const errorOf = ({ stderr }: { readonly stderr: string }) => JSON.parse(stderr).error;
const read = async (id: string) => (await askInProcess(faulty.service, orderPath(id))).data;

async function twoOrders() {
  const { data } = await askInProcess(faulty.service, '/buying-group-orders?limit=2');
  return data;
}

/** A 200 with this order, which does not carry the request out. */
const answering = (order: object): Fault => ({ instead: jsonResponse(200, { data: order }) });

function file(...lines: readonly string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'f.csv');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

describe('an update that the service accepts without making it', () => {
  test.each([
    ['by id', 'id', ['--status', 'cancelled'], '--status'],
    ['by id', 'id', ['--tax', '123.45'], '--tax'],
    ['by number', 'orderNumber', ['--status', 'cancelled'], '--status'],
    ['by number', 'orderNumber', ['--notes', 'mine'], '--notes'],
    ['by number', 'orderNumber', ['--item', 'description=X,price=1,qty=1', '-y'], '--item'],
  ])('fails and prints no order: %s, %s %j', async (_, name, change, path) => {
    const [asked] = await twoOrders();
    faulty.plan(firstTime(answering(asked), isPatch));
    const result = await run('orders', 'update', asked[name], ...change, '--json');
    expect(result).toMatchObject({ exitCode: 8, stdout: '' });
    expect(errorOf(result)).toMatchObject({
      code: 'not_changed',
      issues: [{ path, message: 'does not have the value that was sent' }],
    });
  });

  test('is not called "no change"', async () => {
    const [asked] = await twoOrders();
    faulty.plan(firstTime(answering(asked), isPatch));
    const result = await run('orders', 'update', asked.orderNumber, '--status', 'cancelled');
    expect(result).toMatchObject({ exitCode: 8, stdout: '' });
    expect(result.stderr).toContain('The service accepted the update');
    expect(result.stderr).toContain('--status');
  });

  test('does not stop the other orders: exit 3', async () => {
    const [asked, other] = await twoOrders();
    faulty.plan((request) =>
      isPatch(request) && request.path.includes(asked.id) ? answering(asked) : undefined,
    );
    const words = ['--status', 'cancelled', '--json'];
    const result = await run('orders', 'update', asked.id, other.id, ...words);
    expect(result.exitCode).toBe(3);
    expect(JSON.parse(result.stdout)).toMatchObject([{ id: other.id, status: 'cancelled' }]);
    expect(errorOf(result).issues).toMatchObject([{ path: asked.id }]);
  });

  test('is a rejected row of a file, and the other rows are updated: exit 3', async () => {
    const [asked, other] = await twoOrders();
    faulty.plan((request) =>
      isPatch(request) && request.path.includes(asked.id) ? answering(asked) : undefined,
    );
    const source = file('order,My Notes', `${asked.id},mine`, `${other.id},mine`);
    const map = ['--map', 'notes=My Notes'];
    const result = await run('orders', 'update', '--csv', source, ...map, '--json');
    expect(result.exitCode).toBe(3);
    const summary = JSON.parse(result.stdout);
    expect(summary).toMatchObject({ added: 1, rejected: 1, unknown: 0, requests: 2 });
    expect(parse(readFileSync(summary.rejectsFile), { columns: true })).toMatchObject([
      { order: asked.id, waybill_message: expect.stringContaining('column My Notes') },
    ]);
    expect((await read(other.id)).notes).toBe('mine');
  });
});

describe('an update that the service carried out', () => {
  test('is done although its response shows the order as it was', async () => {
    const [asked] = await twoOrders();
    faulty.plan(firstTime({ ...answering(asked), carriedOut: true }, isPatch));
    const result = await run('orders', 'update', asked.id, '--status', 'cancelled', '--json');
    expect(result.exitCode).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ status: 'cancelled' });
  });

  test('is done if the service spells a text its own way', async () => {
    const [asked] = await twoOrders();
    const respelled = { ...asked, retailer: 'Best Buy Stores' };
    faulty.plan((request) =>
      isPatch(request) || request.path.includes(asked.id) ? answering(respelled) : undefined,
    );
    const words = ['--retailer', 'best buy stores', '--json'];
    expect(await run('orders', 'update', asked.orderNumber, ...words)).toMatchObject({
      exitCode: 0,
    });
    const source = file('order,retailer', `${asked.orderNumber},best buy stores`);
    const uploaded = await run('orders', 'update', '--csv', source, '--json');
    expect(JSON.parse(uploaded.stdout)).toMatchObject({ added: 1, rejected: 0 });
  });

  test('is unknown if neither the response nor the order shows it: exit 11', async () => {
    const [asked] = await twoOrders();
    const lost: Fault = { instead: (socket) => socket.resetAndDestroy() };
    faulty.plan((request) => (isPatch(request) ? answering(asked) : lost));
    const words = ['--status', 'cancelled', '--retries', '0', '--json'];
    const result = await run('orders', 'update', asked.id, ...words);
    expect(result).toMatchObject({ exitCode: 11, stdout: '' });
    expect(errorOf(result).hint).toContain(`waybill orders get ${asked.id}`);
  });
});
