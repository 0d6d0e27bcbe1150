import type { Api } from '../../api/types';
import type { Shipment } from '../../contract/bodies';
import type { BuyingGroupOrder } from '../../contract/responses';
import { Failure, usageFailure } from '../../failure';
import { quotedWord } from '../../lib/words';
import { type AnyOrder, buyingGroupKind } from '../../orders/kinds';
import type { NumberHints } from '../../orders/order-book';
import type { ReportedRow, ResultRow } from '../../upload/results';
import { plainSource } from './read-file';
import { otherRetailer, type ShipmentBooks } from './shipment-book';

/** An order and its tracking numbers, as typed on the command line. */
export interface Typed {
  readonly orderNumber: string | undefined;
  readonly trackingNumbers: readonly string[];
  readonly retailer: string | undefined;
}

/** The parts of the context with which the account is asked. */
interface AccountAccess {
  readonly notices: { notice(text: string): void };
  session(): Promise<{ readonly api: Api }>;
  mirror(): Promise<NumberHints & { sessionIfFresh(): Promise<{ readonly api: Api } | undefined> }>;
}

const byNumber = { kind: buyingGroupKind, by: 'number', verb: 'add' } as const;

/**
 * The order that was typed. With `--retailer` only the mirror is asked, and the order undefined if it
 * doesn't know the number. Throws exit 6 if there is no such order.
 */
async function orderOf(
  orderNumber: string,
  typed: Typed,
  { session, mirror, notices }: AccountAccess,
): Promise<AnyOrder | undefined> {
  const { api } = await session();
  const { orderBook } = await import('../../orders/order-book');
  const book = orderBook([orderNumber], api, { ...byNumber, mirror });
  if (typed.retailer !== undefined) return book.known(orderNumber);
  try {
    const order = await book.find(orderNumber);
    book.sayRespelled(notices);
    return order;
  } catch (error) {
    if (!(error instanceof Failure) || !['notFound', 'usage'].includes(error.ending)) throw error;
    const hints = [await swappedHint(typed), nothingSent(error.hint)];
    throw error.with({ hint: hints.filter(Boolean).join('. ') });
  }
}

/** The orders of the mirror if it is fresh, only to warn. */
export async function mirrorBook(context: AccountAccess): Promise<ShipmentBooks | undefined> {
  const session = await (await context.mirror()).sessionIfFresh();
  if (session === undefined) return undefined;
  const { serviceBooks } = await import('./shipment-book');
  const books = serviceBooks(async () => session.api);
  return { ...books, ifShort: books.whole };
}

/** The command to type if the order number and a tracking number seem to be swapped. */
async function swappedHint({ orderNumber, trackingNumbers }: Typed): Promise<string | undefined> {
  const { carrierVerdict: judge } = await import('../../contract/carriers');
  const kind = (text: string) => judge(text.trim()).kind;
  if (orderNumber === undefined || kind(orderNumber) !== 'valid') return undefined;
  const others = trackingNumbers.filter((text) => kind(text) !== 'valid');
  // Among several, one with a carrier's form is a mistyped tracking number.
  const [other, ...more] =
    others.length === 1 ? others : others.filter((text) => kind(text) === 'no_form');
  if (other === undefined || more.length > 0) return undefined;
  const numbers = trackingNumbers.map((text) => (text === other ? orderNumber : text));
  return `Put the order number first: waybill shipments add ${[other, ...numbers].map(quotedWord).join(' ')}`;
}

const nothingSent = (next = '') => `Nothing was sent. ${next}`.trim();

