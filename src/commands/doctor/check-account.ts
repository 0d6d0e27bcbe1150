import type { Context } from '../../context';
import { serviceBaseUrl } from '../../settings/base-url';
import { maskKey } from '../../settings/credential-shape';
import { createKeychain } from '../../settings/keychain';
import { failed, ok, type Verdict, warn } from './finding';

/** A keychain that the profile does not need is only worth a warning. */
export async function checkKeychain({ world, settings }: Context): Promise<Verdict[]> {
  try {
    await createKeychain(world).read('doctor');
    return [ok('keychain', 'responds')];
  } catch (error) {
    const verdict = failed('keychain', error);
    if (settings().entry?.credentials?.store === 'keychain') return [verdict];
    return [
      warn('keychain', verdict.finding.message, 'This profile does not need it: nothing to do.'),
    ];
  }
}

export function checkProfile({ settings }: Context): Verdict[] {
  const { profile, sources, entry } = settings();
  const from = sources.profile === 'default' ? '' : `, from the ${sources.profile}`;
  if (entry !== undefined) return [ok('profile', `${profile}${from}`)];
  return [
    warn(
      'profile',
      `There is no profile "${profile}"${from}`,
      'Create it with waybill auth login. Without it, use flags and variables for everything.',
    ),
  ];
}

export function checkBaseUrl({ settings }: Context): Verdict[] {
  try {
    const { sources } = settings();
    return [ok('base URL', `${serviceBaseUrl(settings())}, from the ${sources.baseUrl}`)];
  } catch (error) {
    return [failed('base URL', error)];
  }
}

export async function checkCredentials(context: Context): Promise<Verdict[]> {
  try {
    const { store, apiKey } = await (await context.credentials()).current();
    return [ok('credentials', `${maskKey(apiKey)}, ${store}`)];
  } catch (error) {
    return [failed('credentials', error)];
  }
}
