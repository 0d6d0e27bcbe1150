import type { Api } from '../api/types';
import type { Shipment } from '../contract/bodies';
import { limits } from '../contract/limits';
import { foldSpaces, lettersAndDigits, orderNumberKey, plainName } from '../lib/fold';
import { nearestNumber } from '../lib/suggest';
import { isRounded } from '../tabular/cells';
import type { Problem } from '../upload/spec';

export type OrderLists = Pick<Api, 'buyingGroupOrders' | 'giftCardOrders'>;

/** An order that an order number may mean. */
export type Fitting = Pick<Known, 'orderNumber' | 'kind'>;

/** What is kept of an order while shipments are compared with it. */
interface Known {
  readonly orderNumber: string;
  readonly retailer: string;
  readonly kind: 'buyingGroup' | 'giftCard';
}

/**
 * Numbers that differ in more than surrounding spaces are different numbers: what is reported about
 * an order, or a row on it, is about this one.
 */
function exact(text: string): string {
  return text.trim();
}

/** A tracking number and its order. */
interface Placed {
  readonly orderNumber: string;
  readonly trackingNumber: string;
}

/** Whether two retailers differ only in case, spaces and punctuation. */
export function isSameRetailer(one: string, other: string): boolean {
  const plain = plainName(one);
  return plain === '' ? one === other : plain === plainName(other);
}

/** Why a row is refused that names a retailer which is not its order's. */
export function otherRetailer(orderNumber: string, own: string, named: string): string {
  return `Order ${orderNumber} is from "${own}", not "${named}"`;
}

/** The order's own retailer, if this is why the row was refused. */
export function ownRetailerIn(message: string, { orderNumber, retailer }: Shipment) {
  const [front = '', back = ''] = otherRetailer(orderNumber, '\n', retailer).split('\n');
  const isIt = message.startsWith(front) && message.endsWith(back);
  return isIt ? message.slice(front.length, -back.length) : undefined;
}

/** Why a row is refused that names no order. */
export function noSuchOrder(orderNumber: string): string {
  return `No buying group order ${orderNumber}`;
}

/**
 * Comparisons with order numbers to spend on suggestions: less than a second. A file for another account
 * would otherwise compare every row with every order. Rows after that get no suggestion.
 */
const affordable = 2_000_000;

/** The account's orders, as far as shipments need them. */
export class OrderBook {
  /** By exact number: numbers that differ only in case are different orders. */
  readonly #byNumber = new Map<string, Known>();
  /** By folded tracking number: where it is. */
  readonly #tracking = new Map<string, readonly Placed[]>();
  /** The numbers of the buying group orders by folded number. */
  #numbers: ReadonlyMap<string, string> | undefined;
  /** The orders by the key of their number; built when it is needed. */
  #byKey: Map<string, Known[]> | undefined;
  #compared = 0;
  #hasGiftCards: boolean;

  /** `giftCards`: whether the gift card orders are added too, so that an unknown number is on neither. */
  constructor({ giftCards }: { readonly giftCards: boolean }) {
    this.#hasGiftCards = giftCards;
  }

  addBuyingGroupOrder(order: {
    readonly orderNumber: string | null;
    readonly retailer: string;
    readonly trackingNumbers: readonly { readonly trackingNumber: string }[];
  }): void {
    const { orderNumber, retailer, trackingNumbers } = order;
    if (orderNumber === null) return;
    this.#add({ orderNumber, retailer, kind: 'buyingGroup' });
    for (const { trackingNumber } of trackingNumbers) {
      const key = foldSpaces(trackingNumber);
      this.#tracking.set(key, [...this.#placesOf(trackingNumber), { orderNumber, trackingNumber }]);
    }
  }

  addGiftCardOrder(orderNumber: string | null | undefined, retailer: string | undefined): void {
    if (typeof orderNumber !== 'string') return;
    this.#add({ orderNumber, retailer: retailer ?? '', kind: 'giftCard' });
  }

