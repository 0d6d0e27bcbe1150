import { join } from 'node:path';
import { type Ending, worstEnding } from '../exit-codes';
import { Failure } from '../failure';
import { counted, toTheMinute } from '../lib/words';
import { Interruption } from '../world';
import { deliver } from './deliver';
import { type Disk, reportingDisk } from './job/disk';
import { type Job, openJob } from './job/job';
import type { JobEvent } from './job/journal';
import type { JobOrigin, JobOwner } from './job/manifest';
import type { Processes } from './job/processes';
import type { Ledger } from './ledger';
import type { OutcomeCounts, Summary } from './outcome';
import {
  prepareResultFile,
  type ReportedResults,
  type ResultFile,
  type ResultRow,
  writeResults,
} from './results';
import { rangesOf } from './search';
import type { Draft, UploadRow, UploadSpec, Whereabouts } from './spec';

/**
 * An upload from its rows to its results, whatever it uploads: read → journal → send → results. The
 * decisions are made elsewhere (`ledger.ts`, `search.ts`); this file puts them in order.
 */
export interface UploadOptions<Item> {
  readonly disk: Disk;
  readonly processes: Processes;
  readonly jobsFolder: string;
  readonly owner: JobOwner;
  /** The command line that starts the upload, for users who look at its job later. */
  readonly origin?: JobOrigin;
  readonly kind: UploadSpec<Item>;
  readonly drafts: AsyncIterable<readonly Draft<Item>[]>;
  /** Names for the columns of the rejects file; called once all drafts were read. */
  header(): readonly string[];
  /** Where results and rejects go: stored with the job if not named, nowhere if null. */
  readonly resultsFile?: string | null | undefined;
  readonly rejectsFile?: string | null | undefined;
  /** Where to remember what was written to the files that were named. */
  readonly writtenFolder: string;
  /** Leaves formulas in results and rejects unchanged. */
  readonly rawCsv: boolean;
  /** Writes results and rejects that survive Excel. */
  readonly excel?: boolean | undefined;
  readonly restart: boolean;
  /** Sends the rows of a finished job again if some were refused. */
  readonly retryRefused?: boolean;
  readonly allOrNothing: boolean;
  /** Reads the orders before and after, and uses them to settle what the counts leave open. */
  readonly verify: boolean;
  /** Concurrent requests. */
  readonly concurrency: number;
  readonly interruption: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Called once the rows are known, with the results of earlier runs. */
  onStart?(ledger: Ledger): void;
  /** Called for every row at the end, as its results are written. */
  onRow?(row: ResultRow): void | Promise<void>;
  readonly progress?: { advance(by?: number): void } | undefined;
}

export interface Upload<Item = unknown> {
  readonly summary: Summary;
  readonly ending: Ending;
  /** Why it did not finish; every row still has its outcome. */
  readonly stopped: Failure | Interruption | undefined;
  /** The rows that were refused: how many, and the first of them. */
  readonly reported: ReportedResults<Item>;
  /** How to run the same command to resume it; undefined if only a restart gets past what stopped it. */
  readonly resumedBy: Repetition | undefined;
  /** If an earlier run had settled everything, so that nothing was sent: when, as far as it is known. */
  readonly earlier: string | undefined;
}

/** To start over would send again what this run has settled. */
type Repetition = 'again' | 'without --restart';

const repetition = ({ restart }: { readonly restart: boolean }): Repetition =>
  restart ? 'without --restart' : 'again';

/**
 * Runs an upload. A finished one that is not repeatable sends nothing: its results are written
 * again. Throws if it could not start, and if the disk fails (exit 14).
 */
export async function upload<Item>(options: UploadOptions<Item>): Promise<Upload<Item>> {
  const disk = reportingDisk(options.disk);
  const { kind, allOrNothing, retryRefused = false, now } = options;
  const readable = kind.whereabouts !== undefined;
  const rules = { divisible: kind.divisible, readable, allOrNothing };
  const { origin } = options;
  const job = await openJob({
    ...options,
    disk,
    rules,
    origin,
    now: now(),
    startsOver: (finished) =>
      kind.isRepeatable === true || (retryRefused && finished.counts().rejected > 0),
  }).catch((error) => {
    throw withHint(
      error,
      'This run sent nothing. When the problem is fixed, run the same command again.',
    );
  });
  const prepare = (named: string | null | undefined, name: string) => {
    const wanted = named === undefined ? join(job.folder, name) : named;
    const writtenFolder = named === undefined ? undefined : options.writtenFolder;
    return prepareResultFile({ disk, wanted, writtenFolder, job: job.id });
  };
  try {
    const { ledger } = job;
    const earlier = earlierEnd(ledger);
    const resultsFile = await prepare(options.resultsFile, 'results.csv');
    const rejectsFile = await prepare(options.rejectsFile, 'rejects.csv');
    options.onStart?.(ledger);
    const stopped = await whyStopped(async () => {
      await carryOut(job, options);
      ledger.conclude();
      if (options.verify || !ledger.finished) await readBack(job, options);
      if (!ledger.finished) await explainRefusals(job, kind);
    });
    ledger.conclude();
    const { reported, ...files } = await reportResults(
      job,
      { resultsFile, rejectsFile },
      options,
      stopped,
    );
    // If it was interrupted while reading the orders, the next run reads them.
    if (ledger.complete && !ledger.finished && !(stopped instanceof Interruption)) {
      await note(job, { event: 'finished', at: new Date(now()).toISOString() });
    }
    await job.close();
    const summary = { job: job.id, ...ledger.counts(), requests: ledger.requests, ...files };
    const ending = endingOf(ledger.counts(), stopped);
    const resumedBy = ledger.hopeless ? undefined : repetition(options);
    return { summary, ending, stopped, reported, resumedBy, earlier };
  } catch (error) {
    await job.close().catch(() => {});
    throw resumable(error, options, job.ledger.counts().unknown);
  }
}

