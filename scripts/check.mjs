// The first tier: what takes no running program side by side, as many as there are cores, then the
// tests. Prints the output of what fails, how long each step took, and the slowest test files.
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Scripts of package.json, the longest first. */
const steps = ['types', 'layers', 'unused', 'lint', 'build', 'budget'];

function ended(step) {
  const started = Date.now();
  const child = spawn('npm', ['run', '--silent', step]);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} ${step} ${seconds} s`);
      resolve({ step, passed: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

const waiting = [...steps];
const results = [];
async function takeSteps() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    results.push(await ended(step));
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, takeSteps));

const failed = results.filter(({ passed }) => !passed);
for (const { step, output } of failed) console.log(`\nnpm run ${step}\n${output.trimEnd()}`);
process.exitCode = failed.length > 0 ? 1 : test();

/** Runs the tests of what was just built, and returns how they ended. */
function test() {
  const reporters = ['--reporter=default', '--reporter=./test/support/slowest-files.ts'];
  const env = { ...process.env, WAYBILL_TEST_BUILT: '1' };
  const options = { stdio: 'inherit', env };
  return spawnSync('npx', ['vitest', 'run', ...reporters], options).status ?? 1;
}
