import type { BodyName } from './bodies';
import type { QueryName } from './queries';
import type { ResponseName } from './responses';

/**
 * "Endpoints": the single table of the service's routes, relative to a base URL that includes `/api/v1`, for
 * the embedded service, the client and the OpenAPI document.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly summary: string;
  readonly query: QueryName;
  readonly body?: BodyName;
  readonly response: ResponseName;
  /**
   * The effect of sending it twice: a `read` changes nothing, an `update` or a `shipments` request ends in
   * the same state, a `create` makes a second order.
   */
  readonly effect: 'read' | 'create' | 'update' | 'shipments';
}

/** The service's version, which a typed address may lack. */
export const versionPrefix = '/api/v1';

/** Methods that only read (RFC 9110, 9.2.1), whatever the path. */
export const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

export const routes = {
  listBuyingGroupOrders: {
    method: 'GET',
    path: '/buying-group-orders',
    summary: 'List buying group orders',
    query: 'page',
    response: 'buyingGroupOrderList',
    effect: 'read',
  },
  createBuyingGroupOrder: {
    method: 'POST',
    path: '/buying-group-orders',
    summary: 'Create a buying group order',
    query: 'none',
    body: 'buyingGroupOrderCreate',
    response: 'buyingGroupOrder',
    effect: 'create',
  },
  getBuyingGroupOrder: {
    method: 'GET',
    path: '/buying-group-orders/{id}',
    summary: 'Get a buying group order',
    query: 'none',
    response: 'buyingGroupOrder',
    effect: 'read',
  },
  updateBuyingGroupOrder: {
    method: 'PATCH',
    path: '/buying-group-orders/{id}',
    summary: 'Update a buying group order',
    query: 'none',
    body: 'buyingGroupOrderUpdate',
    response: 'buyingGroupOrder',
    effect: 'update',
  },
  listGiftCardOrders: {
    method: 'GET',
    path: '/gift-card-orders',
    summary: 'List gift card orders',
    query: 'page',
    response: 'giftCardOrderList',
    effect: 'read',
  },
  createGiftCardOrder: {
    method: 'POST',
    path: '/gift-card-orders',
    summary: 'Create a gift card order',
    query: 'none',
    body: 'giftCardOrderCreate',
    response: 'giftCardOrder',
    effect: 'create',
  },
  getGiftCardOrder: {
    method: 'GET',
    path: '/gift-card-orders/{id}',
    summary: 'Get a gift card order',
    query: 'none',
    response: 'giftCardOrder',
    effect: 'read',
  },
  updateGiftCardOrder: {
    method: 'PATCH',
    path: '/gift-card-orders/{id}',
    summary: 'Update a gift card order',
    query: 'none',
    body: 'giftCardOrderUpdate',
    response: 'giftCardOrder',
    effect: 'update',
  },
  addShipments: {
    method: 'POST',
    path: '/shipments',
    summary: 'Add shipments',
    query: 'none',
    body: 'shipmentsAdd',
    response: 'shipmentsAdded',
    effect: 'shipments',
  },
  listCreditCards: {
    method: 'GET',
    path: '/credit-cards',
    summary: 'List credit cards',
    query: 'page',
    response: 'creditCardList',
    effect: 'read',
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
