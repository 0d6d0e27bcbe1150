import { z } from 'zod';
import {
  type ContractField,
  cardFields,
  computedMeanings,
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

type SentSchema = ReturnType<typeof sent>;

function sent(schema: z.ZodType, fields: readonly ContractField[], kind?: OrderNoun) {
  return {
    schema: () => {
      const { $schema: _, ...own } = z.toJSONSchema(schema);
      return own;
    },
    /** Their meanings; of two fields with one name the latter counts. */
    fields,
    kind,
  };
}

/** A field that waybill computes: it is there only if `--fields` names it. */
const computed = (schema: z.ZodType, means: string, unit?: 'cents' | 'days') =>
  schema
    .optional()
    .meta({ description: `${means}; only if --fields names it`, ...(unit && { 'x-unit': unit }) });
const whole = z.int().nullable();
const ofBoth = {
  margin: computed(whole, computedMeanings.margin, 'cents'),
  age: computed(whole, computedMeanings.age, 'days'),
  itemCount: computed(whole, computedMeanings.itemCount),
};
const trackingUrls = computed(z.array(z.string()), computedMeanings.trackingUrl);
const trackingUrl = computed(z.string().nullable(), "The carrier's page of the tracking number");

/** The fields of its order that a line item or a tracking number has in a list of them. */
const parent = { orderNumber: true, orderDate: true, retailer: true, status: true } as const;
const orderId = z.string().meta({ description: "The service's id of the order" });
const ofOrder = buyingGroupOrder.pick({ ...parent, buyingGroup: true }).extend({ orderId });
const ofGiftCard = giftCardOrder.pick({ ...parent, platform: true }).extend({ orderId });
const itemFields = [...orderFields, ...lineItemFields];

export const sentSchemas: Readonly<Record<string, SentSchema>> = {
  order: sent(
    buyingGroupOrder.extend({ ...ofBoth, trackingUrl: trackingUrls }),
    orderFields,
    'orders',
  ),
  giftcard: sent(giftCardOrder.extend(ofBoth), orderFields, 'giftcards'),
  card: sent(creditCard, cardFields),
  item: sent(ofOrder.extend(lineItem.shape), itemFields, 'orders'),
  giftcardItem: sent(ofGiftCard.extend(giftCardLineItem.shape), itemFields, 'giftcards'),
  tracking: sent(
    ofOrder.extend({ ...trackingNumber.shape, trackingUrl }),
    [...orderFields, ...trackingNumberFields],
    'orders',
  ),
};
