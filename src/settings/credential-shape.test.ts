import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../failure';
import { Secret } from '../secrets/secret';
import { checkCredentialCharacters, checkCredentialShape, checkKeyShape } from './credential-shape';

function refusal(work: () => void): Failure | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error;
  }
}

function pairRefusal(key: string, secret: string) {
  return refusal(() => checkCredentialShape(key, new Secret(secret)));
}

const key = 'abc_key_K0123456789';
const secret = 'abc_secret_S0123456789';

describe('the shape of a pair', () => {
  test.each([
    [key, secret],
    ['key_a', 'secret_b'],
    ['monkey_key_a', 'monkey_secret_b'],
    ['my_secret_key_a', 'my_secret_secret_b'],
  ])('accepts %s with its secret', (good, goodSecret) => {
    expect(pairRefusal(good, goodSecret)).toBeUndefined();
  });

  test.each([
    [secret, key, 'are swapped'],
    [key, key, 'This looks like the API key, not the API secret'],
    [secret, secret, 'This looks like the API secret, not the API key'],
    [key, 'xyz_secret_S1', 'have different prefixes'],
    ['hello', secret, 'The API key must have the form'],
    ['abc_key_', secret, 'The API key must have the form'],
    [key, 'hello', 'The API secret must have the form'],
    ['', secret, 'The API key is empty'],
    [key, '', 'The API secret is empty'],
    [key, `${secret}\n`, 'The API secret contains a line break'],
    [key, 'abc_secret_a b', 'The API secret contains a space'],
    [key, 'abc_secret_\u0000', 'The API secret contains invalid characters'],
    [key, 'abc_secret_ü', 'The API secret contains invalid characters'],
  ])('rejects %s with %j before anything is sent', (badKey, badSecret, message) => {
    const failure = pairRefusal(badKey, badSecret);
    expect(failure?.exitCode).toBe(2);
    expect(failure?.message).toContain(message);
  });

  test('never shows the credentials it rejects', () => {
    const anything = fc.string({ minLength: 6, unit: 'grapheme' });
    fc.assert(
      fc.property(anything, anything, (someKey, someSecret) => {
        const reported = JSON.stringify(pairRefusal(`secret_${someKey}`, `Q${someSecret}`));
        expect(reported).not.toContain(`secret_${someKey}`);
        expect(reported).not.toContain(`Q${someSecret}`);
      }),
    );
  });
});

test('recognizes a secret on the command line', () => {
  expect(refusal(() => checkKeyShape(secret))?.hint).toContain('refresh it');
});

test('requires of other credentials only that they can be sent and are not swapped', () => {
  const check = (someKey: string, someSecret: string) =>
    refusal(() => checkCredentialCharacters(someKey, new Secret(someSecret)))?.message;
  expect(check('anything', 'else')).toBeUndefined();
  expect(check('any thing', 'a\nb')).toBe(
    'The API key contains a space. The API secret contains a line break',
  );
  expect(check(secret, key)).toContain('swapped');
});
