import type { Answer } from './in-process';

/**
 * A small model of the account, written only from the reference: what is stored, what each request
 * changes, and its response. It knows nothing of the service's own code.
 */
export interface ModelItem {
  id: string;
  unitPrice: number;
  quantity: number;
  expectedUnitPayout: number;
}

export interface ModelOrder {
  id: string;
  kind: Kind;
  retailer: string;
  orderNumber: string | null;
  status: string;
  shipping: number;
  tax: number;
  discount: number;
  noPurchase: boolean;
  items: ModelItem[];
  trackingNumbers: string[];
}

export type Kind = 'buying' | 'gift';

export const paths = { buying: '/buying-group-orders', gift: '/gift-card-orders' } as const;

/** A line item as sent: `of` is the position of an existing one; beyond the last it means none. */
export interface SentItem {
  of?: number;
  unitPrice?: number;
  quantity?: number;
  expectedUnitPayout?: number;
}

export interface SentFields {
  retailer?: string;
  orderNumber?: string;
  status?: string;
  shipping?: number;
  tax?: number;
  discount?: number;
  items?: SentItem[];
}

export interface SentShipment {
  /** Position among all orders, of both kinds; beyond the last it means none. */
  order: number;
  trackingNumber: string;
}

const unknownItem = '00000000-0000-4000-8000-000000000000';

export function subtotalOf(items: readonly ModelItem[]): number {
  return items.reduce((sum, item) => sum + item.unitPrice * item.quantity, 0);
}

export class Model {
  /** In order of creation, oldest first. */
  readonly orders: ModelOrder[] = [];

  list(kind: Kind): ModelOrder[] {
    return this.orders.filter((order) => order.kind === kind).reverse();
  }

  adopt(kind: Kind, answer: Answer['body']): void {
    this.orders.push({
      kind,
      id: answer.id,
      retailer: answer.retailer,
      orderNumber: answer.orderNumber,
      status: answer.status,
      shipping: answer.shipping,
      tax: answer.tax,
      discount: answer.discount,
      noPurchase: answer.orderNumber === 'NO-PURCHASE-1',
      items: answer.orderLineItems.map(
        ({ id, unitPrice, quantity, expectedUnitPayout }: ModelItem) => ({
          id,
          unitPrice,
          quantity,
          expectedUnitPayout,
        }),
      ),
      trackingNumbers: (answer.trackingNumbers ?? []).map(
        (one: { trackingNumber: string }) => one.trackingNumber,
      ),
    });
  }

  /** The line items as a body carries them. */
  itemsFor(order: ModelOrder | undefined, items: readonly SentItem[]) {
    return items.map(({ of, ...fields }) =>
      of === undefined ? fields : { id: order?.items[of]?.id ?? unknownItem, ...fields },
    );
  }

  /** The status of the response to the create. */
  create({ items = [], orderNumber, shipping = 0, tax = 0, discount = 0 }: SentFields): number {
    const subtotal = items.reduce(
      (sum, { unitPrice = 0, quantity = 1 }) => sum + unitPrice * quantity,
      0,
    );
    if (discount > subtotal + shipping + tax) return 400;
    return orderNumber !== undefined && this.#owner(orderNumber) !== undefined ? 409 : 201;
  }

  #owner(orderNumber: string): ModelOrder | undefined {
    return this.orders.find((order) => order.orderNumber === orderNumber.trim());
  }

  /** The status of the response to an update of this order; changes the order if it is 200. */
  update(order: ModelOrder, { items, orderNumber, ...fields }: SentFields): number {
    const listed = items?.map(({ of }) => of).filter((of) => of !== undefined) ?? [];
    if (new Set(listed).size < listed.length) return 400;
    // Two that don't exist share one unknown id, so they also count as one listed twice.
    if (listed.filter((of) => order.items[of] === undefined).length > 1) return 400;
    if (listed.some((of) => order.items[of] === undefined)) return 404;
    const next = { ...order, ...fields };
    if (items !== undefined) {
      next.items = items.map(({ of, ...sent }) => {
        const blank = { id: '', unitPrice: 0, quantity: 1, expectedUnitPayout: 0 };
        return { ...(of === undefined ? blank : (order.items[of] as ModelItem)), ...sent };
      });
    }
    const amounts = ({ shipping, tax, discount, items }: ModelOrder) =>
      JSON.stringify([shipping, tax, discount, items.map((one) => [one.unitPrice, one.quantity])]);
    if (order.noPurchase && amounts(order) !== amounts(next)) return 400;
    if (next.discount > subtotalOf(next.items) + next.shipping + next.tax) return 400;
    if (orderNumber !== undefined) {
      const owner = this.#owner(orderNumber);
      if (owner !== undefined && owner !== order) return 409;
      next.orderNumber = orderNumber.trim();
    }
    Object.assign(order, next);
    return 200;
  }

  /**
   * The response's addedCount, or undefined if nothing is added because a shipment matches no
   * order.
   */
  ship(shipments: readonly SentShipment[]): number | undefined {
    const matched = shipments.map(({ order }) => this.orders[order]);
    const all = matched.every((order) => order?.kind === 'buying' && order.orderNumber !== null);
    if (!all) return undefined;
    let added = 0;
    for (const [index, { trackingNumber }] of shipments.entries()) {
      const order = matched[index] as ModelOrder;
      if (!order.trackingNumbers.includes(trackingNumber)) {
        order.trackingNumbers.push(trackingNumber);
        added++;
      }
      if (order.status === 'purchased') order.status = 'shipped';
    }
    return added;
  }
}
