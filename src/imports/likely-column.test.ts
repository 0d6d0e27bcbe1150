import { expect, test } from 'vitest';
import { likelyColumn } from './likely-column';

const [ups, tba, badUps] = ['1Z12345E6605272234', 'TBA310000000011', '1Z12345E6605272235'];

test.each([
  [
    'trackingNumber',
    [
      ['x', ups],
      ['y', tba],
    ],
    1,
  ],
  [
    'trackingNumber',
    [
      ['x', ups],
      ['y', badUps],
    ],
    undefined,
  ],
  [
    'trackingNumber',
    [
      ['x', ups],
      ['y', 'ABCD123456'],
    ],
    undefined,
  ],
  // Two columns fit, or none has a value.
  ['trackingNumber', [[ups, ups]], undefined],
  ['trackingNumber', [['', '']], undefined],
  [
    'trackingNumber',
    [
      [ups, ''],
      [tba, 'x'],
    ],
    0,
  ],
  ['orderNumber', [['114-1906847-7839579', '12']], 0],
  ['order', [['114-1906847-7839579', '12']], 0],
  ['orderNumber', [['800458530', '12']], undefined],
  ['date', [['2026-05-01', '12']], 0],
  ['date', [['45000', '20260501']], undefined],
  ['date', [['2026-05-01', '5/1/26']], undefined],
  ['price', [['12.50', '2']], 0],
  ['price', [['12,50', '1250']], undefined],
  ['price', [['12.50', '25.00']], undefined],
  ['retailer', [['Best Buy', 'x']], undefined],
] as const)('%s in %j: column %s', (field, rows, column) => {
  expect(likelyColumn(field, [0, 1], rows)).toBe(column);
});
