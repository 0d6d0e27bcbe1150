import type { Api } from '../../api/api';
import { Failure } from '../../failure';
import type { AnyOrder } from './filter';
import { type OrderKind, otherKind } from './kinds';
import { ordersOf } from './orders-of';
import { type Reference, readReference } from './reference';

function notFound(reference: Reference, kind: OrderKind, misplaced: boolean): Failure {
  const other = otherKind(kind);
  const called = 'id' in reference ? reference.id : reference.orderNumber;
  const details = { ending: 'notFound', code: 'not_found' } as const;
  if (misplaced) {
    return new Failure({
      ...details,
      message: `"${called}" is a ${other.words}, not a ${kind.words}`,
      hint: `Use waybill ${other.noun} for it: waybill ${other.noun} get ${called}`,
    });
  }
  return new Failure({
    ...details,
    message:
      'id' in reference
        ? `The account has no ${kind.words} with the id ${called}`
        : `The account has no ${kind.words} with the number "${called}"`,
    hint: `waybill ${kind.noun} list --search <text> looks for part of a number.`,
  });
}

/**
 * Looks among the orders of the other kind. That is a courtesy to whoever mistook one for the other:
 * where it fails, nothing is taken from what is known already.
 */
async function unlessItFails<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Finds orders by what the user calls them. */
export interface OrderFinder {
  /** The order as the service has it now. Throws `notFound`, naming the other kind where it is one. */
  find(typed: string): Promise<AnyOrder>;
  /** Its id alone: asks nothing where an id was typed. */
  findId(typed: string): Promise<string>;
}

export interface FinderOptions {
  readonly kind: OrderKind;
  readonly api: Api;
  readonly by: 'id' | 'number' | undefined;
  /** Read each order when it is asked for: the list that told the id may be old by then. */
  readonly fresh?: boolean;
}

/**
 * A finder for these orders. The service knows no search by number, so the numbers among them are
 * looked for together, in one reading of the list. Throws a usage failure for a text that can't be
 * what `by` says it is.
 */
export function orderFinder(
  typed: readonly string[],
  { kind, api, by, fresh = false }: FinderOptions,
): OrderFinder {
  const orders = ordersOf(api, kind);
  const others = ordersOf(api, otherKind(kind));
  const references = typed.map((one) => readReference(one, by));
  const numbers = references.flatMap((one) => ('orderNumber' in one ? [one.orderNumber] : []));
  const byNumber = once(() => orders.findByNumbers(numbers));
  const misplacedByNumber = once(async () => {
    const found = await byNumber();
    const missing = numbers.filter((one) => !found.has(one));
    return unlessItFails(() => others.findByNumbers(missing));
  });

  async function listed(orderNumber: string): Promise<AnyOrder> {
    const order = (await byNumber()).get(orderNumber);
    if (order !== undefined) return order;
    const misplaced = (await misplacedByNumber())?.has(orderNumber) === true;
    throw notFound({ orderNumber }, kind, misplaced);
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
      throw notFound(reference, kind, misplaced).with({ status, requestId });
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

/** The function's result, worked out when first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
