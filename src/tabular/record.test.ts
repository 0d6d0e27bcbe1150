import { expect, test } from 'vitest';
import { holdsRows, rowsBelowHeader } from './record';

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

test('a line that repeats the header is left out, with a notice', () => {
  const said: string[] = [];
  const rowsOf = (header: readonly string[], ...lines: readonly string[][]) => {
    const rows = lines.map((cells, at) => ({ line: at + 2, cells }));
    const reading = { onNotice: (text: string) => said.push(text) };
    return rowsBelowHeader({ name: 'f.csv', header }, rows, reading).map(({ line }) => line);
  };
  expect(rowsOf(['Order', 'Net'], ['N-1', '5'], ['ORDER', 'net'], ['Order', '5'])).toEqual([2, 4]);
  expect(rowsOf(['1', '2'], ['1', '2'])).toEqual([2]);
  expect(said).toEqual(['f.csv: left out 1 repeated header line.']);
});
