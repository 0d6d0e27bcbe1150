import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Lines, plan, planned } from '../../../test/support/plan-orders';
import { runs } from '../../../test/support/tier';
import type { MoneyUnit } from '../../formats';
import { dollars } from '../../lib/words';
import { giftCardKind } from '../../orders/kinds';
import type { UploadRow } from '../../upload/spec';
import { batchesOf, bodyOf } from './plan';
import type { OrderItem } from './types';

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

describe('the plan of a whole file', () => {
  const columns = 'order,date,store,item,qty,price,tracking,card,gift,earn rate';
  const lines = [
    columns,
    'A1,2026-05-01,S,one,1,1.00,TRACK01,4637,x,',
    'B1,2026-05-03,S,one,1,1.00,,0000,,',
    'A1,2026-05-01,S,two,1,2.00,TRACK02,4637,,2',
    'C1,2026-05-01,S,one,1,bad,TRACK03,0000,,',
    'C1,2026-05-01,S,two,1,1,,,,',
    'D1,2026-05-01,S,two,1,1,,0001,,',
    'E1,2026-05-01,S,two,0,1,,,,',
    ',2026-05-02,S,two,1,1,,,,',
    'F1,2026-05-02T12:00:00Z,S,two,1,1.50,,0000,,',
    'F1,,,three,1,1.50,,,,',
  ];
  const item = (description: string, unitPrice: number) => ({
    description,
    unitPrice,
    quantity: 1,
  });
  const own = (orderNumber: string, day: string) => ({
    ...{ orderNumber, orderDate: `2026-05-${day}`, retailer: 'S', buyingGroup: 'bfmr' },
  });
  const bodies = {
    A: {
      ...{ ...own('A1', '01'), creditCardId: 'card-1', cardEarnRate: 2 },
      orderLineItems: [item('one', 100), item('two', 200)],
    },
    B: { ...own('B1', '03'), orderLineItems: [item('one', 100)] },
    D: { ...own('D1', '01'), orderLineItems: [item('two', 100)] },
    F: {
      ...{ ...own('F1', '02'), orderTime: '12:00:00' },
      orderLineItems: [item('two', 150), item('three', 150)],
    },
  };
  const shipment = (
    line: number,
    retailer: string,
    orderNumber: string,
    trackingNumber: string,
  ) => ({
    ...{ line, item: { retailer, orderNumber, trackingNumber }, invalid: undefined },
    cells: [retailer, orderNumber, trackingNumber],
  });

  test('has every row that is not skipped, and the body of an order with its first row', async () => {
    const { drafts } = await plan(lines);
    const messages = ['"bad" is not an amount', 'line 5 belongs', 'order number is empty'];
    const invalid = ['invalid', 'order_incomplete', 'empty'].map((code, at) => ({
      ...{ code, message: expect.stringContaining(messages[at] ?? '') },
    }));
    expect(drafts.map(({ cells, ...draft }) => draft)).toStrictEqual([
      { line: 2, item: { orderNumber: 'A1', at: 0, body: bodies.A } },
      { line: 3, item: { orderNumber: 'B1', at: 0, body: bodies.B } },
      { line: 4, item: { orderNumber: 'A1', at: 1 } },
      { line: 5, item: { orderNumber: 'C1', at: 0 }, invalid: invalid[0] },
      { line: 6, item: { orderNumber: 'C1', at: 0 }, invalid: invalid[1] },
      { line: 7, item: { orderNumber: 'D1', at: 0, body: bodies.D } },
      { line: 9, item: { orderNumber: '', at: 0 }, invalid: invalid[2] },
      { line: 10, item: { orderNumber: 'F1', at: 0, body: bodies.F, fromMoment: true } },
      { line: 11, item: { orderNumber: 'F1', at: 1 } },
    ]);
    expect(drafts[1]?.cells.join()).toBe(lines[2]);
  });

  test('has every order once, with the places of its rows and its tracking numbers', async () => {
    const { orders, skipped } = await plan(lines);
    const shipments = [shipment(2, 'S', 'A1', 'TRACK01'), shipment(4, 'S', 'A1', 'TRACK02')];
    expect(orders).toStrictEqual([
      { orderNumber: 'A1', rows: [0, 2], body: bodies.A, shipments },
      { orderNumber: 'B1', rows: [1], body: bodies.B, shipments: [] },
      {
        ...{ orderNumber: 'C1', rows: [3, 4], body: undefined },
        shipments: [shipment(5, '', 'C1', 'TRACK03')],
      },
      { orderNumber: 'D1', rows: [5], body: bodies.D, shipments: [] },
      { orderNumber: 'F1', rows: [7, 8], body: bodies.F, fromMoment: true, shipments: [] },
    ]);
    expect(skipped).toEqual({ not_mine: 0, cancelled: 0, no_quantity: 1 });
  });

  test('says what was read as what, what was not read, and what orders lack', async () => {
    const { words, warnings, notices, labels, ...of } = await plan(lines);
    expect(words).toContain('orderNumber from "order", date from "date", retailer from "store"');
    expect(words).toContain('(10 rows, 5 orders, 2026-05-01 to 2026-05-03)');
    expect(notices).toEqual(['f.csv: not read: "gift".']);
    expect(warnings).toEqual([
      '2 orders got no card: no card is "0000".',
      '1 order got no card: no card is "0001".',
    ]);
    expect(labels).toEqual({
      ...{ retailer: 'Column "store"', orderNumber: 'Column "order"' },
      trackingNumber: 'Column "tracking"',
    });
    expect([of.header, of.rejectsHeader]).toEqual([columns.split(','), columns.split(',')]);
    expect([of.read.layout, of.savedUsed]).toEqual([null, false]);
    expect(Object.fromEntries(of.columns)).toMatchObject({
      ...{ orderNumber: 'order', orderDate: 'date', unitPrice: 'price', creditCardId: 'card' },
    });
    const { notices: none, columns: groups } = await plan(['order,date,store,price,group']);
    expect([none, groups.get('buyingGroup')]).toEqual([[], 'group']);
  });

  test.each([
    ['no card is named', [columns, 'A1,2026-05-01,S,one,1,1.00,,,,'], {}, 0],
    [
      'only a row that is not valid names one',
      [columns, 'A1,2026-05-01,S,one,1,x,,4637,,', 'B1,2026-05-01,S,one,1,1.00,,,,'],
      {},
      0,
    ],
    ['a row does', [columns, 'A1,2026-05-01,S,one,1,1.00,,4637,,'], {}, 1],
    ['a row names a sub-card', ['order,date,store,price,subCard', 'A1,2026-05-01,S,1.00,x'], {}, 1],
    ['a flag does', [columns, 'A1,2026-05-01,S,one,1,1.00,,,,'], { card: '4637' }, 1],
    ['a flag names a sub-card', [columns, 'A1,2026-05-01,S,one,1,1.00,,,,'], { subCard: 'x' }, 1],
  ])('asks for the cards if %s', async (_, rows, flags, times) => {
    let asked = 0;
    const cards = async () => {
      asked++;
      return [];
    };
    await plan(rows, { cards, defaults: { group: 'bfmr', ...flags } });
    expect(asked).toBe(times);
  });

  test('the group that a rule decided is in the cells that a rejects file keeps', async () => {
    const rules = ['retailer,group', 'S,my group'];
    const row = 'A1,2026-05-01,S,1.00';
    const added = await plan(['order,date,store,price', row, 'B1,2026-05-01,T,1.00'], { rules });
    expect(added.rejectsHeader).toEqual(['order', 'date', 'store', 'price', 'group']);
    expect(added.drafts.map(({ cells }) => cells.at(-1))).toEqual(['my group', '']);
    const own = await plan(['order,date,group,store,price', 'A1,2026-05-01,x,S,1.00'], { rules });
    expect(own.rejectsHeader).toEqual(['order', 'date', 'group', 'store', 'price']);
    expect(own.drafts[0]?.cells).toEqual(['A1', '2026-05-01', 'my group', 'S', '1.00']);
    const unruled = await plan(['order,date,group,store,price', 'A1,2026-05-01,x,T,1.00'], {
      rules,
    });
    expect(unruled.drafts[0]?.cells).toEqual(['A1', '2026-05-01', 'x', 'T', '1.00']);
  });

  test.each([
    ['two', '"two" is not an earn rate such as 2 or 1.5', undefined],
    ['1.5', undefined, 1.5],
    ['2%', undefined, 2],
    ['', undefined, undefined],
  ])('the earn rate %j', async (text, message, cardEarnRate) => {
    const { bodies: made, messages } = await planned([
      columns,
      `A1,2026-05-01,S,one,1,1.00,,,,${text}`,
    ]);
    expect(messages).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
    if (message === undefined) expect({ ...made[0] }.cardEarnRate).toBe(cardEarnRate);
  });

  test('a value that the contract refuses is reported with its row and column', async () => {
    const long = 'x'.repeat(1000);
    const rows = ['A1,2026-05-01,S,one,1,1.00,,', `A1,2026-05-01,S,two,1,1.00,,${long}`];
    const { invalid, messages } = await planned([
      'order,date,store,item,qty,price,x,model',
      ...rows,
    ]);
    expect(invalid).toEqual(['2 order_incomplete', '3 invalid']);
    expect(messages).toEqual([
      'line 3 belongs to the same order and is not valid',
      expect.stringMatching(/^column "model" .*character/),
    ]);
  });
});

