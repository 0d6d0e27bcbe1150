import { rmSync } from 'node:fs';
import { day, localDay, resolveDay } from '../../cli/day';
import { defineCommand, several } from '../../cli/definition';
import {
  choice,
  type FlagValues,
  repeated,
  text,
  toggle,
  valued,
  withDefault,
} from '../../cli/flag';
import { type MirrorFlagValues, mirrorOnlyFlags } from '../../cli/global-flags';
import { readDollars, readSignedDollars } from '../../cli/money';
import type { Context, OpenMirror } from '../../context/context';
import { groupNamed } from '../../contract/named';
import { type Ending, worstEnding } from '../../exit-codes';
import { usageFailure } from '../../failure';
import {
  leaveOutTotals,
  type PayoutFile,
  readPayoutFiles,
  withPaymentDay,
  wordsIn,
} from '../../imports/payouts/files';
import { formatIds, mapKeys } from '../../imports/payouts/formats';
import { dateFormat, expandedFiles, readingOf, tableFlags } from '../../input/input-file';
import { usualTolerance } from '../../insight/reconcile/clusters';
import { concernedOrders } from '../../insight/reconcile/match';
import { type Reconciliation, reconcile } from '../../insight/reconcile/reconcile';
import { hasFinding, reconcileReport } from '../../insight/reconcile/report';
import type { RecordedRun } from '../../insight/reconcile/result';
import { confirm } from '../../output/confirm';
import { printRequests } from '../../output/dry-run';
import { ownAccountFlags } from '../../settings/base-url';
import { readDays } from '../../settings/own-settings';
import { readColumnMap } from '../../tabular/record';
import {
  payoutMappingPath,
  readPayoutMapping,
  savedPayoutMapping,
  saveMappingFile,
} from '../uploads/mapping-file';
import {
  readableRows,
  remarkOnDates,
  remarkOnFuture,
  remarkOnLeft,
  remarkOnNotReceived,
  remarkOnPaidOn,
  remarkOnResult,
  remarkOnStates,
  remarkOnTotals,
} from './remarks';
import {
  closingLine,
  plannedLines,
  readAs,
  reportLines,
  reportView,
  textsOf,
  type Updates,
  updateLines,
  updatesInWords,
  verdictView,
} from './view';

const money = (describe: string) => valued('<money>', describe, readDollars);

const flags = {
  group: text('<id>', 'The buying group or platform that the file is from', {
    complete: 'payer',
    required: true,
  }),
  format: choice('<format>', 'Read the file in this format, regardless of its header', formatIds),
  map: repeated(text('<field>=<header>', `The column for ${mapKeys.join(', ')}`)),
  saveMapping: toggle("Save --format, --map and --date-format for this group's next files"),
  sheet: tableFlags.sheet,
  encoding: tableFlags.encoding,
  delimiter: tableFlags.delimiter,
  noHeader: toggle('The file has no header: name its columns by number, as in --map amount=3'),
  dateFormat,
  paidOn: day('The day of payment, for a file without dates'),
  record: toggle('Save the payments in the ledger on this machine'),
  apply: toggle('Record, then set orders paid in full to paid'),
  applyReceived: toggle('Record, then set orders that the group has received to received'),
  // A payout after returns may be negative.
  deposit: valued(
    '<money>',
    'What the bank received, to compare with the rows; may be negative',
    readSignedDollars,
  ),
  tolerance: withDefault(money('Ignore differences up to this'), usualTolerance, '0.02'),
  grace: withDefault(
    valued('<30d>', 'Age at which an order without a row counts as missing', readDays),
    30,
    '30d',
  ),
  results: text('<file>', 'Write each row with its outcome to this file', { complete: 'file' }),
  exitCode: toggle('Exit with 15 if an order or the deposit needs attention'),
  ...mirrorOnlyFlags,
};

type Typed = FlagValues<typeof flags>;

