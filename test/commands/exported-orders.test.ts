import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportedOrders } from '../support/exported-orders';
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
