import type { BuyingGroupOrder, CreditCard, GiftCardOrder } from '../contract/responses';
import { Failure } from '../failure';
import type { Database } from './libsql';
import type { Kind } from './state';

/** A list as the mirror holds it: the very objects that the service sent, in its order. */
export interface OfflineList<T> {
  each(options?: {
    readonly offset?: number;
    readonly limit?: number;
  }): AsyncGenerator<T, void, undefined>;
  page(range: { readonly limit: number; readonly offset: number }): Promise<{
    readonly data: readonly T[];
    readonly pagination: {
      readonly limit: number;
      readonly offset: number;
      readonly totalCount: number;
    };
  }>;
}

export interface OfflineOrders<T> extends OfflineList<T> {
  /** Throws a `notFound` failure (exit 6). */
  get(id: string): Promise<T>;
  findByNumber(orderNumber: string): Promise<T | undefined>;
  findByNumbers(orderNumbers: readonly string[]): Promise<ReadonlyMap<string, T>>;
}

/** Reads like the client's lists, from the mirror instead of the service. */
export interface OfflineSource {
  readonly buyingGroupOrders: OfflineOrders<BuyingGroupOrder>;
  readonly giftCardOrders: OfflineOrders<GiftCardOrder>;
  readonly creditCards: OfflineList<CreditCard>;
}

const chunk = 500;

const tables = {
  order: {
    from: "base_orders WHERE kind = 'order' AND gone_at IS NULL",
    words: 'buying group order',
  },
  giftcard: {
    from: "base_orders WHERE kind = 'giftcard' AND gone_at IS NULL",
    words: 'gift card order',
  },
  card: { from: 'base_cards WHERE gone_at IS NULL', words: 'card' },
} as const;

/** An order's id by its number; undefined where the mirror has none. Several share a number rarely. */
export function lookUpNumber(
  database: Database,
  kind: 'order' | 'giftcard',
  orderNumber: string,
): string | undefined {
  const rows = database
    .prepare(
      'SELECT id FROM base_orders WHERE order_number = ? AND kind = ? AND gone_at IS NULL LIMIT 2',
    )
    .all([orderNumber.trim(), kind]) as { id: string }[];
  return rows.length === 1 ? rows[0]?.id : undefined;
}

function offlineList<T>(database: Database, kind: Kind): OfflineList<T> {
  const { from } = tables[kind];
  const keysOf = () =>
    database.prepare(`SELECT key FROM ${from} ORDER BY place, key`).raw().all() as [number][];
  const bodies = database.prepare(
    'SELECT body FROM json_each(?) k JOIN bodies b ON b.key = k.value ORDER BY k.key',
  );
  const read = (keys: readonly [number][]) =>
    (bodies.raw().all([JSON.stringify(keys.map(([key]) => key))]) as [string][]).map(
      ([body]) => JSON.parse(body) as T,
    );
  return {
    async *each({ offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      const keys = keysOf().slice(offset, offset + limit);
      for (let start = 0; start < keys.length; start += chunk) {
        yield* read(keys.slice(start, start + chunk));
      }
    },
    page: async ({ limit, offset }) => {
      const keys = keysOf();
      const data = read(keys.slice(offset, offset + limit));
      return { data, pagination: { limit, offset, totalCount: keys.length } };
    },
  };
}

function offlineOrders<T>(database: Database, kind: 'order' | 'giftcard'): OfflineOrders<T> {
  const find = (id: string) => {
    const row = database
      .prepare(
        `SELECT body FROM base_orders JOIN bodies USING (key)
         WHERE id = ? AND kind = ? AND gone_at IS NULL`,
      )
      .get([id, kind]) as { body: string } | undefined;
    return row === undefined ? undefined : (JSON.parse(row.body) as T);
  };
  const findByNumber = (orderNumber: string) => {
    const id = lookUpNumber(database, kind, orderNumber);
    return id === undefined ? undefined : find(id);
  };
  return {
    ...offlineList<T>(database, kind),
    get: async (id) => {
      const found = find(id);
      if (found !== undefined) return found;
      throw new Failure({
        ending: 'notFound',
        code: 'not_found',
        message: `The mirror has no ${tables[kind].words} ${id}`,
        hint: 'Without --offline the service is asked.',
      });
    },
    findByNumber: async (orderNumber) => findByNumber(orderNumber),
    findByNumbers: async (orderNumbers) => {
      const found = orderNumbers.map((number) => [number, findByNumber(number)] as const);
      return new Map(found.filter((one): one is readonly [string, T & {}] => one[1] !== undefined));
    },
  };
}

/**
 * The account as of the last sync. `database` is open for reading; until it is closed all reads see
 * the same state, whatever a sync writes meanwhile.
 */
export function createOfflineSource(database: Database): OfflineSource {
  database.exec('BEGIN');
  return {
    buyingGroupOrders: offlineOrders<BuyingGroupOrder>(database, 'order'),
    giftCardOrders: offlineOrders<GiftCardOrder>(database, 'giftcard'),
    creditCards: offlineList<CreditCard>(database, 'card'),
  };
}
