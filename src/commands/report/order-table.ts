import { type OrderRow, ownNames } from '../../insight/order-rows';
import { largest } from '../../lib/largest';
import { isUtf8 } from '../../output/options';
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
  ageDays: { kind: 'number', unit: 'd', heading: 'Age', short: 'age' },
  dueDate: { kind: 'date', heading: 'Due', short: 'due' },
  overdueDays: { kind: 'overdue', unit: 'd', heading: 'Overdue', short: 'overdue' },
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

/** The heading of a column of bars. */
export const barHeading = '';

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
  ...['Paid', 'Payout', 'In status', 'Order date', 'Due', 'Retailer'],
  ...[barHeading, 'Group', 'Status', 'Overdue'],
];

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
/** Columns of a terminal on which there is room for a long bar. */
const roomy = 100;

/**
 * A column that compares the amounts of a report's rows; its last line has no bar. None off a
 * terminal: a mail has no use for it.
 */
export function barColumn<T extends object>(
  rows: readonly T[],
  amountOf: (row: T) => number,
  lastLine: T,
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
): readonly Computed<T>[] {
  if (stdout.isTTY !== true) return [];
  const width = (stdout.columns || roomy) < roomy ? 6 : 12;
  const draw = bars(rows.map(amountOf), width, isUtf8(env));
  const value = (row: T) => (row === lastLine ? ' ' : draw(amountOf(row)) || ' ');
  return [{ heading: barHeading, kind: 'bar', value }];
}

/** Draws shares of the largest amount, with `#` if the locale is not UTF-8. */
export function bars(amounts: readonly number[], width: number, wide: boolean) {
  const most = largest(amounts);
  return (amount: number): string => {
    if (most === 0 || amount <= 0) return '';
    if (!wide) return '#'.repeat(Math.max(1, Math.round((amount * width) / most)));
    const parts = Math.max(1, Math.round((amount * width * 8) / most));
    return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
  };
}
