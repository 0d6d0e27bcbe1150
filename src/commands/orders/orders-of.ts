import type { Api, OrderCollection } from '../../api/api';
import type { AnyOrder } from './filter';
import type { OrderKind } from './kinds';

/** A body in the service's own fields and units; the contract checks it before it is sent. */
export type OrderBody = Record<string, unknown>;

export type Orders = OrderCollection<AnyOrder, OrderBody, OrderBody>;

/** The orders of a kind at the service. */
export function ordersOf(api: Api, kind: OrderKind): Orders {
  return kind.noun === 'orders' ? api.buyingGroupOrders : api.giftCardOrders;
}
