import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { World } from '../world';
import type { KeychainAnswer, KeychainRequest } from './keychain';

/** "The OS keychain where one answers within 5 seconds". */
const patience = 5;

/**
 * What the helper may see of the environment: not the credentials, nothing that makes Node load
 * more, and not the variable that has the keychain's library load any file it names.
 */
function helperEnvironment(env: World['env']): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !/^(WAYBILL_API_|NAPI_RS_|NODE_)/.test(name));
  return Object.fromEntries(kept) as Record<string, string>;
}

/** The one place that knows how the helper is started: its program is built beside the chunks. */
function startHelper(world: World): ChildProcessByStdio<Writable, Readable, null> {
  const program = fileURLToPath(new URL('../keychain-process.cjs', import.meta.url));
  return spawn(world.nodeProgram, [program], {
    env: helperEnvironment(world.env),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Asks in a process of its own, which is started for this one request and then ended. */
export function askKeychain(world: World, request: KeychainRequest): Promise<KeychainAnswer> {
  const helper = startHelper(world);
  const answered = new AbortController();
  const answer = new Promise<KeychainAnswer>((resolve) => {
    let text = '';
    helper.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.endsWith('\n')) resolve(JSON.parse(text));
    });
    helper.once('error', () => resolve({ problem: 'it could not be started' }));
    helper.once('exit', (code) => {
      if (code !== 0) resolve({ problem: 'it crashed' });
    });
    // Where no one reads it, one of the two above says so.
    helper.stdin.on('error', () => {});
    helper.stdin.end(JSON.stringify(request));
  });
  const tooLong = world
    .sleep(patience * 1000, AbortSignal.any([answered.signal, world.interruption]))
    .then(() => ({ problem: `no response within ${patience} seconds` }));
  return Promise.race([answer, tooLong]).finally(() => {
    answered.abort();
    tooLong.catch(() => {});
    helper.kill('SIGKILL');
  });
}
