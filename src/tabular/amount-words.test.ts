import { expect, test } from 'vitest';
import { amountMeant, countIn, isQuantity, moneyIn, priceOf } from './spellings';

test.each([
  ['tax', 'Tax', 'Order Tax', 'Tax Total', 'Tax Amt', 'Sales Tax', 'Item Tax', 'Taxes & Fees'],
  ['tax', 'Sales Tax Paid', 'order_tax', 'OrderTax', 'Est. Tax', 'Tax charged', 'Total tax $'],
  [
    'shipping',
    'Order Shipping',
    'Delivery Charges',
    'Ship fee',
    'Shipping & Handling',
    'delivery_fees',
  ],
  ['shipping', 'Shipping', 'Freight', 'Total Shipping', 'Shipping Cost', 'Postage', 'Handling Fee'],
  [
    'discount',
    'Order Promotion',
    'Instant Savings',
    'Discount Total',
    'Promotions',
    'Coupon Amount',
  ],
  ['discount', 'Total Savings', 'Disc.', 'Item Discount', 'discount_amount', 'Coupon applied'],
  [
    'total',
    'Order Grand Total',
    'Total',
    'Total Amount',
    'Total Owed',
    'Total Paid',
    'final_total',
  ],
  ['total', 'Grand Total', 'Total Price', 'Order total $'],
  [
    'lineTotal',
    'Item Total',
    'Line Total',
    'Item Subtotal',
    'Extended',
    'Extended Price',
    'Row total',
  ],
  [undefined, 'Subtotal', 'Order Subtotal', 'Bag Fee', 'Shipping Tax', 'Tax Rate', 'Tax %', 'VAT'],
  [undefined, 'Refund', 'Tax Refund', 'Amount Paid', 'Price', 'Merchandise Total', 'Total Items'],
  [undefined, 'Promo Code', 'Delivery', 'Delivery Date', 'Ship Date', 'Tax exempt?', 'Gift Card'],
])('%s is meant by %s', (field, ...headers: readonly unknown[]) => {
  for (const header of headers)
    expect([header, amountMeant(String(header))]).toEqual([header, field]);
});

test.each([
  ['tax', 'Order Tax', 'salesTax', 'Taxes'],
  [
    'cost',
    'Bag Fee',
    'Recycling fees',
    'Surcharge',
    'Driver Tip',
    'Donations',
    'Duties',
    'Deposit',
    'Shipment insurance',
    'Warranty',
    'Customs',
    'Gift wrap',
    'Extras',
  ],
  ['foreignTax', 'VAT', 'Order VAT', 'GST', 'PST amount'],
  ['sum', 'Subtotal', 'Sub Total', 'Net', 'Order Subtotal', 'Gross amount'],
  ['price', 'Amount', 'List price', 'Group $', 'Costs', 'Spent'],
  [
    'payment',
    'Refund',
    'refundTotal',
    'Gift Card',
    'Gift cards',
    'Amount charged',
    'Bonus',
    'Price adjustments',
    'GC used',
    'Payment',
    'Credit',
    'Tax Refunded',
    'Price protection',
    'BG Total',
    'Total profit',
    'Total charged to gift card',
  ],
  [
    undefined,
    'Credit Card',
    'Price per lb',
    'Tax id',
    'Cost Center',
    'Discount terms',
    'Total Items',
  ],
  [undefined, 'Payment Method', 'Shipping Address', 'Payment date', 'Ship date', 'Paid?', 'Taxi'],
  ['shipping', 'Ship', 'Delivery', 'Versand', 'Envío'],
  ['total', 'Total (incl. tax)', 'Grand Total w/ Tax', 'Total after tax', 'Total with shipping'],
  ['total', 'Order Total Including Tax & Shipping', 'Total + shipping'],
  ['sum', 'Total before tax', 'Pre-tax total', 'Total - discount', 'Subtotal after discount'],
  ['unclear', 'Price incl. tax', 'Price w/ shipping', 'Price after coupon', 'Price + Tax'],
  ['tax', 'Tax before discount', 'Tax - Order'],
  ['discount', 'Shipping Discount', 'Tax discount', 'Discount on shipping', 'Free Shipping Promo'],
  ['unclear', 'Order with tax', 'Before tax', 'Shipping & Discount'],
  [undefined, 'Ship to', 'Delivered', 'Delivery window', 'Shipped'],
  [undefined, 'Charge status', 'Feedback', 'Network', 'Cost class', 'Return deadline days'],
])('%s is spoken of by %s', (kind, ...headers: readonly unknown[]) => {
  for (const header of headers) expect([header, moneyIn(String(header))]).toEqual([header, kind]);
});

test.each([
  [
    'line',
    true,
    'Qty',
    'Quantity',
    'Quant',
    'Units',
    'Unit Count',
    'Count',
    'Pieces',
    'PCS',
    'How many',
  ],
  ['line', true, 'Qty ordered', 'units_ordered', 'Cantidad', 'Stück'],
  ['line', false, 'Qty received', 'Qty shipped', '#', 'Number of units'],
  ['line', false, 'Packs', 'Cases', 'Case pack', 'Pieces per case', 'Pack of', 'Bought', 'x'],
  ['all', false, 'Item count', 'Total Qty', '# of boxes', 'Total Items', 'Package count'],
  ['all', false, 'Boxes', 'Count per box'],
  [undefined, false, 'Case #', 'Phone case', 'Box ID', 'Date ordered', 'In stock'],
  [undefined, false, 'Order #', 'Items', 'Unit', 'Unit Price', 'Discount', 'Account', 'Country'],
  [undefined, false, 'Qty date', 'Pieces price'],
])('%s, a quantity: %s: %s', (kind, is, ...headers: readonly unknown[]) => {
  for (const header of headers)
    expect([header, countIn(String(header)), isQuantity(String(header))]).toEqual([
      header,
      kind,
      is,
    ]);
});

test.each([
  [
    'unit',
    'Unit Price',
    'unitPrice',
    'Price each',
    'Payout each',
    'Cost per item',
    'PPU',
    'Price/ea',
  ],
  ['line', 'Line Total', 'Item Subtotal', 'Extended', 'Total payout', 'Row price'],
  ['usual', 'Price', 'Item Price', 'Precio', 'Purchase price'],
  [undefined, 'Cost', 'Amount', 'Purchase $', 'Payout', 'Spent'],
])('%s is said by %s', (whose, ...headers: readonly unknown[]) => {
  for (const header of headers) expect([header, priceOf(String(header))]).toEqual([header, whose]);
});