/** The group as typed. Refuses flags that contradict each other, before anything is read. */
function checkedGroup({ group, apply, applyReceived, record, offline, mirror }: Typed): string {
  if (group === undefined) {
    throw usageFailure('The group is missing: --group <id>', {
      hint: 'Name the group that the file is from.',
    });
  }
  const applying = apply ? '--apply' : applyReceived ? '--apply-received' : undefined;
  if (applying !== undefined && offline)
    throw usageFailure(`${applying} contacts the service, so it can't be used with --offline`);
  if ((applying !== undefined || record) && mirror !== undefined) {
    throw usageFailure('--mirror is read-only', {
      hint: `Leave out --mirror, or --record and ${applying ?? '--apply'}.`,
    });
  }
  return group;
}

/**
 * The way to read the files: as typed, or else as saved for the group. `mappingFile` is where a saved
 * mapping came from.
 */
function mappingOf(
  { map: typedMap = [], format, dateFormat, noHeader, saveMapping: isToSave }: Typed,
  path: string,
) {
  const mappable = mapKeys.map((field) => ({ field, names: [] }));
  const named = readColumnMap(typedMap, mappable);
  const map = Object.fromEntries(Array.from(named, ([field, [header = '']]) => [field, header]));
  const isTyped = format !== undefined || typedMap.length > 0;
  const saved = isTyped ? undefined : readPayoutMapping(path, formatIds, mapKeys);
  if (saved === undefined) {
    if (noHeader && typedMap.length === 0) {
      throw usageFailure('Without a header, --no-header needs the numbers of the columns', {
        hint: 'For example --map tracking=1 --map order=2 --map amount=3.',
      });
    }
    return { format, map, dateFormat, ...(noHeader && { noHeader }) };
  }
  if (isToSave) throw usageFailure('--save-mapping works only with --map or --format');
  return {
    ...saved,
    dateFormat: dateFormat ?? saved.dateFormat,
    noHeader: noHeader || saved.noHeader,
    mappingFile: path,
  };
}

/** The latest day up to today on which a row was paid: no mirror is as new as a future one. */
function newestPayment(files: readonly PayoutFile[], today: string): string {
  const days = readableRows(files).flatMap(({ paidOn }) => paidOn ?? []);
  return days.reduce((newest, day) => (day > newest && day <= today ? day : newest), '');
}

/** Opens the mirror, synced if it is older than the newest payment, whose order it may not have. */
async function freshMirror(
  files: readonly PayoutFile[],
  given: MirrorFlagValues,
  context: Context,
): Promise<OpenMirror> {
  const access = await context.mirror();
  const found = await access.open(given);
  const isOld = localDay(Date.parse(found.asOf)) < newestPayment(files, context.today());
  if (!isOld || given.offline || given.sync || given.mirror !== undefined) return found;
  context.notices.notice('The mirror is older than the newest payment: syncing first.');
  return access.open({ ...given, sync: true });
}

/**
 * Matches the rows with the orders and payments in the mirror. Asks before payments are recorded for a group
 * that nothing is known of.
 */
async function reconcileFiles(
  read: readonly PayoutFile[],
  typedGroup: string,
  given: Typed & { readonly isReferenceMapped: boolean; readonly isRecorded: boolean },
  context: Context,
) {
  const input = await import('../../mirror/reconcile-input');
  const { readEntries } = await import('../../mirror/ledger-store');
  const { showGroupNames } = await import('../../mirror/group-names');
  const { database } = await freshMirror(read, given, context);
  const groups = showGroupNames(database);
  const { name: group, isKnown } = groupNamed(typedGroup, groups, context.notices);
  if (given.isRecorded && !isKnown)
    await confirm(`Record payments of "${group}"?`, context, 'Nothing was recorded');
  const named = read.flatMap((one) => one.rows.map(({ row }) => row));
  const orders = input.accountOrders(database, concernedOrders(named, group));
  const { files, totals } = leaveOutTotals(read, orders);
  remarkOnTotals(totals, files.length > 1, context);
  const rows = files.flatMap((one) => one.rows.map(({ row }) => row));
  const words = new Map(
    files.flatMap((one) => one.rows.map((fileRow) => [fileRow.row, () => wordsIn(one, fileRow)])),
  );
  const contents = new Map(files.map(({ file, content }) => [file, content]));
  const result = reconcile(rows, orders, readEntries(database), {
    contents,
    group,
    tolerance: given.tolerance,
    grace: given.grace,
    today: context.today(),
    hash: input.contentHash,
    visitOrders: (visit) => input.visitOrders(database, visit),
    wordsOf: (row) => words.get(row)?.() ?? [],
    isReferenceMapped: given.isReferenceMapped,
    accountFlags: ownAccountFlags(context.settings()),
  });
  return { files, result };
}

