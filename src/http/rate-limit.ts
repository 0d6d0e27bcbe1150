import type { Failure } from '../failure';
import type { World } from '../world';

/**
 * The speed of the whole run, one state for all workers: a 429 pauses every one of them, one probe goes first
 * afterwards, and each success allows one more. Pure; times are monotonic milliseconds.
 */
export type Pace = Readonly<ReturnType<typeof fullPace>>;

export function fullPace(ceiling: number, maxWait: number) {
  return {
    ceiling,
    /** The most requests in progress now. */
    window: ceiling,
    pausedUntil: Number.NEGATIVE_INFINITY,
    /** Pauses so far: a request sent before one began says nothing about the time after it. */
    pauses: 0,
    /** Pauses in a row that ended in another 429. */
    refusals: 0,
    /** Milliseconds spent pausing so far, and the most allowed. */
    waited: 0,
    maxWait,
  };
}

/** The pace after a request succeeded that was sent when there had been `pauses` pauses. */
export function afterSuccess(pace: Pace, pauses: number): Pace {
  if (pauses !== pace.pauses || (pace.refusals === 0 && pace.window === pace.ceiling)) return pace;
  return { ...pace, refusals: 0, window: Math.min(pace.ceiling, pace.window + 1) };
}

const schedule = [5_000, 15_000, 60_000] as const;
const addedAtMost = 0.2;
/** `Retry-After: 0` is a response, but not permission to hammer. */
const shortestWait = 1_000;
/** Times in a row that a `Retry-After` is obeyed alone, lest a refusing service is asked every second. */
const obeyedAtMost = 3;

interface Limited {
  readonly pauses: number;
  readonly now: number;
  /** Milliseconds, if the response gave them. */
  readonly retryAfter: number | undefined;
  /** In [0, 1). */
  readonly chance: number;
}

function waitFor(refusals: number, { retryAfter, chance }: Limited): number {
  const unguided = refusals - (retryAfter === undefined ? 0 : obeyedAtMost);
  if (unguided < 1) return Math.max(retryAfter ?? 0, shortestWait);
  const scheduled = schedule[Math.min(unguided, schedule.length) - 1] ?? schedule[0];
  return Math.max(retryAfter ?? 0, scheduled * (1 + addedAtMost * chance));
}

/** The pace after a 429; undefined if the wait does not fit into the rest of `maxWait`. */
export function afterLimit(pace: Pace, limited: Limited): Pace | undefined {
  const late = limited.pauses !== pace.pauses;
  // Concurrent requests are all refused at once: count that as one refusal.
  if (late && limited.retryAfter === undefined) return pace;
  const refusals = late ? pace.refusals : pace.refusals + 1;
  const wait = waitFor(Math.max(1, refusals), limited);
  const until = Math.max(pace.pausedUntil, limited.now + wait);
  const waited = pace.waited + until - Math.max(pace.pausedUntil, limited.now);
  if (waited > pace.maxWait) return undefined;
  return {
    ...pace,
    window: 1,
    pausedUntil: until,
    pauses: late ? pace.pauses : pace.pauses + 1,
    refusals,
    waited,
  };
}

interface Surroundings extends Pick<World, 'clock' | 'sleep' | 'random'> {
  readonly concurrency: number;
  /** Milliseconds to spend on rate limits in total. */
  readonly maxWait: number;
  /** Called when every worker pauses, with the milliseconds still to go. */
  readonly onPause?: (milliseconds: number) => void;
}

/** Lets all requests of a run through at its pace, so that a 429 to one of them holds back all the others. */
export class Gate {
  #pace: Pace;
  #underWay = 0;
  /** Each wakes a request that waits for one under way to end. */
  readonly #waiting: (() => void)[] = [];
  readonly #stopped = new AbortController();

  constructor(private readonly surroundings: Surroundings) {
    this.#pace = fullPace(surroundings.concurrency, surroundings.maxWait);
  }

  /** Resolves when a request may go, with the pauses so far. Rejects with the signal's reason, or the failure that stopped the run. */
  async enter(signal: AbortSignal): Promise<number> {
    const { clock, sleep } = this.surroundings;
    while (true) {
      signal.throwIfAborted();
      this.#stopped.signal.throwIfAborted();
      const pause = this.#pace.pausedUntil - clock.monotonic();
      if (pause <= 0 && this.#underWay < this.#pace.window) break;
      // Only to wait: the run's signals remember each signal that is made of them.
      const ended = AbortSignal.any([signal, this.#stopped.signal]);
      await (pause > 0 ? sleep(pause, ended) : this.#nextEnd(ended));
    }
    this.#underWay++;
    return this.#pace.pauses;
  }

  #nextEnd(ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        ended.removeEventListener('abort', wake);
        resolve();
      };
      ended.addEventListener('abort', wake);
      this.#waiting.push(wake);
    });
  }

  leave(): void {
    this.#underWay--;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  succeeded(pauses: number): void {
    this.#pace = afterSuccess(this.#pace, pauses);
  }

  /** Applies a 429: everyone pauses. False if the pause does not fit into the time left. */
  limited(pauses: number, retryAfter: number | undefined): boolean {
    const { clock, random, onPause } = this.surroundings;
    const now = clock.monotonic();
    const before = this.#pace;
    const pace = afterLimit(before, { pauses, now, retryAfter, chance: random() });
    if (pace === undefined) return false;
    this.#pace = pace;
    if (pace.pauses !== before.pauses) onPause?.(pace.pausedUntil - now);
    return true;
  }

  /** Every request that waits or comes later fails with this failure. */
  stop(failure: Failure): void {
    this.#stopped.abort(failure);
  }
}

const fullAllowance = 100;
const costOfRetry = 10;
const gainOfSuccess = 1;

/** The retries that a whole run may spend, which bounds what an outage costs the service. */
export class Allowance {
  #left = fullAllowance;

  get sufficient(): boolean {
    return this.#left >= costOfRetry;
  }

  spend(): void {
    this.#left -= costOfRetry;
  }

  earn(): void {
    this.#left = Math.min(fullAllowance, this.#left + gainOfSuccess);
  }
}