  #add(order: Known): void {
    this.#byNumber.set(exact(order.orderNumber), order);
    this.#byKey = undefined;
  }

  /** Whether an unknown number is on no order of either kind. */
  get hasGiftCards(): boolean {
    return this.#hasGiftCards;
  }

  /** Adds all gift card orders. */
  async addGiftCardOrders(
    orders: AsyncIterable<{
      readonly orderNumber?: string | null | undefined;
      readonly retailer?: string | undefined;
    }>,
  ): Promise<void> {
    for await (const { orderNumber, retailer } of orders) {
      this.addGiftCardOrder(orderNumber, retailer);
    }
    this.#hasGiftCards = true;
  }

  /** How many orders have a number. */
  get orders(): number {
    return this.#byNumber.size;
  }

  /** Whether the number is on the order that the shipment names. */
  isOnItsOrder({ orderNumber, trackingNumber }: Shipment): boolean {
    return this.#placesOf(trackingNumber).some(
      (place) =>
        exact(place.orderNumber) === exact(orderNumber) &&
        exact(place.trackingNumber) === exact(trackingNumber),
    );
  }

  /**
   * Whether the number is or may be on the order: if no order has exactly this order number, one
   * that differs only in case and the like counts.
   */
  mayBeOnItsOrder({ orderNumber, trackingNumber }: Shipment): boolean {
    const same = this.#byNumber.has(exact(orderNumber)) ? exact : foldSpaces;
    return this.#placesOf(trackingNumber).some(
      (place) => same(place.orderNumber) === same(orderNumber),
    );
  }

  /** Another order that has the shipment's tracking number. */
  otherOrderWith({ orderNumber, trackingNumber }: Shipment): string | undefined {
    return this.#placesOf(trackingNumber).find(
      (place) => exact(place.orderNumber) !== exact(orderNumber),
    )?.orderNumber;
  }

  /** Whether what should be a tracking number is the number of another order. */
  isOtherOrder({ orderNumber, trackingNumber }: Shipment): boolean {
    return (
      exact(trackingNumber) !== exact(orderNumber) && this.#byNumber.has(exact(trackingNumber))
    );
  }

  #placesOf(trackingNumber: string): readonly Placed[] {
    return this.#tracking.get(foldSpaces(trackingNumber)) ?? [];
  }

  /** Whether the row seems to mean some buying group order; cheap, for many rows. */
  seemsToMatch({ retailer, orderNumber }: Shipment): boolean {
    const known = this.#byNumber.get(exact(orderNumber));
    return known?.kind === 'buyingGroup' && isSameRetailer(known.retailer, retailer);
  }

  /**
   * The orders whose number is this one in another spelling; none if an order has exactly this
   * number, or if a spreadsheet made an exponent of it. An order that has the digits of its `.0` too
   * is one of them beside others, but does not fit by itself.
   */
  fitting(orderNumber: string): readonly Fitting[] {
    if (this.#byNumber.has(exact(orderNumber)) || isRounded(exact(orderNumber))) return [];
    const key = orderNumberKey(orderNumber);
    const fits = this.#withKey(key);
    const whole = lettersAndDigits(orderNumber);
    return fits.length === 0 || whole === key ? fits : [...fits, ...this.#withKey(whole)];
  }

  /**
   * The numbers of the orders that have this one with its zeros restored, or with the digits of its
   * exponent.
   */
  restored(orderNumber: string): readonly string[] {
    const [, mantissa = '', exponent] = /^([\d.,]+)[eE]\+?(\d+)$/.exec(exact(orderNumber)) ?? [];
    const digits = mantissa.replace(',', '.').split('.')[1]?.length ?? 0;
    const bare = exact(orderNumber).replace(/\.0+$/, '');
    const isMeant = (own: string) =>
      exponent === undefined
        ? own.length > bare.length && own === bare.padStart(own.length, '0')
        : Number(own).toExponential(digits) ===
          `${mantissa.replace(',', '.')}e+${Number(exponent)}`;
    if (exponent === undefined ? !/^\d+$/.test(bare) : digits > 20) return [];
    return [...this.#byNumber.keys()].filter((own) => /^\d+$/.test(own) && isMeant(own));
  }

  #withKey(key: string): readonly Known[] {
    if (this.#byKey === undefined) {
      this.#byKey = new Map();
      for (const order of this.#byNumber.values()) {
        const own = orderNumberKey(order.orderNumber);
        const alike = this.#byKey.get(own);
        if (alike === undefined) this.#byKey.set(own, [order]);
        else alike.push(order);
      }
    }
    return key === '' ? [] : (this.#byKey.get(key) ?? []);
  }

  /** The retailer of a buying group order; undefined if there is no such order. */
  retailerOf(orderNumber: string): string | undefined {
    const known = this.#byNumber.get(exact(orderNumber));
    return known?.kind === 'buyingGroup' ? known.retailer : undefined;
  }

  /** The shipment with the retailer spelled as on its order, if it is the same retailer. */
  withRetailerAsOrdered(shipment: Shipment): Shipment {
    const retailer = this.retailerOf(shipment.orderNumber);
    if (retailer === undefined || retailer === shipment.retailer) return shipment;
    return isSameRetailer(retailer, shipment.retailer) ? { ...shipment, retailer } : shipment;
  }

  /** The problem with an order number if it is a gift card order's. */
  giftCardProblem(orderNumber: string): Problem | undefined {
    const known = this.#byNumber.get(exact(orderNumber));
    if (known?.kind !== 'giftCard') return undefined;
    return {
      code: 'gift_card_order',
      message: `Order ${known.orderNumber} is a gift card order, which takes no tracking numbers`,
    };
  }

  /** Why a shipment would match no order, with what was probably meant; undefined if it matches. */
  whyUnmatched(shipment: Shipment): Problem | undefined {
    if (this.seemsToMatch(shipment)) return undefined;
    const { retailer, orderNumber } = shipment;
    const problem = this.giftCardProblem(orderNumber);
    if (problem !== undefined) return problem;
    const known = this.#byNumber.get(exact(orderNumber));
    if (known !== undefined) {
      return {
        code: 'other_retailer',
        message: otherRetailer(known.orderNumber, known.retailer, retailer),
      };
    }
    const near = this.#nearestTo(orderNumber);
    return {
      code: 'no_such_order',
      message: `${noSuchOrder(orderNumber)}${near === undefined ? '' : `; the nearest is ${near}`}`,
    };
  }

  #nearestTo(orderNumber: string): string | undefined {
    this.#numbers ??= new Map(
      [...this.#byNumber.values()].flatMap(({ kind, orderNumber: number }) =>
        kind === 'buyingGroup' ? [[foldSpaces(number), number] as const] : [],
      ),
    );
    const alike = this.#numbers.get(foldSpaces(orderNumber));
    if (alike !== undefined || this.#compared >= affordable) return alike;
    this.#compared += this.#numbers.size;
    return nearestNumber(orderNumber, [...this.#numbers.values()]);
  }
}

/** Reads all buying group orders, and gift card orders too if they must be distinguished. */
export async function readOrderBook(
  lists: OrderLists,
  { giftCards, onOrder }: { giftCards: boolean; onOrder?: (() => void) | undefined },
): Promise<OrderBook> {
  const book = new OrderBook({ giftCards });
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

/**
 * How many pages are worth reading to find out what happened to rows: about as many as a search
 * costs.
 */
const fewPages = 10;
const { maximum } = limits.pageSize;

/** Reads the buying group orders if they are few; undefined if not. */
export async function readShortOrderBook(lists: OrderLists): Promise<OrderBook | undefined> {
  const { data, pagination } = await lists.buyingGroupOrders.page({ limit: maximum, offset: 0 });
  if (pagination.totalCount > fewPages * maximum) return undefined;
  if (data.length !== pagination.totalCount) return readOrderBook(lists, { giftCards: false });
  const book = new OrderBook({ giftCards: false });
  for (const order of data) book.addBuyingGroupOrder(order);
  return book;
}

/** Adds the gift card orders to a book if they are few. */
export async function addFewGiftCards(book: OrderBook, lists: OrderLists): Promise<void> {
  if (book.hasGiftCards) return;
  const orders = lists.giftCardOrders;
  if ((await orders.count()) <= fewPages * maximum) await book.addGiftCardOrders(orders.each());
}

/**
 * The account's orders, for code that prepares shipments. The service is one source; anything that
 * has the orders at hand can be another.
 */
export interface OrderBooks {
  /** If they are at hand or few; for uses that can do without. */
  ifShort(): Promise<OrderBook | undefined>;
  /** However many there are. */
  whole(): Promise<OrderBook>;
  /** At least the gift card orders, to say why a row matches no order. */
  giftCards(): Promise<OrderBook>;
}

/** The orders for an upload, which may read them again after it has sent something. */
export interface UploadOrders extends OrderBooks {
  /** As they are now: however many there are, or undefined if they are not few. */
  afterwards(most: 'few' | 'all'): Promise<OrderBook | undefined>;
}

type ReadOrder = Parameters<OrderBook['addBuyingGroupOrder']>[0] & { readonly id: string };

/** One order that was just read, for rows that all name it; the others are read if it is not enough. */
export function ordersOfOne(
  order: ReadOrder,
  trackingNumbers: readonly string[],
  open: () => Promise<OrderLists>,
): UploadOrders {
  const others = serviceOrders(open);
  const bookOf = (one: ReadOrder) => {
    const book = new OrderBook({ giftCards: false });
    book.addBuyingGroupOrder(one);
    return book;
  };
  const known = async () => bookOf(order);
  return {
    ...others,
    ifShort: known,
    whole: known,
    async afterwards(most) {
      const now = await (await open()).buyingGroupOrders.get(order.id);
      const book = bookOf(now);
      const orderNumber = now.orderNumber ?? '';
      const areThere = trackingNumbers.every((trackingNumber) =>
        book.isOnItsOrder({ retailer: now.retailer, orderNumber, trackingNumber }),
      );
      return areThere ? book : others.afterwards(most);
    },
  };
}

/** Reads the orders from the service on first use, once. */
export function serviceOrders(open: () => Promise<OrderLists>): UploadOrders {
  let short: Promise<OrderBook | undefined> | undefined;
  let whole: Promise<OrderBook> | undefined;
  let giftCards: Promise<OrderBook> | undefined;
  return {
    async ifShort() {
      const read = await whole;
      if (read !== undefined) return read.orders > fewPages * maximum ? undefined : read;
      short ??= open().then(readShortOrderBook);
      return short;
    },
    async whole() {
      whole ??= (async () =>
        (await short?.catch(() => undefined)) ??
        readOrderBook(await open(), { giftCards: false }))();
      return whole;
    },
    async giftCards() {
      giftCards ??= (async () => {
        // A book of its own: the other one must not change from one row of a file to the next.
        const book = new OrderBook({ giftCards: true });
        await book.addGiftCardOrders((await open()).giftCardOrders.each());
        return book;
      })();
      return giftCards;
    },
    async afterwards(most) {
      const lists = await open();
      return most === 'all'
        ? readOrderBook(lists, { giftCards: false })
        : readShortOrderBook(lists);
    },
  };
}
