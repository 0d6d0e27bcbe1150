import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandsOf, programTree } from '../../src/cli/definition';
import { nouns } from '../../src/commands/tree';
import { connect, readOnlyAddress } from '../../src/mirror/libsql';
import { mask } from '../../src/secrets/secret';
import { isFull } from '../support/tier';
import { start, temporaryHome, waybill } from '../support/waybill';
import { apiKey, apiSecret, writeFiles } from './canary/canaries';
import { type Behavior, behave, behaviors } from './canary/hostile-service';
import { type Invocation, invocationsOf } from './canary/invocations';
import { canariesIn, leakyFiles, leakyProcesses } from './canary/leaks';
import { type CountingServer, startServer } from './counting-server';

const tree = await programTree(nouns);
const commands = commandsOf(tree);
const files = temporaryHome();
writeFiles(files);

const servers = new Map<string, CountingServer>();
/** Command lines that showed a secret while a request was in progress. */
const seenInProcesses: string[] = [];
beforeAll(async () => {
  for (const [name, behavior] of Object.entries(behaviors)) {
    const answer = behave(behavior);
    const server = await startServer((request, response) => {
      seenInProcesses.push(...leakyProcesses());
      return answer(request, response);
    });
    servers.set(name, server);
  }
  // A mirror as a colleague might hand it over: of the service that echoes everything.
  const env = accountEnvironment(servers.get('says back everything') as CountingServer);
  const made = await waybill(['mirror', 'backup', join(files, 'mirror.db')], { env });
  expect(made.exitCode, made.stderr).toBe(0);
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.stop())));

interface Sweep {
  readonly invocation: Invocation;
  readonly behavior: string;
  /** Where the credentials come from. */
  readonly credentials: 'environment' | 'file';
}

function environment(home: string, { baseUrl }: { baseUrl: string }): Record<string, string> {
  mkdirSync(join(home, 'tmp'));
  return { WAYBILL_HOME: home, WAYBILL_BASE_URL: baseUrl, TMPDIR: join(home, 'tmp') };
}

/** A new home, with the credentials in the environment. */
function accountEnvironment(server: CountingServer): Record<string, string> {
  const credentials = { WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret };
  return { ...environment(temporaryHome(), server), ...credentials };
}

/** Writes the profile that a login would have left. */
function writeProfile(home: string, { baseUrl }: { baseUrl: string }): void {
  const { origin } = new URL(baseUrl);
  const credentials = { store: 'file', origin, apiKey, apiSecret };
  const config = { profiles: { default: { settings: { baseUrl }, credentials } } };
  writeFileSync(join(home, 'config.json'), JSON.stringify(config), { mode: 0o600 });
}

