import { type FailureIssue, usageFailure } from '../failure';
import type { Secret } from '../secrets/secret';

/** "The key begins with a fixed prefix followed by `key_`; the secret … by `secret_`." */
const keyMarker = 'key_';
const secretMarker = 'secret_';

/** What may travel in a header as it is; anything else was damaged on the way here. */
const headerText = /^[\x21-\x7e]+$/;

/** Every way to read the text as a prefix, the marker and something after it. */
function prefixes(text: string, marker: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + 1)) {
    if (at + marker.length < text.length) found.push(text.slice(0, at));
  }
  return found;
}

function isKey(text: string): boolean {
  return prefixes(text, keyMarker).length > 0;
}
function isSecret(text: string): boolean {
  return prefixes(text, secretMarker).length > 0;
}

const credentialWords = {
  hint: 'Both are made in the account settings: Security, API Access, Generate API credentials.',
};

/** Says what is wrong with one value without showing it. */
function badCharacters(what: string, value: string): string | undefined {
  if (value === '') return `The ${what} is empty`;
  if (headerText.test(value)) return undefined;
  if (/[\r\n]/.test(value)) return `The ${what} has a line break in it`;
  if (/\s/.test(value)) return `The ${what} has a space in it`;
  return `The ${what} has characters in it that no ${what} has`;
}

/**
 * What can be told of any pair before it is sent, wherever it came from: that its characters can
 * travel, and that the two are not swapped. Throws exit 2, and shows neither.
 */
export function checkCredentialCharacters(apiKey: string, apiSecret: Secret): void {
  const secret = apiSecret.reveal();
  const issues: FailureIssue[] = [];
  for (const [path, what, value] of [
    ['apiKey', 'API key', apiKey],
    ['apiSecret', 'API secret', secret],
  ] as const) {
    const message = badCharacters(what, value);
    if (message !== undefined) issues.push({ path, message });
  }
  if (issues.length > 0) {
    throw usageFailure(issues.map(({ message }) => message).join('. '), {
      hint: 'Copy it again, in one piece; it was not sent and is not shown here.',
    });
  }
  if (!isKey(apiKey) && isSecret(apiKey) && !isSecret(secret) && isKey(secret)) {
    throw usageFailure('API key and API secret are swapped', {
      hint: 'The one with "key_" in it is the key, the one with "secret_" the secret.',
    });
  }
}

/**
 * The whole shape, as `auth login` checks it before anything is sent: `<prefix>key_…` and
 * `<prefix>secret_…` with one prefix. Throws exit 2 and names the mix-up; shows neither value.
 */
export function checkCredentialShape(apiKey: string, apiSecret: Secret): void {
  checkCredentialCharacters(apiKey, apiSecret);
  checkKeyShape(apiKey);
  const secret = apiSecret.reveal();
  if (!isSecret(secret)) {
    throw usageFailure(
      isKey(secret)
        ? 'What was given as the API secret is an API key'
        : 'The API secret does not look like one: it reads <prefix>secret_…',
      credentialWords,
    );
  }
  const common = prefixes(secret, secretMarker);
  if (!prefixes(apiKey, keyMarker).some((prefix) => common.includes(prefix))) {
    throw usageFailure('API key and API secret do not begin with the same prefix', {
      hint: 'They come from different places. Take both from one pair.',
    });
  }
}

/** The key alone, for when it is given before the secret is asked for. Throws exit 2. */
export function checkKeyShape(apiKey: string): void {
  const bad = badCharacters('API key', apiKey);
  if (bad !== undefined) throw usageFailure(bad, credentialWords);
  if (isKey(apiKey)) return;
  throw usageFailure(
    isSecret(apiKey)
      ? 'What was given as the API key is an API secret'
      : 'The API key does not look like one: it reads <prefix>key_…',
    isSecret(apiKey)
      ? { hint: 'A secret on the command line can be seen by others: refresh it in the app.' }
      : credentialWords,
  );
}

/** `••••wxyz`: enough to tell one key from another. */
export function maskKey(apiKey: string): string {
  return `••••${apiKey.slice(-4)}`;
}
