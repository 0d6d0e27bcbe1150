import type { Shipment } from '../../contract/bodies';
import { limits } from '../../contract/limits';
import { isSameName } from '../../contract/named';
import type { BuyingGroupOrder, GiftCardOrder } from '../../contract/responses';
import { foldSpaces } from '../../lib/fold';
import { once } from '../../lib/once';
import { nearestNumber } from '../../lib/suggest';
import type { OrderLists } from '../../orders/kinds';
import { NumberIndex } from '../../orders/number-index';
import type { WithProgress } from '../../output/progress';
import type { Problem } from '../../upload/spec';

/** The part of an order that is kept while shipments are compared with it. */
interface KnownOrder extends Omit<Shipment, 'trackingNumber'> {
  readonly isGiftCard: boolean;
}

/** A tracking number and its order. */
type PlacedNumber = Omit<Shipment, 'retailer'>;

/** A buying group order, as far as a book reads it. */
type PlacedOrder = Pick<BuyingGroupOrder, 'orderNumber' | 'retailer'> & {
  readonly trackingNumbers: readonly Pick<Shipment, 'trackingNumber'>[];
};

/** Numbers that differ in more than surrounding spaces are different numbers. */
const isSameText = (one: string, other: string) => one.trim() === other.trim();

/** The reason to refuse a row that names a retailer which is not its order's. */
export function otherRetailer(orderNumber: string, own: string, named: string): string {
  return `Order ${orderNumber} is from "${own}", not "${named}"`;
}

/**
 * Comparisons with order numbers to spend on suggestions: less than a second. A file for another account
 * would otherwise compare every row with every order. Rows after that get no suggestion.
 */
const affordable = 2_000_000;

/** The account's orders and their tracking numbers, as far as shipments need them. */
export class ShipmentBook extends NumberIndex<KnownOrder> {
  /** By folded tracking number: where it is. */
  readonly #tracking = new Map<string, readonly PlacedNumber[]>();
  /** The numbers of the buying group orders by folded number. */
  #numbers: ReadonlyMap<string, string> | undefined;
  #compared = 0;
  /** True if the gift card orders are in it too, so that an unknown number is on no order at all. */
  hasGiftCards = false;

  addBuyingGroupOrder({ orderNumber, retailer, trackingNumbers }: PlacedOrder): void {
    if (orderNumber === null) return;
    this.add({ orderNumber, retailer, isGiftCard: false });
    for (const { trackingNumber } of trackingNumbers) {
      const key = foldSpaces(trackingNumber);
      this.#tracking.set(key, [...this.#placesOf(trackingNumber), { orderNumber, trackingNumber }]);
    }
  }

  addGiftCardOrder(orderNumber: string | null | undefined, retailer = ''): void {
    if (typeof orderNumber === 'string') this.add({ orderNumber, retailer, isGiftCard: true });
  }

  async addGiftCardOrders(
    orders: AsyncIterable<Pick<GiftCardOrder, 'orderNumber' | 'retailer'>>,
    onOrder?: () => void,
  ): Promise<void> {
    for await (const { orderNumber, retailer } of orders) {
      this.addGiftCardOrder(orderNumber, retailer);
      onOrder?.();
    }
    this.hasGiftCards = true;
  }

