import { Failure } from '../failure';
import { holdsSecrets, isSecretName } from '../secrets/secret';
import type { Sent } from './events';

/** Leaves members that hold secrets out of a JSON text. */
const withoutSecrets = (name: string, value: unknown) => (isSecretName(name) ? undefined : value);

/** Masks the secrets of this run in a text; returns a text without secrets unchanged. */
export type Mask = (text: string) => string;

function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one) => masked(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [mask(name), masked(member, mask)]),
  );
}

/** Half of a surrogate pair, as JSON escapes it: valid JSON, but no text that a database can hold. */
const halfPair = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/**
 * Prepares an object for storage, without members that hold secrets and with this run's credentials masked.
 * Throws exit 13 if the id contains a secret: nothing could be stored under a masked id.
 */
export function toStore(sent: object, mask: Mask): { readonly sent: Sent; readonly text: string } {
  const whole = JSON.stringify(sent);
  // Searching for a text is several times as fast as for the pattern.
  const valid = whole.includes('\\ud') ? whole.replace(halfPair, '$1\\ufffd') : whole;
  if (valid !== whole) return toStore(JSON.parse(valid), mask);
  const isSuspicious = holdsSecrets(sent);
  const text = isSuspicious ? JSON.stringify(sent, withoutSecrets) : whole;
  const kept: Sent = isSuspicious ? JSON.parse(text) : sent;
  if (mask(text) === text) return { sent: kept, text };
  const clean = masked(kept, mask) as Sent;
  if (clean.id !== kept.id) {
    throw new Failure({
      ending: 'unexpectedResponse',
      code: 'secret_in_id',
      message: "The service sent an id that contains one of this account's secrets",
    });
  }
  return { sent: clean, text: JSON.stringify(clean) };
}
