import { usageFailure } from '../failure';
import { isLoopback } from '../loopback';
import type { Settings } from './resolve';

/**
 * Validates a base URL and returns it without a trailing slash. Throws a usage failure that starts
 * with `label`: the flag, variable or setting it came from.
 */
export function parseBaseUrl(text: string, label: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw usageFailure(`${label} takes a URL such as https://host/api/v1, not "${text}"`);
  }
  if (url.username !== '' || url.password !== '') {
    // Not quoted: it may contain a password.
    throw usageFailure(`${label} contains a user name or password, which a base URL can't have`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw usageFailure(`${label} takes an https URL, not "${text}"`, {
      hint: 'Plain http is allowed only for loopback addresses: elsewhere, it would expose the credentials.',
    });
  }
  if (url.search !== '' || url.hash !== '') {
    throw usageFailure(`${label} takes a URL without "?" and "#", not "${text}"`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Where the value came from: `--base-url`, `WAYBILL_BASE_URL`, or the profile's setting. */
function baseUrlLabel({ sources, profile }: Settings): string {
  if (sources.baseUrl === 'flag') return '--base-url';
  if (sources.baseUrl === 'environment') return 'WAYBILL_BASE_URL';
  return `The setting baseUrl of profile "${profile}"`;
}

/**
 * The service's address in this run, validated, without a trailing slash. Throws exit 2 if none was
 * given: the service documents no host that could be a default.
 */
export function serviceBaseUrl(settings: Settings): string {
  if (settings.baseUrl === undefined) {
    throw usageFailure('The base URL is missing', {
      hint: `Use --base-url <url>, set WAYBILL_BASE_URL, or save it with waybill config set baseUrl <url>.`,
    });
  }
  return parseBaseUrl(settings.baseUrl, baseUrlLabel(settings));
}
