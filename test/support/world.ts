import { PassThrough } from 'node:stream';
import { run } from '../../src/run';
import { sampleDay } from '../../src/service/sample/days';
import type { World } from '../../src/world';
import { checkDocuments } from './documents';
import { temporaryHome } from './waybill';

export interface HereOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The content of stdin. */
  readonly input?: string;
  /** Makes stdout and stderr a terminal with this many columns. */
  readonly columns?: number;
  /** Changes the world before the run. */
  readonly change?: (world: World) => World;
}

export interface RanHere {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** When runs inside the test take place: on the sample's own day, so that its dates match. */
const now = Date.parse(`${sampleDay}T12:00:00Z`);

function stream(columns: number | undefined) {
  const written: string[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk) => written.push(String(chunk)));
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  return { stream: Object.assign(stream, terminal), text: () => written.join('') };
}

/**
 * Runs a command line inside the test's own process: the whole program except `main.ts`, in its own
 * world. For tests that need a certain day, a certain terminal, or a great many runs.
 */
export async function runHere(
  words: readonly string[],
  { env = {}, input, columns, change = (world) => world }: HereOptions = {},
): Promise<RanHere> {
  const [stdout, stderr, stdin] = [stream(columns), stream(columns), new PassThrough()];
  stdin.end(input);
  const world: World = {
    arguments: words,
    stdin,
    stdinIsTerminal: false,
    stderrIsTerminal: columns !== undefined,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { WAYBILL_HOME: temporaryHome(), TERM: 'xterm', ...env },
    platform: process.platform,
    homeDirectory: '/nonexistent',
    userId: process.getuid?.(),
    runtime: { name: 'Node', version: process.versions.node },
    program: ['false'],
    keychainProcess: ['false'],
    clock: { now: () => now, monotonic: () => performance.now() },
    processes: { own: process.pid, isAlive: () => true, endGroup() {} },
    // Nothing that runs here has to wait; work scheduled for later is not done.
    sleep: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
    random: () => 0.5,
    interruption: new AbortController().signal,
    insistence: new AbortController().signal,
    abandonWork: () => {},
  };
  const exitCode = await run(change(world), new Promise(() => {}));
  const ran = { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  return checkDocuments(ran, words, env);
}
