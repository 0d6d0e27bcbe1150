import { defineCommand, maybeOne, maybeSeveral } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import type { Context } from '../../context/context';
import type { Shipment } from '../../contract/bodies';
import { routes } from '../../contract/routes';
import { Failure, usageFailure } from '../../failure';
import type { AsOrderedOptions } from '../../imports/shipments/as-ordered';
import { csvSource, fileFlags, jsonSource, rowFlags } from '../../imports/shipments/read-file';
import type { ShipmentSource } from '../../imports/shipments/read-shipments';
import { gathered, inOne } from '../../lib/once';
import { counted } from '../../lib/words';
import { confirm } from '../../output/confirm';
import { plannedRequest, printRequests } from '../../output/dry-run';
import type { UploadSpec } from '../../upload/spec';
import { askingForColumns, checkUploadFiles, runUpload, uploadFlags } from '../uploads/upload';

/** Asks before it corrects what the orders prove; every change is listed. */
async function withFixes(
  drafts: ShipmentSource['drafts'],
  place: ShipmentSource['place'],
  { orders, onUnread }: Pick<AsOrderedOptions, 'orders' | 'onUnread'>,
  context: Context,
): Promise<ShipmentSource['drafts']> {
  const { fixed } = await import('../../imports/shipments/as-ordered');
  const read = (await gathered(drafts)).flat();
  const { drafts: done, changes } = await fixed(inOne(read), orders).catch((error: unknown) => {
    if (onUnread === undefined || !(error instanceof Failure)) throw error;
    onUnread(error);
    return { drafts: read, changes: [] };
  });
  const { yes, dryRun } = context.settings();
  const { notice, warning } = context.notices;
  // The changes asked about have to be seen, also with -q.
  const list = yes ? notice : warning;
  for (const { line, change } of changes) list(`${place ?? 'line'} ${line}: ${change}`);
  if (changes.length > 0 && !dryRun) {
    await confirm(`Send ${counted(changes.length, 'rows')} with these changes?`, context);
  }
  return inOne(done);
}

function refuseMixedInput(ways: Readonly<Record<string, boolean>>): void {
  const given = Object.entries(ways).flatMap(([name, isGiven]) => (isGiven ? [name] : []));
  if (given.length > 1) throw usageFailure(`${given.join(' and ')} can't be used together`);
  if (given.length === 0) {
    throw usageFailure('Nothing to add', {
      hint: 'Run waybill shipments add <order number> <tracking number>…, or use --csv <file>.',
    });
  }
}

function blankedNotice({ name, blanked }: ShipmentSource): string {
  const columns = blanked.map((one) => `column "${one}"`).join(' and ');
  return `${name}: ${columns} may hold gift card codes, numbers or PINs, which waybill never keeps. Their cells are blank in the rejects file.`;
}

async function printPlan(
  drafts: ShipmentSource['drafts'],
  { place }: ShipmentSource,
  objections: UploadSpec<Shipment>['objections'],
  onRead: () => void,
  context: Context,
): Promise<void> {
  const { planRequests } = await import('../../imports/shipments/shipments-kind');
  const { requests, invalid, ending } = await planRequests(drafts, objections);
  const planned = requests.map((shipments) => plannedRequest(routes.addShipments, { shipments }));
  await printRequests(await context.output(), planned);
  onRead();
  const { refusePlanned } = await import('../uploads/upload-summary');
  refusePlanned(invalid, ending, place);
}

