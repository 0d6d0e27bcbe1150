import type { Api, OrderCollection } from '../api/types';
import { flaggedFields, type ItemField, type OrderField } from '../contract/fields';
import type { BuyingGroupOrder, GiftCardOrder } from '../contract/responses';
import { orderKinds } from '../contract/routes';
import {
  buyingGroupStatuses,
  featuredBuyingGroups,
  featuredPlatforms,
  giftCardStatuses,
} from '../contract/values';

export type { ItemField, OrderField };

/** What the contract has on each kind: its noun, its words, its routes. */
type ApiKinds = (typeof orderKinds)[keyof typeof orderKinds];
type ApiKind = { readonly [K in keyof ApiKinds]: ApiKinds[K] };

/**
 * The two kinds of order. They share one definition of their commands; everything that differs is
 * here.
 */
export interface OrderKind extends ApiKind {
  /** The field that `--group` or `--platform` sets. */
  readonly group: 'buyingGroup' | 'platform';
  readonly statuses: readonly string[];
  /** The values of that field that are known by name; any other text is allowed too. */
  readonly featured: readonly string[];
  readonly tracking: boolean;
  readonly fields: readonly OrderField[];
  readonly items: readonly ItemField[];
  /** Whether the reference shows the create body; if not, the service decides what it takes. */
  readonly createBodyShown: boolean;
  /** Which of the account's values completion offers for `<order>`. */
  readonly completion: 'order' | 'giftcard';
}

export const buyingGroupKind: OrderKind = {
  ...orderKinds.buyingGroup,
  group: 'buyingGroup',
  statuses: buyingGroupStatuses,
  featured: featuredBuyingGroups,
  tracking: true,
  ...flaggedFields('orders'),
  createBodyShown: false,
  completion: 'order',
};

export const giftCardKind: OrderKind = {
  ...orderKinds.giftCard,
  group: 'platform',
  statuses: giftCardStatuses,
  featured: featuredPlatforms,
  tracking: false,
  ...flaggedFields('giftcards'),
  createBodyShown: true,
  completion: 'giftcard',
};

/** An order of either kind. A gift card order is only certain to have an id. */
export type AnyOrder = GiftCardOrder | BuyingGroupOrder;

/** A body in the service's own fields and units; the contract checks it before it is sent. */
export type OrderBody = Record<string, unknown>;

export type Orders = OrderCollection<AnyOrder, OrderBody, OrderBody>;

/** Where a list of orders is read from: the service or the mirror. */
export type OrderSource = Pick<Orders, 'count' | 'each'>;

/** The service's orders of a kind. */
export function ordersOf(api: Api, kind: OrderKind): Orders {
  return kind.noun === 'orders' ? api.buyingGroupOrders : api.giftCardOrders;
}

/** The kind that an order number may belong to instead: numbers are unique across both. */
export function otherKind(kind: OrderKind): OrderKind {
  return kind === buyingGroupKind ? giftCardKind : buyingGroupKind;
}
