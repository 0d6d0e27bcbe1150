import { isObject } from '../lib/json';
import { once, onceEach } from '../lib/once';
import type { World } from '../world';

export const mask = '••••';

/** A value that shows as `••••` wherever it is printed. Only `reveal` returns it, for a request. */
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

  /** For `util.inspect`. Importing its symbol would load all of `node:util`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return mask;
  }
}

/** Members that are as good as money, in any spelling: redemption codes, PINs, secrets. */
const secretName =
  /redemptioncode|secret|password|^(e?gift|gc|claim|redeem|redemption|card|access|security|voucher|activation|unlock|pin)*(codes?|pins?)$|^cv[cv]2?$/;

export function isSecretName(name: string): boolean {
  return secretName.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** Judges a name once: every order of an account repeats the same few. */
const isSecretMember = onceEach(isSecretName, 1000);

/** True if a member at any depth of the JSON value may hold a secret. */
export function holdsSecrets(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsSecrets);
  // `for in` is several times as fast as `Object.entries`, and lists have millions of members.
  for (const name in value) {
    if (isSecretMember(name)) return true;
    if (holdsSecrets((value as Record<string, unknown>)[name])) return true;
  }
  return false;
}

/** A gift card's number, which with its PIN is as good as a code. */
const giftCardNumber =
  /^(e?giftcard|gc|voucher)(number|num|nr|no)?$|^claim(number|num|nr|no)$|^(e|scratch|voucher)code$/;
/** Codes of a kind that is not known: `Apple codes`, `Code/PIN`, `Gift card 1 code`. */
const severalCodes = /codes$|^codes?pins?$|^(e?giftcard|card|gc)\d+(codes?|pins?)$/;
/** Codes with more words before or after: `Amazon claim code`, `Redemption link`, `PIN (4 digits)`. */
const wordyCode =
  /(gift|giftcard|voucher|claim|redeem|redemption|activation|access|unlock|digital|secure)(codes?|pins?|numbers?|links?|urls?)$|^pins?(number|num|nr|no)$|^(code|pin)\d+(digits?|characters?)$|^passcodes?$/;

/** Gift cards and their codes in Spanish, German and French. */
const foreignCode =
  /gutschein|geschenkkarte|tarjeta(de)?regalo|cartecadeau|codigode(canje|regalo|activacion|latarjeta)|codedactivation/;

/** True if a column, in lower case and without punctuation, may hold codes: `pin`, `giftcardcode2`. */
export function namesCodes(header: string): boolean {
  const name = header.replace(/(?<!\d)\d+$/, '');
  return (
    [giftCardNumber, severalCodes, wordyCode, foreignCode].some((form) => form.test(name)) ||
    isSecretName(name)
  );
}

/** The parts of a code that may be shown ("RedemptionCode"), so that a misspelled `pin` is masked. */
const openMembers: readonly string[] = ['notes', 'kind', 'brand', 'purpose', 'value'];

/** A word. In a list of codes any other name, such as `XK7P-2M4Q`, may be the code that a PIN is for. */
const wordForm = /^[A-Z]?[a-z][A-Za-z _-]*$/;

