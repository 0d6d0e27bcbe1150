import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../support/tier';
import { temporaryHome } from '../support/waybill';
import { runHere } from '../support/world';
import { serveCounted } from './counted-service';

/*
 * Exports overlap, and come in any order. An account that gets two files of one export, cut so that
 * the rows of an order stay together, is the same as one that gets them the other way around, and as
 * one that gets the whole export once.
 */
const header = 'Order #,Date,Store,Item,Qty,Price,Tax,Group,Tracking';

interface Order {
  readonly items: readonly { readonly qty: number; readonly cents: number }[];
  readonly day: number;
  readonly group: number;
  readonly tax: number;
  readonly tracking: boolean;
  readonly inFirst: boolean;
  readonly inSecond: boolean;
  /** Whether the rows are in another order in the second file. */
  readonly turned: boolean;
}

const order: fc.Arbitrary<Order> = fc.record({
  items: fc.array(fc.record({ qty: fc.integer({ min: 0, max: 3 }), cents: fc.nat(99_999) }), {
    minLength: 1,
    maxLength: 3,
  }),
  day: fc.integer({ min: 1, max: 28 }),
  // One of them is none: the order is refused in each file.
  group: fc.nat(3),
  tax: fc.nat(999),
  tracking: fc.boolean(),
  inFirst: fc.boolean(),
  inSecond: fc.boolean(),
  turned: fc.boolean(),
});

const groups = ['bfmr', 'melul', 'buying_group', ''];
const money = (cents: number) => (cents / 100).toFixed(2);

/** The rows of an order; its own fields are on the first one. */
function rowsOf(one: Order, index: number, turns: boolean): readonly string[] {
  const number = `OV-${index}`;
  const rows = one.items.map(({ qty, cents }, place) => {
    const tracking = one.tracking ? `TBA${String(index * 10 + place).padStart(12, '0')}` : '';
    const own = [`2026-05-${String(one.day).padStart(2, '0')}`, 'Best Buy'];
    const tax = place === 0 ? money(one.tax) : '';
    const [day, store] = own;
    return `${number},${day},${store},Item ${place},${qty},${money(cents)},${tax},${groups[one.group]},${tracking}`;
  });
  return turns && one.turned ? rows.toReversed() : rows;
}

function fileOf(orders: readonly Order[], has: (one: Order) => boolean, turns: boolean): string {
  const lines = orders.flatMap((one, index) => (has(one) ? rowsOf(one, index, turns) : []));
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'export.csv');
  writeFileSync(path, `${[header, ...lines].join('\n')}\n`);
  return path;
}

/**
 * What a new account has after each of these files, without what each run makes new. What a process of
 * its own adds to a run is tested elsewhere; here there are well over a thousand runs.
 */
async function accountsAfter(files: readonly string[]): Promise<readonly (readonly string[])[]> {
  const service = await serveCounted();
  const ordersNow = async () =>
    (await service.orders())
      .filter(({ orderNumber }) => orderNumber?.startsWith('OV-'))
      .map((one) => {
        const {
          id: _,
          createdAt,
          orderLineItems,
          trackingNumbers,
          ...rest
        } = { ...one } as Record<string, unknown>;
        const items = (orderLineItems as Record<string, unknown>[]).map(({ id, ...item }) => item);
        const sorted = (list: unknown) =>
          (list as unknown[]).map((member) => JSON.stringify(member)).sort();
        return JSON.stringify({ ...rest, items: sorted(items), numbers: sorted(trackingNumbers) });
      })
      .sort();
  try {
    const env = { ...service.env, WAYBILL_HOME: temporaryHome() };
    const accounts: (readonly string[])[] = [];
    for (const file of files) {
      const { exitCode, stderr } = await runHere(['orders', 'create', '--csv', file, '-q'], {
        env,
      });
      expect({ stderr, known: [0, 2, 3].includes(exitCode ?? 1) }).toEqual({ stderr, known: true });
      accounts.push(await ordersNow());
    }
    return accounts;
  } finally {
    await service.close();
  }
}

const cases = runs(50, 5);

test('two overlapping files in any order give what their union gives', async () => {
  let overlaps = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 4, maxLength: 12 }), async (orders) => {
      overlaps += orders.filter(({ inFirst, inSecond }) => inFirst && inSecond).length;
      const first = fileOf(orders, ({ inFirst }) => inFirst, false);
      const second = fileOf(orders, ({ inSecond }) => inSecond, true);
      const union = fileOf(orders, (one) => one.inFirst || one.inSecond, false);
      const [whole, ...again] = await accountsAfter([union, first, second, union]);
      expect(again).toEqual([whole, whole, whole]);
      expect((await accountsAfter([first, second])).at(-1)).toEqual(whole);
      expect((await accountsAfter([second, first])).at(-1)).toEqual(whole);
    }),
    { numRuns: cases },
  );
  // A quarter of the orders are in both files: one or more in each case.
  expect(overlaps).toBeGreaterThan(cases / 2);
}, 1_200_000);
