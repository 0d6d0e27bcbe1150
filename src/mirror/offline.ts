import type { Api, Collection, OrderCollection } from '../api/api';
import type { BuyingGroupOrder, CreditCard, GiftCardOrder } from '../contract/responses';
import { Failure, usageFailure } from '../failure';
import type { Kind } from './kinds';
import type { Database } from './libsql';

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

/** Finds an order's id by its number; undefined if the mirror has none. Shared numbers are rare. */
export function lookUpNumber(
  database: Database,
  kind: 'order' | 'giftcard',
  orderNumber: string,
): string | undefined {
  const named = (number: string) =>
    database
      .prepare(
        `SELECT id FROM base_orders WHERE ${number} = ? AND kind = ? AND gone_at IS NULL LIMIT 2`,
      )
      .all([orderNumber.trim(), kind]) as { id: string }[];
  const exact = named('order_number');
  // Spaces around a number don't count, as online; no index knows the number without them.
  const [found, another] = exact.length > 0 ? exact : named('trim(order_number)');
  return another === undefined ? found?.id : undefined;
}

function offlineList<T>(database: Database, kind: Kind): Collection<T> {
  const { from } = tables[kind];
  const keysOf = (offset: number, limit: number) =>
    database
      .prepare(`SELECT key FROM ${from} ORDER BY place, key LIMIT ? OFFSET ?`)
      .raw()
      // To SQLite, a negative limit is none.
      .all([Number.isFinite(limit) ? limit : -1, offset]) as [number][];
  const count = () => (database.prepare(`SELECT count(*) FROM ${from}`).raw().get() as [number])[0];
  const bodies = database.prepare(
    'SELECT body FROM json_each(?) k JOIN bodies b ON b.key = k.value ORDER BY k.key',
  );
  const read = (keys: readonly [number][]) =>
    (bodies.raw().all([JSON.stringify(keys.map(([key]) => key))]) as [string][]).map(
      ([body]) => JSON.parse(body) as T,
    );
  return {
    count: async () => count(),
    async *each({ offset = 0, limit = Number.POSITIVE_INFINITY, onProgress } = {}) {
      const total = count();
      const keys = keysOf(offset, limit);
      for (let start = 0; start < keys.length; start += chunk) {
        const rows = read(keys.slice(start, start + chunk));
        onProgress?.({ read: start + rows.length, of: keys.length, total });
        yield* rows;
      }
    },
    page: async ({ limit, offset }) => {
      const data = read(keysOf(offset, limit));
      return { data, pagination: { limit, offset, totalCount: count() } };
    },
  };
}

/** The mirror is only a copy: nothing can be sent to the service through it. */
async function refuseToSend(): Promise<never> {
  throw usageFailure("--offline reads the mirror and can't send anything to the service");
}

function offlineOrders<T>(
  database: Database,
  kind: 'order' | 'giftcard',
): OrderCollection<T, never, never> {
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
        hint: 'To look it up at the service, leave out --offline.',
      });
    },
    findByNumber: async (orderNumber) => findByNumber(orderNumber),
    create: refuseToSend,
    update: refuseToSend,
    findByNumbers: async (orderNumbers) => {
      const found = orderNumbers.map((number) => [number, findByNumber(number)] as const);
      return new Map(found.filter((one): one is readonly [string, T & {}] => one[1] !== undefined));
    },
  };
}

/**
 * The account as of the last sync, read like the service: the same objects in the same order.
 * `database` is open for reading. Until it is closed, every read sees the same state, whatever a
 * sync writes in the meantime.
 */
export function createOfflineApi(database: Database): Api {
  database.exec('BEGIN');
  return {
    buyingGroupOrders: offlineOrders<BuyingGroupOrder>(database, 'order'),
    giftCardOrders: offlineOrders<GiftCardOrder>(database, 'giftcard'),
    creditCards: offlineList<CreditCard>(database, 'card'),
    addShipments: refuseToSend,
    request: refuseToSend,
    requestAll: () => ({ [Symbol.asyncIterator]: () => ({ next: refuseToSend }) }),
    close: async () => {},
  };
}
