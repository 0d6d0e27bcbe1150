// Generated from src/contract/responses.ts by `npm run generate`: do not edit.
import type { ResponseName } from '../contract/responses';
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

function isAddedCount(value: unknown): boolean {
  return (
    isObject(value) &&
    (isInteger(value.addedCount) && value.addedCount >= 0)
  );
}

function isBuyingGroupOrder(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.source === 'string' &&
    typeof value.orderDate === 'string' &&
    (typeof value.orderTime === 'string' || value.orderTime === null) &&
    typeof value.retailer === 'string' &&
    (typeof value.orderNumber === 'string' || value.orderNumber === null) &&
    (typeof value.retailerAccount === 'string' || value.retailerAccount === null) &&
    (isInteger(value.subtotal) && value.subtotal >= 0) &&
    (isInteger(value.shipping) && value.shipping >= 0) &&
    (isInteger(value.tax) && value.tax >= 0) &&
    (isInteger(value.discount) && value.discount >= 0) &&
    (isInteger(value.total) && value.total >= 0) &&
    (typeof value.creditCardId === 'string' || value.creditCardId === null) &&
    (typeof value.subCreditCardId === 'string' || value.subCreditCardId === null) &&
    isNumber(value.cardEarnRate) &&
    (typeof value.notes === 'string' || value.notes === null) &&
    (isCashback(value.cashback) || value.cashback === null) &&
    typeof value.createdAt === 'string' &&
    (isInteger(value.expectedPayout) && value.expectedPayout >= 0) &&
    typeof value.buyingGroup === 'string' &&
    typeof value.status === 'string' &&
    isArray(value.trackingNumbers, (one) => isTrackingNumber(one)) &&
    isArray(value.orderLineItems, (one) => isLineItem(one))
  );
}

function isCashback(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.platform === 'string' &&
    typeof value.status === 'string' &&
    typeof value.rewardType === 'string' &&
    (isNumber(value.rewardAmount) || value.rewardAmount === null)
  );
}

function isCreditCard(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    (value.name === undefined || (typeof value.name === 'string' || value.name === null)) &&
    (value.issuer === undefined || (typeof value.issuer === 'string' || value.issuer === null)) &&
    (value.nickname === undefined || (typeof value.nickname === 'string' || value.nickname === null)) &&
    (value.lastDigits === undefined || (typeof value.lastDigits === 'string' || value.lastDigits === null)) &&
    (value.accountOwner === undefined || (typeof value.accountOwner === 'string' || value.accountOwner === null)) &&
    (value.annualFee === undefined || (isInteger(value.annualFee) || value.annualFee === null)) &&
    (value.earnRate === undefined || (isNumber(value.earnRate) || value.earnRate === null)) &&
    (value.openedAt === undefined || (typeof value.openedAt === 'string' || value.openedAt === null)) &&
    (value.closedAt === undefined || (typeof value.closedAt === 'string' || value.closedAt === null)) &&
    (value.subCards === undefined || (isArray(value.subCards, (one) => isSubCard(one)) || value.subCards === null))
  );
}

function isErrorResponse(value: unknown): boolean {
  return (
    isObject(value) &&
    isObject(value.error) &&
    typeof value.error.code === 'string' &&
    typeof value.error.message === 'string' &&
    (value.error.issues === undefined || isArray(value.error.issues, (one) => isIssue(one)))
  );
}

function isGiftCardLineItem(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.id === undefined || typeof value.id === 'string') &&
    (value.description === undefined || (typeof value.description === 'string' || value.description === null)) &&
    (value.model === undefined || (typeof value.model === 'string' || value.model === null)) &&
    (value.unitPrice === undefined || (isInteger(value.unitPrice) && value.unitPrice >= 0)) &&
    (value.quantity === undefined || isInteger(value.quantity)) &&
    (value.expectedUnitPayout === undefined || (isInteger(value.expectedUnitPayout) && value.expectedUnitPayout >= 0)) &&
    (value.unitValue === undefined || (isInteger(value.unitValue) || value.unitValue === null))
  );
}

