import { join } from 'node:path';
import { type Ending, worstEnding } from '../exit-codes';
import { Failure } from '../failure';
import { inBatches } from '../lib/once';
import { counted, toTheMinute } from '../lib/words';
import { Interruption } from '../world';
import { deliver } from './deliver';
import { type Job, openJob } from './job/job';
import type { JobLedger } from './ledger';
import type { OutcomeCounts, Summary } from './outcome';
import { isReject, prepareResultFile, resultRows, writeResults } from './results';
import { rangesOf } from './search';
import type { UploadRow, UploadSurroundings, UploadWork, Whereabouts } from './spec';

export interface UploadWatch {
  /** `earlier` as in the upload's result. */
  onStart?(ledger: JobLedger, earlier: string | undefined): void;
  onSettled?(rows: number): void;
}

export type Upload<Item = unknown> = Awaited<ReturnType<typeof upload<Item>>>;

/** To start over would send again what this run has settled. */
const repetition = ({ restart }: { readonly restart: boolean }) =>
  restart ? 'without --restart' : 'again';

/**
 * Runs an upload: read → journal → send → results, decided by `ledger.ts` and `search.ts`. A finished one that
 * is not repeatable sends nothing. Throws if it could not start, and if the disk fails (exit 14) other than
 * for the results.
 */
export async function upload<Item>(
  work: UploadWork<Item>,
  surroundings: UploadSurroundings,
  watch: UploadWatch = {},
) {
  const { disk, now } = surroundings;
  const job = await openJob(work, surroundings).catch((error) => {
    const hint = 'This run sent nothing. When the problem is fixed, run the same command again.';
    throw isOfDisk(error) ? error.with({ hint: error.hint ?? hint }) : error;
  });
  const { ledger } = job;
  const prepare = (named: string | null | undefined, name: string) => {
    const wanted = named === undefined ? join(job.folder, name) : named;
    const writtenFolder = named === undefined ? undefined : surroundings.writtenFolder;
    return prepareResultFile({ disk, wanted, writtenFolder, job: job.id });
  };
  try {
    const earlier = earlierEnd(ledger);
    const results = await prepare(work.files.results, 'results.csv');
    const rejects = await prepare(work.files.rejects, 'rejects.csv');
    watch.onStart?.(ledger, earlier);
    const hindrance = ledger.complete ? undefined : work.hindrance?.();
    const stoppedSending = await whyStopped(async () => {
      if (hindrance !== undefined) throw hindrance;
      await carryOut(job, watch);
      ledger.conclude();
      if (work.verify || !ledger.finished) await readBack(job);
      if (!ledger.finished) await explainRefusals(job);
    });
    ledger.conclude();
    const unsent = stoppedSending?.message ?? '';
    const reported = await writeResults(job, { results, rejects }, unsent);
    const { unwritten } = reported;
    const stopped = unwritten
      ? resumable(unwritten, work, ledger.counts().unknown)
      : stoppedSending;
    // If it was interrupted while reading what is there, the next run reads it, and writes what is unwritten.
    const isOver = unwritten === undefined && !(stopped instanceof Interruption);
    // With what was missing, the rows are others: these are never sent, unless some were before.
    const isLeft = hindrance !== undefined && ledger.requests === 0;
    if ((isLeft || (ledger.complete && !ledger.finished)) && isOver) {
      await job.announce({ event: 'finished', at: new Date(now()).toISOString() });
    }
    await job.close();
    const counts = ledger.counts();
    const worthSeeing = reported.rejects > 0 || work.files.rejects !== undefined;
    const summary: Summary = {
      job: job.id,
      ...counts,
      requests: ledger.requests,
      resultsFile: reported.written.results,
      rejectsFile: worthSeeing ? reported.written.rejects : null,
    };
    return {
      summary,
      ending: endingOf(counts, stopped),
      /** The reason it did not finish; every row still has its outcome. */
      stopped,
      /** The rows that were refused: how many, and the first of them. */
      reported,
      /** Reads each row with its outcome. */
      rows: () => resultRows(job, unsent),
      /** The way to resume it; undefined if only a restart gets past what stopped it. */
      resumedBy: ledger.hopeless ? undefined : repetition(work),
      /** If an earlier run had settled everything, so that nothing was sent: when, as far as it is known. */
      earlier,
    };
  } catch (error) {
    await job.close().catch(() => {});
    throw isOfDisk(error) ? resumable(error, work, ledger.counts().unknown) : error;
  }
}

/** "at 2026-03-05 15:07" if an earlier run has settled all rows; "before" if it did not say when. */
function earlierEnd(ledger: JobLedger): string | undefined {
  const { finished, hopeless, hasResults, finishedAt } = ledger;
  if (!finished || hopeless || !hasResults) return undefined;
  return finishedAt === undefined ? 'before' : `at ${toTheMinute(finishedAt)}`;
}

function isOfDisk(error: unknown): error is Failure {
  return error instanceof Failure && error.ending === 'localFile';
}

