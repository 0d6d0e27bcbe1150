import type { World } from '../../src/world';

/** 2025-11-02T05:30:00Z: half an hour before New York's clocks go back. */
const startOfTime = Date.UTC(2025, 10, 2, 5, 30);

interface Timer {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A machine with a clock of its own. Everything that its processes wait for happens one thing after
 * the other, in an order that `random` decides, and only once all code that can go on has. Nothing
 * else is random, so a seed gives the same run each time.
 */
export class Machine {
  readonly random: () => number;
  /** Milliseconds since the machine was started. */
  now = 0;
  /** What the wall clock jumped by so far. */
  jumped = 0;
  /** How many things have happened. */
  steps = 0;
  readonly #ready: (() => void)[] = [];
  readonly #timers = new Set<Timer>();

  constructor(random: () => number) {
    this.random = random;
  }

  readonly clock = { now: () => startOfTime + this.now + this.jumped, monotonic: () => this.now };

  chance(share: number): boolean {
    return this.random() < share;
  }

  /** A whole number below this one. */
  below(number: number): number {
    return Math.floor(this.random() * number);
  }

  /** Lets this happen at some point among everything else that can happen now. */
  soon(act: () => void): void {
    this.#ready.push(act);
  }

  /** Lets this happen when so much time has passed; returns what calls it off. */
  after(milliseconds: number, wake: () => void): () => void {
    const timer = { at: this.now + milliseconds, wake };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets things happen until it is over, or until nothing can happen any more. */
  run(isOver: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      let idle = 0;
      const next = () => {
        try {
          if (isOver()) return resolve();
          if (!this.#happen()) {
            // Only loading a module takes time that is not the machine's.
            if (idle++ > 30_000) return reject(new Error('A process waits for nothing'));
            setTimeout(next, 1);
            return;
          }
        } catch (error) {
          return reject(error);
        }
        idle = 0;
        // A tick runs once no promise has anything left to do.
        queueMicrotask(() => process.nextTick(next));
      };
      next();
    });
  }

  #happen(): boolean {
    if (this.steps++ > 20_000) throw new Error('It never ends');
    if (this.#ready.length > 0) {
      const [act] = this.#ready.splice(this.below(this.#ready.length), 1);
      act?.();
      return true;
    }
    let first: Timer | undefined;
    for (const timer of this.#timers) if (first === undefined || timer.at < first.at) first = timer;
    if (first === undefined) return false;
    this.#timers.delete(first);
    this.now = Math.max(this.now, first.at);
    first.wake();
    return true;
  }

  /** Whether anything is still to happen. */
  get isIdle(): boolean {
    return this.#ready.length === 0 && this.#timers.size === 0;
  }
}

/** A process of the machine. Once it is killed, nothing that it waits for ever comes. */
export class Process {
  readonly machine: Machine;
  readonly id: number;
  /** Whether it has neither been killed nor ended. */
  isAlive = true;
  /** Called at each step of the process, before it; it may kill it. */
  onStep: (step: number) => void = () => {};
  #steps = 0;

  constructor(machine: Machine, id: number) {
    this.machine = machine;
    this.id = id;
  }

  /** Whether the process gets as far as its next step. */
  step(): boolean {
    if (this.isAlive) this.onStep(this.#steps++);
    return this.isAlive;
  }

  /** Does something that the process waits for. */
  turn<T>(act: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.machine.soon(() => {
        if (!this.step()) return;
        try {
          resolve(act());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  readonly sleep: World['sleep'] = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const broken = () => {
        callOff();
        reject(signal?.reason);
      };
      const callOff = this.machine.after(milliseconds, () => {
        signal?.removeEventListener('abort', broken);
        if (this.step()) resolve();
      });
      signal?.addEventListener('abort', broken, { once: true });
    });
}
