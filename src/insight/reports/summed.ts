import { groupBy } from '../../lib/once';
import { orderMembers, orderRows, ownRows } from '../order-rows';
import {
  type Expressions,
  expressions,
  type Measure,
  ordersThemselves,
  ordersWhere,
  type Reader,
  type ReportBy,
  type Row,
  type Scope,
  type SumCondition,
  type Summands,
  summands,
} from '../report-scope';
import { RowGroups, valueColumns } from '../row-groups';
import { type FigureOptions, type GroupedReport, memberValue, type ReportMembers } from './report';

type Nested = Readonly<Record<string, unknown>>;

export type MemberSums = Readonly<Record<string, number>>;

export interface SummedPart {
  /** The orders; without it, all that are in the report. */
  readonly of?: SumCondition;
  /** Measures to sum, by the dotted path of the member. */
  readonly sums: Readonly<Record<string, Measure>>;
  /** The members that the only measure is spread among, by conditions. */
  readonly spread?: readonly (readonly [path: string, condition: string])[];
}

/** Figures that a report sums up, in cents. */
interface Summed {
  /** The condition for an order to be in the report at all. */
  readonly where: string;
  readonly parts: readonly SummedPart[];
  /** Computes what can't be summed. `whole` is undefined for the total itself. */
  finish?(sums: MemberSums, whole: MemberSums | undefined): Row;
}

interface SumsFor extends FigureOptions {
  readonly read: Reader;
  readonly scope: Scope;
  /** The formulas for the columns of an order `o`. */
  readonly f: Expressions;
}

/** A share of a whole in units of 1 / `parts`, half rounded up; exact, as all are integers. */
export function ratio(part: number, whole: number, parts: number): number {
  return Math.floor((2 * part * parts + whole) / (2 * whole));
}

/** Makes rows and totals of sums: `{ 'realized.cost': 1 }` becomes `{ realized: { cost: 1 } }`. */
function nester(members: ReportMembers, without: 'only' | 'nothing') {
  const paths = Object.entries(members)
    .filter(([, { total }]) => total !== without)
    .map(([path]) => [path, ...path.split('.')] as const);
  return (row: Row): Nested => {
    const nested: Record<string, unknown> = {};
    for (const [path, outer = path, inner] of paths) {
      const value = row[path] ?? null;
      if (inner === undefined) nested[outer] = value;
      else nested[outer] = Object.assign(nested[outer] ?? {}, { [inner]: value });
    }
    return nested;
  };
}

/** The sums of a row, 0 for what it does not have. Orders without a date have no age. */
function sumsIn(row: Row, members: ReportMembers): MemberSums {
  const known = Object.entries(members).filter(
    ([path, { format }]) => format !== 'days' || row[path] != null,
  );
  return Object.fromEntries(known.map(([path]) => [path, Number(row[path] ?? 0)]));
}

/** Adds up sums, except numbers of days, of which it takes the largest. */
function addUp(sums: Iterable<MemberSums>, members: ReportMembers): MemberSums {
  const whole: Record<string, number> = { ...sumsIn({}, members) };
  for (const one of sums) {
    for (const [name, value] of Object.entries(one)) {
      const before = whole[name];
      // The age of an order dated in the future is negative, so its maximum doesn't start at 0.
      if (before === undefined) whole[name] = value;
      else
        whole[name] = members[name]?.format === 'days' ? Math.max(before, value) : before + value;
    }
  }
  return whole;
}

/** The amount of a row for each member that adds some up, as an expression. */
function amountsOf({ condition, amount }: Summands, parts: readonly SummedPart[]) {
  const amounts = parts.flatMap(({ of, sums, spread = [] }) => {
    const isOf = of === undefined ? 'true' : condition[of];
    const amountIf = (when: string, measure: Measure) =>
      `CASE WHEN ${when} THEN ${amount(measure, of)} ELSE 0 END`;
    return Object.entries(sums).flatMap(([path, measure]) => [
      { path, sql: amountIf(isOf, measure) },
      ...spread.map(([own, when]) => ({
        path: own,
        sql: amountIf(`${isOf} AND ${when}`, measure),
      })),
    ]);
  });
  const byPath = groupBy(amounts, ({ path }) => path);
  return Array.from(byPath, ([path, own]) => ({
    path,
    sql: own.map(({ sql }) => sql).join(' + '),
  }));
}