/** A disk failure in a job of which this many rows are unknown. */
function resumable(error: Failure, work: { readonly restart: boolean }, unknown: number): Failure {
  const hint = `Nothing more was sent. When the problem is fixed, run the same command ${repetition(work)} to resume.`;
  const hinted = error.with({ hint: error.hint ?? hint });
  if (unknown === 0) return hinted;
  const message = `${hinted.message}, and the outcome of ${counted(unknown, 'rows')} is unknown`;
  return hinted.with({ ending: 'unknown', code: 'outcome_unknown', message });
}

type Stop = Failure | Interruption | undefined;

/** Returns what stopped the work early. Disk failures and bugs are thrown. */
async function whyStopped(work: () => Promise<void>): Promise<Stop> {
  try {
    await work();
    return undefined;
  } catch (reason) {
    if (reason instanceof Interruption) return reason;
    if (reason instanceof Failure && !isOfDisk(reason)) return reason;
    throw reason;
  }
}

/** Sends everything there is to send; throws what stopped it early. */
async function carryOut<Item>(job: Job<Item>, watch: UploadWatch): Promise<void> {
  const { ledger, work } = job;
  // If everything in a job was refused, every run says so.
  if (ledger.complete && !ledger.hopeless) return;
  if (work.allOrNothing && !(await mayBegin(job))) return;
  if (ledger.requests === 0 && !ledger.noted) await noteWhatIsThere(job);
  const reason = await deliver(job, watch.onSettled);
  // Interrupted with nothing left to do: it has finished.
  const isOver = reason instanceof Interruption && ledger.complete;
  if (reason !== undefined && !isOver) throw reason;
}

/** Refuses an all-or-nothing upload with a row that is invalid or would be refused. */
async function mayBegin<Item>({ ledger, work, sendable }: Job<Item>): Promise<boolean> {
  if (ledger.counts().invalid > 0) return false;
  const objections = (await work.uploadSpec.objections?.(sendable())) ?? new Map();
  // Nothing is sent again of what an earlier run settled.
  const left = [...objections].filter(([row]) => isReject(ledger.outcome(row)));
  for (const [row, problem] of left) ledger.withhold(row, problem);
  return left.length === 0;
}

/** Journals which rows are there before anything is sent, if that can be known. */
async function noteWhatIsThere<Item>(job: Job<Item>): Promise<void> {
  const { uploadSpec } = job.work;
  const present =
    uploadSpec.survey === undefined
      ? (await whereaboutsOf(job, job.sendable()))?.own
      : await uploadSpec.survey(job.sendable(), job.folder);
  if (present === undefined) return;
  const rows = [...present].sort((one, other) => one - other);
  await job.announce({ event: 'noted', present: rangesOf(rows) });
}

/** Places of the rows at the service: with `verify` at any cost, otherwise if that is little to read. */
async function whereaboutsOf<Item>(
  { work: { uploadSpec, verify = false } }: Job<Item>,
  rows: AsyncIterable<UploadRow<Item>>,
): Promise<Whereabouts | undefined> {
  try {
    return await uploadSpec.whereabouts?.(rows, verify ? 'all' : 'few');
  } catch (error) {
    if (verify || !(error instanceof Failure) || isOfDisk(error)) throw error;
    return undefined;
  }
}

/** Settles what the service's counts leave open by reading what is there. */
async function readBack<Item>(job: Job<Item>): Promise<void> {
  const { ledger } = job;
  if (ledger.counts().accepted === 0) return;
  const where = await whereaboutsOf(job, rowsThatAre('accepted', job));
  if (where === undefined) return;
  const { added, present } = ledger.provenBy(where);
  await job.announce({
    event: 'verified',
    added: rangesOf(added),
    present: rangesOf(present),
    // The service accepted these, but they are nowhere: a number that is lost must not look done.
    missing: Object.fromEntries(where.nowhere),
    elsewhere: Object.fromEntries(where.elsewhere),
  });
}

async function* rowsThatAre<Item>(outcome: 'accepted' | 'rejected', { ledger, rows }: Job<Item>) {
  for await (const row of rows()) {
    if (ledger.outcome(row.index) === outcome) yield row;
  }
}

const explainedAtOnce = 1000;

/** Words refusals as a check beforehand would; in the journal, so that every run gives the same. */
async function explainRefusals<Item>(job: Job<Item>): Promise<void> {
  const { ledger, work } = job;
  const { explain } = work.uploadSpec;
  if (explain === undefined || ledger.counts().rejected === 0) return;
  try {
    for await (const rows of inBatches(rowsThatAre('rejected', job), explainedAtOnce)) {
      const found = await explain(rows.map(({ item }) => item));
      const reasons = rows.flatMap(({ index }, position) => {
        const reason = found[position];
        const isNew =
          reason !== undefined && reason.message !== ledger.verdict(index).detail?.reason?.message;
        return isNew ? [[String(index), reason] as const] : [];
      });
      if (reasons.length === 0) continue;
      await job.announce({ event: 'explained', reasons: Object.fromEntries(reasons) });
    }
  } catch (error) {
    // The service's own reason is still there.
    if (!(error instanceof Failure) || isOfDisk(error)) throw error;
  }
}

/** The end of a run with these outcomes; what stopped it matters more than single rows. */
export function endingOf(
  { rows, invalid, duplicate, rejected, notSent, unknown }: OutcomeCounts,
  stopped: Stop,
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
