import { setMaxListeners } from 'node:events';
import { fstatSync, readlinkSync, writeSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Writable } from 'node:stream';
import { exitCodes } from './exit-codes';
import { once, unlessItThrows } from './lib/once';
import { zoneName } from './lib/time-zone';
import { foreignFolderOn, makeFolder } from './lib/write-files';
import { keepLibrariesIn, type LibraryFolder } from './native/library-folder';
import { type FilePaths, filePaths, wordsWithHome } from './settings/paths';
import { version } from './version';
import { Interruption, type StandardOutput, serverVariable, type World } from './world';

/** Signal 0 sends nothing and only checks; EPERM means that the process exists but is not ours. */
function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** On Windows there are no groups. */
function endGroup(id: number): void {
  // It throws if all of them have ended.
  unlessItThrows(() => process.kill(process.platform === 'win32' ? id : -id, 'SIGTERM'));
}

/** A terminal that goes away (SIGHUP) ends the run. Ctrl-Break on Windows is SIGBREAK. */
const meaningOf = {
  SIGINT: 'SIGINT',
  SIGBREAK: 'SIGINT',
  SIGTERM: 'SIGTERM',
  SIGHUP: 'SIGTERM',
} as const;

const exitCodeOf = {
  SIGINT: exitCodes.interrupted.code,
  SIGTERM: exitCodes.terminated.code,
} as const;

/** Milliseconds in which a signal is the same one: `timeout` sends its own twice, and passes on a Ctrl-C. */
const repeatedWithin = 100;

/** Milliseconds in which a run that ends at once can say which write it did not wait for. */
const lastWords = 200;

/**
 * The first signal lets requests finish, the second ends the run once it has said what is open, the third
 * now.
 */
function interruptionBySignal(): Pick<World, 'interruption' | 'insistence'> {
  const interruption = new AbortController();
  const insistence = new AbortController();
  let first = { signal: '', at: 0 };
  for (const [signal, meaning] of Object.entries(meaningOf)) {
    const end = () => process.exit(exitCodeOf[meaning]);
    process.on(signal, () => {
      if (!interruption.signal.aborted) {
        first = { signal, at: monotonic() };
        interruption.abort(new Interruption(meaning));
      } else if (signal !== first.signal || monotonic() - first.at > repeatedWithin) {
        if (insistence.signal.aborted) end();
        setTimeout(end, lastWords);
        insistence.abort(new Interruption(meaning));
      }
    });
  }
  return { interruption: interruption.signal, insistence: insistence.signal };
}

