import { type OrderRow, ownNames } from '../../insight/order-rows';
import { largest } from '../../lib/largest';
import type { CellType, Column, Computed, Field } from '../../output/view';
import type { World } from '../../world';

/** The members of an order's row, in csv and tsv order. */
export const orderFields: Readonly<Record<keyof OrderRow, CellType | Field>> = {
  kind: 'text',
  id: 'id',
  orderNumber: { kind: 'id', short: 'number' },
  group: 'text',
  retailer: 'text',
  status: 'status',
  orderDate: { kind: 'date', short: 'date' },
  ageDays: { kind: 'number', heading: 'Age (days)', short: 'age' },
  dueDate: { kind: 'date', heading: 'Due', short: 'due' },
  overdueDays: { kind: 'overdue', heading: 'Overdue (days)', short: 'overdue' },
  daysInStatus: 'number',
  daysInStatusExact: 'yesNo',
  total: 'money',
  expectedPayout: { kind: 'money', short: 'payout' },
  paid: 'money',
  outstanding: 'money',
  atRisk: { kind: 'money', heading: 'At risk' },
  trackings: 'list',
  card: 'id',
};

/** What an order is, before the figures of a report about single orders. */
export const ownFields: Readonly<Record<string, CellType | Field>> = Object.fromEntries(
  ownNames.map((name) => [name, orderFields[name]]),
);

/** The columns of such a table before the figures. */
export const ownTable: readonly Column<object>[] = [
  ...[{ field: 'orderNumber', heading: 'Order' }, 'group', 'status', 'orderDate'],
];

/** The columns of the table of orders. */
export const orderTable: readonly Column<object>[] = [
  { field: 'orderNumber', heading: 'Order' },
  'group',
  'retailer',
  'status',
  {
    heading: 'In status',
    kind: 'text',
    value: (row) => {
      const { daysInStatus, daysInStatusExact } = row as Partial<OrderRow>;
      if (daysInStatus === undefined || daysInStatus === null) return ' ';
      return `${daysInStatusExact ? '' : '≥ '}${daysInStatus} d`;
    },
  },
  'orderDate',
  'dueDate',
  { field: 'overdueDays', heading: 'Overdue' },
  { field: 'expectedPayout', heading: 'Payout' },
  'paid',
  'outstanding',
];

/** Headings in the order in which a narrow terminal drops their columns. */
export const orderTableLeaveOut: readonly string[] = [
  ...['Paid', 'Payout', 'In status', 'Order date', 'Retailer', 'Due', 'Group', 'Status', 'Overdue'],
];

const width = 12;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A column that compares the amounts of a report's rows; its last line has no bar. */
export function barColumn<T extends object>(
  rows: readonly T[],
  amountOf: (row: T) => number,
  lastLine: T,
  env: World['env'],
): Computed<T> {
  const draw = bars(rows.map(amountOf), env);
  const value = (row: T) => (row === lastLine ? ' ' : draw(amountOf(row)) || ' ');
  return { heading: '', kind: 'bar', value };
}

/** Draws shares of the largest amount, with `#` if the locale is not UTF-8. */
export function bars(
  amounts: readonly number[],
  { LC_ALL, LC_CTYPE, LANG }: World['env'],
): (amount: number) => string {
  const most = largest(amounts);
  const wide = /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
  return (amount) => {
    if (most === 0 || amount <= 0) return '';
    if (!wide) return '#'.repeat(Math.max(1, Math.round((amount * width) / most)));
    const parts = Math.max(1, Math.round((amount * width * 8) / most));
    return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
  };
}
