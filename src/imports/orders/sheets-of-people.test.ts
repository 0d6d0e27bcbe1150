import { describe, expect, test } from 'vitest';
import { exportedOrders } from '../../../test/support/exported-orders';
import { plan, planned } from '../../../test/support/plan-orders';
import { quotedWord } from '../../lib/words';
import { giftCardKind } from '../../orders/kinds';
import type { OpenQuestion } from './questions';
import type { FileReading } from './types';

const header = 'Order #,Date,Store,Item,Qty,Price';
const row = 'A-1,2026-02-01,Target,Pad,1,10.00';

describe('what is typed beats what is kept, and both beat the layout', () => {
  const lines = [`${header},Fee`, `${row},2.00`];
  const saved = () => ({ map: ['shipping=Fee'] });

  test.each([
    ['the mapping that is kept', {}, { shipping: 200 }],
    ['--map of its column for another field', { map: ['tax=Fee'] }, { tax: 200 }],
    ['--ignore of its column', { ignore: ['Fee'] }, {}],
  ])('%s', async (_, reading, amounts) => {
    const { bodies } = await planned(lines, { reading, saved });
    const { tax, shipping } = bodies[0] ?? {};
    expect(JSON.parse(JSON.stringify({ tax, shipping }))).toEqual(amounts);
  });

  test('--ignore leaves out a column of a layout, and its total is no longer proven', async () => {
    const { lines: older = [] } = exportedOrders['Walmart, the older sheet'] ?? {};
    expect((await planned(older)).invalid).toEqual([]);
    const { invalid, messages } = await planned(older, { reading: { ignore: ['Tax'] } });
    expect(invalid).toEqual(['2 total_differs', '3 total_differs']);
    expect(messages[0]).toContain('"Tax" $16.00, which may be the rest');
  });
});

test('a layout that the user names needs its columns', async () => {
  await expect(plan([header, row], { reading: { layout: 'bgl' } })).rejects.toMatchObject({
    ending: 'usage',
    message: expect.stringContaining('--layout bgl: f.csv lacks its columns for orderNumber'),
  });
  const map = ['orderNumber=Order #', 'date=Date', 'price=Price', 'quantity=Qty'];
  const { bodies } = await planned([header, row], { reading: { layout: 'walmart_exporter', map } });
  expect(bodies).toMatchObject([{ retailer: 'Walmart' }]);
});

test.each([
  ['Date (DD/MM/YYYY)', undefined, '2026-11-05'],
  ['Order date dd-mm-yy', undefined, '2026-11-05'],
  ['Date (MM/DD/YYYY)', undefined, '2026-05-11'],
  ['Date (DD/MM/YYYY)', 'mdy' as const, '2026-05-11'],
  ['Date (dd/mm/yy)', undefined, '2026-11-05'],
  ['Order Date (MM/DD/YYYY HH:MM)', undefined, '2026-05-11'],
  ['Order Date - d.m.yyyy', undefined, '2026-11-05'],
  ['Purchased On (yyyy-mm-dd)', undefined, '2026-05-11'],
  ['Ordered (MMM D, YYYY)', undefined, '2026-05-11'],
  ['Datum (TT.MM.JJJJ)', undefined, '2026-11-05'],
  ['Date de commande (jj/mm/aaaa)', undefined, '2026-11-05'],
])('05/11/2026 below %s with --date-format %s is %s', async (name, dateOrder, orderDate) => {
  const lines = ['Order #', name, 'Store', 'Price'];
  const sheet = [lines, ['A-1', '05/11/2026', 'Target', '10.00']];
  for (const map of [[], [`date=${name}`]]) {
    const { bodies } = await planned(sheet, { reading: { map, dateOrder } });
    expect(bodies).toMatchObject([{ orderDate }]);
  }
});

test('the form of a date is taken off from headers of dates alone', async () => {
  const lines = ['Order (MM/DD/YYYY),Date,Store,Price', 'A-1,2026-02-01,Target,10.00'];
  await expect(plan(lines)).rejects.toThrow('no column for orderNumber');
});

describe('who sells is no retailer', () => {
  test.each(['Seller', 'Sold by', 'Merchant', 'Website'])('%s beside ASINs', async (name) => {
    const { bodies } = await planned([
      `Order #,Date,ASIN,Qty,Price,${name}`,
      'A-1,2026-02-01,B0,1,10.00,Acme LLC',
    ]);
    expect(bodies).toMatchObject([{ retailer: 'Amazon' }]);
  });

  test.each(['Website', 'Merchant'])('%s of a row without an ASIN is asked about', async (name) => {
    const file = (site: string) => [
      `ASIN,Order ID,Order Date,Item,Quantity,Unit Price,${name},Seller`,
      'B0,A-1,11/02/2026,Cable,1,5.00,Amazon.com,Acme',
      `,A-2,11/02/2026,AirPods,2,119.00,${site},Best Buy`,
    ];
    await expect(plan(file('BestBuy.com'))).rejects.toThrow(
      `rows without an ASIN, whose retailer may be in column "${name}"`,
    );
    const retailers = async (...of: Parameters<typeof planned>) =>
      (await planned(...of)).bodies.map(({ retailer }) => retailer);
    expect(await retailers(file('Amazon.com'))).toEqual(['Amazon', 'Amazon']);
    expect(
      await retailers(file('BestBuy.com'), { reading: { map: [`retailer=${name}`] } }),
    ).toEqual(['Amazon.com', 'BestBuy.com']);
  });

  test.each([
    ['Seller', 'Acme'],
    ['Store', 'Acme'],
  ])('%s without ASINs is one', async (name, retailer) => {
    const { bodies } = await planned([`Order #,Date,Price,${name}`, 'A-1,2026-02-01,10.00,Acme']);
    expect(bodies).toMatchObject([{ retailer }]);
  });

  test.each([
    ['Seller', 'Target'],
    ['Store', 'Acme'],
  ])('--retailer beats a column %s that only suggests one', async (name, retailer) => {
    const { bodies } = await planned([`Order #,Date,Price,${name}`, 'A-1,2026-02-01,10.00,Acme'], {
      defaults: { group: 'bfmr', retailer: 'Target' },
    });
    expect(bodies).toMatchObject([{ retailer }]);
  });
});

