import type { Shipment } from '../../contract/bodies';
import { typedWords } from '../../lib/words';
import type { FieldNames } from '../../tabular/record';
import { spellings } from '../../tabular/spellings';

export type ShipmentField = keyof Shipment;

/** The three columns of a shipments file, in the order of a file without a header. */
export const shipmentColumns = [
  {
    field: 'retailer',
    // Order numbers are unique in the account, so the order has the retailer.
    required: false,
    names: spellings.retailer,
  },
  {
    field: 'orderNumber',
    required: true,
    inWords: 'order',
    names: [
      ...typedWords('orderno ordernum ordernr order'),
      ...spellings.orderNumber,
      ...typedWords('retailerordernumber storeordernumber purchaseordernumber purchaseorder'),
      ...typedWords('ponumber pono po orders ordernumbers orderref orderreference'),
    ],
  },
  {
    field: 'trackingNumber',
    required: true,
    inWords: 'tracking',
    numbered: true,
    names: spellings.shipmentTracking,
  },
] as const satisfies readonly FieldNames<ShipmentField>[];
