import { Failure, localFileFailure } from '../failure';
import { Secret } from '../secrets/secret';
import type { World } from '../world';
import type { KeychainRequest } from './ask-keychain';
import { profileFlag } from './config-file';
import type { Settings } from './resolve';

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

/** The operating system's keychain. Every call throws exit 4 if none responds in time. */
export function createKeychain(world: World, settings: Settings) {
  const request = async (fields: KeychainRequest) => {
    const { askKeychain } = await import('./ask-keychain');
    const response = await askKeychain(world, fields);
    const { found, problem, unloadable } = response;
    if (unloadable !== undefined) throw localFileFailure(unloadable.message, unloadable);
    if (problem !== undefined) throw unavailable(problem, settings);
    return found;
  };
  return {
    async read(account: string) {
      const found = await request({ action: 'read', account });
      return found === undefined ? undefined : new Secret(found);
    },
    async write(account: string, secret: Secret) {
      await request({ action: 'write', account, secret: secret.reveal() });
    },
    /** Does nothing if the secret is not there. */
    async remove(account: string) {
      await request({ action: 'remove', account });
    },
  };
}
