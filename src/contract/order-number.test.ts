import { expect, test } from 'vitest';
import { lettersAndDigits, orderNumberKey } from './order-number';

test.each([
  ['7745120936.0', '7745120936', true],
  ['#7745120936.00', '7745120936', true],
  ['112\u20110000001\u20110000001', '112-0000001-0000001', true],
  ['113\u20130000002\u20140000002', '113-0000002-0000002', true],
  ['112\u22120000001', '1120000001', true],
  ['# 114-0000003', '114-0000003', true],
  ['bby01-806900000012', 'BBY01-806900000012', true],
  ['BBY01 8069\u00a000000012', 'BBY01-806900000012', true],
  ['\uff11\uff12\uff13\uff14\uff15', '12345', true],
  ['893294324', '000893294324', false],
  ['7745120936.0', '77451209360', false],
  ['AB-100.0', 'AB-100', false],
  ['7745120936.5', '7745120936', false],
  ['112-000000', '112-0000001', false],
])('%s and %s: the same number is %s', (one, other, expected) => {
  expect(orderNumberKey(one) === orderNumberKey(other)).toBe(expected);
});

test('only a key leaves out the decimals', () => {
  expect(lettersAndDigits('#821.0')).toBe('8210');
  expect(orderNumberKey('#821.0')).toBe('821');
});
