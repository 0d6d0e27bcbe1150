import { usageFailure } from '../failure';
import { quotedWord } from '../lib/words';
import { isLoopback } from '../loopback';
import { mask } from '../secrets/secret';
import { profileFlag } from './config-file';

/** True if the part before the path is a host and nothing else. */
function namesOnlyHost(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { host, username, password } = new URL(text);
  return host !== '' && username === '' && password === '';
}

/** A base URL as it may be shown: whatever precedes an `@` counts as a password if in doubt. */
export function shownBaseUrl(text: string): string {
  const shown = namesOnlyHost(text)
    ? text
    : text.replace(/^([a-z][a-z\d+.-]*:?\/\/)?.*@/is, `$1${mask}@`);
  return shown.replace(/([?#]).+/s, `$1${mask}`);
}

/** Validates a base URL, and cuts a trailing slash. Throws a usage failure that starts with `label`. */
export function parseBaseUrl(text: string, label: string): string {
  const shown = shownBaseUrl(text);
  if (!URL.canParse(text.trim())) {
    throw usageFailure(`${label} takes a URL such as https://host/api/v1, not "${shown}"`);
  }
  const url = new URL(text.trim());
  if (url.username !== '' || url.password !== '') {
    throw usageFailure(`${label} contains a user name or password, which a base URL can't have`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw usageFailure(`${label} takes an https URL, not "${shown}"`, {
      hint: 'Plain http is allowed only for loopback addresses: elsewhere, it would expose the credentials.',
    });
  }
  if (url.search !== '' || url.hash !== '') {
    throw usageFailure(`${label} takes a URL without "?" and "#", not "${shown}"`);
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** As much of the settings as names an account. */
interface AccountSettings {
  readonly baseUrl?: string | undefined;
  readonly profile: string;
  readonly sandbox: boolean;
  readonly sources: { readonly baseUrl: string; readonly profile: string };
}

/** The service's address in this run. Throws exit 2 if none was given: there is no default host. */
export function serviceBaseUrl(settings: AccountSettings): string {
  if (settings.baseUrl === undefined) {
    throw usageFailure('The base URL is missing', {
      hint: `Use --base-url <url>, set WAYBILL_BASE_URL, or save it with waybill config set baseUrl <url>${profileFlag(settings)}.`,
    });
  }
  const { sources, profile, baseUrl } = settings;
  const labels: Readonly<Record<string, string>> = {
    flag: '--base-url',
    environment: 'WAYBILL_BASE_URL',
  };
  const label = labels[sources.baseUrl] ?? `The setting baseUrl of profile "${profile}"`;
  return parseBaseUrl(baseUrl, label);
}

/**
 * The flags that a command run later needs to act on that account, not another: ` --sandbox`, or ` --profile
 * work` and ` --base-url <url>`, each left out if it would choose the same without it. The account's `baseUrl`
 * has no trailing slash, or is `sandbox`.
 */
export function accountFlags(
  { baseUrl, profile = '' }: { readonly baseUrl: string; readonly profile?: string },
  settings: AccountSettings,
): string {
  // The sandbox may have been chosen by a variable that is no longer set by then.
  if (baseUrl === 'sandbox') return ' --sandbox';
  const { sandbox, sources } = settings;
  const isDefault =
    profile === '' || (profile === settings.profile && sources.profile === 'default');
  const isSameService =
    !sandbox &&
    sources.baseUrl !== 'flag' &&
    settings.baseUrl?.trim().replace(/(?<!\/)\/+$/, '') === baseUrl;
  return [
    isDefault ? '' : ` --profile ${quotedWord(profile)}`,
    isSameService || baseUrl === '' ? '' : ` --base-url ${quotedWord(baseUrl)}`,
  ].join('');
}

export function ownAccountFlags(settings: AccountSettings): string {
  const { sandbox, profile, baseUrl = '' } = settings;
  return accountFlags({ baseUrl: sandbox ? 'sandbox' : baseUrl, profile }, settings);
}
