import { describe, expect, test } from 'vitest';
import { type Lines, plan, planned } from '../../../test/support/plan-orders';

const headers = {
  amazon:
    'Website,Order ID,Order Date,Purchase Order Number,Currency,Unit Price,Unit Price Tax,Shipping Charge,Total Discounts,Total Owed,Shipment Item Subtotal,Shipment Item Subtotal Tax,ASIN,Product Condition,Quantity,Payment Instrument Type,Order Status,Shipment Status,Ship Date,Shipping Option,Shipping Address,Billing Address,Carrier Name & Tracking Number,Product Name,Gift Message,Gift Sender Name,Gift Recipient Contact Details,Item Serial Number',
  amazon2026:
    'ASIN,Billing Address,Carrier Name & Tracking Number,Currency,Gift Message,Gift Recipient Contact,Gift Sender Name,Item Serial Number,Order Date,Order ID,Order Status,Original Quantity,Payment Method Type,Product Condition,Product Name,Purchase Order Number,Ship Date,Shipment Item Subtotal,Shipment Item Subtotal Tax,Shipment Status,Shipping Address,Shipping Charge,Shipping Option,Total Amount,Total Discounts,Unit Price,Unit Price Tax,Website',
  amazon_business:
    'Order Date,Order ID,Account Group,PO Number,Order Quantity,Currency,Order Subtotal,Order Shipping & Handling,Order Promotion,Order Tax,Order Net Total,Order Status,Payment Instrument Type,Payment Identifier,ASIN,Title,Listed PPU,Purchase PPU,Item Quantity,Item Subtotal,Item Shipping & Handling,Item Promotion,Item Tax,Item Net Total',
  exporter:
    'Order ID,Order Date,ASIN,Product Name,Condition,Quantity,Unit Price,Item Total,Card Last 4',
  walmart_exporter: 'Order Number,Order Date,Product Name,Qty,Price,Status,Order Type',
  firefox:
    'Order ID,Order Date,Item Title,Item ASIN,Item Price,Item Quantity,Total Amount,Status,Details URL',
  bgl: 'Order Date,Status,Profile,Retailer,Item Name,Quantity,Order ID,Tracking Number,Shipment,Delivery Date,Cost Per Item,Shipping,Total Cost,Card,Buying Group,Card Last 4,Sales Tax,Cashback Rate,Expected Payout',
  gus: 'ITEM NAME,QTY,ORDER #,PURCHASE $,PAYOUT $,DATE,CASHBACK %,ACCOUNT,STATUS',
  hand: 'Order #,Order Date,Store,Item,Qty,Price,Payout,Group,Card',
} as const;

/** Lines of cells by their headers. */
function file(
  kind: keyof typeof headers,
  ...rows: readonly Readonly<Record<string, string>>[]
): Lines {
  const header = headers[kind].split(',');
  return [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))];
}

const address = '12 Canary Lane, Springfield';
const older = {
  ...{ Website: 'Amazon.com', 'Order ID': '111-2223334-5556667', Currency: 'USD' },
  ...{ 'Order Date': '2026-05-03T01:12:44Z', 'Unit Price': '49.99', 'Unit Price Tax': '4.12' },
  ...{ 'Shipping Charge': '0', 'Total Discounts': "'-5.00'", 'Total Owed': '103.23' },
  ...{ 'Shipment Item Subtotal': '99.98', ASIN: 'B0TEST1234', Quantity: '2' },
  ...{ 'Payment Instrument Type': 'Gift Certificate/Card and Visa - 7944' },
  ...{ 'Order Status': 'Closed', 'Shipping Address': address, 'Product Name': 'AirPods 4' },
  'Ship Date': '2026-05-04T01:00:00Z and 2026-05-05T01:00:00Z',
  'Carrier Name & Tracking Number': 'AMZN_US(TBA123456789012) and UPS(1Z999AA10123456784)',
  'Purchase Order Number': 'Not Applicable',
};
const newer = {
  ...older,
  ...{ 'Original Quantity': '2', 'Total Amount': '103.23', 'Payment Method Type': 'Visa - 4637' },
};

