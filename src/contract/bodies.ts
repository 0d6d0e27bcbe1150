import { z } from 'zod';
import { limits } from './limits';
import { buyingGroupStatuses, giftCardStatuses, redemptionCodeKinds, timeForm } from './values';

/** Request bodies, as strict as "Conventions", 3: the client checks with them what the service parses. */
const { length } = limits;

/** Integer number of cents, at least 0 (Conventions, 1). */
const cents = z.int().nonnegative();
/** A day that exists, `YYYY-MM-DD` (Conventions, 2). */
const date = z.iso.date();
/** `HH:mm` or `HH:mm:ss` (Conventions, 2). */
const time = z.string().regex(timeForm, 'must be a time, HH:mm or HH:mm:ss');
/** Surrounding spaces are trimmed before the length is counted. */
const orderNumber = z.string().trim().min(1).max(length.orderNumber);

/** Rounds to the decimals the service keeps, without float error: 1.0005 becomes 1.001, not 1. */
export function roundEarnRate(rate: number): number {
  const [digits = '0', exponent = '0'] = rate.toExponential().split('e');
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + limits.earnRateDecimals}`));
  return Number.isSafeInteger(shifted) ? Number(`${shifted}e-${limits.earnRateDecimals}`) : rate;
}

export const redemptionCode = z.strictObject({
  code: z.string().min(1).max(length.code),
  pin: z.string().max(length.pin).optional(),
  notes: z.string().max(length.codeNotes).optional(),
  kind: z.enum(redemptionCodeKinds).optional(),
  brand: z.string().max(length.brand).optional(),
  purpose: z.string().max(length.purpose).optional(),
  /** Dollars, not cents (Conventions, 1). */
  value: z.number().nonnegative().optional(),
});

const lineItemFields = {
  description: z.string().max(length.description).optional(),
  model: z.string().max(length.model).optional(),
  unitPrice: cents.optional(),
  quantity: z.int().min(1).optional(),
  expectedUnitPayout: cents.optional(),
};

/** "Meaning and bounds of unitValue: not shown": any integer. */
const giftCardLineItemFields = { ...lineItemFields, unitValue: z.int().optional() };

const existingId = { id: z.string().optional() };

export const lineItemCreate = z.strictObject(lineItemFields);
export const lineItemUpdate = z.strictObject({ ...existingId, ...lineItemFields });
export const giftCardLineItemCreate = z.strictObject(giftCardLineItemFields);
export const giftCardLineItemUpdate = z.strictObject({ ...existingId, ...giftCardLineItemFields });

const { minimum: fewest, maximum: most } = limits.orderLineItems;

const commonFields = {
  orderDate: date.optional(),
  orderTime: time.nullable().optional(),
  retailer: z.string().min(1).optional(),
  orderNumber: orderNumber.optional(),
  shipping: cents.optional(),
  tax: cents.optional(),
  discount: cents.optional(),
  creditCardId: z.string().nullable().optional(),
  subCreditCardId: z.string().nullable().optional(),
  cardEarnRate: z.number().nonnegative().transform(roundEarnRate).optional(),
  retailerAccount: z.string().max(length.retailerAccount).nullable().optional(),
  notes: z.string().max(length.notes).nullable().optional(),
  redemptionCodes: z.array(redemptionCode).max(limits.redemptionCodes.maximum).optional(),
};

const buyingGroupFields = {
  ...commonFields,
  buyingGroup: z.string().min(1).max(length.buyingGroup).optional(),
  status: z.enum(buyingGroupStatuses).optional(),
};

const giftCardFields = {
  ...commonFields,
  platform: z.string().min(1).max(length.platform).optional(),
  status: z.enum(giftCardStatuses).optional(),
};

/** "Create a buying group order: request body not shown": the fields of an update, none required here. */
export const buyingGroupOrderCreate = z.strictObject({
  ...buyingGroupFields,
  orderLineItems: z.array(lineItemCreate).min(fewest).max(most).optional(),
});
export const buyingGroupOrderUpdate = z.strictObject({
  ...buyingGroupFields,
  orderLineItems: z.array(lineItemUpdate).min(fewest).max(most).optional(),
});
/** "Which body fields are required: not shown": none here either. */
export const giftCardOrderCreate = z.strictObject({
  ...giftCardFields,
  orderLineItems: z.array(giftCardLineItemCreate).min(fewest).max(most).optional(),
});
export const giftCardOrderUpdate = z.strictObject({
  ...giftCardFields,
  orderLineItems: z.array(giftCardLineItemUpdate).min(fewest).max(most).optional(),
});

export const shipment = z.strictObject({
  retailer: z.string().min(1),
  orderNumber,
  trackingNumber: z.string().trim().min(1),
});
export const shipmentsAdd = z.strictObject({
  shipments: z.array(shipment).min(limits.shipments.minimum).max(limits.shipments.maximum),
});

export const bodySchemas = {
  buyingGroupOrderCreate,
  buyingGroupOrderUpdate,
  giftCardOrderCreate,
  giftCardOrderUpdate,
  shipmentsAdd,
};

export type BodyName = keyof typeof bodySchemas;
export type BodyOf<N extends BodyName> = z.input<(typeof bodySchemas)[N]>;
export type BuyingGroupOrderCreate = BodyOf<'buyingGroupOrderCreate'>;
export type BuyingGroupOrderUpdate = BodyOf<'buyingGroupOrderUpdate'>;
export type GiftCardOrderCreate = BodyOf<'giftCardOrderCreate'>;
export type GiftCardOrderUpdate = BodyOf<'giftCardOrderUpdate'>;
export type Shipment = z.input<typeof shipment>;
