import { type AnyCommand, type Documents, defineCommand } from '../../cli/definition';
import { choice, type Flag, type Flags, readChoice, valued } from '../../cli/flag';
import { usageFailure } from '../../failure';
import { isPeriod } from '../../insight/formulas';
import { orderMembers, ownMembers } from '../../insight/order-rows';
import { dimensions, type Grouping, groupings, type ReportBy } from '../../insight/report-scope';
import { type FigureOptions, type GroupedReport, shownMembers } from '../../insight/reports/report';
import { typedWords } from '../../lib/words';
import { type SortKey, sort, sortNames } from '../../lists/selection';
import type { Field, ListView, ViewColumn } from '../../output/view';
import {
  ask,
  byText,
  exitCodeFlag,
  ownFlags,
  printReport,
  rowLimitFlag,
  type ScopeValues,
  scopeFlags,
  warnOfPoints,
} from './report-run';
import {
  dimensionField,
  type Fields,
  memberFields,
  memberHeadings,
  reportDocuments,
  withBars,
} from './report-table';

const orderFields = memberFields(orderMembers);

/** Fields of an order itself, before the figures of a report about single orders. */
const ownFields = memberFields(ownMembers);

const orderTable: readonly ViewColumn<object>[] = [
  ...typedWords('orderNumber group retailer status'),
  {
    heading: 'In status',
    kind: 'text',
    value: (row) => {
      const { daysInStatus = null, daysInStatusExact } = row as Readonly<Record<string, unknown>>;
      return daysInStatus === null ? null : `${daysInStatusExact ? '' : '≥ '}${daysInStatus} d`;
    },
  },
  ...typedWords('orderDate dueDate overdueDays expectedPayout paid outstanding'),
];

/** The headings of its columns in the order in which a narrow terminal drops them. */
const orderTableLeaveOut: readonly string[] = [
  ...memberHeadings(orderMembers, ['paid', 'expectedPayout']),
  'In status',
  ...memberHeadings(orderMembers, ['orderDate', 'dueDate', 'retailer', 'status', 'overdueDays']),
];

/** Reads `none`, `group`, or two joined by a comma: `month,group`. */
function readBy(typed: string, label: string, allowed: readonly (Grouping | 'none')[]): ReportBy {
  const names = typed.split(',').map((one) => readChoice(one, label, allowed));
  const [first, second] = names;
  if (names.length > 2) throw usageFailure(`${label} takes one dimension or two, not "${typed}"`);
  if (first === second) throw usageFailure(`${label} names ${first} twice`);
  const by = names.filter((one) => one !== 'none');
  if (names.length === 1 || by.length === 2) return by;
  throw usageFailure(`${label} none, one row per order, can't be joined with another dimension`);
}

function byFlag(usual: ReportBy, isOfOrders: boolean) {
  const allowed = isOfOrders ? ([...dimensions, 'none'] as const) : groupings;
  return valued(
    '<dimension>',
    `One row per group, month, …, or per pair: month,group${isOfOrders ? '; none: one row per order' : ''}`,
    (typed, label) => readBy(typed, label, allowed),
    { choices: allowed, joined: true, defaultText: byText(usual) },
  );
}

function flagsOf({ finds, basis, flags = [] }: GroupedReport): Flags {
  return {
    ...(finds && exitCodeFlag(finds.words)),
    ...(basis && {
      basis: choice('<basis>', basis[1], ['order', basis[0]], { defaultText: 'order' }),
    }),
    ...Object.fromEntries(flags.map((name) => [name, ownFlags[name]])),
  };
}

const dimensionFields = (names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, dimensionField(name)]));

/** The flag takes the fields of rows by any dimension. Throws a usage failure for those of others. */
function refuseOtherSort(sort: readonly SortKey[] | undefined, fields: Fields): void {
  const paths = Object.keys(fields).filter((name) => fields[name] !== 'object');
  const other = sort?.find(({ path }) => !paths.includes(path));
  if (other === undefined) return;
  throw usageFailure(`--sort: no row of this report has ${other.path}`, {
    hint: `It takes ${paths.join(', ')}.`,
  });
}

/** The view of the rows: that of orders, or that of the report. */
function viewOf(report: GroupedReport, by: ReportBy, options: FigureOptions): ListView<object> {
  const base = { one: 'row of the report', empty: report.empty ?? 'No orders.' };
  const isSingle = by.length === 0;
  if (isSingle && report.single !== 'own') {
    return { ...base, fields: orderFields, table: orderTable, leaveOut: orderTableLeaveOut };
  }
  const members = report.members(options);
  const columns = shownMembers(members, 'table').filter(
    // Of one order, not how many orders it is.
    ([path]) => !isSingle || !/orders$|^noExpectation/.test(path),
  );
  const parts = Object.keys(members).filter((path) => members[path]?.isPart);
  return {
    ...base,
    fields: { ...(isSingle ? ownFields : dimensionFields(by)), ...memberFields(members) },
    table: [
      ...(isSingle ? typedWords('orderNumber group status orderDate') : by),
      ...columns.map(([path]) => path),
    ],
    leaveOut: memberHeadings(members, [
      ...(isSingle ? ['orderDate', 'status'] : []),
      ...report.leaveOut,
    ]),
    needed: memberHeadings(members, parts),
  };
}