describe('amazon', () => {
  test.each([
    ['the older header', file('amazon', older), 'card-2', undefined],
    ['the header of 2026', file('amazon2026', newer), 'card-1', 5],
  ])('%s', async (_, lines, creditCardId, cardEarnRate) => {
    const { bodies, invalid, shipments } = await planned(lines);
    const local = new Date('2026-05-03T01:12:44Z');
    const two = (part: number) => String(part).padStart(2, '0');
    expect(invalid).toEqual([]);
    expect(bodies).toEqual([
      {
        orderNumber: '111-2223334-5556667',
        orderDate: `2026-05-${two(local.getDate())}`,
        orderTime: `${two(local.getHours())}:${two(local.getMinutes())}:44`,
        ...{ retailer: 'Amazon', buyingGroup: 'bfmr', creditCardId },
        ...(cardEarnRate !== undefined && { cardEarnRate }),
        // 99.98 + 8.25 − 5.00 is 103.23: the tax of one unit was rounded by half a cent.
        ...{ shipping: 0, tax: 825, discount: 500 },
        orderLineItems: [
          { description: 'AirPods 4', model: 'B0TEST1234', unitPrice: 4999, quantity: 2 },
        ],
      },
    ]);
    expect(shipments).toEqual([
      'Amazon 111-2223334-5556667 TBA123456789012',
      'Amazon 111-2223334-5556667 1Z999AA10123456784',
    ]);
  });

  test('a time without a zone is UTC', async () => {
    const zoneless = { ...older, 'Order Date': '05/03/2026 01:12:44' };
    const { bodies } = await planned(file('amazon', older, { ...zoneless, 'Order ID': 'B1' }));
    const [one, other] = bodies.map(({ orderDate, orderTime }) => ({ orderDate, orderTime }));
    expect(other).toEqual(one);
    expect(other?.orderTime).toBeDefined();
  });

  test.each([
    ['half a cent a unit', '103.21', []],
    ['more than half a cent a unit', '103.20', ['2 total_differs']],
    ['more on the other side', '103.24', ['2 total_differs']],
  ])('a total that differs by %s', async (_, total, expected) => {
    const { invalid, messages } = await planned(file('amazon', { ...older, 'Total Owed': total }));
    expect(invalid).toEqual(expected);
    if (expected.length > 0) {
      expect(messages[0]).toContain(`$${total}`);
      expect(messages[0]).toContain('$103.22');
    }
  });

  test('skips what was cancelled or has no quantity, whatever else is in the row', async () => {
    const bad = { 'Unit Price': 'soon', 'Order Date': '' };
    const { bodies, skipped } = await planned(
      file(
        'amazon',
        { ...older, ...bad, 'Order Status': 'Cancelled' },
        { ...older, ...bad, Quantity: '0' },
        { ...older, 'Total Owed': '103.23' },
      ),
    );
    expect(skipped).toEqual({ cancelled: 1, no_quantity: 1, not_mine: 0 });
    expect(bodies).toHaveLength(1);
  });

  test('takes Not Available for nothing, and another currency for another', async () => {
    const empty = { 'Payment Instrument Type': 'Not Available', ...{ ASIN: 'Not Applicable' } };
    const tracking = { 'Carrier Name & Tracking Number': 'Not Available' };
    const { bodies, shipments } = await planned(
      file('amazon', { ...older, ...empty, ...tracking }),
    );
    expect(bodies[0]).not.toHaveProperty('creditCardId');
    expect(shipments).toEqual([]);
    const euros = await planned(file('amazon', { ...older, Currency: 'EUR' }));
    expect(euros.invalid).toEqual(['2 currency']);
  });
});

const business = {
  ...{ 'Order Date': '05/03/2026', 'Order ID': '112-1112223-4445556', 'PO Number': 'PO-77' },
  ...{ Currency: 'USD', 'Order Net Total': '131.90', 'Order Status': 'Closed' },
  ...{ 'Payment Instrument Type': 'Visa', 'Payment Identifier': '4637' },
  ...{ ASIN: 'B0TEST0001', Title: 'iPad', 'Listed PPU': '70.00', 'Purchase PPU': '60.00' },
  ...{ 'Item Quantity': '2', 'Item Subtotal': '120.00', 'Item Shipping & Handling': '5.99' },
  ...{ 'Item Promotion': '-5.99', 'Item Tax': '11.90', 'Item Net Total': '131.90' },
};

