/**
 * The headers by which files of several kinds name a field, as `plainName` has them, best first. A
 * declaration of columns may put others before or after them.
 */
export const spellings = {
  orderNumber: ['orderno', 'ordernumber', 'ordernum', 'orderid', 'order'],
  trackingNumber: [
    ...['tracking', 'trackings', 'trackingnumber', 'trackingnumbers'],
    ...['trackingno', 'trackingnos', 'trackingid', 'trackingids'],
  ],
  retailer: [
    ...['retailername', 'store', 'storename', 'merchant', 'merchantname', 'vendor', 'vendorname'],
    ...['seller', 'sellername', 'shop', 'shopname', 'soldby', 'boughtfrom', 'purchasedfrom'],
  ],
  paidOn: ['datepaid', 'paiddate', 'paidon', 'paidat', 'paymentdate'],
  item: ['items', 'item', 'itemname', 'product', 'description', 'name'],
  quantity: ['quantity', 'qty'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
