import { refuseSharedStdin } from '../../cli/flag';
import type { Context } from '../../context/context';
import type { CheckedFiles } from '../../context/result-files';
import type { Shipment } from '../../contract/bodies';
import { routes } from '../../contract/routes';
import { type Ending, worstEnding } from '../../exit-codes';
import { type Failure, usageFailure } from '../../failure';
import type { PlannedOrder } from '../../imports/orders/types';
import {
  planRequests,
  shipmentResults,
  shipmentsKind,
} from '../../imports/shipments/shipments-kind';
import { gathered, inOne } from '../../lib/once';
import { continued, counted } from '../../lib/words';
import { printPlans, requestFor } from '../../orders/change-lines';
import type { OrderKind } from '../../orders/kinds';
import { plannedRequest, printRequests } from '../../output/dry-run';
import type { WithProgress } from '../../output/progress';
import { countNames } from '../../upload/outcome';
import { isReject, type ResultRow } from '../../upload/results';
import type { Draft } from '../../upload/spec';
import type { Upload } from '../../upload/upload';
import { carryOut, checkUploadFiles, mayAskForColumns } from '../uploads/upload';
import { fileLines, refusePlanned, rowView, uploadFailure } from '../uploads/upload-summary';
import {
  type CreateFileFlags,
  presentNumbers,
  type ReadOrders,
  readFile,
  trackingRows,
} from './create-read';
import {
  countsOf,
  createdColumns,
  createdOrders,
  createSpec,
  createView,
  type OrderEnding,
  summaryLines,
} from './create-spec';

type Numbers = readonly Draft<Shipment>[];

const resultView = rowView<ResultRow>(Object.keys(createdColumns));

/** Throws if rows would be refused: of the orders, or of their tracking numbers. */
function refuseRows(
  { plan, standings }: ReadOrders,
  numbers: Awaited<ReturnType<typeof planRequests>>['invalid'],
): void {
  const differing = new Map(
    [...standings].flatMap(([{ rows }, found]) =>
      found.kind === 'differs' ? rows.map((row) => [row, found.failure] as const) : [],
    ),
  );
  const refused = plan.drafts.flatMap(({ line, invalid }, row) => {
    const problem = invalid ?? differing.get(row);
    return problem === undefined ? [] : { line, message: problem.message };
  });
  const noneIsSent = plan.drafts.every(({ invalid }) => invalid !== undefined);
  refusePlanned([...refused, ...numbers], noneIsSent ? 'usage' : 'partly');
}

const standingAs = { new: 'planned', present: 'alreadyPresent', differs: 'differs' } as const;

/** Prints what a run would send and what it would come to. */
async function printPlan(read: ReadOrders, numbers: Numbers, context: Context) {
  const { kind, plan, standings } = read;
  const output = await context.output();
  const { requests, invalid } = await planRequests(inOne(numbers));
  const orders = [...standings].flatMap(([{ body = {} }, { kind: is }]) =>
    is === 'new' ? [{ body }] : [],
  );
  const shipments = requests.map((some) =>
    plannedRequest(routes.addShipments, { shipments: some }),
  );
  const endingOf = (order: PlannedOrder): OrderEnding => {
    const found = standings.get(order);
    return found === undefined ? 'invalid' : standingAs[found.kind];
  };
  const planned = { planned: requests.flat().length, invalid: invalid.length };
  const lines = summaryLines(plan, countsOf(plan, endingOf), planned);
  if (output.format === 'table') {
    await printPlans(orders, kind, output, (await context.session()).api);
    if (!context.globals.quiet) await output.prose(lines);
  } else {
    await printRequests(output, [...orders.map((one) => requestFor(one, kind)), ...shipments]);
    context.notices.notice([plan.words, ...lines].join('\n'));
  }
  refuseRows(read, invalid);
}

/** The reason an upload did not go through; undefined if it did. */
function failureIn<Item>(done: Upload<Item>, unit: string, isFirst = true): Failure | undefined {
  if (done.ending === 'done' && done.stopped === undefined) return undefined;
  return uploadFailure(done, ({ line }) => `line ${line}`, unit, isFirst);
}

function together(orders: Failure | undefined, numbers: Failure | undefined): Failure | undefined {
  if (numbers === undefined) return orders;
  // If none of the numbers could be sent, the orders are done all the same.
  const ending = numbers.ending === 'usage' ? 'partly' : numbers.ending;
  if (orders === undefined) return numbers.with({ ending });
  return orders.with({
    ending: worstEnding([orders.ending, ending]),
    message: `${orders.message}, and ${continued(numbers.message)}`,
    hint: [orders.hint, numbers.hint].filter((one) => one !== undefined).join(' ') || undefined,
    issues: [...(orders.issues ?? []), ...(numbers.issues ?? [])],
  });
}

/** Says how many tracking numbers are left out, because their orders are not there as in the file. */
function sayLeftOut(
  { orders }: ReadOrders['plan'],
  there: ReadonlySet<string>,
  { notices }: Context,
): void {
  const left = orders.filter(({ orderNumber }) => !there.has(orderNumber));
  const numbers = new Set(
    left.flatMap(({ shipments }) => shipments.map(({ item }) => item.trackingNumber)),
  );
  if (numbers.size === 0) return;
  notices.notice(
    `Left out ${counted(numbers.size, 'tracking numbers')} of orders that the account does not have as in the file.`,
  );
}

/**
 * Uploads the orders, then the tracking numbers of those that are there: one after the other, so that no number
 * is lost. `say` says what is worth knowing before anything is sent.
 */