export const command = defineCommand({
  summary: 'Add tracking numbers to orders',
  description: `Adds them to one buying group order, or with --csv those of a file, 50 per request. If the service
refuses a row, the others still go through; the refused rows go to the rejects file. If an upload is
interrupted, run the same command again to resume it.

With --fix, waybill corrects what the orders prove: an order number that lost its leading zeros or
became an exponent, if exactly one order has it, and a retailer that is not its order's. It lists every
change and asks first. It never corrects a tracking number.

With --all-or-nothing, waybill sends nothing if any row is invalid or would match no order. The service
guarantees this only for one request: beyond 50 rows, an order that changes between the check and the
upload can still leave part of the file added.`,
  documents: async () => {
    const { rowDocument, summaryView } = await import('../uploads/upload-summary');
    return {
      'The upload': summaryView({ upload: 'shipments' }),
      'With --dry-run': ['request'],
      line: [rowDocument, 'request'],
    };
  },
  arguments: {
    orderNumber: maybeOne('Order number', { complete: 'order' }),
    trackingNumber: maybeSeveral('One or more tracking numbers'),
  },
  flags: {
    retailer: text('<name>', "The order's store; by default, read from the order", {
      complete: 'retailer',
    }),
    csv: text('<file|->', 'A CSV file or workbook of shipments, or - for standard input', {
      complete: 'file',
    }),
    fromJson: text('<file|->', "A JSON list of shipments in the service's own fields", {
      complete: 'file',
    }),
    ...fileFlags,
    ...uploadFlags,
    ...rowFlags,
    fix: toggle(
      'After a question, take order numbers with lost zeros or an exponent, and retailers, from the orders',
    ),
    verify: toggle('Read the orders before and after to settle every accepted row'),
    allOrNothing: toggle('Send nothing if any row is invalid or would match no order'),
  },
  examples: {
    'waybill shipments add --csv examples/shipments.csv': 'Upload a file of tracking numbers',
    'waybill shipments add 800458530 1Z999AA10123456784': 'Add one tracking number to an order',
    'waybill shipments add --csv examples/shipments.csv --json': 'Get the results for a script',
    'waybill shipments add --csv examples/shipments.csv --dry-run --json': 'See what would be sent',
  },
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
    if (flags.fix && orderNumber !== undefined) {
      throw usageFailure('--fix works only with --csv or --from-json');
    }
    const typed = { orderNumber, trackingNumbers, retailer: retailer?.trim() };
    const onLine =
      csv === undefined && fromJson === undefined
        ? await import('../../imports/shipments/typed')
        : undefined;
    const { shipmentResults, shipmentsKind } = await import(
      '../../imports/shipments/shipments-kind'
    );
    const { booksOfOne, serviceBooks } = await import('../../imports/shipments/shipment-book');
    const { asOrdered } = await import('../../imports/shipments/as-ordered');
    const { doubtfulRows, Respelled } = await import('../../imports/shipments/doubts');
    const input = csv ?? fromJson;
    const inputs = input === undefined ? [] : [input];
    const files = await checkUploadFiles(flags, shipmentResults, inputs, context);
    const typedRows = await onLine?.typedSource(typed, context);
    const source =
      typedRows ??
      (csv !== undefined
        ? await askingForColumns(flags, context, (asked) => csvSource(csv, asked, context))
        : await jsonSource(fromJson ?? '', context.world));
    const openApi = async () => (await context.session()).api;
    const order = typedRows?.order;
    const numbers = typedRows?.shipments.map(({ trackingNumber }) => trackingNumber) ?? [];
    const orders =
      order === undefined
        ? serviceBooks(openApi, context.progress)
        : booksOfOne(order, numbers, openApi);
    const respelled = new Respelled(source.place);
    let hindrance: Failure | undefined;
    const reading = {
      orders,
      always: flags.retailerFromOrder,
      onRespelled: respelled.add,
      ...(onLine === undefined &&
        !context.settings().dryRun && {
          onUnread(failure: Failure) {
            hindrance ??= failure;
          },
        }),
    };
    const ordered = asOrdered(source.drafts, reading);
    const named = flags.fix ? await withFixes(ordered, source.place, reading, context) : ordered;
    const { doubts, drafts, asked } = await doubtfulRows(
      { ...source, drafts: named },
      {
        strict: flags.strict,
        orders: order === undefined ? orders : await onLine?.mirrorBook(context),
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
    const uploadSpec = shipmentsKind(openApi, orders);
    if (context.settings().dryRun) {
      const objections = allOrNothing ? uploadSpec.objections : undefined;
      await printPlan(drafts, source, objections, sayWhatWasRead, context);
      return 'done';
    }
    return runUpload<Shipment>(
      {
        uploadSpec,
        drafts,
        hindrance: () => hindrance,
        header: source.header,
        restart: flags.restart,
        files,
        input,
        allOrNothing,
        verify,
        // A user who types an order again after a refusal has probably fixed the cause.
        retryRefused: onLine !== undefined,
        unit: 'rows',
        place: source.place,
        onRead(sends) {
          // An earlier run has said it all.
          if (sends) sayWhatWasRead();
          if (source.blanked.length > 0) context.notices.notice(blankedNotice(source));
        },
        ...(onLine && {
          whenAllRefused: (refused) => onLine.allRefused(refused, typed, context),
          whenUnsettled: onLine.unsettledFailure,
        }),
      },
      context,
    );
  },
});
