import { expect, test } from 'vitest';
import { isPersonal, meantIn, speaksOfOther } from './header-words';

test.each([
  'Carrier Name & Tracking Number',
  'Fulfillment: Tracking Number',
  'Master Tracking Number',
  'Order Tracking Number',
  'Package Tracking ID',
  'UPS Tracking Number',
  'UPS Tracking Numbers',
  'Trk #',
  'Trk#',
  'FedEx TRK NO.',
  'mastertrackingnumber',
  'masterTrackingId',
  'MASTER_TRACKING_NO',
  'Tracking (numbers, separated by commas, required)',
  'Country Tracking Number',
  'ｔｒａｃｋｉｎｇ ｎｕｍｂｅｒ 1',
])('%s names a tracking number', (header) => {
  expect(meantIn(header)).toBe('tracking');
});

test.each([
  'amazon-order-id',
  'amazonorderid',
  'Order Number (retailer)',
  'Store Order #',
  'Online Order Number',
  'Account Order Number',
  'Discount order no.',
  'ebayOrderNumber',
])('%s names an order number', (header) => {
  expect(meantIn(header)).toBe('order');
});

test.each([
  'Number of Tracking Numbers',
  'No. of Order IDs',
  '# of orders',
  'Order Item ID',
  'orderitemid',
  'orderItemId',
  'order_line_number',
  'Order Line #',
  'Return Tracking Number',
  'returntrackingnumber',
  'Returned Order ID',
  'RMA Tracking Number',
  'Refund Tracking #',
  'Cashback Tracking ID',
  'Tracking Number Status',
  'Tracking Number Updated',
  'Order Number Date',
  'Tracking ID Count',
  'Order ID Qty',
  'Order Total #',
  'Quantity (order number)',
  'Order Gift Card Number',
  'Order phone number',
])('%s speaks of something else', (header) => {
  expect(meantIn(header)).toBeUndefined();
  expect(speaksOfOther(header)).toBe(true);
});

test.each([
  'Order Date',
  'Order',
  'Tracking',
  'Tracking Link',
  'Order Paid',
  'Orders noted',
  'Provider',
  'Telefon',
  'Number',
  'ID',
  'Border',
  'Notes on the order',
  '',
])('%s names neither', (header) => {
  expect(meantIn(header)).toBeUndefined();
});

test.each([
  ...['Shipping Address', 'Ship To Name', 'City', 'Ship City', 'ZIP/Postal code', 'Zip Code'],
  ...['Delivery State', 'Customer', 'Customer Name', 'First Name', 'Apt 2', 'Billing Email', 'Tel'],
  ...['Receiver Name', 'Mobile', 'Dirección', 'Straße', 'Gift Message', 'Delivered To'],
])('%s is about a person', (header) => {
  expect(isPersonal(header)).toBe(true);
});

test.each(['Capacity', 'Status', 'Order Status', 'Item Name', 'Hotel', 'Store Name', 'Product'])(
  '%s is not',
  (header) => {
    expect(isPersonal(header)).toBe(false);
  },
);

test('a header of a mebibyte is read at once', () => {
  for (const piece of ['tracking', 'a', 'aA', '#', 'order ', ' of', 'o']) {
    expect(() => meantIn(`${piece.repeat(200_000)}!`)).not.toThrow();
  }
});