describe('a row without an order number', () => {
  const sheet = 'order,date,time,store,group,status,account,card,item,price';
  const first = 'A1,2026-05-01,9:00,S,bfmr,,,,one,1.00';
  const item = ',,,,,,,,two,2.00';
  const sums = ['Total', 'totals', 'Grand total', 'Subtotal:', 'sub-total', 'Total of 2 orders'];
  const names = ['Totally two', 'Grand piano', 'my total'];
  type Case = [what: string, rows: readonly string[], isPart: boolean];

  test.each<Case>([
    ['an item right below it', [first, item], true],
    ['two of them', [first, item, item], true],
    ['an item below a cell of two lines', [first.replace('one', '"one\nmore"'), item], true],
    ['one above it', [item, first], false],
    ['one below a blank line', [first, '', item], true],
    ['an amount right below it', [first, ',,,,,,,,,2.00'], true],
    ['an amount below a blank line', [first, '', ',,,,,,,,,2.00'], false],
    ['one below a row that is no part', [first, ',2026-05-02,,,,,,,two,2.00', item], false],
    ['a mark that says as above', [first, `"${'""'}",,,,,,,,two,2.00`], true],
    ['a word that says as above', [first, 'Same,,,,,,,,two,2.00'], true],
    ['another word', [first, 'soon,,,,,,,,two,2.00'], false],
    ['the same day and retailer', [first, ',2026-05-01,,S,,,,,two,2.00'], true],
    ['the same group', [first, ',,,,bfmr,,,,two,2.00'], true],
    ['a day of its own', [first, ',2026-05-02,,,,,,,two,2.00'], false],
    ['a time of its own', [first, ',,9:30,,,,,,two,2.00'], false],
    ['a retailer of its own', [first, ',,,T,,,,,two,2.00'], false],
    ['a group of its own', [first, ',,,,bg,,,,two,2.00'], false],
    ['a status of its own', [first, ',,,,,paid,,,two,2.00'], false],
    ['an account of its own', [first, ',,,,,,me,,two,2.00'], false],
    ['a card of its own', [first, ',,,,,,,4637,two,2.00'], false],
    ...sums.map((word): Case => [word, [first, `,,,,,,,,${word},2.00`], false]),
    ...names.map((word): Case => [word, [first, `,,,,,,,,${word},2.00`], true]),
  ])(
    'keeps the order above from being created if it may be its item: %s',
    async (_, rows, isPart) => {
      const { bodies, messages } = await planned([sheet, ...rows]);
      expect(bodies.map(({ orderNumber }) => orderNumber)).toEqual(isPart ? [] : ['A1']);
      const incomplete = messages.filter((one) => one.includes('to the same order'));
      expect(incomplete).toHaveLength(isPart ? 1 : 0);
    },
  );

  test('is not blamed where a row of the order itself is not valid', async () => {
    const rows = ['A1,,,,,,,,two,ten', first, item];
    const { invalid, messages } = await planned([sheet, ...rows]);
    expect(invalid).toEqual(['2 invalid', '3 order_incomplete', '4 empty']);
    expect(messages[1]).toBe('line 2 belongs to the same order and is not valid');
    const { messages: blamed } = await planned([sheet, first, item]);
    expect(blamed[0]).toBe(
      'line 3 has no order number of its own, may belong to the same order and is not valid',
    );
  });

  test('does not hide which order a row with moved cells names', async () => {
    const lines = ['Billing Address,order,date,store,price', ',,2026-05-01,S,1.00'];
    const orders = ['A1', 'B1'].map((order) => `,${order},2026-05-01,S,1.00`);
    const { bodies } = await planned([...lines, ...orders, ',12 Lane,A1,2026-05-01,S,1.00']);
    expect(bodies.map(({ orderNumber }) => orderNumber)).toEqual(['B1']);
  });
});

