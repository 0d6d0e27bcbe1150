import type { Shipment } from '../../contract/bodies';
import { isSameName } from '../../contract/named';
import { Failure } from '../../failure';
import { unlessItFails } from '../../lib/once';
import { severalFit } from '../../orders/number-index';
import { isOwn } from './cell-words';
import type { ShipmentDraft, ShipmentDrafts } from './read-shipments';
import type { ShipmentBook, ShipmentBooks } from './shipment-book';

export interface AsOrderedOptions {
  readonly orders: ShipmentBooks;
  /** Takes every retailer from its order, whatever the file says. */
  readonly always: boolean;
  /** Called for a row that gets its order's own number, with the row as it was. */
  onRespelled?(row: ShipmentDraft, orderNumber: string): void;
  /** Called if the orders can't be read; the rows are then passed on as they are. */
  onUnread?(failure: Failure): void;
}

/** The orders if they are few; undefined if they can't be read, since nothing depends on them. */
export function softly(orders: ShipmentBooks): Promise<ShipmentBook | undefined> {
  return unlessItFails(() => orders.ifShort());
}

/** An order number that people or programs wrote in their own way: `#821`, `821.0`, `112–55`, `bby01-8`. */
const respelled = /^#|^\d+\.0+$|[a-z]|[^\x20-\x7e]/;

/**
 * The drafts with retailer and order number as the orders have them. A blank retailer is read from
 * the order, and a row without such an order is invalid. A retailer that differs only in case,
 * spaces or punctuation is corrected if the orders are few; a real difference is left alone. An
 * order number that no order has, and that is one order's in another spelling, becomes that order's;
 * if it is that of several, the row is invalid. Throws if a row needs the orders and they can't be
 * read, unless `onUnread` takes the failure.
 */
export async function* asOrdered(
  drafts: ShipmentDrafts,
  { orders, always, onRespelled, onUnread }: AsOrderedOptions,
): AsyncGenerator<readonly ShipmentDraft[]> {
  const isOpen = ({ item, invalid }: ShipmentDraft) =>
    invalid === undefined && (always || item.retailer === '');
  const needsOrders = (draft: ShipmentDraft) =>
    isOpen(draft) || (draft.invalid === undefined && respelled.test(draft.item.orderNumber));
  // Don't depend on the batches: the same file must yield the same rows.
  let few: Promise<ShipmentBook | undefined> | undefined;
  for await (const batch of drafts) {
    yield await corrected(batch).catch((error: unknown) => {
      if (onUnread === undefined || !(error instanceof Failure)) throw error;
      onUnread(error);
      return batch;
    });
  }

  async function corrected(batch: readonly ShipmentDraft[]) {
    const whole = batch.some(needsOrders) ? await orders.whole() : undefined;
    few ??= always ? Promise.resolve(undefined) : softly(orders);
    const short = await few;
    const done: ShipmentDraft[] = [];
    for (const draft of batch) {
      const book = needsOrders(draft) ? whole : short;
      if (draft.invalid !== undefined || book === undefined) done.push(draft);
      else done.push(asExactly(draft, book) ?? (await asFitting(draft, book)));
    }
    return done;
  }

  /** Undefined if no order has exactly the number; most rows wait for nothing. */
  function asExactly(draft: ShipmentDraft, book: ShipmentBook): ShipmentDraft | undefined {
    const { item } = draft;
    const retailer = book.retailerOf(item.orderNumber);
    if (retailer === undefined) return undefined;
    const isOrders = isOpen(draft) || isSameName(retailer, item.retailer);
    if (!isOrders || retailer === item.retailer) return draft;
    return { ...draft, item: { ...item, retailer } };
  }

  async function asFitting(draft: ShipmentDraft, book: ShipmentBook): Promise<ShipmentDraft> {
    const { item } = draft;
    const fits = book.fitting(item.orderNumber);
    if (fits.length === 0 && !isOpen(draft)) return draft;
    // A gift card order may have the number too.
    const giftCards = isOpen(draft)
      ? await orders.giftCards()
      : await unlessItFails(() => orders.giftCards());
    const giftCard = giftCards?.giftCardProblem(item.orderNumber);
    if (giftCards === undefined || giftCard !== undefined) {
      return isOpen(draft) ? { ...draft, invalid: giftCard } : draft;
    }
    const all = [...fits, ...giftCards.fitting(item.orderNumber)];
    const [only] = all.map(({ orderNumber }) => orderNumber);
    if (only === undefined) return { ...draft, invalid: book.whyUnmatched(item) };
    if (all.some(({ orderNumber }) => orderNumber !== only)) {
      return { ...draft, invalid: severalFit(item.orderNumber, all) };
    }
    const moved = asExactly({ ...draft, item: { ...item, orderNumber: only } }, book);
    if (moved === undefined) return { ...draft, invalid: giftCards.giftCardProblem(only) };
    onRespelled?.(draft, only);
    return moved;
  }
}

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
