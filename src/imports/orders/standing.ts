import { isSameName } from '../../contract/named';
import { Failure } from '../../failure';
import { daysBetween } from '../../lib/days';
import { isObject, type Members } from '../../lib/json';
import { dollarsForPeople } from '../../lib/words';
import type { AnyOrder } from '../../orders/kinds';
import type { OrderItem } from './types';

/** An order of a file beside the one that the account has under its number. */
export interface Comparison {
  /** What makes it another order, with both values; nothing if it is the same one. */
  readonly differs: readonly string[];
  /** Whether tax, shipping or discount differ, which is worth saying but makes no other order. */
  readonly otherAmounts: boolean;
}

/** How many there are in all for each unit price, cheapest first. */
function quantities(items: unknown): string {
  const byPrice = new Map<number, number>();
  for (const item of (Array.isArray(items) ? items : []).filter(isObject)) {
    const price = Number(item.unitPrice ?? 0);
    byPrice.set(price, (byPrice.get(price) ?? 0) + Number(item.quantity ?? 0));
  }
  const prices = [...byPrice].filter(([, quantity]) => quantity > 0);
  return prices
    .sort(([one], [other]) => one - other)
    .map(([price, quantity]) => `${quantity} × ${dollarsForPeople(price)}`)
    .join(' and ');
}

function isSameDay(one: string, other: string, fromMoment: boolean): boolean {
  return Math.abs(daysBetween(one, other)) <= (fromMoment ? 1 : 0);
}

/**
 * Compares what makes an order this one: date, retailer and line items. People go on working on the
 * rest. A day that came from a moment may be one off. What the service does not show proves nothing:
 * of a gift card order it need not show any of these.
 */
export function compare(order: Members, body: Members, fromMoment: boolean): Comparison {
  const fields: Readonly<
    Record<string, [string, (value: unknown) => string, (one: string, other: string) => boolean]>
  > = {
    orderDate: ['date', String, (one, other) => isSameDay(one, other, fromMoment)],
    retailer: ['retailer', String, isSameName],
    orderLineItems: ['line items', quantities, (one, other) => one === other],
  };
  const differs = Object.entries(fields).flatMap(([field, [words, shown, isSame]]) => {
    if (body[field] === undefined) return [];
    if (order[field] == null) return [`the service shows no ${words}`];
    const [is, wanted] = [shown(order[field]), shown(body[field])];
    return isSame(is, wanted) ? [] : [`${words} ${is}, not ${wanted}`];
  });
  const amounts = ['tax', 'shipping', 'discount'];
  return {
    differs,
    otherAmounts: amounts.some(
      (field) => field in order && field in body && order[field] !== body[field],
    ),
  };
}

/** What the account has under the number of an order in a file. */
export type Standing =
  | { readonly kind: 'new' }
  | { readonly kind: 'present'; readonly order: AnyOrder; readonly otherAmounts: boolean }
  | { readonly kind: 'differs'; readonly failure: Failure };

/** A row of the order that holds its body. */
type FirstRow = Pick<OrderItem, 'orderNumber' | 'body' | 'fromMoment'>;

export function standing(
  { orderNumber, body = {}, fromMoment }: FirstRow,
  order: AnyOrder | undefined,
): Standing {
  if (order === undefined) return { kind: 'new' };
  const { differs, otherAmounts } = compare(order, body, fromMoment === true);
  if (differs.length === 0) return { kind: 'present', order, otherAmounts };
  return {
    kind: 'differs',
    failure: differing(order.orderNumber ?? orderNumber, differs.join('; ')),
  };
}

/** Refuses an order whose number the account has for another one. */
export function differing(orderNumber: string, how: string): Failure {
  return new Failure({
    ending: 'conflict',
    code: 'differs',
    message: `The account's order ${orderNumber} differs: ${how}`,
  });
}
