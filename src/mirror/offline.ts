import type { Api, Collection, NumberedOrder, OrderCollection } from '../api/types';
import { type OrderKindNames, orderKinds, type StoredOrderKind } from '../contract/order-kinds';
import type { BuyingGroupOrder, CreditCard, GiftCardOrder } from '../contract/responses';
import { Failure, usageFailure } from '../failure';
import { responseChecks } from '../generated/response-checks';
import { groupBy, once } from '../lib/once';
import { DamagedBody } from './faults';
import { type Kind, presentOf } from './kinds';
import type { Database } from './libsql';
import { keepState, selectedRows, selectedValue, selectedValues } from './state';

const chunk = 500;

const listOf = {
  order: 'buyingGroupOrderList',
  giftcard: 'giftCardOrderList',
  card: 'creditCardList',
} as const;

/** Stored bodies, checked like a response of the service. Throws if another program has changed one. */
function bodiesIn<T>(texts: readonly string[], kind: Kind): readonly T[] {
  const pagination = { limit: 0, offset: 0, totalCount: 0 };
  try {
    const data = texts.map((text) => JSON.parse(text) as T);
    if (responseChecks[listOf[kind]]({ data, pagination })) return data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DamagedBody(`the body of a ${kind} has another shape`);
}

/** Characters that `trim` removes, for SQLite, whose own `trim` knows only spaces. */
const whitespace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** An order's number without the spaces around it, which no index knows. */
export const bareNumber = `trim(order_number, '${whitespace}')`;

/** Finds ids by order number, spaces around it aside; not those that several orders have. */
export function lookUpNumbers(
  database: Database,
  kind: StoredOrderKind,
  orderNumbers: readonly string[],
): ReadonlyMap<string, string> {
  const find = (condition: string) =>
    database.prepare(
      `SELECT order_number AS orderNumber, id FROM ${presentOf(kind)} AND ${condition}`,
    );
  const exact = find('order_number = ?');
  const spaced = once(() => {
    const all = find(`order_number <> ${bareNumber}`).all([]) as NumberedOrder[];
    return groupBy(all, ({ orderNumber }) => orderNumber.trim());
  });
  return new Map(
    orderNumbers.flatMap((number) => {
      const same = exact.all([number.trim()]) as NumberedOrder[];
      const [found, ...others] = same.length > 0 ? same : (spaced().get(number.trim()) ?? []);
      return found === undefined || others.length > 0 ? [] : [[number, found.id] as const];
    }),
  );
}

function offlineList<T>(database: Database, kind: Kind): Collection<T> {
  const from = presentOf(kind);
  const keysOf = (offset: number, limit: number) =>
    selectedValues<number>(
      database,
      `SELECT key FROM ${from} ORDER BY place, key LIMIT ? OFFSET ?`,
      // To SQLite, a negative limit is none.
      [Number.isFinite(limit) ? limit : -1, offset],
    );
  const count = () => selectedValue<number>(database, `SELECT count(*) FROM ${from}`) ?? 0;
  const bodies = database
    .prepare('SELECT body FROM json_each(?) k JOIN bodies b ON b.key = k.value ORDER BY k.key')
    .pluck();
  const read = (keys: readonly number[]) =>
    bodiesIn<T>(bodies.all([JSON.stringify(keys)]) as string[], kind);
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
    page: async ({ limit, offset }) => ({
      data: read(keysOf(offset, limit)),
      pagination: { limit, offset, totalCount: count() },
    }),
  };
}

/** The mirror is only a copy: nothing can be sent to the service through it. */
async function refuseToSend(): Promise<never> {
  throw usageFailure("--offline reads the mirror and can't send anything to the service");
}

function offlineOrders<T>(
  database: Database,
  { stored: kind, words }: OrderKindNames,
): OrderCollection<T, never, never> {
  const find = (id: string) => {
    const key = `SELECT key FROM ${presentOf(kind)} AND id = ?`;
    const bodies = `SELECT body FROM bodies WHERE key IN (${key})`;
    return bodiesIn<T>(selectedValues<string>(database, bodies, [id]), kind)[0];
  };
  return {
    ...offlineList<T>(database, kind),
    get: async (id) => {
      const found = find(id);
      if (found !== undefined) return found;
      throw new Failure({
        ending: 'notFound',
        code: 'not_found',
        message: `The mirror has no ${words} ${id}`,
        hint: 'To look it up at the service, leave out --offline.',
      });
    },
    create: refuseToSend,
    update: refuseToSend,
    async findByNumbers(orderNumbers, { onOther } = {}) {
      const found = [...lookUpNumbers(database, kind, orderNumbers)].flatMap(([number, id]) => {
        const order = find(id);
        return order === undefined ? [] : [[number, order] as const];
      });
      if (onOther !== undefined && found.length < orderNumbers.length) {
        const numbers = selectedRows<NumberedOrder>(
          database,
          `SELECT id, order_number AS orderNumber FROM ${presentOf(kind)} AND order_number <> ''`,
        );
        for (const one of numbers) onOther(one);
      }
      return new Map(found);
    },
  };
}

/** The account as of the last sync, read like the service, and in one state whatever a sync writes. */
export function createOfflineApi(database: Database): Api {
  keepState(database);
  return {
    buyingGroupOrders: offlineOrders<BuyingGroupOrder>(database, orderKinds.buyingGroup),
    giftCardOrders: offlineOrders<GiftCardOrder>(database, orderKinds.giftCard),
    creditCards: offlineList<CreditCard>(database, 'card'),
    addShipments: refuseToSend,
    request: refuseToSend,
    requestAll: () => ({ [Symbol.asyncIterator]: () => ({ next: refuseToSend }) }),
    close: async () => {},
  };
}
