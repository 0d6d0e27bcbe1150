import { once } from '../lib/once';
import type { World } from '../world';
import { mask, Secret } from './secret';

/** Anything shorter is hardly a secret, and masking it would garble innocent text. */
const shortest = 4;

/**
 * Data on stdout must come out byte for byte: a PIN of `1234` is no reason to mask a price of 1234
 * cents. A value that is longer than this and appears there has leaked.
 */
function isUnmistakable(value: string): boolean {
  return value.length >= (/^\d+$/.test(value) ? 12 : 8);
}

/** JSON's own escapes (RFC 8259, 7). */
const letters: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
};

/** A regular expression that matches the text. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** A backslash, which a URL may hold escaped. */
const backslash = '(?:\\\\|%5C)';

/**
 * A character, or several backslashes, in every spelling: raw, escaped for JSON (possibly several
 * times over), or escaped for a URL. Every repetition is bounded, so no text takes long to search.
 */
function spellings(character: string): string {
  if (character.startsWith('\\')) {
    return `(?:${backslash}(?:u005c)?){${character.length},${character.length * 16}}`;
  }
  const units = [...Array(character.length).keys()].map((at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const asUnits = units.map((unit) => `${backslash}{1,8}u${unit}`).join('');
  const raw = literal(character);
  const bytes = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  // Not every encoder escapes the same characters, and in a form a space is a plus.
  const inUrl = `${bytes.join('')}${character === ' ' ? '|\\+' : ''}`;
  const letter = letters[character];
  const asLetter = letter === undefined ? '' : `|${backslash}{1,8}${letter}`;
  return `(?:${asUnits}|${backslash}{0,8}(?:${raw}|${inUrl})${asLetter})`;
}

/** A secret value, and the pattern for its spellings. */
interface Known {
  readonly value: string;
  /** Absent if the value has only one spelling and is searched for as is. */
  readonly pattern?: RegExp;
}

function known(value: string): Known {
  if (/^[\w.-]+$/.test(value)) return { value };
  const pieces = value.match(/\w+|\\+|[\s\S]/gu) ?? [];
  const source = pieces.map((piece) => (/^\w/.test(piece) ? piece : spellings(piece)));
  return { value, pattern: new RegExp(source.join(''), 'gi') };
}

/**
 * Knows every secret of the run and masks it wherever it appears: the API secret, and every
 * redemption code and PIN that was read. Both output streams pass through it, and code that writes
 * text to disk or into an error calls `clean` first.
 */
export class Redactor {
  /** Longest first, so that a value inside another does not leave the rest of it visible. */
  #known: readonly Known[] = [];
  #unmistakable: readonly Known[] = [];

  add(secret: Secret | string): void {
    const value = secret instanceof Secret ? secret.reveal() : secret;
    if (value.length < shortest || this.#known.some((one) => one.value === value)) return;
    this.#known = [...this.#known, known(value)].sort(
      (one, other) => other.value.length - one.value.length,
    );
    this.#unmistakable = this.#known.filter((one) => isUnmistakable(one.value));
  }

  /** No longer masks a value that is public, like the sandbox's credentials. */
  forget(value: string): void {
    this.#known = this.#known.filter((one) => one.value !== value);
    this.#unmistakable = this.#unmistakable.filter((one) => one.value !== value);
  }

  /** The text with every known secret masked. */
  clean(text: string): string {
    return masked(text, this.#known);
  }

  /** Like `clean`, for results: masks only values that can't be mistaken for anything else. */
  cleanResult(text: string): string {
    return masked(text, this.#unmistakable);
  }
}

function masked(text: string, all: readonly Known[]): string {
  let cleaned = text;
  for (const { value, pattern } of all) {
    if (pattern !== undefined) cleaned = cleaned.replace(pattern, mask);
    else if (cleaned.includes(value)) cleaned = cleaned.replaceAll(value, mask);
  }
  return cleaned;
}

type Clean = (text: string) => string;

interface Guardable {
  write(...given: never[]): unknown;
  end?(...given: never[]): unknown;
}

/** The chunk with its secrets masked; bytes without any come out unchanged. */
function cleanChunk(chunk: unknown, clean: Clean): unknown {
  if (typeof chunk === 'string') return clean(chunk);
  if (!(chunk instanceof Uint8Array)) return chunk;
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8');
  const cleaned = clean(text);
  return cleaned === text ? chunk : cleaned;
}

/**
 * Puts `clean` in front of the stream itself, so that no secret can bypass it: pipes, prompts and
 * progress bars all end in `write`. A secret is short and written within one chunk.
 */
function guarded<S extends Guardable>(stream: S, clean: Clean): S {
  for (const method of ['write', 'end'] as const) {
    const original = stream[method]?.bind(stream) as ((...given: unknown[]) => never) | undefined;
    if (original === undefined) continue;
    stream[method] = (...[chunk, ...rest]: unknown[]): never =>
      original(cleanChunk(chunk, clean), ...rest);
  }
  return stream;
}

/**
 * The world with the redactor in front of both output streams. Each is opened on first use: most
 * runs print nothing on stderr, and opening it takes time.
 */
export function guardStreams(world: World, redactor: Redactor): World {
  const stdout = once(() => guarded(world.stdout, (text) => redactor.cleanResult(text)));
  const stderr = once(() => {
    const stream = guarded(world.stderr, (text) => redactor.clean(text));
    // The reader of the notices may go away; the work is still worth finishing.
    return stream.on('error', () => {});
  });
  return Object.create(world, { stdout: { get: stdout }, stderr: { get: stderr } });
}