async function send(
  { kind, flags, plan, account, standings }: ReadOrders,
  numbers: Numbers,
  files: CheckedFiles,
  say: () => void,
  outer: Context,
) {
  const { api } = await outer.session();
  const common = { restart: flags.restart, input: flags.csv };
  const total = plan.drafts.length + numbers.length;
  return outer.progress({ label: 'Uploading', unit: 'rows', total }, async ({ advance }) => {
    const progress: WithProgress = (_, work) => work({ advance, expect: () => {} });
    const context = { ...outer, progress };
    const orders = await carryOut(
      {
        ...common,
        uploadSpec: createSpec({ kind, api, account, columns: plan.columns }),
        drafts: inOne(plan.drafts),
        header: () => plan.rejectsHeader,
        files,
        unit: 'rows',
        onRead: (sends) => {
          if (sends) say();
        },
      },
      context,
    );
    const failure = failureIn(orders, 'rows');
    const rows = await gathered(orders.rows());
    if (orders.stopped !== undefined) return { orders, rows, shipments: undefined, failure };
    const there = new Set(
      rows.flatMap(({ orderNumber, outcome }) => (isReject(outcome) ? [] : String(orderNumber))),
    );
    // The account may have a number in another spelling.
    for (const [typed, own] of presentNumbers(standings)) if (there.has(typed)) there.add(own);
    if (!flags.noShipments) sayLeftOut(plan, there, context);
    const ready = numbers.filter(({ item }) => there.has(item.orderNumber));
    if (ready.length === 0) return { orders, rows, shipments: undefined, failure };
    const shipments = await carryOut(
      {
        ...common,
        uploadSpec: shipmentsKind(async () => api),
        drafts: inOne(ready),
        header: () => Object.keys(shipmentResults),
        files: {},
        unit: 'tracking numbers',
      },
      context,
    );
    const both = together(failure, failureIn(shipments, 'tracking numbers', false));
    return { orders, rows, shipments, failure: both };
  });
}

/** The ending of an order, as its first row in the results says. */
function endingIn(rows: readonly ResultRow[], order: PlannedOrder): OrderEnding {
  const { outcome = 'not_sent', code } = rows[order.rows[0] ?? 0] ?? {};
  return outcome === 'rejected' && code === 'differs' ? 'differs' : countNames[outcome];
}

async function report(
  { plan }: Pick<ReadOrders, 'plan'>,
  { orders, rows, shipments, failure }: Awaited<ReturnType<typeof send>>,
  context: Context,
): Promise<void> {
  const output = await context.output();
  const counts = countsOf(plan, (order) => endingIn(rows, order));
  const numbers = shipments?.summary ?? null;
  if (output.format === 'ndjson') return output.list(resultView, rows);
  if (!output.isForPeople) {
    const { skipped } = plan;
    const summary = { ...orders.summary, read: plan.read, orders: createdOrders(counts), skipped };
    return output.one(createView, { ...summary, shipments: numbers });
  }
  const { quiet } = context.globals;
  const isEarlier = shipments === undefined || shipments.earlier !== undefined;
  // So that cron mails only problems.
  if (quiet && failure === undefined) return;
  const lines = [
    ...(quiet ? [plan.words] : []),
    ...summaryLines(plan, counts, numbers, isEarlier ? orders.earlier : undefined),
    ...fileLines(orders.summary),
    ...(numbers?.rejectsFile == null ? [] : fileLines(numbers, 'tracking numbers')),
  ];
  await output.prose(lines);
}

/** Refuses groups in rules that neither waybill nor the account knows, where nobody says to send them. */
async function refuseUnknownGroups({ plan }: ReadOrders, context: Context): Promise<void> {
  const { yes } = context.settings();
  if (yes || plan.unknownGroups.length === 0 || (await context.questions()).possible) return;
  throw usageFailure(
    `The rules name groups that the account does not have yet: ${plan.unknownGroups.join(', ')}`,
    { hint: 'Correct the rules, or send them all the same with -y. Nothing was sent.' },
  );
}

/** `create --csv`: the orders of a file and their tracking numbers, run as two uploads. */
export async function createFromFile(
  flags: CreateFileFlags,
  kind: OrderKind,
  context: Context,
): Promise<Ending> {
  const { dryRun, noHeader } = context.settings();
  if (noHeader) {
    throw usageFailure("--no-header can't be used with --csv", {
      hint: 'Orders are read by their headers. Nothing was sent.',
    });
  }
  refuseSharedStdin({ '--csv': flags.csv, '--rules': flags.rules });
  const output = await context.output();
  if (!dryRun && output.format === 'ndjson') output.expect(resultView);
  else if (!dryRun) output.expect(createView);
  const inputs = [flags.csv, ...(flags.rules === undefined ? [] : [flags.rules])];
  const files = await checkUploadFiles(flags, createdColumns, inputs, context);
  const canAsk = await mayAskForColumns(context);
  const read = canAsk
    ? await (await import('./create-questions')).readAsking(flags, kind, context)
    : await readFile(flags, kind, context);
  if (flags.saveMapping && dryRun)
    context.notices.notice('The mapping was not saved, because of --dry-run.');
  else if (flags.saveMapping) read.save();
  await refuseUnknownGroups(read, context);
  const { numbers, doubts } = await trackingRows(read, context);
  const isAnyNew = [...read.standings.values()].some((one) => one.kind === 'new');
  if (isAnyNew) await read.plan.names.say(context);
  const say = () => {
    read.say();
    for (const line of doubts) context.notices.warning(line);
  };
  if (dryRun) {
    say();
    await printPlan(read, numbers, context);
    return 'done';
  }
  const sent = await send(read, numbers, files, say, context);
  await report(read, sent, context);
  if (sent.failure !== undefined) throw sent.failure;
  return 'done';
}
