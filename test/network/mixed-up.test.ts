import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Fault,
  type FaultyService,
  firstTime,
  jsonResponse,
  startFaultyService,
  wireResponse,
} from '../support/faulty-service';
import { projectFolder } from '../support/project';
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
  faulty.requests.splice(0);
});

function run(...words: readonly string[]) {
  return waybill([...words, '--json', '--yes'], {
    env: {
      WAYBILL_HOME: temporaryHome(),
      WAYBILL_BASE_URL: faulty.baseUrl,
      WAYBILL_API_KEY: sandboxPair.apiKey,
      WAYBILL_API_SECRET: sandboxPair.apiSecret.reveal(),
    },
  });
}

const ask = (path: string, method = 'GET', body?: unknown) =>
  askInProcess(faulty.service, path, { method, body });
const orderPath = (id: string) => `/buying-group-orders/${id}`;
const read = async (id: string) => (await ask(orderPath(id))).data;
/** The error is the last line; a notice of a pause may come before it. */
const errorOf = ({ stderr }: { readonly stderr: string }) =>
  JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;
const methods = () => faulty.requests.map(({ method }) => method);
const isGet = ({ method }: { readonly method: string }) => method === 'GET';
const isPatch = ({ method }: { readonly method: string }) => method === 'PATCH';
const isPost = ({ method }: { readonly method: string }) => method === 'POST';

function file(...lines: readonly string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'f.csv');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

/** Two orders, and a response about the second one. */
async function twoOrders() {
  const { data } = await ask('/buying-group-orders?limit=2');
  const [asked, other] = data;
  return { asked, other, mixedUp: { instead: jsonResponse(200, { data: other }) } };
}

describe("a response with another order's body", () => {
  test('is no answer to a get: exit 13, and nothing is printed', async () => {
    const { asked, mixedUp } = await twoOrders();
    faulty.plan(() => mixedUp);
    const result = await run('orders', 'get', asked.id);
    expect(result).toMatchObject({ exitCode: 13, stdout: '' });
    expect(errorOf(result).message).toContain(`is not about buying group order ${asked.id}`);
  });

  test.each([[['--add-item', 'description=X,price=1,qty=1']], [['--status', 'paid']]])(
    'never makes an update of the other one: %j',
    async (change) => {
      const { asked, other, mixedUp } = await twoOrders();
      faulty.plan((request) => (isGet(request) ? mixedUp : undefined));
      const condition = change[0] === '--status' ? ['--if-status', String(other.status)] : [];
      const result = await run('orders', 'update', asked.id, ...change, ...condition);
      expect(result).toMatchObject({ exitCode: 13, stdout: '' });
      expect(methods()).not.toContain('PATCH');
      expect(await read(other.id)).toEqual(other);
    },
  );

  test.each([
    ['carried out', true],
    ['not carried out', false],
  ])('to an update is a lost response: %s', async (_, carriedOut) => {
    const { asked, other, mixedUp } = await twoOrders();
    faulty.plan(firstTime({ ...mixedUp, carriedOut }, isPatch));
    const result = await run('orders', 'update', asked.id, '--notes', 'mine');
    expect(result.exitCode).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ id: asked.id, notes: 'mine' });
    expect((await read(asked.id)).notes).toBe('mine');
    expect((await read(other.id)).notes).toBe(other.notes);
  });

  test('proves no lost update', async () => {
    const { asked, other } = await twoOrders();
    const lost: Fault = { instead: (socket) => socket.resetAndDestroy() };
    const claim = { instead: jsonResponse(200, { data: { ...other, notes: 'mine' } }) };
    faulty.plan((request) => (isPatch(request) ? lost : claim));
    const result = await run('orders', 'update', asked.id, '--notes', 'mine', '--retries', '0');
    expect(result).toMatchObject({ exitCode: 11, stdout: '' });
  });

  test('to a create is a lost response, and looked up', async () => {
    const { mixedUp } = await twoOrders();
    faulty.plan(firstTime(mixedUp, isPost));
    const create = ['--from-json', join(projectFolder, 'examples/order.json')];
    const result = await run('orders', 'create', ...create, '--order-number', 'mixed-1');
    expect(result.exitCode).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ orderNumber: 'mixed-1' });
    const { data } = await ask('/buying-group-orders?limit=3');
    expect(data.map((one: { orderNumber: string }) => one.orderNumber)).toContain('mixed-1');
  });
});

/** The first PATCH fails this way; before that, `meanwhile` happens at the service. */
function failing(how: string, meanwhile: () => unknown): Fault {
  const refused = (status: number, headers = {}) =>
    wireResponse(status, { 'content-length': '0', ...headers }, '');
  const answers: Readonly<Record<string, Buffer>> = {
    '429': refused(429, { 'retry-after': '0' }),
    '502': refused(502),
    '503': refused(503),
  };
  return {
    instead: (socket) => {
      meanwhile();
      const answer = answers[how];
      if (answer === undefined) socket.resetAndDestroy();
      else socket.write(answer);
    },
  };
}
const failures = ['lost', '429', '502', '503'];

