import { execFileSync } from 'node:child_process';
import { projectFolder } from './project';

/** The tests run the built program: it is built from the sources under test, once a run. */
export default function setup(): void {
  if (process.env.WAYBILL_TEST_BUILT === '1') return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: projectFolder, stdio: 'inherit' });
}