describe('a total of the order with a rest', () => {
  const lines = [
    `${header},Savings,Order Total`,
    'A-1,2026-02-01,Target,Pad,1,10.00,1.00,15.20',
    'A-1,2026-02-01,Target,Pen,1,5.00,1.00,15.20',
  ];

  test('is never taken for each row’s own: it would be paid twice', async () => {
    const { invalid, bodies } = await planned(lines, { reading: { difference: 'tax' } });
    expect({ invalid, bodies }).toEqual({
      invalid: ['2 ambiguous_amount', '3 ambiguous_amount'],
      bodies: [],
    });
  });

  test('once it is said whose the savings are, the rest is the tax', async () => {
    const { bodies } = await planned(lines, { reading: { difference: 'tax' }, amounts: 'order' });
    expect(bodies).toMatchObject([{ discount: 100, tax: 120 }]);
  });
});

describe('questions with one command', () => {
  test.each([
    [
      'two counts',
      'Order #,Date,Store,Pcs,Units,Price',
      'A-1,2026-02-01,X,3,2,1.00',
      "--map 'quantity=<header>'",
    ],
    [
      'an amount',
      'Order #,Date,Store,Qty,Amount',
      'A-1,2026-02-01,X,2,10.00',
      "--prices '<unit or line>'",
    ],
    [
      'a total above its parts beside another question',
      'Order #,Date,Qty,Price,Order Total',
      'A-1,2026-02-01,1,10.00,10.80',
      "--retailer '<name>' --difference '<tax or shipping>'",
    ],
  ])('%s', async (_, ...more) => {
    const [head, line, command] = more;
    await expect(plan([head, line])).rejects.toMatchObject({
      ending: 'usage',
      hint: expect.stringMatching(new RegExp(`f\\.csv ${command}$`)),
    });
  });

  test.each([
    ['20.00', 2, 1000],
    ['10.00', 2, 500],
  ])('an amount is decided by a total of %s', async (total, quantity, unitPrice) => {
    const lines = [
      'Order #,Date,Store,Qty,Amount,Order Total',
      `A-1,2026-02-01,X,2,10.00,${total}`,
    ];
    const { bodies } = await planned(lines);
    expect(bodies).toMatchObject([{ orderLineItems: [{ quantity, unitPrice }] }]);
  });
});

/** The flags of the command to copy for a sheet with these columns more. */
async function proposedFor(columns: string, rows: readonly string[], reading: FileReading = {}) {
  const lines = rows.map((cells, at) => `A-1,2026-02-01,Target,Pad ${at},2,119.00,${cells}`);
  const { hint = '' } = await plan([`${header},${columns}`, ...lines], { reading }).then(
    () => ({ hint: 'none' }),
    (failure: { readonly hint?: string }) => failure,
  );
  return hint.split('f.csv ')[1] ?? hint;
}

describe('an amount that has others', () => {
  test.each([
    ['Tax,Total (incl. tax)', '19.04,262.04', "--map 'total=Total (incl. tax)'"],
    ['Total before tax', '257.04', "--map 'total=Total before tax'"],
    ['Total - discount', '257.04', "--map 'total=Total - discount'"],
    ['Price after coupon', '109.00', "--map '<field>=Price after coupon'"],
    ['Price + Tax', '128.52', "--map '<field>=Price + Tax'"],
    ['Order with tax', '257.04', "--map '<field>=Order with tax'"],
    ['Total (incl. tax)', '238.00', 'none'],
  ])('%s is no tax, shipping or discount', async (column, cells, expected) => {
    expect(await proposedFor(column, [cells])).toBe(expected);
  });
});

