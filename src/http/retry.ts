/** The effect of repeating a request, according to the contract's routes. */
export type Effect = 'read' | 'create' | 'update' | 'shipments';

/** The end of a failed attempt, reduced to what the decision needs. */
export type AttemptProblem =
  /** A 3xx, or a 4xx other than 429: the service has decided. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'rate-limited' }
  /** A 5xx; `maybeDone` for all but 503, the only one that means nothing was carried out. */
  | { readonly kind: 'server-error'; readonly maybeDone: boolean }
  /** A success status, but the body is not complete JSON or, after a write, has the wrong shape. */
  | { readonly kind: 'unreadable' }
  /** No complete response. `lasting` if the next attempt would fail alike, as with a bad certificate. */
  | { readonly kind: 'lost'; readonly sent: boolean; readonly lasting?: boolean };

/** `fail` for good, `retry` after a backoff, `wait` as the rate limit says, or first `look` up a write. */
export type RetryDecision = 'fail' | 'retry' | 'wait' | 'look';

/**
 * The retry policy: one row for each way an attempt can fail, one decision for each effect. `mayRetry` if this
 * request's attempts and the run's allowance leave room for one more.
 */
export function decide(
  problem: AttemptProblem,
  { effect, mayRetry }: { readonly effect: Effect; readonly mayRetry: boolean },
): RetryDecision {
  const again = mayRetry ? 'retry' : 'fail';
  switch (problem.kind) {
    case 'refused':
      return 'fail';
    case 'rate-limited':
      return 'wait';
    case 'server-error':
      return effect === 'create' && problem.maybeDone ? 'look' : again;
    case 'unreadable':
      return effect === 'create' || effect === 'update' ? 'look' : again;
    case 'lost':
      if (problem.lasting) return 'fail';
      if (!problem.sent) return again;
      return effect === 'create' || effect === 'update' ? 'look' : again;
  }
}

const firstDelay = 500;
const longestDelay = 20_000;

/** Milliseconds before the next attempt: full jitter over 0.5 s doubled at each retry from 0, at most 20 s. */
export function backoff(retry: number, chance: number): number {
  return chance * Math.min(longestDelay, firstDelay * 2 ** retry);
}

/** An HTTP date starts with its weekday (RFC 9110, 5.6.7); `Date.parse` alone would accept too much. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

function readDate(text: string | undefined): number | undefined {
  if (text === undefined || !httpDate.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Milliseconds that `Retry-After` asks for (RFC 9110, 10.2.3), 0 for the past; undefined if it is neither
 * digits nor a date. A date is measured against the response's own `Date`, since clocks differ, else against
 * `now`.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number) {
  const text = headers['retry-after']?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = readDate(text);
  if (until === undefined) return undefined;
  return Math.max(0, until - (readDate(headers.date) ?? now));
}
