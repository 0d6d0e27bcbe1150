import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveSandbox } from '../support/sandbox';
import { temporaryHome } from '../support/waybill';
import { type Account, accountOf } from './reference/account';

const processes = 4;
const retailer = 'Best Buy';

let accounts: readonly Account[];
let first: Account;
beforeAll(async () => {
  // None of them finds a file, and one of them creates it.
  const database = join(temporaryHome(), 'shared.db');
  accounts = await Promise.all(
    Array.from({ length: processes }, async () => accountOf(await serveSandbox({ database }))),
  );
  [first] = accounts as [Account];
});
afterAll(() => Promise.all(accounts.map((account) => account.close())));

const newOrder = (orderNumber: string) => ({
  orderDate: '2025-11-10',
  retailer,
  orderNumber,
  buyingGroup: 'bfmr',
  orderLineItems: [{ unitPrice: 1000 }],
});
const everywhere = <T>(work: (account: Account, index: number) => Promise<T>) =>
  Promise.all(accounts.map(work));

async function totalCount(account: Account): Promise<number> {
  const { body } = await account.ask('GET', '/buying-group-orders?limit=1');
  return body.pagination.totalCount;
}

describe('several processes on one file', () => {
  test('create the sample account only once', async () => {
    expect(await everywhere(totalCount)).toEqual(Array.from({ length: processes }, () => 151));
  });

  test('never give two orders the same number', async () => {
    const before = await totalCount(first);
    const numbers = Array.from({ length: 25 }, (_, index) => `SHARED-${index}`);
    const statuses = await everywhere((account) =>
      Promise.all(
        numbers.map(
          async (number) =>
            (await account.ask('POST', '/buying-group-orders', newOrder(number))).status,
        ),
      ),
    );
    for (const index of numbers.keys()) {
      const answers = statuses.map((list) => list[index]).sort();
      expect(answers).toEqual([201, ...Array.from({ length: processes - 1 }, () => 409)]);
    }
    const after = before + numbers.length;
    expect(await everywhere(totalCount)).toEqual(Array.from({ length: processes }, () => after));
  });

  test('never add a tracking number twice', async () => {
    await first.ask('POST', '/buying-group-orders', newOrder('PARCELS'));
    const shipments = Array.from({ length: 50 }, (_, index) => ({
      retailer,
      orderNumber: 'PARCELS',
      trackingNumber: `TBA${300_000_000_000 + index}`,
    }));
    const added = await everywhere(async (account, index) => {
      // Each starts at a different place in the same numbers.
      const turned = [...shipments.slice(index * 12), ...shipments.slice(0, index * 12)];
      const counts = [];
      for (let at = 0; at < turned.length; at += 5) {
        const body = { shipments: turned.slice(at, at + 5) };
        counts.push((await account.ask('POST', '/shipments', body)).body.data.addedCount);
      }
      return counts;
    });
    expect(added.flat().reduce((sum, count) => sum + count, 0)).toBe(shipments.length);
    const { body } = await first.ask('GET', '/buying-group-orders?limit=1');
    expect(body.data[0].trackingNumbers).toHaveLength(shipments.length);
  });

  test('never tear an order: its amounts always fit its line items', async () => {
    const { id } = (await first.ask('POST', '/buying-group-orders', newOrder('TORN'))).body.data;
    await everywhere(async (account, index) => {
      for (let turn = 1; turn <= 15; turn++) {
        const orderLineItems = Array.from({ length: index + 1 }, () => ({
          unitPrice: 100 * turn,
          quantity: turn,
        }));
        const path = `/buying-group-orders/${id}`;
        const { data } = (await account.ask('PATCH', path, { orderLineItems, tax: index })).body;
        const seen = (await account.ask('GET', path)).body.data;
        for (const order of [data, seen]) {
          const { subtotal, tax, total, orderLineItems: items } = order;
          const sum = items.reduce(
            (all: number, item: { unitPrice: number; quantity: number }) =>
              all + item.unitPrice * item.quantity,
            0,
          );
          expect({ subtotal, total }).toEqual({ subtotal: sum, total: sum + tax });
        }
      }
    });
  });
});