test("a row is of its own order, also if another cell has another order's number", async () => {
  const rows = [',A1,2026-05-01,S,1.00', 'A1,B1,2026-05-01,S,2.00', 'A1,C1,2026-05-01,S,3.00'];
  const { bodies } = await planned(['notes,order,date,store,price', ...rows, 'A1,C1,,,,x']);
  expect(bodies.map(({ orderNumber }) => orderNumber)).toEqual(['A1', 'B1']);
});

test.each<[string, Lines, object, readonly string[], string]>([
  [
    "an order's own value, at its first row",
    [
      'order,date,store,item,price,notes',
      'A1,2026-05-01,S,one,1.00,',
      `A1,,,two,2.00,${'x'.repeat(1001)}`,
    ],
    {},
    ['2 invalid', '3 order_incomplete'],
    'column "notes" ',
  ],
  [
    'a value that no column has, by its own name',
    ['order,date,store,price', 'A1,2026-05-01,S,1.00'],
    { defaults: { group: 'g'.repeat(101) } },
    ['2 invalid'],
    'buyingGroup ',
  ],
  [
    "a gift card order's platform",
    ['order,date,store,price,platform', `A1,2026-05-01,S,1.00,${'p'.repeat(101)}`],
    { kind: giftCardKind, defaults: {} },
    ['2 invalid'],
    'column "platform" ',
  ],
])('the contract refuses %s', async (_, lines, more, expected, message) => {
  const { bodies, invalid, messages } = await planned(lines, more);
  expect([bodies, invalid]).toEqual([[], expected]);
  expect(messages[0]?.startsWith(message)).toBe(true);
});

