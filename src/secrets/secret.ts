import { inspect } from 'node:util';
import { isObject } from '../lib/json';

export const mask = '••••';

/**
 * A value that must not be seen: however it is printed, logged, serialized or put into a template,
 * it shows as `••••`. Only `reveal` gives it out, and only the request that needs it calls that.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return mask;
  }

  toJSON(): string {
    return mask;
  }

  [inspect.custom](): string {
    return mask;
  }
}

/**
 * Members that may hold what is money to anyone who reads it, however they are written and whatever the
 * service calls them one day: redemption codes, PINs, secrets.
 */
const secretName =
  /redemptioncode|secret|password|^(gift|giftcard|claim|redeem|card|access|security|voucher|activation|unlock)?(codes?|pins?)$|^cv[cv]2?$/;

/** Whether a member of this name may hold a secret; case and punctuation make no difference. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/**
 * What may be seen of a code ("RedemptionCode"). Everything else is masked, so that a `pin` that
 * somebody misspelled is not shown either.
 */
const openMembers: readonly string[] = ['notes', 'kind', 'brand', 'purpose', 'value'];

type Replace = (secret: string) => string;

/** What a secret member holds. Where that is no object the whole of it may be the secret. */
function replaceSecret(secret: unknown, replace: Replace): unknown {
  if (Array.isArray(secret)) return secret.map((one) => replaceSecret(one, replace));
  if (!isObject(secret)) return secret === null ? secret : replace(String(secret));
  return Object.fromEntries(
    Object.entries(secret).map(([name, value]) => [
      name,
      openMembers.includes(name) ? value : replaceSecret(value, replace),
    ]),
  );
}

/** A copy with `replace` put in the place of every secret; `within` is the member that holds the value. */
function replaceSecrets(value: unknown, replace: Replace, within = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceSecrets(one, replace));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      // "Errors": what went wrong is a code too.
      const isOpen = !isSecretName(name) || (within === 'error' && name === 'code');
      const replaced = isOpen
        ? replaceSecrets(member, replace, name)
        : replaceSecret(member, replace);
      return [name, replaced];
    }),
  );
}

/** A request body as it may be shown: codes and PINs masked, the rest as it is. */
export function maskCodes(body: unknown): unknown {
  return replaceSecrets(body, () => mask);
}

/** Every code and PIN that a request body carries. */
export function codesIn(body: unknown): readonly string[] {
  const codes: string[] = [];
  replaceSecrets(body, (secret) => {
    codes.push(secret);
    return secret;
  });
  return codes;
}

/** Puts every code and PIN of a request body behind the redactor, also before it is known to be sent. */
export function guardCodes(body: unknown, redactor: { add(secret: string): void }): void {
  for (const secret of codesIn(body)) redactor.add(secret);
}
