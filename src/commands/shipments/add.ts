import { defineCommand, maybeOne, maybeSeveral } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import type { Context } from '../../context';
import type { Shipment } from '../../contract/bodies';
import { routes } from '../../contract/routes';
import type { Ending } from '../../exit-codes';
import { Failure, usageFailure } from '../../failure';
import { type PlannedRequest, plannedRequest, printRequests } from '../../output/dry-run';
import { runUpload, uploadFlags } from '../orders/bulk/upload';
import { buyingGroupKind, ordersOf } from '../orders/kinds';
import { Doubts } from './doubts';
import { csvSource, fileFlags, jsonSource, plainSource, type ShipmentSource } from './read-file';

interface Typed {
  readonly orderNumber: string | undefined;
  readonly trackingNumbers: readonly string[];
  readonly retailer: string | undefined;
}

/** The retailer of an order, where the user did not say it. Throws exit 6 where there is no order. */
async function retailerOf(orderNumber: string, context: Context): Promise<string> {
  const { api } = await context.session();
  const { lookUp, mirrorLookup } = await import('../orders/lookup');
  const orders = ordersOf(api, buyingGroupKind);
  const [hinted] = await lookUp(orders, buyingGroupKind, [orderNumber], mirrorLookup(context));
  if (hinted?.[1].retailer !== undefined) return hinted[1].retailer;
  const order = await api.buyingGroupOrders.findByNumber(orderNumber);
  if (order !== undefined) return order.retailer;
  const giftCard = await api.giftCardOrders.findByNumber(orderNumber);
  throw new Failure({
    ending: 'notFound',
    code: 'not_found',
    message:
      giftCard === undefined
        ? `There is no order ${orderNumber}`
        : `Order ${orderNumber} is a gift card order, which takes no tracking numbers`,
    hint: 'See waybill orders list --search <text>. Nothing was sent.',
  });
}

async function typedSource(typed: Typed, context: Context): Promise<ShipmentSource> {
  const orderNumber = typed.orderNumber?.trim() ?? '';
  const trackingNumbers = typed.trackingNumbers.map((one) => one.trim());
  if (trackingNumbers.length === 0) {
    throw usageFailure('A tracking number is missing', {
      hint: 'waybill shipments add <order number> <tracking number>…, or --csv <file>.',
    });
  }
  const { whyInvalid } = await import('../../upload/shipments/lint');
  const labels = {
    retailer: '--retailer',
    orderNumber: 'The order number',
    trackingNumber: 'The tracking number',
  };
  for (const trackingNumber of trackingNumbers) {
    const problem = whyInvalid(
      { retailer: typed.retailer ?? '?', orderNumber, trackingNumber },
      labels,
    );
    if (problem !== undefined) throw usageFailure(`${problem.message}. Nothing was sent`);
  }
  const retailer = typed.retailer ?? (await retailerOf(orderNumber, context));
  return plainSource(
    'the command line',
    trackingNumbers.map((trackingNumber) => ({ retailer, orderNumber, trackingNumber })),
  );
}

/** Throws where two ways to name the shipments are given, or none. */
function refuseMixture(ways: Readonly<Record<string, boolean>>): void {
  const given = Object.entries(ways).flatMap(([name, isGiven]) => (isGiven ? [name] : []));
  if (given.length > 1) throw usageFailure(`${given.join(' and ')} can't go together`);
  if (given.length === 0) {
    throw usageFailure('There is nothing to add', {
      hint: 'waybill shipments add <order number> <tracking number>…, or --csv <file>.',
    });
  }
}

/** The requests that an upload would begin with. */
async function printPlan(source: ShipmentSource, context: Context): Promise<Ending> {
  const { planRequests } = await import('../../upload/shipments/plan-requests');
  const { requests, invalid, ending } = await planRequests(source.drafts);
  const planned: readonly PlannedRequest[] = requests.map((shipments) =>
    plannedRequest(routes.addShipments, { shipments }),
  );
  await printRequests(await context.output(), planned);
  for (const { line, message } of invalid) context.notices.warning(`line ${line}: ${message}`);
  return ending;
}

export const command = defineCommand({
  summary: 'Add tracking numbers to orders',
  description: `Adds tracking numbers to buying group orders: one order's, or a whole file of them with
--csv. A file goes out in requests of 50. A row that the service refuses never sinks the others: the
rows at fault are found and put into the rejects file, which is, once fixed, the next input. Cut off at
any moment, the same command resumes where it stopped; run again when all is settled, it shows the
same results and sends nothing (--restart does). waybill help csv tells of columns, files and
outcomes.

With --all-or-nothing nothing is sent if any row is invalid or would match no order. The service
promises that only for one request: beyond 50 rows, an order that changes between the check and the
upload can still leave part of the file added.`,
  arguments: {
    orderNumber: maybeOne('The order, by its number', { complete: 'order' }),
    trackingNumber: maybeSeveral('One or several tracking numbers'),
  },
  flags: {
    retailer: text('<name>', "The order's store; read from the order when absent"),
    csv: text('<file|->', 'A CSV file of shipments, or - for standard input', {
      complete: 'file',
    }),
    fromJson: text('<file|->', "A JSON list of shipments in the service's own fields", {
      complete: 'file',
    }),
    ...fileFlags,
    ...uploadFlags,
    verify: toggle('Read the orders before and after, and settle every accepted row by them'),
    allOrNothing: toggle('Send nothing if any row is invalid or would match no order'),
  },
  examples: [
    {
      command: 'waybill shipments add --csv examples/shipments.csv',
      explains: 'Upload a file of tracking numbers',
    },
    {
      command: 'waybill shipments add 800458530 1Z999AA10123456784',
      explains: 'Add one tracking number to an order',
    },
    {
      command: 'waybill shipments add --csv examples/shipments.csv --json',
      explains: 'Read the outcome in a script',
    },
    {
      command: 'waybill shipments add --csv examples/shipments.csv --dry-run --json',
      explains: 'See what would be sent',
    },
  ],
  async run({ orderNumber, trackingNumber: trackingNumbers, ...flags }, context) {
    const { csv, fromJson, retailer, allOrNothing, verify } = flags;
    refuseMixture({
      'An order number': orderNumber !== undefined,
      '--csv': csv !== undefined,
      '--from-json': fromJson !== undefined,
    });
    if (retailer !== undefined && orderNumber === undefined) {
      throw usageFailure('--retailer goes with an order number on the command line');
    }
    const source =
      csv !== undefined
        ? await csvSource(csv, flags, context.world)
        : fromJson !== undefined
          ? await jsonSource(fromJson, context.world)
          : await typedSource({ orderNumber, trackingNumbers, retailer }, context);
    if (context.settings().dryRun) return printPlan(source, context);
    const { shipmentsKind } = await import('../../upload/shipments/shipments-kind');
    const doubts = new Doubts();
    return runUpload<Shipment>(
      {
        spec: shipmentsKind(async () => (await context.session()).api),
        drafts: doubts.watch(source),
        header: source.header,
        flags,
        input: csv ?? fromJson,
        allOrNothing,
        verify,
        // Whoever types an order again after a refusal has seen to it meanwhile.
        retryRefused: orderNumber !== undefined,
        unit: 'rows',
        onRead: () => doubts.tell(context.notices),
      },
      context,
    );
  },
});
