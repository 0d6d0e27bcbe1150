import type { Writable } from 'node:stream';
import type { World } from '../world';
import type { Redactor } from './redactor';

type Clean = (text: string) => string;

/** The chunk with its secrets masked; bytes that hold none come out as they went in. */
function cleanChunk(chunk: unknown, clean: Clean): unknown {
  if (typeof chunk === 'string') return clean(chunk);
  if (!(chunk instanceof Uint8Array)) return chunk;
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8');
  const cleaned = clean(text);
  return cleaned === text ? chunk : cleaned;
}

/**
 * Puts `clean` in front of the stream itself, so that a secret cannot go round it: pipes, prompts
 * and progress bars all end in `write`. A secret is short and written within one chunk.
 */
function guard(stream: Writable, clean: Clean): void {
  for (const method of ['write', 'end'] as const) {
    const original = stream[method].bind(stream) as (...given: unknown[]) => never;
    stream[method] = (...[chunk, ...rest]: unknown[]): never =>
      original(cleanChunk(chunk, clean), ...rest);
  }
}

/** Puts the redactor in front of both output streams. */
export function guardStreams({ stdout, stderr }: World, redactor: Redactor): void {
  guard(stdout, (text) => redactor.cleanResult(text));
  guard(stderr, (text) => redactor.clean(text));
}
