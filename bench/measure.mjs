// How everything here is measured: processes take turns, so that a busy moment of the machine
// affects all of them alike, and medians are compared within one run.
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn as spawnInTerminal } from '@lydell/node-pty';

export const project = fileURLToPath(new URL('..', import.meta.url));
export const program = fileURLToPath(new URL('../bin/waybill.js', import.meta.url));
export const node = process.execPath;

/** The environment without what distorts a start: an extra CA adds 50 ms to Node 20. */
export function bareEnvironment(more = {}) {
  const { PATH, HOME, LANG, DBUS_SESSION_BUS_ADDRESS } = process.env;
  const bare = { PATH, HOME, LANG, DBUS_SESSION_BUS_ADDRESS, ...more };
  return Object.fromEntries(Object.entries(bare).filter(([, value]) => value !== undefined));
}

export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Runs one process to its end. Resolves to the milliseconds it took, and the milliseconds to its
 * first byte of output.
 */
export function once({ command, env = bareEnvironment(), cwd = project, input, expect = 0 }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let first;
    let bytes = 0;
    const [file, ...words] = command;
    const child = spawn(file, words, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    const complaints = [];
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    child.stdout.on('data', (chunk) => {
      first ??= performance.now() - started;
      bytes += chunk.length;
    });
    child.stderr.on('data', (chunk) => complaints.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const milliseconds = performance.now() - started;
      if (code !== expect) {
        reject(new Error(`${command.join(' ')} ended with ${code}: ${Buffer.concat(complaints)}`));
        return;
      }
      resolve({ milliseconds, first, bytes, complaints: Buffer.concat(complaints).toString() });
    });
  });
}

/** Milliseconds that a program takes in a terminal of its own. */
export function inTerminal({ command: [file, ...words], env = bareEnvironment() }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const terminal = spawnInTerminal(file, words, {
      cols: 120,
      rows: 40,
      env: { ...env, TERM: 'xterm-256color' },
    });
    terminal.onData(() => {});
    terminal.onExit(({ exitCode }) => {
      if (exitCode === 0) resolve({ milliseconds: performance.now() - started });
      else reject(new Error(`${words.join(' ')} ended with ${exitCode} in a terminal`));
    });
  });
}

/**
 * A new order every time, so that periodic work of the machine doesn't always hit the same case.
 */
function shuffled(values) {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ value }) => value);
}

/**
 * Runs the cases in turn, `rounds` times each, and returns the median milliseconds of each. A case
 * may have its own `once` to run it differently.
 */
export async function interleaved(cases, rounds) {
  const times = new Map(cases.map(({ name }) => [name, []]));
  const measured = (one) => (one.once ?? once)(one);
  for (const one of cases) await measured(one);
  for (let round = 0; round < rounds; round++) {
    for (const one of shuffled(cases)) times.get(one.name).push((await measured(one)).milliseconds);
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

/** Peak resident memory of a process in MiB; undefined without /usr/bin/time. */
export async function peakMemory({ command, env = bareEnvironment(), cwd = project }) {
  const { stderr } = await new Promise((resolve, reject) => {
    const child = spawn('/usr/bin/time', ['-f', '%M', ...command], {
      env,
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const chunks = [];
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', () => resolve({ stderr: Buffer.concat(chunks).toString() }));
  });
  const kibibytes = Number(stderr.trim().split('\n').at(-1));
  return Number.isFinite(kibibytes) ? kibibytes / 1024 : undefined;
}

/** A sandbox database with this many orders in total, including the sample account's. */
export function seeded(home, orders) {
  const db = join(home, `orders-${orders}.db`);
  const env = bareEnvironment({ WAYBILL_HOME: home });
  const sandbox = (...words) =>
    execFileSync(node, [program, 'sandbox', ...words, '--db', db], { env, stdio: 'pipe' });
  const { counts } = JSON.parse(sandbox('info', '--json'));
  sandbox('seed', '--orders', String(orders - counts.orders));
  return db;
}

/**
 * Starts `waybill sandbox serve`; resolves to an environment with its credentials and a way to stop
 * it.
 */
export async function serve(words, home) {
  const child = spawn(node, [program, 'sandbox', 'serve', '--port', '0', '--json', ...words], {
    env: bareEnvironment({ WAYBILL_HOME: home }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.on('close', (code) => reject(new Error(`sandbox serve ended with ${code}`)));
  });
  const { baseUrl, apiKey, apiSecret } = JSON.parse(line);
  return {
    baseUrl,
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
    env: bareEnvironment({
      WAYBILL_HOME: home,
      WAYBILL_BASE_URL: baseUrl,
      WAYBILL_API_KEY: apiKey,
      WAYBILL_API_SECRET: apiSecret,
    }),
    stop: () =>
      new Promise((resolve) => {
        child.on('close', resolve);
        child.kill('SIGTERM');
      }),
  };
}