/** A member with a secret name, in a text that is not quite JSON. */
const mayNameSecret = /(?:code|secret|password|cvv|cvc)[^"]{0,40}"\s*:|pins?[^a-z0-9"]*"\s*:/i;

/** True if a text may hold JSON with codes: without its structure, nobody knows what in it is one. */
export function mayHoldCodes(text: string): boolean {
  return mayNameSecret.test(text.replaceAll('\\', ''));
}

/** Names of codes that are something else in a sheet of orders: `Card Number`, `Código`. */
const giftCardCode =
  /^card(?:number|num|nr|no)$|^serial(?:number|num|nr|no)?$|^promo(?:tion)?(?:al)?codes?$|^redeem(?:code)?$|^redemptions?$|^codigos?$/;

/** True if a column of a sheet of gift cards or shipments may hold codes; its name as for `namesCodes`. */
export function namesGiftCardCodes(header: string): boolean {
  return namesCodes(header) || giftCardCode.test(header);
}

type Replace = (secret: string) => string;

/** The masked content of a secret member. Unless it is an object, the whole value may be the secret. */
function replaceSecret(secret: unknown, replace: Replace): unknown {
  if (Array.isArray(secret)) return secret.map((one) => replaceSecret(one, replace));
  if (!isObject(secret)) return secret === null ? secret : replace(String(secret));
  return Object.fromEntries(
    Object.entries(secret).map(([name, value]) => [
      wordForm.test(name) || isSecretName(name) ? name : replace(name),
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

/** A body for the log: texts that may hold codes as JSON, such as a note, are masked as a whole, too. */
export function loggedBody(body: unknown): string {
  return JSON.stringify(maskCodes(body), (_, value) =>
    typeof value === 'string' && mayHoldCodes(value) ? mask : value,
  );
}

/** A body without codes and PINs; if it has none, the same body. */
export function withoutCodes(body: unknown): unknown {
  return holdsSecrets(body) ? maskCodes(body) : body;
}

/** Adds every code and PIN in a body to the redactor. */
export function guardCodes(body: unknown, redactor: { add(secret: string): void }): void {
  replaceSecrets(body, (secret) => {
    redactor.add(secret);
    return secret;
  });
}

/**
 * The unmistakable secrets in a command line: an API secret ("… followed by `secret_`") or the password in a
 * URL. Neither belongs there, but error messages quote words.
 */
export function secretsIn(words: readonly string[]): readonly string[] {
  // Compiling the patterns takes longer than everything else here, and few lines need them.
  const possible = words.filter((word) => word.includes('secret_') || word.includes('://'));
  const form =
    /(?<![\w-])(?:(?!secret_)[\w-])*secret_(?=(?:[\w-]*[_-])?(?=[a-z]*\d)[a-z\d]{16})[\w-]+/gi;
  return possible.flatMap((word) => [
    ...(word.match(form) ?? []),
    ...[...word.matchAll(/:\/\/[^/@\s:]*:([^/@\s]+)@/g)].map(([, password = '']) => password),
  ]);
}

/** Anything shorter is hardly a secret, and masking it would garble innocent text. */
const shortest = 4;
/** Anything longer is refused where it is read: a pattern of all its spellings would not compile. */
export const longestSecret = 1000;
/** Characters that a text has in common with a value that is too long, so that it may show a part of it. */
const sharedCharacters = 8;
/** Texts of ours are shorter. */
const longestChecked = 20_000;

function mayShow(text: string, value: string): boolean {
  if (text.length > longestChecked) return true;
  for (let at = 0; at + sharedCharacters <= text.length; at++) {
    if (value.includes(text.slice(at, at + sharedCharacters))) return true;
  }
  return false;
}

/** JSON's own escapes (RFC 8259, 7). */
const letters: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
};

/** The HTML escapes of a character, as a regular expression. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;|&#34;|&#x22;',
  "'": '&apos;|&#39;|&#x27;',
};

/** A backslash, which a URL may hold escaped. */
const backslash = '(?:\\\\|%5C)';

/**
 * A character, or several backslashes, in every spelling: raw, escaped for JSON (possibly several times), or
 * for a URL. Every repetition is bounded, so no text takes long to search.
 */
function spellings(character: string): string {
  if (character.startsWith('\\')) {
    return `(?:${backslash}(?:u005c)?){${character.length},${character.length * 16}}`;
  }
  const units = [...Array(character.length).keys()].map((at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const asUnits = units.map((unit) => `${backslash}{1,8}u${unit}`).join('');
  const raw = character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const bytes = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  // Not every encoder escapes the same characters, and in a form a space is a plus.
  const inUrl = `${bytes.join('')}${character === ' ' ? '|\\+' : ''}`;
  const entity = entities[character];
  const asEntity = entity === undefined ? '' : `|${entity}`;
  const letter = letters[character];
  const asLetter = letter === undefined ? '' : `|${backslash}{1,8}${letter}`;
  return `(?:${asUnits}|${backslash}{0,8}(?:${raw}|${inUrl})${asLetter}${asEntity})`;
}

type Known = ReturnType<typeof known>;

function patternOf(pieces: readonly string[], isRaw: RegExp): RegExp {
  return new RegExp(pieces.map((one) => (isRaw.test(one) ? one : spellings(one))).join(''), 'gi');
}

/** A secret value, and the patterns for its spellings: a service may write a code in upper case. */
function known(value: string) {
  // Letters, digits and dots may be escaped too, as no usual encoder does.
  const escaped = once(() => patternOf(value.match(/\\+|[\s\S]/gu) ?? [], /^$/));
  return {
    value,
    pattern: patternOf(value.match(/\w+|\\+|[\s\S]/gu) ?? [], /^\w/),
    escaped,
    // A PIN of `1234` is no reason to mask a price of 1234 cents.
    isUnmistakable: value.length >= (/^\d+$/.test(value) ? 12 : 8),
  };
}

/** An escaped letter, digit, dot or dash. */
const escapedPlain = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f)|\\u00[2-7]/i;

/**
 * Knows every secret of the run and masks it wherever it appears. Both output streams pass through it, and
 * code that writes text to disk or into an error calls `clean` first.
 */
export class Redactor {
  /** Longest first, so that a value inside another does not leave the rest of it visible. */
  #known: readonly Known[] = [];
  readonly #tooLong = new Set<string>();

  add(secret: Secret | string): void {
    const value = secret instanceof Secret ? secret.reveal() : secret;
    // A service may repeat a code without the spaces and dashes in it.
    for (const form of [value, value.trim(), value.replace(/[\s-]/g, '')]) this.#add(form);
  }

  #add(value: string): void {
    if (value.length > longestSecret) {
      this.#tooLong.add(value);
      return;
    }
    if (value.length < shortest || this.#known.some((one) => one.value === value)) return;
    this.#known = [...this.#known, known(value)].sort(
      (one, other) => other.value.length - one.value.length,
    );
  }

  /** No longer masks a value that is public, like the sandbox's credentials. */
  forget(value: string): void {
    this.#known = this.#known.filter((one) => one.value !== value);
  }

  clean(text: string): string {
    return this.#masked(text, this.#known);
  }

  /** Like `clean`, for results: masks only values that can't be mistaken for anything else. */
  cleanResult(text: string): string {
    return this.#masked(
      text,
      this.#known.filter(({ isUnmistakable }) => isUnmistakable),
    );
  }

  #masked(text: string, all: readonly Known[]): string {
    // Nothing at all of a text that may show a part of what has no pattern.
    for (const value of this.#tooLong) if (mayShow(text, value)) return mask;
    let cleaned = text;
    const mayBeEscaped = all.length > 0 && escapedPlain.test(text);
    for (const { pattern, escaped } of all) {
      cleaned = cleaned.replace(pattern, mask);
      if (mayBeEscaped) cleaned = cleaned.replace(escaped(), mask);
    }
    return cleaned;
  }
}

type Clean = (text: string) => string;

/** The chunk with its secrets masked; bytes without any come out unchanged. */
function cleanChunk(chunk: unknown, clean: Clean): unknown {
  if (typeof chunk === 'string') return clean(chunk);
  if (!(chunk instanceof Uint8Array)) return chunk;
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8');
  const cleaned = clean(text);
  return cleaned === text ? chunk : cleaned;
}

/** Puts `clean` in front of the stream itself: pipes, prompts and progress bars all end in `write`. */
function guarded<S extends { write(...given: never[]): unknown; end?(...given: never[]): unknown }>(
  stream: S,
  clean: Clean,
): S {
  for (const method of ['write', 'end'] as const) {
    const original = stream[method]?.bind(stream) as ((...given: unknown[]) => never) | undefined;
    if (original === undefined) continue;
    stream[method] = (...[chunk, ...rest]: unknown[]): never =>
      original(cleanChunk(chunk, clean), ...rest);
  }
  return stream;
}

/** The world with the redactor in front of both output streams, each opened on first use. */
export function guardStreams(world: World, redactor: Redactor): World {
  const stdout = once(() => guarded(world.stdout, (text) => redactor.cleanResult(text)));
  const stderr = once(() => {
    const stream = guarded(world.stderr, (text) => redactor.clean(text));
    // The reader of the notices may go away; the work is still worth finishing.
    return stream.on('error', () => {});
  });
  return Object.create(world, { stdout: { get: stdout }, stderr: { get: stderr } });
}
