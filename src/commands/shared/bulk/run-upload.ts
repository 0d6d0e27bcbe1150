import { resolve } from 'node:path';
import type { Context } from '../../../context';
import type { Ending } from '../../../exit-codes';
import { Failure } from '../../../failure';
import type { View } from '../../../output/view';
import type { JobOwner } from '../../../upload/job/job';
import type { Draft, Kind } from '../../../upload/kind';
import type { Ledger } from '../../../upload/ledger';
import type { Summary } from '../../../upload/outcome';
import type { Upload } from '../../../upload/upload';
import type { UploadFlagValues } from './upload-flags';

/** What is uploaded, from the command that knows it. */
export interface UploadTask<Item> {
  readonly kind: Kind<Item>;
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
    : `${head}\nTo mend: ${summary.rejectsFile}\nAll rows: ${summary.resultsFile}`;
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
    kind,
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
  const { refuseSameFile } = await import('./refuse-same-file');
  await refuseSameFile(flags, input);
  const settings = context.settings();
  const output = await context.output();
  output.expect(summaryView);
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
      kind,
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
    }),
  );
  await output.one(summaryView, done.summary);
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
