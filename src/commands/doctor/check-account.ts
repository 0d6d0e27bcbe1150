import type { Context } from '../../context';
import { serviceBaseUrl } from '../../settings/base-url';
import { maskKey } from '../../settings/credential-shape';
import { createKeychain } from '../../settings/keychain';
import { failed, ok, type Verdict, warn } from './finding';

/** A keychain that no one needs is worth a word, not a failure. */
export async function checkKeychain({ world, settings }: Context): Promise<Verdict[]> {
  try {
    await createKeychain(world).read('doctor');
    return [ok('keychain', 'answers')];
  } catch (error) {
    const verdict = failed('keychain', error);
    if (settings().entry?.credentials?.store === 'keychain') return [verdict];
    return [
      warn('keychain', verdict.finding.message, 'Nothing, as long as this profile needs none.'),
    ];
  }
}

export function checkProfile({ settings }: Context): Verdict[] {
  const { profile, sources, entry } = settings();
  const from = sources.profile === 'default' ? '' : `, by ${sources.profile}`;
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
    return [ok('base URL', `${serviceBaseUrl(settings())}, by ${sources.baseUrl}`)];
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
