import { Failure, localFileFailure } from '../failure';
import { inTime } from '../lib/once';
import { Secret } from '../secrets/secret';
import type { World } from '../world';
import { profileFlag } from './config-file';
import type { Settings } from './resolve';

export interface KeychainRequest {
  readonly action: 'read' | 'write' | 'remove';
  readonly account: string;
  readonly secret?: string;
}

export interface KeychainResponse {
  readonly found?: string | undefined;
  readonly problem?: string;
  /** The reason the library could not be loaded from this computer's own disk. */
  readonly unloadable?: { readonly message: string; readonly hint?: string | undefined };
}

/** "The OS keychain where one answers within 5 seconds". */
const patience = 5;

/** Credentials, and variables that make Node, Bun or the keychain's library load files they name. */
const keptFromHelper = /^(WAYBILL_API_|NAPI_RS_|NODE_|BUN_)/;

/** The name of a secret in the keychain: a different origin or key means a different secret. */
export function keychainAccount(origin: string, apiKey: string): string {
  return `${apiKey}@${origin}`;
}

function unavailable(problem: string, settings: Settings): Failure {
  const isOnServer = problem.includes('DBUS_SESSION_BUS_ADDRESS');
  const prefix = /^(Platform failure|Couldn't access platform storage): /;
  const why = isOnServer ? 'there is no D-Bus session here' : problem.replace(prefix, '');
  return new Failure({
    ending: 'unauthorized',
    code: 'keychain_unavailable',
    message: `Can't use the keychain: ${why}`,
    hint: [
      'Unlock or start it, or keep the secret in a file:',
      `waybill auth login --store file${profileFlag(settings)};`,
      'or set WAYBILL_API_KEY and WAYBILL_API_SECRET for this run.',
    ].join(' '),
  });
}

/** Queries the keychain in a separate process, started for this one request and then killed. */
async function responseTo(request: KeychainRequest, world: World): Promise<KeychainResponse> {
  // A page of help loads this file, too.
  const { spawn } = await import('node:child_process');
  const [program, ...words] = world.keychainProcess;
  const kept = Object.entries(world.env).filter(([name]) => !keptFromHelper.test(name));
  const env = Object.fromEntries(kept) as Record<string, string>;
  const helper = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const response = new Promise<KeychainResponse>((resolve) => {
    let text = '';
    helper.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.endsWith('\n')) resolve(JSON.parse(text));
    });
    helper.once('error', () => resolve({ problem: 'it could not be started' }));
    helper.once('exit', (code) => {
      if (code !== 0) resolve({ problem: 'it crashed' });
    });
    // If nothing reads it, one of the two events above reports that.
    helper.stdin.on('error', () => {});
    helper.stdin.end(JSON.stringify(request));
  });
  const late = { problem: `no response within ${patience} seconds` };
  return inTime(response, { seconds: patience, late }, world).finally(() => {
    helper.kill('SIGKILL');
  });
}

/**
 * Asks the operating system's keychain; returns the secret that was read, if it is there. Removing does
 * nothing if it is not. Throws exit 4 if no keychain responds in time.
 */
export async function askKeychain(
  request: KeychainRequest,
  world: World,
  settings: Settings,
): Promise<Secret | undefined> {
  const { found, problem, unloadable } = await responseTo(request, world);
  if (unloadable !== undefined) throw localFileFailure(unloadable.message, unloadable);
  if (problem !== undefined) throw unavailable(problem, settings);
  return found === undefined ? undefined : new Secret(found);
}