describe('amazon_business', () => {
  test('reads the item columns; rows that differ only in the payment are one item', async () => {
    const other = { 'Payment Instrument Type': 'Amex', 'Payment Identifier': '7944' };
    const { bodies, invalid, warnings } = await planned(
      file('amazon_business', business, { ...business, ...other }),
    );
    expect(invalid).toEqual([]);
    expect(bodies).toEqual([
      {
        ...{ orderNumber: '112-1112223-4445556', orderDate: '2026-05-03', retailer: 'Amazon' },
        ...{ buyingGroup: 'bfmr', shipping: 599, tax: 1190, discount: 599 },
        orderLineItems: [
          { description: 'iPad', model: 'B0TEST0001', unitPrice: 6000, quantity: 2 },
        ],
      },
    ]);
    // Paid with two cards: it has neither.
    expect(warnings).toHaveLength(1);
  });

  test('a discount that its prices have already is not needed, in dollars or percent', async () => {
    const [header, row] = file('amazon_business', business) as [string[], string[]];
    const names = [
      'Pricing Savings program',
      ...['$', '%'].map((of) => `Pricing Discount applied (${of} off)`),
    ];
    const lines = [
      [...header, ...names],
      [...row, 'Business Price', '10.00', '14.29'],
    ];
    const { drafts, read } = await plan(lines, { strict: true });
    expect(drafts.map(({ invalid }) => invalid)).toEqual([undefined]);
    expect(read.ignored).toEqual(expect.arrayContaining(names));
  });

  test('rows of one item belong to it wherever they are', async () => {
    const other = { 'Payment Instrument Type': 'Amex', 'Payment Identifier': '7944' };
    const net = { 'Order Net Total': '263.80' };
    const first = { ...business, ...net };
    const second = { ...first, ASIN: 'B0TEST0002' };
    const rows = [first, second, { ...first, ...other }, { ...second, ...other }];
    const { drafts, orders } = await plan(file('amazon_business', ...rows));
    expect(drafts.map(({ item }) => item?.at)).toEqual([0, 1, 0, 1]);
    expect(orders).toMatchObject([{ body: { orderLineItems: [{}, {}] } }]);
  });

  test('the items must add up to the net total of the order', async () => {
    const second = { ...business, ASIN: 'B0TEST0002', 'Order Net Total': '131.90' };
    const { invalid, messages } = await planned(file('amazon_business', business, second));
    expect(invalid).toEqual(['2 total_differs', '3 total_differs']);
    expect(messages[0]).toMatch(/\$131\.90.*\$263\.80/);
  });

  test.each([
    ['263.80', '131.90'],
    ['131.90', '263.80'],
  ])('two net totals of an order, %s and %s, prove nothing, whichever fits', async (net, other) => {
    const first = { ...business, 'Order Net Total': net };
    const second = { ...business, ASIN: 'B0TEST0002', 'Order Net Total': other };
    const { invalid, messages } = await planned(file('amazon_business', first, second));
    expect(invalid).toEqual(['2 total_differs', '3 total_differs']);
    expect(messages[0]).toContain(`total is $${net} and $${other}, but its 2 line items`);
  });

  test.each([
    ['that the order does not prove', '131.90', ['2 repeated_row', '3 repeated_row']],
    ['that the net total of the order proves', '263.80', []],
  ])('equal rows %s', async (_, net, expected) => {
    const row = { ...business, 'Order Net Total': net };
    const { invalid, bodies } = await planned(file('amazon_business', row, row));
    expect(invalid).toEqual(expected);
    expect(bodies.map(({ orderLineItems }) => orderLineItems)).toMatchObject(
      expected.length > 0 ? [] : [[{ quantity: 4 }]],
    );
  });
});

