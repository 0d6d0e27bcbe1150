import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Libsql } from '../../src/native/libsql';
import { serveSandbox } from '../support/sandbox';
import { temporaryHome, waybill } from '../support/waybill';
import { type Account, accountOf, expectError, orderFields } from './reference/account';

const home = temporaryHome();
const database = join(home, 'sandbox.db');

let account: Account;
let reported = '';
beforeAll(async () => {
  account = accountOf(await serveSandbox({ database }));
  account.sandbox.process.stderr?.on('data', (chunk) => {
    reported += chunk;
  });
});
afterAll(() => account.close());

/** Changes the database while the service runs, as another program might. */
function meddle(sql: string): void {
  const other = new Libsql(database);
  other.exec(sql);
  other.close();
}

test('"internal_error: server-side failure" does not say what went wrong; stderr does', async () => {
  meddle('ALTER TABLE deals RENAME TO deals_away');
  const body = { ...orderFields(), orderLineItems: [{ model: 'NC501', unitPrice: 1 }] };
  const answer = await account.ask('POST', '/buying-group-orders', body);
  expect(expectError(answer, 500, 'internal_error')).toEqual([]);
  expect(answer.text).not.toContain('deals');
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(reported).toContain('no such table: deals');
});

test('keeps nothing of the request, and the service goes on', async () => {
  const total = async () =>
    (await account.ask('GET', '/buying-group-orders?limit=1')).body.pagination.totalCount;
  const before = await total();
  const body = { ...orderFields(), orderLineItems: [{ model: 'NC501', unitPrice: 1 }] };
  await account.ask('POST', '/buying-group-orders', body);
  expect(await total()).toBe(before);
  meddle('ALTER TABLE deals_away RENAME TO deals');
  expect((await account.ask('POST', '/buying-group-orders', body)).status).toBe(201);
  expect(await total()).toBe(before + 1);
});

test('inside the process, blames the file: exit 14, and says why', async () => {
  meddle('ALTER TABLE orders RENAME TO orders_away');
  const { exitCode, stderr } = await waybill(['--sandbox', 'orders', 'list', '--retries', '0'], {
    env: { WAYBILL_HOME: home },
  });
  meddle('ALTER TABLE orders_away RENAME TO orders');
  expect(exitCode).toBe(14);
  expect(stderr).toContain('no such table: orders');
  expect(stderr).not.toMatch(/\n\s+at /);
});
