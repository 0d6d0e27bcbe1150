import { isObject } from '../lib/json';

export const mask = '••••';

/**
 * A value that must not be seen: printed, logged, serialized or put into a template, it shows as
 * `••••`. Only `reveal` returns it, and only the request that needs it calls that.
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

  /** What `util.inspect` calls. Importing its symbol would load all of `node:util`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return mask;
  }
}

/**
 * Members that may hold what is as good as money to anyone who reads it, in any spelling and under
 * names that the service may add: redemption codes, PINs, secrets.
 */
const secretName =
  /redemptioncode|secret|password|^(e?gift|gc|claim|redeem|redemption|card|access|security|voucher|activation|unlock|pin)*(codes?|pins?)$|^cv[cv]2?$/;

/** Whether a member with this name may hold a secret, whatever its case and punctuation. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** Names that were judged before: every order of an account repeats the same few. */
const judged = new Map<string, boolean>();
const mostJudged = 1000;

/** Whether a member at any depth of the JSON value may hold a secret. */
export function holdsSecrets(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsSecrets);
  // `for in` is several times as fast as `Object.entries`, and lists have millions of members.
  for (const name in value) {
    let isSecret = judged.get(name);
    if (isSecret === undefined) {
      isSecret = isSecretName(name);
      if (judged.size < mostJudged) judged.set(name, isSecret);
    }
    if (isSecret || holdsSecrets((value as Record<string, unknown>)[name])) return true;
  }
  return false;
}

/** A gift card's number, which with its PIN is as good as a code. */
const giftCardNumber =
  /^(e?giftcard|gc|voucher)(number|num|nr|no)?$|^claim(number|num|nr|no)$|^(e|scratch|voucher)code$/;

/**
 * Whether a column may hold codes: `pin`, `giftcardcode2`. Its name is given in lower case and without
 * punctuation. Such cells are as good as money to anyone who reads them.
 */
export function namesCodes(header: string): boolean {
  const name = header.replace(/\d+$/, '');
  return isSecretName(name) || giftCardNumber.test(name);
}

/**
 * What may be shown of a code ("RedemptionCode"). Everything else is masked, so that a misspelled
 * `pin` is not shown either.
 */
const openMembers: readonly string[] = ['notes', 'kind', 'brand', 'purpose', 'value'];

type Replace = (secret: string) => string;

/** What a secret member holds. Unless it is an object, the whole value may be the secret. */
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

/** A copy with every secret replaced; `within` is the member that holds the value. */
function replaceSecrets(value: unknown, replace: Replace, within = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceSecrets(one, replace));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      // "Errors": an error's own code is called `code` too.
      const isOpen = !isSecretName(name) || (within === 'error' && name === 'code');
      const replaced = isOpen
        ? replaceSecrets(member, replace, name)
        : replaceSecret(member, replace);
      return [name, replaced];
    }),
  );
}

/** A body that is safe to show: codes and PINs masked, the rest unchanged. */
export function maskCodes(body: unknown): unknown {
  return replaceSecrets(body, () => mask);
}

/** Every code and PIN in a request body. */
export function codesIn(body: unknown): readonly string[] {
  const codes: string[] = [];
  replaceSecrets(body, (secret) => {
    codes.push(secret);
    return secret;
  });
  return codes;
}

/**
 * Registers every code and PIN of a request body with the redactor, even before the body is sent.
 */
export function guardCodes(body: unknown, redactor: { add(secret: string): void }): void {
  for (const secret of codesIn(body)) redactor.add(secret);
}

/** What is wrong with a secret as an argument: `ps` shows it, and so does the shell's history. */
export const exposedSecret = 'Others can see a secret on the command line';

/**
 * What is unmistakably a secret in the words of a command line: an API secret ("… followed by
 * `secret_`") or the password in a URL. Neither belongs there, but error messages quote words.
 */
export function secretsIn(words: readonly string[]): readonly string[] {
  // Compiling the patterns takes longer than everything else here, and few lines need them.
  const possible = words.filter((word) => word.includes('secret_') || word.includes('://'));
  return possible.flatMap((word) => [
    ...(word.match(/[\w-]*secret_(?=[A-Za-z]*\d)[A-Za-z0-9]{16,}/g) ?? []),
    ...[...word.matchAll(/:\/\/[^/@\s:]*:([^/@\s]+)@/g)].map(([, password = '']) => password),
  ]);
}
