/**
 * How fast the whole run may go. One state for all workers: a 429 pauses every one of them, one
 * probe goes first when the pause is over, and each success lets one more go side by side. Pure: the
 * gate holds the state and the clock. Times are monotonic milliseconds.
 */
export interface Pace {
  /** Requests that may be under way at full speed. */
  readonly ceiling: number;
  /** Requests that may be under way now. */
  readonly window: number;
  readonly pausedUntil: number;
  /** Counts the pauses: a request sent before one began tells nothing about the time after it. */
  readonly pauses: number;
  /** Pauses in a row that ended in another 429. */
  readonly refusals: number;
  /** Milliseconds spent pausing so far, and the most that may be. */
  readonly waited: number;
  readonly maxWait: number;
}

export function fullPace(ceiling: number, maxWait: number): Pace {
  return {
    ceiling,
    window: ceiling,
    pausedUntil: Number.NEGATIVE_INFINITY,
    pauses: 0,
    refusals: 0,
    waited: 0,
    maxWait,
  };
}

/** The pace after a success of a request that was sent when `pauses` pauses had been. */
export function afterSuccess(pace: Pace, pauses: number): Pace {
  if (pauses !== pace.pauses || (pace.refusals === 0 && pace.window === pace.ceiling)) return pace;
  return { ...pace, refusals: 0, window: Math.min(pace.ceiling, pace.window + 1) };
}

const schedule = [5_000, 15_000, 60_000] as const;
const addedAtMost = 0.2;
/** `Retry-After: 0` is an answer, but no leave to hammer. */
const shortestWait = 1_000;
/** From here on a `Retry-After` that proved too short twice is no longer believed alone. */
const doubtedFrom = 3;

interface Limited {
  /** How many pauses there had been when the request was sent. */
  readonly pauses: number;
  readonly now: number;
  /** Milliseconds, where the answer said so. */
  readonly retryAfter: number | undefined;
  /** In [0, 1). */
  readonly chance: number;
}

function waitFor(refusals: number, { retryAfter, chance }: Limited): number {
  const scheduled = schedule[Math.min(refusals, schedule.length) - 1] ?? schedule[0];
  const unguided = scheduled * (1 + addedAtMost * chance);
  if (retryAfter === undefined) return unguided;
  return Math.max(retryAfter, refusals < doubtedFrom ? shortestWait : unguided);
}

/** The pace after a 429; undefined where the wait does not fit into what is left of `maxWait`. */
export function afterLimit(pace: Pace, limited: Limited): Pace | undefined {
  const late = limited.pauses !== pace.pauses;
  // Workers that were under way side by side are all refused at once: that is one refusal.
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
