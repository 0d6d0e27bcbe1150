import { expect, test } from 'vitest';
import type { AccountOrder, ReadRow } from '../../insight/reconcile/model';
import type { PayoutFile } from './files';
import { leaveOutTotals } from './totals';

/** A row of a file; its line is its amount. */
function row(amount: number, state = 'paid', order: string | null = null): ReadRow {
  const naming = { file: 'f.csv', line: amount, trackings: [], order, destroyed: [] };
  return {
    ...naming,
    amount,
    state,
    ...(state === 'unreadable' && { unreadable: 'x' }),
  } as Partial<ReadRow> as ReadRow;
}

/** A file of these rows, some of which look like totals. */
function fileOf(name: string, ...rows: readonly object[]): PayoutFile {
  return { file: name, rows } as Partial<PayoutFile> as PayoutFile;
}
const total = (cents: number, order?: string) => ({
  row: row(cents, 'paid', order),
  total: { cents },
});
const orders = [
  { orderNumber: null },
  { orderNumber: 'Total 7' },
] as Partial<AccountOrder>[] as AccountOrder[];

test('a total is left out, with what the paid rows above it add up to: its own, and all', () => {
  const rows = [
    { row: row(100) },
    { row: row(20, 'pending') },
    { row: row(3, 'unreadable') },
    total(100),
    { row: row(50) },
    { row: row(5) },
    total(55),
  ];
  const one = fileOf('a', ...rows);
  const two = fileOf('b', { row: row(7) }, total(8));
  const { files, totals } = leaveOutTotals([one, two]);
  expect(totals).toEqual([
    { file: 'a', line: 100, cents: 100, paid: [100, 100] },
    { file: 'a', line: 55, cents: 55, paid: [55, 155] },
    { file: 'b', line: 8, cents: 8, paid: [7, 7] },
  ]);
  expect(files.map((file) => file.rows.map((left) => left.row.line))).toEqual([
    [100, 20, 3, 50, 5],
    [7],
  ]);
});

test("a word that is an order's number makes no total, and its payment counts", () => {
  const file = fileOf('a', total(100, 'total-7'), total(60, 'Total 8'), total(1));
  const { files, totals } = leaveOutTotals([file], orders);
  expect(totals.map(({ line, paid }) => [line, ...paid])).toEqual([
    [60, 100, 100],
    [1, 0, 100],
  ]);
  expect(files[0]?.rows).toHaveLength(1);
  expect(leaveOutTotals([file]).totals).toHaveLength(3);
});
