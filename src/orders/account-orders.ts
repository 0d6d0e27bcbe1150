import type { Context } from '../context/context';
import type { BuyingGroupOrder } from '../contract/responses';
import { Failure } from '../failure';
import type { OrderItem } from '../imports/orders/types';
import type { Members } from '../lib/json';
import { once } from '../lib/once';
import { compare } from './compare';
import type { AnyOrder, OrderKind, OrderSource } from './kinds';
import { OrderBook } from './order-book';

/** The account's orders of a kind as they were when this run first asked, read once. */
export interface AccountOrders {
  byNumber(): Promise<ReadonlyMap<string, AnyOrder>>;
  /** The groups on them, as written. */
  groups(): Promise<readonly string[]>;
  /** Those of buying groups, to compare tracking numbers with. */
  book(): Promise<OrderBook>;
}

export function accountOrders(
  open: () => Promise<OrderSource>,
  { group }: Pick<OrderKind, 'group'>,
  { progress }: Pick<Context, 'progress'>,
): AccountOrders {
  const all = once(async () => {
    const source = await open();
    const orders: AnyOrder[] = [];
    await progress({ label: 'Reading orders', unit: 'orders' }, async ({ advance }) => {
      for await (const order of source.each()) {
        orders.push(order);
        advance();
      }
    });
    return orders;
  });
  return {
    byNumber: once(async () => {
      const numbered = (await all()).filter(({ orderNumber }) => orderNumber);
      return new Map(numbered.map((order) => [order.orderNumber?.trim() ?? '', order]));
    }),
    groups: once(async () => {
      const groups = (await all()).map((order) => (order as Members)[group]);
      return [...new Set(groups.filter((one) => typeof one === 'string'))];
    }),
    book: once(async () => {
      const book = new OrderBook({ giftCards: false });
      for (const order of await all()) book.addBuyingGroupOrder(order as BuyingGroupOrder);
      return book;
    }),
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
  found: AnyOrder | undefined,
): Standing {
  if (found === undefined) return { kind: 'new' };
  const { differs, otherAmounts } = compare(found, body, fromMoment === true);
  if (differs.length === 0) return { kind: 'present', order: found, otherAmounts };
  return { kind: 'differs', failure: differing(orderNumber, differs.join('; ')) };
}

/** Refuses an order whose number the account has for another one. */
export function differing(orderNumber: string, how: string): Failure {
  return new Failure({
    ending: 'conflict',
    code: 'differs',
    message: `The account's order ${orderNumber} differs: ${how}`,
  });
}
