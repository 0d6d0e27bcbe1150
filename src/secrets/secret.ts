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
 * What may be seen of a code ("RedemptionCode"). Everything else is masked, so that a `pin` that
 * somebody misspelled is not shown either.
 */
const openMembers: readonly string[] = ['notes', 'kind', 'brand', 'purpose', 'value'];
const codeList = 'redemptionCodes';

type Replace = (secret: string) => string;

/** One code. Where it is no object the whole of it may be the code. */
function replaceCode(code: unknown, replace: Replace): unknown {
  if (Array.isArray(code)) return code.map((one) => replaceCode(one, replace));
  if (!isObject(code)) return code === null ? code : replace(String(code));
  return Object.fromEntries(
    Object.entries(code).map(([name, value]) => [
      name,
      openMembers.includes(name) || value === null ? value : replace(String(value)),
    ]),
  );
}

/** A copy with `replace` put in the place of every code and PIN, wherever a list of codes is. */
function replaceCodes(value: unknown, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceCodes(one, replace));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name !== codeList) return [name, replaceCodes(member, replace)];
      const codes = Array.isArray(member) ? member : [member];
      const replaced = codes.map((code) => replaceCode(code, replace));
      return [name, Array.isArray(member) ? replaced : replaced[0]];
    }),
  );
}

/** A request body as it may be shown: codes and PINs masked, the rest as it is. */
export function maskCodes(body: unknown): unknown {
  return replaceCodes(body, () => mask);
}

/** Every code and PIN that a request body carries. */
export function codesIn(body: unknown): readonly string[] {
  const codes: string[] = [];
  replaceCodes(body, (secret) => {
    codes.push(secret);
    return secret;
  });
  return codes;
}

/** Puts every code and PIN of a request body behind the redactor, also before it is known to be sent. */
export function guardCodes(body: unknown, redactor: { add(secret: string): void }): void {
  for (const secret of codesIn(body)) redactor.add(secret);
}
