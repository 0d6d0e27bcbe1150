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
  /** Besides `trackingNumber`, in a file of shipments. */
  shipmentTracking: [
    ...['trackingnumbers', 'trackingno', 'trackingnos', 'trackingnum', 'trackingnr'],
    ...['tracking', 'trackings', 'trackingid', 'trackingids', 'trackingcode'],
    ...['trackinglink', 'trackingurl'],
    ...['packageid', 'packagenumber', 'packagetracking', 'packagetrackingnumber', 'parcelnumber'],
    ...['shipmenttracking', 'shipmenttrackingnumber', 'carriertracking', 'carriertrackingnumber'],
    ...['trackno', 'trackingref', 'waybillnumber', 'waybill'],
  ],
  trackingLink: ['trackinglink', 'trackingurl'],
  retailer: [
    ...['retailername', 'store', 'storename', 'merchant', 'merchantname', 'vendor', 'vendorname'],
    ...['seller', 'sellername', 'shop', 'shopname', 'soldby', 'boughtfrom', 'purchasedfrom'],
  ],
  /** Who sells at a retailer's, where a file names both. */
  seller: ['seller', 'sellername', 'soldby', 'vendor', 'vendorname'],
  paidOn: ['datepaid', 'paiddate', 'paidon', 'paidat', 'paymentdate'],
  item: ['items', 'item', 'itemname', 'product', 'description', 'name'],
  quantity: ['quantity', 'qty'],
  currency: ['currency', 'currencycode'],
} satisfies Readonly<Record<string, readonly string[]>>;