describe('the command to copy reads no amount twice, and none as another', () => {
  const doubt = (field: string) => `--map '${field}=<header>'`;
  const mapped = (field: string, ...headers: readonly string[]) =>
    headers.map((one) => `--map ${quotedWord(`${field}=${one}`)}`).join(' ');
  test.each<[string, readonly string[], string]>([
    ['State Tax,County Tax', ['3.50,3.50'], "--map 'tax=State Tax' --map 'tax=County Tax'"],
    [
      'State Tax,County Tax,Total Tax',
      ['6.00,1.00,7.00'],
      "--ignore 'State Tax' --ignore 'County Tax'",
    ],
    [
      'State Tax,County Tax,Tax (all)',
      ['6.00,1.00,7.00'],
      "--ignore 'State Tax' --ignore 'County Tax'",
    ],
    ['Tax,State Tax', ['7.00,6.00'], doubt('tax')],
    ['Tax,VAT', ['7.00,7.00'], '--ignore VAT'],
    ['Tax,GST', ['7.00,7.00'], '--ignore GST'],
    ['GST,PST,Tax', ['1.00,0.50,1.50'], '--ignore GST --ignore PST'],
    ['GST,PST,Tax', ['1.00,0.50,1.70'], mapped('tax', 'Tax', 'GST', 'PST')],
    [
      'State Tax,County Tax,Sales Tax',
      ['1.00,0.50,1.50', ',,'],
      "--ignore 'State Tax' --ignore 'County Tax'",
    ],
    ['State Tax,City Tax,District Tax', ['1.00,0.50,1.50'], doubt('tax')],
    ['Delivery,Bag Fee,Service Fee', ['1.00,0.50,1.50'], doubt('shipping')],
    ['Delivery,Bag Fee', ['1.50,1.50'], mapped('shipping', 'Delivery', 'Bag Fee')],
    ['Tax,State Tax,County Tax', ['7.00,6.00,1.00'], "--ignore 'State Tax' --ignore 'County Tax'"],
    ['Item Tax,Order Tax', ['7.00,7.00'], "--map 'tax=Item Tax' --ignore 'Order Tax'"],
    ['Item Tax,Order Tax', ['5.00,7.00', '2.00,7.00'], "--map 'tax=Item Tax' --ignore 'Order Tax'"],
    ['Item Tax,Order Tax', ['5.00,8.00', '2.00,8.00'], doubt('tax')],
    [
      'Shipping,Handling,Shipping & Handling',
      ['6.00,1.00,7.00'],
      "--map shipping=Shipping --map shipping=Handling --ignore 'Shipping & Handling'",
    ],
    ['Shipping,Bag Fee', ['6.00,0.10'], "--map shipping=Shipping --map 'shipping=Bag Fee'"],
    ['Shipping,Bag Fee', ['6.00,0.10', '6.00,'], doubt('shipping')],
    [
      'Line Discount,Order Discount,Total Discount',
      ['5.00,10.00,15.00', '2.00,10.00,12.00'],
      `${doubt('discount')} --ignore 'Total Discount'`,
    ],
    [
      'Coupon,Gift Card Discount,Total Savings',
      ['6.00,1.00,7.00'],
      `${doubt('discount')} --ignore 'Gift Card Discount'`,
    ],
  ])('%s with %j', async (columns, rows, expected) => {
    expect(await proposedFor(columns, rows)).toBe(expected);
  });

  test('of columns that may be the price, none is read as the total', async () => {
    const lines = [
      'Order #,Date,Store,Gross Price,Net Price,Fee',
      'A-1,2026-02-01,X,30.00,28.00,1.00',
    ];
    const hint = expect.stringMatching(/f\.csv --map 'price=<header>' --map shipping=Fee$/);
    await expect(plan(lines)).rejects.toMatchObject({ hint });
  });

  test.each(['Net Unit Price', 'Net price each'])(
    'what a unit cost is no total: %s',
    async (net) => {
      const lines = [`Order #,Date,Store,Unit Price,${net}`, 'A-1,2026-02-01,X,30.00,28.00'];
      await expect(plan(lines)).rejects.toMatchObject({
        message: expect.stringContaining(`; to leave it out: --ignore '${net}'`),
        hint: expect.stringMatching(/f\.csv --map 'price=<header>'$/),
      });
    },
  );

  test('the answers to a question name one column as the total', async () => {
    const lines = [`${header},Net,Gross`, `${row},9.00,12.00`];
    const { questions } = await plan(lines).catch((failure) => failure);
    const labels = questions.map(({ answers }: OpenQuestion) => answers.map(({ label }) => label));
    expect(labels).toEqual([['Leave it out'], ['Read it as total', 'Leave it out']]);
  });

  test('where the sum is blank, its parts are not left out', async () => {
    const lines = ['A-1,2026-02-01,X,10.00,7.00,6.00,1.00', 'A-2,2026-02-01,X,10.00,,6.00,1.00'];
    const hint = expect.stringContaining("f.csv --map 'tax=<header>'");
    await expect(
      plan(['Order #,Date,Store,Price,Tax,State Tax,County Tax', ...lines]),
    ).rejects.toMatchObject({ hint });
  });

  test.each([
    ['Shipping Fee,Shipping Discount', '4.00,1.00', "--map 'discount=Shipping Discount'"],
    ['Free Shipping Promo', '4.00', "--map 'discount=Free Shipping Promo'"],
    ['Discount on shipping', '4.00', "--map 'discount=Discount on shipping'"],
    ['Shipping & Discount', '4.00', "--map '<field>=Shipping & Discount'"],
    ['Refunded Tax', '4.00', "--ignore 'Refunded Tax'"],
    ['Price protection', '4.00', "--ignore 'Price protection'"],
    ['Unit Tax', '4.00', "--map 'tax=Unit Tax'"],
    ['Item Tax,Shipping Tax', '7.00,1.00', "--map 'tax=Item Tax' --map 'tax=Shipping Tax'"],
    ['Tax,Card Charge', '19.04,257.04', "--ignore 'Card Charge'"],
    ['Tax,Charge Amount', '19.04,257.04', "--ignore 'Charge Amount'"],
    ['Tax,Visa Charge', '19.04,257.04', "--ignore 'Visa Charge'"],
    ['Tax,Deposit', '19.04,257.04', '--ignore Deposit'],
    ['Tax,Ink Charge', '19.04,257.04', "--map '<field>=Ink Charge'"],
    ['Tax,Service charge', '19.04,3.00', "--map 'shipping=Service charge'"],
    ['Cash Back', '4.00', "--ignore 'Cash Back'"],
    ['servicefee', '4.00', '--map shipping=servicefee'],
    ['G.S.T.', '4.00', '--map tax=G.S.T.'],
    ['Discount,You Saved', '4.00,5.00', doubt('discount')],
    ['Tax (local currency)', '2.50', "--map 'tax=Tax (local currency)'"],
    ['Tax in order currency', '2.50', "--map 'tax=Tax in order currency'"],
    ['Total (local currency)', '238.00', 'none'],
    ['Total (local currency)', '240.50', "--map 'total=Total (local currency)'"],
    ['Total currency', 'USD', 'none'],
    ['Currency,Tax (local currency)', 'USD,2.50', "--map 'tax=Tax (local currency)'"],
    ['Discount each', '4.00', "--map 'discount=Discount each'"],
    ['Total Fees', '4.00', "--map 'shipping=Total Fees'"],
    ['Fees Total', '4.00', "--map 'shipping=Fees Total'"],
    ['Total VAT', '4.00', "--map 'tax=Total VAT'"],
    ['Total Duties', '4.00', "--map 'shipping=Total Duties'"],
    ['Total VAT incl.', '240.00', "--map 'total=Total VAT incl.'"],
    [
      'Bag Fee,Tip,Total Fees',
      '1.00,3.00,4.00',
      "--map 'shipping=Bag Fee' --map shipping=Tip --ignore 'Total Fees'",
    ],
    ['Total profit', '4.00', "--ignore 'Total profit'"],
    ['BG Total', '4.00', "--ignore 'BG Total'"],
    [
      'Net Amount,Gross Amount',
      '230.00,257.04',
      "--ignore 'Net Amount' --map 'total=Gross Amount'",
    ],
    ['Gross,Subtotal', '257.04,230.00', '--map total=Gross --ignore Subtotal'],
    ['Total,Net,Gross', '257.04,230.00,260.00', '--ignore Net --ignore Gross'],
  ])('%s %s', async (columns, cells, expected) => {
    expect(await proposedFor(columns, [cells])).toBe(expected);
  });

  test.each([
    ['Total Items', 'Total Items'],
    ['Item count', 'Item count'],
    ['Total Qty', 'Total Qty'],
    ['Order Qty', 'Order Qty'],
    ['Units Sold', 'Units Sold'],
    ['Qty Returned', '<header>'],
    ['Case pack', '<header>'],
    ['Package count', '<header>'],
    ['Parcel count', '<header>'],
    ['Qty received', 'Qty received'],
  ])('%s without a quantity', async (column, expected) => {
    const lines = [`Order #,Date,Store,Item,Price,${column}`, 'A-1,2026-02-01,X,Pad,10.00,3'];
    await expect(plan(lines)).rejects.toMatchObject({
      hint: expect.stringContaining(`--map 'quantity=${expected}'`),
    });
  });

  test.each(['Total Items', 'Item count', 'Total Qty', 'Order Qty'])(
    '%s of an order of several rows is none of a row’s',
    async (column) => {
      const row = (item: string) => `A-1,2026-02-01,X,${item},10.00,3`;
      const lines = [`Order #,Date,Store,Item,Price,${column}`, row('Pad'), row('Pen')];
      await expect(plan(lines)).rejects.toMatchObject({
        hint: expect.stringContaining("--map 'quantity=<header>'"),
      });
    },
  );

  test.each([
    ['Tax,Order Tax', '7.00,8.00', 'tax=Tax', "--ignore 'Order Tax'"],
    ['Tax,Sales Tax Paid', '7.00,8.00', 'tax=Tax', "--ignore 'Sales Tax Paid'"],
    ['Item Tax,Order Tax', '7.00,8.00', 'tax=Order Tax', "--ignore 'Item Tax'"],
    ['Tax,Shipping Tax', '7.00,1.00', 'tax=Tax', doubt('tax')],
    ['Tax,State Tax', '7.00,6.00', 'tax=State Tax', doubt('tax')],
    ['Line Discount,Order Discount', '5.00,3.00', 'discount=Line Discount', doubt('discount')],
    ['Shipping,Shipping Insurance', '5.00,3.00', 'shipping=Shipping', doubt('shipping')],
  ])('%s with %s and --map %s', async (columns, cells, map, expected) => {
    expect(await proposedFor(columns, [cells], { map: [map] })).toBe(expected);
  });
});

