import { join, resolve } from 'node:path';
import { resolveDay } from '../../cli/day';
import { type Flags, type FlagValues, flagLabel, text, toggle, underHeading } from '../../cli/flag';
import type { Context } from '../../context/context';
import type { CheckedFiles, FileFlags } from '../../context/result-files';
import type { Ending } from '../../exit-codes';
import { Failure, usageFailure } from '../../failure';
import { type TableFlagValues, tableFlags } from '../../input/input-file';
import { gathered, unlessItFails } from '../../lib/once';
import { commandOf, countedOf } from '../../lib/words';
import { refuseForeignFolder } from '../../lib/write-files';
import { giftCardKind, type OrderKind } from '../../orders/kinds';
import { fingerprintOf } from '../../settings/paths';
import type { Settings } from '../../settings/resolve';
import { MissingColumns } from '../../tabular/record';
import type { JobLedger } from '../../upload/ledger';
import type { Summary } from '../../upload/outcome';
import type { ReportedRow, ResultRow } from '../../upload/results';
import type { JobOwner, UploadRow, UploadSurroundings, UploadWork } from '../../upload/spec';
import type { Upload } from '../../upload/upload';

export const uploadFlags = {
  results: text('<file>', 'Write the outcome of each row to this file', { complete: 'file' }),
  rejects: text('<file>', 'Write the rows to fix to this file', { complete: 'file' }),
  restart: toggle('Send everything again, settled rows too'),
};

export type UploadFlagValues = FlagValues<typeof uploadFlags>;

/** The flags of a verb that takes a file of many orders as well as single ones, with its own ones. */
export function fileFlags<F extends Flags>(
  kind: OrderKind,
  verb: string,
  describe: string,
  own: F,
) {
  const csv = text('<file|->', describe, { complete: 'file' });
  const flags = { csv, ...tableFlags, ...own, ...uploadFlags };
  return underHeading('Many orders', flags, kind === giftCardKind ? `orders ${verb}` : undefined);
}

/** The files to write results and rejects to, checked; none in a dry run. */
export async function checkUploadFiles(
  flags: FileFlags,
  columns: Readonly<Record<string, unknown>>,
  inputs: readonly string[],
  context: Context,
): Promise<CheckedFiles> {
  const isNamed = (flags.results ?? flags.rejects) !== undefined;
  if (context.settings().dryRun || !isNamed) return {};
  const { checkResultFiles } = await import('../../context/result-files');
  const { resultHeader } = await import('../../upload/results');
  const header = resultHeader(columns).join(',');
  return checkResultFiles(flags, context, { inputs, isHeader: (line) => line === header });
}

/** True if a person reads the results now and can be asked. */
export async function mayAskForColumns(context: Context): Promise<boolean> {
  if (context.settings().yes || !context.world.stdinIsTerminal) return false;
  return (await context.output()).isRead && (await context.questions()).possible;
}

/** Reads a file; at a terminal a person is asked for missing columns, and it is read again. */
export async function askingForColumns<F extends Pick<TableFlagValues, 'map'>, T>(
  flags: F,
  context: Context,
  read: (flags: F) => Promise<T>,
): Promise<T> {
  try {
    return await read(flags);
  } catch (error) {
    if (!(error instanceof MissingColumns) || !(await mayAskForColumns(context))) throw error;
    const { askedColumns } = await import('./ask-columns');
    const asked = await askedColumns(error, context);
    const done = await read({ ...flags, map: [...(flags.map ?? []), ...asked] });
    const { world, redactor, notices } = context;
    const words = [...world.arguments, ...asked.flatMap((one) => ['--map', one])];
    notices.notice(`To read such a file without a question: ${redactor.clean(commandOf(words))}`);
    return done;
  }
}

type Values = Readonly<Record<string, unknown>>;

export function refuseBesideFile(orders: readonly string[], flags: Values, single: Flags): void {
  const given = Object.keys(single).filter((key) => flags[key] !== undefined);
  const [first] = [...orders.map((order) => `"${order}"`), ...given.map(flagLabel)];
  if (first === undefined) return;
  throw usageFailure(`${first} can't be used with --csv`, {
    hint: 'The rows of the file set the fields of each order.',
  });
}

