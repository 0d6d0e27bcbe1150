import { fstatSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { exitCodes } from './exit-codes';
import { makeFolder } from './lib/make-folder';
import { keepLibrariesIn, type LibraryFolder } from './native/library-folder';
import { filePaths } from './settings/paths';
import { version } from './version';
import { Interruption, type StandardOutput, type World } from './world';

/** Signal 0 is sent to no one and only asks; anyone who may not be asked (EPERM) is there. */
function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What a signal asks for; a terminal that goes away (SIGHUP) ends the run as SIGTERM does. */
const meaningOf = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' } as const;

const exitCodeOf = {
  SIGINT: exitCodes.interrupted.code,
  SIGTERM: exitCodes.terminated.code,
} as const;

/** The first signal asks the run to settle what is under way; a second one ends at once. */
function interruptionBySignal(): AbortSignal {
  const controller = new AbortController();
  for (const [signal, meaning] of Object.entries(meaningOf)) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(exitCodeOf[meaning]);
      controller.abort(new Interruption(meaning));
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

/** Every terminal is a character device; what cannot be known is left to those who know more. */
function mayBeTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return true;
  }
}

/** Bytes that an empty pipe takes without waiting for its reader. */
const pipeCapacity = 64 * 1024;

/**
 * Standard output. To open Node's stream on a pipe or a file takes up to a sixth of Node's own start,
 * so what most commands print, one short text, is written directly. The stream takes what that leaves
 * over, errors included, and everything after it.
 */
