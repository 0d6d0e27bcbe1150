import type { Api } from '../../api/types';
import type { Context } from '../../context/context';
import type { Shipment } from '../../contract/bodies';
import type { BuyingGroupOrder } from '../../contract/responses';
import { Failure, usageFailure } from '../../failure';
import { numberHint } from '../../lib/suggest';
import { quotedWord } from '../../lib/words';
import { buyingGroupKind, ordersOf } from '../../orders/kinds';
import { type OrderBooks, otherRetailer } from '../../orders/order-book';
import type { ReportedRow, ResultRow } from '../../upload/results';
import { plainSource, type ShipmentSource } from './read-file';

/** An order and its tracking numbers, as typed on the command line. */
export interface Typed {
  readonly orderNumber: string | undefined;
  readonly trackingNumbers: readonly string[];
  readonly retailer: string | undefined;
}

export interface TypedSource extends ShipmentSource {
  readonly shipments: readonly Shipment[];
  /** Their order, if it was read. */
  readonly order: BuyingGroupOrder | undefined;
}

/**
 * The order that was typed: read by its id if the mirror knows it, else looked for in the list,
 * where exactly one may have the number in another spelling. With `--retailer` only the mirror is
 * asked. Throws exit 6 if there is no such order.
 */
async function orderOf(
  orderNumber: string,
  typed: Typed,
  context: Context,
): Promise<BuyingGroupOrder | undefined> {
  const { api } = await context.session();
  const { lookUp, mirrorLookup } = await import('../../orders/lookup');
  const orders = ordersOf(api, buyingGroupKind);
  const [hinted] = await lookUp(orders, buyingGroupKind, [orderNumber], mirrorLookup(context));
  if (hinted !== undefined) return hinted[1] as BuyingGroupOrder;
  if (typed.retailer !== undefined) return undefined;
  const others: string[] = [];
  const order = await listedOrder(orderNumber, api, others);
  if (order !== undefined) return order;
  const { message, hint } = await whyMissing(orderNumber, api, others);
  const hints = [await swappedHint(typed), `Nothing was sent. ${hint}`];
  throw new Failure({
    ending: 'notFound',
    code: 'not_found',
    message,
    hint: hints.filter((one) => one !== undefined).join('. '),
  });
}

/**
 * Reads the list until the number appears; all of it shows what another spelling may mean. `others`
 * gets the numbers of the other orders.
 */
async function listedOrder(
  orderNumber: string,
  api: Api,
  others: string[],
): Promise<BuyingGroupOrder | undefined> {
  const [{ OrderBook, serviceOrders }, { severalFit }] = await Promise.all([
    import('../../orders/order-book'),
    import('./as-ordered'),
  ]);
  const book = new OrderBook({ giftCards: false });
  const read = new Map<string | null, BuyingGroupOrder>();
  for await (const order of api.buyingGroupOrders.each()) {
    if (order.orderNumber?.trim() === orderNumber) return order;
    book.addBuyingGroupOrder(order);
    read.set(order.orderNumber, order);
    if (order.orderNumber !== null) others.push(order.orderNumber);
  }
  const fits = book.fitting(orderNumber);
  if (fits.length === 0) return undefined;
  const giftCards = await serviceOrders(async () => api).giftCards();
  if (giftCards.giftCardProblem(orderNumber) !== undefined) return undefined;
  const all = [...fits, ...giftCards.fitting(orderNumber)];
  const [only = '', ...more] = [...new Set(all.map((one) => one.orderNumber))].sort();
  if (more.length === 0) return read.get(only);
  throw usageFailure(severalFit(orderNumber, [only, ...more]).message, {
    hint: nothingSent(),
  });
}

/** The orders of the mirror if it is fresh, only to warn. */
export async function mirrorBook(context: Context): Promise<OrderBooks | undefined> {
  const session = await (await context.mirror()).sessionIfFresh();
  if (session === undefined) return undefined;
  const { serviceOrders } = await import('../../orders/order-book');
  const books = serviceOrders(async () => session.api);
  return { ...books, ifShort: books.whole };
}

/**
 * What to say of a number that no buying group order has: it may be a gift card order's, or near the
 * number of one of the `others`.
 */
async function whyMissing(orderNumber: string, { giftCardOrders }: Api, others: readonly string[]) {
  const giftCard = await giftCardOrders.findByNumber(orderNumber);
  return giftCard === undefined
    ? {
        message: `There is no order ${orderNumber}`,
        hint: `${numberHint(orderNumber, others)}To search for it, run waybill orders list --search <text>.`,
      }
    : {
        message: `Order ${orderNumber} is a gift card order, which takes no tracking numbers`,
        hint: `To see it, run waybill giftcards get ${quotedWord(orderNumber)}.`,
      };
}

/** What to type if the order number and a tracking number seem to be swapped. */
async function swappedHint({ orderNumber, trackingNumbers }: Typed): Promise<string | undefined> {
  const { judge } = await import('../../contract/carriers');
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

function nothingSent(next?: string): string {
  return ['Nothing was sent.', next].filter((one) => one !== undefined).join(' ');
}

export async function typedSource(typed: Typed, context: Context): Promise<TypedSource> {
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
  const named = shipments.map((one) => ({
    ...one,
    orderNumber: own,
    retailer: typed.retailer ?? '',
  }));
  if (own !== orderNumber) {
    context.notices.notice(
      `Order number spelled as the order has it: ${own} for "${orderNumber}".`,
    );
  }
  const source = await plainSource('the command line', named);
  return { ...source, labels: () => labels, order, shipments: named };
}

/** Explains why every typed tracking number was refused: exit 8, or 6 if there is no such order. */
export async function allRefused(
  refused: readonly ReportedRow<Shipment>[],
  typed: Typed,
  context: Context,
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
  const orderNumber = first?.row.item.orderNumber ?? '';
  const retailer = first?.row.item.retailer ?? '';
  // If the order can't be read, the refusal itself is still the better error.
  const others: string[] = [];
  const order = await api.buyingGroupOrders
    .findByNumber(orderNumber, { onOther: (other) => others.push(other) })
    .catch((): 'unread' => 'unread');
  const missing =
    order === undefined
      ? await whyMissing(orderNumber, api, others).catch(() => undefined)
      : undefined;
  const hint = () => {
    if (missing !== undefined) return `${missing.message}. ${missing.hint}`;
    if (typeof order !== 'object' || order.retailer === retailer) return undefined;
    const reason = otherRetailer(orderNumber, order.retailer, retailer);
    const remedy = 'To take the retailer from the order, leave out --retailer.';
    return first?.message === reason ? remedy : `${reason}. ${remedy}`;
  };
  const [only] = issues;
  return new Failure({
    ending: order === undefined ? 'notFound' : 'refused',
    code: first?.code ?? 'refused',
    message:
      issues.length === 1
        ? `The service refused ${only?.path} for order ${orderNumber}: ${only?.message}`
        : `The service refused all tracking numbers for order ${orderNumber}`,
    ...(issues.length === 1 ? {} : { issues }),
    hint: [hint(), swapped].filter((one) => one !== undefined).join(' ') || undefined,
  });
}

/** Says which numbers nobody can tell about: exit 11. */
export function unsettledFailure(
  unsettled: readonly ResultRow[],
  stopped: Failure | undefined,
): Failure {
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
