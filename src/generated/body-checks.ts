// Generated from src/contract/bodies.ts by `npm run generate`: do not edit.
import { isObject } from '../lib/json';

function isArray(
  value: unknown,
  isElement: (one: unknown) => boolean,
): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isElement);
}
function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
function isOneOf(value: unknown, all: readonly string[]): boolean {
  return typeof value === 'string' && all.includes(value);
}
function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

function isBuyingGroupOrderCreate(value: unknown): boolean {
  return (
    isObject(value) &&
    hasOnly(value, ["orderDate","orderTime","retailer","orderNumber","shipping","tax","discount","creditCardId","subCreditCardId","cardEarnRate","retailerAccount","notes","redemptionCodes","buyingGroup","status","orderLineItems"]) &&
    (value.orderDate === undefined || (typeof value.orderDate === 'string' && /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))$/.test(value.orderDate))) &&
    (value.orderTime === undefined || ((typeof value.orderTime === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value.orderTime)) || value.orderTime === null)) &&
    (value.retailer === undefined || (typeof value.retailer === 'string' && value.retailer.trim().length >= 1)) &&
    (value.orderNumber === undefined || (typeof value.orderNumber === 'string' && value.orderNumber.trim().length >= 1 && value.orderNumber.length <= 100)) &&
    (value.shipping === undefined || (isInteger(value.shipping) && value.shipping >= 0)) &&
    (value.tax === undefined || (isInteger(value.tax) && value.tax >= 0)) &&
    (value.discount === undefined || (isInteger(value.discount) && value.discount >= 0)) &&
    (value.creditCardId === undefined || (typeof value.creditCardId === 'string' || value.creditCardId === null)) &&
    (value.subCreditCardId === undefined || (typeof value.subCreditCardId === 'string' || value.subCreditCardId === null)) &&
    (value.cardEarnRate === undefined || (isNumber(value.cardEarnRate) && value.cardEarnRate >= 0)) &&
    (value.retailerAccount === undefined || ((typeof value.retailerAccount === 'string' && value.retailerAccount.length <= 100) || value.retailerAccount === null)) &&
    (value.notes === undefined || ((typeof value.notes === 'string' && value.notes.length <= 1000) || value.notes === null)) &&
    (value.redemptionCodes === undefined || (isArray(value.redemptionCodes, (one) => isObject(one) &&
    hasOnly(one, ["code","pin","notes","kind","brand","purpose","value"]) &&
    (typeof one.code === 'string' && one.code.trim().length >= 1 && one.code.length <= 50) &&
    (one.pin === undefined || (typeof one.pin === 'string' && one.pin.length <= 20)) &&
    (one.notes === undefined || (typeof one.notes === 'string' && one.notes.length <= 200)) &&
    (one.kind === undefined || isOneOf(one.kind, ["gift_card","voucher","credit","other"])) &&
    (one.brand === undefined || (typeof one.brand === 'string' && one.brand.length <= 100)) &&
    (one.purpose === undefined || (typeof one.purpose === 'string' && one.purpose.length <= 100)) &&
    (one.value === undefined || (isNumber(one.value) && one.value >= 0))) && value.redemptionCodes.length <= 50)) &&
    (value.buyingGroup === undefined || (typeof value.buyingGroup === 'string' && value.buyingGroup.trim().length >= 1 && value.buyingGroup.length <= 100)) &&
    (value.status === undefined || isOneOf(value.status, ["purchased","shipped","partially_delivered","delivered","partially_received","received","partially_paid","issue","paid","cancelled"])) &&
    (value.orderLineItems === undefined || (isArray(value.orderLineItems, (one) => isObject(one) &&
    hasOnly(one, ["description","model","unitPrice","quantity","expectedUnitPayout"]) &&
    (one.description === undefined || (typeof one.description === 'string' && one.description.length <= 200)) &&
    (one.model === undefined || (typeof one.model === 'string' && one.model.length <= 100)) &&
    (one.unitPrice === undefined || (isInteger(one.unitPrice) && one.unitPrice >= 0)) &&
    (one.quantity === undefined || (isInteger(one.quantity) && one.quantity >= 1)) &&
    (one.expectedUnitPayout === undefined || (isInteger(one.expectedUnitPayout) && one.expectedUnitPayout >= 0))) && value.orderLineItems.length >= 1 && value.orderLineItems.length <= 10))
  );
}

