import { Failure, usageFailure } from '../failure';
import { nameHint } from '../lib/suggest';
import { type Redactor, Secret } from '../secrets/secret';
import type { World } from '../world';
import { serviceBaseUrl } from './base-url';
import { type ProfileEntry, profileFlag, type StoredCredentials } from './config-file';
import { checkCredentialCharacters } from './credential-shape';
import type { Settings } from './resolve';

/** The origin of credentials, as `auth status` names it. */
export type CredentialStore = 'keychain' | 'file' | 'command' | 'environment';

/** The pair that every request carries ("Authentication", 1). */
export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: Secret;
  readonly store: CredentialStore;
}

const newSecret = 'After "Refresh secret" in the app,';

/** Advice if the service refuses credentials from there. */
export function refusedHint(store: CredentialStore, settings: Settings): string {
  if (store === 'command') {
    return `Check what the setting credentialCommand prints. ${newSecret} replace the secret where that command reads it.`;
  }
  if (store === 'environment') {
    return `Check WAYBILL_API_KEY and WAYBILL_API_SECRET. ${newSecret} set WAYBILL_API_SECRET to the new secret.`;
  }
  return `${newSecret} run waybill auth rotate${profileFlag(settings)}.`;
}

export type CredentialSource = ReturnType<typeof createCredentialSource>;

/** `WAYBILL_API_KEY` and `WAYBILL_API_SECRET`: "both or neither". Throws exit 2 for only one. */
export function environmentCredentials(env: World['env']): Credentials | undefined {
  const { WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret } = env;
  if (!apiKey && !apiSecret) return undefined;
  if (!apiKey || !apiSecret) {
    const [set, missing] = apiKey
      ? ['WAYBILL_API_KEY', 'WAYBILL_API_SECRET']
      : ['WAYBILL_API_SECRET', 'WAYBILL_API_KEY'];
    throw usageFailure(`${set} is set but ${missing} is not`, { hint: 'Set both or neither.' });
  }
  return { apiKey, apiSecret: new Secret(apiSecret), store: 'environment' };
}

const noCredentials = (message: string, hint: string) =>
  new Failure({ ending: 'unauthorized', code: 'no_credentials', message, hint });

function noneGiven(settings: Settings): Failure {
  const { profile, profiles } = settings;
  const others = profiles.filter((name) => name !== profile);
  const existing = others.length === 0 ? '' : `Profiles: ${others.join(', ')}.`;
  const near = profiles.includes(profile) ? '' : nameHint(profile, others, '', '--profile ');
  const hints = [
    near || existing,
    `Log in with waybill auth login${profileFlag(settings)}, or set WAYBILL_API_KEY and WAYBILL_API_SECRET.`,
    'To try waybill without an account, add --sandbox.',
  ];
  const hint = hints.filter((part) => part !== '').join(' ');
  return noCredentials(`No credentials for profile "${profile}"`, hint);
}

/** "Credentials belong to their profile's origin": throws exit 4 if this run would send them elsewhere. */
function checkOrigin(settings: Settings, origin: string): void {
  const asked = new URL(serviceBaseUrl(settings)).origin;
  if (asked === origin) return;
  throw new Failure({
    ending: 'unauthorized',
    code: 'wrong_origin',
    message: `The credentials of profile "${settings.profile}" belong to ${origin}, so waybill does not send them to ${asked}`,
    hint: `Log in there with a different profile: waybill auth login --profile <name> --base-url ${settings.baseUrl}`,
  });
}

async function stored(
  kept: StoredCredentials,
  settings: Settings,
  world: World,
): Promise<Credentials> {
  const { store, origin, apiKey, apiSecret } = kept;
  checkOrigin(settings, origin);
  if (store === 'file' && typeof apiSecret === 'string') {
    return { apiKey, apiSecret: new Secret(apiSecret), store };
  }
  const { askKeychain, keychainAccount } = await import('./keychain');
  const account = keychainAccount(origin, apiKey);
  const found =
    store === 'keychain'
      ? await askKeychain({ action: 'read', account }, world, settings)
      : undefined;
  if (found === undefined) {
    throw noCredentials(
      `The ${store === 'keychain' ? 'keychain' : 'settings file'} has no secret for profile "${settings.profile}"`,
      `Log in again with waybill auth login${profileFlag(settings)}.`,
    );
  }
  return { apiKey, apiSecret: found, store };
}

async function printed(command: string, settings: Settings, world: World): Promise<Credentials> {
  const home = settings.entry?.settings?.baseUrl;
  if (typeof home !== 'string' || !URL.canParse(home)) {
    throw noCredentials(
      `The credentialCommand of profile "${settings.profile}" belongs to no service: the profile has no base URL`,
      `Set it with waybill config set baseUrl <url>${profileFlag(settings)}. Nothing was sent.`,
    );
  }
  checkOrigin(settings, new URL(home).origin);
  const { runCredentialCommand } = await import('./credential-command');
  const pair = await runCredentialCommand(command, settings.profile, world);
  return { ...pair, store: 'command' };
}

/**
 * The credentials of this run: from the environment, the profile's command, or the profile. Throws exit 4 if
 * there are none or they belong to another service than this run's.
 */
async function load(settings: Settings, world: World, redactor: Redactor): Promise<Credentials> {
  const { entry } = settings;
  const command = entry?.settings?.credentialCommand;
  const find = async () => {
    const set = environmentCredentials(world.env);
    if (set !== undefined) return set;
    if (typeof command === 'string') return printed(command, settings, world);
    if (entry?.credentials !== undefined) return stored(entry.credentials, settings, world);
    throw noneGiven(settings);
  };
  const credentials = await find();
  redactor.add(credentials.apiKey);
  redactor.add(credentials.apiSecret);
  checkCredentialCharacters(credentials.apiKey, credentials.apiSecret);
  return credentials;
}

/** The client's source of credentials; nothing is read before it asks. */
export function createCredentialSource(inputs: {
  readonly settings: Settings;
  readonly world: World;
  readonly redactor: Redactor;
  /** The chosen profile as it is in the settings file now. */
  readEntry(): ProfileEntry | undefined;
}) {
  const { settings, world, redactor, readEntry } = inputs;
  let current: Promise<Credentials> | undefined;
  let again: Promise<void> | undefined;
  const readAgain = async (before: Credentials) => {
    // Credentials from the environment can't have changed.
    if (before.store === 'environment') return;
    // The address stays the one this run uses, whatever the profile says by now.
    const after = await load({ ...settings, entry: readEntry() }, world, redactor);
    const same =
      after.apiKey === before.apiKey && after.apiSecret.reveal() === before.apiSecret.reveal();
    if (!same) current = Promise.resolve(after);
  };
  const source = {
    /** The newest credentials that this run has read. Throws exit 4 if there are none. */
    current(): Promise<Credentials> {
      current ??= load(settings, world, redactor);
      return current;
    },
    /** True if there are newer credentials than the refused ones. They are read again once per run. */
    async renewed(refused: Pick<Credentials, 'apiKey' | 'apiSecret'>) {
      again ??= source.current().then(readAgain);
      await again;
      return (await source.current()) !== refused;
    },
    async refusedHint() {
      const { store } = await source.current();
      const isKept = store === 'keychain' || store === 'file';
      const check = `To check them, run waybill auth status${profileFlag(settings)}. `;
      return `${isKept ? check : ''}${refusedHint(store, settings)}`;
    },
  };
  return source;
}
