import type { Api } from '../../api/types';
import { defineCommand, maybeOne, maybeSeveral } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import type { Context } from '../../context';
import type { Shipment } from '../../contract/bodies';
import type { BuyingGroupOrder } from '../../contract/responses';
import { routes } from '../../contract/routes';
import type { Ending } from '../../exit-codes';
import { Failure, usageFailure } from '../../failure';
import { counted, grouped, quotedWord } from '../../lib/words';
import { type PlannedRequest, plannedRequest, printRequests } from '../../output/dry-run';
import type { ReportedRow, ResultRow } from '../../upload/results';
import type { OrderBooks } from '../../upload/shipments/order-book';
import type { UploadSpec } from '../../upload/spec';
import { checkUploadFiles, runUpload, uploadFlags } from '../orders/bulk/upload';
import { buyingGroupKind, ordersOf } from '../orders/kinds';
import {
  csvSource,
  Doubts,
  fileFlags,
  jsonSource,
  plainSource,
  Respelled,
  rowFlags,
  type ShipmentSource,
} from './read-file';

interface Typed {
  readonly orderNumber: string | undefined;
  readonly trackingNumbers: readonly string[];
  readonly retailer: string | undefined;
}

interface TypedSource extends ShipmentSource {
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
  const { lookUp, mirrorLookup } = await import('../orders/lookup');
  const orders = ordersOf(api, buyingGroupKind);
  const [hinted] = await lookUp(orders, buyingGroupKind, [orderNumber], mirrorLookup(context));
  if (hinted !== undefined) return hinted[1] as BuyingGroupOrder;
  if (typed.retailer !== undefined) return undefined;
  const order = await listedOrder(orderNumber, api);
  if (order !== undefined) return order;
  const { message, hint } = await whyMissing(orderNumber, api);
  const hints = [await swappedHint(typed), `Nothing was sent. ${hint}`];
  throw new Failure({
    ending: 'notFound',
    code: 'not_found',
    message,
    hint: hints.filter((one) => one !== undefined).join('. '),
  });
}

/** Reads the list until the number appears; all of it shows what another spelling may mean. */
async function listedOrder(orderNumber: string, api: Api): Promise<BuyingGroupOrder | undefined> {
  const [{ OrderBook, serviceOrders }, { severalFit }] = await Promise.all([
    import('../../upload/shipments/order-book'),
    import('../../upload/shipments/as-ordered'),
  ]);
  const book = new OrderBook({ giftCards: false });
  const read = new Map<string | null, BuyingGroupOrder>();
  for await (const order of api.buyingGroupOrders.each()) {
    if (order.orderNumber?.trim() === orderNumber) return order;
    book.addBuyingGroupOrder(order);
    read.set(order.orderNumber, order);
  }
  const fits = book.fitting(orderNumber);
  if (fits.length === 0) return undefined;
  const giftCards = await serviceOrders(async () => api).giftCards();
  if (giftCards.giftCardProblem(orderNumber) !== undefined) return undefined;
  const all = [...fits, ...giftCards.fitting(orderNumber)];
  const [only = '', ...others] = [...new Set(all.map((one) => one.orderNumber))].sort();
  if (others.length === 0) return read.get(only);
  throw usageFailure(severalFit(orderNumber, [only, ...others]).message, {
    hint: nothingSent(),
  });
}

/** The orders of the mirror if it is fresh, only to warn. */
async function mirrorBook(context: Context): Promise<OrderBooks | undefined> {
  const session = await (await context.mirror()).sessionIfFresh();
  if (session === undefined) return undefined;
  const { serviceOrders } = await import('../../upload/shipments/order-book');
  const books = serviceOrders(async () => session.api);
  return { ...books, ifShort: books.whole };
}

