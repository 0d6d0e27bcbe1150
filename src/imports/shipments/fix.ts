import type { Shipment } from '../../contract/bodies';
import { isOwn } from './cell-words';
import type { ShipmentDraft, ShipmentDrafts } from './read-shipments';
import type { ShipmentBooks } from './shipment-book';

/**
 * Corrects what the account's orders prove: an order number that lost its zeros or became an
 * exponent, if exactly one order has it, and a retailer that is not its order's. Never a tracking
 * number.
 */
export async function fixed(drafts: ShipmentDrafts, books: ShipmentBooks) {
  const done: ShipmentDraft[] = [];
  const changes: { line: number; change: string }[] = [];
  for await (const batch of drafts) {
    for (const draft of batch) {
      const item = await meant(draft, books);
      const fix = item && describeChange(draft.item, item);
      if (fix !== undefined) changes.push({ line: draft.line, change: fix });
      done.push(item === undefined ? draft : { ...draft, item, invalid: undefined, fix });
    }
  }
  return { drafts: done, changes };
}

/** The shipment that the row means; undefined if it is right as it is, or nobody can tell. */
async function meant({ item, invalid }: ShipmentDraft, books: ShipmentBooks) {
  if (invalid !== undefined && invalid.code !== 'no_such_order') return undefined;
  const book = await books.whole();
  const problem = book.whyUnmatched(item);
  if (problem === undefined) return undefined;
  let { orderNumber } = item;
  if (book.retailerOf(orderNumber) === undefined) {
    const giftCards = await books.giftCards();
    const all = [...book.restored(orderNumber), ...giftCards.restored(orderNumber)];
    const [only, another] = new Set(all);
    const isOfGiftCards = giftCards.giftCardProblem(orderNumber) !== undefined;
    if (only === undefined || another !== undefined || isOfGiftCards) return undefined;
    // Nor does the order's own number become a tracking number, which can't be taken back.
    if (isOwn(item.trackingNumber, only)) return undefined;
    orderNumber = only;
  }
  const retailer = book.retailerOf(orderNumber);
  return retailer === undefined ? undefined : { ...item, orderNumber, retailer };
}

/** `order number 00123456 for "123456", retailer Amazon for "Walmart"` */
function describeChange(before: Shipment, after: Shipment): string {
  const fields = [
    ['order number', before.orderNumber, after.orderNumber],
    ['retailer', before.retailer, after.retailer],
  ] as const;
  return fields
    .filter(([, was, is]) => was !== '' && was !== is)
    .map(([name, was, is]) => `${name} ${is} for "${was}"`)
    .join(', ');
}
