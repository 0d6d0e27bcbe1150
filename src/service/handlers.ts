import type { BodyOf } from '../contract/bodies';
import { type OrderKindName, orderKinds } from '../contract/order-kinds';
import type { PageQuery } from '../contract/queries';
import type { RouteName } from '../contract/routes';
import { invalidRequest, notFound, ServiceRefusal, unmatchedRefusal } from './refusal';
import { blankOrder, type Order, toResponse } from './rules/order';
import { planShipments } from './rules/shipments';
import { type SentOrder, updateOrder } from './rules/write-order';
import type { SandboxStore } from './store/store';

export interface Asked {
  readonly id: string;
  readonly page: PageQuery;
  readonly body: unknown;
}

export interface Handled {
  readonly status?: 200 | 201;
  readonly body: object;
}

export type Handler = (asked: Asked) => Handled | Promise<Handled>;

export function createHandlers(support: {
  readonly store: SandboxStore;
  newId(): string;
  now(): number;
}): Readonly<Record<RouteName, Handler>> {
  const { store, newId, now } = support;
  const { orders, cards, deals } = store;

  function found(kind: OrderKindName, id: string): Order {
    const order = orders.find(kind, id);
    if (order === undefined) throw notFound(`No ${orderKinds[kind].words} ${id}`);
    return order;
  }

  function list(kind: OrderKindName): Handler {
    return ({ page }) => {
      const { orders: data, totalCount } = orders.page(kind, page);
      return { body: { data: data.map(toResponse), pagination: { ...page, totalCount } } };
    };
  }

  function get(kind: OrderKindName): Handler {
    return ({ id }) => ({ body: { data: toResponse(found(kind, id)) } });
  }

  /** The order as sent, with what current deals pay for new line items. Throws a refusal. */
  function written(before: Order, sent: SentOrder): Order {
    const outlet = sent.buyingGroup ?? before.outlet;
    const dealFor = (model: string | null) =>
      before.kind === 'buyingGroup' && model !== null ? deals.payoutFor(outlet, model) : undefined;
    const order = updateOrder(before, sent, { newId, dealFor });
    checkCards(order, sent);
    checkOrderNumber(order);
    return order;
  }

  /** A card that was sent must belong to the account, and a sub-card to its card. */
  function checkCards(order: Order, sent: SentOrder): void {
    if (sent.creditCardId === undefined && sent.subCreditCardId === undefined) return;
    const { creditCardId, subCreditCardId } = order;
    if (creditCardId === null) {
      if (subCreditCardId === null) return;
      const message = 'A sub-card needs the creditCardId it belongs to';
      throw invalidRequest({ path: 'subCreditCardId', message });
    }
    const subCards = cards.subCardIds(creditCardId);
    if (subCards === undefined) throw notFound(`No credit card ${creditCardId}`);
    if (subCreditCardId !== null && !subCards.includes(subCreditCardId)) {
      throw notFound(`Credit card ${creditCardId} has no sub-card ${subCreditCardId}`);
    }
  }

  function checkOrderNumber({ id, orderNumber }: Order): void {
    const owner = orderNumber === null ? undefined : orders.idByNumber(orderNumber);
    if (owner === undefined || owner === id) return;
    throw new ServiceRefusal(
      'duplicate_order_number',
      `Order number ${orderNumber} is already in use`,
    );
  }

  function create(kind: OrderKindName): Handler {
    return ({ body }) =>
      store.write(() => {
        const sent = body as SentOrder;
        const createdAt = new Date(now()).toISOString();
        const order = written({ ...blankOrder, kind, id: newId(), createdAt }, sent);
        orders.insert(order);
        return { status: 201, body: { data: toResponse(order) } };
      });
  }

  function update(kind: OrderKindName): Handler {
    return ({ id, body }) =>
      store.write(() => {
        const order = written(found(kind, id), body as SentOrder);
        orders.update(order);
        return { body: { data: toResponse(order) } };
      });
  }

  /** All or nothing. */
  const addShipments: Handler = async ({ body }) => {
    const { carrierOf } = await import('../contract/carriers');
    const { shipments } = body as BodyOf<'shipmentsAdd'>;
    return store.write(() => {
      const plan = planShipments(shipments, orders.candidate);
      if (plan.unmatched.length > 0) throw unmatchedRefusal(shipments, plan.unmatched);
      for (const { key, trackingNumber } of plan.additions) {
        const carrier = carrierOf(trackingNumber);
        orders.addTrackingNumber(key, { trackingNumber, carrier, itemCount: null });
      }
      for (const key of plan.shipped) orders.setStatus(key, 'shipped');
      return { body: { data: { addedCount: plan.additions.length } } };
    });
  };

  return {
    listBuyingGroupOrders: list('buyingGroup'),
    createBuyingGroupOrder: create('buyingGroup'),
    getBuyingGroupOrder: get('buyingGroup'),
    updateBuyingGroupOrder: update('buyingGroup'),
    listGiftCardOrders: list('giftCard'),
    createGiftCardOrder: create('giftCard'),
    getGiftCardOrder: get('giftCard'),
    updateGiftCardOrder: update('giftCard'),
    addShipments,
    listCreditCards: ({ page }) => ({
      body: { data: cards.page(page), pagination: { ...page, totalCount: cards.count() } },
    }),
  };
}
