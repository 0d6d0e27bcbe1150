import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { codesIn, guardCodes, mask, maskCodes, Secret } from './secret';

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

test('codes and PINs are masked, and nothing else', () => {
  expect(maskCodes(body)).toEqual({
    ...body,
    redemptionCodes: [
      { code: mask, pin: mask, notes: 'n', value: 25 },
      { code: mask, pin: null },
      { code: mask },
    ],
  });
});

test('every code and PIN is found, however deep its list is', () => {
  expect(codesIn({ orders: [body] })).toEqual(['AAAA-1', '1234', 'BBBB-2', '77']);
  expect(codesIn('text')).toEqual([]);
  expect(codesIn(null)).toEqual([]);
});

test('codes of a form that the service does not take are masked whole', () => {
  for (const codes of ['AAAA-1', ['AAAA-1', 5], { code: 'AAAA-1' }]) {
    expect(JSON.stringify(maskCodes({ redemptionCodes: codes }))).not.toMatch(/AAAA|5/);
  }
  expect(maskCodes({ redemptionCodes: null })).toEqual({ redemptionCodes: null });
});

test('a misspelled member is masked like the one that was meant', () => {
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
])('the name %s is masked like the one that was meant, anywhere', (name) => {
  const held = (shown: readonly string[]) => ({
    data: [{ [name]: [{ code: shown[0], pin: shown[1], notes: 'n' }], deep: { [name]: shown[2] } }],
  });
  const secrets = ['AAAA-1', '4321', 'BBBB-2'];
  expect(maskCodes(held(secrets))).toEqual(held([mask, mask, mask]));
  expect(codesIn(held(secrets))).toEqual(secrets);
});

test('what is deeper in a code is masked, and found as it is', () => {
  const body = { redemptionCodes: [{ code: { of: ['AAAA-1', null] } }] };
  expect(maskCodes(body)).toEqual({ redemptionCodes: [{ code: { of: [mask, null] } }] });
  expect(codesIn(body)).toEqual(['AAAA-1']);
});

test('the code of an error is open, and nothing else that it holds under such a name', () => {
  const error = { code: 'invalid', pin: '4321', issues: [{ code: 'AAAA-1' }] };
  expect(maskCodes({ error })).toEqual({
    error: { code: 'invalid', pin: mask, issues: [{ code: mask }] },
  });
});

test('a secret shows in no way but by being asked for', () => {
  const secret = new Secret('abc');
  expect([String(secret), JSON.stringify({ secret }), inspect(secret)]).toEqual([
    mask,
    `{"secret":"${mask}"}`,
    mask,
  ]);
  expect(secret.reveal()).toBe('abc');
});

test('every code of a body is put behind the redactor', () => {
  const added: string[] = [];
  guardCodes(body, { add: (code) => added.push(code) });
  expect(added).toEqual(codesIn(body));
});

test('a body that is no object passes through', () => {
  for (const value of [null, 1, 'x', [1, 2]]) expect(maskCodes(value)).toEqual(value);
});
