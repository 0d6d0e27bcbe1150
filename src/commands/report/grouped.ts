import { type AnyCommand, defineCommand } from '../../cli/definition';
import { usageFailure } from '../../failure';
import { cashProfit } from '../../insight/cash-profit';
import { isPeriod } from '../../insight/formulas';
import {
  type AgingBasis,
  bucketLabels,
  defaultBounds,
  defaultDueBounds,
  type Figures,
  groupedReport,
  showsOrdersOwn,
} from '../../insight/grouped-reports';
import { received } from '../../insight/received';
import { type By, dimensions, groupingsOf } from '../../insight/report-scope';
import { turnaround } from '../../insight/turnaround';
import { type SortKey, sort, sortNames } from '../../lists/selection';
import { valueAt } from '../../output/fields';
import type { Column, View } from '../../output/view';
import { type Fields, type Grouped, type GroupedName, grouped, membersOf } from './grouped-reports';
import {
  barColumn,
  orderFields,
  orderTable,
  orderTableLeaveOut,
  ownFields,
  ownTable,
} from './order-table';
import {
  ask,
  byFlag,
  dimensionField,
  printReport,
  rowLimitFlag,
  type ScopeValues,
  scopeFlags,
  totalOf,
  warnOfPoints,
} from './report-run';
import { wantedOrders, wantedPayments } from './wanted-orders';

/** The columns of a table: of one order, not how many orders it is. */
function columnsOf({ table }: Grouped, by: By, flat: readonly string[]): readonly Column<object>[] {
  const columns = table === undefined ? flat : [...groupingsOf(by), ...table];
  if (by !== 'none') return columns;
  const counts = (column: Column<object>) =>
    /orders$|^noExpectation/.test(
      typeof column === 'object' && 'field' in column ? column.field : String(column),
    );
  return [
    ...ownTable,
    ...columns.filter((column) => !Object.hasOwn(ownFields, String(column)) && !counts(column)),
  ];
}

/** The flag takes the fields of rows by any dimension. Throws a usage failure for those of others. */
function refuseOtherSort(sort: readonly SortKey[] | undefined, fields: readonly string[]): void {
  const other = sort?.find(({ path }) => !fields.includes(path));
  if (other === undefined) return;
  throw usageFailure(`--sort: no row of this report has ${other.path}`, {
    hint: `It takes ${fields.join(', ')}.`,
  });
}

function commandOf(report: GroupedName): AnyCommand {
  const definition: Grouped = grouped[report];
  const { summary, description, by: usual, flags: own = {}, examples, main, found } = definition;
  const groupings = dimensions.filter((name) => name !== 'none');
  const isOfOrders = report !== 'received';
  const fields: Fields = {
    ...Object.fromEntries(groupings.map((name) => [name, dimensionField])),
    ...(isOfOrders ? orderFields : {}),
    ...membersOf(definition),
  };
  const flags = {
    by: byFlag(usual, isOfOrders ? dimensions : groupings),
    ...rowLimitFlag,
    sort: sort(`Sort by fields; -${main} is the same as ${main}:desc`, sortNames(fields), {
      ...{ fields, table: isOfOrders ? orderTable : [] },
    }),
    ...own,
    ...scopeFlags,
  };
  return defineCommand({
    summary,
    description,
    fields: Object.keys(
      usual === 'none' ? orderFields : { [usual]: 'text', ...membersOf(definition) },
    ),
    arguments: {},
    flags,
    examples,
    async run(typed, context) {
      const given = typed as typeof typed &
        ScopeValues & {
          readonly buckets?: readonly number[];
          readonly basis?: AgingBasis | 'cash';
          readonly exitCode?: boolean;
        };
      const { by = usual, basis, sort, limit } = given;
      const due = basis === 'due' ? 'due' : 'order';
      const { buckets: bounds = due === 'due' ? defaultDueBounds : defaultBounds } = given;
      if (due === 'due' && bounds[0] === 0) {
        throw usageFailure('--buckets begins with the first day past due with --basis due, not 0');
      }
      const labels = bucketLabels(bounds, due);
      const groupings = groupingsOf(by);
      if (basis === 'cash' && !groupings.some(isPeriod)) {
        throw usageFailure('--basis cash works only with --by week, month, quarter or year');
      }
      const isOfOrder = by === 'none' && !showsOrdersOwn(report);
      const members: Fields = isOfOrder
        ? orderFields
        : {
            ...(by === 'none' ? ownFields : {}),
            ...Object.fromEntries(groupings.map((name) => [name, dimensionField])),
            ...membersOf(definition, labels),
          };
      const flat = Object.keys(members).filter((name) => members[name] !== 'object');
      refuseOtherSort(sort, flat);
      const asked = await ask(given, context, isOfOrders ? wantedOrders : wantedPayments);
      const { read, scope } = asked;
      if (showsOrdersOwn(report)) warnOfPoints(asked, context);
      const figuresOf = (): Figures => {
        if (report === 'received') return received(read, scope, by);
        if (report === 'turnaround') return turnaround(read, scope, by);
        if (basis === 'cash') return cashProfit(read, scope, groupings);
        return groupedReport(report, read, scope, { by, bounds, basis: due });
      };
      const figures = figuresOf();
      const { rows, total } = figures;
      // Its figures are no amounts, and those of all orders have no place among one order's columns.
      const isOfDays = report === 'turnaround';
      const amountOf = (row: object) => Number(valueAt(row, isOfOrder ? 'outstanding' : main));
      const lastLine = totalOf(by, total);
      const leaveOut = isOfOrder ? orderTableLeaveOut : definition.leaveOut;
      const view: View<object> = {
        one: 'row of the report',
        empty: definition.empty ?? 'No orders.',
        fields: members,
        table: [
          ...(isOfOrder ? orderTable : columnsOf(definition, by, flat)),
          ...(isOfDays ? [] : barColumn(rows, amountOf, lastLine, context.world)),
        ],
        leaveOut: by === 'none' && !isOfOrder ? [...ownLeaveOut, ...leaveOut] : leaveOut,
        needed: definition.addUp?.(labels) ?? [],
        card: () => '',
      };
      return printReport(
        { report, by, rows, total, view, lastLine: isOfDays && isOfOrder ? undefined : lastLine },
        { sort, limit, found: given.exitCode === true && found?.(figures) === true },
        asked,
        context,
      );
    },
  });
}

const ownLeaveOut = ['Order date', 'Status', 'Group'];

export const commands = {
  unpaid: commandOf('unpaid'),
  overdue: commandOf('overdue'),
  aging: commandOf('aging'),
  exposure: commandOf('exposure'),
  margin: commandOf('margin'),
  pnl: commandOf('pnl'),
  rewards: commandOf('rewards'),
  received: commandOf('received'),
  turnaround: commandOf('turnaround'),
};
