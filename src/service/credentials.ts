import { createHash, timingSafeEqual } from 'node:crypto';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/**
 * The sandbox account's pair: the same in every database, so that a profile made for it keeps
 * working after a reset. It opens nothing but sandbox data ("Authentication", 1, gives the shape).
 */
export const sampleCredentials: Credentials = {
  apiKey: 'sandbox_key_5f2c81d04e7b4a9c93d6',
  apiSecret: 'sandbox_secret_b07d1e3f58a64c2e9f10c4d7a6',
};

function equal(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** Compares both values in full whatever the first one gave, so that the time taken tells nothing. */
export function match(given: Credentials, wanted: Credentials): boolean {
  const key = equal(given.apiKey, wanted.apiKey);
  const secret = equal(given.apiSecret, wanted.apiSecret);
  return key && secret;
}