function standardOutput(): StandardOutput {
  let diverted: Writable | undefined;
  const descriptor = 1;
  const terminal = mayBeTerminal(descriptor);
  let direct = !terminal;
  const rest = (text: string | Uint8Array): Uint8Array => {
    const bytes = Buffer.from(text);
    if (!direct || bytes.length > pipeCapacity) return bytes;
    direct = false;
    try {
      return bytes.subarray(writeSync(descriptor, bytes));
    } catch {
      // Whatever it was, the stream meets it once more.
      return bytes;
    }
  };
  let opened: NodeJS.WriteStream | undefined;
  return {
    get rows() {
      return terminal ? process.stdout.rows : undefined;
    },
    pager: async () => {
      const { openPager } = await import('./pager');
      return openPager(process, (to) => {
        diverted = to;
      });
    },
    get isTTY() {
      return terminal && process.stdout.isTTY;
    },
    get columns() {
      return terminal ? process.stdout.columns : undefined;
    },
    write: (text, done) => {
      if (diverted !== undefined) {
        diverted.write(text, done);
        return;
      }
      const left = rest(text);
      if (left.length === 0) {
        done();
        return;
      }
      // Errors arrive at `done`; one that no one listens to as an event would end the program.
      opened ??= process.stdout.on('error', () => {});
      opened.write(left, done);
    },
  };
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

/**
 * What Node itself would obey. A connection always checks its certificate here, so that the warning
 * which Node prints about NODE_TLS_REJECT_UNAUTHORIZED would be untrue.
 */
const steersNode = 'NODE_TLS_REJECT_UNAUTHORIZED';

/** As much of Bun's foreign functions as calls one of the C library (bun.com/docs/runtime/ffi). */
interface ForeignFunctions {
  dlopen(
    library: string,
    functions: Readonly<Record<string, { args: readonly string[]; returns: string }>>,
  ): { readonly symbols: Readonly<Record<string, (...values: unknown[]) => unknown>> };
}

/** What takes a variable out of the environment that native libraries see, in each system's library. */
const forgetters: Readonly<Record<string, readonly [library: string, name: string]>> = {
  linux: ['libc.so.6', 'unsetenv'],
  darwin: ['libSystem.B.dylib', 'unsetenv'],
  win32: ['kernel32.dll', 'SetEnvironmentVariableA'],
};

/** Takes a variable out of the environment. Bun does so for JavaScript only: libraries still see it. */
function forget(name: string): void {
  delete process.env[name];
  const [library, unset] = forgetters[process.platform] ?? [];
  if (!isExecutable || library === undefined || unset === undefined) return;
  const foreign = process.getBuiltinModule('bun:ffi') as unknown as ForeignFunctions;
  // The second argument, a null, is Windows's word for "remove".
  const { symbols } = foreign.dlopen(library, {
    [unset]: { args: ['cstring', 'ptr'], returns: 'int' },
  });
  symbols[unset]?.(Buffer.from(`${name}\0`), null);
}

/** The executable carries the runtime, so that it is started without naming a script. */
const isExecutable = process.versions.bun !== undefined;
const programWords = isExecutable ? [] : process.argv.slice(1, 2);

/** Known to this file only: the process that asks the keychain is this program, started with it. */
const keychainFlag = '--keychain-process';

let libraryIsOpen = false;

/**
 * Bun ends without finalizing what native libraries hold. A database closes its file, and removes the
 * two that SQLite keeps beside it, when its connection is collected.
 */
async function closeLibraries(): Promise<void> {
  if (!libraryIsOpen) return;
  const { Bun } = globalThis as unknown as { Bun: { gc(now: boolean): void } };
  Bun.gc(true);
  await new Promise((resolve) => setImmediate(resolve));
}

function librariesOfExecutable(): LibraryFolder {
  const { env, platform, pid } = process;
  const variable = env.WAYBILL_HOME || platform !== 'linux' ? 'WAYBILL_HOME' : 'XDG_CACHE_HOME';
  const { cacheFolder } = filePaths({ env, platform, homeDirectory: homeDirectory() });
  return {
    path: join(cacheFolder, 'native'),
    userId: process.getuid?.(),
    processId: pid,
    advice: `Set ${variable} to a folder of your own on a disk from which programs may be run.`,
    open: (file) => {
      const library = { exports: {} };
      process.dlopen(library, file);
      libraryIsOpen = true;
      return library.exports;
    },
  };
}

/** The only file that touches `process`: it makes the world and hands it over. */
function realWorld(): World {
  const stdout = standardOutput();
  return {
    arguments: process.argv.slice(2),
    // stdin and stderr are opened when they are first asked for: that costs time.
    get stdin() {
      return process.stdin;
    },
    get stdinIsTerminal() {
      // Loaded here, since not every command asks.
      return mayBeTerminal(0) && process.getBuiltinModule('node:tty').isatty(0);
    },
    stdout,
    get stderr() {
      return process.stderr;
    },
    env: process.env,
    platform: process.platform,
    homeDirectory: homeDirectory(),
    userId: process.getuid?.(),
    runtime: isExecutable
      ? { name: 'Bun', version: process.versions.bun ?? '' }
      : { name: 'Node', version: process.versions.node },
    keychainProcess: [process.execPath, ...programWords, keychainFlag],
    clock: { now: () => Date.now(), monotonic },
    processes: { own: process.pid, isAlive },
    sleep,
    random: () => Math.random(),
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

/** There is no program yet that could explain it: only that it could not be loaded, and what to do. */
function reportUnloadable(error: unknown): void {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  process.stderr.write(`Error: waybill could not be loaded (${code})\nInstall it again.\n`);
  process.exitCode = exitCodes.bug.code;
}

/** `enableCompileCache` exists from Node 22.8 on; the types are those of Node 20. */
type NodeModule = typeof import('node:module') & { enableCompileCache?(folder: string): unknown };

/** From here on Node keeps compiled code in the folder, which saves compiling it at the next start. */
function keepCompiledCode(folder: string): void {
  const nodeModule: NodeModule = process.getBuiltinModule('node:module');
  if (nodeModule.enableCompileCache === undefined) return;
  try {
    // Code that is run must be writable by nobody else, whatever the umask says.
    makeFolder(folder, 0o700);
    nodeModule.enableCompileCache(folder);
  } catch {
    // Without it the program only starts more slowly.
  }
}

async function main(): Promise<void> {
  for (const name of Object.keys(process.env)) {
    if (name === steersNode || steersLibraries.test(name)) forget(name);
  }
  const world = realWorld();
  let stranded = false;
  const stray = new Promise<never>((_, reject) => {
    // Node makes the second into the first; Bun prints it whole and ends the program.
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.on(event, (error) => {
        stranded = true;
        reject(error);
      });
    }
  });
  // The executable carries its code compiled.
  if (!isExecutable) keepCompiledCode(filePaths(world).cacheFolder);
  const program = await import('./run').catch(reportUnloadable);
  if (program === undefined) return;
  process.exitCode = await program.run(world, stray);
  await closeLibraries();
  if (!stranded && !world.interruption.aborted) return;
  // Otherwise what is still under way, or a reader that has stopped reading, would keep it alive.
  await Promise.race([
    Promise.all([drained(process.stdout), drained(process.stderr)]),
    sleep(grace),
  ]);
  process.exit();
}

if (isExecutable) keepLibrariesIn(librariesOfExecutable);
const [first, ...others] = process.argv.slice(2);
if (first === keychainFlag) {
  import('./settings/keychain-process').then(({ answerRequest }) => answerRequest());
} else if ((first === '--version' || first === '-V') && others.length === 0) {
  standardOutput().write(`${version}\n`, (error) => {
    // Where the version cannot be written, the whole program is loaded and says why.
    if (error) main();
  });
} else {
  main();
}
