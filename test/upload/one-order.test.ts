import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Run, temporaryHome, waybill } from '../support/waybill';
import { serveCounted } from './counted-service';

type Counted = Awaited<ReturnType<typeof serveCounted>>;

let service: Counted;
let home: string;
let isLost = false;

beforeEach(async () => {
  home = temporaryHome();
  isLost = false;
  service = await serveCounted({ loses: () => isLost });
});
afterEach(() => service.close());

const ups = '1Z12345E6605272234';
const otherUps = '1Z999AA10123456784';

async function run(...words: readonly string[]): Promise<Run & { asked: readonly string[] }> {
  service.requests.length = 0;
  const done = await waybill(words, { env: { ...service.env, WAYBILL_HOME: home } });
  const asked = service.requests.map((one) => one.replace(/\/[0-9a-f-]{36}$/, '/<id>'));
  return { ...done, asked };
}

async function numbers(): Promise<readonly string[]> {
  return (await service.orders()).flatMap(({ orderNumber }) => orderNumber ?? []);
}

const oneOrder = 'GET /buying-group-orders/<id>';

describe('with a mirror', () => {
  beforeEach(async () => {
    expect((await run('sync')).exitCode).toBe(0);
  });

  test('only the order is read, by its id', async () => {
    const [number = ''] = await numbers();
    const first = await run('shipments', 'add', number, ups, '--json');
    expect(JSON.parse(first.stdout)).toMatchObject({ rows: 1, added: 1 });
    expect(first.asked).toEqual([oneOrder, 'POST /shipments']);
    // What was there before proves it without another look.
    const second = await run('shipments', 'add', number, ups, '--json', '--restart');
    expect(JSON.parse(second.stdout)).toMatchObject({ rows: 1, added: 0, alreadyPresent: 1 });
    expect(second.asked).toEqual([oneOrder, 'POST /shipments']);
    const more = await run('shipments', 'add', number, ups, otherUps, '--json', '--verify');
    expect(JSON.parse(more.stdout)).toMatchObject({ rows: 2, added: 1, alreadyPresent: 1 });
  });

  test('it is enough to warn of a number that another order has', async () => {
    const all = await service.orders();
    const taken = all.find(({ trackingNumbers }) => trackingNumbers.length > 0);
    const trackingNumber = taken?.trackingNumbers[0]?.trackingNumber ?? '';
    const number = (await numbers()).find((one) => one !== taken?.orderNumber) ?? '';
    const done = await run('shipments', 'add', number, trackingNumber);
    expect(done.stderr).toContain(`already on order ${taken?.orderNumber}`);
    expect(done.asked.slice(0, 2)).toEqual([oneOrder, 'POST /shipments']);
  });

  test('an order that has another number by now is looked for in the list', async () => {
    const [number = ''] = await numbers();
    const { body } = await service.ask('GET', '/buying-group-orders?limit=100');
    const { id } = body.data.find(
      ({ orderNumber }: { orderNumber: string }) => orderNumber === number,
    );
    await service.ask('PATCH', `/buying-group-orders/${id}`, { orderNumber: 'MOVED-1' });
    const done = await run('shipments', 'add', number, ups);
    expect(done).toMatchObject({ exitCode: 6, stdout: '' });
    expect(service.posts).toEqual([]);
  });
});

test('another spelling of its number means the order; two that fit are both named', async () => {
  const [number = '', other = ''] = await numbers();
  const spelled = `#${number.toLowerCase().replaceAll('-', '\u2011')}`;
  const done = await run('shipments', 'add', spelled, ups);
  expect(done.exitCode).toBe(0);
  expect(JSON.parse(service.posts[0] ?? '').shipments).toMatchObject([{ orderNumber: number }]);
  expect(done.stderr).toContain(number);
  const { body } = await service.ask('GET', '/buying-group-orders?limit=100');
  const { id } = body.data.find(
    ({ orderNumber }: { orderNumber: string }) => orderNumber === other,
  );
  await service.ask('PATCH', `/buying-group-orders/${id}`, { orderNumber: `${number}-` });
  const refused = await run('shipments', 'add', spelled, ups);
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toContain(`${number} and ${number}-`);
});

test('a wrong number offers the nearest one, and a wrong retailer what works', async () => {
  const { orderNumber, retailer } = (await service.orders())[1] ?? {};
  const wrong = `${orderNumber}`.replace(/.$/, 'X');
  // A number that was typed twice is no less refused.
  for (const named of [[], ['--retailer', `${retailer}`], [ups, '--retailer', `${retailer}`]]) {
    const missing = await run('shipments', 'add', wrong, ups, ...named);
    expect(missing).toMatchObject({ exitCode: 6, stdout: '' });
    expect(missing.stderr).toContain(`Did you mean ${orderNumber}?`);
  }
  const refused = await run(
    ...['shipments', 'add', `${orderNumber}`, ups],
    ...['--retailer', 'amazon.com'],
  );
  expect(refused).toMatchObject({ exitCode: 8, stdout: '' });
  expect(refused.stderr.match(/not "amazon.com"/g)).toHaveLength(1);
  expect(refused.stderr).toContain('leave out --retailer');
  expect((await run('shipments', 'add', `${orderNumber}`, ups)).exitCode).toBe(0);
});

test('a lost response names the order and the number, and says how to find out', async () => {
  const [number = ''] = await numbers();
  isLost = true;
  const words = ['shipments', 'add', number, ups, '--retries', '0'];
  const done = await run(...words);
  expect(done).toMatchObject({ exitCode: 11, stdout: '' });
  expect(done.stderr).toContain(`whether ${ups} is on order ${number}`);
  expect(done.stderr).toContain(`waybill orders get ${number}`);
  expect(done.stderr).not.toContain(home);
  const json = await run(...words, '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ rows: 1, unknown: 1 });
  expect(JSON.parse(json.stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({
    exitCode: 11,
    message: expect.stringContaining(ups),
  });
  // The same command settles it.
  isLost = false;
  expect((await run(...words)).exitCode).toBe(0);
  expect(readdirSync(join(home, 'jobs'))).toHaveLength(1);
});
