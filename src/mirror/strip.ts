import type { Sent } from './events';

/**
 * Members that may hold what is money to whoever reads it, whatever the service calls them one day:
 * redemption codes, PINs, secrets. Written in lower case, without punctuation.
 */
const secretName =
  /redemptioncode|secret|password|^(gift|giftcard|claim|card|access|security|voucher|activation|unlock)?(codes?|pins?)$|^cv[cv]2?$/;

/** Quick look at a serialized object: only where this finds something is it walked through. */
const suspicious = /(?:code|secret|password|cvv|cvc)[^"]{0,40}":|pins?[^a-z0-9"]*":/i;

function isSecret(name: string): boolean {
  return secretName.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecret(name))
      .map(([name, member]) => [name, stripped(member)]),
  );
}

/** An object as it is stored: without secrets at any depth, and its JSON text otherwise as sent. */
export function toStore(sent: object): { readonly sent: Sent; readonly text: string } {
  const text = JSON.stringify(sent);
  if (!suspicious.test(text)) return { sent: sent as Sent, text };
  const clean = stripped(sent) as Sent;
  return { sent: clean, text: JSON.stringify(clean) };
}