test.each<[string, MoneyUnit | undefined, MoneyUnit | undefined, MoneyUnit | undefined, number]>([
  ['the usual unit', undefined, undefined, 'cents', 119],
  ['the unit of the mapping before the usual one', undefined, 'dollars', 'cents', 11_900],
  ['the unit of a flag before both', 'cents', 'dollars', 'dollars', 119],
])('whole numbers are money in %s', async (_, money, kept, usualMoney, unitPrice) => {
  const { bodies } = await planned(['order,date,store,price', 'A1,2026-05-01,S,119'], {
    ...{ reading: { money }, usualMoney },
    saved: () => ({ money: kept }),
  });
  expect(bodies).toMatchObject([{ orderLineItems: [{ unitPrice }] }]);
});

test.each([
  ['all orders of one day', ['A1,2026-05-01,1.00', 'B1,2026-05-01,1.00'], '2 orders, 2026-05-01)'],
  ['days in any order', ['A1,2026-05-03,1', 'B1,2026-05-01,1.00'], '2026-05-01 to 2026-05-03)'],
  ['an order without a day', ['A1,2026-05-01,1', 'B1,,1.00'], '(2 rows, 2 orders, 2026-05-01)'],
  ['no order that is valid', ['A1,soon,1.00'], '(1 row, 1 order)'],
  ['no rows', [], '(0 rows, 0 orders)'],
])('says how much was read: %s', async (_, rows, words) => {
  const defaults = { group: 'bfmr', retailer: 'S' };
  const read = await plan(['order,date,price', ...rows], { defaults });
  expect(read.words.endsWith(words)).toBe(true);
  expect(read.labels).toEqual({
    ...{ retailer: 'Column "retailer"', orderNumber: 'Column "order"' },
    trackingNumber: 'Column "trackingNumber"',
  });
});

