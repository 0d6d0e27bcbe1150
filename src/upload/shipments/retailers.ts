import type { Shipment } from '../../contract/bodies';
import { Failure } from '../../failure';
import type { Draft } from '../spec';
import type { OrderBook, OrderBooks } from './order-book';

export interface RetailerOptions {
  readonly orders: OrderBooks;
  /** Takes every retailer from its order, whatever the file says. */
  readonly always: boolean;
}

/** The orders if they are few; undefined if they can't be read, since nothing depends on them. */
export async function softly(orders: OrderBooks): Promise<OrderBook | undefined> {
  try {
    return await orders.ifShort();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/**
 * The drafts with their retailers as the orders have them. A blank retailer is read from the order,
 * and a row without such an order is invalid. One that differs only in case, spaces or punctuation
 * is corrected if the orders are few; a real difference is left alone. Throws if a row needs the
 * orders and they can't be read.
 */
export async function* withRetailers(
  drafts: AsyncIterable<readonly Draft<Shipment>[]>,
  { orders, always }: RetailerOptions,
): AsyncGenerator<readonly Draft<Shipment>[]> {
  const isOpen = ({ item, invalid }: Draft<Shipment>) =>
    invalid === undefined && (always || item.retailer === '');
  let few: Promise<OrderBook | undefined> | undefined;
  for await (const batch of drafts) {
    const whole = batch.some(isOpen) ? await orders.whole() : undefined;
    const isUnmatched = (draft: Draft<Shipment>) =>
      isOpen(draft) && whole?.retailerOf(draft.item.orderNumber) === undefined;
    const giftCards = batch.some(isUnmatched) ? await orders.giftCards() : undefined;
    // Don't depend on the batches: the same file must yield the same rows.
    few ??= always ? Promise.resolve(undefined) : softly(orders);
    const book = await few;
    yield batch.map((draft) => {
      const { item } = draft;
      if (draft.invalid !== undefined) return draft;
      if (whole === undefined || !isOpen(draft)) {
        return book === undefined ? draft : { ...draft, item: book.withRetailerAsOrdered(item) };
      }
      const retailer = whole.retailerOf(item.orderNumber);
      if (retailer !== undefined) return { ...draft, item: { ...item, retailer } };
      const invalid = giftCards?.giftCardProblem(item.orderNumber) ?? whole.whyUnmatched(item);
      return { ...draft, invalid };
    });
  }
}
