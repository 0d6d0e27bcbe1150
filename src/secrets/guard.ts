import { once } from '../lib/once';
import type { World } from '../world';
import type { Redactor } from './redactor';

type Clean = (text: string) => string;

interface Guardable {
  write(...given: never[]): unknown;
  end?(...given: never[]): unknown;
}

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
 * The world with the redactor in front of both output streams. Each is opened when it is first asked
 * for: most runs have nothing to say on stderr, and to open it takes time.
 */
export function guardStreams(world: World, redactor: Redactor): World {
  const stdout = once(() => guarded(world.stdout, (text) => redactor.cleanResult(text)));
  const stderr = once(() => {
    const stream = guarded(world.stderr, (text) => redactor.clean(text));
    // Who reads the notices is free to go away; the work is worth finishing without.
    return stream.on('error', () => {});
  });
  return Object.create(world, { stdout: { get: stdout }, stderr: { get: stderr } });
}
