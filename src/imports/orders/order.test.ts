import { describe, expect, test } from 'vitest';
import { plan, planned } from '../../../test/support/plan-orders';
import { giftCardKind } from '../../orders/kinds';

const header = 'order,date,store,item,qty,price,shipping,tax,discount,total';

/** Amounts of 0 that no cell names are left out. */
function nonzero(amounts: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0));
}

describe('amounts of an order', () => {
  type Case = readonly [
    what: string,
    rows: readonly string[],
    amounts: 'order' | 'row' | undefined,
    expected: readonly [shipping: number, tax: number, discount: number] | readonly string[],
  ];

  test.each<Case>([
    ['summed', ['a,2,10.00,1.00,2.00,0.50,', 'b,1,5.00,,1.00,,'], undefined, [100, 300, 50]],
    [
      'a discount by its size',
      ['a,1,10.00,,,-1.00,9.00', 'b,1,5.00,,,1.00,4.00'],
      undefined,
      [0, 0, 200],
    ],
    ['proven per row', ['a,2,10.00,1.00,,,21.00', 'b,1,5.00,1.00,,,6.00'], undefined, [200, 0, 0]],
    ['proven once', ['a,2,10.00,1.00,,,26.00', 'b,1,5.00,1.00,,,26.00'], undefined, [100, 0, 0]],
    ['proven for each row', ['a,2,10.00,1.00,,,27.00', 'b,1,5.00,1.00,,,'], undefined, [200, 0, 0]],
    [
      'the total says against --amounts',
      ['a,2,10.00,1.00,,,26.00', 'b,1,5.00,1.00,,,'],
      'row',
      [100, 0, 0],
    ],
    [
      'repeated without a total',
      ['a,2,10.00,1.00,,,', 'b,1,5.00,1.00,,,'],
      undefined,
      ['ambiguous_amount', '$1.00 or $2.00'],
    ],
    ['repeated, and said once', ['a,2,10.00,1.00,,,', 'b,1,5.00,1.00,,,'], 'order', [100, 0, 0]],
    ['repeated, and said per row', ['a,2,10.00,1.00,,,', 'b,1,5.00,1.00,,,'], 'row', [200, 0, 0]],
    // Once or per row, 2.00 of shipping and 2.00 of discount make no difference to the total.
    [
      'a total that fits twice',
      ['a,2,10.00,2.00,,2.00,25.00', 'b,1,5.00,2.00,,2.00,'],
      undefined,
      ['ambiguous_amount', '$2.00 or $4.00'],
    ],
    [
      'a total that fits twice, and said',
      ['a,2,10.00,2.00,,2.00,25.00', 'b,1,5.00,2.00,,2.00,'],
      'order',
      [200, 0, 200],
    ],
    [
      'a total that a cent is missing of',
      ['a,2,10.00,1.00,,,25.99', 'b,1,5.00,1.00,,,25.99'],
      undefined,
      ['total_differs', '$25.99', '$26.00 or $27.00'],
    ],
    [
      'totals of two readings',
      ['a,2,10.00,1.00,,,21.00', 'b,1,5.00,1.00,,,27.00'],
      undefined,
      ['total_differs', '$27.00', '$6.00'],
    ],
    [
      'a total that is a part',
      ['a,1,10.00,,,,10.00', 'b,1,5.00,,,,'],
      undefined,
      ['total_differs', '$10.00', '$15.00'],
    ],
    [
      'a row without its total',
      ['a,1,10.00,,,,10.00', 'b,1,5.00,,,,5.00', 'c,1,5.00,,,,'],
      undefined,
      ['total_differs'],
    ],
  ])('%s', async (_, rows, amounts, expected) => {
    const lines = rows.map((row) => `A1,2026-05-01,S,${row}`);
    const { bodies, invalid, messages } = await planned([header, ...lines], { amounts });
    if (typeof expected[0] === 'number') {
      const [shipping, tax, discount] = expected;
      expect({ invalid, bodies }).toMatchObject({
        invalid: [],
        bodies: [nonzero({ shipping, tax, discount })],
      });
      return;
    }
    expect(bodies).toEqual([]);
    const at = invalid.findIndex((one) => one.endsWith(` ${expected[0]}`));
    for (const part of expected.slice(1)) expect(messages[at]).toContain(part);
    expect(invalid).toHaveLength(rows.length);
  });

  test('the row at fault has the reason, and the others say which it is', async () => {
    const rows = ['a,2,10.00,,,,20.00', 'b,1,5.00,,,,5.01', 'c,1,6.00,,,,6.00'];
    const { invalid, messages } = await planned([
      header,
      ...rows.map((row) => `A1,2026-05-01,S,${row}`),
    ]);
    expect(invalid).toEqual(['2 order_incomplete', '3 total_differs', '4 order_incomplete']);
    expect(messages[0]).toContain('line 3');
  });
});

