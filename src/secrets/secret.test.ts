import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  codesIn,
  guardCodes,
  holdsSecrets,
  isSecretName,
  mask,
  maskCodes,
  Secret,
  secretsIn,
} from './secret';

const body = {
  orderNumber: '1',
  error: { code: 'validation_error', message: 'm' },
  zipCode: '10001',
  redemptionCodes: [
    { code: 'AAAA-1', pin: '1234', notes: 'n', value: 25 },
    { code: 'BBBB-2', pin: null },
    { code: 77 },
  ],
};

test('masks codes and PINs, and nothing else', () => {
  expect(maskCodes(body)).toEqual({
    ...body,
    redemptionCodes: [
      { code: mask, pin: mask, notes: 'n', value: 25 },
      { code: mask, pin: null },
      { code: mask },
    ],
  });
});

test.each([
  ['{"id":"1","zipCode":"10001","items":[{"name":"pin"}]}', false],
  ['{"a":[[{"b":{"PIN":null}}]]}', true],
  // The same name, as JSON may spell it.
  [String.raw`{"a":{"p\u0069n":"1"}}`, true],
  ['"code"', false],
  ['null', false],
])('whether %s holds secrets: %s', (json, holds) => {
  expect(holdsSecrets(JSON.parse(json))).toBe(holds);
  expect(holdsSecrets(JSON.parse(json))).toBe(holds);
});

test('finds every code and PIN, however deep its list is', () => {
  expect(codesIn({ orders: [body] })).toEqual(['AAAA-1', '1234', 'BBBB-2', '77']);
  expect(codesIn('text')).toEqual([]);
  expect(codesIn(null)).toEqual([]);
});

test('masks codes entirely in forms that the service does not accept', () => {
  for (const codes of ['AAAA-1', ['AAAA-1', 5], { code: 'AAAA-1' }]) {
    expect(JSON.stringify(maskCodes({ redemptionCodes: codes }))).not.toMatch(/AAAA|5/);
  }
  expect(maskCodes({ redemptionCodes: null })).toEqual({ redemptionCodes: null });
});

test('masks a misspelled member like the correct one', () => {
  const misspelled = { redemptionCodes: [{ Code: 'AAAA-1', pni: '1234', value: 5 }] };
  expect(maskCodes(misspelled)).toEqual({
    redemptionCodes: [{ Code: mask, pni: mask, value: 5 }],
  });
  expect(codesIn(misspelled)).toEqual(['AAAA-1', '1234']);
});

test.each([
  'redemptioncodes',
  'redemptionCode',
  'RedemptionCodes',
  'redemption_codes',
  'redemption-code',
  'Codes',
  'code',
  'PIN',
  'pins',
  'claim_code',
])('masks the name %s like the correct one, anywhere', (name) => {
  const held = (shown: readonly string[]) => ({
    data: [{ [name]: [{ code: shown[0], pin: shown[1], notes: 'n' }], deep: { [name]: shown[2] } }],
  });
  const secrets = ['AAAA-1', '4321', 'BBBB-2'];
  expect(maskCodes(held(secrets))).toEqual(held([mask, mask, mask]));
  expect(codesIn(held(secrets))).toEqual(secrets);
});

test('masks what is nested in a code, and finds it unchanged', () => {
  const body = { redemptionCodes: [{ code: { of: ['AAAA-1', null] } }] };
  expect(maskCodes(body)).toEqual({ redemptionCodes: [{ code: { of: [mask, null] } }] });
  expect(codesIn(body)).toEqual(['AAAA-1']);
});

test('shows the code of an error, but nothing else in it under such a name', () => {
  const error = { code: 'invalid', pin: '4321', issues: [{ code: 'AAAA-1' }] };
  expect(maskCodes({ error })).toEqual({
    error: { code: 'invalid', pin: mask, issues: [{ code: mask }] },
  });
});

test('shows a secret only through reveal', () => {
  const secret = new Secret('abc');
  expect([String(secret), JSON.stringify({ secret }), inspect(secret)]).toEqual([
    mask,
    `{"secret":"${mask}"}`,
    mask,
  ]);
  expect(secret.reveal()).toBe('abc');
});

test('registers every code of a body with the redactor', () => {
  const added: string[] = [];
  guardCodes(body, { add: (code) => added.push(code) });
  expect(added).toEqual(codesIn(body));
});

test.each([
  ['abc_secret_0123456789abcdef', ['abc_secret_0123456789abcdef']],
  ['--api-key=abc_secret_0123456789abcdef', ['--api-key=abc_secret_0123456789abcdef'.slice(10)]],
  ['postgres://me:hush@host/db', ['hush']],
  ['https://host/a:b@c', []],
  ['https://host:8080/a@b', []],
  ['secret_santaordersofdecember/m.csv', []],
  ['secret_santa gift', []],
  ['--secret-stdin', []],
])('finds what is unmistakably a secret in %j', (word, secrets) => {
  expect(secretsIn(['orders', word])).toEqual(secrets);
});

test('passes on a body that is not an object', () => {
  for (const value of [null, 1, 'x', [1, 2]]) expect(maskCodes(value)).toEqual(value);
});

test('decides about a name of any length', () => {
  // With two ways to read each part, this would never end.
  expect(isSecretName(`${'giftcard'.repeat(1000)}x`)).toBe(false);
  expect(isSecretName(`${'giftcard'.repeat(1000)}code`)).toBe(true);
});
