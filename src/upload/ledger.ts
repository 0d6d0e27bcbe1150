import type { Mark } from './job/contents';
import type { JobEvent } from './job/journal';
import { countNames, type OutcomeCounts, outcomes, type UploadOutcome } from './outcome';
import {
  beginSearch,
  informed,
  nextStep,
  type RowNumbers,
  rangesOf,
  refused,
  rowsOf,
  type Search,
  type SearchResult,
  type Step,
  taken,
} from './search';
import type { JobRules, Problem, Whereabouts } from './spec';

/** The reason for a row's ending, in the service's words or waybill's. */
export interface Detail extends Problem {
  /** The reason as the account's data show it. */
  readonly reason?: Problem;
}

type EventOf<E extends JobEvent['event']> = Extract<JobEvent, { event: E }>;

/** Single rows refused, with none accepted, after which searching for rows at fault is pointless. */
const hopelessAfter = 8;

const numberOf = Object.fromEntries(outcomes.map((name, index) => [name, index])) as Readonly<
  Record<UploadOutcome, number>
>;

const isFinal = (outcome: UploadOutcome) => outcome !== 'not_sent' && outcome !== 'unknown';

const lostResponse: Problem = {
  code: 'no_response',
  message: 'The request was sent, but the response never arrived',
};

/**
 * All that is known of every row of a job: the sum of the journal's events. It decides what a batch
 * sends next and what a response means for which rows. The same events in the same order give the
 * same ledger, so a run can resume where another stopped.
 */
export class JobLedger {
  /** One byte per row, so that a million rows take a megabyte. */
  readonly #outcomes: Uint8Array;
  readonly #details = new Map<number, Detail>();
  readonly #searches = new Map<number, Search>();
  /** Requests that were announced but have no response yet, by batch. */
  readonly #flights = new Map<number, Problem & { readonly rows: RowNumbers }>();
  readonly #done = new Set<number>();
  /** Rows that were there before anything was sent; undefined if that was not read. */
  #present: ReadonlySet<number> | undefined;
  /** Rows that may have been carried out and were sent again: a count of 0 proves nothing. */
  readonly #doubtful = new Set<number>();
  /** Requests that the service accepted but did not count all rows of as new: a reading may settle them. */
  #partial: { readonly rows: string; readonly added: number }[] = [];
  /** Accepted by the service but then nowhere: to send again. */
  readonly #missing = new Set<number>();
  #taken = 0;
  /** Requests sent so far, over all runs. */
  requests = 0;
  refusedAlone = 0;
  settled = 0;
  /** True if every row is settled and the results say so. */
  finished = false;
  /** The time it first finished (ISO 8601, UTC); undefined if the journal does not say. */
  finishedAt: string | undefined;

  constructor(
    readonly rows: number,
    private readonly rules: JobRules,
    marks: readonly Mark[] = [],
  ) {
    this.#outcomes = new Uint8Array(rows);
    for (const [row, mark] of marks.entries()) if (mark !== undefined) this.#settle(row, mark);
  }

  /** True if enough were refused that the fault must be elsewhere. */
  get hopeless(): boolean {
    return this.#taken === 0 && this.refusedAlone >= hopelessAfter;
  }
  /** True if what is there was read before anything was sent. */
  get noted(): boolean {
    return this.#present !== undefined;
  }
  /** True if the row was there before anything was sent; undefined if that was not read. */
  wasPresent(row: number): boolean | undefined {
    return this.#present?.has(row);
  }
  /** True if earlier runs left results: a row can be refused without a request. */
  get hasResults(): boolean {
    return this.requests > 0 || (this.finished && this.counts().rejected > 0);
  }

  next(batch: number, rows: RowNumbers): Step {
    if (this.#done.has(batch)) {
      const again = this.#missing.size === 0 ? [] : rows.filter((row) => this.#missing.has(row));
      return again.length === 0 ? { kind: 'done' } : { kind: 'send', rows: again };
    }
    const search = this.#searches.get(batch);
    return search === undefined ? { kind: 'send', rows } : nextStep(search);
  }

  /** True if a request of this batch was announced but never got its response. */
  lacksResponse(batch: number): boolean {
    return this.#flights.has(batch);
  }

