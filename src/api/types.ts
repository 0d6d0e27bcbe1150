import type {
  BuyingGroupOrderCreate,
  BuyingGroupOrderUpdate,
  GiftCardOrderCreate,
  GiftCardOrderUpdate,
  Shipment,
} from '../contract/bodies';
import type {
  BuyingGroupOrder,
  CreditCard,
  GiftCardOrder,
  Pagination,
  ResponseOf,
} from '../contract/responses';
import type { ReadResponse } from '../http/transport';

/** The service as the commands see it. Errors are `Failure`s; an interruption throws the signal's reason. */
export interface Api {
  readonly buyingGroupOrders: OrderCollection<
    BuyingGroupOrder,
    BuyingGroupOrderCreate,
    BuyingGroupOrderUpdate
  >;
  readonly giftCardOrders: OrderCollection<GiftCardOrder, GiftCardOrderCreate, GiftCardOrderUpdate>;
  readonly creditCards: Collection<CreditCard>;
  /**
   * One `POST /shipments` with 1 to 50 shipments. Repeating it is safe: tracking numbers already on an order
   * are skipped. Lost for good, it is `unknown` if an attempt may have been carried out, otherwise
   * `unavailable`.
   */
  addShipments(shipments: readonly Shipment[], options?: CallOptions): Promise<AddedShipments>;
  /** Any request below the base URL, with the account's credentials. */
  request(method: string, path: string, options?: RawOptions): Promise<RawResponse>;
  /** Every element of a list at any path; a response that is no list is an `unexpectedResponse`. */
  requestAll(path: string, options?: RawOptions): AsyncIterable<unknown>;
  /** Identifies the sandbox's sample account, another one after every reset. Only of the embedded service. */
  readonly sandboxAccount?: () => string;
  close(): Promise<void>;
}

export interface CallOptions {
  /** Ends the call as the run's own interruption does. */
  readonly signal?: AbortSignal;
  /** Awaited before every request of this call, retries included: the place for a journal. May throw. */
  readonly beforeTry?: () => void | Promise<void>;
}

export interface ListPage<T> {
  readonly data: readonly T[];
  readonly pagination: Pagination;
}

export interface ReadProgress {
  readonly read: number;
  /** Rows that will be returned, as far as the service has said. */
  readonly of: number;
  /** Rows in the whole list, wanted or not. */
  readonly total: number;
}

export interface ReadOptions extends CallOptions {
  readonly offset?: number;
  /** The most rows to return, by default all. Up to 100 take one request. */
  readonly limit?: number;
  readonly verify?: boolean;
  readonly onProgress?: (progress: ReadProgress) => void;
}

export interface Collection<T> {
  count(options?: CallOptions): Promise<number>;
  page(range: { limit: number; offset: number }, options?: CallOptions): Promise<ListPage<T>>;
  /**
   * The rows in the service's order as their pages of 100 arrive. If the list shifts, it is read again until
   * every id was returned once, else it throws exit 13. Leaving the loop early stops reading.
   */
  each(options?: ReadOptions): AsyncGenerator<T, void, undefined>;
}

export interface NumberedOrder {
  readonly id: string;
  readonly orderNumber: string;
}

export interface FindOptions extends CallOptions {
  /** Gets the other orders with a number that are read on the way: all if one is not found. */
  onOther?(order: NumberedOrder): void;
}

export interface Settled<T> {
  readonly data: T;
  /** Reading found the wanted state after a lost response. Codes can't be read back and stay unconfirmed. */
  readonly recovered: boolean;
}

export interface SettledUpdate<T> extends Settled<T> {
  /** True if a field that can be read does not have the value that was sent. */
  readonly differs: boolean;
}

export interface OrderCollection<T, Create, Update> extends Collection<T> {
  /** By id only; a 404 is a `notFound` failure. */
  get(id: string, options?: CallOptions): Promise<T>;
  /** Reads through the list, since the service has no search. By the number asked for. */
  findByNumbers(
    orderNumbers: readonly string[],
    options?: FindOptions,
  ): Promise<ReadonlyMap<string, T>>;
  /**
   * Creates one order, and never a second one. Ends as done (`recovered` if its response was lost), as a
   * `conflict` (another order has the number) or as `unknown`. A body without an order number can't be
   * settled: it is refused unless `safeRetry` is false, and then its loss is `unknown` at once.
   */
  create(body: Create, options?: CallOptions & { safeRetry?: boolean }): Promise<Settled<T>>;
  /**
   * Changes what the body names. Before a repetition, `guard` gets the order as it is and throws if the
   * update was meant for another state. Returns the order as it is afterwards, even if not every change was
   * made.
   */
  update(
    id: string,
    body: Update,
    options?: CallOptions & { guard?: ((order: T) => void | Promise<void>) | undefined },
  ): Promise<SettledUpdate<T>>;
}

export type AddedShipments = ResponseOf<'shipmentsAdded'>['data'] & {
  /** An earlier attempt was lost and may have added some already, so `addedCount` may be too low. */
  readonly repeated: boolean;
};

export interface RawOptions extends CallOptions {
  /** Added to any query in the path. */
  readonly query?: Readonly<Record<string, string>>;
  /** Any value: sent as JSON. */
  readonly body?: unknown;
}

/** The body is undefined if there is none. */
export type RawResponse = Pick<ReadResponse, 'status' | 'headers' | 'body'>;
