import { constants, promises } from 'node:fs';
import type { World } from '../world';

/**
 * Pipes, FIFOs and devices. A blocking `open`, `read` or `write` occupies a thread that process
 * exit waits for, so no signal could end it. Here nothing blocks, and every wait can be
 * interrupted.
 */
export interface Patience extends Pick<World, 'sleep' | 'interruption'> {
  /** Called when a FIFO has had nothing at its other end for a while. */
  onWait?(path: string): void;
}

/** Windows has neither flag. */
const { O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
export const readWithoutWaiting = constants.O_RDONLY | O_NONBLOCK | O_NOCTTY;
const writeWithoutWaiting = constants.O_WRONLY | O_NONBLOCK | O_NOCTTY;

/** Milliseconds. */
const shortest = 1;
const longest = 50;
const tellAfter = 500;
/** Time that a stalled reader gets after a signal. */
const grace = 1000;

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Opens a stream for writing; waits until a FIFO has a reader. Throws the interruption. */
export async function openToWrite(path: string, { sleep, interruption, onWait }: Patience) {
  for (let waited = 0; ; waited += longest) {
    try {
      return await promises.open(path, writeWithoutWaiting);
    } catch (error) {
      if (codeOf(error) !== 'ENXIO' || !(await promises.stat(path)).isFIFO()) throw error;
    }
    if (waited === tellAfter) onWait?.(path);
    await sleep(longest, interruption);
  }
}

/**
 * Writes everything, as fast as it is accepted. A signal ends the wait for a stalled reader; one
 * that still reads gets everything.
 */
export async function writeAll(
  write: (bytes: Buffer, from: number) => Promise<{ readonly bytesWritten: number }>,
  bytes: Buffer,
  { sleep, interruption }: Patience,
): Promise<void> {
  let pause = shortest;
  let idle = 0;
  for (let from = 0; from < bytes.length; ) {
    try {
      // A write may accept less than it was given.
      from += (await write(bytes, from)).bytesWritten;
      pause = shortest;
      idle = 0;
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error;
      if (idle >= grace) throw interruption.reason;
      await sleep(pause);
      if (interruption.aborted) idle += pause;
      pause = Math.min(2 * pause, longest);
    }
  }
}

/** Reads a stream to its end; waits until a FIFO has a writer. Throws the interruption. */
export async function* readStream(
  path: string,
  chunkSize: number,
  { sleep, interruption }: Patience,
): AsyncGenerator<Buffer, void> {
  const handle = await promises.open(path, readWithoutWaiting);
  try {
    // An empty read ends a pipe; on a FIFO it may come before the first writer.
    let begun = !(await handle.stat()).isFIFO() || /^\/(dev|proc\/[^/]+)\/fd\//.test(path);
    let pause = shortest;
    for (;;) {
      interruption.throwIfAborted();
      const bytes = Buffer.allocUnsafe(chunkSize);
      const taken = await handle.read(bytes, 0, chunkSize).catch((error) => {
        if (codeOf(error) !== 'EAGAIN') throw error;
        begun = true;
        return undefined;
      });
      if (taken?.bytesRead === 0 && begun) return;
      if (taken !== undefined && taken.bytesRead > 0) {
        begun = true;
        pause = shortest;
        yield bytes.subarray(0, taken.bytesRead);
        continue;
      }
      await sleep(pause, interruption);
      pause = Math.min(2 * pause, longest);
    }
  } finally {
    await handle.close();
  }
}