/** "at 2026-03-05 15:07" if an earlier run has settled all rows; "before" if it did not say when. */
export function earlierEnd(ledger: Ledger): string | undefined {
  const { finished, hopeless, hasResults, finishedAt } = ledger;
  if (!finished || hopeless || !hasResults) return undefined;
  return finishedAt === undefined ? 'before' : `at ${toTheMinute(finishedAt)}`;
}

/** A disk failure with what to do next, unless it says so itself. */
function withHint(error: unknown, hint: string): unknown {
  const isLocal = error instanceof Failure && error.ending === 'localFile';
  return isLocal ? error.with({ hint: error.hint ?? hint }) : error;
}

/** What a disk failure means for the job, of which this many rows are unknown. */
function resumable(
  error: unknown,
  options: { readonly restart: boolean },
  unknown: number,
): unknown {
  const hint = `Nothing more was sent. When the problem is fixed, run the same command ${repetition(options)} to resume.`;
  const hinted = withHint(error, hint);
  if (unknown === 0 || !(hinted instanceof Failure) || hinted.ending !== 'localFile') return hinted;
  const message = `${hinted.message}, and the outcome of ${counted(unknown, 'rows')} is unknown`;
  return hinted.with({ ending: 'unknown', code: 'outcome_unknown', message });
}

async function note(job: Pick<Job<unknown>, 'journal' | 'ledger'>, event: JobEvent): Promise<void> {
  await job.journal.announce(event);
  job.ledger.apply(event);
}

/** What stopped the work early. Disk failures and bugs are thrown. */
async function whyStopped(work: () => Promise<void>): Promise<Upload['stopped']> {
  try {
    await work();
    return undefined;
  } catch (reason) {
    if (reason instanceof Interruption) return reason;
    if (reason instanceof Failure && reason.ending !== 'localFile') return reason;
    throw reason;
  }
}

/** Sends everything there is to send; throws what stopped it early. */
async function carryOut<Item>(job: Job<Item>, options: UploadOptions<Item>): Promise<void> {
  const { ledger, journal } = job;
  const { kind, allOrNothing, verify, concurrency, interruption, progress } = options;
  // If everything in a job was refused, every run says so.
  if (ledger.complete && !ledger.hopeless) return;
  if (allOrNothing && !(await mayBegin(job, kind))) return;
  if (!ledger.begun && !ledger.noted) {
    const before = await readOrders(kind, sendable(job.rows()), verify);
    if (before !== undefined) {
      const present = rangesOf([...before.own].sort(ascending));
      await note(job, { event: 'noted', by: 'orders', present });
    }
  }
  if (kind.survey !== undefined && !ledger.begun && !ledger.noted) {
    const present = await kind.survey(sendable(job.rows()), job.folder);
    await note(job, {
      event: 'noted',
      by: 'orders',
      present: rangesOf([...present].sort(ascending)),
    });
  }
  const reason = await deliver({
    kind,
    batches: kind.batches(sendable(job.rows())),
    ledger,
    journal,
    concurrency,
    allOrNothing,
    interruption,
    onSettled: (rows) => progress?.advance(rows),
  });
  // Interrupted with nothing left to do: it has finished.
  const isOver = reason instanceof Interruption && ledger.complete;
  if (reason !== undefined && !isOver) throw reason;
}

function ascending(one: number, other: number): number {
  return one - other;
}

async function* sendable<Item>(
  rows: AsyncIterable<UploadRow<Item>>,
): AsyncGenerator<UploadRow<Item>> {
  for await (const row of rows) {
    if (row.invalid === undefined && row.duplicateOf === undefined) yield row;
  }
}

/** "If any row is invalid or would match no order, nothing is sent". */
async function mayBegin<Item>(job: Job<Item>, kind: UploadSpec<Item>): Promise<boolean> {
  const { ledger } = job;
  if (ledger.counts().invalid > 0) return false;
  const objections = (await kind.objections?.(sendable(job.rows()))) ?? new Map();
  for (const [row, problem] of objections) ledger.withhold(row, problem);
  return objections.size === 0;
}

