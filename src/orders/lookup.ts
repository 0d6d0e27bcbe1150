import { choice, refuseSharedStdin } from '../cli/flag';
import type { Context, Session } from '../context/context';
import { Failure, usageFailure } from '../failure';
import { readInputFile } from '../input/input-file';
import { once } from '../lib/once';
import { numberHint } from '../lib/suggest';
import { textIn } from '../lib/text-file';
import { plainCell, plainIdentifier } from '../tabular/cells';
import { type AnyOrder, type OrderKind, type Orders, ordersOf, otherKind } from './kinds';
import { forEachOf, type NameResult } from './several';

/** How to read `<order>`: as the service's id or as an order number. */
export type Reference = { readonly id: string } | { readonly orderNumber: string };

type By = 'id' | 'number' | undefined;

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id that was typed, as the service writes it; undefined if it is not one. */
export function readId(typed: string): string | undefined {
  const text = typed.trim();
  return uuidForm.test(text) ? text.toLowerCase() : undefined;
}

export const byFlag = choice('<reading>', 'Read <order> as an id or as an order number', [
  'id',
  'number',
]);

/** Reads `<order>`: a uuid is an id, anything else an order number, unless `by` forces one. */
export function readReference(typed: string, by: By): Reference {
  const text = typed.trim();
  if (text === '') throw usageFailure('An order id or number is empty');
  if (by === 'number') return { orderNumber: text };
  const id = readId(text);
  if (id !== undefined) return { id };
  if (by === 'id') throw usageFailure(`"${typed}" is not an order id: an id is a UUID`);
  return { orderNumber: text };
}

/** The orders that were named, each once. Throws a usage failure for what can't name one. */
export function orderNames(typed: readonly string[], by: By): readonly string[] {
  const references = typed.map((one) => readReference(one, by));
  return [...new Set(references.map((one) => ('id' in one ? one.id : one.orderNumber)))];
}

/**
 * Finds orders by number without reading the service's list, for example in the mirror. The result
 * is only a hint: the order is then read by its id and its number compared.
 */
