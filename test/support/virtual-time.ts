import type { World } from '../../src/world';

interface Timer {
  readonly at: number;
  readonly wake: () => void;
}

export interface VirtualTime extends Pick<World, 'clock' | 'sleep' | 'random'> {
  /** Every wait, in milliseconds, except timeouts. */
  readonly waits: number[];
  /** Lets every pending timeout expire at once. */
  passTimeouts(): void;
  /** How many timeouts are pending. */
  readonly timeouts: number;
}

interface Options {
  /**
   * Milliseconds that are timeouts: they expire when the test says so. Other sleeps end at once.
   */
  readonly timeouts?: readonly number[];
  readonly random?: () => number;
}

/** 2025-06-01T12:00:00Z */
const wallClock = Date.UTC(2025, 5, 1, 12);

/**
 * Time that passes only by sleeping, so no test waits. Sleeps end in order of their due times, as
 * soon as all other pending work is done.
 */
export function virtualTime({ timeouts = [], random = () => 0.5 }: Options = {}): VirtualTime {
  const timers = new Set<Timer>();
  const held = new Set<() => void>();
  const waits: number[] = [];
  let now = 0;
  const pass = () => {
    const [next] = [...timers].sort((one, other) => one.at - other.at);
    if (next === undefined) return;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.wake();
    if (timers.size > 0) setImmediate(pass);
  };
  return {
    waits,
    random,
    clock: { now: () => wallClock + now, monotonic: () => now },
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const isTimeout = timeouts.includes(milliseconds);
        const end = () => {
          timers.delete(timer);
          held.delete(timer.wake);
          signal?.removeEventListener('abort', broken);
        };
        const broken = () => {
          end();
          reject(signal?.reason);
        };
        const timer: Timer = {
          at: now + milliseconds,
          wake: () => {
            end();
            resolve();
          },
        };
        signal?.addEventListener('abort', broken, { once: true });
        if (isTimeout) {
          held.add(timer.wake);
          return;
        }
        waits.push(milliseconds);
        timers.add(timer);
        if (timers.size === 1) setImmediate(pass);
      }),
    passTimeouts: () => {
      for (const wake of [...held]) wake();
    },
    get timeouts() {
      return held.size;
    },
  };
}
