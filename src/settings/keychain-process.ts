/**
 * A process of its own, started for one request to the keychain and killed when that takes too
 * long: the native call blocks its thread, and a thread can't be stopped. The secret travels through
 * the pipes between the two, never in arguments or environment. They are its stdin and stdout: Node's
 * own channel between processes takes as long to set up as all else here but the keychain.
 */
import { readFileSync, writeSync } from 'node:fs';
import { Failure } from '../failure';
import type { EntryOptions } from '../native/keyring';
import type { KeychainAnswer, KeychainRequest } from './keychain';

/**
 * Without this the library falls back to the kernel's key store on Linux, which forgets at reboot:
 * a keychain that isn't there is reported, not replaced.
 */
const options: EntryOptions = { linux: { store: 'secret-service' } };

async function respond(request: KeychainRequest): Promise<KeychainAnswer> {
  const { action, service, account, secret } = request;
  try {
    const { Entry } = await import('../native/keyring');
    const entry = new Entry(service, account, options);
    if (action === 'write') entry.setPassword(secret ?? '');
    if (action === 'remove') entry.deletePassword();
    return { found: action === 'read' ? (entry.getPassword() ?? undefined) : undefined };
  } catch (error) {
    if (error instanceof Failure) return { unloadable: error.toJSON().error };
    return { problem: error instanceof Error ? error.message : 'for an unknown reason' };
  }
}

/** Answers the one request on stdin. */
export async function answerRequest(): Promise<void> {
  writeSync(1, `${JSON.stringify(await respond(JSON.parse(readFileSync(0, 'utf8'))))}\n`);
}
