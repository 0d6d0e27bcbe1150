import type { BuyingGroupOrderUpdate, GiftCardOrderUpdate } from '../../contract/bodies';
import { orderTotal, subtotalOf } from '../../contract/fields';
import { invalidRequest, notFound, ServiceRefusal } from '../refusal';
import type { Order, StoredLineItem } from './order';

/**
 * The derived amounts in cents: `subtotal` and `expectedPayout` are sums of the line items, `total` is
 * subtotal + shipping + tax − discount and at least 0. Refuses sums too large for exact integers.
 */
export function addUp(
  lineItems: readonly StoredLineItem[],
  { shipping, tax, discount }: Pick<Order, 'shipping' | 'tax' | 'discount'>,
) {
  const subtotal = subtotalOf(lineItems, (item) => item.unitPrice);
  const expectedPayout = subtotalOf(lineItems, (item) => item.expectedUnitPayout);
  const beforeDiscount = subtotal + shipping + tax;
  if (!Number.isSafeInteger(beforeDiscount) || !Number.isSafeInteger(expectedPayout)) {
    const message = 'The sum of the amounts is too large to store exactly';
    throw invalidRequest({ path: 'orderLineItems', message });
  }
  if (discount > beforeDiscount) {
    const message = 'The discount is more than subtotal, shipping and tax together';
    throw invalidRequest({ path: 'discount', message });
  }
  const total = orderTotal(subtotal, { shipping, tax, discount });
  return { subtotal, shipping, tax, discount, total, expectedPayout };
}

/** A line item as sent; one with an id is an existing line item. */
type SentLineItem = NonNullable<GiftCardOrderUpdate['orderLineItems']>[number];

export interface LineItemSupport {
  newId(): string;
  /** The payout of current deals for one unit, in cents; undefined if there is no deal. */
  dealFor(model: string | null): number | undefined;
}

/** The defaults for a new line item; `unitPrice` is required. */
const silent = {
  description: null,
  model: null,
  unitPrice: 0,
  quantity: 1,
  expectedUnitPayout: 0,
  unitValue: 0,
};

/** Only the members that were sent: an absent one must not overwrite the current value. */
export function sentMembers<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}

/**
 * "An item with `id` updates that line item and keeps the fields omitted; an item without `id` is new;
 * existing line items not listed are removed. An unknown `id` yields 404."
 */
export function replaceLineItems(
  existing: readonly StoredLineItem[],
  sent: readonly SentLineItem[],
  { newId, dealFor }: LineItemSupport,
): readonly StoredLineItem[] {
  const byId = new Map(existing.map((item) => [item.id, item]));
  return sent.map(({ id, ...fields }) => {
    if (id === undefined) {
      const expectedUnitPayout = fields.expectedUnitPayout ?? dealFor(fields.model ?? null) ?? 0;
      return { id: newId(), ...silent, ...sentMembers(fields), expectedUnitPayout };
    }
    const current = byId.get(id);
    if (current === undefined) throw notFound(`This order has no line item ${id}`);
    return { ...current, ...sentMembers(fields) };
  });
}

/** The parsed body of a create or an update of either kind. */
export type SentOrder = Omit<
  BuyingGroupOrderUpdate & GiftCardOrderUpdate,
  'status' | 'orderLineItems'
> & {
  readonly status?: Order['status'] | undefined;
  readonly orderLineItems?: GiftCardOrderUpdate['orderLineItems'];
};

function plainFields(sent: SentOrder) {
  const { orderLineItems, redemptionCodes, buyingGroup, platform, ...plain } = sent;
  return sentMembers({ ...plain, outlet: buyingGroup ?? platform });
}

/** "Only the fields sent change"; what is derived from them is computed again. */
export function updateOrder(order: Order, sent: SentOrder, support: LineItemSupport): Order {
  const changed = { ...order, ...plainFields(sent) };
  const lineItems =
    sent.orderLineItems === undefined
      ? order.lineItems
      : replaceLineItems(order.lineItems, sent.orderLineItems, support);
  const next = { ...changed, subCreditCardId: subCardAfter(order, sent), lineItems };
  if (order.noPurchase && amountsDiffer(order, next)) {
    throw new ServiceRefusal(
      'invalid_input',
      "This order was entered as no purchase: its amounts can't be changed",
    );
  }
  return { ...next, ...addUp(lineItems, changed) };
}

/** A sub-card belongs to its card: if the card changes and no sub-card is sent, it is cleared. */
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
      lineItems.map(({ unitPrice, quantity }: StoredLineItem) => [unitPrice, quantity]),
    ]);
  return amounts(before) !== amounts(after);
}
