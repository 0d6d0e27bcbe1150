import { describe, expect, test } from 'vitest';
import { buyingGroupKind, giftCardKind, type OrderKind } from '../../orders/kinds';
import { itemColumns } from '../../orders/list-files';
import { orderView } from '../../orders/view';
import { findColumns, namesRequired } from '../../tabular/header';
import { readColumnMap } from '../../tabular/record';
import { shipmentColumns } from '../shipments/shipment-columns';
import { orderColumns, orderSpellings, refuseCodes } from './columns';

function found(
  header: string,
  typed: readonly string[] = [],
  kind: 'orders' | 'giftcards' = 'orders',
) {
  const fields = orderColumns(kind).map((one) => ({ ...one, required: false }));
  const headers = header.split(',');
  const columns = findColumns(fields, headers, {
    ...{ name: 'f.csv', others: 'kept', onUnclear: () => {} },
    map: readColumnMap(typed, fields),
  });
  return Object.fromEntries(
    columns.map(({ field, index, more }) => [
      field,
      [index, ...more].map((place) => headers[place]).join(' + '),
    ]),
  );
}

/** Sheets and exports as people have them, with what each column is. */
test.each<[string, Readonly<Record<string, string>>]>([
  [
    'Order #,Order Date,Store,Item,Qty,Price,Payout,Group,Card',
    {
      ...{ orderNumber: 'Order #', date: 'Order Date', retailer: 'Store', description: 'Item' },
      ...{ quantity: 'Qty', price: 'Price', payout: 'Payout', group: 'Group', card: 'Card' },
    },
  ],
  [
    'ITEM NAME,QTY,ORDER #,PURCHASE $,PAYOUT $,DATE,CASHBACK %,ACCOUNT,STATUS',
    {
      ...{ description: 'ITEM NAME', quantity: 'QTY', orderNumber: 'ORDER #', date: 'DATE' },
      ...{ price: 'PURCHASE $', payout: 'PAYOUT $', earnRate: 'CASHBACK %' },
      ...{ account: 'ACCOUNT', status: 'STATUS' },
    },
  ],
  [
    'Order ID,Order Date,ASIN,Product Name,Condition,Quantity,Unit Price,Item Total,Card Last 4',
    {
      ...{ orderNumber: 'Order ID', date: 'Order Date', model: 'ASIN', total: 'Item Total' },
      ...{ description: 'Product Name', quantity: 'Quantity', price: 'Unit Price' },
      card: 'Card Last 4',
    },
  ],
  [
    'Order ID,Order Date,Item Title,Item ASIN,Item Price,Item Quantity,Total Amount,Status,Details URL',
    {
      ...{ orderNumber: 'Order ID', date: 'Order Date', model: 'Item ASIN', status: 'Status' },
      ...{ description: 'Item Title', price: 'Item Price', quantity: 'Item Quantity' },
      total: 'Total Amount',
    },
  ],
  [
    'PO Number,Purchase Date,Sold By,Unit Cost,Sales Tax,Shipping & Handling,Coupon,Order Total,Buying Group',
    {
      ...{ orderNumber: 'PO Number', date: 'Purchase Date', retailer: 'Sold By' },
      ...{ price: 'Unit Cost', tax: 'Sales Tax', shipping: 'Shipping & Handling' },
      ...{ discount: 'Coupon', total: 'Order Total', group: 'Buying Group' },
    },
  ],
  [
    'Amazon Order No,PO Number,Store,Seller,Tracking #,Tracking 2,Tracking Link,Ship To,Currency,Notes',
    {
      ...{ orderNumber: 'Amazon Order No', retailer: 'Store', shipTo: 'Ship To' },
      ...{ trackingNumber: 'Tracking # + Tracking 2', currency: 'Currency', notes: 'Notes' },
    },
  ],
  [
    'Order #,Order $,Date,Store,Store #,Group,Group $,# Items,Qty #,Price $,Payout %,Tax $,Tax %,Discount %,Card #,Card %,Cashback $,Cashback %',
    {
      ...{ orderNumber: 'Order #', date: 'Date', retailer: 'Store', group: 'Group' },
      ...{ quantity: 'Qty #', price: 'Price $', tax: 'Tax $', card: 'Card #' },
      earnRate: 'Cashback %',
    },
  ],
  [
    'Order,Date,Shop,Price (USD),Tax USD,Total (EUR),UPS Tracking,FedEx Tracking,CC',
    {
      ...{ orderNumber: 'Order', date: 'Date', retailer: 'Shop', price: 'Price (USD)' },
      ...{ tax: 'Tax USD', trackingNumber: 'UPS Tracking + FedEx Tracking', card: 'CC' },
    },
  ],
  [
    'Order,Date,Store,Price/ea,Freight,Sales Tax Paid,Coupon Amount,Card Name,Card,Tracking Info',
    {
      ...{ orderNumber: 'Order', date: 'Date', retailer: 'Store', price: 'Price/ea' },
      ...{ shipping: 'Freight', tax: 'Sales Tax Paid', discount: 'Coupon Amount' },
      ...{ card: 'Card', trackingNumber: 'Tracking Info' },
    },
  ],
  [
    'Order,Date,Store,Price,S&H,Est. Tax,Disc.,Total',
    {
      ...{ orderNumber: 'Order', date: 'Date', retailer: 'Store', price: 'Price' },
      ...{ shipping: 'S&H', tax: 'Est. Tax', discount: 'Disc.', total: 'Total' },
    },
  ],
])('%s', (header, expected) => {
  expect(found(header)).toEqual(expected);
});

