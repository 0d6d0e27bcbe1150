import type { Shipment } from '../../contract/bodies';
import type { FieldNames } from '../../tabular/header';

export type ShipmentField = keyof Shipment;

/** The three columns of a shipments file, in the order of a file without a header. */
export const shipmentColumns = [
  {
    field: 'retailer',
    // Order numbers are unique in the account, so the order says it.
    required: false,
    names: [
      'retailername',
      'store',
      'storename',
      'merchant',
      'merchantname',
      'vendor',
      'vendorname',
      'seller',
      'shop',
    ],
  },
  {
    field: 'orderNumber',
    required: true,
    names: [
      'orderno',
      'ordernum',
      'ordernr',
      'order',
      'orderid',
      'retailerordernumber',
      'storeordernumber',
      'purchaseordernumber',
      'ponumber',
    ],
  },
  {
    field: 'trackingNumber',
    required: true,
    names: [
      'trackingnumbers',
      'trackingno',
      'trackingnos',
      'trackingnum',
      'trackingnr',
      'tracking',
      'trackings',
      'trackingid',
      'trackingcode',
      'shipmenttrackingnumber',
      'carriertrackingnumber',
      'waybillnumber',
      'waybill',
    ],
  },
] as const satisfies readonly FieldNames<ShipmentField>[];