function isGiftCardOrder(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    (value.source === undefined || typeof value.source === 'string') &&
    (value.orderDate === undefined || typeof value.orderDate === 'string') &&
    (value.orderTime === undefined || (typeof value.orderTime === 'string' || value.orderTime === null)) &&
    (value.retailer === undefined || typeof value.retailer === 'string') &&
    (value.orderNumber === undefined || (typeof value.orderNumber === 'string' || value.orderNumber === null)) &&
    (value.retailerAccount === undefined || (typeof value.retailerAccount === 'string' || value.retailerAccount === null)) &&
    (value.subtotal === undefined || (isInteger(value.subtotal) && value.subtotal >= 0)) &&
    (value.shipping === undefined || (isInteger(value.shipping) && value.shipping >= 0)) &&
    (value.tax === undefined || (isInteger(value.tax) && value.tax >= 0)) &&
    (value.discount === undefined || (isInteger(value.discount) && value.discount >= 0)) &&
    (value.total === undefined || (isInteger(value.total) && value.total >= 0)) &&
    (value.creditCardId === undefined || (typeof value.creditCardId === 'string' || value.creditCardId === null)) &&
    (value.subCreditCardId === undefined || (typeof value.subCreditCardId === 'string' || value.subCreditCardId === null)) &&
    (value.cardEarnRate === undefined || isNumber(value.cardEarnRate)) &&
    (value.notes === undefined || (typeof value.notes === 'string' || value.notes === null)) &&
    (value.cashback === undefined || (isCashback(value.cashback) || value.cashback === null)) &&
    (value.createdAt === undefined || typeof value.createdAt === 'string') &&
    (value.expectedPayout === undefined || (isInteger(value.expectedPayout) && value.expectedPayout >= 0)) &&
    (value.platform === undefined || typeof value.platform === 'string') &&
    (value.status === undefined || typeof value.status === 'string') &&
    (value.orderLineItems === undefined || isArray(value.orderLineItems, (one) => isGiftCardLineItem(one)))
  );
}

function isIssue(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.path === 'string' &&
    typeof value.message === 'string'
  );
}

function isLineItem(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    (typeof value.description === 'string' || value.description === null) &&
    (typeof value.model === 'string' || value.model === null) &&
    (isInteger(value.unitPrice) && value.unitPrice >= 0) &&
    isInteger(value.quantity) &&
    (isInteger(value.expectedUnitPayout) && value.expectedUnitPayout >= 0)
  );
}

function isPagination(value: unknown): boolean {
  return (
    isObject(value) &&
    isInteger(value.limit) &&
    (isInteger(value.offset) && value.offset >= 0) &&
    (isInteger(value.totalCount) && value.totalCount >= 0)
  );
}

function isSubCard(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    (value.cardType === undefined || (typeof value.cardType === 'string' || value.cardType === null)) &&
    (value.nickname === undefined || (typeof value.nickname === 'string' || value.nickname === null)) &&
    (value.lastDigits === undefined || (typeof value.lastDigits === 'string' || value.lastDigits === null))
  );
}

function isTrackingNumber(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.trackingNumber === 'string' &&
    typeof value.carrier === 'string' &&
    (isInteger(value.itemCount) || value.itemCount === null)
  );
}

function isBuyingGroupOrderResponse(value: unknown): boolean {
  return (
    isObject(value) &&
    isBuyingGroupOrder(value.data)
  );
}

function isBuyingGroupOrderListResponse(value: unknown): boolean {
  return (
    isObject(value) &&
    isArray(value.data, (one) => isBuyingGroupOrder(one)) &&
    isPagination(value.pagination)
  );
}

function isGiftCardOrderResponse(value: unknown): boolean {
  return (
    isObject(value) &&
    isGiftCardOrder(value.data)
  );
}

function isGiftCardOrderListResponse(value: unknown): boolean {
  return (
    isObject(value) &&
    isArray(value.data, (one) => isGiftCardOrder(one)) &&
    isPagination(value.pagination)
  );
}

function isCreditCardListResponse(value: unknown): boolean {
  return (
    isObject(value) &&
    isArray(value.data, (one) => isCreditCard(one)) &&
    isPagination(value.pagination)
  );
}

function isShipmentsAddedResponse(value: unknown): boolean {
  return (
    isObject(value) &&
    isAddedCount(value.data)
  );
}

/** Whether a response fits its description, by the response's name. */
export const responseChecks: Readonly<Record<ResponseName, (value: unknown) => boolean>> = {
  buyingGroupOrder: isBuyingGroupOrderResponse,
  buyingGroupOrderList: isBuyingGroupOrderListResponse,
  giftCardOrder: isGiftCardOrderResponse,
  giftCardOrderList: isGiftCardOrderListResponse,
  creditCardList: isCreditCardListResponse,
  shipmentsAdded: isShipmentsAddedResponse,
  error: isErrorResponse,
};
