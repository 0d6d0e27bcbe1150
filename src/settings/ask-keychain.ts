import { spawn } from 'node:child_process';
import { inTime } from '../lib/once';
import type { World } from '../world';

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

/** Queries the keychain in a separate process, started for this one request and then killed. */
export function askKeychain(world: World, request: KeychainRequest): Promise<KeychainResponse> {
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
