import { usageFailure } from '../failure';
import { longestSecret, type Secret } from '../secrets/secret';

/** "The key begins with a fixed prefix followed by `key_`; the secret … by `secret_`." Something follows both. */
const keyMarker = /key_(?=.)/gs;
const secretMarker = /secret_(?=.)/gs;

/** Text that a header can carry unchanged; anything else was damaged on the way here. */
const headerText = /^[\x21-\x7e]+$/;

const prefixes = (text: string, marker: RegExp) =>
  [...text.matchAll(marker)].map(({ index }) => text.slice(0, index));
const isKey = (text: string) => prefixes(text, keyMarker).length > 0;
const isSecret = (text: string) => prefixes(text, secretMarker).length > 0;

const credentialWords = {
  hint: 'To get the key and the secret, open the account settings in the app: Security, API Access, Generate API credentials.',
};

/** Says what is wrong with a value without showing it. */
function badCharacters(what: string, value: string): string | undefined {
  if (value === '') return `The ${what} is empty`;
  if (value.length > longestSecret) return `The ${what} is longer than 1,000 characters`;
  if (headerText.test(value)) return undefined;
  if (/[\r\n]/.test(value)) return `The ${what} contains a line break`;
  if (/\s/.test(value)) return `The ${what} contains a space`;
  return `The ${what} contains invalid characters`;
}

/** Checks that a pair fits into headers and is not swapped. Throws exit 2, and shows neither. */
export function checkCredentialCharacters(apiKey: string, apiSecret: Secret): void {
  const secret = apiSecret.reveal();
  const bad = [badCharacters('API key', apiKey), badCharacters('API secret', secret)];
  const message = bad.filter((one) => one !== undefined).join('. ');
  if (message !== '') {
    throw usageFailure(message, {
      hint: 'Copy it again, in one piece. It was not sent, and waybill does not show it.',
    });
  }
  if (!isKey(apiKey) && isSecret(apiKey) && !isSecret(secret) && isKey(secret)) {
    throw usageFailure('The API key and API secret are swapped', {
      hint: 'The key contains "key_", the secret contains "secret_".',
    });
  }
}

/**
 * Checks the whole shape, as `auth login` does: `<prefix>key_…` and `<prefix>secret_…` with the same prefix.
 * Throws exit 2 and names the mix-up; shows neither value.
 */
export function checkCredentialShape(
  apiKey: string,
  apiSecret: Secret,
  { hint = credentialWords.hint, from = 'flag' }: { hint?: string; from?: Origin } = {},
): void {
  checkCredentialCharacters(apiKey, apiSecret);
  checkKeyShape(apiKey, from);
  const secret = apiSecret.reveal();
  if (!isSecret(secret)) {
    throw usageFailure(
      isKey(secret)
        ? 'This looks like the API key, not the API secret'
        : 'The API secret must have the form <prefix>secret_…',
      { hint },
    );
  }
  const common = prefixes(secret, secretMarker);
  if (!prefixes(apiKey, keyMarker).some((prefix) => common.includes(prefix))) {
    throw usageFailure('The API key and API secret have different prefixes', {
      hint: 'They do not belong together. Copy both from the same credentials.',
    });
  }
}

/** Advice on a secret that was given in place of the key, by who may have seen it. */
const seen = {
  environment: 'Set WAYBILL_API_KEY to the API key.',
  flag: 'To make a new secret, refresh it in the app.',
  prompt: 'It was shown on the screen: refresh it in the app, then enter the API key here.',
};

type Origin = keyof typeof seen;

/** Checks the key alone, for when it is given before the secret is entered. Throws exit 2. */
export function checkKeyShape(apiKey: string, from: Origin = 'flag'): void {
  const bad = badCharacters('API key', apiKey);
  if (bad !== undefined) throw usageFailure(bad, credentialWords);
  if (isKey(apiKey)) return;
  throw usageFailure(
    isSecret(apiKey)
      ? 'This looks like the API secret, not the API key'
      : 'The API key must have the form <prefix>key_…',
    isSecret(apiKey) ? { hint: seen[from] } : credentialWords,
  );
}

/** `••••wxyz`: enough to tell one key from another. */
export function maskKey(apiKey: string): string {
  return `••••${apiKey.slice(-4)}`;
}