test('rows of one order are one request with its body, wherever they are', async () => {
  async function* rows() {
    const items: readonly OrderItem[] = [
      { orderNumber: 'A1', at: 0, body: { retailer: 'S' } },
      { orderNumber: 'B1', at: 0 },
      { orderNumber: 'A1', at: 1 },
    ];
    for (const [index, item] of items.entries()) yield { line: index + 2, index, cells: [], item };
  }
  const batches: (readonly UploadRow<OrderItem>[])[] = [];
  for await (const batch of batchesOf(rows())) batches.push(batch);
  expect(batches.map((batch) => batch.map(({ line }) => line))).toEqual([[2, 4], [3]]);
  const bodies = batches.map((batch) => bodyOf(batch.map(({ item }) => item)));
  expect(bodies).toEqual([{ retailer: 'S' }, {}]);
  const [[first, last] = []] = batches;
  expect(bodyOf([last, first].flatMap((row) => row?.item ?? []))).toEqual({ retailer: 'S' });
});

describe('a column that proves the other order of day and month', () => {
  const header = 'Order #,Date,Store,Item,Qty,Price,Status';
  const row = (number: string, day: string, status = '') =>
    `${number},${day},Store,Thing,1,29.99,${status}`;

  test.each<[string, 'mdy' | 'dmy', readonly string[], readonly string[]]>([
    ['by a row', 'mdy', ['05/01/2026', '15/01/2026', '2026-03-04'], ['2 invalid', '3 invalid']],
    ['the other way round', 'dmy', ['05/01/2026', '01/15/2026'], ['2 invalid', '3 invalid']],
    ['with other signs', 'mdy', ['5-1-26', '15-1-26'], ['2 invalid', '3 invalid']],
    ['not', 'mdy', ['05/01/2026', '01/15/2026', '2026-01-16'], []],
    ['not with its flag', 'dmy', ['05/01/2026', '15/01/2026'], []],
  ])('%s has no order of the dates that both could read', async (_, dateOrder, days, invalid) => {
    const lines = days.map((day, index) => row(`Q-${index}`, day));
    const read = await planned([header, ...lines], { reading: { dateOrder } });
    expect(read.invalid).toEqual(invalid);
    expect(read.bodies).toHaveLength(days.length - invalid.length);
  });

  test('proves it by a row that is skipped, and says both readings and the flag', async () => {
    const lines = [row('Q-1', '05/01/2026'), row('Q-2', '15/01/2026', 'Cancelled')];
    const { messages, bodies } = await planned([header, ...lines]);
    expect(bodies).toEqual([]);
    expect(messages).toEqual([
      'column "Date": "05/01/2026" could be 2026-05-01 or 2026-01-05; other dates in the column fit only --date-format dmy, so use that flag',
    ]);
  });
});

test.each([
  ['Currency', 'EUR', ['2 currency']],
  ['CCY', 'cad', ['2 currency']],
  ['Curr', 'USD', []],
  ['Transaction Currency', 'GBP', ['2 currency']],
  ['Currency rate', '1.31', []],
])('a column %s that says %s: %j', async (name, currency, wanted) => {
  const { invalid } = await planned([
    `Order #,Date,Store,Price,${name}`,
    `A1,2026-05-01,Store,29.99,${currency}`,
  ]);
  expect(invalid).toEqual(wanted);
});

describe('a column of gift cards in a sheet of orders', () => {
  const sheet = (...cells: readonly string[]) => [
    'Order,Date,Store,Price,Gift Card',
    ...cells.map((cell, index) => `G-${index + 1},2026-05-01,S,10.00,"${cell}"`),
  ];

  test.each(['$25.00', '-5.00', '1,250.00', '(5.00)'])('is a payment: %s', async (amount) => {
    const lines = sheet(amount, '', 'n/a', 'no', '0');
    await expect(plan(lines)).rejects.toMatchObject({
      message: expect.stringContaining('has a column "Gift Card" (line 2: '),
      hint: expect.stringContaining("--ignore 'Gift Card'"),
    });
    const { orders } = await plan(lines, { reading: { ignore: ['Gift Card'] } });
    expect(orders).toHaveLength(5);
  });

  test.each(['XK7P2M4Q9L', '6035718123456789', 'XK7P-2M4Q', '12345', '4.821.993', 'see mail'])(
    'is one of codes, which no message shows: %s',
    async (code) => {
      for (const ignore of [[], ['Gift Card']]) {
        const refusal = await plan(sheet('25.00', code), { reading: { ignore } }).catch(
          (one) => one,
        );
        expect(refusal).toMatchObject({ message: 'f.csv has a column of redemption codes' });
        expect(JSON.stringify([refusal.message, refusal.hint])).not.toContain(code);
      }
    },
  );
});