/** Runs to the end, or, for a server, until it has started. */
async function finished(words: readonly string[], env: Record<string, string>, input = '') {
  if (words[0] !== 'sandbox' || words[1] !== 'serve') return waybill(words, { env, input });
  const child = start([...words, '--port', '0'], { env });
  child.stdout?.once('data', () => child.kill('SIGTERM'));
  let all = '';
  child.stdout?.on('data', (chunk) => {
    all += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    all += chunk;
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { exitCode, stdout: all, stderr: '' };
}

/** What leaked in one run, and how it ended. */
async function sweep({ invocation, behavior, credentials }: Sweep) {
  const server = servers.get(behavior) as CountingServer;
  const home = temporaryHome();
  const env = environment(home, server);
  if (credentials === 'file') writeProfile(home, server);
  else Object.assign(env, { WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret });
  const { words, input } = invocation;
  const run = await finished([...words, ...flags], env, input);
  const config = join(home, 'config.json');
  return {
    leaks: [
      ...canariesIn(run.stdout).map((canary) => `${canary} on stdout`),
      ...canariesIn(run.stderr).map((canary) => `${canary} on stderr`),
      ...leakyFiles(home, [config]),
    ],
    exitCode: run.exitCode,
    stderr: run.stderr,
  };
}

/** Log everything, ask nothing, and never wait. */
const flags = ['--debug', '--json', '--yes', '--retries', '0', '--max-wait', '0'];
const limit = pLimit(4);

/**
 * What leaks when the command is called this way, however the service behaves. In the quick tier
 * each command meets a third of the behaviors in turn, and its ways with flags only the first, which
 * says back everything.
 */
async function leaksOf(invocation: Invocation, turn: number, isBare: boolean): Promise<string[]> {
  const [first = '', ...rest] = Object.keys(behaviors);
  const others = rest.filter((_, index) => isFull || (isBare && (index + turn) % 3 === 0));
  const run = async (behavior: string, index: number) => {
    const credentials = index % 2 === 0 ? 'environment' : 'file';
    const { exitCode, stderr, leaks } = await sweep({ invocation, behavior, credentials });
    const where = `${invocation.words.join(' ')}, a service that ${behavior}`;
    expect(exitCode, `${where}: ${stderr}`).not.toBe(1);
    return leaks.map((leak) => `${leak}: ${where}`);
  };
  const server = servers.get(first) as CountingServer;
  const before = server.requests.length;
  const leaks = await run(first, 0);
  // A command that sends nothing never meets the service, however it behaves.
  if (server.requests.length === before) return leaks;
  const more = await Promise.all(others.map((behavior, index) => limit(run, behavior, index + 1)));
  return [...leaks, ...more.flat()];
}

describe('a secret appears only where it belongs', () => {
  test.each(commands.map((command, turn) => [command.path.join(' '), command, turn] as const))(
    'waybill %s, however the service behaves',
    async (_name, command, turn) => {
      const leaks: string[] = [];
      for (const [way, invocation] of invocationsOf(command, files).entries()) {
        leaks.push(...(await leaksOf(invocation, turn, way === 0)));
      }
      expect(leaks).toEqual([]);
    },
    120_000,
  );

  test('is not shown by a dry run, which shows what would be sent', async () => {
    const [behavior = ''] = Object.keys(behaviors);
    const dry = commands
      .flatMap((command) => invocationsOf(command, files).slice(1))
      .map((way) => ({ ...way, words: [...way.words, '--dry-run'] }));
    const found = await Promise.all(
      dry.map((invocation) =>
        limit(async () => {
          const { leaks } = await sweep({ invocation, behavior, credentials: 'file' });
          return leaks.map((leak) => `${leak}: ${invocation.words.join(' ')}`);
        }),
      ),
    );
    expect(dry.length).toBeGreaterThan(0);
    expect(found.flat()).toEqual([]);
  });

  test("is neither in the mirror's file nor in its write-ahead log", async () => {
    const sayBack = behaviors['says back everything'] as Behavior;
    let round = 0;
    const server = await startServer(
      behave((heard, response) =>
        sayBack({ ...heard, all: `round ${round}: ${heard.all}` }, response),
      ),
    );
    const env = accountEnvironment(server);
    const sync = async () => {
      round++;
      const run = await waybill(['sync', '--json'], { env });
      expect(run.exitCode, run.stderr).toBe(0);
      return JSON.parse(run.stdout);
    };
    const { mirror } = await sync();
    // As long as a reader holds an older state, the log can't be moved into the file.
    const reader = connect(readOnlyAddress(mirror));
    try {
      reader.exec('BEGIN; SELECT count(*) FROM bodies');
      expect(await sync()).toMatchObject({ orders: { changed: 1 } });
      expect(statSync(`${mirror}-wal`).size).toBeGreaterThan(0);
      for (const file of [mirror, `${mirror}-wal`]) {
        const bytes = readFileSync(file, 'latin1');
        // What the service echoed is there, except the secrets in it.
        expect(bytes).toContain(`round ${file === mirror ? 1 : 2}: `);
        expect(bytes).toContain(Buffer.from(mask).toString('latin1'));
        expect(canariesIn(bytes), file).toEqual([]);
      }
    } finally {
      reader.close();
      await server.stop();
    }
  });

  test('is never the value of a flag', () => {
    const flags = [...tree.globalFlags, ...commands.flatMap((command) => command.flags)];
    const taking = flags.filter(
      ({ label, placeholder }) =>
        placeholder !== undefined && /secret|password|token|pin\b/.test(label),
    );
    expect(taking).toEqual([]);
  });

  test("is in no process's command line while requests are in progress", () => {
    const requests = [...servers.values()].reduce((sum, server) => sum + server.requests.length, 0);
    expect(requests).toBeGreaterThan(0);
    expect(seenInProcesses).toEqual([]);
  });
});
