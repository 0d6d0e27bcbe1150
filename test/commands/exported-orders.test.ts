import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportedOrders, otherNumber, renumbered } from '../support/exported-orders';
import { temporaryHome } from '../support/waybill';
import { sampleAccount } from './account';

/* The files of shops and programs as a user uploads them, to the sample account over HTTP. */
const account = sampleAccount();

const usable = Object.entries(exportedOrders).filter(([name]) => name !== 'Amazon, azad, orders');

test.each(usable)('%s: twice equals once', async (_, { lines, flags = [], costs }) => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  const path = join(folder, 'orders.csv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  const words = ['orders', 'create', '--csv', path, '--group', 'bfmr', ...flags, '--json', '-q'];
  const env = { WAYBILL_HOME: temporaryHome() };
  const all = Object.keys(costs).length;
  const sum = { differs: 0, invalid: 0 };
  const first = JSON.parse((await account.run(words, { env })).stdout);
  expect(first.orders).toEqual({ ...sum, added: all, alreadyPresent: 0 });
  const again = JSON.parse((await account.run([...words, '--restart'], { env })).stdout);
  expect(again.orders).toEqual({ ...sum, added: 0, alreadyPresent: all });
  expect(again.shipments?.added ?? 0).toBe(0);
  // What the account now has is what the file says, to the cent.
  for (const [number, total] of Object.entries(costs)) {
    const { stdout } = await account.run(['orders', 'get', number, '--json'], { env });
    expect({ number, total: JSON.parse(stdout).total }).toEqual({ number, total });
  }
});

const costs = (orders: readonly { orderNumber: string; total: number }[]) =>
  Object.fromEntries(orders.map(({ orderNumber, total }) => [orderNumber, total]));

test.each(usable)('%s: a later file with half of the orders makes none twice', async (_, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  const env = { WAYBILL_HOME: temporaryHome() };
  const numbers = Object.keys(file.costs);
  const uploaded = async (name: string, lines: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    const words = ['orders', 'create', '--csv', path, '--group', 'bfmr', ...(file.flags ?? [])];
    const { stdout } = await account.run([...words, '--no-shipments', '--json', '-q'], { env });
    const list = ['orders', 'list', '--all', '--json', '--fields', 'orderNumber,total'];
    const { stdout: listed } = await account.run(list, { env });
    return { orders: JSON.parse(stdout).orders, account: costs(JSON.parse(listed)) };
  };
  const first = await uploaded('may.csv', [...file.lines, ...renumbered(file, '7')]);
  expect(first.orders).toMatchObject({ differs: 0, invalid: 0 });
  account.seen();
  const second = await uploaded('june.csv', [...file.lines, ...renumbered(file, '8')]);
  const count = numbers.length;
  expect(second.orders).toEqual({ added: count, alreadyPresent: count, differs: 0, invalid: 0 });
  const written = account.seen().filter(({ method }) => method !== 'GET');
  expect(written).toHaveLength(count);
  // Only the new orders came to the account, and no amount of another one changed.
  expect(second.account).toEqual({
    ...first.account,
    ...Object.fromEntries(numbers.map((one) => [otherNumber(one, '8'), file.costs[one]])),
  });
  expect(Object.keys(second.account)).toHaveLength(Object.keys(first.account).length + count);
});