test.each([
  ['Qty,Price,Order Total,shop_card_applied', '1,84.00,34.00,50.00', '"shop_card_applied" 50.00'],
  ['Qty,Price,Order Total,Weight', '1,84.00,34.00,5.00', 'what the rest is with --difference'],
  ['Qty,Price,Order Total', '2,449.99,449.99', '--prices line'],
  ['Qty,Line Total,Order Total', '2,450.00,225.00', '--difference discount'],
  ['Qty,Price,Tax,Order Total', '2,100.00,7.00,107.00', '--prices line'],
  ['Qty,Price,Subtotal', '1,100.00,90.00', '$100.00; correct it'],
])('the rest of a total in %s is named', async (columns, cells, words) => {
  const lines = [`Order #,Date,Store,${columns}`, `A-1,2026-02-01,Costco,${cells}`];
  const map = columns.includes('Subtotal') ? ['total=Subtotal'] : [];
  const { messages } = await planned(lines, { reading: { map } });
  expect(messages).toEqual([expect.stringContaining(words)]);
});

describe('no advice reads what an order lacks as another part of its total', () => {
  const states = `${header},Status,Order Total`;
  const shipped = 'A-1,2026-02-01,Target,Pad,1,10.00,Shipped';
  const ledger =
    'Order ID,Order Date,Retailer,Profile,Item Name,Quantity,Cost Per Item,Shipping,Sales Tax,Total Cost,Buying Group';
  const history =
    'Order ID,Order Date,ASIN,Product Name,Quantity,Unit Price,Item Total,Order Subtotal,Order Shipping,Order Tax,Order VAT,Order Promotion,Order Total,Order Grand Total';
  const line = (words: string) => `; not read: ${words}, which may be the rest`;

  test.each<[string, readonly string[], string]>([
    [
      'a line that is cancelled',
      [states, `${shipped},35.00`, 'A-1,2026-02-01,Target,Pen,1,25.00,Cancelled,35.00'],
      line('skipped line 3 $25.00'),
    ],
    [
      'lines that are cancelled, and a tax',
      [
        states,
        `${shipped},47.00`,
        'A-1,2026-02-01,Target,Pen,3,10.00,Cancelled,47.00',
        'A-1,2026-02-01,Target,Ink,1,5.00,Cancelled,47.00',
        'A-2,2026-02-01,Target,Ink,1,5.00,Cancelled,5.00',
      ],
      line('skipped line 3 $30.00, skipped line 4 $5.00'),
    ],
    [
      'a line without a quantity',
      [`${header},Order Total`, `${row},35.00`, 'A-1,2026-02-01,Target,Pen,0,25.00,35.00'],
      line('skipped line 3 $25.00'),
    ],
    [
      "a line that is another's",
      [
        `${header},Group,Order Total`,
        `${row},bfmr,35.00`,
        'A-1,2026-02-01,Target,Pen,1,25.00,-,35.00',
      ],
      line('skipped line 3 $25.00'),
    ],
    [
      'a subtotal of more items',
      [`${header},Subtotal,Tax,Total`, `${row},35.00,2.00,37.00`],
      line('"Subtotal" 35.00'),
    ],
    [
      'a subtotal of more items than all rows have',
      [
        `${header},Order Subtotal,Order Total`,
        `${row},35.00,37.00`,
        'A-1,2026-02-01,Target,Pen,1,5.00,35.00,37.00',
      ],
      line('"Order Subtotal" 35.00'),
    ],
    [
      'a subtotal that its layout knows',
      [history, 'A-1,2026-02-01,B0,Pad,1,10.00,10.00,35.00,0.00,2.00,0.00,0.00,37.00,37.00'],
      line('"Order Subtotal" 35.00'),
    ],
    [
      'parts that have their own columns',
      [ledger, 'A-1,2026-02-01,Target,me,Pad,2,100.00,5.00,16.00,221.00,bfmr'],
      'seems to include the tax and the shipping, which have their own columns; correct it',
    ],
    [
      'more than the parts that have their own columns',
      [ledger, 'A-1,2026-02-01,Target,me,Pad,2,100.00,5.00,16.00,216.00,bfmr'],
      'is $200.00; correct it',
    ],
  ])('%s', async (_, lines, words) => {
    const reading = {
      ignore: lines[0]?.match(/(?<=,)(?:Order )?Subtotal(?=,(?:Tax|Order T))/g) ?? [],
    };
    // On a terminal, a question would be advice as well.
    const canAsk = (flag: string) => flag === 'difference';
    const { messages } = await planned(lines, { reading, canAsk });
    expect(messages).not.toEqual([]);
    for (const message of messages) {
      expect(message).toContain(words);
      expect(message).not.toContain('--difference');
    }
  });

  test.each([
    ['a skipped line that costs more', '10.80', 'Cancelled', '25.00'],
    ['a line that is read', '36.00', 'Shipped', '25.00'],
  ])('%s is none', async (_, total, status, price) => {
    const other = `A-1,2026-02-01,Target,Pen,1,${price},${status},${total}`;
    const { messages } = await planned([states, `${shipped},${total}`, other]);
    expect(messages[0]).toMatch(/say what the rest is with --difference tax/);
  });

  test('a subtotal of the items of all rows is none', async () => {
    const other = 'A-1,2026-02-01,Target,Pen,1,25.00,35.00,37.00';
    const lines = [`${header},Order Subtotal,Order Total`, `${row},35.00,37.00`, other];
    const { messages } = await planned(lines);
    expect(messages[0]).toMatch(/say what the rest is with --difference tax/);
  });

  test.each([
    ['Unit Price', undefined],
    ['Price each', undefined],
    ['unitPrice', 'dollars' as const],
    ['Price', undefined],
  ])('%s says itself whose it is, or may be the line’s', async (name, money) => {
    const lines = [`Order #,Date,Store,Qty,${name},Order Total`, 'A-1,2026-02-01,X,2,10.00,10.00'];
    const { messages } = await planned(lines, { reading: { money } });
    expect(messages[0]?.includes('--prices line')).toBe(name === 'Price');
    const unit = await planned(lines, { reading: { money, prices: 'unit' } });
    expect(unit.messages[0]).not.toContain('--prices');
  });

  test('a layout says whose its prices are', async () => {
    const row = 'A-1,2026-02-01,B0,Pad,2,10.00,20.00,20.00,0.00,0.00,0.00,0.00,20.00,10.00';
    const { messages } = await planned([history, row]);
    expect(messages[0]).not.toContain('--prices');
  });
});

