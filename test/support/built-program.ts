import { setMaxListeners } from 'node:events';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { run as runProgram } from '../../src/run';
import type { Terminal, World } from '../../src/world';
import { processTable } from './processes';
import { launcher, projectFolder } from './project';
import type { Run, RunOptions } from './waybill';

const require = createRequire(import.meta.url);

/**
 * Variables that `main.ts` or Node itself obeys as it starts: a run that has one of them needs a
 * process of its own.
 */
const ofTheProcess = /^(NODE_|BUN_|LD_|LIBSQL|NAPI_RS|RUST)/;

const noHome = '/nonexistent';

/**
 * Whether a run can take place in the test's own process. A query limits the memory of its own, and
 * where HOME names no folder, `main.ts` looks for another one.
 */
export function canRunHere(words: readonly string[], { env = {} }: RunOptions): boolean {
  const { HOME = noHome } = env;
  const needsOwn = Object.keys(env).some((name) => ofTheProcess.test(name));
  return !words.includes('query') && isAbsolute(HOME) && !needsOwn;
}

/** What the runs in progress share, because it is of the whole process. */
interface Surroundings {
  readonly folder: string;
  /** The zone of dates; that of the tests if undefined. */
  readonly zone: string | undefined;
}

const usual: Surroundings = { folder: projectFolder, zone: process.env.TZ };
let present = usual;
const inProgress = new Set<Promise<unknown>>();

function enter(next: Surroundings): void {
  process.chdir(next.folder);
  // Node reads the zone again when the variable is set.
  if (next.zone === undefined) delete process.env.TZ;
  else process.env.TZ = next.zone;
  present = next;
}

/** A run that needs other surroundings than those in progress waits for them. */
async function inside<T>(wanted: Surroundings, run: () => Promise<T>): Promise<T> {
  const isPresent = () => present.folder === wanted.folder && present.zone === wanted.zone;
  while (inProgress.size > 0 && !isPresent()) await Promise.race(inProgress);
  enter(wanted);
  const running = run();
  const ended = running.then(
    () => {},
    () => {},
  );
  inProgress.add(ended);
  try {
    return await running;
  } finally {
    inProgress.delete(ended);
    if (inProgress.size === 0) enter(usual);
  }
}

/** `run` of the program, as `build-program.ts` built it. */
function built(): typeof runProgram {
  return require(process.env.WAYBILL_TEST_RUN ?? '').run;
}

function collecting(terminal?: Terminal) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return {
    stream: Object.assign(stream, terminal),
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

/**
 * Runs the built program to its end in the test's own process: all of it but `main.ts`, with the
 * real clock and the machine's processes. A third of the time that a process takes. Both of its
 * streams are the terminal, if there is one.
 */
export async function runHereBuilt(
  words: readonly string[],
  { env = {}, input = '', cwd = projectFolder }: RunOptions,
  terminal?: Terminal,
): Promise<Run> {
  // As in `main.ts`: every request in progress listens for the interruption.
  setMaxListeners(0);
  const stdout = collecting(terminal);
  const stderr = terminal === undefined ? collecting() : stdout;
  const { HOME = noHome } = env;
  const world: World = {
    arguments: words,
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
    stdinIsTerminal: false,
    stdout: stdout.stream,
    stderr: stderr.stream,
    stderrIsTerminal: terminal !== undefined,
    env: { PATH: process.env.PATH, HOME, ...env },
    platform: process.platform,
    homeDirectory: HOME,
    userId: process.getuid?.(),
    runtime: { name: 'Node', version: process.versions.node },
    program: [process.execPath, launcher],
    keychainProcess: [process.execPath, launcher, '--keychain-process'],
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    processes: processTable,
    sleep,
    random: () => Math.random(),
    interruption: new AbortController().signal,
    insistence: new AbortController().signal,
    abandonWork: () => {},
  };
  const surroundings = { folder: resolve(cwd), zone: env.TZ ?? usual.zone };
  const exitCode = await inside(surroundings, () => built()(world, new Promise(() => {})));
  return { exitCode, signal: null, stdout: stdout.text(), stderr: stderr.text() };
}