describe('rows of one order', () => {
  const sheet = 'order,date,store,group,account,status,item,qty,price';
  const row = 'A1,2026-05-01,Best Buy,bfmr,me,shipped,one,1,1.00';
  const merge = (other: string) => [sheet, row, other];

  test.each<[string, string, readonly string[]]>([
    ['another date', 'A1,2026-05-02,,,,,two,1,2.00', ['column "date"']],
    ['another retailer', 'A1,,Target,,,,two,1,2.00', ['column "store"']],
    ['another group', 'A1,,,other,,,two,1,2.00', ['column "group"']],
    ['another account', 'A1,,,,you,,two,1,2.00', ['column "account"']],
    ['another status', 'A1,,,,,paid,two,1,2.00', ['column "status"']],
  ])('with %s are refused', async (_, other, [column = '']) => {
    const { invalid, messages } = await planned(merge(other));
    expect(invalid).toEqual(['2 rows_differ', '3 rows_differ']);
    expect(messages[0]).toContain(column);
  });

  test.each(['A1,05/01/2026,BEST-BUY,Bfmr,ME,Shipped,two,1,2.00', 'A1,,,,,,two,1,2.00'])(
    'that are the same in other words, or blank, are one order: %s',
    async (other) => {
      const { bodies } = await planned(merge(other));
      expect(bodies).toEqual([
        {
          ...{
            orderNumber: 'A1',
            orderDate: '2026-05-01',
            retailer: 'Best Buy',
            status: 'shipped',
          },
          ...{ buyingGroup: 'bfmr', retailerAccount: 'me' },
          orderLineItems: [
            { description: 'one', unitPrice: 100, quantity: 1 },
            { description: 'two', unitPrice: 200, quantity: 1 },
          ],
        },
      ]);
    },
  );

  test('its own fields may be on any of them', async () => {
    const { bodies } = await planned([
      sheet,
      'A1,,,,,,one,1,1.00',
      'A1,2026-05-01,S,bfmr,me,,two,1,2',
    ]);
    expect(bodies).toMatchObject([
      { orderDate: '2026-05-01', retailer: 'S', retailerAccount: 'me' },
    ]);
  });

  test.each<[string, string, string]>([
    ['no date', 'A1,,S,,,,one,1,1.00', 'empty'],
    ['no retailer', 'A1,2026-05-01,,,,,one,1,1.00', 'empty'],
    ['no quantity', 'A1,2026-05-01,S,,,,one,,1.00', 'empty'],
    ['no price', 'A1,2026-05-01,S,,,,one,1,', 'empty'],
    ['no number', ',2026-05-02,S,,,,one,1,1.00', 'empty'],
    ['a word for no number', 'N/A,2026-05-02,S,,,,one,1,1.00', 'empty'],
    ['half a unit', 'A1,2026-05-01,S,,,,one,1.5,1.00', 'invalid'],
    ['a negative price', 'A1,2026-05-01,S,,,,one,1,-1.00', 'negative'],
    ['a negative quantity', 'A1,2026-05-01,S,,,,one,-1,1.00', 'negative'],
    ['a price in words', 'A1,2026-05-01,S,,,,one,1,ten', 'invalid'],
    ['a day that is none', 'A1,2026-02-30,S,,,,one,1,1.00', 'invalid'],
    ['a day first', 'A1,23/11/2026,S,,,,one,1,1.00', 'invalid'],
    ['a destroyed number', '9.4E+15,2026-05-01,S,,,,one,1,1.00', 'spreadsheet_number'],
    ['too many cells', 'A1,2026-05-01,S,,,,one,1,1.00,more', 'too_many_cells'],
    ['a long group', `A1,2026-05-01,S,${'g'.repeat(101)},,,one,1,1.00`, 'invalid'],
    ['a spreadsheet error', 'A1,2026-05-01,S,,,,one,1,#REF!', 'spreadsheet_error'],
  ])('%s', async (_, line, code) => {
    const { invalid, bodies } = await planned([sheet, 'B1,2026-05-01,S,,,,one,1,1.00', line]);
    expect(invalid).toEqual([`3 ${code}`]);
    expect(bodies).toHaveLength(1);
  });

  test('surplus cells are in the rejects file, which is refused again as it is', async () => {
    const lines = ['order,date,store,price', 'B1,2026-05-01,S,1.00', 'A1,2026-05-01,S,1,234.00'];
    const { drafts, rejectsHeader } = await plan(lines);
    expect(rejectsHeader).toEqual([...'order,date,store,price'.split(','), 'waybill_surplus']);
    expect(drafts.map(({ cells }) => cells)).toEqual(lines.slice(1).map((one) => one.split(',')));
    const again = [...rejectsHeader, 'waybill_line', 'waybill_outcome', 'waybill_message'];
    const row = [...(drafts[1]?.cells ?? []), '3', 'invalid', 'why'];
    const unfixed = await plan([again, row]);
    expect(unfixed.drafts[0]?.invalid?.code).toBe('too_many_cells');
    expect(unfixed.rejectsHeader).toEqual(rejectsHeader);
    const fixed = await planned([again, ['A1', '2026-05-01', 'S', '1,234.00', '', '3', '', '']]);
    expect(fixed.bodies).toMatchObject([{ orderLineItems: [{ unitPrice: 123_400 }] }]);
    const rules = [
      ['account', 'group'],
      ['x', 'g'],
    ];
    const ruled = await plan(lines, { rules });
    expect(ruled.rejectsHeader.slice(4)).toEqual(['group', 'waybill_surplus']);
    expect(ruled.drafts[1]?.cells.slice(3)).toEqual(['1', '', '234.00']);
  });

  test('a day that only day-first can read has that hint', async () => {
    const { messages } = await planned([sheet, 'A1,23/11/2026,S,,,,one,1,1.00']);
    expect(messages[0]).toContain('--date-format dmy');
    const read = { reading: { dateOrder: 'dmy' } } as const;
    const { bodies } = await planned([sheet, 'A1,23/11/2026,S,,,,one,1,1.00'], read);
    expect(bodies).toMatchObject([{ orderDate: '2026-11-23' }]);
  });

  test('equal in every cell are refused, unless a total of the order proves both', async () => {
    const lines = ['A1,2026-05-01,S,one,1,1.00', 'A1,2026-05-01,S,two,1,2.00'];
    const twice = [lines[0], lines[1], lines[0]];
    const none = await planned(['order,date,store,item,qty,price', ...(twice as string[])]);
    expect(none.invalid).toEqual(['2 repeated_row', '3 order_incomplete', '4 repeated_row']);
    const totals = (total: string) => [
      'order,date,store,item,qty,price,total',
      ...twice.map((one) => `${one},${total}`),
    ];
    for (const [one, other] of [
      ['one', ' one '],
      ['Air  Pods', 'air pods'],
    ]) {
      const same = await planned([
        'order,date,store,item,qty,price',
        ...[one, other].map((item) => `A1,2026-05-01,S,${item},1,1.00`),
      ]);
      expect(same.invalid).toEqual(['2 repeated_row', '3 repeated_row']);
    }
    expect((await planned(totals('4.00'))).invalid).toEqual([]);
    expect((await planned(totals('3.00'))).invalid).toContain('2 repeated_row');
  });

  test('at most ten line items', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => `A1,2026-05-01,S,bfmr,,,item ${index},1,1.00`);
    expect((await planned([sheet, ...rows(10)])).invalid).toEqual([]);
    expect((await planned([sheet, ...rows(11)])).invalid).toEqual(
      Array.from({ length: 11 }, (_, index) => `${index + 2} too_many_items`),
    );
  });

  test('a row without a number right below an order keeps it from being created', async () => {
    const { invalid } = await planned([sheet, 'A1,2026-05-01,S,,,,one,1,1.00', ',,,,,,two,1,2.00']);
    expect(invalid).toEqual(['2 order_incomplete', '3 empty']);
    const sum = await planned([sheet, 'A1,2026-05-01,S,,,,one,1,1.00', ',,,,,,Total,1,2.00']);
    expect(sum.invalid).toEqual(['3 empty']);
  });

  test.each([
    ...['TBD', 'pending', '?', '...', 'A1, A2', 'A1;A2', 'A1\nA2', 'https://shop.example/A1'],
  ])('%j is not one order number', async (number) => {
    const row = ['2026-05-01', 'S', '', '', '', 'one', '1', '1.00'];
    const { bodies, invalid } = await planned([sheet, [number, ...row], [number, ...row]]);
    expect([bodies, invalid.map((one) => one.replace(/^\d+ /, ''))]).toEqual([
      [],
      ['invalid', 'invalid'],
    ]);
  });

  test.each([
    ...['Cancelled', 'order canceled', 'Cancelado', 'Pedido cancelado', 'anulada', 'Storniert'],
    ...['Annulé', 'Commande annulée', 'Cancel', 'CXL', "CXL'd", 'Auto-canceled by the store'],
  ])('a row that is %s is skipped', async (status) => {
    const { bodies, skipped } = await planned([sheet, `A1,2026-05-01,S,,,${status},one,1,1.00`]);
    expect([bodies, skipped.cancelled]).toEqual([[], 1]);
  });

  /** What becomes of three units of a status. */
  const withStatus = async (status: string, columns = 'status') => {
    const header = `order,date,store,${columns},item,qty,price`;
    const row = ['A1', '2026-05-01', 'S', status, 'one', '3', '1.00'];
    const { bodies, skipped, warnings } = await planned([header, row]);
    return { orders: bodies.length, skipped: skipped.cancelled, warnings: warnings.length };
  };

  test.each([
    ...['Order was canceled by the merchant', 'Was cancelled', 'Unable to ship - Canceled'],
    ...['Backordered - canceled', 'Backordered canceled', 'Sold out; canceled', 'order_cancelled'],
    ...['Out of stock and cancelled', 'Your order has been cancelled', 'Status: Cancelled'],
    ...['Closed (canceled)', 'Processing → Cancelled', 'Not shipped - canceled', 'CXL by seller'],
    ...['Bestellung wurde storniert', 'La commande a été annulée', 'El pedido fue cancelado'],
    // All units, a day or a duration, and what is no part of the units.
    ...['Cancelled 3 of 3', 'Cancelled: 3', 'Cancelled x3', 'Cancelled 3/3', '3 of 3 cancelled'],
    ...[
      'Cancelled 06/03',
      'Cancelled on 1/3',
      'Cancelled 1/3/2026',
      'Cancelled 1/5',
      'Cancelled 6/3',
    ],
    ...['06/03 - Cancelled', 'Cancelled 2026-01-03', 'Cancelled Jan 3', 'Cancelled 3 Jan'],
    ...['Cancelled 2 days later', 'Cancelled 10:30', 'Cancelled #12345', 'Cancelled 3. Mai'],
    ...['Cancelled - refund pending', 'Cancelled, not shipped', 'Cancelled before it shipped'],
    ...['Cancelled by customer request', 'Cancelled - no stock', 'Cancelled, refund received'],
  ])('%s: all of the row is skipped', async (status) => {
    expect(await withStatus(status)).toEqual({ orders: 0, skipped: 1, warnings: 0 });
  });

  test.each([
    ...['Cancelled 1/3', 'Cancelled: 1', 'Cancelled x1', 'Cancelled qty 1', 'Canceled (1)'],
    ...['Cancelled (1 of 2)', '1 of 3 cancelled', 'Cancelled - 1 item', 'Cancelled 1', 'CXL 1'],
    ...[
      'Cancelled 1x',
      'Cancelled ×1',
      '1/3 cancelled',
      '(1/3) Cancelled',
      '2 cancelled',
      'Cancelled 0',
    ],
    ...['Cancelled one', 'Cancelled only 1', 'Cancelled 1, shipped 2', 'Shipped 2, cancelled 1'],
    ...[
      'Cancelled 1 of 3 on 06/03',
      'Cancelado 1 de 3',
      'Annulé (1)',
      'Cancelled 1, never shipped',
    ],
    ...['Cancelled (partial)', 'Partially cancelled', 'Partial - cancelled', 'Cancelled the rest'],
    ...['Rest cancelled', 'Cancelled 50%', 'Teilweise storniert', 'Cancelled: No'],
    ...['Cancel requested', 'Cancellation pending', 'Cancelled item replaced', 'Un-cancelled'],
    ...['Cancelled, then reinstated', 'Return canceled', 'Return - cancelled', 'Will be cancelled'],
    ...[
      'Shipped - cancelled',
      'Order is being cancelled',
      'Could be cancelled',
      'Refund cancelled',
    ],
    ...['Delivered, return canceled', 'Order was cancelled by mistake and reinstated'],
  ])('%s: the row is read with a warning', async (status) => {
    expect(await withStatus(status)).toEqual({ orders: 1, skipped: 0, warnings: 1 });
  });

  test('a status that says no is no reason to warn, and a sentence counts only in the status', async () => {
    const read = { orders: 1, skipped: 0, warnings: 0 };
    for (const status of ['Not cancelled', 'Order was not cancelled', 'Nicht storniert'])
      expect(await withStatus(status)).toMatchObject({ orders: 1, skipped: 0 });
    expect(await withStatus('Not cancelled')).toEqual(read);
    const sentence = 'Order was canceled by the merchant';
    expect(await withStatus(sentence, 'note')).toEqual(read);
    expect(await withStatus(sentence, 'Delivery Status')).toEqual({ ...read, warnings: 1 });
  });

  test.each(['Subtotal', 'TOTAL', 'Grand total:', 'Order Total', 'Summe', 'Sous-total'])(
    'a row of its own that says %s is not counted with the others',
    async (word) => {
      const { bodies, invalid } = await planned([sheet, row, `A1,,,,,,${word},1,1.00`]);
      expect([bodies, invalid]).toEqual([[], ['2 order_incomplete', '3 total_row']]);
      const named = await planned([sheet, row, `A1,,,,,,${word} Wireless phone,1,2.00`]);
      expect(named.invalid).toEqual([]);
    },
  );

  test.each(['N/A', 'na', 'none', 'NULL', '-', '--', '—'])(
    'a cell that says %s is a blank one',
    async (none) => {
      const wide = `order,date,store,account,status,card,model,notes,currency,item,price`;
      const row = `A1,2026-05-01${`,${none}`.repeat(8)},1.00`;
      const blank = await planned([wide, row]);
      expect(blank.messages).toEqual(['column "store" is empty']);
      const defaults = {
        group: 'bfmr',
        retailer: 'S',
        account: 'me',
        card: '4637',
        status: 'paid',
      };
      const { bodies, warnings } = await planned([wide, row], { defaults });
      expect(warnings).toEqual([]);
      expect(bodies).toEqual([
        {
          ...{ orderNumber: 'A1', orderDate: '2026-05-01', retailer: 'S', buyingGroup: 'bfmr' },
          ...{ status: 'paid', retailerAccount: 'me', creditCardId: 'card-1', cardEarnRate: 5 },
          orderLineItems: [{ unitPrice: 100, quantity: 1 }],
        },
      ]);
    },
  );

  test('a long description is cut, not inside a character', async () => {
    const { bodies } = await planned([sheet, `A1,2026-05-01,S,,,,${'x'.repeat(199)}😀,1,1.00`]);
    expect(bodies).toMatchObject([{ orderLineItems: [{ description: 'x'.repeat(199) }] }]);
  });
});