  /** True if the number is on the order that the shipment names. */
  isOnItsOrder({ orderNumber, trackingNumber }: Shipment): boolean {
    return this.#placesOf(trackingNumber).some(
      (place) =>
        isSameText(place.orderNumber, orderNumber) &&
        isSameText(place.trackingNumber, trackingNumber),
    );
  }

  /**
   * True if the number is or may be on the order: if no order has exactly this order number, one
   * that differs only in case and the like counts.
   */
  mayBeOnItsOrder({ orderNumber, trackingNumber }: Shipment): boolean {
    const isExact = this.exactly(orderNumber) !== undefined;
    return this.#placesOf(trackingNumber).some((place) =>
      isExact
        ? isSameText(place.orderNumber, orderNumber)
        : foldSpaces(place.orderNumber) === foldSpaces(orderNumber),
    );
  }

  /** Another order that has the shipment's tracking number. */
  otherOrderWith({ orderNumber, trackingNumber }: Shipment): string | undefined {
    return this.#placesOf(trackingNumber).find(
      (place) => !isSameText(place.orderNumber, orderNumber),
    )?.orderNumber;
  }

  /** True if what should be a tracking number is the number of another order. */
  isOtherOrder({ orderNumber, trackingNumber }: Shipment): boolean {
    return !isSameText(trackingNumber, orderNumber) && this.exactly(trackingNumber) !== undefined;
  }

  #placesOf(trackingNumber: string): readonly PlacedNumber[] {
    return this.#tracking.get(foldSpaces(trackingNumber)) ?? [];
  }

  /** True if the row seems to mean some buying group order; cheap, for many rows. */
  seemsToMatch({ retailer, orderNumber }: Shipment): boolean {
    const own = this.retailerOf(orderNumber);
    return own !== undefined && isSameName(own, retailer);
  }

  /** Numbers of the orders that have this one with its zeros restored, or with the digits of its exponent. */
  restored(orderNumber: string): readonly string[] {
    const text = orderNumber.trim();
    const [, mantissa = '', exponent] = /^([\d.,]+)[eE]\+?(\d+)$/.exec(text) ?? [];
    const digits = mantissa.replace(',', '.').split('.')[1]?.length ?? 0;
    const bare = text.replace(/\.0+$/, '');
    const isMeant = (own: string) =>
      exponent === undefined
        ? own.length > bare.length && own === bare.padStart(own.length, '0')
        : Number(own).toExponential(digits) ===
          `${mantissa.replace(',', '.')}e+${Number(exponent)}`;
    if (exponent === undefined ? !/^\d+$/.test(bare) : digits > 20) return [];
    const numbers = Array.from(this.values(), (one) => one.orderNumber.trim());
    return numbers.filter((own) => /^\d+$/.test(own) && isMeant(own));
  }

  /** The retailer of a buying group order; undefined if there is no such order. */
  retailerOf(orderNumber: string): string | undefined {
    const order = this.exactly(orderNumber);
    return order?.isGiftCard === false ? order.retailer : undefined;
  }

  /** The problem with an order number if it is a gift card order's. */
  giftCardProblem(orderNumber: string): Problem | undefined {
    const order = this.exactly(orderNumber);
    if (order?.isGiftCard !== true) return undefined;
    return {
      code: 'gift_card_order',
      message: `Order ${order.orderNumber} is a gift card order, which takes no tracking numbers`,
    };
  }

  /** The reason why a shipment matches no order, with what was probably meant; undefined if it matches. */
  whyUnmatched(shipment: Shipment): Problem | undefined {
    if (this.seemsToMatch(shipment)) return undefined;
    const { retailer, orderNumber } = shipment;
    const problem = this.giftCardProblem(orderNumber);
    if (problem !== undefined) return problem;
    const order = this.exactly(orderNumber);
    if (order !== undefined) {
      const message = otherRetailer(order.orderNumber, order.retailer, retailer);
      return { code: 'other_retailer', message, about: order.retailer };
    }
    const near = this.#nearestTo(orderNumber);
    const nearest = near === undefined ? '' : `; the nearest is ${near}`;
    return { code: 'no_such_order', message: `No buying group order ${orderNumber}${nearest}` };
  }

  #nearestTo(orderNumber: string): string | undefined {
    this.#numbers ??= new Map(
      [...this.values()]
        .filter(({ isGiftCard }) => !isGiftCard)
        .map(({ orderNumber: number }) => [foldSpaces(number), number]),
    );
    const alike = this.#numbers.get(foldSpaces(orderNumber));
    if (alike !== undefined || this.#compared >= affordable) return alike;
    this.#compared += this.#numbers.size;
    return nearestNumber(orderNumber, [...this.#numbers.values()]);
  }
}

/** Reads all buying group orders, and gift card orders too if they must be distinguished. */
export async function readShipmentBook(
  lists: OrderLists,
  { giftCards, onOrder }: { giftCards: boolean; onOrder?: (() => void) | undefined },
): Promise<ShipmentBook> {
  const book = new ShipmentBook();
  for await (const order of lists.buyingGroupOrders.each()) {
    book.addBuyingGroupOrder(order);
    onOrder?.();
  }
  if (giftCards) await book.addGiftCardOrders(lists.giftCardOrders.each(), onOrder);
  return book;
}

export function bookOf(orders: Iterable<BuyingGroupOrder>): ShipmentBook {
  const book = new ShipmentBook();
  for (const order of orders) book.addBuyingGroupOrder(order);
  return book;
}

/** Pages that are worth reading to find out what happened to rows: about as many as a search costs. */
const fewPages = 10;
const { maximum } = limits.pageSize;
const few = fewPages * maximum;

/** Reads the buying group orders if they are few; undefined if not. */
async function readIfFew(lists: OrderLists): Promise<ShipmentBook | undefined> {
  const { data, pagination } = await lists.buyingGroupOrders.page({ limit: maximum, offset: 0 });
  if (pagination.totalCount > few) return undefined;
  return data.length === pagination.totalCount
    ? bookOf(data)
    : readShipmentBook(lists, { giftCards: false });
}

export async function addFewGiftCards(book: ShipmentBook, lists: OrderLists): Promise<void> {
  if (book.hasGiftCards) return;
  const orders = lists.giftCardOrders;
  if ((await orders.count()) <= few) await book.addGiftCardOrders(orders.each());
}

/**
 * The account's orders, for code that prepares shipments. The service is one source; anything that
 * has the orders at hand can be another.
 */
export interface ShipmentBooks {
  /** If they are at hand or few; for uses that can do without. */
  ifShort(): Promise<ShipmentBook | undefined>;
  /** However many there are. */
  whole(): Promise<ShipmentBook>;
  /** At least the gift card orders, to say why a row matches no order. */
  giftCards(): Promise<ShipmentBook>;
}

/** The orders for an upload, which may read them again after it has sent something. */
export interface UploadBooks extends ShipmentBooks {
  /** As they are now: however many there are, or undefined if they are not few. */
  afterwards(most: 'few' | 'all'): Promise<ShipmentBook | undefined>;
}

/** A book at hand, for every use. */
export function inHand(book: ShipmentBook): ShipmentBooks {
  const whole = async () => book;
  return { ifShort: whole, whole, giftCards: whole };
}

/** One order that was just read, for rows that all name it; the others are read if it is not enough. */
export function booksOfOne(
  order: BuyingGroupOrder,
  trackingNumbers: readonly string[],
  open: () => Promise<OrderLists>,
): UploadBooks {
  const others = serviceBooks(open);
  const { ifShort, whole } = inHand(bookOf([order]));
  return {
    ...others,
    ifShort,
    whole,
    async afterwards(most) {
      const now = await (await open()).buyingGroupOrders.get(order.id);
      const book = bookOf([now]);
      const orderNumber = now.orderNumber ?? '';
      const areThere = trackingNumbers.every((trackingNumber) =>
        book.isOnItsOrder({ retailer: now.retailer, orderNumber, trackingNumber }),
      );
      return areThere ? book : others.afterwards(most);
    },
  };
}

/** Reads the orders from the service on first use, once. */
export function serviceBooks(
  open: () => Promise<OrderLists>,
  progress?: WithProgress,
): UploadBooks {
  const read = async (onOrder?: () => void) =>
    readShipmentBook(await open(), { giftCards: false, onOrder });
  const task = { label: 'Reading', unit: 'orders' };
  const all = () => progress?.(task, ({ advance }) => read(() => advance())) ?? read();
  let whole: Promise<ShipmentBook> | undefined;
  let short: Promise<ShipmentBook | undefined> | undefined;
  return {
    async ifShort() {
      const book = await whole;
      if (book !== undefined) return book.size > few ? undefined : book;
      short ??= open().then(readIfFew);
      return short;
    },
    async whole() {
      whole ??= (async () => (await short?.catch(() => undefined)) ?? all())();
      return whole;
    },
    giftCards: once(async () => {
      // A book of its own: the other one must not change from one row of a file to the next.
      const book = new ShipmentBook();
      await book.addGiftCardOrders((await open()).giftCardOrders.each());
      return book;
    }),
    afterwards: async (most) => (most === 'all' ? all() : readIfFew(await open())),
  };
}
