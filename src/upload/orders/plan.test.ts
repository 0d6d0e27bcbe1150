import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planned } from '../../../test/support/plan-orders';
import { runs } from '../../../test/support/tier';
import { dollars } from '../../lib/money';

const item = fc.record({
  price: fc.integer({ min: 1000, max: 200_000 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  shipping: fc.integer({ min: 0, max: 2000 }),
  tax: fc.integer({ min: 0, max: 9000 }),
  discount: fc.integer({ min: 0, max: 500 }),
});
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;

const order = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 5 }),
  /** Where the total is. */
  total: fc.constantFrom('row', 'first', 'all'),
});
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never;

const wholeOf = ({ price, quantity, shipping, tax, discount }: Item) =>
  price * quantity + shipping + tax - discount;
const covered = ['price', 'shipping', 'tax', 'discount', 'total'] as const;

interface Row extends Item {
  readonly order: number;
  readonly total: number | undefined;
}

function rowsOf(orders: readonly Order[]): readonly Row[] {
  return orders.flatMap(({ items, total }, number) => {
    const sum = items.reduce((all, one) => all + wholeOf(one), 0);
    return items.map((one, place) => ({
      ...{ ...one, order: number },
      total: total === 'row' ? wholeOf(one) : total === 'all' || place === 0 ? sum : undefined,
    }));
  });
}

const header = 'order,date,store,item,qty,price,shipping,tax,discount,total';

function lineOf({ order, total, ...one }: Row, place: number): string {
  const money = (cents: number | undefined) => (cents === undefined ? '' : dollars(cents));
  const amounts = [one.price, one.shipping, one.tax, one.discount, total].map(money);
  return [`N${order}`, '2026-05-01', 'S', `item ${place}`, one.quantity, ...amounts].join();
}

test('a cent moved in an amount that a total covers is refused at its row, with both numbers', async () => {
  const files = fc.array(order, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.nat(),
      fc.constantFrom(...covered),
      fc.constantFrom(-1, 1),
      async (orders, at, field, cent) => {
        const rows = rowsOf(orders);
        const place = at % rows.length;
        const row = rows[place] as Row;
        const before = row[field];
        fc.pre(before !== undefined && before + cent >= 0);
        const proven = await planned([header, ...rows.map(lineOf)]);
        expect(proven.invalid).toEqual([]);
        const moved = rows.map((one, index) =>
          index === place ? { ...one, [field]: Number(before) + cent } : one,
        );
        const { invalid, messages, bodies } = await planned([header, ...moved.map(lineOf)]);
        const others = orders.filter((_, number) => number !== row.order);
        expect(bodies).toHaveLength(others.length);
        const index = invalid.findIndex((one) => one === `${place + 2} total_differs`);
        expect(index).not.toBe(-1);
        const amounts = messages[index]?.match(/\$[\d,]+\.\d\d/g) ?? [];
        expect(new Set(amounts).size).toBeGreaterThanOrEqual(2);
        expect(invalid).toHaveLength(rows.filter((one) => one.order === row.order).length);
      },
    ),
    { numRuns: runs(2000) },
  );
}, 900_000);

test('what an order becomes depends on its own rows only, wherever they are', async () => {
  const files = fc.array(order, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.infiniteStream(fc.nat()),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      async (orders, order, cut) => {
        const lines = rowsOf(orders).map((row, place) => ({
          number: row.order,
          line: lineOf(row, place),
          key: order.next().value,
        }));
        const read = async (some: typeof lines) =>
          new Map(
            (await planned([header, ...some.map(({ line }) => line)])).bodies.map((body) => [
              body.orderNumber,
              body.orderLineItems,
            ]),
          );
        const whole = await read(lines);
        expect(whole.size).toBe(orders.length);
        const sorted = (items: unknown) =>
          (items as readonly object[]).map((one) => JSON.stringify(one)).sort();
        const mixed = await read(lines.toSorted((one, other) => one.key - other.key));
        for (const [number, items] of mixed)
          expect(sorted(items)).toEqual(sorted(whole.get(number)));
        for (const half of [true, false]) {
          const part = lines.filter(({ number }) => cut[number] === half);
          if (part.length === 0) continue;
          for (const [number, items] of await read(part)) expect(items).toEqual(whole.get(number));
        }
      },
    ),
    { numRuns: runs(500) },
  );
}, 900_000);

test('the tax of a unit may be rounded by half a cent, and no more', async () => {
  const unit = fc.record({
    price: fc.integer({ min: 1000, max: 200_000 }),
    tax: fc.integer({ min: 10, max: 9000 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    off: fc.integer({ min: -8, max: 8 }),
  });
  const columns = 'Website,Order ID,Order Date,ASIN,Shipment Item Subtotal,Quantity,Unit Price';
  await fc.assert(
    fc.asyncProperty(fc.array(unit, { minLength: 1, maxLength: 6 }), async (units) => {
      const lines = units.map(({ price, tax, quantity, off }, place) => {
        const total = (price + tax) * quantity + off;
        const amounts = [price, tax, total].map(dollars);
        const day = '2026-05-01T17:00:00Z';
        return ['Amazon.com', `N${place}`, day, `B${place}`, '', quantity, ...amounts].join();
      });
      const { bodies, invalid } = await planned([`${columns},Unit Price Tax,Total Owed`, ...lines]);
      const isRounding = ({ quantity, off }: (typeof units)[number]) =>
        Math.abs(off) * 2 <= quantity;
      const rounded = units.filter(isRounding);
      expect(bodies.map((body) => body.tax)).toEqual(
        rounded.map(({ tax, quantity, off }) => tax * quantity + off),
      );
      expect(invalid).toEqual(
        units.flatMap((one, place) => (isRounding(one) ? [] : [`${place + 2} total_differs`])),
      );
    }),
    { numRuns: runs(500) },
  );
}, 900_000);
