import type { OrderKindName } from '../../contract/order-kinds';
import type { Cashback, LineItem, TrackingNumber } from '../../contract/responses';
import type { BuyingGroupStatus, GiftCardStatus } from '../../contract/values';

export interface StoredLineItem extends LineItem {
  /** Gift card orders only. */
  readonly unitValue: number;
}

/**
 * An order of which nothing was entered yet, with its members as "Resources and their fields" has them.
 * Amounts are integer cents; see `rules/write-order.ts` for how they relate.
 */
export const blankOrder = {
  kind: 'buyingGroup' as OrderKindName,
  id: '',
  source: 'api',
  orderDate: '',
  orderTime: null as string | null,
  retailer: '',
  orderNumber: null as string | null,
  retailerAccount: null as string | null,
  subtotal: 0,
  shipping: 0,
  tax: 0,
  discount: 0,
  total: 0,
  creditCardId: null as string | null,
  subCreditCardId: null as string | null,
  cardEarnRate: 0,
  notes: null as string | null,
  cashback: null as Cashback | null,
  createdAt: '',
  expectedPayout: 0,
  /** The buying group of a buying group order, the platform of a gift card order. */
  outlet: '',
  status: 'purchased' as BuyingGroupStatus | GiftCardStatus,
  trackingNumbers: [] as readonly TrackingNumber[],
  lineItems: [] as readonly StoredLineItem[],
  /** Set if it was entered as no purchase: its amounts can't be changed. */
  noPurchase: false,
};

export type Order = Readonly<typeof blankOrder>;

export function toResponse(order: Order) {
  const { kind, outlet, status, trackingNumbers, lineItems, noPurchase: _, ...plain } = order;
  const isGiftCard = kind === 'giftCard';
  return {
    ...plain,
    [isGiftCard ? 'platform' : 'buyingGroup']: outlet,
    status,
    ...(isGiftCard ? {} : { trackingNumbers }),
    orderLineItems: lineItems.map(({ unitValue, ...item }) =>
      isGiftCard ? { ...item, unitValue } : item,
    ),
  };
}