test.each(['C$119.00', '119.00 each', 'TBD'])('%s as the only price is named', async (price) => {
  const { messages } = await planned(['Order #,Date,Store,Price', `A-1,2026-02-01,X,${price}`]);
  expect(messages).toEqual([`column "Price": "${price}" is not an amount`]);
});

test('the price of all units may be the line’s: it is asked, or a total decides', async () => {
  const lines = ['Order #,Date,Store,Qty,Price (all units)', 'A-1,2026-02-01,X,2,119.00'];
  const reading = { map: ['price=Price (all units)'] };
  const message = expect.stringContaining('for one unit or for the line');
  await expect(plan(lines, { reading })).rejects.toMatchObject({ message });
});

test.each(['Sell Price', 'Selling Price', 'Payout Price', 'sell_price', 'Payout', 'Group Payout'])(
  'below %s beside a quantity, the payout may be the line’s: it is asked',
  async (payout) => {
    const lines = [`Order #,Date,Store,Qty,Unit Price,${payout}`, 'A-1,2026-02-01,X,2,30.00,66.00'];
    await expect(plan(lines)).rejects.toMatchObject({
      message: expect.stringContaining('2 × $66.00 = $132.00, or 2 × $33.00 = $66.00'),
      hint: expect.stringMatching(/ --payouts '<unit or line>'$/),
    });
    const { bodies } = await planned(lines, { reading: { payouts: 'line' } });
    const items = [{ unitPrice: 3000, quantity: 2, expectedUnitPayout: 3300 }];
    expect(bodies).toMatchObject([{ orderLineItems: items }]);
    const { words } = await plan([lines[0] ?? '', 'A-1,2026-02-01,X,1,30.00,66.00']);
    expect(words).not.toContain('--prices');
  },
);

test.each([
  ...['Precio total', 'Purchase Total', 'Total before tax', 'Total incl. tax', 'Net Total'],
  ...['Order Amount', 'Order Cost', 'Order Price', 'Order Value', 'Order $', 'Order with tax'],
  ...['Order Subtotal', 'Order Sum', 'Order Net Total', 'Invoice Total', 'Cart Total'],
  ...['Checkout Total', 'Receipt Total', 'Transaction Total', 'Payment Total'],
])('%s is no price', async (total) => {
  const lines = [`Order #,Date,Store,Qty,${total}`, 'A-1,2026-02-01,X,2,119.00'];
  const message = expect.stringContaining("an order's total");
  const reading = { map: [`price=${total}`] };
  await expect(plan(lines, { reading })).rejects.toMatchObject({ message });
});

test.each([
  ...['Line Total', 'Item Subtotal', 'Subtotal', 'Total each', 'Total per unit', 'Net Amount'],
  ...['Order Unit Price', 'Order Line Amount', 'Total (qty x price)', 'Total línea', 'Amount Paid'],
])('%s may be a price', async (price) => {
  const lines = [`Order #,Date,Store,Qty,${price}`, 'A-1,2026-02-01,X,1,119.00'];
  const { bodies } = await planned(lines, { reading: { map: [`price=${price}`] } });
  expect(bodies).toMatchObject([{ orderLineItems: [{ unitPrice: 11900 }] }]);
});

test.each(['Price,Price', 'Price,Tax,Tax', 'Price,Item Tax,Item Tax'])(
  'of columns %s no flag can name one: rename it',
  async (columns) => {
    const [, ...names] = columns.split(',');
    const cells = ['10.00', ...names.map((_, at) => `${at + 1}.00`)];
    const lines = [`Order #,Date,Store,${columns}`, `A-1,2026-02-01,X,${cells}`];
    await expect(plan(lines)).rejects.toMatchObject({
      message: `f.csv has 2 columns called "${names.at(-1)}"`,
      hint: 'Rename or remove one. Nothing was sent.',
    });
  },
);