function isGiftCardOrderCreate(value: unknown): boolean {
  return (
    isObject(value) &&
    hasOnly(value, ["orderDate","orderTime","retailer","orderNumber","shipping","tax","discount","creditCardId","subCreditCardId","cardEarnRate","retailerAccount","notes","redemptionCodes","platform","status","orderLineItems"]) &&
    (value.orderDate === undefined || (typeof value.orderDate === 'string' && /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))$/.test(value.orderDate))) &&
    (value.orderTime === undefined || ((typeof value.orderTime === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value.orderTime)) || value.orderTime === null)) &&
    (value.retailer === undefined || (typeof value.retailer === 'string' && value.retailer.trim().length >= 1)) &&
    (value.orderNumber === undefined || (typeof value.orderNumber === 'string' && value.orderNumber.trim().length >= 1 && value.orderNumber.length <= 100)) &&
    (value.shipping === undefined || (isInteger(value.shipping) && value.shipping >= 0)) &&
    (value.tax === undefined || (isInteger(value.tax) && value.tax >= 0)) &&
    (value.discount === undefined || (isInteger(value.discount) && value.discount >= 0)) &&
    (value.creditCardId === undefined || (typeof value.creditCardId === 'string' || value.creditCardId === null)) &&
    (value.subCreditCardId === undefined || (typeof value.subCreditCardId === 'string' || value.subCreditCardId === null)) &&
    (value.cardEarnRate === undefined || (isNumber(value.cardEarnRate) && value.cardEarnRate >= 0)) &&
    (value.retailerAccount === undefined || ((typeof value.retailerAccount === 'string' && value.retailerAccount.length <= 100) || value.retailerAccount === null)) &&
    (value.notes === undefined || ((typeof value.notes === 'string' && value.notes.length <= 1000) || value.notes === null)) &&
    (value.redemptionCodes === undefined || (isArray(value.redemptionCodes, (one) => isObject(one) &&
    hasOnly(one, ["code","pin","notes","kind","brand","purpose","value"]) &&
    (typeof one.code === 'string' && one.code.trim().length >= 1 && one.code.length <= 50) &&
    (one.pin === undefined || (typeof one.pin === 'string' && one.pin.length <= 20)) &&
    (one.notes === undefined || (typeof one.notes === 'string' && one.notes.length <= 200)) &&
    (one.kind === undefined || isOneOf(one.kind, ["gift_card","voucher","credit","other"])) &&
    (one.brand === undefined || (typeof one.brand === 'string' && one.brand.length <= 100)) &&
    (one.purpose === undefined || (typeof one.purpose === 'string' && one.purpose.length <= 100)) &&
    (one.value === undefined || (isNumber(one.value) && one.value >= 0))) && value.redemptionCodes.length <= 50)) &&
    (value.platform === undefined || (typeof value.platform === 'string' && value.platform.trim().length >= 1 && value.platform.length <= 100)) &&
    (value.status === undefined || isOneOf(value.status, ["purchased","submitted","partially_paid","issue","paid","cancelled"])) &&
    (value.orderLineItems === undefined || (isArray(value.orderLineItems, (one) => isObject(one) &&
    hasOnly(one, ["description","model","unitPrice","quantity","expectedUnitPayout","unitValue"]) &&
    (one.description === undefined || (typeof one.description === 'string' && one.description.length <= 200)) &&
    (one.model === undefined || (typeof one.model === 'string' && one.model.length <= 100)) &&
    (one.unitPrice === undefined || (isInteger(one.unitPrice) && one.unitPrice >= 0)) &&
    (one.quantity === undefined || (isInteger(one.quantity) && one.quantity >= 1)) &&
    (one.expectedUnitPayout === undefined || (isInteger(one.expectedUnitPayout) && one.expectedUnitPayout >= 0)) &&
    (one.unitValue === undefined || isInteger(one.unitValue))) && value.orderLineItems.length >= 1 && value.orderLineItems.length <= 10))
  );
}

/** True only of a body that fits; of one that is false, the contract itself says what it lacks. */
export const bodyChecks = {
  buyingGroupOrderCreate: isBuyingGroupOrderCreate,
  giftCardOrderCreate: isGiftCardOrderCreate,
};