describe('an update that must be sent again', () => {
  test.each(failures)('is not, if the order left the status that it needs: %s', async (how) => {
    const { asked } = await twoOrders();
    await ask(orderPath(asked.id), 'PATCH', { status: 'delivered' });
    const cancel = () => ask(orderPath(asked.id), 'PATCH', { status: 'cancelled' });
    faulty.plan(firstTime(failing(how, cancel), isPatch));
    const words = ['orders', 'update', asked.id, '--status', 'paid', '--if-status', 'delivered'];
    const result = await run(...words);
    expect(result).toMatchObject({ exitCode: 7, stdout: '' });
    expect(errorOf(result)).toMatchObject({
      code: 'status_not_met',
      message: 'The order is cancelled, not delivered',
      hint: 'Its status changed during the update. Nothing more was sent.',
    });
    expect((await read(asked.id)).status).toBe('cancelled');
  });

  test.each(['lost', '502'])('is done if the first request was carried out: %s', async (how) => {
    const { asked } = await twoOrders();
    await ask(orderPath(asked.id), 'PATCH', { status: 'delivered' });
    const pay = () => ask(orderPath(asked.id), 'PATCH', { status: 'paid' });
    faulty.plan(firstTime(failing(how, pay), isPatch));
    const words = ['orders', 'update', asked.id, '--status', 'paid', '--if-status', 'delivered'];
    expect(await run(...words)).toMatchObject({ exitCode: 0 });
    expect(methods().filter((method) => method === 'PATCH')).toHaveLength(1);
  });

  test('is counted once per try in an upload: reading the order again is no request of the job', async () => {
    const { asked } = await twoOrders();
    await ask(orderPath(asked.id), 'PATCH', { status: 'delivered' });
    faulty.plan(
      firstTime(
        failing('503', () => {}),
        isPatch,
      ),
    );
    const source = file('order,notes,ifStatus', `${asked.id},mine,delivered`);
    const result = await run('orders', 'update', '--csv', source);
    expect(result.exitCode).toBe(0);
    expect(methods().filter((method) => method === 'PATCH')).toHaveLength(2);
    expect(JSON.parse(result.stdout)).toMatchObject({ added: 1, requests: 2 });
  });

  test.each(failures)('keeps a line item that was added meanwhile: %s', async (how) => {
    const { asked } = await twoOrders();
    const kept = asked.orderLineItems.map(({ id }: { id: string }) => ({ id }));
    const theirs = { description: 'THEIRS', unitPrice: 1, quantity: 1 };
    const add = () => ask(orderPath(asked.id), 'PATCH', { orderLineItems: [...kept, theirs] });
    faulty.plan(firstTime(failing(how, add), isPatch));
    const item = 'description=MINE,price=1,qty=1';
    const result = await run('orders', 'update', asked.id, '--add-item', item);
    expect(result).toMatchObject({ exitCode: 7, stdout: '' });
    expect(errorOf(result).code).toBe('line_items_changed');
    const { orderLineItems } = await read(asked.id);
    expect(orderLineItems).toHaveLength(kept.length + 1);
    expect(orderLineItems.at(-1).description).toBe('THEIRS');
  });
});

describe('codes that the service returns', () => {
  test('are masked with their PINs, whatever they are called', async () => {
    const { data } = await ask('/gift-card-orders?limit=1');
    const [order] = data;
    const secrets = {
      redemptionCodes: [{ code: 'CANARY-1', pin: '774411' }],
      RedemptionPin: '8812',
    };
    const body = { data: { ...order, ...secrets, more: [{ giftCode: 'CANARY-2' }] } };
    faulty.plan(() => ({ instead: jsonResponse(200, body) }));
    const shown = await run('giftcards', 'get', order.id);
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).not.toMatch(/CANARY|774411|8812/);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      id: order.id,
      redemptionCodes: [{ code: '••••', pin: '••••' }],
    });
    const updated = await run('giftcards', 'update', order.id, '--notes', 'n', '--json');
    expect(updated.stdout).not.toMatch(/CANARY|774411|8812/);
  });
});

describe("the service's reasons for refusing a row", () => {
  const refused = (...paths: readonly string[]) => ({
    instead: jsonResponse(400, {
      error: {
        code: 'validation_error',
        message: 'Invalid',
        issues: paths.map((path) => ({ path, message: `bad ${path}` })),
      },
    }),
  });

  test('of a create name the columns of the file, all of them', async () => {
    const paths = ['orderLineItems.0.unitPrice', 'buyingGroup', 'orderLineItems.1.quantity'];
    faulty.plan((request) => (isPost(request) ? refused(...paths) : undefined));
    const header = 'orderNumber,orderDate,retailer,buyingGroup,description,unitPrice,quantity';
    const rows = ['N-1,2026-11-01,Target,bfmr,x,150,1', 'N-1,,,,y,150,2'];
    const { exitCode, stderr } = await run('orders', 'create', '--csv', file(header, ...rows));
    expect(exitCode).toBe(3);
    expect(errorOf({ stderr }).issues).toEqual([
      {
        path: 'line 2',
        message:
          'column unitPrice: bad orderLineItems.0.unitPrice; column buyingGroup: bad buyingGroup',
      },
      { path: 'line 3', message: 'column quantity: bad orderLineItems.1.quantity' },
    ]);
  });

  test('of an update name the column of the file', async () => {
    faulty.plan((request) => (isPatch(request) ? refused('buyingGroup') : undefined));
    const source = file('Order,The Group', '800458530,mvp');
    const map = ['--map', 'buyingGroup=The Group'];
    const { stderr } = await run('orders', 'update', '--csv', source, ...map);
    expect(errorOf({ stderr }).issues).toEqual([
      { path: 'line 2', message: 'Invalid (column The Group: bad buyingGroup)' },
    ]);
  });
});