const walmart = {
  ...{ 'Order Number': '2000123-45678901', 'Order Date': 'Jul 01, 2026', Qty: '3' },
  ...{ 'Product Name': 'Echo', Price: '$89.97', Status: 'Delivered', 'Order Type': 'Online' },
};

describe('walmart_exporter', () => {
  test('the price is that of the line', async () => {
    const { bodies } = await planned(file('walmart_exporter', walmart));
    expect(bodies).toEqual([
      {
        ...{ orderNumber: '2000123-45678901', orderDate: '2026-07-01', retailer: 'Walmart' },
        buyingGroup: 'bfmr',
        orderLineItems: [{ description: 'Echo', unitPrice: 2999, quantity: 3 }],
      },
    ]);
    const { notices } = await plan(file('walmart_exporter', walmart));
    expect(notices.join()).toContain('no tax and no shipping');
  });

  test('a part of a cent is refused', async () => {
    const { invalid } = await planned(file('walmart_exporter', { ...walmart, Price: '89.98' }));
    expect(invalid).toEqual(['2 uneven_price']);
  });

  test.each(['Return complete', 'Refunded', '1 canceled', 'Unavailable'])(
    'a row whose status is %s is read with a warning',
    async (status) => {
      const { bodies, warnings } = await planned(
        file('walmart_exporter', { ...walmart, Status: status }),
      );
      expect(bodies).toHaveLength(1);
      expect(warnings.join()).toContain('cancelled, returned or refunded: column "Status" (1 row)');
    },
  );

  const row = '200015550010001,11/02/2026,AirPods,2,119.00';
  const sheet = 'Order Number,Order Date,Product Name,Qty,Price,Status,Order Type';
  test.each([
    ['a store', [`${sheet},Store`, `${row},Delivered,Pickup,Best Buy`], {}],
    ['a shop', [`${sheet},Shop`, `${row},Delivered,Pickup,Best Buy`], {}],
    ['the flag', [sheet, `${row},Delivered,Pickup`], { retailer: 'Best Buy' }],
    [
      'a retailer',
      [
        'Order Number,Order Date,Product Name,Quantity,Price,Delivery Status,Product Link,Retailer',
        `${row},Delivered,,Best Buy`,
      ],
      {},
    ],
  ])("a sheet whose retailer is named by %s is a person's", async (_, lines, more) => {
    const { bodies } = await planned(lines, { defaults: { group: 'bfmr', ...more } });
    expect(bodies).toMatchObject([
      { retailer: 'Best Buy', orderLineItems: [{ unitPrice: 11900, quantity: 2 }] },
    ]);
  });

  test.each([
    [
      'a tax',
      [`${sheet},Tax`, `${row},Delivered,Pickup,19.04`],
      'looks like walmart_exporter, which never has "Tax"',
    ],
    ['a total', [`${sheet},Total`, `${row},Delivered,Pickup,119.00`], '"Total"'],
    [
      'a number of another store',
      [
        'Order Number,Order Date,Item,Qty,Price,Status',
        'BBY01-807300220009,11/02/2026,AirPods,2,119.00,Delivered',
      ],
      'never has "BBY01-807300220009"',
    ],
  ])('a file that looks like it but has %s is refused', async (_, lines, words) => {
    await expect(plan(lines)).rejects.toThrow(words);
    const reading = { layout: 'walmart_exporter' } as const;
    const { bodies } = await planned(lines, { reading });
    expect(bodies).toMatchObject([{ retailer: 'Walmart', orderLineItems: [{ unitPrice: 5950 }] }]);
    const { notices } = await plan(lines, { reading });
    expect(notices.some((one) => one.includes('no tax'))).toBe(_ !== 'a tax');
  });
});

const ledger = {
  ...{ 'Order Date': '5/3/26', Status: 'Delivered', Profile: 'me@example.com', Quantity: '2' },
  ...{ Retailer: 'Best Buy', 'Item Name': 'AirTag', 'Order ID': 'BBY01-807199999999' },
  ...{ 'Tracking Number': '1Z999AA10123456784', 'Cost Per Item': '20.00', Shipping: '5.00' },
  ...{ 'Total Cost': '40.00', Card: 'Ink', 'Buying Group': 'My  group', 'Card Last 4': '4637' },
  ...{ 'Sales Tax': '3.30', 'Cashback Rate': '0.07', 'Expected Payout': '43.00' },
};

