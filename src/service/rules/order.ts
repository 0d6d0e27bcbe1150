import type { OrderKindName } from '../../contract/order-kinds';
import type { Cashback, LineItem, TrackingNumber } from '../../contract/responses';
import type { BuyingGroupStatus, GiftCardStatus } from '../../contract/values';

export interface StoredLineItem extends LineItem {
  /** Gift card orders only. */
  readonly unitValue: number;
}

/** Integer cents; see `rules/write-order.ts` for how they relate. */
export interface Amounts {
  readonly subtotal: number;
  readonly shipping: number;
  readonly tax: number;
  readonly discount: number;
  readonly total: number;
  readonly expectedPayout: number;
}

export interface Order extends Amounts {
  readonly kind: OrderKindName;
  readonly id: string;
  readonly source: string;
  readonly orderDate: string;
  readonly orderTime: string | null;
  readonly retailer: string;
  readonly orderNumber: string | null;
  readonly retailerAccount: string | null;
  readonly creditCardId: string | null;
  readonly subCreditCardId: string | null;
  readonly cardEarnRate: number;
  readonly notes: string | null;
  readonly cashback: Cashback | null;
  readonly createdAt: string;
  /** The buying group of a buying group order, the platform of a gift card order. */
  readonly outlet: string;
  readonly status: BuyingGroupStatus | GiftCardStatus;
  readonly lineItems: readonly StoredLineItem[];
  /** Empty for a gift card order. */
  readonly trackingNumbers: readonly TrackingNumber[];
  /** Set if it was entered as no purchase: its amounts can't be changed. */
  readonly noPurchase: boolean;
}

/** An order of which nothing was entered yet. */
export const blankOrder: Omit<Order, 'kind' | 'id' | 'createdAt'> = {
  source: 'api',
  orderDate: '',
  orderTime: null,
  retailer: '',
  orderNumber: null,
  retailerAccount: null,
  creditCardId: null,
  subCreditCardId: null,
  cardEarnRate: 0,
  notes: null,
  cashback: null,
  outlet: '',
  status: 'purchased',
  subtotal: 0,
  shipping: 0,
  tax: 0,
  discount: 0,
  total: 0,
  expectedPayout: 0,
  lineItems: [],
  trackingNumbers: [],
  noPurchase: false,
};

/** The response object of either kind, with its fields in the order of "Resources and their fields". */
export function toResponse(order: Order) {
  const giftCard = order.kind === 'giftCard';
  return {
    id: order.id,
    source: order.source,
    orderDate: order.orderDate,
    orderTime: order.orderTime,
    retailer: order.retailer,
    orderNumber: order.orderNumber,
    retailerAccount: order.retailerAccount,
    subtotal: order.subtotal,
    shipping: order.shipping,
    tax: order.tax,
    discount: order.discount,
    total: order.total,
    creditCardId: order.creditCardId,
    subCreditCardId: order.subCreditCardId,
    cardEarnRate: order.cardEarnRate,
    notes: order.notes,
    cashback: order.cashback,
    createdAt: order.createdAt,
    expectedPayout: order.expectedPayout,
    [giftCard ? 'platform' : 'buyingGroup']: order.outlet,
    status: order.status,
    ...(giftCard ? {} : { trackingNumbers: order.trackingNumbers }),
    orderLineItems: order.lineItems.map((item) => lineItemResponse(item, giftCard)),
  };
}

function lineItemResponse(item: StoredLineItem, giftCard: boolean) {
  const { id, description, model, unitPrice, quantity, expectedUnitPayout, unitValue } = item;
  const shared = { id, description, model, unitPrice, quantity, expectedUnitPayout };
  return giftCard ? { ...shared, unitValue } : shared;
}
