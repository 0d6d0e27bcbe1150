import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lines, plan } from '../../../test/support/plan-orders';
import { projectFolder } from '../../../test/support/project';
import type { OrderBody } from './types';

/** What an order costs in all, in cents. */
function costOf(body: OrderBody): number {
  const items = body.orderLineItems as readonly { unitPrice: number; quantity: number }[];
  const [tax, shipping, discount] = ['tax', 'shipping', 'discount'].map((name) =>
    Number(body[name] ?? 0),
  );
  const goods = items.reduce((sum, one) => sum + one.unitPrice * one.quantity, 0);
  return goods + (tax ?? 0) + (shipping ?? 0) - (discount ?? 0);
}

interface Exported {
  readonly layout?: string;
  /** The flags that it needs besides a group, as in the page, and what they say to the reader. */
  readonly flags?: string;
  readonly more?: Parameters<typeof plan>[1];
  readonly lines: Lines;
  /** What each order costs. */
  readonly costs: Readonly<Record<string, number>>;
  readonly refused?: readonly string[];
}

const address = Array.from({ length: 5 }, (_, n) => `Line ${n},,,`);

const exported: Readonly<Record<string, Exported>> = {
  'Amazon, an order history tool': {
    layout: 'amazon_history',
    lines: [
      'Order ID,Order Date,ASIN,Product Name,Condition,Quantity,Unit Price,Item Total,Seller,Subscribe & Save,Order Subtotal,Order Shipping,Order Tax,Order VAT,Order Promotion,Order Total,Order Grand Total,Order Status,Recipient,Address Line 1,Payment Method,Card Last 4,Product URL,Image URL,Order URL,Region',
      '111-0000001-0000001,2026-02-01,B0A,Pad,New,2,10.00,20.00,Acme,,25.00,4.00,2.00,0.00,-1.00,30.00,30.00,Closed,A,1 Main,Visa,4637,u,u,u,US',
      '111-0000001-0000001,2026-02-01,B0B,Pen,New,1,5.00,5.00,Acme,,25.00,4.00,2.00,0.00,-1.00,30.00,30.00,Closed,A,1 Main,Visa,4637,u,u,u,US',
      '111-0000002-0000002,2026-02-02,B0C,Cup,New,1,8.00,8.00,Acme,,8.00,0.00,0.64,0.00,0.00,8.64,8.64,Cancelled,A,1 Main,Visa,4637,u,u,u,US',
    ],
    costs: { '111-0000001-0000001': 3000 },
  },
  'Amazon, azad, items': {
    layout: 'azad',
    lines: [
      'order id,order url,order date,quantity,description,item url,price,subscribe & save,ASIN,category,delivered,shipping status,transaction,tracking link,tracking id,shipment id',
      '111-0000003-0000003,u,2026-02-01,2,Pad,u,$10.00,,B0A,x,Yes,Delivered,,u,TBA310000000011,s',
      ',,,3,,,$20.00,,,,,,,,,',
    ],
    costs: { '111-0000003-0000003': 2000 },
  },
  'Amazon, a fetcher': {
    lines: [
      'Order Date,Amazon Order Id,Title,ASIN,Quantity,Unit Price,Item Subtotal,Order Tax,Order Total,Merchant',
      '2026-02-01,112-5550051-0000051,Bananas,B000EXMPL1,2,5.00,10.00,0.98,15.98,Amazon.com',
      '2026-02-01,112-5550051-0000051,Cable,B000EXMPL2,1,5.00,5.00,0.98,15.98,Amazon.com',
    ],
    costs: { '112-5550051-0000051': 1598 },
  },
  'Amazon, an English exporter': {
    flags: '`--difference tax`',
    more: { reading: { difference: 'tax' } },
    lines: [
      'Order ID,Order Date,Total Amount,Currency,Total Savings,Status,Item Title,Item ASIN,Item Quantity,Item Price,Item Discount,Promotions,Item URL,Details URL',
      '113-0000001-0000001,2026-02-01,22.73,USD,0.00,Delivered,Pad,B1,2,10.50,0.00,,u,u',
    ],
    costs: { '113-0000001-0000001': 2273 },
  },
  'Best Buy, a mail scraper': {
    flags: '`--retailer`, `--difference tax`',
    more: { reading: { difference: 'tax' }, defaults: { group: 'bfmr', retailer: 'Best Buy' } },
    lines: [
      'Product,Price,Quantity,Total Price,Order Date,Order Number,Status,Tracking Number 1,Email Address',
      'Pad,$10.00,2,$21.60,02/01/2026,BBY01-806900000012,Shipped,,a@example.com',
    ],
    costs: { 'BBY01-806900000012': 2160 },
  },
  'Costco, receipts': {
    layout: 'costco',
    lines: [
      'order_number,receipt_id,receipt_type,transaction_date,warehouse_info,item_sku,item_name,item_actual_name,item_description_2,item_weight,full_item_image,quantity,unit_price,line_total,department_id,tax_flag,isFSAEligible,subtotal,instant_savings,discount_amount,shop_card_applied,coupon_applied,tax_total,shipping_handling,delivery_fees,surcharges,surcharge_reason,final_total,payment_methods,raw_receipt_hash',
      '1012345678,r,online,2026-02-01,w,11,PAD,Pad 11,,,,2,100.00,200.00,1,Y,N,230.00,20.00,0.00,0.00,0.00,16.00,5.00,1.00,0.50,fuel,232.50,Visa,h',
      '1012345678,r,online,2026-02-01,w,12,PEN,Pen 12,,,,1,30.00,30.00,1,Y,N,230.00,20.00,0.00,0.00,0.00,16.00,5.00,1.00,0.50,fuel,232.50,Visa,h',
    ],
    costs: { '1012345678': 23_250 },
  },
  'Home Depot Pro, details': {
    layout: 'home_depot',
    lines: [
      ...address,
      'Date,Store Number,Transaction ID,Register Number,Project Name,Job Name,SKU Number,SKU Description,Quantity,Unit price,Department Name,Class Name,Subclass Name,Program Discount Amount,Program Discount Indicator,Other Discount Amount,Extended Retail (before discount),Net Unit Price,Internet SKU,Purchaser,Order Number,Invoice Number,Card/Account Nickname',
      '2026-02-01,8119,1,1,,,1001,Drill,2,100.00,D,C,S,10.00,Y,0.00,200.00,95.00,9,A,WG12345678,I,Gold',
      '2026-02-02,0123,2,1,,,1002,Saw,1,50.00,D,C,S,0.00,N,0.00,50.00,50.00,9,A,,I,Gold',
    ],
    costs: { WG12345678: 19_000 },
    refused: ['the order number is empty'],
  },
  'orders joined to their items': {
    lines: [
      'Order Number,Date,Store,Description,ASIN,Qty,Price,Subtotal,Order Subtotal,Tax Total,Shipping Total,Discount Total,Grand Total',
      'J-1,2026-02-01,Store,one,B0,2,5.00,10.00,15.00,1.20,3.00,2.00,17.20',
      'J-1,2026-02-01,Store,two,B1,1,5.00,5.00,15.00,1.20,3.00,2.00,17.20',
    ],
    costs: { 'J-1': 1720 },
  },
  "a reseller's tracker": {
    flags: '`--prices line`',
    more: { reading: { prices: 'line' } },
    lines: [
      'Buying Group,Order Date,Order Number,Email,Retailer,Items Purchased,Quantity,Cost,Deal Type,Credit Card Used,Cashback,Rebate,Status',
      'BFMR,02/01/2026,T-1,a@example.com,Target,Pad,2,$398.00,Deal,4637,5%,,Shipped',
    ],
    costs: { 'T-1': 39_800 },
  },
};

test.each(Object.entries(exported))(
  '%s',
  async (_, { layout, lines, more, costs, refused = [] }) => {
    const read = await plan(lines, more);
    expect(read.layout).toBe(layout);
    const found = read.orders.flatMap(({ orderNumber, body }) =>
      body ? [[orderNumber, costOf(body)]] : [],
    );
    const messages = read.drafts.flatMap(({ invalid }) => invalid?.message ?? []);
    expect({ costs: Object.fromEntries(found), messages }).toEqual({
      costs,
      messages: refused.map((one) => expect.stringContaining(one)),
    });
  },
);

test('the page says of each what it needs and what is refused', () => {
  const page = readFileSync(join(projectFolder, 'docs/importing.md'), 'utf8');
  const rows = Object.entries(exported).map(
    ([name, { layout = 'a sheet', flags = '–', costs, refused = [] }]) => {
      const orders = Object.keys(costs).length;
      return `| ${name} | ${layout} | ${flags} | ${orders} of ${orders} | ${refused.join('; ') || '–'} |`;
    },
  );
  const table = [
    '| file | read as | flags besides a group | orders right | rows refused |',
    '|---|---|---|---|---|',
    ...rows,
  ];
  expect(page).toContain(table.join('\n'));
});
