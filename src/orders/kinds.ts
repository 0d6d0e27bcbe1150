import type { Api, OrderCollection } from '../api/types';
import { flaggedFields, type ItemField, type OrderField } from '../contract/fields';
import { type OrderKindNames, orderKinds, type StoredOrderKind } from '../contract/order-kinds';
import type { BuyingGroupOrder, GiftCardOrder } from '../contract/responses';
import {
  buyingGroupStatuses,
  featuredBuyingGroups,
  featuredPlatforms,
  giftCardStatuses,
} from '../contract/values';

export type { ItemField, OrderField };

type AnyNames = { readonly [K in keyof OrderKindNames]: OrderKindNames[K] };

/** The two kinds of order share one definition of their commands; what differs is here. */
export interface OrderKind extends AnyNames {
  readonly statuses: readonly string[];
  /** The values of that field that are known by name; any other text is allowed too. */
  readonly featured: readonly string[];
  readonly tracking: boolean;
  readonly fields: readonly OrderField[];
  readonly items: readonly ItemField[];
  /** True if the reference shows the create body; if not, the service decides what it takes. */
  readonly createBodyShown: boolean;
}

export const buyingGroupKind: OrderKind = {
  ...orderKinds.buyingGroup,
  statuses: buyingGroupStatuses,
  featured: featuredBuyingGroups,
  tracking: true,
  ...flaggedFields('orders'),
  createBodyShown: false,
};

export const giftCardKind: OrderKind = {
  ...orderKinds.giftCard,
  statuses: giftCardStatuses,
  featured: featuredPlatforms,
  tracking: false,
  ...flaggedFields('giftcards'),
  createBodyShown: true,
};

/** Both kinds of order at once, for the flags that filter them. */
export const eitherKind: OrderKind = {
  ...buyingGroupKind,
  statuses: [...new Set([...buyingGroupKind.statuses, ...giftCardKind.statuses])],
  featured: [...buyingGroupKind.featured, ...giftCardKind.featured],
};

/** An order of either kind. A gift card order is only certain to have an id. */
export type AnyOrder = GiftCardOrder | BuyingGroupOrder;

/** A body in the service's own fields and units; the contract checks it before it is sent. */
export type OrderBody = Record<string, unknown>;

export type Orders = OrderCollection<AnyOrder, OrderBody, OrderBody>;

/** The source of a list of orders: the service or the mirror. */
export type OrderSource = Pick<Orders, 'count' | 'each'>;

/** The service's orders of both kinds, or those of a mirror. */
export type OrderLists = Pick<Api, OrderKind['collection']>;

export function ordersOf(api: OrderLists, kind: OrderKind): Orders {
  return api[kind.collection];
}

export const orderKindList = [buyingGroupKind, giftCardKind] as const;

/** The kind that the mirror's rows name. */
export function kindStored(stored: StoredOrderKind): OrderKind {
  return stored === giftCardKind.stored ? giftCardKind : buyingGroupKind;
}

/** The kind that an order number may belong to instead: numbers are unique across both. */
export function otherKind(kind: OrderKind): OrderKind {
  return kind === buyingGroupKind ? giftCardKind : buyingGroupKind;
}