describe('bgl', () => {
  test('reads shares of the row, rates and payouts of the line', async () => {
    const more = { 'Item Name': 'Case', 'Order ID': ledger['Order ID'], 'Tracking Number': '' };
    const { bodies, shipments } = await planned(file('bgl', ledger, { ...ledger, ...more }));
    expect(bodies).toEqual([
      {
        ...{ orderNumber: 'BBY01-807199999999', orderDate: '2026-05-03', retailer: 'Best Buy' },
        ...{ buyingGroup: 'My Group', retailerAccount: 'me@example.com', cardEarnRate: 7 },
        // The same amount on both rows is each row's own share.
        ...{ creditCardId: 'card-1', shipping: 1000, tax: 660 },
        orderLineItems: ['AirTag', 'Case'].map((description) => ({
          ...{ description, unitPrice: 2000, quantity: 2, expectedUnitPayout: 2150 },
        })),
      },
    ]);
    expect(shipments).toEqual(['Best Buy BBY01-807199999999 1Z999AA10123456784']);
  });

  test.each([
    ['0.02', 2],
    ['0.055', 5.5],
    ['2%', 2],
    ['2x', 2],
  ])('a rate of %s', async (rate, cardEarnRate) => {
    const { bodies } = await planned(file('bgl', { ...ledger, 'Cashback Rate': rate }));
    expect(bodies).toMatchObject([{ cardEarnRate }]);
  });

  test('a rate that a rule decides is no fraction', async () => {
    const rules = ['retailer,earn rate', 'best,2'];
    const { bodies } = await planned(file('bgl', ledger), { rules });
    expect(bodies).toMatchObject([{ cardEarnRate: 2 }]);
  });

  test.each(['1', '2', '2.0', '500'])('a rate of %s is no fraction', async (rate) => {
    const { invalid, messages } = await planned(file('bgl', { ...ledger, 'Cashback Rate': rate }));
    expect(invalid).toEqual(['2 invalid']);
    expect(messages[0]).toContain('such as 0.02, which means 2%');
  });

  test("shares are the row's own without a total too", async () => {
    const row = { ...ledger, 'Total Cost': '' };
    const { bodies } = await planned(file('bgl', row, { ...row, 'Item Name': 'Case' }));
    expect(bodies).toMatchObject([{ shipping: 1000, tax: 660 }]);
  });

  test.each([
    ['Personal', {}, { not_mine: 1 }, []],
    ['none', {}, { not_mine: 1 }, []],
    ['N/A', {}, {}, ['2 no_group']],
    ['Unclassified', {}, {}, ['2 no_group']],
    ['Gift Card', {}, {}, ['2 no_group']],
    ['bfmr', { Status: 'Superseded' }, { cancelled: 1 }, []],
    ['bfmr', { 'Total Cost': '48.30' }, {}, ['2 total_differs']],
    ['bfmr', { 'Expected Payout': '43.01' }, {}, ['2 uneven_price']],
    ['bfmr', { 'Expected Payout': 'none', 'Sales Tax': 'none' }, {}, []],
  ])('%s %j', async (group, cells, skips, expected) => {
    const lines = file('bgl', { ...ledger, 'Buying Group': group, ...cells });
    const { skipped, invalid } = await planned(lines, { defaults: {} });
    expect(skipped).toEqual({ not_mine: 0, cancelled: 0, no_quantity: 0, ...skips });
    expect(invalid).toEqual(expected);
  });
});