describe('cards', () => {
  const sheet = 'order,date,store,item,price,card,earn rate';
  const row = (card: string, item = 'one', rate = '') =>
    `A1,2026-05-01,S,${item},1.00,${card},${rate}`;

  test.each<[string, readonly string[], object, number]>([
    ['last digits', [row('Visa - 4637')], { creditCardId: 'card-1', cardEarnRate: 5 }, 0],
    ['a closed card by its nickname', [row('gold')], { creditCardId: 'card-2' }, 0],
    [
      'a rate of its own',
      [row('4637', 'one', '2x')],
      { creditCardId: 'card-1', cardEarnRate: 2 },
      0,
    ],
    [
      'several rates',
      [row('4637', 'one', '2'), row('', 'two', '3')],
      { creditCardId: 'card-1', cardEarnRate: 5 },
      1,
    ],
    ['the same card twice', [row('4637'), row('Ink Cash', 'two')], { creditCardId: 'card-1' }, 0],
    ['only on one row', [row(''), row('Ink Cash', 'two')], { creditCardId: 'card-1' }, 0],
    ['a card that is none', [row('Visa - 1111')], { creditCardId: undefined }, 1],
    ['two cards', [row('4637'), row('7944', 'two')], { creditCardId: undefined }, 1],
  ])('%s', async (_, rows, expected, warned) => {
    const { bodies, warnings } = await planned([sheet, ...rows]);
    expect({ creditCardId: undefined, ...bodies[0] }).toMatchObject(expected);
    expect(warnings).toHaveLength(warned);
  });
});

