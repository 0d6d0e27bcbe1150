import type { BodyName } from './bodies';
import type { QueryName } from './queries';
import type { ResponseName } from './responses';

/** "Endpoints": the single table of routes, relative to a base URL that includes `/api/v1`. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly summary: string;
  readonly query: QueryName;
  readonly body?: BodyName;
  readonly response: ResponseName;
  /** A `read` changes nothing, a repeated `update` or `shipments` nothing more; a `create` adds an order. */
  readonly effect: 'read' | 'create' | 'update' | 'shipments';
}

/** The service's version, which a typed address may lack. */
export const versionPrefix = '/api/v1';

/** Methods that only read (RFC 9110, 9.2.1), whatever the path. */
export const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

const listing = { method: 'GET', query: 'page', effect: 'read' } as const;
const getting = { method: 'GET', query: 'none', effect: 'read' } as const;
const creating = { method: 'POST', query: 'none', effect: 'create' } as const;
const updating = { method: 'PATCH', query: 'none', effect: 'update' } as const;

export const routes = {
  listBuyingGroupOrders: {
    ...listing,
    path: '/buying-group-orders',
    summary: 'List buying group orders',
    response: 'buyingGroupOrderList',
  },
  createBuyingGroupOrder: {
    ...creating,
    path: '/buying-group-orders',
    summary: 'Create a buying group order',
    body: 'buyingGroupOrderCreate',
    response: 'buyingGroupOrder',
  },
  getBuyingGroupOrder: {
    ...getting,
    path: '/buying-group-orders/{id}',
    summary: 'Get a buying group order',
    response: 'buyingGroupOrder',
  },
  updateBuyingGroupOrder: {
    ...updating,
    path: '/buying-group-orders/{id}',
    summary: 'Update a buying group order',
    body: 'buyingGroupOrderUpdate',
    response: 'buyingGroupOrder',
  },
  listGiftCardOrders: {
    ...listing,
    path: '/gift-card-orders',
    summary: 'List gift card orders',
    response: 'giftCardOrderList',
  },
  createGiftCardOrder: {
    ...creating,
    path: '/gift-card-orders',
    summary: 'Create a gift card order',
    body: 'giftCardOrderCreate',
    response: 'giftCardOrder',
  },
  getGiftCardOrder: {
    ...getting,
    path: '/gift-card-orders/{id}',
    summary: 'Get a gift card order',
    response: 'giftCardOrder',
  },
  updateGiftCardOrder: {
    ...updating,
    path: '/gift-card-orders/{id}',
    summary: 'Update a gift card order',
    body: 'giftCardOrderUpdate',
    response: 'giftCardOrder',
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
    ...listing,
    path: '/credit-cards',
    summary: 'List credit cards',
    response: 'creditCardList',
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
