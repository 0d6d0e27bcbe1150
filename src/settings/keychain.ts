import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure';
import { Secret } from '../secrets/secret';
import type { World } from '../world';

export interface KeychainRequest {
  readonly action: 'read' | 'write' | 'remove';
  readonly service: string;
  readonly account: string;
  readonly secret?: string;
}

export interface KeychainAnswer {
  readonly found?: string | undefined;
  /** Why the keychain could not be asked. */
  readonly problem?: string;
}

/** The operating system's keychain. Every call throws exit 4 where none answers in time. */
export interface Keychain {
  read(account: string): Promise<Secret | undefined>;
  write(account: string, secret: Secret): Promise<void>;
  /** Removing what is not there is fine. */
  remove(account: string): Promise<void>;
}

/** "The OS keychain where one answers within 5 seconds". */
const patience = 5;
const service = 'waybill';

/** The name of a secret in the keychain: another origin or another key is another secret. */
export function keychainAccount(origin: string, apiKey: string): string {
  return `${apiKey}@${origin}`;
}

/** Built beside the chunks that import this file. */
const program = fileURLToPath(new URL('../keychain-process.cjs', import.meta.url));

/** The library's words without its own wrapping; the usual case of a server in plain ones. */
function inWords(problem: string): string {
  if (problem.includes('DBUS_SESSION_BUS_ADDRESS')) return 'there is no D-Bus session here';
  return problem.replace(/^(Platform failure|Couldn't access platform storage): /, '');
}

function unavailable(problem: string): Failure {
  return new Failure({
    ending: 'unauthorized',
    code: 'keychain_unavailable',
    message: `The keychain could not be used: ${inWords(problem)}`,
    hint: [
      'Unlock it or start it; or keep the secret in a file that only you can read:',
      'waybill auth login --store file;',
      'or set WAYBILL_API_KEY and WAYBILL_API_SECRET for this run.',
    ].join(' '),
  });
}

/**
 * What the helper may see of the environment: not the credentials, nothing that makes Node load
 * more, and not the variable that has the keychain's library load any file it names.
 */
function helperEnvironment(env: World['env']): Record<string, string> {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(WAYBILL_API_|NAPI_RS_|NODE_OPTIONS$)/.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

function ask(world: World, request: KeychainRequest): Promise<KeychainAnswer> {
  const helper = fork(program, [], {
    env: helperEnvironment(world.env),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const answered = new AbortController();
  const answer = new Promise<KeychainAnswer>((resolve) => {
    helper.once('message', (message) => resolve(message as KeychainAnswer));
    helper.once('error', () => resolve({ problem: 'it could not be started' }));
    helper.once('exit', () => resolve({ problem: 'it broke down' }));
    helper.send(request, (error) => {
      if (error !== null) resolve({ problem: 'it could not be started' });
    });
  });
  const tooLong = world
    .sleep(patience * 1000, AbortSignal.any([answered.signal, world.interruption]))
    .then(() => ({ problem: `no answer within ${patience} seconds` }));
  return Promise.race([answer, tooLong]).finally(() => {
    answered.abort();
    tooLong.catch(() => {});
    helper.kill('SIGKILL');
  });
}

export function createKeychain(world: World): Keychain {
  const request = async (fields: Omit<KeychainRequest, 'service'>) => {
    const { found, problem } = await ask(world, { service, ...fields });
    if (problem !== undefined) throw unavailable(problem);
    return found;
  };
  return {
    async read(account) {
      const found = await request({ action: 'read', account });
      return found === undefined ? undefined : new Secret(found);
    },
    async write(account, secret) {
      await request({ action: 'write', account, secret: secret.reveal() });
    },
    async remove(account) {
      await request({ action: 'remove', account });
    },
  };
}