export interface OrderLookup {
  /** Ids by order number; unknown numbers are left out. */
  idsByNumber(
    kind: OrderKind,
    orderNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}

/** Looks numbers up in the account's mirror, if there is one. */
export function mirrorLookup(context: Pick<Context, 'mirror'>): OrderLookup {
  return {
    idsByNumber: async ({ noun }, orderNumbers) => {
      if (orderNumbers.length === 0) return new Map();
      const kind = noun === 'orders' ? 'order' : 'giftcard';
      return (await context.mirror()).idsByNumber(kind, orderNumbers);
    },
  };
}

/** Finds orders by what the user typed. */
export interface OrderFinder {
  /**
   * The order as the service has it now. Throws `notFound`, and says so if it is of the other kind.
   */
  find(typed: string): Promise<AnyOrder>;
  /** Only the id. Sends no request if an id was typed. */
  findId(typed: string): Promise<string>;
}

export interface FinderOptions {
  readonly kind: OrderKind;
  readonly by: By;
  /** Read each order on demand, since the list that gave the id may be out of date by then. */
  readonly fresh?: boolean;
  /** What the user does with the orders, for a hint; `get` by default. */
  readonly verb?: 'get' | 'update';
  readonly lookup?: OrderLookup;
}

/**
 * A finder for these orders. The service can't search by number, so all numbers are looked up
 * together in one reading of the list, unless a lookup knows them. Throws a usage failure for a
 * text that can't be what `by` says it is.
 */
export function orderFinder(
  typed: readonly string[],
  { api }: Pick<Session, 'api'>,
  { kind, by, fresh = false, lookup, verb = 'get' }: FinderOptions,
): OrderFinder {
  const orders = ordersOf(api, kind);
  const others = ordersOf(api, otherKind(kind));
  const references = typed.map((one) => readReference(one, by));
  const numbers = references.flatMap((one) => ('orderNumber' in one ? [one.orderNumber] : []));
  const otherNumbers: string[] = [];
  const onOther = (orderNumber: string) => otherNumbers.push(orderNumber);
  const byNumber = once(async () => {
    const hinted = lookup === undefined ? [] : await lookUp(orders, kind, numbers, lookup);
    const found = new Map(hinted);
    const rest = numbers.filter((one) => !found.has(one));
    return new Map([...found, ...(await orders.findByNumbers(rest, { onOther }))]);
  });

  const misplacedByNumber = once(async () => {
    const found = await byNumber();
    const missing = numbers.filter((one) => !found.has(one));
    return unlessItFails(() => others.findByNumbers(missing));
  });

  async function listed(orderNumber: string): Promise<AnyOrder> {
    const order = (await byNumber()).get(orderNumber);
    if (order !== undefined) return order;
    const misplaced = (await misplacedByNumber())?.has(orderNumber) === true;
    throw notFound({ orderNumber }, kind, misplaced && verb, otherNumbers);
  }

  async function find(one: string): Promise<AnyOrder> {
    const reference = readReference(one, by);
    if ('orderNumber' in reference) {
      const order = await listed(reference.orderNumber);
      return fresh ? orders.get(order.id) : order;
    }
    try {
      return await orders.get(reference.id);
    } catch (error) {
      if (!(error instanceof Failure) || error.ending !== 'notFound') throw error;
      const misplaced = (await unlessItFails(() => others.get(reference.id))) !== undefined;
      const { status, requestId } = error;
      throw notFound(reference, kind, misplaced && verb).with({ status, requestId });
    }
  }

  return {
    find,
    async findId(one) {
      const reference = readReference(one, by);
      return 'id' in reference ? reference.id : (await listed(reference.orderNumber)).id;
    },
  };
}

/** For every name, in order: the order that was found, or why it was not. */
export function findOrders(
  session: Session,
  kind: OrderKind,
  names: readonly string[],
  { by, lookup }: { readonly by: By; readonly lookup: OrderLookup },
): Promise<readonly NameResult<AnyOrder>[]> {
  const finder = orderFinder(names, session, { kind, by, lookup });
  return forEachOf(names, session.settings.concurrency, (one) => finder.find(one));
}

/** The orders that a lookup points to, as the service has them now. Drops wrong hints. */
export async function lookUp(
  orders: Orders,
  kind: OrderKind,
  numbers: readonly string[],
  lookup: OrderLookup,
): Promise<readonly (readonly [string, AnyOrder])[]> {
  const ids = await lookup.idsByNumber(kind, numbers);
  const asked = [...ids].map(async ([orderNumber, id]) => {
    try {
      const order = await orders.get(id);
      return order.orderNumber?.trim() === orderNumber ? [[orderNumber, order] as const] : [];
    } catch (error) {
      if (error instanceof Failure && error.ending === 'notFound') return [];
      throw error;
    }
  });
  return (await Promise.all(asked)).flat();
}

function notFound(
  reference: Reference,
  kind: OrderKind,
  misplaced: 'get' | 'update' | false,
  otherNumbers: readonly string[] = [],
): Failure {
  const other = otherKind(kind);
  const called = 'id' in reference ? reference.id : reference.orderNumber;
  const details = { ending: 'notFound', code: 'not_found' } as const;
  if (misplaced !== false) {
    return new Failure({
      ...details,
      message: `"${called}" is a ${other.words}, not a ${kind.words}`,
      hint: `Use waybill ${other.noun} ${misplaced} ${called}.`,
    });
  }
  return new Failure({
    ...details,
    message:
      'id' in reference
        ? `The account has no ${kind.words} with the id ${called}`
        : `The account has no ${kind.words} with the number "${called}"`,
    hint:
      'id' in reference
        ? `For recent orders and their ids, run waybill ${kind.noun} list --fields orderNumber,id.`
        : `${numberHint(called, otherNumbers)}To search for part of a number, run waybill ${kind.noun} list --search <text>.`,
  });
}

/**
 * Searches the orders of the other kind, only to help a user who confused the two: if that fails,
 * the original failure is still reported.
 */
async function unlessItFails<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** The orders that a command line names, without repetitions. */
export interface NamedOrders {
  readonly names: readonly string[];
  /** Whether exactly one was named: one is printed as an object, several as a list. */
  readonly single: boolean;
}

interface Naming {
  readonly kind: OrderKind;
  readonly verb: 'get' | 'update';
  readonly by: 'id' | 'number' | undefined;
  readonly context: Context;
}

/**
 * Refuses two `-` on one command line before anything is read. `files` is the other flags that can
 * read standard input, by label.
 */
export function refuseTwoInputs(
  typed: readonly string[],
  files: Readonly<Record<string, string | undefined>> = {},
): void {
  const dashes = typed.filter((one) => one === '-');
  if (dashes.length > 1) throw usageFailure('Standard input (-) can be used only once');
  refuseSharedStdin({ '<order>': dashes[0], ...files });
}

/** A page of the list is enough to pick from. */
const offered = 20;

/** Reads `<order>...`, where `-` is a list on standard input, one per line. */
export async function namedOrders(typed: readonly string[], naming: Naming): Promise<NamedOrders> {
  const { kind, verb, by, context } = naming;
  refuseTwoInputs(typed);
  if (typed.length === 0) return { names: [await pickOrder(kind, verb, context)], single: true };
  if (!typed.includes('-')) return { names: orderNames(typed, by), single: typed.length === 1 };
  const { bytes, name } = await readInputFile('-', context.world);
  const piped = textIn(bytes, name)
    .split(/\r\n|\n|\r/)
    .map((line) => plainIdentifier(plainCell(line)))
    .filter((line) => line !== '');
  const all = typed.flatMap((one) => (one === '-' ? piped : [one]));
  if (all.length === 0) {
    throw usageFailure('Standard input contains no orders', {
      hint: `Pipe in one id or order number per line, for example from waybill ${kind.noun} list --fields id -o tsv --no-header.`,
    });
  }
  return { names: orderNames(all, by), single: false };
}

/** The service's newest orders, from the mirror if it is fresh. */
async function newestOrders(kind: OrderKind, context: Context): Promise<readonly AnyOrder[]> {
  const { api } = (await (await context.mirror()).sessionIfFresh()) ?? (await context.session());
  const { data } = await ordersOf(api, kind).page({ limit: offered, offset: 0 });
  return data;
}

/** Offers the first orders of the list to pick from; throws exit 2 if waybill can't prompt. */
async function pickOrder(kind: OrderKind, verb: string, context: Context): Promise<string> {
  const line = `waybill ${kind.noun} ${verb}`;
  const missing = usageFailure(`${line} needs <order>: an id or order number`, {
    hint: `Usage: ${line} <order>... [flags]`,
  });
  const questions = await context.questions();
  if (!questions.possible) throw missing;
  const orders = await newestOrders(kind, context);
  if (orders.length === 0) throw missing;
  return questions.choose({
    question: `Which ${kind.words}?`,
    what: `a ${kind.words}`,
    flag: `${line} <order>`,
    options: orders.map(({ id, orderNumber, retailer, orderDate, status }) => ({
      value: id,
      label: [orderNumber ?? id, retailer].filter(Boolean).join('  '),
      hint: [orderDate, status].filter(Boolean).join(', '),
    })),
  });
}
