import { isAmong, periods } from '../formulas';
import {
  dimensionValues,
  kindCondition,
  type Reader,
  type ReportBy,
  type Row,
  type Scope,
} from '../report-scope';
import { RowGroups, valueColumns } from '../row-groups';
import { type Figures, type GroupedReport, member } from './report';

/** The part of a payment `p` that belongs to an order `o`, or to none: a bonus or a fee. */
export const paymentParts = `FROM base_payments p LEFT JOIN allocations a ON a.payment_id = p.id
  LEFT JOIN base_orders o ON o.id = a.order_id`;
export const partName = "p.id || ':' || coalesce(a.order_id, '')";
export const payingGroup = 'coalesce(p.group_id, o.group_id)';

/** By the day and the group of the payment, and by what its orders are. */
const partValues = {
  ...dimensionValues,
  ...Object.fromEntries(Object.entries(periods).map(([name, of]) => [name, of('p.paid_on')])),
  group: payingGroup,
};

const cents = 'coalesce(a.amount_cents, p.amount_cents)';
const figures = {
  payments: 'count(DISTINCT p.id)',
  orders: 'count(DISTINCT a.order_id)',
  amount: `coalesce(sum(${cents}), 0)`,
  other: `coalesce(sum(CASE WHEN a.order_id IS NULL THEN ${cents} END), 0)`,
  undated: 'count(DISTINCT CASE WHEN p.paid_on IS NULL THEN p.id END)',
};
const names = Object.keys(figures);
const sums = Object.entries(figures).map(([name, sql]) => `${sql} AS ${name}`);

/** Payments by the groups. A payment for several orders may be in several rows, as one in each. */
export function received(read: Reader, scope: Scope, by: ReportBy): Figures {
  const { wantedParts } = scope;
  const conditions = [
    ...kindCondition(scope),
    ...(wantedParts === undefined ? [] : [isAmong(partName, wantedParts)]),
  ];
  const from = `${paymentParts} WHERE ${['true', ...conditions].join(' AND ')}`;
  const columns = valueColumns(by, partValues);
  const figuresOf = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]]));
  const groups = new RowGroups(by, figuresOf);
  const places = columns.map((_, index) => index + 1);
  const grouped = `SELECT ${[...columns, ...sums]} ${from} GROUP BY ${places}`;
  for (const row of read(grouped)) groups.of(row);
  const [total = {}] = read(`SELECT ${sums} ${from}`);
  const rows = groups.rows(
    (row) => row,
    ({ amount }) => Number(amount),
  );
  return { rows, total };
}

export const receivedReport: GroupedReport = {
  name: 'received',
  summary: 'What the groups have paid, by the day of the payment',
  description: `Counts every recorded payment, whatever the status of its orders: compare it with a bank statement or
a 1099. --since, --until, --month and --older-than mean the day of the payment. Amount is all of the
money; other is the part of it that belongs to no order, such as a bonus or a fee. Payments without a
day are counted in undated. The group is the one that paid; other dimensions are those of its orders.`,
  by: ['month'],
  main: 'amount',
  isOfPayments: true,
  members: () => ({
    payments: member.count('Payments; one for several orders may be in several rows'),
    orders: member.count('Their orders; one may be paid in several rows', { total: 'own' }),
    amount: member.money('All of the money'),
    other: member.money('The part of it that belongs to no order', { title: 'Of no order' }),
    undated: member.count('Payments without a date', { shownIn: 'table' }),
  }),
  leaveOut: ['undated', 'orders', 'payments'],
  empty: 'No payments.',
  examples: {
    'waybill report received': 'What arrived in each month',
    'waybill report received --by year,group -o csv': 'To compare with the 1099 of each group',
    'waybill report received --by week --since 2m': 'To compare with a bank statement',
  },
  figures: received,
};