/** Records the rows; nothing if the same files were recorded before and have nothing new. */
async function record(
  { run, isImport }: Reconciliation,
  files: readonly PayoutFile[],
  context: Context,
): Promise<RecordedRun | undefined> {
  if (!isImport) return undefined;
  const access = await context.mirror();
  const { recordImport } = await import('../../mirror/ledger-changes');
  return access.write({ offline: true }, (database, at) =>
    recordImport(database, {
      file: files.map(({ file }) => file).join(', '),
      rows: files.reduce((sum, { rows }) => sum + rows.length, 0),
      run,
      at,
    }),
  );
}

async function confirmUpdates(updates: Updates, context: Context): Promise<void> {
  if (updates.length === 0) return;
  const { notice, warning } = context.notices;
  // The updates asked about have to be seen, also with -q.
  const isAsked = context.globals.quiet && !context.settings().yes;
  for (const line of updateLines(updates)) (isAsked ? warning : notice)(line);
  await confirm(`Set ${updatesInWords(updates)}?`, context);
}

async function applyUpdates(updates: Updates, context: Context): Promise<Ending> {
  if (updates.length === 0) return 'done';
  const { sendUpdates } = await import('../orders/known-updates');
  const ending = await sendUpdates(updates, context);
  context.notices.notice('To update the statuses in the mirror, run waybill sync.');
  return ending;
}

