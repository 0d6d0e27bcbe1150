import { isInState } from '../api/same-state';
import type { Session } from '../context/context';
import { Failure } from '../failure';
import { once } from '../lib/once';
import { type AnyOrder, type OrderBody, type OrderKind, ordersOf } from './kinds';
import { type OrderFinder, orderFinder, readId } from './lookup';

/** The orders that a file names, read together before anything is sent. */
export interface CurrentOrders {
  /** Throws `notFound` for a name that belongs to no order. */
  find(name: string): Promise<AnyOrder>;
  /** The same, but undefined if there is no such order. */
  look(name: string): Promise<AnyOrder | undefined>;
  /** For an update: takes ids from what was read, but reads an order itself at that moment. */
  readonly finder: OrderFinder;
}

const ordersAPage = 100;

/** Reads the whole list if that takes fewer requests than reading every id. */
async function byId(
  ids: ReadonlySet<string>,
  { api }: Session,
  kind: OrderKind,
): Promise<ReadonlyMap<string, AnyOrder>> {
  const found = new Map<string, AnyOrder>();
  const orders = ordersOf(api, kind);
  if (ids.size < 3 || ids.size <= Math.ceil((await orders.count()) / ordersAPage)) return found;
  for await (const order of orders.each()) {
    if (ids.has(order.id)) found.set(order.id, order);
    if (found.size === ids.size) break;
  }
  return found;
}

async function unlessNotFound<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Failure && error.ending === 'notFound') return undefined;
    throw error;
  }
}

export function currentOrders(
  names: readonly string[],
  session: Session,
  { kind, by }: { readonly kind: OrderKind; readonly by: 'id' | 'number' | undefined },
): CurrentOrders {
  const orders = ordersOf(session.api, kind);
  const listed = orderFinder(names, session, { kind, by, verb: 'update' });
  const typedIds = by === 'number' ? [] : names.flatMap((one) => readId(one) ?? []);
  const known = once(() => byId(new Set(typedIds), session, kind));
  const read = new Map<string, Promise<AnyOrder>>();
  const findAfresh = async (name: string) =>
    (await known()).get(readId(name) ?? '') ?? listed.find(name);
  const find = (name: string) => {
    const asked = read.get(name) ?? findAfresh(name);
    read.set(name, asked);
    return asked;
  };
  return {
    find,
    look: (name) => unlessNotFound(find(name)),
    finder: {
      find: async (name) => orders.get((await find(name)).id),
      findId: async (name) => (await find(name)).id,
    },
  };
}

/** The fields of a body that differ from the order, including any that can't be read back. */
export function changesOf(body: OrderBody, order: AnyOrder): OrderBody {
  const differing = Object.entries(body).filter(
    ([field, value]) => !(field in order) || !isInState(order, { [field]: value }),
  );
  return Object.fromEntries(differing);
}
