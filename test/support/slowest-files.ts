import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { projectFolder } from './project';

/** Prints the ten test files that took longest, at the end of `npm run check`. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const slowest = files
      .map((file) => ({ path: file.moduleId, seconds: file.diagnostic().duration / 1000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, 10);
    console.log('\nThe slowest files:');
    for (const { path, seconds } of slowest) {
      console.log(`${seconds.toFixed(1).padStart(6)} s  ${relative(projectFolder, path)}`);
    }
  }
}
