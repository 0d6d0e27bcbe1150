import type { BuyingGroupOrderUpdate, GiftCardOrderUpdate } from '../../contract/bodies';
import { Refusal } from '../refusal';
import { addUp } from './amounts';
import { type LineItemSupport, replaceLineItems, sentMembers } from './line-items';
import type { LineItem, Order, OrderKind } from './order';

/** The body of a create or an update of either kind, parsed. */
export type SentOrder = Omit<
  BuyingGroupOrderUpdate & GiftCardOrderUpdate,
  'status' | 'orderLineItems'
> & {
  readonly status?: Order['status'] | undefined;
  readonly orderLineItems?: GiftCardOrderUpdate['orderLineItems'];
};

/** The fields that are taken over as they were sent. */
function plainFields(sent: SentOrder) {
  const { orderLineItems, redemptionCodes, buyingGroup, platform, ...plain } = sent;
  const outlet = buyingGroup ?? platform;
  return sentMembers({ ...plain, outlet });
}

/** A new order: what was not sent holds its default. */
export function createOrder(
  kind: OrderKind,
  sent: SentOrder,
  made: { readonly id: string; readonly createdAt: string },
  support: LineItemSupport,
): Order {
  const order: Order = {
    kind,
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
    ...made,
  };
  return updateOrder(order, sent, support);
}

/** "Only the fields sent change"; what follows from them is worked out again. */
export function updateOrder(order: Order, sent: SentOrder, support: LineItemSupport): Order {
  const changed = { ...order, ...plainFields(sent) };
  const lineItems =
    sent.orderLineItems === undefined
      ? order.lineItems
      : replaceLineItems(order.lineItems, sent.orderLineItems, support);
  const next = { ...changed, subCreditCardId: subCardAfter(order, sent), lineItems };
  if (order.noPurchase && amountsDiffer(order, next)) {
    throw new Refusal(
      'invalid_input',
      'This order was entered as no purchase: its amounts cannot be changed',
    );
  }
  return { ...next, ...addUp(lineItems, changed) };
}

/** A sub-card belongs to its card: when the card changes and no sub-card is sent, it goes. */
function subCardAfter(order: Order, { creditCardId, subCreditCardId }: SentOrder): string | null {
  if (subCreditCardId !== undefined) return subCreditCardId;
  const keeps = creditCardId === undefined || creditCardId === order.creditCardId;
  return keeps ? order.subCreditCardId : null;
}

function amountsDiffer(before: Order, after: Order): boolean {
  const amounts = ({ shipping, tax, discount, lineItems }: Order) =>
    JSON.stringify([
      shipping,
      tax,
      discount,
      lineItems.map(({ unitPrice, quantity }: LineItem) => [unitPrice, quantity]),
    ]);
  return amounts(before) !== amounts(after);
}
