import { join, resolve } from 'node:path';
import { resolveDay } from '../../../cli/day';
import { type Flags, flagLabel, text, toggle } from '../../../cli/flag';
import type { Context } from '../../../context';
import type { Ending } from '../../../exit-codes';
import { Failure, type FailureIssue, usageFailure } from '../../../failure';
import type { MoneyUnit } from '../../../formats';
import { tableFlags } from '../../../input/table-flags';
import { quotedWord } from '../../../lib/quoted-word';
import type { Output } from '../../../output/output';
import type { View } from '../../../output/view';
import type { JobOrigin, JobOwner } from '../../../upload/job/manifest';
import type { Ledger } from '../../../upload/ledger';
import type { Summary } from '../../../upload/outcome';
import type { ReportedRow, ResultRow } from '../../../upload/results';
import type { Draft, UploadSpec } from '../../../upload/spec';
import type { Upload } from '../../../upload/upload';

/** The flags of every upload, whatever it uploads. */
export const uploadFlags = {
  results: text('<file>', 'Write the outcome of each row to this file', { complete: 'file' }),
  rejects: text('<file>', 'Write the rows to fix to this file', { complete: 'file' }),
  restart: toggle('Send everything again, including rows settled earlier'),
};

export interface UploadFlagValues {
  readonly results?: string | undefined;
  readonly rejects?: string | undefined;
  readonly restart: boolean;
}

