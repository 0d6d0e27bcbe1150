import type { Api } from '../../api/api';
import type { Shipment } from '../../contract/bodies';
import { limits } from '../../contract/limits';
import type { Problem, UploadRow, UploadSpec } from '../spec';
import {
  type OrderBook,
  type OrderLists,
  type OrderSource,
  readOrderBook,
  serviceOrders,
} from './order-book';

export type ShipmentsApi = OrderLists & Pick<Api, 'addShipments'>;

/** Rows in their order, as many a request as the service takes. */
export async function* fullRequests<Item>(rows: AsyncIterable<UploadRow<Item>>) {
  let batch: UploadRow<Item>[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < limits.shipments.maximum) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * One text for all that a shipment is: the lengths say where each part ends, whatever is in it. Put
 * together by `join`, it takes a third of the memory of a template: a million of them are kept.
 */
export function identityOf({ trackingNumber, orderNumber, retailer }: Shipment): string {
  const { length } = trackingNumber;
  return [length, orderNumber.length, trackingNumber, orderNumber, retailer].join();
}

/** Tracking numbers for buying group orders, fifty a request. The service is asked for when needed. */
export function shipmentsKind(
  openApi: () => Promise<ShipmentsApi>,
  orders: OrderSource = serviceOrders(openApi),
): UploadSpec<Shipment> {
  let wholeBook: OrderBook | undefined;

  return {
    name: 'shipments',
    columns: {
      retailer: ({ retailer }) => retailer,
      orderNumber: ({ orderNumber }) => orderNumber,
      trackingNumber: ({ trackingNumber }) => trackingNumber,
    },
    identity: identityOf,
    batches: fullRequests,
    divisible: true,
    // To send them once more is safe ("Add shipments", 3), so it does not matter whether this is.
    async send(items, { beforeTry }) {
      const api = await openApi();
      const { addedCount, repeated } = await api.addShipments(items, { beforeTry });
      return { added: addedCount, repeated };
    },
    async unmatched(items) {
      const book = wholeBook ?? (await orders.ifShort());
      return book === undefined
        ? undefined
        : items.flatMap((item, position) => (book.seemsToMatch(item) ? [] : [position]));
    },
    async whereabouts(rows) {
      wholeBook = await readOrderBook(await openApi(), { giftCards: false });
      const own = new Set<number>();
      const elsewhere = new Map<number, string>();
      for await (const { index, item } of rows) {
        const other = wholeBook.otherOrderWith(item);
        if (wholeBook.isOnItsOrder(item)) own.add(index);
        else if (other !== undefined) elsewhere.set(index, other);
      }
      return { own, elsewhere };
    },
    async explain(items) {
      const book = wholeBook ?? (await orders.ifShort());
      return items.map((item) => book?.whyUnmatched(item)?.message);
    },
    async objections(rows) {
      const book = await readOrderBook(await openApi(), { giftCards: true });
      const found = new Map<number, Problem>();
      for await (const { index, item } of rows) {
        const problem = book.whyUnmatched(item);
        if (problem !== undefined) found.set(index, problem);
      }
      return found;
    },
  };
}
