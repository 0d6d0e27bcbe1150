import { fstatSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { reuseCompiledCode } from './compiled-code';
import { exitCodes } from './exit-codes';
import { filePaths } from './settings/paths';
import { version } from './version';
import { Interruption, type World } from './world';

/** Signal 0 is sent to nobody and only asks; whoever may not be asked (EPERM) is there. */
function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const exitCodeOf = {
  SIGINT: exitCodes.interrupted.code,
  SIGTERM: exitCodes.terminated.code,
} as const;

/** The first signal asks the run to settle what is under way; a second one ends at once. */
function interruptionBySignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(exitCodeOf[signal]);
      controller.abort(new Interruption(signal));
    });
  }
  return controller.signal;
}

/** `performance.now()` would load the whole of `perf_hooks`. */
function monotonic(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/** A container may run as a user without HOME whom its passwd does not know. */
function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

const standardOutput = 1;

/** Every terminal is a character device; what cannot be told is left to those who know more. */
function mayBeTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return true;
  }
}

/** To open the stream takes a sixth of Node's own start where stdout is a pipe. */
function writeAtOnce(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  if (mayBeTerminal(standardOutput)) return bytes;
  try {
    return bytes.subarray(writeSync(standardOutput, bytes));
  } catch {
    // Whatever it was, the stream meets it again.
    return bytes;
  }
}

/**
 * `timers/promises` makes two errors with their stacks whenever a wait is called off, and every
 * request calls one off: its time-out.
 */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const callOff = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', callOff);
      resolve();
    }, milliseconds);
    if (signal?.aborted) callOff();
    else signal?.addEventListener('abort', callOff, { once: true });
  });
}

/**
 * What makes a native library load its code from elsewhere (LIBSQL_JS_DEV, NAPI_RS_NATIVE_LIBRARY_PATH)
 * or print what it does, values included (RUST_LOG). The libraries read the environment themselves.
 */
const steersLibraries = /^(LIBSQL|NAPI_RS|RUST)_/;

/** The only file that touches `process`: it makes the world and hands it over. */
function realWorld(): World {
  return {
    arguments: process.argv.slice(2),
    // Each stream is opened when it is first asked for: that costs time.
    get stdin() {
      return process.stdin;
    },
    get stdinIsTerminal() {
      // Loaded here, since not every command asks.
      return mayBeTerminal(0) && process.getBuiltinModule('node:tty').isatty(0);
    },
    get stdout() {
      return process.stdout;
    },
    get stdoutTerminal() {
      return mayBeTerminal(standardOutput) ? process.stdout : {};
    },
    writeAtOnce,
    get stderr() {
      return process.stderr;
    },
    env: process.env,
    platform: process.platform,
    homeDirectory: homeDirectory(),
    userId: process.getuid?.(),
    nodeVersion: process.versions.node,
    nodeProgram: process.execPath,
    clock: { now: () => Date.now(), monotonic },
    processes: { own: process.pid, isAlive },
    sleep,
    random: () => Math.random(),
    spareMemory: () =>
      process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=30'),
    interruption: interruptionBySignal(),
  };
}

/** Milliseconds that a run which ends early gives its readers to take what was written. */
const grace = 1000;

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}

/** Before there is a program to tell what went wrong: only that it could not come in, and what to do. */
function tellUnloadable(error: unknown): void {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  process.stderr.write(`Error: waybill could not be loaded (${code})\nInstall it anew.\n`);
  process.exitCode = exitCodes.bug.code;
}

async function main(): Promise<void> {
  for (const name of Object.keys(process.env)) {
    if (steersLibraries.test(name)) delete process.env[name];
  }
  const world = realWorld();
  let stranded = false;
  const stray = new Promise<never>((_, reject) => {
    process.on('uncaughtException', (error) => {
      stranded = true;
      reject(error);
    });
  });
  const nodeModule = () => process.getBuiltinModule('node:module');
  reuseCompiledCode(world.nodeVersion, nodeModule, filePaths(world).cacheFolder);
  const program = await import('./run').catch(tellUnloadable);
  if (program === undefined) return;
  process.exitCode = await program.run(world, stray);
  if (!stranded && !world.interruption.aborted) return;
  // Left alone, what is still under way, or a reader that has stopped reading, would keep it alive.
  await Promise.race([
    Promise.all([drained(process.stdout), drained(process.stderr)]),
    sleep(grace),
  ]);
  process.exit();
}

const [first, ...others] = process.argv.slice(2);
if ((first === '--version' || first === '-V') && others.length === 0) {
  const rest = writeAtOnce(`${version}\n`);
  if (rest.length > 0) {
    // Where the version cannot be written, the whole program comes in and tells why.
    process.stdout.once('error', main);
    process.stdout.write(rest);
  }
} else {
  main();
}
