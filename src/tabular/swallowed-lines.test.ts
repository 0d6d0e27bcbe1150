import { expect, test } from 'vitest';
import { holdsRows } from './swallowed-lines';

test.each<[string, number, number, boolean]>([
  ['Sony 55,495.00,2026-03-01\nN-2,TV,495.00,2026-03-01\nN-3,LG 65', 1, 4, true],
  ['Sony 55;495.00\r\nN-3;LG 65', 1, 3, true],
  ['12 Main St\nAustin, TX', 1, 4, false],
  ['12 Main St, Austin, TX\nUSA', 1, 6, false],
  ['Sony 55,495.00,2026-03-01', 1, 4, false],
  ['Sony 55,495.00,2026-03-01\nN-2,TV\nN-3,LG 65', 1, 4, false],
])('%j in column %i of %i holds rows: %j', (cell, index, width, expected) => {
  expect(holdsRows(cell, index, width)).toBe(expected);
});
