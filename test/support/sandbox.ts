import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openService, type Service } from '../../src/service/index';
import { sampleDay } from '../../src/service/sample/days';
import { checkDocuments } from './documents';
import { runsHere } from './tier';
import { start, temporaryHome } from './waybill';

/** A running `waybill sandbox serve`: the built program, over real HTTP. */
export interface Sandbox {
  /** Includes the version prefix. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The environment that a client run needs to use it as an account. */
  readonly env: Readonly<Record<string, string>>;
  readonly process: ChildProcess;
  /** What it has printed on stderr so far. */
  reported(): string;
  /** Ends it as a service manager would and returns its exit code. */
  stop(): Promise<number | null>;
}

type Served = Pick<Sandbox, 'baseUrl' | 'apiKey' | 'apiSecret' | 'env'>;

/** What a client needs to know of a served account. */
function addressed(baseUrl: string, { apiKey, apiSecret }: Service['credentials']): Served {
  return {
    ...{ baseUrl, apiKey, apiSecret },
    env: { WAYBILL_BASE_URL: baseUrl, WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret },
  };
}

interface SandboxOptions {
  /** A file, or by default a database in memory with the sample account. */
  readonly database?: string;
  /** More flags: `['--plan', 'free']`. */
  readonly flags?: readonly string[];
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The first line of its output; throws what it printed on stderr if it ended before that. */
async function firstLine(child: ChildProcess, reported: () => string): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  try {
    const [line] = await once(lines, 'line', { signal: ended.signal });
    return line;
  } catch (cause) {
    throw new Error(`sandbox serve ended before it served: ${reported()}`, { cause });
  }
}

/**
 * Starts `waybill sandbox serve` on a free port, its sample account made on the sample's own day.
 * The caller stops it.
 */
export async function serveSandbox({
  database = ':memory:',
  flags = [],
  env = {},
}: SandboxOptions = {}): Promise<Sandbox> {
  const words = ['sandbox', 'serve', '--json', '--port', '0', '--db', database];
  const today = flags.includes('--today') ? [] : ['--today', sampleDay];
  const child = start([...words, ...today, ...flags], {
    env: { WAYBILL_HOME: temporaryHome(), ...env },
  });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const reported = () => errors;
  const stdout = await firstLine(child, reported);
  checkDocuments({ stdout, stderr: '' }, words);
  const { baseUrl, apiKey, apiSecret } = JSON.parse(stdout);
  return {
    ...addressed(baseUrl, { apiKey, apiSecret }),
    process: child,
    reported,
    stop: async () => {
      child.kill('SIGTERM');
      const [exitCode] = await exited;
      return exitCode;
    },
  };
}

/**
 * Serves the sample account over HTTP to tests of a client: in the quick tier from the test's own
 * process, as `sandbox serve` does, unless the service needs flags.
 */
export async function serveSampleAccount(
  flags: readonly string[] = [],
): Promise<Served & { stop(): Promise<unknown> }> {
  if (!runsHere || flags.length > 0) return serveSandbox({ flags });
  const service = await openService({
    database: ':memory:',
    today: () => sampleDay,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    random: () => Math.random(),
  });
  const { baseUrl, close } = await service.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...addressed(baseUrl, service.credentials),
    async stop() {
      await close();
      service.close();
    },
  };
}