describe('recognized by the header alone', () => {
  const kinds = {
    amazon: older,
    amazon_business: business,
    walmart_exporter: walmart,
    bgl: ledger,
  };
  const names = Object.keys(kinds) as readonly (keyof typeof kinds)[];

  test.each(names)('%s, whatever the order of its columns', async (name) => {
    const lines = file(name, kinds[name]).map((line) => (line as string[]).toReversed());
    const read = await plan(lines);
    expect(read.read.layout).toBe(name);
    expect(read.words).toContain(`read as ${name} (1 row, 1 order, 2026-`);
    expect(read.drafts.map(({ invalid }) => invalid)).toEqual([undefined]);
  });

  test.each(names)('%s: --strict refuses only what the layout does not know', async (name) => {
    const [header, row] = file(name, kinds[name]) as [string[], string[]];
    expect((await plan([header, row], { strict: true })).orders).toHaveLength(1);
    await expect(
      plan(
        [
          [...header, 'Size'],
          [...row, 'red'],
        ],
        { strict: true },
      ),
    ).rejects.toMatchObject({ ending: 'usage', message: expect.stringMatching(/read: "Size"$/) });
  });

  test('a seller is no retailer where the layout has one', async () => {
    const [header, row] = file('amazon_business', business) as [string[], string[]];
    const { bodies } = await planned([
      [...header, 'Seller Name'],
      [...row, 'Acme LLC'],
    ]);
    expect(bodies).toMatchObject([{ retailer: 'Amazon' }]);
  });

  test('--layout none reads the file as any sheet', async () => {
    const read = await plan(file('walmart_exporter', walmart), {
      ...{ reading: { layout: 'none' }, defaults: { group: 'bfmr', retailer: 'Walmart' } },
    });
    expect(read.read.layout).toBeNull();
    expect(read.orders[0]?.body?.orderLineItems).toMatchObject([{ unitPrice: 8997 }]);
  });

  test('--map beats a layout', async () => {
    const { bodies } = await planned(file('amazon', { ...older, 'Product Condition': 'New' }), {
      reading: { map: ['description=Product Condition'] },
    });
    expect(bodies[0]?.orderLineItems).toMatchObject([{ description: 'New' }]);
  });
});

test.each([
  [
    'exporter',
    { 'Order ID': '113-1-1', 'Order Date': 'July 1, 2026', ASIN: 'B0', 'Product Name': 'Pad' },
    { Quantity: '2', 'Unit Price': '$10.50', 'Item Total': '$21.00', 'Card Last 4': '4637' },
    {},
    { retailer: 'Amazon', creditCardId: 'card-1', orderLineItems: [{ unitPrice: 1050 }] },
  ],
  [
    'firefox',
    { 'Order ID': '113-1-2', 'Order Date': '2026-7-1', 'Item ASIN': 'B1', 'Item Title': 'Pad' },
    { 'Item Price': '10.50', 'Item Quantity': '2', 'Total Amount': '22.73', Status: 'Delivered' },
    { reading: { map: ['total='] } },
    { status: 'delivered', orderLineItems: [{ model: 'B1', unitPrice: 1050, quantity: 2 }] },
  ],
  [
    'gus',
    {
      'ITEM NAME': 'Pad',
      QTY: '1.0',
      'ORDER #': '\n 9001\n',
      'PURCHASE $': '$1,299',
      DATE: '7/1/26',
    },
    { 'PAYOUT $': '$1,310', 'CASHBACK %': '5%', ACCOUNT: 'a@example.com', STATUS: 'Shipped' },
    { defaults: { group: 'bfmr', retailer: 'Costco' } },
    {
      retailer: 'Costco',
      orderNumber: '9001',
      cardEarnRate: 5,
      orderLineItems: [{ unitPrice: 129_900 }],
    },
  ],
  [
    'hand',
    { 'Order #': 'A-1', 'Order Date': '07/01/2026', Store: 'Target', Item: 'Pad', Qty: '1' },
    { Price: '10.50', Payout: '11', Group: 'BFMR', Card: 'Ink Cash' },
    { defaults: {} },
    { buyingGroup: 'bfmr', cardEarnRate: 5, orderLineItems: [{ expectedUnitPayout: 1100 }] },
  ],
] as const)('a sheet: %s', async (kind, some, others, more, expected) => {
  const { bodies, invalid } = await planned(file(kind, { ...some, ...others }), more);
  expect(invalid).toEqual([]);
  expect(bodies).toMatchObject([{ ...expected, orderDate: '2026-07-01' }]);
});