/** Reads the buckets and the basis. Throws a usage failure if they don't go with each other or `by`. */
function optionsOf(by: ReportBy, { buckets: bounds, basis }: OptionFlags): FigureOptions {
  if (basis === 'due' && bounds?.[0] === 0) {
    throw usageFailure('--buckets begins with the first day past due with --basis due, not 0');
  }
  if (basis === 'cash' && !by.some(isPeriod)) {
    throw usageFailure('--basis cash works only with --by week, month, quarter or year');
  }
  return { bounds, basis };
}

/** The days of a report of payments are theirs, not those of their orders. */
const paymentDayFlags: Flags = Object.fromEntries(
  Object.entries<Flag<unknown>>(scopeFlags).map(([name, flag]) => [
    name,
    { ...flag, describe: flag.describe.replace(/^Ordered\b/, 'Paid') },
  ]),
);

type OptionFlags = ScopeValues & Pick<FigureOptions, 'basis'> & { readonly exitCode?: boolean };

/** The end of a bucket is the user's to choose, so the labels are open. */
function withAnyBuckets(fields: Fields): Fields {
  if (fields.buckets === undefined) return fields;
  const others = Object.entries(fields).filter(([path]) => !path.startsWith('buckets'));
  const means = 'Outstanding by age in days: `0-14`, `91+`';
  return { buckets: { kind: 'object', of: 'money', means }, ...Object.fromEntries(others) };
}

/** The JSON of the report by any dimension, and of single orders. */
function documentsOf({ single, isOfPayments, flags, main, ...report }: GroupedReport): Documents {
  const members = report.members();
  const names = groupings.map((name): [string, Field] => [
    name,
    { kind: 'text', means: `With --by ${name}`, orNull: true, optional: true },
  ]);
  const rows = withAnyBuckets({ ...Object.fromEntries(names), ...memberFields(members) });
  const total = withAnyBuckets(memberFields(members, 'total'));
  const amounts = Object.entries(orderFields).filter(
    ([path]) => orderMembers[path as keyof typeof orderMembers]?.format === 'money',
  );
  const orderTotal: Fields = {
    orders: { kind: 'number', means: 'How many orders' },
    ...Object.fromEntries(amounts),
    ...Object.fromEntries(
      Object.entries(total).filter(([path]) => path.startsWith('noExpectation')),
    ),
  };
  const orders: readonly [Fields, Fields] =
    single === 'own'
      ? [{ ...ownFields, ...memberFields(members) }, total]
      : [orderFields, members[main]?.format === 'money' ? orderTotal : total];
  return reportDocuments(
    { 'By dimensions': [rows, total], ...(!isOfPayments && { 'With --by none': orders }) },
    flags?.includes('asOf') ? 'asOf' : undefined,
  );
}

export function reportCommand(report: GroupedReport): AnyCommand {
  const { name, summary, description, by: usual, examples, main, finds, single } = report;
  const isOfOrders = report.isOfPayments !== true;
  const members = report.members();
  const fields: Fields = {
    ...dimensionFields(isOfOrders ? dimensions : groupings),
    ...(isOfOrders ? orderFields : {}),
    ...memberFields(members),
  };
  return defineCommand({
    summary,
    description,
    fields:
      usual.length === 0
        ? Object.keys(orderFields)
        : [...usual, ...Object.keys(memberFields(members))],
    documents: documentsOf(report),
    flags: {
      by: byFlag(usual, isOfOrders),
      ...rowLimitFlag,
      sort: sort(sortNames(fields), { fields, table: isOfOrders ? orderTable : [] }),
      ...flagsOf(report),
      ...(isOfOrders ? scopeFlags : paymentDayFlags),
    },
    examples,
    async run(typed, context) {
      const flags = typed as typeof typed & OptionFlags;
      const { by = usual, sort, limit, exitCode } = flags;
      const options = optionsOf(by, flags);
      const view = viewOf(report, by, options);
      refuseOtherSort(sort, view.fields);
      const asked = await ask(flags, context, isOfOrders ? 'orders' : 'payments');
      if (report.usesPoints) warnOfPoints(asked, context);
      const figures = report.figures(asked.read, asked.scope, by, options);
      const { rows, total } = figures;
      const isOrder = by.length === 0 && single !== 'own';
      const isAmount = members[main]?.format === 'money';
      // It begins with the first dimension or the order's number.
      const [first = 'orderNumber'] = by;
      const lastLine = { [first]: 'Total', ...total };
      const drawn = { path: isOrder ? 'outstanding' : main, rows, lastLine };
      const table = isAmount ? withBars(view, drawn, context.world) : view.table;
      const shown = {
        report: name,
        by,
        rows,
        total,
        view: { ...view, table },
        // The days of all orders have no place among one order's columns.
        lastLine: isAmount || !isOrder ? lastLine : undefined,
        sort,
        limit,
        found: exitCode === true && finds?.test(figures) === true,
      };
      return printReport(shown, asked, context);
    },
  });
}