export const command = defineCommand({
  description: `Reads a group's payout file and matches every row with the orders in the mirror, by tracking number
and order number only. Every row gets exactly one outcome, every order of the group exactly one
verdict, and the cents add up.

waybill looks for the header in the first 15 lines and recognizes BFMR's tracker (bfmr), the portal
behind Max Out Deals (melul) and BuyingGroup's receipts (buying_group); --map then corrects paidOn,
reference, item or quantity. For any other table, use --map (generic). All files together have at most
20,000 rows; split a larger one, and record its parts one after another. Without --record or --apply, waybill saves no payments.

--record saves the payments of matched rows on this machine, and those that belong to no order. Recording
the same rows again adds nothing, and waybill payments undo reverts an import. --apply also sets orders
paid in full to paid, after asking. It skips an order whose status at the service is no longer the
mirror's, and one with payments in doubt. --apply-received sets buying group orders that
the group has received, with each of their tracking numbers, to received. --deposit leaves out rows that
another recorded file had. Exits with 3 if a row can't be read.`,
  fields: Object.keys(reportView.fields),
  documents: {
    'The verdicts': reportView,
    'With --apply --dry-run': ['request'],
    line: [verdictView, 'request'],
  },
  arguments: {
    file: several('A workbook, CSV or TSV, or - for standard input', { complete: 'file' }),
  },
  flags,
  examples: {
    'waybill reconcile examples/payout-bfmr.csv --group bfmr':
      'See what a payout covers and what is short',
    'waybill reconcile examples/payout-bfmr.csv --group bfmr --record --deposit 1234.56':
      'Record the payments and compare them with the bank',
    'waybill reconcile examples/payout-bfmr.csv --group bfmr --apply --dry-run --json':
      'Print the requests that would set orders to paid',
    'waybill reconcile examples/payout.csv --group points_4_days --map tracking=Parcel --map "order=Your order" --map amount=Paid --map paidOn=Day':
      'Read a file with any other layout',
  },
  async run(input, context): Promise<Ending> {
    const { file: named, apply, applyReceived, deposit = null } = input;
    const typedGroup = checkedGroup(input);
    const isApplied = apply || applyReceived;
    const isKept = isApplied || input.record;
    const { dryRun } = context.settings();
    const output = await context.output();
    const isTable = output.format === 'table';
    const { quiet } = context.globals;
    if (output.format === 'json') output.expect(reportView);
    else output.expect(verdictView);

    const mapping = mappingOf(input, await savedPayoutMapping(typedGroup, context));
    const table = readingOf({ ...input, map: [] }, context);
    const today = context.today();
    const reading = { ...mapping, dateOrder: mapping.dateFormat, table, today };
    const paths = await expandedFiles(named);
    const dated = await readPayoutFiles(paths, reading, context);
    const paidOn = input.paidOn && resolveDay(input.paidOn, context.today());
    if (paidOn !== undefined) remarkOnPaidOn(dated, context);
    const read = paidOn === undefined ? dated : withPaymentDay(dated, paidOn);
    const writeResults =
      input.results === undefined
        ? undefined
        : await (await import('./results-file')).resultsWriter(paths, input, context);
    const isPlan = isApplied && dryRun;
    const rowsOnly = leaveOutTotals(read).files;
    for (const one of rowsOnly) {
      if (isTable && !quiet) await output.prose([readAs(one)]);
      else context.notices.notice(readAs(one));
    }
    if (paidOn === undefined) remarkOnDates(rowsOnly, context);
    remarkOnStates(rowsOnly, context);
    remarkOnFuture(rowsOnly, context);
    const { files, result } = await reconcileFiles(
      read,
      typedGroup,
      {
        ...input,
        isReferenceMapped: mapping.map.reference !== undefined,
        isRecorded: isKept && !dryRun,
      },
      context,
    );
    const accountFlags = ownAccountFlags(context.settings());
    const reportOf = (done: RecordedRun | undefined) =>
      reconcileReport(result, {
        files: files.map((one) => ({ file: one.file, format: one.format, rows: one.rows.length })),
        deposit,
        done,
        accountFlags,
      });
    const plain = reportOf(undefined);
    const isFound = hasFinding(result, deposit);
    const readable: Ending = plain.rows.unreadable.count > 0 ? 'partly' : 'done';
    await writeResults?.(files, result.rows);
    const updates = [...(apply ? result.toApply : []), ...(applyReceived ? result.toReceive : [])];
    // With --quiet, a run in which all went well says nothing.
    const isShown = isTable && !(quiet && readable === 'done' && !isFound);
    if (isShown) {
      const shown = reportLines(result, plain, textsOf(files));
      await output.prose([...(quiet ? [] : ['']), ...shown, '']);
    }
    // Shown before any question, and in this order in a log.
    await output.written();
    remarkOnResult(result, files.length > 1, context);
    if (applyReceived) remarkOnNotReceived(result, context);
    if (!isPlan) await confirmUpdates(updates, context);
    else if (isTable) await output.prose(plannedLines(updates, input));
    const savesMapping = input.saveMapping && !dryRun;
    if (savesMapping) {
      const path = await payoutMappingPath(result.group, context);
      const before = await savedPayoutMapping(result.group, context);
      saveMappingFile(path, mapping, context);
      if (before !== path) rmSync(before, { force: true });
    }
    const done = isKept && !dryRun ? await record(result, files, context) : undefined;
    remarkOnLeft(result, done, context);
    if (isShown) {
      const closing = closingLine(done, result, input, savesMapping, accountFlags);
      await output.prose([closing]);
    } else if (isPlan && !isTable) {
      const { requestsOf } = await import('../orders/known-updates');
      await printRequests(output, requestsOf(updates));
    } else if (output.format === 'json') await output.one(reportView, reportOf(done));
    else if (!isTable) await output.list(verdictView, plain.verdicts);
    const applied = dryRun ? 'done' : await applyUpdates(updates, context);
    return worstEnding([applied, readable, input.exitCode && isFound ? 'found' : 'done']);
  },
});
