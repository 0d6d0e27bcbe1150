import { expect, test } from 'vitest';
import { orderOf } from '../../../test/support/facts';
import type { Outcome } from './model';
import { paymentsOfOthers } from './report';
import type { RowOutcome } from './result';

const order = (group: string) => orderOf(`of ${group}`, { orderNumber: null, group });

function payment(cents: number, groups: readonly string[], outcome: Outcome): RowOutcome {
  const row = { file: 'may.csv', line: 2, format: 'bfmr', trackings: [], order: null } as const;
  return {
    row: { ...row, destroyed: [], unreadable: 'for this test' },
    ...{ outcome, cents, orders: groups.map(order), allocations: [], message: '' },
  };
}

const matched = (cents: number, ...groups: string[]) => payment(cents, groups, 'matched');

test.each<[string, readonly RowOutcome[], ReturnType<typeof paymentsOfOthers>]>([
  ['no rows', [], undefined],
  ["a payment for the file's group is nobody else's", [matched(100, 'bfmr')], undefined],
  [
    'a payment for an order of another group, beside one of its own',
    [matched(100, 'bfmr'), matched(30, 'melul')],
    { rows: 1, cents: 30, groups: ['melul'] },
  ],
  [
    'a payment for two orders of another group is summed once',
    [matched(30, 'melul', 'melul')],
    { rows: 1, cents: 30, groups: ['melul'] },
  ],
  [
    'a payment that also reached an order of its own group is not counted',
    [matched(30, 'melul', 'bfmr')],
    undefined,
  ],
  [
    'payments of several groups are summed, and each group is named once',
    [matched(30, 'melul'), matched(50, 'usa', 'melul'), matched(-7, 'usa')],
    { rows: 3, cents: 73, groups: ['melul', 'usa'] },
  ],
  [
    'an order without a group is shown as "no group"',
    [matched(30, 'melul'), matched(30, '')],
    { rows: 2, cents: 60, groups: ['melul', 'no group'] },
  ],
  ['a bonus belongs to no order', [payment(30, [], 'known'), payment(30, [], 'other')], undefined],
  [
    'payments that are recorded, or have another amount than before, count',
    [payment(30, ['melul'], 'known'), payment(20, ['melul'], 'amended')],
    { rows: 2, cents: 50, groups: ['melul'] },
  ],
  [
    'rows that are not paid, duplicates and unclear ones do not',
    (['noted', 'duplicate', 'unmatched', 'conflict', 'ambiguous', 'unreadable'] as const).map(
      (outcome) => payment(30, ['melul'], outcome),
    ),
    undefined,
  ],
])('%s', (_, rows, expected) => {
  expect(paymentsOfOthers(rows, 'bfmr')).toEqual(expected);
});
