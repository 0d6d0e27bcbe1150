import { Failure, type FailureIssue } from '../failure';
import { unlessItFails } from '../lib/once';
import { counted, grouped } from '../lib/words';
import type { Job } from './job/job';
import type { JobEvent } from './job/journal';
import { type Refusal, type RowNumbers, rangesOf, type Step } from './search';
import type { SendResult, UploadRow } from './spec';

interface Batch<Item> {
  readonly number: number;
  readonly rows: RowNumbers;
  readonly items: ReadonlyMap<number, Item>;
}

/** A batch that a worker handles next, and its next step: a request is in the journal but not sent yet. */
interface Turn<Item> {
  readonly batch: Batch<Item>;
  readonly step: Step;
  /** True if an earlier run announced the request too and never got its response. */
  readonly again: boolean;
}

/**
 * Sends what the ledger says, each step journaled first. Resolves, with the reason if it stopped early, when
 * nothing is in progress any more.
 */
export async function deliver<Item>(
  job: Job<Item>,
  onSettled: ((rows: number) => void) | undefined,
): Promise<unknown> {
  const { uploadSpec, inOrder } = job.work;
  const { concurrency, interruption } = job.surroundings;
  const run = new Run(job, onSettled);
  const stop = () => run.stop(interruption.reason);
  if (interruption.aborted) stop();
  run.stopIfHopeless();
  interruption.addEventListener('abort', stop, { once: true });
  try {
    const batches = numbered(uploadSpec.batches(job.sendable()));
    const worker = async () => {
      let turn = await run.nextTurn(batches);
      while (turn !== undefined) {
        // Journal the next request while this one is in progress, so that nothing waits for the
        // disk between two requests.
        const following = run.nextTurn(batches);
        following.catch(run.stop);
        await run.settle(turn).catch(run.stop);
        turn = await following;
      }
    };
    const workers = Array.from({ length: inOrder ? 1 : concurrency }, worker);
    await Promise.all(workers.map((one) => one.catch(run.stop)));
    await batches.return?.(undefined);
  } finally {
    interruption.removeEventListener('abort', stop);
  }
  return run.reason;
}

async function* numbered<Item>(
  batches: AsyncIterable<readonly UploadRow<Item>[]>,
): AsyncGenerator<Batch<Item>, undefined> {
  let number = 0;
  for await (const rows of batches) {
    yield {
      number: number++,
      rows: rows.map(({ index }) => index),
      items: new Map(rows.map(({ index, item }) => [index, item])),
    };
  }
  return undefined;
}

/** The request and its rows, as the journal writes them. */
type About = ReturnType<typeof aboutOf>;