test('prices in US$, free shipping, and the payout of one unit beside that of all', async () => {
  const { bodies } = await planned([
    'Order #,Date,Store,Qty,Price (US$),Shipping,Total Payout,Payout Each',
    'A-1,2026-02-01,X,2,10.00,Free,30.00,15.00',
  ]);
  const items = [{ unitPrice: 1000, quantity: 2, expectedUnitPayout: 1500 }];
  expect(bodies).toMatchObject([{ orderLineItems: items }]);
});

const bareRow = '112-1234567-1234567,2026-05-01,Amazon,AirPods,1,119.00,"Jane Doe, 12 Elm St"';

test.each([{}, { map: ['orderNumber=Order'] }, { ignore: ['Tax'] }])(
  'a file whose first line is a row is refused without its cells: %j',
  async (reading) => {
    const { message, hint } = await plan([bareRow, bareRow.replace('Amazon', 'Target')], {
      reading,
    }).then(
      () => ({ message: '', hint: '' }),
      (error) => error,
    );
    expect(message).toBe('f.csv has no header line: its first line is a row');
    expect(hint).not.toContain('Elm');
  },
);

test('no message has the whole number of a card in a column that is not read', async () => {
  const lines = [
    'Order #,Date,Store,Item,Price,Total,Payment',
    'A-1,2026-05-01,X,Pad,100.00,110.00,Visa 4111 1111 1111 1111 - $110.00',
  ];
  await expect(plan(lines)).rejects.toMatchObject({
    message: expect.stringContaining('"Payment" (line 2: Visa xxxx-1111 - $110.00)'),
  });
  const { messages } = await planned(lines, { reading: { ignore: ['Payment'] } });
  expect(messages).toEqual([expect.stringContaining('"Payment" Visa xxxx-1111 - $110.00')]);
});

describe('money and numbers are not left unread', () => {
  test.each([
    ['Tax (8%)', '19.04', "--map 'tax=Tax (8%)'"],
    ['Tax (8%)', '8.00', 'none'],
    ['Tax (8%)', '0.08', 'none'],
    ['Tax (8%)', '8%', 'none'],
    ['Tax1,Tax2', '6.00,1.00', '--map tax=Tax1 --map tax=Tax2'],
    ['MwSt', '38.00', '--map tax=MwSt'],
    ['Gebühren', '4.00', "--map 'shipping=Gebühren'"],
    ['Rückerstattung', '4.00', "--ignore 'Rückerstattung'"],
    ['You Saved', '4.00', "--map 'discount=You Saved'"],
    ['Markdown', '4.00', '--map discount=Markdown'],
    ['Gesamt inkl. MwSt', '257.04', "--map '<field>=Gesamt inkl. MwSt'"],
    ['Pairs', '2', 'none'],
  ])('%s with %s', async (columns, cells, expected) => {
    expect(await proposedFor(columns, [cells])).toBe(expected);
  });

  test.each([
    ...['$5.00 (est)', '$5.00 each', '$5.00 + tax', '-$5.00 (15%)', '$5.99/mo', 'Promo: -$5.00'],
    ...[
      '15% off (-$5.00)',
      '5.00/6.00',
      '5.00 ea',
      '5.00*',
      'about $5',
      '€5',
      '10 € each',
      '.50 ea',
    ],
  ])('an amount among words is: %s', async (cell) => {
    expect(await proposedFor('Service Fee', [cell])).toBe("--map 'shipping=Service Fee'");
    expect(await proposedFor('Mood', [cell])).toBe('none');
    // It may be another than what the column repeats elsewhere.
    expect(await proposedFor('Subtotal', ['238.00', cell])).toBe('--map total=Subtotal');
  });

  test.each([
    'waived',
    'free',
    'see invoice 12',
    '0.00 (waived)',
    '$0 today',
    '8.25%',
    'on 01.02.2026',
  ])('words without an amount are none: %s', async (cell) =>
    expect(await proposedFor('Service Fee', [cell])).toBe('none'),
  );

  test.each([
    ...['3x', 'x3', '3 ea', '3 units', '3 of 4', '1 of 4', '2 boxes', '3 pcs', '12 oz'].map(
      (cell) => [cell, true] as const,
    ),
    ...['1x', '1 pc', '1.0 pc', '1 of 1', 'one', 'A-1002', 'B0EXMPL12', 'n/a'].map(
      (cell) => [cell, false] as const,
    ),
  ])('a number among words is, if it is not 1: %s', async (cell, isAsked) => {
    const names = [
      'No. of Units',
      'Quantity Shipped',
      'Item Count',
      'Boxes',
      'Pack Size',
      'Qty/Box',
    ];
    for (const name of names) {
      const lines = [`Order #,Date,Store,Price,${name}`, `A-1,2026-02-01,X,10.00,${cell}`];
      const asked = expect(plan(lines));
      if (isAsked) await asked.rejects.toThrow(`column "${name}" (line 2: ${cell})`);
      else await asked.resolves.toMatchObject({ read: { ignored: [name] } });
    }
  });

  test.each([
    ['2', '3'],
    ['1', '2'],
    ['10', '11'],
    ['1', '2', '3'],
    ['5', '3'],
  ])('# may be how many, if no column is: %j', async (...counts) => {
    const rows = counts.map((count, at) => `${count},A-${at},2026-02-01,X,10.00`);
    const lines = ['#,Order #,Date,Store,Price', ...rows];
    // A number of the row would be bought as often.
    const hint = expect.stringMatching(/f\.csv --map 'quantity=<header>'$/);
    await expect(plan(lines)).rejects.toMatchObject({ hint });
    const { bodies } = await planned(lines, { reading: { map: ['quantity=#'] } });
    expect(bodies).toMatchObject(
      counts.map((count) => ({ orderLineItems: [{ quantity: Number(count) }] })),
    );
  });

  test.each([
    [['1', '2', '3'], false],
    [['4', '5', '6'], false],
    [['1', '2', '4'], true],
    [['2'], true],
  ])('# beside the quantity is the number of a row: %j', async (numbers, isAsked) => {
    // The second row is skipped.
    const rows = numbers.map((one, at) => `${one},A-${at},2026-02-01,X,${at === 1 ? 0 : 1},10.00`);
    const asked = expect(plan(['#,Order #,Date,Store,Qty,Price', ...rows]));
    if (isAsked) await asked.rejects.toMatchObject({ hint: expect.stringMatching(/ignore '#'$/) });
    else await asked.resolves.toMatchObject({ read: { ignored: ['#'] } });
  });

  test('a refund among words is warned about', async () => {
    const lines = [`${header},Refund`, `${row},about $5`];
    const { warnings } = await plan(lines, { reading: { ignore: ['Refund'] } });
    expect(warnings).toEqual(['Refunds are not read; 1 order had one: A-1.']);
  });

  test.each(['Unit', 'EA', 'Pairs'])('%s is asked about', async (column) => {
    const lines = [`Order #,Date,Store,Price,${column}`, 'A-1,2026-02-01,X,10.00,3'];
    const hint = expect.stringContaining(`--map quantity=${column}`);
    await expect(plan(lines)).rejects.toMatchObject({ hint });
  });

  test.each<[string, string, object, object]>([
    [
      'qtyordered,shippingfee,ordertax',
      '3,5.99,7.20',
      { quantity: 3 },
      { shipping: 599, tax: 720 },
    ],
    [
      'QTYORDERED,SHIPPINGCOST,ORDERTax',
      '3,5.99,7.20',
      { quantity: 3 },
      { shipping: 599, tax: 720 },
    ],
    ['Unit(s)', '3', { quantity: 3 }, {}],
    ['Piece(s),orderdiscount', '3,1.00', { quantity: 3 }, { discount: 100 }],
    ['Quantities', '3', { quantity: 3 }, {}],
  ])('%s with %s', async (columns, cells, item, amounts) => {
    const lines = [`Order #,Date,Store,Unit Price,${columns}`, `A-1,2026-02-01,X,29.99,${cells}`];
    const { bodies } = await planned(lines);
    expect(bodies).toMatchObject([{ ...amounts, orderLineItems: [item] }]);
    const cards = await planned(lines, { kind: giftCardKind, defaults: { group: 'card_cash' } });
    expect(cards.bodies).toMatchObject([{ orderLineItems: [item] }]);
  });

  test.each([
    ['BG Payout', 1800],
    ['BFMR Payout', 1800],
    ['Points 4 Days payout', 1800],
    ['Payout/Unit', 3600],
    ['Payout Amount', 1800],
    ['Est. payout each', 3600],
    ['Sold For', 1800],
    ['Payout %', undefined],
    ['Payout received', undefined],
    ['Latest payout', undefined],
    ['BFMR Payout,USA Payout', undefined],
    ['BG Payout,BFMR Payout', 1800],
    ['Payout each,BFMR Payout', 3600],
  ])('%s as a payout of the line: %j', async (columns, expectedUnitPayout) => {
    const lines = [
      `Order #,Date,Store,Qty,Price,${columns}`,
      'A-1,2026-02-01,X,2,10.00,36.00,30.00',
    ];
    const reading = { payouts: /each|unit/i.test(columns) ? undefined : ('line' as const) };
    const ignore = columns.includes('received') ? ['Payout received'] : [];
    const cut = lines.map((line) =>
      line
        .split(',')
        .slice(0, 5 + columns.split(',').length)
        .join(),
    );
    const { bodies } = await planned(cut, { reading: { ...reading, ignore } });
    const [item] = (bodies[0]?.orderLineItems ?? []) as readonly Record<string, unknown>[];
    expect(item?.expectedUnitPayout).toBe(expectedUnitPayout);
  });

  test('amounts without a header are warned about', async () => {
    const warnings = async (cells: string) =>
      (await plan([`${header},,Notes`, `${row},${cells},`])).warnings;
    const warning = 'Column 7 has amounts but no header: it is not read.';
    expect(await warnings('36.00')).toEqual([warning]);
    expect(await warnings('x')).toEqual([]);
  });
});

