import { resolve } from 'node:path';
import { type Flags, flagLabel, text, toggle } from '../../../cli/flag';
import type { Context } from '../../../context';
import type { Ending } from '../../../exit-codes';
import { Failure, usageFailure } from '../../../failure';
import type { Output } from '../../../output/output';
import type { View } from '../../../output/view';
import type { JobOwner } from '../../../upload/job/job';
import type { Ledger } from '../../../upload/ledger';
import type { Summary } from '../../../upload/outcome';
import type { ResultRow } from '../../../upload/results';
import type { Draft, UploadSpec } from '../../../upload/spec';
import type { Upload } from '../../../upload/upload';
import { refuseSameFile } from './refuse-same-file';

/** The flags of every upload, whatever it uploads. */
export const uploadFlags = {
  results: text('<file>', 'Where to write what became of each row', { complete: 'file' }),
  rejects: text('<file>', 'Where to write the rows that are to be fixed', { complete: 'file' }),
  restart: toggle('Send everything again, whatever earlier runs have settled'),
};

export interface UploadFlagValues {
  readonly results?: string | undefined;
  readonly rejects?: string | undefined;
  readonly restart: boolean;
}

/** The flags of a verb that takes a file of many orders beside single ones. */
export function fileFlags(describe: string) {
  const group = { group: 'Many orders' };
  const entries = Object.entries(uploadFlags).map(([key, flag]) => [key, { ...flag, ...group }]);
  return {
    csv: text('<file|->', describe, { ...group, complete: 'file' }),
    ...(Object.fromEntries(entries) as typeof uploadFlags),
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Refuses, beside a file, orders that are named one by one and flags that say what one holds. */
export function refuseBesideFile(orders: readonly string[], flags: Values, single: Flags): void {
  const given = Object.keys(single).filter((key) => flags[key] !== undefined);
  const [first] = [...orders.map((order) => `"${order}"`), ...given.map(flagLabel)];
  if (first === undefined) return;
  throw usageFailure(`${first} can't go with --csv`, {
    hint: 'The rows of the file say what each order is to hold.',
  });
}

/** Refuses the flags of an upload where there is none. */
export function refuseWithoutFile(flags: Values): void {
  const given = Object.keys(uploadFlags).find(
    (key) => flags[key] !== undefined && flags[key] !== false,
  );
  if (given !== undefined) throw usageFailure(`${flagLabel(given)} goes with --csv`);
}

/** What is uploaded, from the command that knows it. */
export interface UploadTask<Item> {
  readonly spec: UploadSpec<Item>;
  readonly drafts: AsyncIterable<readonly Draft<Item>[]>;
  /** Names for the columns of the rejects file, asked for when the drafts are through. */
  header(): readonly string[];
  readonly flags: UploadFlagValues;
  /** The file that the rows come from, `-` for standard input; undefined for the command line. */
  readonly input: string | undefined;
  readonly allOrNothing?: boolean;
  readonly verify?: boolean;
  /** Sends the rows of a finished job again where some were refused. */
  readonly retryRefused?: boolean;
  /** Completes "Uploading <rows>". */
  readonly unit: string;
  /** Called when the rows are known and before anything is sent. */
  onRead?(): void;
}

/** "1 row", "12 rows". */
export function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`;
}

const told = [
  ['added', 'added'],
  ['alreadyPresent', 'already present'],
  ['accepted', 'accepted'],
  ['duplicate', 'duplicate'],
  ['invalid', 'invalid'],
  ['rejected', 'rejected'],
  ['notSent', 'not sent'],
  ['unknown', 'of unknown outcome'],
] as const;

function summaryText(summary: Summary): string {
  const parts = told.flatMap(([key, words]) =>
    summary[key] > 0 ? [`${summary[key]} ${words}`] : [],
  );
  const requests = counted(summary.requests, 'requests');
  const head = `${counted(summary.rows, 'rows')}: ${parts.join(', ') || 'nothing to send'} (${requests})`;
  return summary.rejectsFile === null
    ? head
    : `${head}\nTo fix: ${summary.rejectsFile}\nAll rows: ${summary.resultsFile}`;
}

/** How the summary of an upload is shown: in json the object that scripts depend on. */
export const summaryView: View<Summary> = {
  one: 'upload',
  empty: 'Nothing was uploaded.',
  fields: {
    job: 'text',
    rows: 'number',
    added: 'number',
    alreadyPresent: 'number',
    accepted: 'number',
    duplicate: 'number',
    invalid: 'number',
    rejected: 'number',
    notSent: 'number',
    unknown: 'number',
    requests: 'number',
    resultsFile: 'text',
    rejectsFile: 'text',
  },
  table: ['rows', ...told.map(([key]) => key), 'requests'],
  card: summaryText,
};

/** The rows of an upload as its results file has them: what ndjson prints, an object each. */
function rowView<Item>(spec: Pick<UploadSpec<Item>, 'columns'>): View<ResultRow> {
  const columns = Object.keys(spec.columns);
  const names = ['line', ...columns, 'outcome', 'code', 'message'];
  return {
    one: 'row',
    empty: 'No rows.',
    fields: Object.fromEntries(names.map((name) => [name, 'text' as const])),
    table: names,
    card: ({ line, outcome }) => `line ${line}: ${outcome}`,
  };
}

/** Prints rows as they come, many at once: a write for each would take longer than the upload. */
function rowPrinter(output: Output, view: View<ResultRow>) {
  let held: ResultRow[] = [];
  const flush = async () => {
    const rows = held;
    held = [];
    if (rows.length > 0) await output.list(view, rows);
  };
  return {
    flush,
    add: async (row: ResultRow) => {
      held.push(row);
      if (held.length >= rowsAtOnce) await flush();
    },
  };
}

const rowsAtOnce = 500;

/** Whose job it is: the same rows for another account are another job. */
async function jobOwner(context: Context): Promise<JobOwner> {
  const settings = context.settings();
  if (settings.sandbox) return { baseUrl: 'sandbox', account: context.paths.sandboxDatabase };
  const [{ serviceBaseUrl }, { keyFingerprint }] = await Promise.all([
    import('../../../settings/base-url'),
    import('../../../upload/job/job'),
  ]);
  const { apiKey } = await (await context.credentials()).current();
  return { baseUrl: serviceBaseUrl(settings), account: keyFingerprint(apiKey) };
}

/** What stopped the run, with how far it came and how to go on. */
function stoppedFailure({ stopped, summary, ending }: Upload): Failure {
  const done = summary.rows - summary.notSent - summary.unknown;
  const goOn =
    done === summary.rows
      ? undefined
      : `${done} of ${counted(summary.rows, 'rows')} are settled. Run the same command again to go on.`;
  if (stopped instanceof Failure) {
    const hint = [stopped.hint, goOn].filter((one) => one !== undefined).join(' ');
    return stopped.with({ ending, hint });
  }
  const message = ending === 'terminated' ? 'Terminated' : 'Interrupted';
  return new Failure({ ending, code: ending, message, hint: goOn });
}

/** What became of the rows before this run. */
function earlierRuns({ finished, finishedAt, rows, settled }: Ledger, unit: string): string {
  if (!finished) return `Going on: ${settled} of ${counted(rows, unit)} were settled before.`;
  const when = finishedAt === undefined ? 'before' : `at ${finishedAt.replace(/\.\d+/, '')}`;
  return `The same ${unit} were uploaded ${when}. Nothing was sent; these are the results. --restart sends them again.`;
}

/** Runs an upload, prints its summary and says how to go on where it did not go through. */
export async function runUpload<Item>(
  {
    spec,
    drafts,
    header,
    flags,
    input,
    allOrNothing = false,
    verify = false,
    retryRefused = false,
    unit,
    onRead,
  }: UploadTask<Item>,
  context: Context,
): Promise<Ending> {
  await refuseSameFile(flags, input);
  const settings = context.settings();
  const output = await context.output();
  const asRows = output.format === 'ndjson';
  const rows = rowView(spec);
  if (asRows) output.expect(rows);
  else output.expect(summaryView);
  const printer = rowPrinter(output, rows);
  const owner = await jobOwner(context);
  const [{ upload }, { realDisk }, { machineProcesses }] = await Promise.all([
    import('../../../upload/upload'),
    import('../../../upload/job/disk'),
    import('../../../upload/job/processes'),
  ]);
  const done = await context.progress({ label: 'Uploading', unit }, (progress) =>
    upload({
      disk: realDisk,
      processes: machineProcesses(context.world),
      jobsFolder: context.paths.jobsFolder,
      owner,
      kind: spec,
      drafts,
      header,
      resultsFile: flags.results && resolve(flags.results),
      rejectsFile: flags.rejects && resolve(flags.rejects),
      rawCsv: settings.rawCsv,
      restart: flags.restart,
      retryRefused,
      allOrNothing,
      verify,
      concurrency: settings.concurrency,
      interruption: context.world.interruption,
      sleep: context.world.sleep,
      onWait: (path) => context.notices.notice(`Waiting until ${path} is read.`),
      now: context.world.clock.now,
      onStart(ledger) {
        progress.expect(ledger.rows);
        progress.advance(ledger.settled);
        onRead?.();
        if (ledger.begun) context.notices.notice(earlierRuns(ledger, unit));
      },
      progress,
      ...(asRows && { onRow: printer.add }),
    }),
  );
  if (asRows) await printer.flush();
  else await output.one(summaryView, done.summary);
  if (done.stopped !== undefined) throw stoppedFailure(done);
  if (done.summary.unknown > 0) {
    context.notices.warning(
      'Of some rows the outcome is unknown. Run the same command again: it asks once more.',
    );
  }
  if (allOrNothing && done.summary.notSent > 0) {
    context.notices.warning('Not all rows would be taken, so nothing was sent.');
  }
  return done.ending;
}
