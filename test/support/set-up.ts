import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Once per run: chooses the seed of the random cases and prints it (`WAYBILL_SEED=<n>` repeats them),
 * and gives all test files one folder for temporary files, which is removed at the end of the run.
 */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-tests-'));
  process.env.TMPDIR = folder;
  process.env.WAYBILL_SEED ??= String(Date.now() % 0x7fffffff);
  console.log(`Random cases from WAYBILL_SEED=${process.env.WAYBILL_SEED}`);
  return () => rmSync(folder, { recursive: true, force: true });
}
