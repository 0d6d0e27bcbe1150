import type { Shipment } from '../../contract/bodies';
import type { FieldNames } from '../../tabular/header';

export type ShipmentField = keyof Shipment;

/** The three columns of a shipments file, in the order of a file without a header. */
export const shipmentColumns = [
  {
    field: 'retailer',
    required: true,
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
