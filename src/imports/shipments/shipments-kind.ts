import type { Api } from '../../api/types';
import type { Shipment } from '../../contract/bodies';
import { limits } from '../../contract/limits';
import type { Ending } from '../../exit-codes';
import { plainField } from '../../lib/fold';
import { inBatches } from '../../lib/once';
import type { OrderLists } from '../../orders/kinds';
import type { Problem, Remedy, UploadRow, UploadSpec } from '../../upload/spec';
import type { ShipmentDrafts } from './read-shipments';
import {
  addFewGiftCards,
  readShipmentBook,
  type ShipmentBook,
  serviceBooks,
  type UploadBooks,
} from './shipment-book';

export type ShipmentsApi = OrderLists & Pick<Api, 'addShipments'>;

/** Rows in order, as many per request as the service accepts. */
const fullRequests = (rows: AsyncIterable<UploadRow<Shipment>>) =>
  inBatches(rows, limits.shipments.maximum);

/**
 * One text that identifies a shipment: the lengths mark where each part ends, whatever it contains.
 * Built with `join`, it takes a third of the memory of a template literal: a million of them are
 * kept.
 */
export function identityOf({ trackingNumber, orderNumber, retailer }: Shipment): string {
  const { length } = trackingNumber;
  return [length, orderNumber.length, trackingNumber, orderNumber, retailer].join();
}

export const shipmentResults = {
  retailer: ({ retailer }: Shipment) => retailer,
  orderNumber: ({ orderNumber }: Shipment) => orderNumber,
  trackingNumber: ({ trackingNumber }: Shipment) => trackingNumber,
};

/** True if one name is a part of the other: `amazon.com` and `Amazon`. */
function isAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [plainField(one), plainField(other)].sort(
    (left, right) => left.length - right.length,
  );
  return short !== '' && long.includes(short);
}

function remedy({ item, code, about }: Problem & { readonly item: Shipment }): Remedy | undefined {
  if (code === 'other_retailer') {
    return {
      what: `${item.retailer} for orders of ${about}`,
      ofAll: 'retailers that are not those of their orders',
      // An unlike store more often means a wrong order number.
      advice: isAlike(item.retailer, about ?? '')
        ? 'add --retailer-from-order'
        : 'check their order numbers',
    };
  }
  if (code === 'no_such_order') {
    const what = 'no order of the account';
    const advice = 'correct the number (--fix restores lost zeros), or create the order';
    return { what, ofAll: what, advice };
  }
  if (code !== 'spreadsheet_number') return undefined;
  const what = 'numbers that a spreadsheet destroyed';
  return { what, ofAll: what, advice: 'format their column as text there, and enter them again' };
}

const onNoOrder: Problem = {
  code: 'not_found_afterwards',
  message: 'The service accepted it, but no order has it',
};

const onOtherOrder = (order: string): Problem => ({
  code: 'on_other_order',
  message: `Already on order ${order}, not on this one`,
});

/** Tracking numbers for buying group orders, fifty per request. The service is opened on first use. */
export function shipmentsKind(
  openApi: () => Promise<ShipmentsApi>,
  orders: UploadBooks = serviceBooks(openApi),
): UploadSpec<Shipment> {
  /** The latest reading. */
  let book: ShipmentBook | undefined;
  /** True if nothing was sent since. */
  let isCurrent = false;
  let hasSent = false;

  function keep(found: ShipmentBook | undefined): ShipmentBook | undefined {
    book = found ?? book;
    isCurrent = found !== undefined;
    return found;
  }

  async function read(most: 'few' | 'all'): Promise<ShipmentBook | undefined> {
    if (isCurrent) return book;
    // Orders read for the retailers are a reading from before anything was sent.
    if (!hasSent) return keep(await (most === 'all' ? orders.whole() : orders.ifShort()));
    return keep(await orders.afterwards(most));
  }

  return {
    name: 'shipments',
    columns: shipmentResults,
    identity: identityOf,
    batches: fullRequests,
    divisible: true,
    // Sending them again is safe ("Add shipments", 3), so it does not matter whether this is a
    // repeat.
    async send(items, { beforeTry }) {
      const api = await openApi();
      hasSent = true;
      isCurrent = false;
      const { addedCount, repeated } = await api.addShipments(items, { beforeTry });
      return { added: addedCount, repeated };
    },
    async unmatched(items) {
      // Only a hint, so an earlier reading will do.
      const known = book ?? (await orders.ifShort());
      return known === undefined
        ? undefined
        : items.flatMap((item, position) => (known.seemsToMatch(item) ? [] : [position]));
    },
    async whereabouts(rows, most) {
      const found = await read(most);
      if (found === undefined) return undefined;
      const own = new Set<number>();
      const elsewhere = new Map<number, Problem>();
      const nowhere = new Map<number, Problem>();
      for await (const { index, item } of rows) {
        if (found.isOnItsOrder(item)) own.add(index);
        else if (found.mayBeOnItsOrder(item)) continue;
        else {
          const other = found.otherOrderWith(item);
          if (other === undefined) nowhere.set(index, onNoOrder);
          else elsewhere.set(index, onOtherOrder(other));
        }
      }
      return { own, elsewhere, nowhere };
    },
    async explain(items) {
      const known = book ?? (await orders.ifShort());
      if (known === undefined) return [];
      const isMissing = (item: Shipment) => known.whyUnmatched(item)?.code === 'no_such_order';
      // A gift card order may have the number.
      if (items.some(isMissing)) await addFewGiftCards(known, await openApi());
      return items.map((item) => known.whyUnmatched(item));
    },
    remedy,
    async objections(rows) {
      const known = await readShipmentBook(await openApi(), { giftCards: true });
      keep(known);
      const found = new Map<number, Problem>();
      for await (const { index, item } of rows) {
        const problem = known.whyUnmatched(item);
        if (problem !== undefined) found.set(index, problem);
      }
      return found;
    },
  };
}

/**
 * The requests for a file, without sending any: for a dry run. With `objections`, the upload is all
 * or nothing: an invalid row, or one that matches no order, leaves no requests.
 */
export async function planRequests(
  drafts: ShipmentDrafts,
  objections?: UploadSpec<Shipment>['objections'],
) {
  const invalid: { line: number; message: string }[] = [];
  const seen = new Set<string>();
  async function* sendable(): AsyncGenerator<UploadRow<Shipment>> {
    let index = 0;
    for await (const chunk of drafts) {
      for (const draft of chunk) {
        const row = index++;
        if (draft.invalid !== undefined) {
          invalid.push({ line: draft.line, message: draft.invalid.message });
          continue;
        }
        const key = identityOf(draft.item);
        if (seen.has(key)) continue;
        seen.add(key);
        yield { ...draft, index: row };
      }
    }
  }
  const requests: (readonly Shipment[])[] = [];
  const planned: UploadRow<Shipment>[] = [];
  for await (const rows of fullRequests(sendable())) {
    requests.push(rows.map(({ item }) => item));
    if (objections !== undefined) planned.push(...rows);
  }
  if (objections !== undefined) {
    if (invalid.length > 0) return { requests: [], invalid, ending: 'usage' as const };
    const unmatched = await objections(planned);
    const refused = planned.flatMap(({ index, line }) => {
      const problem = unmatched.get(index);
      return problem === undefined ? [] : [{ line, message: problem.message }];
    });
    if (refused.length > 0) return { requests: [], invalid: refused, ending: 'partly' as const };
  }
  const ending: Ending = invalid.length === 0 ? 'done' : requests.length === 0 ? 'usage' : 'partly';
  return { requests, invalid, ending };
}
