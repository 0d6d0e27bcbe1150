import { expect, test } from 'vitest';
import { RowGroups } from './row-groups';

/** The rows that are read, in their order: a retailer, a status and a weight; `-` is no value. */
function sorted(given: readonly string[]) {
  const groups = new RowGroups<{ weight: number }>(['retailer', 'status'], () => ({ weight: 0 }));
  for (const line of given) {
    const [retailer = '', status = '', weight] = line.split(' ');
    const [first, second] = [retailer, status].map((value) => (value === '-' ? null : value));
    const row = { 'by retailer': first ?? null, 'by status': second ?? null };
    groups.of(row).weight += Number(weight);
  }
  const rows = groups.rows(
    ({ weight }) => ({ weight }),
    ({ weight }) => weight,
  );
  return rows.map(
    ({ retailer, status, weight }) => `${retailer ?? '-'} ${status ?? '-'} ${weight}`,
  );
}

test.each([
  ['the heaviest first', ['b x 2', 'a x 1']],
  ['equals by name', ['a x 1', 'b x 1']],
  ['what has no value after its equals', ['a y 1', '- x 1']],
  ['what has no value in its place by weight', ['a x 3', '- x 2', 'b x 1']],
  ['by the second value if both lack the first', ['- x 1', '- y 1', '- - 1']],
  ['the first value by all of its rows', ['a x 3', 'a y 3', 'b x 5']],
])('rows come in this order, however they were read: %s', (_, rows) => {
  expect(sorted(rows)).toEqual(rows);
  expect(sorted(rows.toReversed())).toEqual(rows);
});
