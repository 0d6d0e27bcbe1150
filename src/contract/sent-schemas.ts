import { z } from 'zod';
import {
  type ContractField,
  cardFields,
  lineItemFields,
  orderFields,
  trackingNumberFields,
} from './fields';
import type { OrderNoun } from './order-kinds';
import {
  buyingGroupOrder,
  creditCard,
  giftCardLineItem,
  giftCardOrder,
  lineItem,
  trackingNumber,
} from './responses';

/** The JSON Schemas of what the service sends, and of rows that waybill makes of it, by their names. */

interface SentSchema {
  schema(): object;
  /** Their meanings; of two fields with one name the latter counts. */
  readonly fields: readonly ContractField[];
  readonly kind?: OrderNoun;
}

function sent(schema: z.ZodType, fields: readonly ContractField[], kind?: OrderNoun): SentSchema {
  return {
    schema: () => {
      const { $schema: _, ...own } = z.toJSONSchema(schema);
      return own;
    },
    fields,
    ...(kind && { kind }),
  };
}

/** The fields of its order that a line item or a tracking number has in a list of them. */
const parent = { orderNumber: true, orderDate: true, retailer: true, status: true } as const;
const orderId = z.string().meta({ description: "The service's id of the order" });
const ofOrder = buyingGroupOrder.pick({ ...parent, buyingGroup: true }).extend({ orderId });
const ofGiftCard = giftCardOrder.pick({ ...parent, platform: true }).extend({ orderId });
const itemFields = [...orderFields, ...lineItemFields];

export const sentSchemas: Readonly<Record<string, SentSchema>> = {
  order: sent(buyingGroupOrder, orderFields, 'orders'),
  giftcard: sent(giftCardOrder, orderFields, 'giftcards'),
  card: sent(creditCard, cardFields),
  item: sent(ofOrder.extend(lineItem.shape), itemFields, 'orders'),
  giftcardItem: sent(ofGiftCard.extend(giftCardLineItem.shape), itemFields, 'giftcards'),
  tracking: sent(
    ofOrder.extend(trackingNumber.shape),
    [...orderFields, ...trackingNumberFields],
    'orders',
  ),
};
