/**
 * A program of its own, started for one request to the keychain and killed when that takes too
 * long: the native call blocks its thread, and a thread can't be stopped. The secret travels through
 * the pipe between the two, never in arguments or environment.
 */
import type { EntryOptions } from '@napi-rs/keyring';
import type { KeychainAnswer, KeychainRequest } from './keychain';

/**
 * Without this the library falls back to the kernel's key store on Linux, which forgets at reboot:
 * a keychain that isn't there is to be told, not replaced.
 */
const options: EntryOptions = { linux: { store: 'secret-service' } };

async function answer(request: KeychainRequest): Promise<KeychainAnswer> {
  const { action, service, account, secret } = request;
  try {
    // Not every platform has the native part.
    const { Entry } = await import('@napi-rs/keyring');
    const entry = new Entry(service, account, options);
    if (action === 'write') entry.setPassword(secret ?? '');
    if (action === 'remove') entry.deletePassword();
    return { found: action === 'read' ? (entry.getPassword() ?? undefined) : undefined };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'for an unknown reason' };
  }
}

process.once('message', (request: KeychainRequest) => {
  answer(request).then((found) => process.send?.(found, () => process.disconnect()));
});