/** The shipments that were typed, with their order if it was read. */
export async function typedSource(typed: Typed, context: AccountAccess) {
  const orderNumber = typed.orderNumber?.trim() ?? '';
  const { trackingNumbers } = typed;
  if (trackingNumbers.length === 0) {
    if (/\.(csv|tsv|txt|xlsx)$/i.test(orderNumber)) {
      throw usageFailure(`${orderNumber} seems to be a file, not an order number`, {
        hint: `To upload it: waybill shipments add --csv ${quotedWord(orderNumber)}`,
      });
    }
    throw usageFailure('A tracking number is missing', {
      hint: 'Run waybill shipments add <order number> <tracking number>…, or use --csv <file>.',
    });
  }
  const { readShipment } = await import('./lint');
  const labels = {
    retailer: '--retailer',
    orderNumber: 'The order number',
    trackingNumber: 'The tracking number',
  };
  const shipments: Shipment[] = [];
  for (const text of trackingNumbers) {
    const row = { retailer: typed.retailer ?? '', orderNumber, trackingNumber: text };
    const read = readShipment(row, labels);
    const problem = read.find(({ invalid }) => invalid !== undefined)?.invalid?.message;
    if (read.length === 0 || problem !== undefined) {
      const message = problem ?? `${labels.trackingNumber} is empty`;
      throw usageFailure(message, { hint: nothingSent(await swappedHint(typed)) });
    }
    for (const { item } of read) shipments.push(item);
  }
  const order = await orderOf(orderNumber, typed, context);
  const own = order?.orderNumber?.trim() ?? orderNumber;
  const named = shipments.map((one) => ({ ...one, orderNumber: own }));
  const source = await plainSource('the command line', named);
  return { ...source, labels, order: order as BuyingGroupOrder | undefined, shipments: named };
}

/** Explains why every typed tracking number was refused: exit 8, or 6 if there is no such order. */
export async function allRefused(
  refused: readonly ReportedRow<Shipment>[],
  typed: Typed,
  context: AccountAccess,
): Promise<Failure> {
  const issues = refused.map(({ row, message }) => ({ path: row.item.trackingNumber, message }));
  const swapped = await swappedHint(typed);
  const [first] = refused;
  if (refused.every(({ outcome }) => outcome !== 'rejected')) {
    const message = first?.message ?? 'No tracking number can be sent';
    const more = issues.length > 1 ? { issues } : {};
    return usageFailure(message, { ...more, hint: nothingSent(swapped) });
  }
  const { api } = await context.session();
  const { orderBook } = await import('../../orders/order-book');
  const orderNumber = first?.row.item.orderNumber ?? '';
  const retailer = first?.row.item.retailer ?? '';
  const order = await orderBook([orderNumber], api, byNumber)
    .find(orderNumber)
    .catch((error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    });
  const isMissing = order instanceof Failure && order.ending === 'notFound';
  const hint = () => {
    if (isMissing) return `${order.message}. ${order.hint}`;
    // If the order can't be read, the refusal itself is still the better error.
    if (order instanceof Failure) return undefined;
    const own = order.orderNumber?.trim() ?? '';
    if (own !== orderNumber) return `Did you mean order ${own}?`;
    if (order.retailer === undefined || order.retailer === retailer) return undefined;
    const reason = otherRetailer(orderNumber, order.retailer, retailer);
    const remedy = 'To take the retailer from the order, leave out --retailer.';
    return first?.message === reason ? remedy : `${reason}. ${remedy}`;
  };
  const [only, another] = issues;
  return new Failure({
    ending: isMissing ? 'notFound' : 'refused',
    code: first?.code ?? 'refused',
    ...(another === undefined
      ? { message: `The service refused ${only?.path} for order ${orderNumber}: ${only?.message}` }
      : { message: `The service refused all tracking numbers for order ${orderNumber}`, issues }),
    hint: [hint(), swapped].filter(Boolean).join(' ') || undefined,
  });
}

/** Says which numbers nobody can tell about: exit 11. */
export function unsettledFailure(unsettled: readonly ResultRow[], stopped: Failure | undefined) {
  const [first] = unsettled;
  const orderNumber = String(first?.orderNumber ?? '');
  const numbers = unsettled.map((one) => String(one.trackingNumber)).join(' and ');
  return new Failure({
    ...(stopped?.status === undefined ? {} : { status: stopped.status }),
    ending: 'unknown',
    code: 'outcome_unknown',
    message: `It is unknown whether ${numbers} ${unsettled.length === 1 ? 'is' : 'are'} on order ${orderNumber}. ${stopped?.message ?? first?.message ?? 'The response was lost'}`,
    hint: `To find out, run waybill orders get ${quotedWord(orderNumber)}. To send again what is not there, run the same command: the service skips what it has.`,
  });
}