export function refuseWithoutFile(flags: Values, own: Flags): void {
  const given = Object.keys({ ...uploadFlags, ...tableFlags, ...own }).find(
    (key) => flags[key] !== undefined && flags[key] !== false,
  );
  if (given !== undefined) throw usageFailure(`${flagLabel(given)} works only with --csv`);
}

export interface UploadTask<Item> extends UploadWork<Item> {
  /** The file that the rows come from, `-` for standard input; undefined for the command line. */
  readonly input: string | undefined;
  /** Completes "Uploading <rows>". */
  readonly unit: string;
  /** Called when all rows are read, before anything is sent, if there is anything to send. */
  onRead?(sends: boolean): void;
  /** For existing orders: the noun whose update takes a file of their old values. */
  readonly undo?: string;
  /** The unit that a row's number counts; `line` by default. */
  readonly place?: string | undefined;
  /** The name of a row in refusals; by default its place and number. */
  nameOf?(row: UploadRow<Item>): string;
  /** For typed rows: the failure if all were refused. Then nothing is printed or kept. */
  whenAllRefused?(refused: readonly ReportedRow<Item>[]): Promise<Failure>;
  /** For typed rows: the failure if the outcome of some is unknown; the same command resumes. */
  whenUnsettled?(unsettled: readonly ResultRow[], stopped: Failure | undefined): Failure;
  /** Receives the summary if the command prints its own result. */
  onSummary?(text: string): void;
}

/** The owner of this job: the same rows for another account are another job. */
async function jobOwner(context: Context): Promise<JobOwner> {
  const settings = context.settings();
  if (settings.sandbox) {
    const { api } = await context.session();
    return {
      baseUrl: 'sandbox',
      account: `${context.paths.sandboxDatabase} ${api.sandboxAccount?.()}`,
    };
  }
  const { serviceBaseUrl } = await import('../../settings/base-url');
  const { apiKey } = await (await context.credentials()).current();
  return { baseUrl: serviceBaseUrl(settings), account: fingerprintOf(apiKey) };
}

async function surroundingsOf(
  input: string | undefined,
  context: Context,
): Promise<UploadSurroundings> {
  const { paths, world } = context;
  const { rawCsv, excel, concurrency, profile } = context.settings();
  const owner = await jobOwner(context);
  // Shown with the job: without --restart the command resumes. Redacted to be sure.
  const kept = world.arguments.filter((word) => word !== '--restart');
  const command = context.redactor.clean(commandOf(kept));
  const { realDisk } = await import('../../disk/disk');
  const { machineProcesses } = await import('../../disk/lock');
  return {
    disk: realDisk,
    processes: machineProcesses(world),
    jobsFolder: paths.jobsFolder,
    writtenFolder: paths.writtenFolder,
    owner,
    origin: { file: input ?? null, command, folder: resolve('.'), profile },
    rawCsv,
    excel,
    concurrency,
    interruption: world.interruption,
    now: world.clock.now,
  };
}

/** The file of the values that the upload replaced, if it changed any, and how to restore them. */
async function undoOf(
  { job, added, accepted, unknown }: Summary,
  noun: string,
  { disk, jobsFolder, owner }: UploadSurroundings,
  settings: Settings,
) {
  if (added + accepted + unknown === 0) return { oldValuesFile: null, undo: [] };
  const folder = join(jobsFolder, job);
  const { accountFlags } = await import('../../settings/base-url');
  const { savedOldValues } = await import('../../orders/old-values');
  const account = accountFlags({ baseUrl: owner.baseUrl, profile: settings.profile }, settings);
  return savedOldValues(noun, account, folder, await disk.list(folder));
}

/** Days after which a finished job is removed. */
const keptDays = 90;

/** Removes old finished jobs, and forgets what was written as long ago. A failure is ignored, since the upload itself went through. */
async function removeOld(surroundings: UploadSurroundings, { today }: Context): Promise<void> {
  const { removeOldJobs } = await import('../../upload/job/job');
  const { forgetWritten } = await import('../../upload/results');
  const oldest = resolveDay({ daysAgo: keptDays }, today());
  const before = new Date(`${oldest}T00:00:00`).getTime();
  await unlessItFails(async () => {
    await removeOldJobs(surroundings, before);
    await forgetWritten(surroundings, before);
  });
}