/** Ends a call in progress when the run was stopped for another reason. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

const abandoned = {
  code: 'not_sent',
  message: 'The run ended before the request reached the service',
};

class Run<Item> {
  #stopped = false;
  /** The reason it stopped; undefined if it did not. The first reason counts. */
  reason: unknown;

  constructor(
    private readonly job: Job<Item>,
    private readonly onSettled: ((rows: number) => void) | undefined,
  ) {}

  readonly stop = (reason: unknown): void => {
    if (this.#stopped) return;
    this.#stopped = true;
    this.reason = reason;
  };

  stopIfHopeless(): void {
    const { ledger } = this.job;
    if (ledger.hopeless) this.stop(everyRowRefused(ledger.refusedAlone));
  }

  /** The next batch that needs work, with its first request announced. */
  async nextTurn(batches: AsyncIterator<Batch<Item>>): Promise<Turn<Item> | undefined> {
    while (!this.#stopped) {
      const { value: batch, done } = await batches.next();
      if (done === true) return undefined;
      const turn = await this.#turnOf(batch);
      if (turn.step.kind !== 'done') return turn;
    }
    return undefined;
  }

  async #turnOf(batch: Batch<Item>): Promise<Turn<Item>> {
    const { ledger } = this.job;
    const step = ledger.next(batch.number, batch.rows);
    const again = ledger.lacksResponse(batch.number);
    if (step.kind === 'send') {
      await this.job.announce({ event: 'sent', ...aboutOf(batch, step.rows) });
    }
    return { batch, step, again };
  }

  /** Takes a batch as far as possible. */
  async settle(first: Turn<Item>): Promise<void> {
    let turn = first;
    while (turn.step.kind !== 'done') {
      if (turn.step.kind === 'send') await this.#send(turn.batch, turn.step.rows, turn.again);
      else if (!this.#stopped) await this.#consult(turn.batch, turn.step.rows);
      if (this.#stopped) return;
      turn = await this.#turnOf(turn.batch);
    }
  }

  async #send(batch: Batch<Item>, rows: RowNumbers, again: boolean): Promise<void> {
    const about = aboutOf(batch, rows);
    const result = await this.#ask(itemsOf(batch, rows), about, again);
    if ('failure' in result) {
      const { failure, wasSent } = result;
      const refusal = refusalOf(failure, rows);
      // A failed reading says nothing about a request that was not sent.
      const { ending, status = 200 } = failure;
      const mayBeDone = ending === 'unknown' || (ending === 'unexpectedResponse' && status < 300);
      const lost = again || (wasSent && mayBeDone);
      if (refusal === undefined) await this.#failed(about, failure, lost);
      else await this.#refused(about, refusal, again || failure.afterLoss);
      return;
    }
    const { added } = result;
    await this.#record({ event: 'accepted', ...about, added, repeated: result.repeated || again });
    if (added > rows.length) this.stop(countsTooMany(added, rows.length));
  }

  /** The response to an announced request, or a failure other than a local one. */
  async #ask(
    items: readonly Item[],
    about: About,
    again: boolean,
  ): Promise<SendResult | { readonly failure: Failure; readonly wasSent: boolean }> {
    const { work, surroundings } = this.job;
    let waiting = true;
    let wasSent = false;
    const beforeTry = async () => {
      this.#goOn();
      // A retry is a request of its own.
      if (!waiting) {
        await this.job.announce({ event: 'sent', ...about });
        waiting = true;
        this.#goOn();
      }
      waiting = false;
      wasSent = true;
    };
    try {
      const result = await work.uploadSpec.send(items, { again, beforeTry });
      // Nothing had to be sent.
      if (waiting) await this.#record({ event: 'withdrawn', batch: about.batch });
      return result;
    } catch (error) {
      if (waiting) await this.#record({ event: 'withdrawn', batch: about.batch });
      if (error instanceof Failure && error.ending !== 'localFile') {
        return { failure: error, wasSent };
      }
      // The call ended between two attempts. If one had reached the service, there would be a failure.
      if (error instanceof Stopped || error === surroundings.interruption.reason) {
        await this.#record({ event: 'failed', ...about, ...abandoned, lost: again });
      }
      throw error;
    }
  }

  #goOn(): void {
    if (this.#stopped) throw new Stopped();
  }

  async #refused(about: About, refusal: Refusal, again: boolean): Promise<void> {
    const named = Object.fromEntries(refusal.named);
    await this.#record({ event: 'refused', ...about, ...refusal, named, repeated: again });
    this.stopIfHopeless();
    if (this.job.work.allOrNothing) this.stop(undefined);
  }

  /** A request that may have been carried out (`lost`) stays open: the next run sends it again. */
  async #failed(about: About, failure: Failure, lost: boolean): Promise<void> {
    const { code, message } = failure;
    await this.#record({ event: 'failed', ...about, code, message, lost });
    // The same command resends the request, so there is nothing to check by hand.
    this.stop(lost ? failure.with({ hint: undefined }) : failure);
  }

  async #consult(batch: Batch<Item>, rows: RowNumbers): Promise<void> {
    const { unmatched: read } = this.job.work.uploadSpec;
    // The list only helps: without it the search takes a few more requests.
    const positions = await unlessItFails(
      async () => read?.(itemsOf(batch, rows)),
      'unavailable',
      'unexpectedResponse',
    );
    const unmatched = positions?.flatMap((position) => rows[position] ?? []);
    await this.#record({
      event: 'consulted',
      batch: batch.number,
      unmatched: unmatched === undefined ? null : rangesOf(unmatched),
    });
  }

  async #record(event: JobEvent): Promise<void> {
    const settled = await this.job.note(event);
    if (settled > 0) this.onSettled?.(settled);
  }
}

function aboutOf({ number }: Batch<unknown>, rows: RowNumbers) {
  return { batch: number, rows: rangesOf(rows) };
}

function itemsOf<Item>({ items }: Batch<Item>, rows: RowNumbers): Item[] {
  return rows.map((row) => items.get(row) as Item);
}

function countsTooMany(added: number, sent: number): Failure {
  return new Failure({
    ending: 'unexpectedResponse',
    code: 'added_count',
    message: `The service reported ${counted(added, 'rows')} added, but only ${grouped(sent)} ${sent === 1 ? 'was' : 'were'} sent`,
    hint: 'Their outcome is "accepted", and nothing more was sent. Check what is at the service before you send anything else.',
  });
}

function everyRowRefused(rows: number): Failure {
  return new Failure({
    ending: 'unexpectedResponse',
    code: 'nothing_taken',
    message: `The service refused all ${rows} rows sent one by one`,
    hint: 'Check that the file belongs to this account. To try again, use --restart.',
  });
}

/** Assigns issues to rows. If one points outside the request, all mean something else. */
function namedRows(issues: readonly FailureIssue[], rows: RowNumbers): ReadonlyMap<number, string> {
  const named = new Map<number, string>();
  for (const issue of issues) {
    // The position in a dotted path: 3 for `items.3.name`.
    const position = issue.path.split(/[.[\]/]+/).find((one) => /^\d+$/.test(one));
    if (position === undefined) continue;
    const row = rows[Number(position)];
    if (row === undefined) return new Map();
    const before = named.get(row);
    named.set(row, before === undefined ? issue.message : `${before}; ${issue.message}`);
  }
  return named;
}

/** The refusal of a request with these rows, or undefined if no row can be to blame. */
export function refusalOf(failure: Failure, rows: RowNumbers): Refusal | undefined {
  if (!failure.isAboutInput) return undefined;
  const { code, message, status, issues = [] } = failure;
  const named = namedRows(issues, rows);
  const listed = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  return {
    status,
    code,
    message: named.size === 0 && listed !== '' ? `${message} (${listed})` : message,
    named,
  };
}