/** What to say of a number that no buying group order has: it may be a gift card order's. */
async function whyMissing(orderNumber: string, { giftCardOrders }: Api) {
  const giftCard = await giftCardOrders.findByNumber(orderNumber);
  return giftCard === undefined
    ? {
        message: `There is no order ${orderNumber}`,
        hint: 'To search for it, run waybill orders list --search <text>.',
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

async function typedSource(typed: Typed, context: Context): Promise<TypedSource> {
  const orderNumber = typed.orderNumber?.trim() ?? '';
  const { trackingNumbers } = typed;
  if (trackingNumbers.length === 0) {
    throw usageFailure('A tracking number is missing', {
      hint: 'Run waybill shipments add <order number> <tracking number>…, or use --csv <file>.',
    });
  }
  const { readShipment } = await import('../../upload/shipments/lint');
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
async function allRefused(
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
  const order = await api.buyingGroupOrders
    .findByNumber(orderNumber)
    .catch((): 'unread' => 'unread');
  const missing =
    order === undefined ? await whyMissing(orderNumber, api).catch(() => undefined) : undefined;
  const differs = typeof order === 'object' && order.retailer !== retailer;
  const hint =
    missing !== undefined
      ? `${missing.message}. ${missing.hint}`
      : differs
        ? `Order ${orderNumber} is from "${order.retailer}", not "${retailer}".`
        : undefined;
  const [only] = issues;
  return new Failure({
    ending: order === undefined ? 'notFound' : 'refused',
    code: first?.code ?? 'refused',
    message:
      issues.length === 1
        ? `The service refused ${only?.path} for order ${orderNumber}: ${only?.message}`
        : `The service refused all tracking numbers for order ${orderNumber}`,
    ...(issues.length === 1 ? {} : { issues }),
    hint: [hint, swapped].filter((one) => one !== undefined).join(' ') || undefined,
  });
}

/** Says which numbers nobody can tell about: exit 11. */
function unsettledFailure(unsettled: readonly ResultRow[], stopped: Failure | undefined): Failure {
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

/** Watches for doubtful rows, and at a terminal asks before sending them. */
async function doubtfulRows(
  source: ShipmentSource,
  { strict, orders }: { readonly strict: boolean; readonly orders: OrderBooks | undefined },
  context: Context,
) {
  const doubts = new Doubts(source.labels, source.place, orders);
  const { dryRun } = context.settings();
  const questions = strict || dryRun ? undefined : await context.questions();
  if (questions?.possible !== true || context.settings().yes) {
    return { doubts, drafts: doubts.watch(source.drafts, { strict }), asked: false };
  }
  let asked = false;
  const drafts = await doubts.askAbout(source.drafts, (lines, count) => {
    asked = true;
    for (const line of lines) context.notices.trace(line);
    const [numbers, them] =
      count === 1
        ? ['doubtful tracking number', 'it']
        : [`${grouped(count)} doubtful tracking numbers`, 'them'];
    return questions.confirm(`Send the ${numbers} anyway? You can't take ${them} back.`);
  });
  return { doubts, drafts, asked };
}

/** Throws unless the shipments are named in exactly one way. */
function refuseMixedInput(ways: Readonly<Record<string, boolean>>): void {
  const given = Object.entries(ways).flatMap(([name, isGiven]) => (isGiven ? [name] : []));
  if (given.length > 1) throw usageFailure(`${given.join(' and ')} can't be used together`);
  if (given.length === 0) {
    throw usageFailure('Nothing to add', {
      hint: 'Run waybill shipments add <order number> <tracking number>…, or use --csv <file>.',
    });
  }
}

/** Says which cells the rejects file lacks. */
function blankedNotice(name: string, headers: readonly string[]): string {
  const columns = headers.map((one) => `column "${one}"`).join(' and ');
  return `${name}: ${columns} may hold gift card codes, numbers or PINs, which waybill never keeps. Their cells are blank in the rejects file.`;
}

/** Prints the requests that an upload would start with. */
async function printPlan(
  drafts: ShipmentSource['drafts'],
  { place }: ShipmentSource,
  objections: UploadSpec<Shipment>['objections'],
  context: Context,
): Promise<Ending> {
  const { planRequests } = await import('../../upload/shipments/shipments-kind');
  const { requests, invalid, ending } = await planRequests(drafts, objections);
  const planned: readonly PlannedRequest[] = requests.map((shipments) =>
    plannedRequest(routes.addShipments, { shipments }),
  );
  await printRequests(await context.output(), planned);
  for (const { line, message } of invalid) {
    context.notices.warning(`${place ?? 'line'} ${line}: ${message}`);
  }
  return ending;
}

export const command = defineCommand({
  summary: 'Add tracking numbers to orders',
  description: `Adds tracking numbers to one buying group order, or uploads a file of them with --csv. waybill sends a
file in requests of 50. If the service refuses a row, the others still go through; the refused rows go
to the rejects file. Fix them and upload that file next. If an upload is interrupted, run the same
command again to resume it. Once every row is settled, the same command shows the same results and
sends nothing, unless you use --restart. For columns, files and outcomes, see waybill help csv.

With --all-or-nothing, waybill sends nothing if any row is invalid or would match no order. The
service guarantees this only for one request: beyond 50 rows, an order that changes between the
check and the upload can still leave part of the file added.`,
  arguments: {
    orderNumber: maybeOne('Order number', { complete: 'order' }),
    trackingNumber: maybeSeveral('One or more tracking numbers'),
  },
  flags: {
    retailer: text('<name>', "The order's store; by default, read from the order"),
    csv: text('<file|->', 'A CSV file or workbook of shipments, or - for standard input', {
      complete: 'file',
    }),
    fromJson: text('<file|->', "A JSON list of shipments in the service's own fields", {
      complete: 'file',
    }),
    ...fileFlags,
    ...uploadFlags,
    ...rowFlags,
    verify: toggle('Read the orders before and after to settle every accepted row'),
    allOrNothing: toggle('Send nothing if any row is invalid or would match no order'),
  },
  examples: [
    {
      command: 'waybill --sandbox shipments add --csv examples/shipments.csv',
      explains: 'Upload a file of tracking numbers',
    },
    {
      command: 'waybill --sandbox shipments add 800458530 1Z999AA10123456784',
      explains: 'Add one tracking number to an order',
    },
    {
      command: 'waybill --sandbox shipments add --csv examples/shipments.csv --json',
      explains: 'Get the results for a script',
    },
    {
      command: 'waybill --sandbox shipments add --csv examples/shipments.csv --dry-run --json',
      explains: 'See what would be sent',
    },
  ],
  async run({ orderNumber, trackingNumber: trackingNumbers, ...flags }, context) {
    const { csv, fromJson, retailer, allOrNothing, verify } = flags;
    refuseMixedInput({
      'An order number': orderNumber !== undefined,
      '--csv': csv !== undefined,
      '--from-json': fromJson !== undefined,
    });
    if (retailer !== undefined && orderNumber === undefined) {
      throw usageFailure('--retailer works only with an order number on the command line');
    }
    const typed = { orderNumber, trackingNumbers, retailer: retailer?.trim() };
    const isTyped = csv === undefined && fromJson === undefined;
    const [{ shipmentResults, shipmentsKind }, { ordersOfOne, serviceOrders }, { asOrdered }] =
      await Promise.all([
        import('../../upload/shipments/shipments-kind'),
        import('../../upload/shipments/order-book'),
        import('../../upload/shipments/as-ordered'),
      ]);
    const input = csv ?? fromJson;
    const files = context.settings().dryRun
      ? {}
      : await checkUploadFiles(flags, shipmentResults, input, context);
    const typedRows = isTyped ? await typedSource(typed, context) : undefined;
    const source =
      typedRows ??
      (csv !== undefined
        ? await csvSource(csv, flags, context)
        : await jsonSource(fromJson ?? '', context.world));
    const openApi = async () => (await context.session()).api;
    const order = typedRows?.order;
    const numbers = typedRows?.shipments.map(({ trackingNumber }) => trackingNumber) ?? [];
    const orders =
      order === undefined ? serviceOrders(openApi) : ordersOfOne(order, numbers, openApi);
    const respelled = new Respelled(source.place);
    const always = flags.retailerFromOrder;
    const named = asOrdered(source.drafts, { orders, always, onRespelled: respelled.add });
    const { doubts, drafts, asked } = await doubtfulRows(
      { ...source, drafts: named },
      {
        strict: flags.strict,
        orders: order === undefined ? orders : await mirrorBook(context),
      },
      context,
    );
    const sayWhatWasRead = () => {
      for (const line of doubts.lines(asked)) context.notices.warning(line);
      const spelling = respelled.notice();
      if (spelling !== undefined) context.notices.notice(spelling);
      const skipped = source.skipped();
      if (skipped === 0) return;
      context.notices.notice(`Skipped ${counted(skipped, 'lines')} without a tracking number.`);
    };
    const spec = shipmentsKind(openApi, orders);
    if (context.settings().dryRun) {
      const objections = allOrNothing ? spec.objections : undefined;
      const ending = await printPlan(drafts, source, objections, context);
      sayWhatWasRead();
      return ending;
    }
    return runUpload<Shipment>(
      {
        spec,
        drafts,
        header: source.header,
        flags,
        files,
        input,
        allOrNothing,
        verify,
        // A user who types an order again after a refusal has probably fixed the cause.
        retryRefused: isTyped,
        unit: 'rows',
        place: source.place,
        onRead() {
          sayWhatWasRead();
          const blanked = source.blanked();
          if (blanked.length > 0) context.notices.notice(blankedNotice(source.name, blanked));
        },
        ...(isTyped
          ? {
              whenAllRefused: (refused) => allRefused(refused, typed, context),
              whenUnsettled: unsettledFailure,
            }
          : {}),
      },
      context,
    );
  },
});
