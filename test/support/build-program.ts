import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { programInput } from '../../scripts/bundle.mjs';
import { projectFolder } from './project';
import { runsHere } from './tier';

/**
 * Once per run that has tests of the program: builds it from the sources under test. In the quick
 * tier also the part of it that runs in the test's own process: everything but `main.ts`, which
 * would start a run as it is loaded.
 */
export default async function buildProgram(): Promise<() => void> {
  // Several projects have such tests.
  if (process.env.WAYBILL_TEST_RUN !== undefined) return () => {};
  if (process.env.WAYBILL_TEST_BUILT !== '1') {
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: projectFolder, stdio: 'inherit' });
    process.env.WAYBILL_TEST_BUILT = '1';
  }
  if (!runsHere) return () => {};
  // Packages that stay outside a bundle are found from here.
  const cache = join(projectFolder, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const dir = mkdtempSync(join(cache, 'run-here-'));
  const input = { run: join(projectFolder, 'src/run.ts') };
  const bundle = await rolldown({ ...programInput, input, preserveEntrySignatures: 'strict' });
  await bundle.write({ dir, format: 'cjs', entryFileNames: '[name].cjs' });
  await bundle.close();
  process.env.WAYBILL_TEST_RUN = join(dir, 'run.cjs');
  return () => rmSync(dir, { recursive: true, force: true });
}
