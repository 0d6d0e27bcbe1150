import { homedir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { version } from './version';
import { Interruption, type World } from './world';

/** The only file that touches `process`: it makes the world and hands it over. */
function realWorld(): World {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The first asks the run to settle what is under way; a second one ends at once.
    process.once(signal, () => {
      process.once(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143));
      interruption.abort(new Interruption(signal));
    });
  }
  return {
    arguments: process.argv.slice(2),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    platform: process.platform,
    homeDirectory: homedir(),
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, signal ? { signal } : {}),
    random: () => Math.random(),
    interruption: interruption.signal,
  };
}

const [first, ...others] = process.argv.slice(2);
if ((first === '--version' || first === '-V') && others.length === 0) {
  process.stdout.write(`${version}\n`);
} else {
  import('./run').then(async ({ run }) => {
    process.exitCode = await run(realWorld());
  });
}