/**
 * Where the rows are at the service: with `verify` at any cost, otherwise only if the orders are
 * few and can be read.
 */
async function readOrders<Item>(
  kind: UploadSpec<Item>,
  rows: AsyncIterable<UploadRow<Item>>,
  verify: boolean,
): Promise<Whereabouts | undefined> {
  try {
    return await kind.whereabouts?.(rows, verify ? 'all' : 'few');
  } catch (error) {
    if (verify || !(error instanceof Failure) || error.ending === 'localFile') throw error;
    return undefined;
  }
}

/** Settles what the service's counts leave open by reading the orders. */
async function readBack<Item>(
  job: Job<Item>,
  { kind, verify }: Pick<UploadOptions<Item>, 'kind' | 'verify'>,
): Promise<void> {
  const { ledger } = job;
  if (ledger.counts().accepted === 0) return;
  const isOpen = (row: UploadRow<Item>) => ledger.outcome(row.index) === 'accepted';
  async function* openRows() {
    for await (const row of job.rows()) {
      if (isOpen(row)) yield row;
    }
  }
  const where = await readOrders(kind, openRows(), verify);
  if (where === undefined) return;
  const { added, present } = ledger.provenBy(where);
  await note(job, {
    event: 'verified',
    added: rangesOf(added),
    present: rangesOf(present),
    // The service accepted these, but they are on no order: a number that is lost must not look done.
    missing: rangesOf(where.nowhere),
    elsewhere: Object.fromEntries(where.elsewhere),
  });
}

/** How many refused rows are explained at once. */
const explainedAtOnce = 1000;

/**
 * Words refusals as a check beforehand would, if the account's orders show the reason. In the
 * journal, so that every run of the job gives the same results.
 */
async function explainRefusals<Item>(
  job: Job<Item>,
  { explain }: Pick<UploadSpec<Item>, 'explain'>,
): Promise<void> {
  const { ledger } = job;
  if (explain === undefined || ledger.counts().rejected === 0) return;
  const explainSome = async (rows: readonly UploadRow<Item>[]) => {
    const found = await explain(rows.map(({ item }) => item));
    const reasons = rows.flatMap(({ index }, position) => {
      const reason = found[position];
      const isNew =
        reason !== undefined && reason.message !== ledger.verdict(index).detail?.reason?.message;
      return isNew ? [[String(index), reason] as const] : [];
    });
    if (reasons.length === 0) return;
    await note(job, { event: 'explained', reasons: Object.fromEntries(reasons) });
  };
  let some: UploadRow<Item>[] = [];
  try {
    for await (const row of job.rows()) {
      if (ledger.outcome(row.index) !== 'rejected') continue;
      some.push(row);
      if (some.length < explainedAtOnce) continue;
      await explainSome(some);
      some = [];
    }
    if (some.length > 0) await explainSome(some);
  } catch (error) {
    // The service's own reason is still there.
    if (!(error instanceof Failure) || error.ending === 'localFile') throw error;
  }
}

async function reportResults<Item>(
  job: Job<Item>,
  { resultsFile, rejectsFile }: { resultsFile: ResultFile; rejectsFile: ResultFile },
  { kind, header, rawCsv, excel, onRow, ...named }: UploadOptions<Item>,
  stopped: Failure | Interruption | undefined,
): Promise<Pick<Summary, 'resultsFile' | 'rejectsFile'> & Pick<Upload<Item>, 'reported'>> {
  const { ledger } = job;
  const reported = await writeResults({
    kind,
    ledger,
    rows: job.rows(),
    header: header(),
    resultsFile,
    rejectsFile,
    rawCsv,
    excel,
    unsent: stopped?.message ?? '',
    ...(onRow && { onRow }),
  });
  const worthSeeing = reported.rejects > 0 || named.rejectsFile !== undefined;
  return {
    resultsFile: resultsFile.name,
    rejectsFile: worthSeeing ? rejectsFile.name : null,
    reported,
  };
}

/** How a run with these outcomes ends; what stopped it matters more than single rows. */
export function endingOf(
  { rows, invalid, duplicate, rejected, notSent, unknown }: OutcomeCounts,
  stopped: Failure | Interruption | undefined,
): Ending {
  const endings: Ending[] = unknown > 0 ? ['unknown'] : [];
  if (stopped instanceof Failure) endings.push(stopped.ending);
  else if (stopped !== undefined) {
    endings.push(stopped.signal === 'SIGINT' ? 'interrupted' : 'terminated');
  }
  if (endings.length > 0) return worstEnding(endings);
  // Nothing in the file could be sent, for reasons that are all in the file.
  if (invalid > 0 && invalid + duplicate + notSent === rows) return 'usage';
  return invalid + rejected + notSent > 0 ? 'partly' : 'done';
}
