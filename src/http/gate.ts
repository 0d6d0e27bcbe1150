import type { Failure } from '../failure';
import type { World } from '../world';
import { afterLimit, afterSuccess, fullPace, type Pace } from './pace';

interface Waiter {
  readonly open: (pass: Pass) => void;
  readonly refuse: (reason: unknown) => void;
}

/** The right to have one request under way. Given back exactly once. */
export interface Pass {
  /** How many pauses there had been when it was given. */
  readonly pauses: number;
}

interface Surroundings extends Pick<World, 'clock' | 'sleep' | 'random'> {
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Milliseconds to spend on rate limits in all. */
  readonly maxWait: number;
  /** Told when every worker pauses, with the milliseconds still to go. */
  readonly onPause?: (milliseconds: number) => void;
}

/**
 * Lets requests through at the run's pace. All of a run's requests pass one gate, so a 429 to one
 * of them holds back every other.
 */
export class Gate {
  readonly #surroundings: Surroundings;
  readonly #waiting: Waiter[] = [];
  #pace: Pace;
  #underWay = 0;
  #timer: AbortController | undefined;
  #stopped: Failure | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#pace = fullPace(surroundings.concurrency, surroundings.maxWait);
  }

  /** Resolves when a request may go. Rejects with the signal's reason, or with what stopped the run. */
  enter(signal: AbortSignal): Promise<Pass> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(signal.reason);
        this.#letThrough();
      };
      const waiter: Waiter = {
        open: (pass) => {
          signal.removeEventListener('abort', leave);
          resolve(pass);
        },
        refuse: (reason) => {
          signal.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiter);
      this.#letThrough();
    });
  }

  /** Gives the pass back, whatever came of the request. */
  leave(): void {
    this.#underWay--;
    this.#letThrough();
  }

  succeeded(pass: Pass): void {
    this.#pace = afterSuccess(this.#pace, pass.pauses);
  }

  /**
   * Takes in a 429: everyone pauses. False where the pause does not fit into what may be waited.
   */
  limited(pass: Pass, retryAfter: number | undefined): boolean {
    const { clock, random, onPause } = this.#surroundings;
    const now = clock.monotonic();
    const before = this.#pace;
    const pace = afterLimit(before, { pauses: pass.pauses, now, retryAfter, chance: random() });
    if (pace === undefined) return false;
    this.#pace = pace;
    if (pace.pauses !== before.pauses) onPause?.(pace.pausedUntil - now);
    return true;
  }

  /** No request goes from here on: every one that waits or comes later fails so. */
  stop(failure: Failure): void {
    this.#stopped ??= failure;
    this.#letThrough();
  }

  get stopped(): Failure | undefined {
    return this.#stopped;
  }

  #letThrough(): void {
    if (this.#stopped !== undefined) {
      for (const waiter of this.#waiting.splice(0)) waiter.refuse(this.#stopped);
    }
    if (this.#waiting.length === 0) {
      this.#timer?.abort();
      this.#timer = undefined;
      return;
    }
    const pause = this.#pace.pausedUntil - this.#surroundings.clock.monotonic();
    if (pause > 0) {
      this.#sleep(pause);
      return;
    }
    while (this.#underWay < this.#pace.window) {
      const waiter = this.#waiting.shift();
      if (waiter === undefined) return;
      this.#underWay++;
      waiter.open({ pauses: this.#pace.pauses });
    }
  }

  #sleep(milliseconds: number): void {
    if (this.#timer !== undefined) return;
    const timer = new AbortController();
    this.#timer = timer;
    const wake = () => {
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#letThrough();
    };
    this.#surroundings.sleep(milliseconds, timer.signal).then(wake, wake);
  }
}
