import { expect, test } from 'vitest';
import { resolveField } from '../../output/fields';
import { paymentView } from './view';

test('the number of the order has its short name', () => {
  expect(resolveField(paymentView, 'number')).toBe('orderNumber');
});