test('a blank order number says to repeat it, and n/a is no tracking number', async () => {
  const { messages, shipments } = await planned([
    `${header},Tracking`,
    `${row},n/a`,
    ',2026-02-02,Target,Pen,1,5.00,',
  ]);
  expect(shipments).toEqual([]);
  expect(messages).toEqual([expect.stringContaining('repeat the order number')]);
});

test.each([
  ['1001', '10.00', '2026-02-01', '5', '"Qty" is 1,001'],
  ['1', '100000.01', '2026-02-01', '5', '"Price" is $100,000.01'],
  ['1', '10.00', '2026-11-30', '5', '"Date" is 2026-11-30'],
  ['1', '10.00', '2026-02-01', '20.1', '"20.1" is above 20'],
  ['1000', '100000.00', '2026-11-29', '20', undefined],
])('%s × %s on %s at %s%% is a slip, or the last that is none', async (...cells) => {
  const [quantity, price, date, rate, expected] = cells;
  const { messages } = await planned([
    'Order #,Date,Store,Qty,Price,Earn rate',
    `A-1,${date},Target,${quantity},${price},${rate}`,
  ]);
  expect(messages).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
});

test.each([
  ...['TV (x2)', 'TV x 3', 'TV x3', '3 x TV', '2x TV', '2xTV', 'TV ×2'].map((item) => [item, true]),
  ...['TV', '2x4 lumber', 'iPhone X 256 GB', '24 x 36 poster', 'Poster 24 x 36', 'Max 3'].map(
    (item) => [item, false],
  ),
])('an item %s is warned about where no column says how many: %s', async (item, isWarned) => {
  const header = 'Order #,Date,Store,Item,Price';
  const row = `A-1,2026-05-01,Target,${item},10.00`;
  const { warnings } = await plan([header, row]);
  const warning = `No column says how many, so each item is one unit: see "${item}".`;
  expect(warnings).toEqual(isWarned ? [warning] : []);
  expect((await plan([`${header},Qty`, `${row},1`])).warnings).toEqual([]);
});

