import { closest, distance } from 'fastest-levenshtein';
import type { Api } from '../../api/api';
import type { Shipment } from '../../contract/bodies';
import { limits } from '../../contract/limits';
import type { Problem } from '../spec';

export type OrderLists = Pick<Api, 'buyingGroupOrders' | 'giftCardOrders'>;

/** What is kept of an order while shipments are compared with it. */
interface Known {
  readonly orderNumber: string;
  readonly retailer: string;
  readonly kind: 'buyingGroup' | 'giftCard';
}

/** Texts as they are compared: how the service compares them is its own affair, so not strictly. */
function folded(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** A candidate is near enough to be named where so much of it is the same. */
const nearness = 0.4;

function nearestOf(wanted: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const found = closest(wanted, candidates);
  const allowed = Math.max(1, Math.floor(Math.max(wanted.length, found.length) * nearness));
  return distance(wanted, found) <= allowed ? found : undefined;
}

/** The account's orders, as far as shipments have to do with them. */
export class OrderBook {
  readonly #byNumber = new Map<string, Known>();
  /** By tracking number: the orders that it stands on. */
  readonly #tracking = new Map<string, readonly string[]>();
  #numbers: readonly string[] | undefined;

  addBuyingGroupOrder(order: {
    readonly orderNumber: string | null;
    readonly retailer: string;
    readonly trackingNumbers: readonly { readonly trackingNumber: string }[];
  }): void {
    const { orderNumber, retailer, trackingNumbers } = order;
    if (orderNumber === null) return;
    this.#byNumber.set(folded(orderNumber), { orderNumber, retailer, kind: 'buyingGroup' });
    for (const { trackingNumber } of trackingNumbers) {
      const key = folded(trackingNumber);
      this.#tracking.set(key, [...(this.#tracking.get(key) ?? []), orderNumber]);
    }
  }

  addGiftCardOrder(orderNumber: string | null | undefined, retailer: string | undefined): void {
    if (typeof orderNumber !== 'string') return;
    this.#byNumber.set(folded(orderNumber), {
      orderNumber,
      retailer: retailer ?? '',
      kind: 'giftCard',
    });
  }

  /** Whether the number stands on the order that the shipment names. */
  isOnItsOrder({ orderNumber, trackingNumber }: Shipment): boolean {
    const own = folded(orderNumber);
    return this.#ordersWith(trackingNumber).some((order) => folded(order) === own);
  }

  /** Another order that the shipment's number stands on. */
  otherOrderWith({ orderNumber, trackingNumber }: Shipment): string | undefined {
    const own = folded(orderNumber);
    return this.#ordersWith(trackingNumber).find((order) => folded(order) !== own);
  }

  #ordersWith(trackingNumber: string): readonly string[] {
    return this.#tracking.get(folded(trackingNumber)) ?? [];
  }

  /** Whether some buying group order seems to be meant; cheap, for many rows. */
  seemsToMatch({ retailer, orderNumber }: Shipment): boolean {
    const known = this.#byNumber.get(folded(orderNumber));
    return known?.kind === 'buyingGroup' && folded(known.retailer) === folded(retailer);
  }

  /** Why a shipment would match no order, with what was probably meant; undefined where it would. */
  whyUnmatched(shipment: Shipment): Problem | undefined {
    if (this.seemsToMatch(shipment)) return undefined;
    const { retailer, orderNumber } = shipment;
    const known = this.#byNumber.get(folded(orderNumber));
    if (known?.kind === 'giftCard') {
      return {
        code: 'gift_card_order',
        message: `Order ${known.orderNumber} is a gift card order, which takes no tracking numbers`,
      };
    }
    if (known !== undefined) {
      return {
        code: 'other_retailer',
        message: `Order ${known.orderNumber} is one of "${known.retailer}", not of "${retailer}"`,
      };
    }
    const near = this.#nearestTo(orderNumber);
    return {
      code: 'no_order',
      message: `No order ${orderNumber}${near === undefined ? '' : `; ${near} is the nearest`}`,
    };
  }

  #nearestTo(orderNumber: string): string | undefined {
    this.#numbers ??= [...this.#byNumber.values()].flatMap(({ kind, orderNumber: number }) =>
      kind === 'buyingGroup' ? [number] : [],
    );
    return nearestOf(orderNumber, this.#numbers);
  }
}

/** Reads all buying group orders; gift card orders too where they are to be told apart. */
export async function readOrderBook(
  lists: OrderLists,
  { giftCards, onOrder }: { giftCards: boolean; onOrder?: (() => void) | undefined },
): Promise<OrderBook> {
  const book = new OrderBook();
  for await (const order of lists.buyingGroupOrders.each()) {
    book.addBuyingGroupOrder(order);
    onOrder?.();
  }
  if (!giftCards) return book;
  for await (const { orderNumber, retailer } of lists.giftCardOrders.each()) {
    book.addGiftCardOrder(orderNumber, retailer);
    onOrder?.();
  }
  return book;
}

/** Pages that are worth reading to find refused rows: about as many as the search would take. */
const fewPages = 10;

/** Reads the buying group orders where they are few; undefined where they are not. */
export async function readShortOrderBook(lists: OrderLists): Promise<OrderBook | undefined> {
  const { maximum } = limits.pageSize;
  const { pagination } = await lists.buyingGroupOrders.page({ limit: 1, offset: 0 });
  if (pagination.totalCount > fewPages * maximum) return undefined;
  return readOrderBook(lists, { giftCards: false });
}
