import { groupedReport } from '../../insight/grouped-reports';
import { received } from '../../insight/received';
import type { Reader, Scope } from '../../insight/report-scope';
import { summarize } from '../../insight/summary';
import { counted, toTheMinute } from '../../lib/words';
import type {
  WorkbookCell,
  WorkbookColumn,
  WorkbookSheet,
  WorkbookValue,
} from '../../tabular/write-workbook';

/** The first sheet of the workbook: the totals that reports give, received money and profit. */

type Line = readonly (WorkbookValue | WorkbookCell)[];

const bold = (value: WorkbookValue, type: WorkbookCell['type'] = 'text') => ({
  ...{ value, type, isBold: true },
});
const count = (value: unknown): WorkbookCell => ({ value: Number(value), type: 'number' });

/** Members of a row by heading; `orders` and the like are counts, all others money. */
type Members = readonly (readonly [heading: string, path: string])[];

function valueAt(row: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Object(value)[name], row);
}

function table(
  title: string,
  dimensions: readonly (readonly [heading: string, member: string])[],
  members: Members,
  { rows, total }: { readonly rows: readonly object[]; readonly total: object },
): readonly Line[] {
  const isCount = (path: string) => /(^|\.)(orders|payments|undated|assumed)$/.test(path);
  const figures = (row: object, isBold: boolean): Line =>
    members.map(([, path]) => {
      const value = Number(valueAt(row, path));
      return { value, type: isCount(path) ? 'number' : 'money', isBold };
    });
  const named = (row: object) =>
    dimensions.map(([, member]) => String(valueAt(row, member) ?? 'none'));
  const rest = dimensions.slice(1).map(() => null);
  return [
    [],
    [bold(title)],
    [
      ...dimensions.map(([heading]) => bold(heading)),
      ...members.map(([heading]) => bold(heading, 'money')),
    ],
    ...rows.map((row) => [...named(row), ...figures(row, false)]),
    [bold('Total'), ...rest, ...figures(total, true)],
  ];
}

const columns: readonly WorkbookColumn[] = [
  { heading: '', type: 'text', width: 26 },
  ...Array.from({ length: 8 }, () => ({ heading: '', type: 'money' as const, width: 17 })),
];

export function totalsSheet(read: Reader, scope: Scope, asOf: string): WorkbookSheet {
  const { open, outstanding, atRisk, overdue, paidShort } = summarize(read, scope);
  const profit = groupedReport('pnl', read, scope, { by: 'month' });
  const money = received(read, scope, ['month', 'group']);
  const rows: readonly Line[] = [
    [bold(`The account on ${scope.today}`)],
    [`Synced ${toTheMinute(asOf)}; amounts in dollars`],
    [],
    ['Open orders', count(open)],
    ['Outstanding', outstanding],
    ['Cost not paid back', atRisk],
    [`Overdue: ${counted(overdue.orders, 'orders')}`, overdue.outstanding],
    [`Paid short: ${counted(paidShort.orders, 'orders')}`, paidShort.difference],
    ['Received', Number(money.total.amount)],
    ['Realized profit', Number(valueAt(profit.total, 'realized.profit'))],
    ['Expected profit', Number(valueAt(profit.total, 'expected.profit'))],
    ...table(
      'Received by month and group',
      [
        ['Month', 'month'],
        ['Group', 'group'],
      ],
      [
        ['Payments', 'payments'],
        ['Orders', 'orders'],
        ['Amount', 'amount'],
        ['Of no order', 'other'],
      ],
      money,
    ),
    ...table(
      'Profit by month of the order',
      [['Month', 'month']],
      [
        ['Paid orders', 'realized.orders'],
        ['Cost', 'realized.cost'],
        ['Payout', 'realized.payout'],
        ['Rewards', 'realized.reward'],
        ['Cashback', 'realized.portal'],
        ['Realized profit', 'realized.profit'],
        ['Open orders', 'expected.orders'],
        ['Expected profit', 'expected.profit'],
      ],
      profit,
    ),
  ];
  return { name: 'Totals', columns, rows, isPage: true };
}
