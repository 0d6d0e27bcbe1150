import { credentialHeaders } from '../contract/values';
import { type Credentials, match } from './credentials';
import { createLimiter, type RateLimit } from './rate-limit';
import { Refusal } from './refusal';

export type Plan = 'paid' | 'free';

export interface Admission {
  readonly credentials: Credentials;
  readonly plan: Plan;
  readonly rateLimit?: RateLimit | undefined;
  monotonic(): number;
}

/**
 * Who may ask at all: first the credentials (401), then the plan (403), then the pace (429), before
 * anything else about the request is looked at. Throws the refusal.
 */
export function createGuard({ credentials, plan, rateLimit, monotonic }: Admission) {
  const limiter = rateLimit && createLimiter(rateLimit, monotonic);
  return (header: (name: string) => string | undefined | null): void => {
    const apiKey = header(credentialHeaders.key) ?? '';
    const apiSecret = header(credentialHeaders.secret) ?? '';
    if (apiKey === '' || apiSecret === '') {
      const missing = apiKey === '' ? credentialHeaders.key : credentialHeaders.secret;
      throw new Refusal('unauthorized', `The header ${missing} is missing`);
    }
    if (!match({ apiKey, apiSecret }, credentials)) {
      throw new Refusal('unauthorized', 'Key and secret do not match');
    }
    if (plan === 'free') {
      throw new Refusal('plan_required', "The account's plan does not include API access");
    }
    const wait = limiter?.take();
    if (wait !== undefined) {
      throw new Refusal('rate_limited', `Too many requests: wait ${wait} s and retry`, undefined, {
        'retry-after': String(wait),
      });
    }
  };
}