function groupedSums(
  read: Reader,
  scope: Scope,
  { where, parts }: Summed,
  members: ReportMembers,
  by: ReportBy,
): readonly Row[] {
  const isNamed = parts.every(({ of }) => of !== undefined);
  const rows = isNamed ? summands(read, scope, by) : ordersThemselves(scope);
  const conditions = parts.map(({ of }) => (of === undefined ? where : rows.condition[of]));
  const from = ordersWhere(scope, `(${conditions.join(' OR ')})`, rows);
  const columns = [
    ...valueColumns(by),
    ...amountsOf(rows, parts).map(({ path, sql }) => `sum(${sql}) AS "${path}"`),
  ];
  if ('oldestDays' in members) {
    columns.push(`${expressions(scope).ageOf('min(o.order_date)')} AS oldestDays`);
  }
  const groups = by.map((_, index) => index + 1);
  return read(`SELECT ${columns.join(', ')} ${from} GROUP BY ${groups}`);
}

function eachOrder(
  read: Reader,
  scope: Scope,
  { where, parts, finish = (row) => row }: Summed,
  members: ReportMembers,
  whole: MemberSums,
): readonly Nested[] {
  const amounts = amountsOf(ordersThemselves(scope), parts);
  const columns = amounts.map(({ path, sql }) => `${sql} AS "${path}"`);
  const nest = nester(members, 'only');
  return Array.from(ownRows(read, scope, where, columns), (row) => {
    const { kind, id, orderNumber, group, retailer, status, orderDate, card } = row;
    // A literal: objects made by name take twice the memory.
    const own = { kind, id, orderNumber, group, retailer, status, orderDate, card };
    return Object.assign(own, nest(finish(sumsIn(row, members), whole)));
  });
}

/** The total of single orders adds up the amounts of the rows, whatever the report. */
function orderTotal(total: Nested, rows: readonly Nested[]): Nested {
  const amounts = Object.entries(orderMembers).filter(([, { format }]) => format === 'money');
  const sumOf = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  const { noExpectation } = total;
  return {
    orders: rows.length,
    ...Object.fromEntries(amounts.map(([name]) => [name, sumOf(name)])),
    ...(noExpectation !== undefined && { noExpectation }),
  };
}

/** A report that sums up the orders by its dimensions; with `none`, each order is a separate row. */
export function summedReport({
  sums,
  ...declared
}: Omit<GroupedReport, 'figures'> & { sums(given: SumsFor): Summed }): GroupedReport {
  const { main, single } = declared;
  const figures: GroupedReport['figures'] = (read, scope, by, options) => {
    const members = declared.members(options);
    const summed = sums({ read, scope, f: expressions(scope), ...options });
    const { where, finish = (row: MemberSums): Row => row } = summed;
    const groups = new RowGroups(by.length === 0 ? ['kind'] : by, (row) => sumsIn(row, members));
    const sumRows = groupedSums(read, scope, summed, members, groups.by);
    const all = sumRows.map((row) => groups.of(row));
    const whole = addUp(all, members);
    const total = nester(members, 'nothing')(finish(whole, undefined));
    if (by.length === 0) {
      if (single === 'own') return { rows: eachOrder(read, scope, summed, members, whole), total };
      const rows = orderRows(read, scope, where);
      return { rows, total: orderTotal(total, rows) };
    }
    const nest = nester(members, 'only');
    const rows = groups.rows(
      (own) => nest(finish(own, whole)),
      (row) => Number(memberValue(row, main)),
    );
    return { rows, total };
  };
  return { ...declared, figures };
}