test('a gift card has a platform and a value, and no tracking number', () => {
  expect(found('Order,Group,Face Value,Tracking', [], 'giftcards')).toEqual({
    ...{ orderNumber: 'Order', platform: 'Group', unitValue: 'Face Value' },
  });
});

test('a column of cashback is a rate only if it says so, and else money', () => {
  for (const header of ['Cashback %', 'Cash back%', 'Cashback Rate']) {
    expect(found(`Order,Price,${header}`)).toMatchObject({ earnRate: header });
  }
  for (const header of ['Cashback', 'Cashback $', 'Cashback amount']) {
    expect(found(`Order,Price,${header}`)).toEqual({ orderNumber: 'Order', price: 'Price' });
  }
});

test('no header is of two fields', () => {
  for (const kind of ['orders', 'giftcards'] as const) {
    const names = orderColumns(kind).flatMap(({ field, names, fallback = [] }) => [
      ...new Set([field.toLowerCase(), ...names, ...fallback]),
    ]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

test('every name is as plainName has it, and what shipments know is known here too', () => {
  for (const { names, fallback = [] } of Object.values(orderSpellings)) {
    for (const name of [...names, ...fallback]) expect(name).toMatch(/^[a-z0-9]+$/);
  }
  const { orderNumber, retailer, trackingNumber } = orderSpellings;
  for (const one of shipmentColumns) {
    const own = { orderNumber, retailer, trackingNumber }[one.field];
    const all = [...own.names, ...(own.fallback ?? []), one.field.toLowerCase()];
    expect(one.names.filter((name) => !all.includes(name))).toEqual([]);
  }
});

test('a line with an order number and a price can be the header', () => {
  const fields = orderColumns('orders').filter(({ field }) => /^(orderNumber|price)$/.test(field));
  expect(namesRequired(['Order #', 'Price'], fields)).toBe(true);
  expect(namesRequired(['Order #', 'Sum'], fields)).toBe(false);
  expect(namesRequired(['PO', 'Sum'], fields, readColumnMap(['price=sum'], fields))).toBe(true);
});

describe('a column that may hold codes is refused', () => {
  test.each([
    ...['redemptionCodes', 'code', 'PIN', 'codes', 'pins', 'gift card code', 'Gift Card Codes'],
    ...['gift card number', 'Gift card #', 'Claim code', 'Voucher'],
    ...['PIN number', 'Pin No.', 'PIN (4 digits)', 'Code (16 digits)', 'Passcode', 'Secure code'],
    ...['Amazon claim code', 'Apple Gift Card Code 2', 'Digital Code', 'eVoucher Code', 'Gift Pin'],
    ...['Gift Card Numbers', 'Redemption Number', 'Redemption Link', 'Claim URL', 'Access Number'],
  ])('%s', (column) => {
    expect(() => refuseCodes(['orderNumber', column], 'cards.csv', buyingGroupKind)).toThrow(
      expect.objectContaining({
        message: 'cards.csv has a column of redemption codes',
        hint: expect.stringMatching(/Take ".*" out of the file.*--codes-file/),
      }),
    );
  });

  test('whose name is not shown, if it may be a code itself', () => {
    expect(() => refuseCodes(['Apple', 'code 60351'], 'f', giftCardKind)).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/^Take it out/) }),
    );
  });

  test.each([
    'Card Number',
    'Card No.',
    'Serial',
    'Serial number',
    'Promo Code',
    'Redeem',
    'Redemption',
    'Código',
  ])('%s of gift cards only', (column) => {
    const refuse = (kind: OrderKind) => () => refuseCodes(['order', column], 'a.csv', kind);
    expect(refuse(giftCardKind)).toThrow('has a column of redemption codes');
    expect(refuse(buyingGroupKind)).not.toThrow();
  });

  test.each([buyingGroupKind, giftCardKind])('but none of $noun', (kind) => {
    const columns = [...orderColumns(kind.noun), ...itemColumns(kind)];
    const exported = Object.keys(orderView(kind).fields).filter((one) => one !== 'redemptionCodes');
    const named = [...exported, ...columns.flatMap(({ field, names }) => [field, ...names])];
    // Of a sheet of gift cards, nobody knows which card a number is of.
    const all = named.filter((one) => kind === buyingGroupKind || !/^cardn/.test(one));
    expect(() =>
      refuseCodes(
        [
          ...[...all, 'note', 'cards', 'itemCount', 'ZIP code', 'Item code'],
          ...['Gift card amount', 'Pinned', 'Access', 'Tracking URL'],
        ],
        'cards.csv',
        kind,
      ),
    ).not.toThrow();
  });
});
