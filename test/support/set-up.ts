import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFull } from './tier';

/** Linux's file system in memory. */
const inMemory = '/dev/shm';

/** The most that temporary files take at one time, several times over. */
const roomy = 4 * 1024 ** 3;

/**
 * The folder for temporary files: in the quick tier in memory, where the machine has enough of it, so
 * that no database waits for a disk. The full tier waits.
 */
function parentFolder(): string {
  if (isFull || process.env.TMPDIR !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize < roomy ? tmpdir() : inMemory;
  } catch {
    return tmpdir();
  }
}

/**
 * Once per run: chooses the seed of the random cases and prints it (`WAYBILL_SEED=<n>` repeats them),
 * and gives all test files one folder for temporary files, which is removed at the end of the run.
 */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(parentFolder(), 'waybill-'));
  process.env.TMPDIR = folder;
  process.env.WAYBILL_SEED ??= String(Date.now() % 0x7fffffff);
  console.log(`Random cases from WAYBILL_SEED=${process.env.WAYBILL_SEED}`);
  return () => rmSync(folder, { recursive: true, force: true });
}