/** The flags of a verb that takes a file of many orders beside single ones. */
export function fileFlags(describe: string) {
  const group = { group: 'Many orders' };
  const flags = { ...uploadFlags, ...tableFlags };
  const entries = Object.entries(flags).map(([key, flag]) => [key, { ...flag, ...group }]);
  return {
    csv: text('<file|->', describe, { ...group, complete: 'file' }),
    ...(Object.fromEntries(entries) as typeof flags),
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Refuses, beside a file, orders that are named one by one and flags that say what one holds. */
export function refuseBesideFile(orders: readonly string[], flags: Values, single: Flags): void {
  const given = Object.keys(single).filter((key) => flags[key] !== undefined);
  const [first] = [...orders.map((order) => `"${order}"`), ...given.map(flagLabel)];
  if (first === undefined) return;
  throw usageFailure(`${first} can't be used with --csv`, {
    hint: 'The rows of the file set the fields of each order.',
  });
}

/** Refuses the flags of an upload where there is none. */
export function refuseWithoutFile(flags: Values): void {
  const given = Object.keys({ ...uploadFlags, ...tableFlags }).find(
    (key) => flags[key] !== undefined && flags[key] !== false,
  );
  if (given !== undefined) throw usageFailure(`${flagLabel(given)} works only with --csv`);
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
  /** For orders that are there already: the command that takes a file of their old values back. */
  readonly undo?: string;
  /** Completes "Uploading <rows>". */
  readonly unit: string;
  /** What became of a row that the service took as new, `added` where nothing else is said. */
  readonly taken?: 'added' | 'updated' | 'created';
  /**
   * For rows that were typed and not read from a file: what to throw where all of them were refused.
   * Then nothing is printed and nothing kept.
   */
  whenAllRefused?(refused: readonly ReportedRow<Item>[]): Promise<Failure>;
  /** Called when the rows are known and before anything is sent. */
  onRead?(): void;
  /** Takes the summary where another command prints a result of its own. */
  onSummary?(text: string): void;
  /** Said where the same rows were uploaded before: how to send them again. */
  readonly again?: string;
}

/** "1 row", "12 rows". */
export function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`;
}

const summaryWords = [
  ['added', 'added'],
  ['alreadyPresent', 'already present'],
  ['accepted', 'accepted'],
  ['duplicate', 'duplicate'],
  ['invalid', 'invalid'],
  ['rejected', 'rejected'],
  ['notSent', 'not sent'],
  ['unknown', 'unknown'],
] as const;

/** What an upload prints; updates keep the old values as well. */
interface UploadSummary extends Summary {
  readonly oldValuesFile?: string | null;
}

interface Wording {
  /** What rows that went through were, where they were not added. */
  readonly taken: string | undefined;
  /** The command that takes old values back, up to their file. */
  readonly undo: string | undefined;
  readonly money: MoneyUnit;
}

function summaryText(summary: UploadSummary, { taken, undo, money }: Wording): string {
  const named = { added: taken, alreadyPresent: undo === undefined ? undefined : 'unchanged' };
  const parts = summaryWords.flatMap(([key, words]) =>
    summary[key] > 0
      ? [`${summary[key]} ${(named as Record<string, string | undefined>)[key] ?? words}`]
      : [],
  );
  const requests = counted(summary.requests, 'requests');
  const lines = [
    `${counted(summary.rows, 'rows')}: ${parts.join(', ') || 'nothing to send'} (${requests})`,
  ];
  const { rows, added, alreadyPresent, accepted, duplicate } = summary;
  const toFix = rows - added - alreadyPresent - accepted - duplicate > 0;
  if (toFix && summary.rejectsFile !== null) lines.push(`Rows to fix: ${summary.rejectsFile}`);
  if (rows > added + alreadyPresent) lines.push(`All rows: ${summary.resultsFile}`);
  // The old values are in the unit of this run, whatever the settings are by then.
  if (summary.oldValuesFile) {
    lines.push(`To undo: ${undo} ${quotedWord(summary.oldValuesFile)} --money ${money}`);
  }
  return lines.join('\n');
}

/** How the summary of an upload is shown: in json the object that scripts depend on. */
const summaryView = (wording: Wording): View<UploadSummary> => ({
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
    ...(wording.undo === undefined ? {} : { oldValuesFile: 'text' as const }),
  },
  table: ['rows', ...summaryWords.map(([key]) => key), 'requests'],
  card: (summary) => summaryText(summary, wording),
});

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
  if (settings.sandbox) {
    const { api } = await context.session();
    return {
      baseUrl: 'sandbox',
      account: `${context.paths.sandboxDatabase} ${api.sandboxAccount?.()}`,
    };
  }
  const [{ serviceBaseUrl }, { keyFingerprint }] = await Promise.all([
    import('../../../settings/base-url'),
    import('../../../upload/job/job'),
  ]);
  const { apiKey } = await (await context.credentials()).current();
  return { baseUrl: serviceBaseUrl(settings), account: keyFingerprint(apiKey) };
}

/** The first refused rows, each with the reason that a check beforehand would give. */
async function refusedIssues<Item>(
  { reported: { first }, stopped }: Upload<Item>,
  { explain }: UploadSpec<Item>,
): Promise<readonly FailureIssue[]> {
  const rejected = first.filter(({ outcome }) => outcome === 'rejected');
  const items = rejected.map(({ row }) => row.item);
  // Where the service does not respond any more there is nothing to look up.
  const asks = explain !== undefined && items.length > 0 && stopped === undefined;
  const reasons = asks ? await explain(items).catch(() => []) : [];
  return first.map((one) => {
    const reason = reasons[rejected.indexOf(one)];
    return { path: `line ${one.row.line}`, message: reason ?? one.message };
  });
}

function moreHint({ reported: { refused, first }, summary }: Upload): readonly string[] {
  const more = refused - first.length;
  return more > 0
    ? [`${more} more rows were refused. All of them are in ${summary.rejectsFile}.`]
    : [];
}

/** The command line, for anyone who looks at the job later. No flag takes a secret; to be sure, none stays. */
function origin(input: string | undefined, { world, redactor }: Context): JobOrigin {
  const words = ['waybill', ...world.arguments].map(quotedWord).join(' ');
  return { file: input ?? null, command: redactor.clean(words), folder: resolve('.') };
}

/** Where the values are that the upload replaced; null where it changed nothing. */
async function oldValuesOf(job: string, { paths }: Context) {
  const folder = join(paths.jobsFolder, job);
  const [{ realDisk, reportingDisk }, { newestOldValues }] = await Promise.all([
    import('../../../upload/job/disk'),
    import('../../../upload/job/old-values'),
  ]);
  const newest = newestOldValues(await reportingDisk(realDisk).list(folder));
  return { oldValuesFile: newest === undefined ? null : join(folder, newest) };
}

/** Days after which a finished job is removed. */
const keptDays = 90;

/** Clears away what no one needs any more. Where that fails the upload has gone through all the same. */
async function removeOld({ world, paths, today }: Context): Promise<void> {
  const [{ removeOldJobs }, { realDisk, reportingDisk }, { machineProcesses }] = await Promise.all([
    import('../../../upload/job/stored-job'),
    import('../../../upload/job/disk'),
    import('../../../upload/job/processes'),
  ]);
  const oldest = resolveDay({ daysAgo: keptDays }, today());
  try {
    await removeOldJobs(reportingDisk(realDisk), paths.jobsFolder, {
      before: new Date(`${oldest}T00:00:00`).getTime(),
      processes: machineProcesses(world),
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/** What stopped the run, with how far it came and how to go on. */
function stoppedFailure(done: Upload, refused: readonly FailureIssue[]): Failure {
  const { stopped, summary, ending, resumable } = done;
  const settled = summary.rows - summary.notSent - summary.unknown;
  const goOn =
    settled === summary.rows || !resumable
      ? []
      : [
          `${settled} of ${counted(summary.rows, 'rows')} are settled. Run the same command again to resume.`,
        ];
  const next = [...moreHint(done), ...goOn];
  if (stopped instanceof Failure) {
    const hint = [stopped.hint ?? [], ...next].flat().join(' ');
    const issues = [...(stopped.issues ?? []), ...refused];
    return stopped.with({ ending, hint, issues: issues.length === 0 ? undefined : issues });
  }
  const message = ending === 'terminated' ? 'Terminated' : 'Interrupted';
  const hint = next.length === 0 ? undefined : next.join(' ');
  return new Failure({ ending, code: ending, message, hint, issues: refused });
}

/** The failure for a run that finished but did not take every row. */
function refusedFailure(done: Upload, issues: readonly FailureIssue[]): Failure {
  const { ending, summary, reported } = done;
  const hint = moreHint(done).join(' ') || undefined;
  if (summary.unknown > 0) {
    return new Failure({
      ending,
      code: 'outcome_unknown',
      message: `The outcome of ${counted(summary.unknown, 'rows')} is unknown`,
      hint: [...moreHint(done), 'To settle it, run the same command again.'].join(' '),
      issues,
    });
  }
  const { refused } = reported;
  const rows = `${refused} of ${counted(summary.rows, 'rows')} ${refused === 1 ? 'was' : 'were'} refused`;
  const { added, alreadyPresent, accepted, rejected } = summary;
  const noneTaken = added + alreadyPresent + accepted === 0;
  if (!noneTaken || (rejected > 0 && summary.notSent === 0)) {
    return new Failure({ ending, code: 'rows_refused', message: rows, hint, issues });
  }
  const message =
    refused === 0
      ? 'Some rows would be refused, so nothing was sent'
      : `${rows}, and nothing was sent`;
  return new Failure({ ending, code: 'nothing_sent', message, hint, issues });
}

/** What became of the rows before this run. */
function earlierRuns(
  { finished, finishedAt, rows, settled }: Ledger,
  unit: string,
  again: string,
): string {
  if (!finished) return `Resuming: ${settled} of ${counted(rows, unit)} are already settled.`;
  const when = finishedAt === undefined ? 'earlier' : `at ${finishedAt.replace(/\.\d+/, '')}`;
  return `The same ${unit} were already uploaded ${when}. Nothing was sent; these are the results. ${again}`;
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
    undo,
    unit,
    taken,
    whenAllRefused,
    onRead,
    onSummary,
    again = 'To send them again, use --restart.',
  }: UploadTask<Item>,
  context: Context,
): Promise<Ending> {
  const { refuseSameFile } = await import('./refuse-same-file');
  await refuseSameFile(flags, input);
  const settings = context.settings();
  const output = await context.output();
  const wording = { taken, undo, money: settings.money };
  const view = summaryView(wording);
  const rows = rowView(spec);
  const asRows = output.format === 'ndjson' && onSummary === undefined;
  if (asRows) output.expect(rows);
  else if (onSummary === undefined) output.expect(view);
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
      origin: origin(input, context),
      kind: spec,
      drafts,
      header,
      resultsFile: flags.results && resolve(flags.results),
      rejectsFile: flags.rejects && resolve(flags.rejects),
      rawCsv: settings.rawCsv,
      excel: settings.excel,
      restart: flags.restart,
      retryRefused,
      allOrNothing,
      verify,
      concurrency: settings.concurrency,
      interruption: context.world.interruption,
      sleep: context.world.sleep,
      onWait: (path) => context.notices.notice(`Waiting for a reader of ${path}.`),
      now: context.world.clock.now,
      onStart(ledger) {
        progress.expect(ledger.rows);
        progress.advance(ledger.settled);
        onRead?.();
        if (ledger.begun) context.notices.notice(earlierRuns(ledger, unit, again));
      },
      progress,
      ...(asRows && { onRow: printer.add }),
    }),
  );
  context.atEnd(() => removeOld(context));
  if (whenAllRefused !== undefined && done.stopped === undefined) {
    const { job, rows } = done.summary;
    if (rows > 0 && done.reported.refused === rows) {
      await realDisk.remove(join(context.paths.jobsFolder, job));
      throw await whenAllRefused(done.reported.first);
    }
  }
  // What runs from cron mails only problems.
  const isSilent = context.globals.quiet && done.ending === 'done' && output.format === 'table';
  const kept = undo === undefined ? {} : await oldValuesOf(done.summary.job, context);
  const summary = { ...done.summary, ...kept };
  if (onSummary !== undefined) onSummary(summaryText(summary, wording));
  else if (asRows) await printer.flush();
  else if (!isSilent) await output.one(view, summary);
  if (done.ending === 'done' && done.stopped === undefined) return 'done';
  const issues = await refusedIssues(done, spec);
  throw done.stopped === undefined ? refusedFailure(done, issues) : stoppedFailure(done, issues);
}
