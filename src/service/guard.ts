import { credentialHeaders } from '../contract/values';
import { ServiceRefusal } from './refusal';

/** The sandbox's credentials ("Authentication", 1): always the same, so that a profile outlives a reset. */
export const sampleCredentials = {
  apiKey: 'sandbox_key_5f2c81d04e7b4a9c93d6',
  apiSecret: 'sandbox_secret_b07d1e3f58a64c2e9f10c4d7a6',
} as const;

export type RateLimit = Readonly<Record<'requests' | 'seconds', number>>;

/** Counts requests in windows that begin with a request. The result returns the seconds to wait, if any. */
function createLimiter({ requests, seconds }: RateLimit, monotonic: () => number) {
  let began = Number.NEGATIVE_INFINITY;
  let taken = 0;
  return (): number | undefined => {
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
  };
}

export type Plan = 'paid' | 'free';

/** Checks the credentials (401), then the plan (403), then the rate limit (429). Throws the refusal. */
export function createGuard(plan: Plan, rateLimit: RateLimit | undefined, monotonic: () => number) {
  const takeRequest = rateLimit && createLimiter(rateLimit, monotonic);
  return (headers: Readonly<Record<string, string>>): void => {
    const apiKey = headers[credentialHeaders.key] ?? '';
    const apiSecret = headers[credentialHeaders.secret] ?? '';
    if (apiKey === '' || apiSecret === '') {
      const missing = apiKey === '' ? credentialHeaders.key : credentialHeaders.secret;
      throw new ServiceRefusal('unauthorized', `The header ${missing} is missing`);
    }
    // Not in constant time: every sandbox has the same, published credentials.
    if (apiKey !== sampleCredentials.apiKey || apiSecret !== sampleCredentials.apiSecret) {
      throw new ServiceRefusal('unauthorized', 'The key and secret do not match');
    }
    if (plan === 'free') {
      throw new ServiceRefusal('plan_required', "The account's plan does not include API access");
    }
    const wait = takeRequest?.();
    if (wait !== undefined) {
      throw new ServiceRefusal('rate_limited', `Too many requests: retry in ${wait} s`, undefined, {
        'retry-after': String(wait),
      });
    }
  };
}
