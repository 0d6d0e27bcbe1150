import { isAscii, isUtf8 } from 'node:buffer';
import { usageFailure } from '../failure';

/** Bytes that the format, the encoding and the delimiter are detected from: enough for a header line. */
export const sampleSize = 4096;

/** The encodings that a text may have. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];
type Utf16 = 'utf-16le' | 'utf-16be';

/**
 * A byte order mark decides; without one, text with a NUL in every second byte is UTF-16 (as the
 * plain letters of a header are), and anything else must be UTF-8. A byte order mark overrides the
 * requested encoding, so that the same command also reads a file that was saved again.
 */
function encodingOf(
  sample: Buffer,
  wanted: Encoding | undefined,
): { encoding: Encoding; mark: number } {
  const [first, second, third] = sample;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (wanted !== undefined || second === undefined || (first === 0) === (second === 0))
    return { encoding: wanted ?? 'utf-8', mark: 0 };
  return { encoding: first === 0 ? 'utf-16be' : 'utf-16le', mark: 0 };
}

/**
 * A byte that can't be part of a text. Everything before it has already been returned, so the
 * reader knows its line.
 */
export class UnreadableByte extends Error {
  override readonly name = 'UnreadableByte';
  constructor(
    /** Counted from 1, from the start of the file. */
    readonly byte: number,
    /** A description of the byte: `0xE9, which is not UTF-8`. */
    readonly what: string,
    /** True if it may be a letter in another encoding. */
    readonly isText: boolean,
  ) {
    super(`byte ${byte} is ${what}`);
  }
}

const unreadable = (at: number, what: string) => new UnreadableByte(at + 1, what, true);
const nul = (at: number) => new UnreadableByte(at + 1, 'a NUL', false);

function hex(byte = 0): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Counts the bytes at the end that start a character, which the next chunk completes. */
function openEnd(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk[chunk.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? back : 0;
  }
  return 0;
}

/** The first byte of the first character that is not UTF-8; everything before it is. */
function firstBad(chunk: Buffer): number {
  // Only what is not UTF-8 comes back as other bytes.
  const again = Buffer.from(chunk.toString());
  let at = 0;
  while (at < chunk.length && chunk[at] === again[at]) at++;
  return at - openEnd(chunk.subarray(0, at));
}

/**
 * The first bytes of a stream, as many as a sample if it has them, and all of it from one of them. A failure of the
 * stream comes where it was, after what was read before.
 */
export async function peek(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let failed: { readonly error: unknown } | undefined;
  try {
    while (head.length < sampleSize) {
      const next = await iterator.next();
      if (next.done === true) break;
      head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
    }
  } catch (error) {
    failed = { error };
  }
  async function* from(start: number) {
    if (head.length > 0) yield head.subarray(start);
    if (failed !== undefined) throw failed.error;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head, from };
}

/**
 * The text of a file as UTF-8, whatever its encoding: UTF-8 or UTF-16, with or without a byte order
 * mark, or the one requested. Throws `UnreadableByte` for anything else, including NUL characters,
 * and a usage failure if a request would garble the text.
 */
export async function* utf8Of(
  name: string,
  chunks: AsyncIterable<Buffer>,
  wanted?: Encoding,
): AsyncGenerator<Buffer, void> {
  const { head, from } = await peek(chunks);
  const { encoding, mark } = encodingOf(head, wanted);
  const text = from(mark);
  if (encoding === 'utf-8') yield* checkedUtf8(text, mark);
  else if (encoding === 'windows-1252') yield* fromWindows1252(text, name);
  else yield* transcoded(text, encoding, mark);
}

/**
 * The text chunk by chunk, each of whole characters, with its place among the bytes; in the end alone what
 * is left of a character that never ends.
 */
async function* inWhole(chunks: AsyncIterable<Buffer>, start: number, openIn: typeof openEnd) {
  let at = start;
  let held: Buffer = Buffer.alloc(0);
  for await (const read of chunks) {
    const chunk = held.length === 0 ? read : Buffer.concat([held, read]);
    const whole = chunk.subarray(0, chunk.length - openIn(chunk));
    yield { whole, at, isOpen: false };
    held = chunk.subarray(whole.length);
    at += whole.length;
  }
  if (held.length > 0) yield { whole: held, at, isOpen: true };
}

async function* checkedUtf8(chunks: AsyncIterable<Buffer>, mark: number) {
  for await (const { whole, at } of inWhole(chunks, mark, openEnd)) {
    const firstNul = whole.indexOf(0);
    const good = firstNul === -1 ? whole : whole.subarray(0, firstNul);
    if (!isUtf8(good)) {
      const bad = firstBad(good);
      yield good.subarray(0, bad);
      throw unreadable(at + bad, `${hex(good[bad])}, which is not UTF-8`);
    }
    yield good;
    if (firstNul !== -1) throw nul(at + firstNul);
  }
}

/** A lone surrogate, half a unit at the end, or a NUL: nothing else can be wrong in UTF-16. */
async function* transcoded(chunks: AsyncIterable<Buffer>, encoding: Utf16, mark: number) {
  const half = 'half a character, which is not UTF-16';
  const upperByte = encoding === 'utf-16be' ? 2 : 1;
  const openIn = (chunk: Buffer) => {
    const odd = chunk.length & 1;
    const isHalf = ((chunk[chunk.length - odd - upperByte] ?? 0) & 0xfc) === 0xd8;
    return odd + (isHalf ? 2 : 0);
  };
  for await (const { whole, at, isOpen } of inWhole(chunks, mark, openIn)) {
    if (isOpen) throw unreadable(at, half);
    const units = Buffer.from(whole);
    if (encoding === 'utf-16be') units.swap16();
    const text = units.toString('utf16le');
    const bad = text.search(/[\0\p{Surrogate}]/u);
    yield Buffer.from(bad === -1 ? text : text.slice(0, bad));
    if (bad !== -1) throw text[bad] === '\0' ? nul(at + bad * 2) : unreadable(at + bad * 2, half);
  }
}

/**
 * Windows-1252 from 0x80 to 0x9F, where Latin-1 has control characters; a space means undefined.
 * Some versions of Node decode it as Latin-1 in `TextDecoder`.
 */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * Throws a usage failure at the end of a text in UTF-8 that is more than ASCII: a letter takes several bytes
 * there, in a pattern that text in an encoding of single bytes practically never has.
 */
async function* fromWindows1252(chunks: AsyncIterable<Buffer>, name: string) {
  let isInUtf8 = true;
  let isInAscii = true;
  const refuseUtf8 = () => {
    if (!isInUtf8 || isInAscii) return;
    throw usageFailure(`${name} is UTF-8, not windows-1252`, {
      hint: 'Leave out --encoding. Nothing was sent.',
    });
  };
  for await (const { whole, at } of inWhole(chunks, 0, openEnd)) {
    isInUtf8 &&= isUtf8(whole);
    isInAscii &&= isAscii(whole);
    const latin = whole.toString('latin1');
    const bad = latin.search(/[\0\x81\x8d\x8f\x90\x9d]/);
    const good = bad === -1 ? latin : latin.slice(0, bad);
    yield Buffer.from(
      good.replace(/[\x80-\x9f]/g, (one) => windows1252[one.charCodeAt(0) - 0x80] ?? ''),
    );
    if (bad === -1) continue;
    refuseUtf8();
    if (whole[bad] === 0) throw nul(at + bad);
    throw unreadable(at + bad, `${hex(whole[bad])}, which is not Windows-1252`);
  }
  refuseUtf8();
}
