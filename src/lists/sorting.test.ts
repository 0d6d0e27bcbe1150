import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareBy, readSort } from './selection';

const names = new Map([
  ['date', 'orderDate'],
  ['orderDate', 'orderDate'],
  ['total', 'total'],
  ['cashback', 'cashback'],
]);
const keys = (typed: string) => readSort(typed, '--sort', names);
const read = (typed: string) => keys(typed).map(({ path, descending }) => ({ path, descending }));

test('takes field names from the service or the flags, each with a direction', () => {
  expect(read('date:desc, total,cashback.platform:asc')).toEqual([
    { path: 'orderDate', descending: true },
    { path: 'total', descending: false },
    { path: 'cashback.platform', descending: false },
  ]);
  expect(read('-Total,ORDERDATE:DESC')).toEqual([
    { path: 'total', descending: true },
    { path: 'orderDate', descending: true },
  ]);
});

test.each([
  ['totl', '--sort: unknown field "totl"'],
  ['', '--sort: unknown field ""'],
  ['total:down', '--sort takes field, field:asc, field:desc or -field, not "total:down"'],
  ['total:desc:asc', '--sort takes field, field:asc, field:desc or -field, not "total:desc:asc"'],
  ['-total:asc', '--sort takes field, field:asc, field:desc or -field, not "-total:asc"'],
  ['--total', '--sort: unknown field "-total"'],
  ['__proto__', '--sort: unknown field "__proto__"'],
])('rejects %j', (typed, message) => {
  expect(() => read(typed)).toThrow(message);
});

const sorted = (typed: string, records: readonly object[]) =>
  [...records].sort(compareBy(keys(typed)));

test('sorts numbers by value and texts by code point, missing values last either way', () => {
  const records = [{ total: 10 }, { total: null }, { total: 9 }, {}, { total: 100 }];
  expect(sorted('total', records)).toEqual([
    { total: 9 },
    { total: 10 },
    { total: 100 },
    { total: null },
    {},
  ]);
  expect(sorted('total:desc', records).slice(0, 3)).toEqual([
    { total: 100 },
    { total: 10 },
    { total: 9 },
  ]);
  const lists = [{ total: [{}, {}] }, { total: [{}] }, { total: [] }, { total: [{ a: 1 }] }];
  expect(sorted('-total', lists)).toEqual([lists[0], lists[1], lists[3], lists[2]]);
  const values = [{ total: [9, 1] }, { total: [10] }, { total: [] }, { total: [9] }];
  expect(sorted('total', values)).toEqual([values[2], values[3], values[0], values[1]]);
  const inside = [
    { cashback: { platform: 'b' } },
    { cashback: null },
    { cashback: { platform: 'B' } },
  ];
  expect(sorted('cashback.platform', inside)).toEqual([inside[2], inside[0], inside[1]]);
});

test('breaks ties by later fields, and keeps the order of equal rows', () => {
  const record = fc.record({
    orderDate: fc.constantFrom('2026-01-01', '2026-01-02'),
    total: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const numbered = records.map((one, index) => ({ ...one, index }));
      const result = sorted('date,total:desc', numbered) as typeof numbered;
      for (const [index, after] of result.entries()) {
        const before = result[index - 1];
        if (before === undefined) continue;
        expect(before.orderDate <= after.orderDate).toBe(true);
        if (before.orderDate === after.orderDate) {
          expect(before.total).toBeGreaterThanOrEqual(after.total);
          if (before.total === after.total) expect(before.index).toBeLessThan(after.index);
        }
      }
    }),
  );
});