function earlierRuns(
  { finished, rows, settled }: JobLedger,
  when: string | undefined,
  unit: string,
): string {
  if (!finished) return `Resuming: ${countedOf(settled, rows, unit)} already settled.`;
  return `The same ${unit} were already uploaded ${when ?? 'before'}. Nothing was sent; these are the results of that run. To send them again, use --restart.`;
}

/** Carries an upload out and reports nothing but its progress. */
export async function carryOut<Item>(
  task: UploadTask<Item>,
  context: Context,
): Promise<Upload<Item> & { readonly surroundings: UploadSurroundings }> {
  refuseForeignFolder(context.paths.jobsFolder, context.paths.userId);
  const { input, unit, onRead } = task;
  const surroundings = await surroundingsOf(input, context);
  const { upload } = await import('../../upload/upload');
  const { insistence } = context.world;
  const sayHowToGoOn = () =>
    context.notices.warning('Stopped. To finish the upload, run the same command again.');
  insistence.addEventListener('abort', sayHowToGoOn);
  const uploading = context.progress({ label: 'Uploading', unit }, ({ expect, advance }) =>
    upload(task, surroundings, {
      onStart(ledger, earlier) {
        expect(ledger.rows);
        advance(ledger.settled);
        onRead?.(earlier === undefined);
        if (ledger.hasResults) context.notices.notice(earlierRuns(ledger, earlier, unit));
      },
      onSettled: advance,
    }),
  );
  const done = await uploading.finally(() => insistence.removeEventListener('abort', sayHowToGoOn));
  context.atEnd(() => removeOld(surroundings, context));
  return { ...done, surroundings };
}

/** Runs an upload and prints its summary. Throws, with what to do next, if not all went through. */
export async function runUpload<Item>(task: UploadTask<Item>, context: Context): Promise<Ending> {
  const { uploadSpec, undo, place = 'line', whenAllRefused, whenUnsettled, onSummary } = task;
  const nameOf = task.nameOf ?? (({ line }: UploadRow<Item>) => `${place} ${line}`);
  const { rowView, summaryText, summaryView, uploadFailure } = await import('./upload-summary');
  const output = await context.output();
  const rows = rowView<ResultRow>(Object.keys(uploadSpec.columns));
  const asRows = output.format === 'ndjson' && onSummary === undefined;
  if (asRows) output.expect(rows);
  else if (onSummary === undefined) {
    const noUndo = undo === undefined ? undefined : [];
    output.expect(summaryView({ upload: uploadSpec.name, undo: noUndo }));
  }
  const done = await carryOut(task, context);
  const { stopped, ending, reported, surroundings } = done;
  const { job, rows: all, duplicate, unknown: unsettled } = done.summary;
  const { refused } = reported;
  const isRefused = stopped === undefined && refused > 0 && refused + duplicate === all;
  if (whenAllRefused !== undefined && isRefused) {
    await surroundings.disk.remove(join(surroundings.jobsFolder, job));
    throw await whenAllRefused(reported.first);
  }
  const unknown =
    unsettled === 0
      ? undefined
      : whenUnsettled?.(
          (await gathered(done.rows())).filter(({ outcome }) => outcome === 'unknown'),
          stopped instanceof Failure ? stopped : undefined,
        );
  if (unknown !== undefined && output.format === 'table') throw unknown;
  // So that cron mails only problems.
  const isSilent = context.globals.quiet && ending === 'done' && output.format === 'table';
  const { undo: commands, ...kept } =
    undo === undefined ? {} : await undoOf(done.summary, undo, surroundings, context.settings());
  const summary = { ...done.summary, ...kept };
  const { remedies } = reported;
  const words = { upload: uploadSpec.name, undo: commands, earlier: done.earlier, remedies };
  if (onSummary !== undefined) onSummary(summaryText(summary, words));
  else if (asRows) await output.list(rows, done.rows());
  else if (!isSilent) await output.one(summaryView(words), summary);
  if (ending === 'done' && stopped === undefined) return 'done';
  throw unknown ?? uploadFailure(done, nameOf);
}
