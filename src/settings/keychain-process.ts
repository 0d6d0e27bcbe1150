/**
 * A separate process, started for one keychain request and killed if that takes too long: the native call
 * blocks its thread, which can't be stopped. The secret travels through pipes, never in arguments or the
 * environment. Node's own channel between processes would take as long to set up as everything else here.
 */
import { readFileSync, writeSync } from 'node:fs';
import { Failure } from '../failure';
import type { EntryOptions } from '../native/keyring';
import type { KeychainRequest, KeychainResponse } from './keychain';

/** Without this the library falls back to the kernel's key store on Linux, which is lost at reboot. */
const options: EntryOptions = { linux: { store: 'secret-service' } };

async function respond(request: KeychainRequest): Promise<KeychainResponse> {
  const { action, account, secret } = request;
  try {
    const { Entry } = await import('../native/keyring');
    const entry = new Entry('waybill', account, options);
    if (action === 'write') entry.setPassword(secret ?? '');
    if (action === 'remove') entry.deletePassword();
    return { found: action === 'read' ? (entry.getPassword() ?? undefined) : undefined };
  } catch (error) {
    if (error instanceof Failure) return { unloadable: error.toJSON().error };
    return { problem: error instanceof Error ? error.message : 'unknown reason' };
  }
}

export async function serveRequest(): Promise<void> {
  writeSync(1, `${JSON.stringify(await respond(JSON.parse(readFileSync(0, 'utf8'))))}\n`);
}