/** `performance.now()` would load all of `perf_hooks`. */
function monotonic(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/** The home directory, without loading `node:os`. HOME may be empty or relative, or missing altogether. */
function homeDirectory(): string {
  const { HOME, USERPROFILE } = process.env;
  const given = process.platform === 'win32' ? USERPROFILE : HOME;
  if (given !== undefined && isAbsolute(given)) return given;
  const found = unlessItThrows(() => process.getBuiltinModule('node:os').userInfo().homedir);
  return found !== undefined && isAbsolute(found) ? found : '/';
}

/** Every terminal is a character device; if in doubt, leave the decision to `isatty`. */
const mayBeTerminal = (descriptor: number): boolean =>
  unlessItThrows(() => fstatSync(descriptor).isCharacterDevice()) ?? true;

/** Bytes that an empty pipe takes at once (pipe(7)). */
const pipeCapacity = 64 * 1024;

/**
 * Standard output. Node's stream of a pipe or a file takes an eighth of Node's own start to open, so the first
 * text is written without it. The stream gets what that leaves over, its error included, and all that follows.
 * Errors reach the writer: without a listener, the event would end the program.
 */
function standardOutput(): StandardOutput {
  let pager: Writable | undefined;
  const isTerminal = mayBeTerminal(1);
  let isFirst = !isTerminal;
  const stream = once(() => process.stdout.on('error', () => {}));
  const restOf = (text: string | Uint8Array) => {
    const bytes = Buffer.from(text);
    const isDirect = isFirst && bytes.length <= pipeCapacity;
    isFirst = false;
    return (isDirect && unlessItThrows(() => bytes.subarray(writeSync(1, bytes)))) || bytes;
  };
  return {
    get rows() {
      return isTerminal ? stream().rows : undefined;
    },
    get isTTY() {
      return isTerminal && stream().isTTY;
    },
    get columns() {
      return isTerminal ? stream().columns : undefined;
    },
    pager: async () => {
      const { openPager } = await import('./pager');
      return openPager(process, (to) => {
        pager = to;
      });
    },
    write(text, done) {
      const rest = restOf(text);
      if (rest.length === 0) done();
      else (pager ?? stream()).write(rest, done);
    },
  };
}

/** `timers/promises` creates two errors with stacks for every canceled wait, as of each timeout. */
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
 * Variables that make a native library load code from elsewhere (LIBSQL_JS_DEV, NAPI_RS_NATIVE_LIBRARY_PATH)
 * or print values (RUST_LOG). The libraries read the environment themselves.
 */
const steersLibraries = /^(LIBSQL|NAPI_RS|RUST)_/;

/**
 * Node would obey the first, and warn of it untruly. With the second, which is set in every terminal inside a
 * snap, conf would write the settings in place, and a killed run would leave half of them.
 */
const steersNode = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SNAP'];

/** The part of Bun's FFI that calls one function of the C library (bun.com/docs/runtime/ffi). */
interface ForeignFunctions {
  dlopen(
    library: string,
    functions: Readonly<Record<string, { args: readonly string[]; returns: string }>>,
  ): { readonly symbols: Readonly<Record<string, (...values: unknown[]) => unknown>> };
}

/** The C function on each system that removes a variable from the environment native libraries see. */
const forgetters: Readonly<Record<string, readonly [library: string, name: string]>> = {
  linux: ['libc.so.6', 'unsetenv'],
  darwin: ['libSystem.B.dylib', 'unsetenv'],
  win32: ['kernel32.dll', 'SetEnvironmentVariableA'],
};

/**
 * Removes a variable from the environment; false if native libraries still see it. Bun removes it for
 * JavaScript only, and can call the C function only where it may compile code as it runs.
 */
function forget(name: string): boolean {
  delete process.env[name];
  const [library, unset] = forgetters[process.platform] ?? [];
  if (!isExecutable || library === undefined || unset === undefined) return true;
  const foreign = process.getBuiltinModule('bun:ffi') as ForeignFunctions;
  try {
    // A null second argument means "remove" on Windows.
    const { symbols } = foreign.dlopen(library, {
      [unset]: { args: ['cstring', 'ptr'], returns: 'int' },
    });
    symbols[unset]?.(Buffer.from(`${name}\0`), null);
    return true;
  } catch {
    return false;
  }
}

/** As much of Bun's own functions as waybill uses (bun.com/docs/runtime/hashing). */
interface BunFunctions {
  readonly hash: { xxHash3(bytes: Uint8Array, seed: bigint): bigint };
}

/** The executable includes the runtime, so its command line names no script. */
const isExecutable = process.versions.bun !== undefined;
const programWords = isExecutable ? [] : process.argv.slice(1, 2);

/** Known to this file only: this program with this flag is the process that queries the keychain. */
const keychainFlag = '--keychain-process';

function librariesOfExecutable(): LibraryFolder {
  const { env, platform, pid } = process;
  const variable = env.WAYBILL_HOME || platform !== 'linux' ? 'WAYBILL_HOME' : 'XDG_CACHE_HOME';
  const surroundings = {
    env,
    platform,
    userId: process.getuid?.(),
    get homeDirectory() {
      return homeDirectory();
    },
  };
  const { cacheFolder } = filePaths(surroundings);
  return {
    path: join(cacheFolder, 'native'),
    userId: surroundings.userId,
    processId: pid,
    // A cryptographic hash would take a quarter of Node's own start.
    hash: (globalThis as typeof globalThis & { readonly Bun: BunFunctions }).Bun.hash.xxHash3,
    advice: `Set ${variable} to a folder you own, on a disk that allows running programs.`,
    open: (file) => {
      const library = { exports: {} };
      process.dlopen(library, file);
      return library.exports;
    },
  };
}

const marks =
  process.platform === 'linux'
    ? {}
    : {
        marks: () =>
          import('./disk/process-marks').then(({ marksOn }) => marksOn(process.platform)),
      };

/** Milliseconds between looks at the process that a command answers. */
const serverLooks = 500;

/** A server that is killed can't end the commands that it has started. */
function endWithServer(server: number): void {
  const isThere = () => (process.platform === 'win32' ? isAlive(server) : process.ppid === server);
  setInterval(() => {
    if (!isThere()) process.exit(exitCodes.terminated.code);
  }, serverLooks).unref();
}

function typedWords(): readonly string[] {
  const words = process.argv.slice(2);
  return process.platform === 'win32' ? wordsWithHome(words, homeDirectory) : words;
}

/** The only file that touches `process`: it creates the world and passes it on. */
function realWorld(abandonWork: () => void): World {
  const stdout = standardOutput();
  return {
    arguments: typedWords(),
    // stdin and stderr are opened on first use: that takes time.
    get stdin() {
      return process.stdin;
    },
    get stdinIsTerminal() {
      // Loaded here, since not every command prompts.
      return mayBeTerminal(0) && process.getBuiltinModule('node:tty').isatty(0);
    },
    stdout,
    get stderr() {
      return process.stderr;
    },
    get stderrIsTerminal() {
      return mayBeTerminal(2) && process.stderr.isTTY === true;
    },
    env: process.env,
    platform: process.platform,
    get homeDirectory() {
      return homeDirectory();
    },
    userId: process.getuid?.(),
    runtime: isExecutable
      ? { name: 'Bun', version: process.versions.bun ?? '' }
      : { name: 'Node', version: process.versions.node },
    program: [process.execPath, ...programWords],
    keychainProcess: [process.execPath, ...programWords, keychainFlag],
    clock: { now: () => Date.now(), monotonic },
    processes: { own: process.pid, isAlive, endGroup, ...marks },
    sleep,
    random: () => Math.random(),
    ...interruptionBySignal(),
    abandonWork,
  };
}

/** Milliseconds that a run that ends early gives its readers to take what was written. */
const grace = 1000;

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}

