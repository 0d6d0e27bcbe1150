import { Failure } from '../failure';
import { fingerprintOf, type MirrorOwner } from '../mirror/files';
import { readValue } from '../mirror/state';
import { profileFlag } from '../settings/config-file';
import type { Context, OpenMirror } from './context';

/** The API key of this run without its secret, if it comes from the environment. */
function keyOfEnvironment({ world: { env } }: Context): string | undefined {
  return env.WAYBILL_API_KEY || undefined;
}

/** Whose mirror this run uses, found without reading a secret or querying a keychain. */
export async function ownerOf(context: Context): Promise<MirrorOwner> {
  const settings = context.settings();
  if (settings.sandbox) return { kind: 'sandbox', database: context.paths.sandboxDatabase };
  const apiKey = keyOfEnvironment(context);
  // With neither an address nor credentials the user has not logged in yet: report that first.
  if (settings.baseUrl === undefined) await (await context.credentials()).current();
  const { serviceBaseUrl } = await import('../settings/base-url');
  const baseUrl = serviceBaseUrl(settings);
  if (apiKey !== undefined) {
    return { kind: 'environment', baseUrl, keyFingerprint: fingerprintOf(apiKey) };
  }
  return { kind: 'profile', profile: settings.profile, baseUrl };
}

export function otherKey({ settings }: Context): Failure {
  return new Failure({
    ending: 'conflict',
    code: 'other_key',
    message: "The mirror was last synced with a different API key, so it may be another account's",
    hint: `To find out, run waybill sync${profileFlag(settings())}. Then run this command again.`,
  });
}

/**
 * Whether the profile's API key is not the one of the last sync. False if the key is not in the
 * settings file. Credentials from the environment have a mirror for each key.
 */
export function hasOtherKey({ database }: OpenMirror, context: Context): boolean {
  const { sandbox, entry } = context.settings();
  const apiKey = entry?.credentials?.apiKey;
  const isUsed = !sandbox && keyOfEnvironment(context) === undefined;
  if (!isUsed || apiKey === undefined || entry?.settings?.credentialCommand !== undefined) {
    return false;
  }
  const synced = readValue(database, 'keyFingerprint');
  return synced !== undefined && synced !== fingerprintOf(apiKey);
}

/** Identifies the credentials of this run, never the secret. */
export async function fingerprint(context: Context): Promise<string> {
  return fingerprintOf((await (await context.credentials()).current()).apiKey);
}