describe('the file as a whole', () => {
  const sheet = (price: string) => `order,date,store,${price},tax`;
  const rows = ['A1,2026-05-01,S,119,0', 'B1,2026-05-01,S,20,1'];
  const prices = async (lines: readonly string[], money?: 'cents' | 'dollars') =>
    (await planned(lines, { reading: { money } })).bodies.map(({ orderLineItems }) =>
      (orderLineItems as readonly { unitPrice: number }[]).map(({ unitPrice }) => unitPrice),
    );

  test.each<
    [string, readonly string[], 'cents' | 'dollars' | undefined, readonly number[][] | string]
  >([
    ['whole numbers', [sheet('price'), ...rows], undefined, '--money'],
    ['whole numbers, said to be dollars', [sheet('price'), ...rows], 'dollars', [[11_900], [2000]]],
    ['whole numbers, said to be cents', [sheet('price'), ...rows], 'cents', [[119], [20]]],
    [
      'a point anywhere',
      [sheet('price'), ...rows, 'C1,2026-05-01,S,1,0.50'],
      undefined,
      [[11_900], [2000], [100]],
    ],
    [
      'a sign anywhere',
      [sheet('price'), ...rows, 'C1,2026-05-01,S,$1,'],
      undefined,
      [[11_900], [2000], [100]],
    ],
    ["the service's own", [sheet('unitPrice'), ...rows], undefined, [[119], [20]]],
    [
      "the service's own with a point",
      [sheet('unitPrice'), ...rows, 'C1,2026-05-01,S,1.00,'],
      undefined,
      '--money dollars',
    ],
    ["the service's own in dollars", [sheet('unitPrice'), ...rows], 'dollars', [[11_900], [2000]]],
    ["nearly the service's own", [sheet('Unit Price'), ...rows], undefined, '--money'],
  ])('money: %s', async (_, lines, money, expected) => {
    if (typeof expected !== 'string') expect(await prices(lines, money)).toEqual(expected);
    else
      await expect(prices(lines, money)).rejects.toMatchObject({
        ending: 'usage',
        hint: expect.stringContaining(expected),
      });
  });

  test('only what is needed must be there', async () => {
    const lines = ['Order,Cost', 'A1,1.00'];
    await expect(plan(lines)).rejects.toMatchObject({
      message: expect.stringMatching(/no column for date and retailer.*"Order", "Cost"/),
      hint: expect.stringContaining('waybill orders create --csv f.csv --map'),
    });
    const found = await plan(['My sheet', '', 'Order,Cost,Day', 'A1,1.00,2026-05-01'], {
      ...{ reading: { map: ['date=Day'] }, defaults: { group: 'bfmr', retailer: 'S' } },
    });
    expect(found.orders).toMatchObject([{ body: { retailer: 'S', orderDate: '2026-05-01' } }]);
  });

  test.each(['Qty received', '# of items', 'Units sold', 'Anzahl gesamt'])(
    'a column "%s" may be the quantity, which would be 1',
    async (name) => {
      const lines = [`order,date,store,price,${name}`, 'A1,2026-05-01,S,1.00,3'];
      await expect(plan(lines)).rejects.toMatchObject({
        ...{ ending: 'usage', message: expect.stringContaining(`"${name}"`) },
        hint: expect.stringMatching(/--map '?quantity=/),
      });
      const quantityOf = async (map: string) => {
        const { bodies } = await planned(lines, { reading: { map: [map] } });
        return bodies.flatMap(({ orderLineItems }) => orderLineItems);
      };
      expect(await quantityOf('quantity=')).toMatchObject([{ quantity: 1 }]);
      const saved = () => ({ map: ['quantity='] });
      expect((await planned(lines, { saved })).bodies).toHaveLength(1);
      expect(await quantityOf(`quantity=${name}`)).toMatchObject([{ quantity: 3 }]);
    },
  );

  test.each(['Unit Size', 'Unit SKU', 'Unit Status'])('"%s" is no quantity', async (name) => {
    const lines = [`order,date,store,price,${name}`, 'A1,2026-05-01,S,1.00,3'];
    expect((await planned(lines)).bodies).toHaveLength(1);
  });

  test('a second header is refused if its columns are others', async () => {
    const rows = ['order,date,store,price,payout', 'A1,2026-05-01,S,1.00,2.00'];
    const other = ['order,date,store,payout,price', 'A2,2026-05-01,S,2.00,1.00'];
    await expect(plan([...rows, ...other])).rejects.toMatchObject({
      ...{ ending: 'usage', message: expect.stringContaining('line 3') },
    });
    const same = await planned([...rows, 'Order,Date,Store,Price,Payout', 'A2,2026-05-01,S,1.00,']);
    expect([same.bodies.length, same.invalid]).toEqual([2, []]);
  });

  test('names the columns that it does not read; --strict refuses them', async () => {
    const lines = ['order,date,store,price,Mood,Color', 'A1,2026-05-01,S,1.00,good,red'];
    expect((await plan(lines)).notices).toEqual([expect.stringContaining('"Mood", "Color"')]);
    const left = ['order,date,store,total,price', 'A1,2026-05-01,S,5.00,1.00'];
    const map = { strict: true, reading: { map: ['total='] } };
    expect((await plan(left, map)).orders).toHaveLength(1);
    await expect(plan(lines, { strict: true })).rejects.toMatchObject({
      message: expect.stringContaining('"Mood"'),
    });
  });

  test('the mapping that was kept for this header is used, and a flag beats it', async () => {
    const header = ['Nr', 'Day', 'Shop', 'One', 'Two'];
    const lines = ['Orders of May', header.join(), 'A1,01/05/2026,S,1.00,2.00'];
    const saved = (line: readonly string[]) =>
      line.join() === header.join()
        ? { map: ['order=Nr', 'date=Day', 'price=One'], dateOrder: 'dmy' as const }
        : undefined;
    const kept = await plan(lines, { saved });
    expect(kept).toMatchObject({ savedUsed: true, header });
    expect(kept.orders).toMatchObject([
      { body: { orderDate: '2026-05-01', orderLineItems: [{ unitPrice: 100 }] } },
    ]);
    const typed = await plan(lines, { saved, reading: { map: ['price=Two'], dateOrder: 'mdy' } });
    expect(typed.orders).toMatchObject([
      { body: { orderDate: '2026-01-05', orderLineItems: [{ unitPrice: 200 }] } },
    ]);
  });

  test.each([
    ['1Z999AA10123456784 (UPS)', '1Z999AA10123456784'],
    ['UPS: 1Z999AA10123456784 delivered (11/20)', '1Z999AA10123456784'],
    ['UPS (1Z999AA10123456784)', '1Z999AA10123456784'],
  ])('the tracking number in "%s"', async (cell, number) => {
    const row = `A1,2026-05-01,S,1.00,${cell}`;
    const { shipments } = await planned(['order,date,store,price,tracking', row]);
    expect(shipments).toEqual([`S A1 ${number}`]);
  });

  test('several tracking numbers of a row, from several columns', async () => {
    const { shipments } = await planned([
      'order,date,store,price,tracking 1,tracking 2',
      'A1,2026-05-01,S,1.00,"1Z999AA10123456784, TBA123456789012",UPS(1Z999AA10123456784)',
    ]);
    expect(shipments).toEqual([
      'S A1 1Z999AA10123456784',
      'S A1 TBA123456789012',
      'S A1 1Z999AA10123456784',
    ]);
  });

  test.each(['platform', 'group'])(
    'gift cards are read the same way, with a column %s',
    async (group) => {
      const lines = [
        `order,date,store,item,qty,price,payout each,face value,${group},tracking`,
        'A1,2026-05-01,Staples,Apple,2,90.00,91.50,$100,Card Cash,1Z999AA10123456784',
      ];
      const { bodies, shipments } = await planned(lines, { kind: giftCardKind, defaults: {} });
      expect(bodies).toEqual([
        {
          ...{
            orderNumber: 'A1',
            orderDate: '2026-05-01',
            retailer: 'Staples',
            platform: 'card_cash',
          },
          orderLineItems: [
            {
              ...{ description: 'Apple', unitPrice: 9000, quantity: 2 },
              ...{ expectedUnitPayout: 9150, unitValue: 10_000 },
            },
          ],
        },
      ]);
      expect(shipments).toEqual([]);
    },
  );
});

describe('the body of an order', () => {
  const sheet =
    'order,date,store,group,account,status,notes,item,qty,price,payout each,shipping,tax';

  test('has what the rows say, wherever they say it, and nothing else', async () => {
    const rows = [
      'A1,2026-05-01,S,,,,first,one,1,1.00,2.00,0.00,',
      'A1,,,bfmr,,Shipped,,two,2,3.00,,,',
      'A1,,,,me,,second,three,1,1.00,,,',
      'A1,,,,,,first,four,1,1.00,,,',
      'B1,2026-05-02,S,bfmr,,,,,1,1.00,,,',
    ];
    const { orders, drafts } = await plan([sheet, ...rows], { defaults: {} });
    const item = (description: string) => ({ description, unitPrice: 100, quantity: 1 });
    const own = { retailer: 'S', buyingGroup: 'bfmr' };
    const bodies = orders.map(({ body }) => body);
    // A member that is undefined would be no member once it is sent, but none is there at all.
    expect(bodies).toStrictEqual([
      {
        ...{ orderNumber: 'A1', orderDate: '2026-05-01', ...own, status: 'shipped' },
        ...{ retailerAccount: 'me', notes: 'first; second', shipping: 0 },
        orderLineItems: [
          { ...item('one'), expectedUnitPayout: 200 },
          { ...item('two'), unitPrice: 300, quantity: 2 },
          ...['three', 'four'].map(item),
        ],
      },
      {
        ...{ orderNumber: 'B1', orderDate: '2026-05-02', ...own },
        orderLineItems: [{ unitPrice: 100, quantity: 1 }],
      },
    ]);
    expect(drafts.map(({ item: { at } }) => at)).toEqual([0, 1, 2, 3, 0]);
  });

  test('has the time of a moment, and says that the day may be one off', async () => {
    const lines = ['order,date,store,item,price', 'A1,2026-05-01,S,one,1.00'];
    const moment = 'A1,2026-05-01T15:30:00Z,S,two,1.00';
    const days = await plan(lines);
    expect(days.drafts[0]?.item.fromMoment).toBeUndefined();
    expect(Object.keys(days.orders[0]?.body ?? {})).not.toContain('orderTime');
    const moments = await plan([...lines, moment]);
    expect(moments.drafts.map(({ item }) => item.fromMoment)).toContain(true);
  });

  test('has the time that the first row with one names', async () => {
    const [first, second, third] = ['', '9:05 PM', '10:00'].map(
      (time, place) => `A1,2026-05-01,${time},S,item ${place},1.00`,
    ) as [string, string, string];
    const timeOf = async (...rows: readonly string[]) => {
      const { bodies } = await planned(['order,date,time,store,item,price', ...rows]);
      return bodies.map(({ orderTime }) => orderTime);
    };
    expect(await timeOf(first, second)).toEqual(['21:05:00']);
    expect(await timeOf(first, third, second)).toEqual(['10:00']);
    expect(await timeOf(first)).toEqual([undefined]);
  });

  test.each([
    [
      'order,date,store,price',
      'the order has no group: name its column with --map "group=<header>"',
    ],
    ['order,date,store,price,group', 'the order has no group: fill in column "group"'],
  ])('needs a group: %s', async (header, message) => {
    const lines = [header, `A1,2026-05-01,S,1.00${header.endsWith('group') ? ',' : ''}`];
    const { messages } = await planned(lines, { defaults: {} });
    expect(messages).toEqual([`${message}, or use --group or --rules`]);
  });

  test('a gift card order needs a platform', async () => {
    const lines = ['order,date,store,price', 'A1,2026-05-01,S,1.00'];
    const { messages } = await planned(lines, { kind: giftCardKind, defaults: {} });
    expect(messages).toEqual([expect.stringMatching(/^the order has no platform: .*--platform/)]);
  });
});