/** No program is running yet to explain the error. */
function reportUnloadable(error: unknown): void {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  process.stderr.write(`Error: waybill could not be loaded (${code})\nReinstall waybill.\n`);
  process.exitCode = exitCodes.bug.code;
}

/** `enableCompileCache` exists since Node 22.8; the types are those of Node 20. */
type NodeModule = typeof import('node:module') & { enableCompileCache?(folder: string): unknown };

/** From here on, Node keeps compiled code in the cache, which saves compiling it at the next start. */
function keepCompiledCode({ cacheFolder, userId }: FilePaths): void {
  const { enableCompileCache }: NodeModule = process.getBuiltinModule('node:module');
  // Code that somebody else could put there would run.
  if (enableCompileCache === undefined || foreignFolderOn(cacheFolder, userId) !== undefined)
    return;
  try {
    // Only the owner may write code that runs, whatever the umask says.
    makeFolder(cacheFolder, 0o700);
    enableCompileCache(cacheFolder);
  } catch {
    // Without the cache the program only starts more slowly.
  }
}

async function main(): Promise<void> {
  const { TZ } = process.env;
  const zone = TZ && zoneName(TZ, (path) => unlessItThrows(() => readlinkSync(path)));
  if (zone) process.env.TZ = zone;
  for (const name of steersNode) delete process.env[name];
  const steering = Object.keys(process.env).filter((name) => steersLibraries.test(name));
  const seen = steering.filter((name) => !forget(name));
  if (seen.length > 0) {
    process.stderr.write(
      `Error: waybill can't run here with ${seen.join(' and ')} set: unset it.\n`,
    );
    process.exitCode = exitCodes.usage.code;
    return;
  }
  // Every request in progress listens for the interruption. Node would warn about more than ten.
  setMaxListeners(0);
  const server = process.env[serverVariable];
  if (server !== undefined) endWithServer(Number(server));
  let stranded = false;
  const world = realWorld(() => {
    stranded = true;
  });
  const stray = new Promise<never>((_, reject) => {
    // Node turns the second event into the first; Bun prints it in full and ends the program.
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.on(event, (error) => {
        stranded = true;
        reject(error);
      });
    }
  });
  // The executable's code is already compiled. Coverage does not see into code that is.
  if (!isExecutable && !process.env.NODE_V8_COVERAGE) keepCompiledCode(filePaths(world));
  const program = await import('./run').catch(reportUnloadable);
  if (program === undefined) return;
  // If nothing is left to wait for although the run did not end, it must not look like success.
  process.exitCode = exitCodes.bug.code;
  process.exitCode = await program.run(world, stray);
  if (!stranded && !world.interruption.aborted) return;
  // Otherwise work still in progress, or a reader that has stopped reading, would keep it alive.
  await Promise.race([
    Promise.all([drained(process.stdout), drained(process.stderr)]),
    sleep(grace),
  ]);
  process.exit();
}

if (isExecutable) keepLibrariesIn(librariesOfExecutable);
const [first, ...others] = process.argv.slice(2);
if (first === keychainFlag) {
  import('./settings/keychain-process').then(({ serveRequest }) => serveRequest());
} else if ((first === '--version' || first === '-V') && others.length === 0) {
  standardOutput().write(`${version}\n`, (error) => {
    // If the version can't be written, load the whole program and let it report why.
    if (error) main();
  });
} else {
  main();
}