  apply(event: JobEvent): void {
    this.finished = event.event === 'finished';
    switch (event.event) {
      case 'planned':
        break;
      case 'noted':
        this.#present = new Set(rowsOf(event.present));
        break;
      case 'sent':
        this.#sent(event.batch, rowsOf(event.rows));
        break;
      case 'withdrawn':
        this.requests--;
        break;
      case 'accepted':
        this.#accepted(event.batch, rowsOf(event.rows), event);
        break;
      case 'refused':
        this.#refused(event.batch, rowsOf(event.rows), event);
        break;
      case 'failed':
        if (event.lost) this.#flights.set(event.batch, { ...event, rows: rowsOf(event.rows) });
        else this.#flights.delete(event.batch);
        break;
      case 'consulted':
        this.#consulted(event);
        break;
      case 'explained':
        this.#explained(event.reasons);
        break;
      case 'verified':
        this.#readBack(event);
        break;
      case 'finished':
        this.finishedAt ??= event.at;
    }
  }

  #settle(row: number, outcome: UploadOutcome, detail?: Problem): void {
    this.settled += Number(isFinal(outcome)) - Number(isFinal(this.outcome(row)));
    this.#outcomes[row] = numberOf[outcome];
    if (detail === undefined) this.#details.delete(row);
    else this.#details.set(row, detail);
  }

  #settleAll(rows: RowNumbers, outcome: UploadOutcome): void {
    for (const row of rows) this.#settle(row, outcome);
  }

  #sent(batch: number, rows: RowNumbers): void {
    this.requests++;
    this.#flights.set(batch, { rows, ...lostResponse });
    this.#done.delete(batch);
    for (const row of rows) this.#missing.delete(row);
    if (!this.#searches.has(batch)) this.#searches.set(batch, beginSearch(rows));
  }

  #accepted(batch: number, rows: RowNumbers, { added, repeated }: EventOf<'accepted'>): void {
    this.#flights.delete(batch);
    this.#count(rows, added, repeated);
    const search = this.#searches.get(batch) ?? beginSearch(rows);
    this.#found(batch, taken(search, rows));
  }

  /**
   * Applies the service's count to the rows it accepted. If all are new, that is proof. If
   * fewer are, it is not: the service skips what it has already, and does not say where. Then the
   * rows are accepted until a reading shows more, or what was known beforehand settles them.
   */
  #count(rows: RowNumbers, added: number, repeated: boolean): void {
    this.#taken++;
    if (repeated) this.#doubt(rows);
    const absent = rows.filter((row) => !this.wasPresent(row));
    // A count that contradicts the reading before proves nothing.
    if (added === rows.length && (added === absent.length || !this.rules.readable)) {
      // A row that was as wanted before needed no request: one that was announced never left.
      const wasDone = (row: number) => repeated && !this.rules.readable && this.wasPresent(row);
      for (const row of rows) this.#settle(row, wasDone(row) ? 'already_present' : 'added');
    } else if (added === 0 && !repeated && !this.rules.readable) {
      this.#settleAll(rows, 'already_present');
    } else {
      this.#settleAll(rows, 'accepted');
      if (this.noted && added <= absent.length) {
        const present = rows.filter((row) => this.wasPresent(row));
        this.#settleAll(present, 'already_present');
        if (added === absent.length) this.#settleAll(absent, 'added');
      }
      if (this.rules.readable) this.#partial.push({ rows: rangesOf(rows), added });
    }
  }

  #doubt(rows: RowNumbers): void {
    for (const row of rows) this.#doubtful.add(row);
  }

  /** The accepted rows that a reading proves to be added by this job, or there before. */
  provenBy({ own, elsewhere, nowhere }: Whereabouts) {
    const added: number[] = [];
    const present: number[] = [];
    for (const partial of this.#partial) {
      const left = rowsOf(partial.rows).filter((row) => !elsewhere.has(row) && !nowhere.has(row));
      const countable = left.filter((row) => this.wasPresent(row) !== true);
      for (const row of left) {
        // A count that makes no sense leaves open even what was there before.
        const isOpen = this.wasPresent(row) === true && this.outcome(row) === 'accepted';
        if (isOpen && own.has(row)) present.push(row);
      }
      for (const row of countable) {
        if (!own.has(row)) continue;
        if (partial.added === countable.length) added.push(row);
        else if (partial.added === 0 && !this.#doubtful.has(row)) present.push(row);
        else if (this.noted) added.push(row);
      }
    }
    return { added, present };
  }

  #refused(batch: number, rows: RowNumbers, event: EventOf<'refused'>): void {
    this.#flights.delete(batch);
    if (event.repeated === true) this.#doubt(rows);
    if (rows.length === 1 && this.rules.divisible) this.refusedAlone++;
    const { code, message, status } = event;
    const named = new Map(Object.entries(event.named).map(([row, text]) => [Number(row), text]));
    const search = this.#searches.get(batch) ?? beginSearch(rows);
    const { divisible, allOrNothing = false } = this.rules;
    if (divisible && !allOrNothing) {
      this.#found(batch, refused(search, rows, { status, code, message, named }));
      return;
    }
    // An all-or-nothing request is never sent in parts: the next run sends again all that is left of its batch.
    const whole = allOrNothing && rows.length > 1;
    const left = search.open.filter((row) => allOrNothing && (whole || !rows.includes(row)));
    if (left.length > 0) this.#searches.set(batch, beginSearch(left));
    else this.#close(batch);
    for (const row of whole ? named.keys() : rows) {
      this.#settle(row, 'rejected', { code, message: named.get(row) ?? message });
    }
  }

  #consulted({ batch, unmatched }: EventOf<'consulted'>): void {
    const search = this.#searches.get(batch);
    if (search === undefined || this.rules.allOrNothing === true) return;
    this.#searches.set(batch, informed(search, unmatched === null ? undefined : rowsOf(unmatched)));
  }

  #explained(reasons: Readonly<Record<string, Problem>>): void {
    for (const [text, reason] of Object.entries(reasons)) {
      const detail = this.#details.get(Number(text));
      if (detail === undefined) continue;
      this.#details.set(Number(text), { ...detail, message: reason.message, reason });
    }
  }

  #found(batch: number, { search, rejections }: SearchResult): void {
    for (const { row, code, message } of rejections) {
      this.#settle(row, 'rejected', { code, message });
    }
    if (nextStep(search).kind === 'done') this.#close(batch);
    else this.#searches.set(batch, search);
  }

  #close(batch: number): void {
    this.#searches.delete(batch);
    this.#done.add(batch);
  }

  #readBack(event: EventOf<'verified'>): void {
    // A later reading proves no more about the same requests.
    this.#partial = [];
    this.#settleAll(rowsOf(event.added), 'added');
    this.#settleAll(rowsOf(event.present), 'already_present');
    for (const [row, problem] of Object.entries(event.missing)) {
      this.#missing.add(Number(row));
      this.#doubtful.add(Number(row));
      this.#settle(Number(row), 'unknown', problem);
    }
    for (const [row, problem] of Object.entries(event.elsewhere)) {
      this.#settle(Number(row), 'rejected', problem);
    }
  }

  /** Leaves a row unsent for a reason of its own. Not stored: the next run checks again. */
  withhold(row: number, detail: Problem): void {
    this.#settle(row, 'not_sent', detail);
  }

  /** Ends a run: nothing more is sent, and every row gets its outcome. */
  conclude(): void {
    for (const { rows, code, message } of this.#flights.values()) {
      for (const row of rows) this.#settle(row, 'unknown', { code, message });
    }
  }

  outcome(row: number): UploadOutcome {
    return outcomes[this.#outcomes[row] ?? 0] ?? 'not_sent';
  }

  /** The outcome of a row, and why. */
  verdict(row: number): { readonly outcome: UploadOutcome; readonly detail: Detail | undefined } {
    return { outcome: this.outcome(row), detail: this.#details.get(row) };
  }

  get complete(): boolean {
    return this.settled === this.rows;
  }

  counts(): OutcomeCounts {
    const counted = new Array<number>(outcomes.length).fill(0);
    for (const outcome of this.#outcomes) counted[outcome] = (counted[outcome] ?? 0) + 1;
    const counts = Object.entries(countNames).map(([outcome, name]) => [
      name,
      counted[numberOf[outcome as UploadOutcome]],
    ]);
    return { rows: this.rows, ...Object.fromEntries(counts) };
  }
}
