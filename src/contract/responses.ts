import { z } from 'zod';
import { buyingGroupStatuses, carriers, giftCardStatuses, rewardTypes, sources } from './values';

/** The service's responses, lenient: unknown fields and values pass ("Resources and their fields"). */
function knownValue(values: readonly string[]) {
  return z.string().meta({ knownValues: values });
}

/** Integer number of cents, at least 0 (Conventions, 1). */
const cents = z.int().nonnegative();
const date = z.string();
const nullableText = z.string().nullable();

export const cashback = z.looseObject({
  platform: z.string(),
  status: z.string(),
  rewardType: knownValue(rewardTypes),
  /** Cents for `cashback`, points or miles for `points_miles`, null until entered. */
  rewardAmount: z.number().nullable(),
});

export const trackingNumber = z.looseObject({
  trackingNumber: z.string(),
  carrier: knownValue(carriers),
  itemCount: z.int().nullable(),
});

export const lineItem = z.looseObject({
  id: z.string(),
  description: nullableText,
  model: nullableText,
  unitPrice: cents,
  quantity: z.int(),
  expectedUnitPayout: cents,
});

/** `unitValue`: "Meaning and bounds not shown", so it may be any integer, or absent. */
export const giftCardLineItem = lineItem
  .partial()
  .extend({ unitValue: z.int().nullable().optional() });

/** The fields that both kinds of order share, all always present on a buying group order. */
const commonOrder = z.looseObject({
  id: z.string(),
  source: knownValue(sources),
  orderDate: date,
  orderTime: nullableText,
  retailer: z.string(),
  orderNumber: nullableText,
  retailerAccount: nullableText,
  subtotal: cents,
  shipping: cents,
  tax: cents,
  discount: cents,
  total: cents,
  creditCardId: nullableText,
  subCreditCardId: nullableText,
  cardEarnRate: z.number(),
  notes: nullableText,
  cashback: cashback.nullable(),
  createdAt: z.string(),
  expectedPayout: cents,
});

export const buyingGroupOrder = commonOrder.extend({
  buyingGroup: z.string(),
  status: knownValue(buyingGroupStatuses),
  trackingNumbers: z.array(trackingNumber),
  orderLineItems: z.array(lineItem),
});

/** "Which gift card response fields are required: not shown": we rely only on the id. */
export const giftCardOrder = commonOrder
  .partial()
  .extend({
    id: z.string(),
    platform: z.string().optional(),
    status: knownValue(giftCardStatuses).optional(),
    orderLineItems: z.array(giftCardLineItem).optional(),
  });

/** "Nullability of credit card fields other than closedAt: not shown": all but the id may be null. */
export const subCard = z.looseObject({
  id: z.string(),
  cardType: nullableText.optional(),
  nickname: nullableText.optional(),
  lastDigits: nullableText.optional(),
});

export const creditCard = z.looseObject({
  id: z.string(),
  name: nullableText.optional(),
  issuer: nullableText.optional(),
  nickname: nullableText.optional(),
  lastDigits: nullableText.optional(),
  accountOwner: nullableText.optional(),
  annualFee: z.int().nullable().optional(),
  earnRate: z.number().nullable().optional(),
  openedAt: nullableText.optional(),
  closedAt: nullableText.optional(),
  subCards: z.array(subCard).nullable().optional(),
});

export const pagination = z.looseObject({
  limit: z.int(),
  offset: z.int().nonnegative(),
  totalCount: z.int().nonnegative(),
});

export const addedCount = z.looseObject({ addedCount: z.int().nonnegative() });

/** "Errors": the shape of every error body; `issues` points at each bad field by a dotted path. */
export const issue = z.looseObject({ path: z.string(), message: z.string() });
export const errorResponse = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    issues: z.array(issue).optional(),
  }),
});

function single<T extends z.ZodType>(data: T) {
  return z.looseObject({ data });
}
function list<T extends z.ZodType>(element: T) {
  return z.looseObject({ data: z.array(element), pagination });
}

export const responseSchemas = {
  buyingGroupOrder: single(buyingGroupOrder),
  buyingGroupOrderList: list(buyingGroupOrder),
  giftCardOrder: single(giftCardOrder),
  giftCardOrderList: list(giftCardOrder),
  creditCardList: list(creditCard),
  shipmentsAdded: single(addedCount),
  error: errorResponse,
};

export type ResponseName = keyof typeof responseSchemas;
export type ResponseOf<N extends ResponseName> = z.output<(typeof responseSchemas)[N]>;
export type Cashback = z.output<typeof cashback>;
export type TrackingNumber = z.output<typeof trackingNumber>;
export type LineItem = z.output<typeof lineItem>;
export type GiftCardLineItem = z.output<typeof giftCardLineItem>;
export type BuyingGroupOrder = z.output<typeof buyingGroupOrder>;
export type GiftCardOrder = z.output<typeof giftCardOrder>;
export type CreditCard = z.output<typeof creditCard>;
export type Pagination = z.output<typeof pagination>;
