/** So many requests in every so many seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Counts the account's requests in windows that begin with their first request. `take` lets one
 * request through and returns undefined, or returns the seconds until the window is over.
 */
export function createLimiter({ requests, seconds }: RateLimit, monotonic: () => number) {
  let began = Number.NEGATIVE_INFINITY;
  let taken = 0;
  return {
    take(): number | undefined {
      const now = monotonic();
      if (now - began >= seconds * 1000) {
        began = now;
        taken = 0;
      }
      if (taken < requests) {
        taken++;
        return undefined;
      }
      return Math.max(1, Math.ceil((began + seconds * 1000 - now) / 1000));
    },
  };
}
