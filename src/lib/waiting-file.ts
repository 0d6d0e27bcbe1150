import { closeSync, constants, fstatSync, openSync, promises, readFileSync } from 'node:fs';
import type { World } from '../world';
import { notRegular } from './disk-failure';
import { textIn } from './text-file';

/**
 * Reading pipes, FIFOs and devices. A blocking `open` or `read` occupies a thread that process exit waits
 * for, so no signal could end it. Here nothing blocks, and every wait can be interrupted.
 */

/** Windows has neither flag. */
const { O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
export const readWithoutWaiting = constants.O_RDONLY | O_NONBLOCK | O_NOCTTY;

/** Milliseconds to wait. */
const shortest = 1;
const longest = 50;

/** Reads a stream to its end; waits until a FIFO has a writer. Throws the interruption. */
export async function* readStream(
  path: string,
  chunkSize: number,
  { sleep, interruption }: Pick<World, 'sleep' | 'interruption'>,
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
        if (error.code !== 'EAGAIN') throw error;
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

/** The text of a small file of waybill's own. Throws a system error if it is not a regular file. */
export function readOwnFile(path: string): string {
  const descriptor = openSync(path, readWithoutWaiting);
  try {
    if (fstatSync(descriptor).isFile()) return textIn(readFileSync(descriptor), path);
    throw Object.assign(new Error(`not a regular file: ${path}`), { code: notRegular });
  } finally {
    closeSync(descriptor);
  }
}
