import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './project';

/**
 * Once per run: builds the program from the sources under test, chooses the seed of the random
 * cases and prints it (`WAYBILL_SEED=<n>` repeats them), and gives all test files one folder for
 * temporary files, which is removed at the end of the run.
 */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-tests-'));
  process.env.TMPDIR = folder;
  process.env.WAYBILL_SEED ??= String(Date.now() % 0x7fffffff);
  console.log(`Random cases from WAYBILL_SEED=${process.env.WAYBILL_SEED}`);
  if (process.env.WAYBILL_TEST_BUILT !== '1') {
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: projectFolder, stdio: 'inherit' });
  }
  return () => rmSync(folder, { recursive: true, force: true });
}
