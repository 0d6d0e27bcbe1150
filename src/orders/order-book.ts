import type { NumberedOrder } from '../api/types';
import { knownNames } from '../contract/named';
import type { StoredOrderKind } from '../contract/order-kinds';
import { Failure } from '../failure';
import { once, onceEach, unlessItFails } from '../lib/once';
import { numberHint } from '../lib/suggest';
import { quotedWord } from '../lib/words';
import type { WithProgress } from '../output/progress';
import type { Notices } from '../output/screen';
import {
  type AnyOrder,
  type OrderKind,
  type OrderLists,
  type Orders,
  ordersOf,
  otherKind,
} from './kinds';
import { type By, type Reference, readReference } from './lookup';
import type { NameField } from './meant-names';
import { NumberIndex, respelledNotice, severalFit } from './number-index';

/** Finds ids by order number without reading the list; as hints, since each order is read anyway. */
export interface NumberHints {
  idsByNumber(
    kind: StoredOrderKind,
    orderNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}

export interface BookOptions {
  readonly kind: OrderKind;
  /** The reading of what was typed, if not by its form. */
  readonly by?: By;
  readonly mirror?: () => Promise<NumberHints>;
  /** For a hint; `get` by default. */
  readonly verb?: 'get' | 'update' | 'add';
  /** Reads the whole list if that takes fewer requests than reading every id. */
  readonly together?: boolean;
}

/** The only way to find orders of the account by what people type or files contain. */
export type OrderBook = ReturnType<typeof orderBook>;

const ordersAPage = 100;

/** Orders by exact number, and an index of all that were read. */
async function withNumbers(orders: Orders, numbers: readonly string[]) {
  const read: NumberedOrder[] = [];
  const found = await orders.findByNumbers(numbers, { onOther: (one) => read.push(one) });
  for (const [orderNumber, { id }] of found) read.push({ id, orderNumber });
  return { found, index: once(() => new NumberIndex(read)) };
}

/**
 * A book of the orders that `typed` names, looked up together in one reading of the list. Throws a usage
 * failure for a text that can't be what `by` says it is.
 */
export function orderBook(
  typed: readonly string[],
  api: OrderLists,
  { kind, by, mirror, verb = 'get', together = false }: BookOptions,
) {
  const orders = ordersOf(api, kind);
  const others = ordersOf(api, otherKind(kind));
  const references = typed.map((one) => readReference(one, by));
  const numbers = references.flatMap(({ name, isId }) => (isId ? [] : name));
  const ids = new Set(references.flatMap(({ name, isId }) => (isId ? name : [])));
  const spellings = new Map<string, string>();

  const hinted = once(async () => {
    if (mirror === undefined || numbers.length === 0) return new Map<string, AnyOrder>();
    const hints = await (await mirror()).idsByNumber(kind.stored, numbers);
    const read = [...hints].map(async ([orderNumber, id]) => {
      const order = await unlessItFails(() => orders.get(id), 'notFound');
      return order?.orderNumber?.trim() === orderNumber ? [[orderNumber, order] as const] : [];
    });
    return new Map((await Promise.all(read)).flat());
  });
  const listed = once(async () => {
    const known = await hinted();
    const missing = numbers.filter((one) => !known.has(one));
    const { found, index } = await withNumbers(orders, missing);
    return { found: new Map([...known, ...found]), index };
  });
  const elsewhere = once(async () => {
    const { found } = await listed();
    const missing = numbers.filter((one) => !found.has(one));
    return withNumbers(others, missing);
  });
  const listedIds = once(async () => {
    const found = new Map<string, AnyOrder>();
    const isCheaper = async () => ids.size > Math.ceil((await orders.count()) / ordersAPage);
    if (!together || ids.size < 3 || !(await isCheaper())) return found;
    for await (const order of orders.each()) {
      if (ids.has(order.id)) found.set(order.id, order);
      if (found.size === ids.size) break;
    }
    return found;
  });

  async function numbered(orderNumber: string): Promise<AnyOrder | NumberedOrder> {
    const { found, index } = await listed();
    const order = found.get(orderNumber);
    if (order !== undefined) return order;
    const fits = index().fitting(orderNumber);
    // Without a fitting order, the others only help a user who confused the two kinds.
    const there = fits.length === 0 ? await unlessItFails(elsewhere) : await elsewhere();
    if (there?.found.has(orderNumber)) throw misplaced(orderNumber, kind, verb);
    const all = [...fits, ...(there?.index().fitting(orderNumber) ?? [])];
    const [only, ...more] = all;
    if (only === undefined) throw unknownNumber(orderNumber, kind, index());
    if (more.length > 0) {
      const hint = 'Type the number exactly as the order has it, or the id.';
      throw new Failure({ ending: 'usage', ...severalFit(orderNumber, all), hint });
    }
    if (fits.length === 0) throw misplaced(only.orderNumber, kind, verb);
    spellings.set(orderNumber, only.orderNumber.trim());
    return only;
  }

  async function identified(id: string): Promise<AnyOrder> {
    const order = (await listedIds()).get(id);
    if (order !== undefined) return order;
    try {
      return await orders.get(id);
    } catch (error) {
      if (!(error instanceof Failure) || error.ending !== 'notFound') throw error;
      const isOther = (await unlessItFails(() => others.get(id))) !== undefined;
      const { status, requestId } = error;
      const unknown = new Failure({
        ...missing,
        message: `The account has no ${kind.words} with the id ${id}`,
        hint: `For recent orders and their ids, run waybill ${kind.noun} list --fields orderNumber,id.`,
      });
      const failure = isOther ? misplaced(id, kind, verb) : unknown;
      throw failure.with({ status, requestId });
    }
  }

  async function read({ name, isId }: Reference): Promise<AnyOrder> {
    if (isId) return identified(name);
    const order = await numbered(name);
    return spellings.has(name) ? orders.get(order.id) : (order as AnyOrder);
  }

  const asked = new Map<string, Promise<AnyOrder>>();
  const find = (one: string) => {
    const order = asked.get(one) ?? read(readReference(one, by));
    asked.set(one, order);
    return order;
  };
  return {
    /** The order as first read. Throws `notFound`, or a usage failure if several orders fit. */
    find,
    /** The same, but undefined if there is no such order. */
    look: (one: string) => unlessItFails(() => find(one), 'notFound'),
    fresh: async (one: string) => orders.get((await find(one)).id),
    /** Only the id. Sends no request if an id was typed. */
    async idOf(one: string) {
      const { name, isId } = readReference(one, by);
      return isId ? name : (await numbered(name)).id;
    },
    /** The order if the mirror knows its number: the list is not read. */
    known: async (orderNumber: string) => (await hinted()).get(orderNumber),
    /** Says which numbers were found in another spelling. */
    sayRespelled({ notice }: Pick<Notices, 'notice'>) {
      const [first] = spellings;
      if (first !== undefined) notice(respelledNotice(spellings.size, ...first));
    },
  };
}

const missing = { ending: 'notFound', code: 'not_found' } as const;

function misplaced(called: string, kind: OrderKind, verb: BookOptions['verb']): Failure {
  const { words, noun } = otherKind(kind);
  if (verb === 'add') {
    const message = `Order ${called} is a ${words}, which takes no tracking numbers`;
    const hint = `To see it, run waybill ${noun} get ${quotedWord(called)}.`;
    return new Failure({ ...missing, message, hint });
  }
  const message = `"${called}" is a ${words}, not a ${kind.words}`;
  const hint = `Use waybill ${noun} ${verb} ${quotedWord(called)}.`;
  return new Failure({ ...missing, message, hint });
}

function unknownNumber(
  orderNumber: string,
  { words, noun }: OrderKind,
  others: NumberIndex<NumberedOrder>,
): Failure {
  const numbers = Array.from(others.values(), (one) => one.orderNumber);
  const near = numberHint(orderNumber, numbers);
  return new Failure({
    ...missing,
    message: `The account has no ${words} with the number "${orderNumber}"`,
    hint: `${near}To search for part of a number, run waybill ${noun} list --search <text>.`,
  });
}

type OrderWithNumber = AnyOrder & { readonly orderNumber: string };

/** All orders of a kind as they were when this run first asked, read once. */
function allOrders(
  open: () => Promise<OrderLists>,
  kind: OrderKind,
  progress: WithProgress,
  unread?: () => Promise<OrderLists>,
) {
  const all = once(() =>
    progress({ label: 'Reading orders', unit: 'orders' }, async ({ advance }) => {
      const orders = new Map<string, AnyOrder>();
      for await (const order of ordersOf(await open(), kind).each()) {
        orders.set(order.id, order);
        advance();
      }
      const fresh = unread && ordersOf(await unread(), kind);
      const newest = await fresh?.page({ limit: ordersAPage, offset: 0 });
      for (const order of newest?.data ?? []) orders.set(order.id, order);
      return [...orders.values()];
    }),
  );
  return {
    all,
    index: once(async () => {
      const isNumbered = (order: AnyOrder): order is OrderWithNumber => Boolean(order.orderNumber);
      return new NumberIndex((await all()).filter(isNumbered));
    }),
    /** Their groups with those that are known by name, or their retailers. */
    names: onceEach(async (field: NameField) => {
      const texts = (await all()).map((order) => order[field]);
      const names = texts.filter((one) => typeof one === 'string');
      return knownNames(field === 'retailer' ? [] : kind.featured, names);
    }),
  };
}

/** The account's orders of a kind and those of the other kind, with the names on them. */
export type AccountOrders = ReturnType<typeof ordersOfBoth>;

/** `unread` opens the service if a mirror is read: what was created since its sync is on the first page. */
export function ordersOfBoth(
  open: () => Promise<OrderLists>,
  kind: OrderKind,
  progress: WithProgress,
  unread?: () => Promise<OrderLists>,
) {
  const own = allOrders(open, kind, progress, unread);
  const other = allOrders(open, otherKind(kind), progress, unread);
  return { own, other };
}
