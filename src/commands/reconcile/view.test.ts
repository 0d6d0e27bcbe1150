import { expect, test } from 'vitest';
import { resolveField } from '../../output/fields';
import { verdictView } from './view';

test('the number of the order has its short name', () => {
  expect(resolveField(verdictView, 'number')).toBe('orderNumber');
});