describe('sheets made up by new users', () => {
  const flips = [
    "My orders 2026 (don't edit!!),,,,,,,,,,",
    'Order no.,When,Where,What I bought,How many,Paid each,Tax paid,S&H,Grand total,Who for,Note',
    '114-1234567-1234567,5/3/26,Amazon,AirPods,2,$199.99,$33.00,0,$432.98,bfmr,call Joe',
    '114-1234567-1234568,5/4/26,Amazon,Case,1,$19.99,$1.65,,$21.64,BFMR,',
    'TOTAL,,,,3,,$34.65,,$454.62,,',
  ];

  test('a price that is paid each is one, and what is missing is named at once', async () => {
    await expect(plan(flips)).rejects.toMatchObject({
      message: expect.stringContaining('has no column for date and retailer;'),
    });
    const read = await planned(flips, { reading: { map: ['date=When', 'retailer=Where'] } });
    expect(read.bodies.map((body) => body.orderLineItems)).toMatchObject([
      [{ unitPrice: 19999, quantity: 2, description: 'AirPods' }],
      [{ unitPrice: 1999, quantity: 1, description: 'Case' }],
    ]);
    expect(read.messages).toEqual(['"TOTAL" says that the row is a sum of others; remove it']);
  });

  test('a row in another currency is refused, and the others are read', async () => {
    const { bodies, invalid } = await planned(
      [
        'Date;Shop;Order;Product;Qty;Amount;Currency;Group;Comments',
        '05/01/2026;Best Buy;BBY01-800000001;TV;1;499.99;USD;bfmr;',
        '05/02/2026;Best Buy CA;BBYCA-1002;TV;1;650.00;CAD;bfmr;canada trip',
      ],
      {},
    );
    expect([bodies.length, invalid]).toEqual([1, ['3 currency']]);
  });

  test('short headers are read, and an amount of the order is advised as its total', async () => {
    const short = [
      'Ord#,Purchase Dt,Vendor,SKU,Units,Unit $,Disc $,Ship $,Tax $,Order $,Trk,Comments',
      'W-1,2026-05-01,Walmart,A1,2,10.00,1.00,5.00,1.20,25.20,TBA310000000011,ok',
    ];
    await expect(plan(short)).rejects.toMatchObject({
      message: 'f.csv has a column "Order $" (line 2: 25.20) that is not read',
      hint: expect.stringContaining("--map 'total=Order $'"),
    });
    const { bodies, shipments } = await planned(short, { reading: { map: ['total=Order $'] } });
    expect(bodies).toMatchObject([{ tax: 120, shipping: 500, discount: 100 }]);
    expect(shipments).toEqual(['Walmart W-1 TBA310000000011']);
  });
});

describe('an amount that is the order’s own, as its header says', () => {
  const columns = 'Order #,Date,Store,Item,Qty,Unit Price';
  const rows = ['A-1,2026-02-01,X,Pen,2,10.00', 'A-1,2026-02-01,X,Ink,1,5.00', 'A-1,,,Gift,1,0.00'];
  const read = (header: string, cells: readonly string[], more: object = {}) =>
    planned([`${columns},${header}`, ...rows.map((one, at) => `${one},${cells[at]}`)], more);
  test.each<[string, readonly string[], object]>([
    ['Order Tax', ['3.00', '3.00', '3.00'], { tax: 300 }],
    ['Order Tax', ['3.00', '', '3.00'], { tax: 300 }],
    ['Order Tax', ['0.00', '3.00', '3.00'], { tax: 300 }],
    ['Order Tax', ['3.00', '', ''], { tax: 300 }],
    ['Order Tax', ['', '', ''], {}],
    ['order_shipping', ['3.00', '3.00', '0'], { shipping: 300 }],
    ['Order Discount', ['-3.00', '-3.00', '0'], { discount: 300 }],
    ['Tax', ['3.00', '', '3.00'], { tax: 600 }],
    ['Order Item Tax', ['3.00', '', '3.00'], { tax: 600 }],
    ['Order Tax,Order Total', ['3.00,28.00', '3.00,28.00', '0,28.00'], { tax: 300 }],
    ['Order Tax,Order Total', ['3.00,31.00', '3.00,31.00', '0,31.00'], { tax: 600 }],
    ['Order Tax,Order Total', ['3.00,29.00', '1.00,29.00', '0,29.00'], { tax: 400 }],
  ])('%s with %j', async (header, cells, amounts) => {
    const { bodies, invalid } = await read(header, cells);
    expect(invalid).toEqual([]);
    const { shipping, tax, discount } = bodies[0] ?? {};
    expect({ shipping, tax, discount }).toEqual({
      ...{ shipping: undefined, tax: undefined, discount: undefined, ...amounts },
    });
  });

  test('two of them contradict each other, and --amounts row says that they are the rows’', async () => {
    const { invalid, messages } = await read('Order Tax', ['3.00', '1.00', '']);
    expect(invalid).toEqual(['2 rows_differ', '3 rows_differ', '4 rows_differ']);
    expect(messages[0]).toBe(
      'lines 2 and 3 are the same order but differ in column "Order Tax"; if each row has its own: --amounts row',
    );
    const own = await read('Order Tax', ['3.00', '1.00', ''], { amounts: 'row' });
    expect(own.bodies).toMatchObject([{ tax: 400 }]);
    const cells = ['3.00', '3.00', '3.00'];
    expect((await read('Order Tax', cells, { amounts: 'row' })).bodies).toMatchObject([
      { tax: 900 },
    ]);
  });

  test.each([
    ['Unit Tax', 'tax', 700],
    ['Tax each', 'tax', 700],
    ['Unit Discount', 'discount', 700],
    ['Line Tax', 'tax', 400],
  ])('of %s each unit has its own', async (header, field, cents) => {
    const map = [`${field}=${header}`];
    const { bodies } = await read(header, ['3.00', '1.00', '0'], { reading: { map } });
    expect(bodies).toMatchObject([{ [field]: cents }]);
  });
});

test.each([
  ['77501234500010000000', true],
  ['7750123450001000000', true],
  ['775012345000100000', false],
  ['77501234500010000001', false],
  ['18-Nov-26', true],
  ['D-Nov-26', false],
])(
  'an order number that a spreadsheet has rounded, or made a date: %s',
  async (number, isRefused) => {
    const { bodies, invalid } = await planned([header, row.replace(/^[^,]*/, number)]);
    expect([bodies.length, invalid.length]).toEqual(isRefused ? [0, 1] : [1, 0]);
  },
);
