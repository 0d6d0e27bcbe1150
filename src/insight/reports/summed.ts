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
  summands,
} from '../report-scope';
import { RowGroups, valueColumns } from '../row-groups';
import { type FigureOptions, type GroupedReport, memberValue, type ReportMembers } from './report';

type Nested = Readonly<Record<string, unknown>>;

export type MemberSums = Readonly<Record<string, number>>;

export interface SummedPart {
  /** The orders; a condition in SQL on the orders themselves if it has no name. */
  readonly of: SumCondition | { readonly orders: string };
  /** Measures to sum, by the dotted path of the member. */
  readonly sums: Readonly<Record<string, Measure>>;
  /** The members that the only measure is spread among, by conditions. Rows where it is 0 are left out. */
  readonly spread?: readonly (readonly [path: string, condition: string])[];
}

/** Figures that a report sums up, in cents: each part apart, joined by the dimension, without conditions. */
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

/** Adds up sums, except numbers of days, of which it takes the largest. */
function addUp(sums: Iterable<MemberSums>, members: ReportMembers): MemberSums {
  const isDays = (name: string) => members[name]?.format === 'days';
  // The age of an order dated in the future is negative, so its maximum doesn't start at 0.
  const whole: Record<string, number> = Object.fromEntries(
    Object.keys(members).flatMap((name) => (isDays(name) ? [] : [[name, 0]])),
  );
  for (const one of sums) {
    for (const [name, value] of Object.entries(one)) {
      const before = whole[name];
      if (before === undefined) whole[name] = value;
      else whole[name] = isDays(name) ? Math.max(before, value) : before + value;
    }
  }
  return whole;
}

function* partSums(
  read: Reader,
  scope: Scope,
  parts: readonly SummedPart[],
  members: ReportMembers,
  by: ReportBy,
): Generator<readonly [row: Row, sums: MemberSums]> {
  const oldest = expressions(scope).ageOf('min(o.order_date)');
  const themselves = ordersThemselves(scope);
  const usual = summands(read, scope, by);
  const names = by.map((name) => `by ${name}`);
  for (const { of, sums, spread } of parts) {
    const isNamed = typeof of === 'string';
    const { table, sum, condition } = isNamed ? usual : themselves;
    const { from, parameters } = ordersWhere(scope, isNamed ? condition[of] : of.orders, { table });
    const columns = [...valueColumns(by)];
    let having = '';
    for (const [name, measure] of Object.entries(sums)) {
      const all = sum(measure, isNamed ? of : undefined);
      columns.push(`${all} AS "${name}"`);
      if (spread === undefined) continue;
      columns.push(...spread.map(([path, one]) => `${all} FILTER (WHERE ${one}) AS "${path}"`));
      having = `HAVING ${all} > 0`;
    }
    if ('outstanding' in sums && 'oldestDays' in members) columns.push(`${oldest} AS oldestDays`);
    const groups = by.map((_, index) => index + 1);
    const sql = `SELECT ${columns.join(', ')} ${from} GROUP BY ${groups} ${having}`;
    for (const row of read(sql, parameters)) {
      const numbers = Object.entries(row).flatMap(([name, value]) =>
        // Orders without a date have no age, and none may meet a condition.
        names.includes(name) || value === null ? [] : [[name, Number(value)]],
      );
      yield [row, Object.fromEntries(numbers)];
    }
  }
}

function eachOrder(
  read: Reader,
  scope: Scope,
  { where, parts, finish = (row) => row }: Summed,
  members: ReportMembers,
  whole: MemberSums,
): readonly Nested[] {
  const { measures, conditions } = expressions(scope);
  const amounts = parts.flatMap(({ of, sums }) =>
    Object.entries(sums).map(([path, measure]) => {
      const condition = typeof of === 'string' ? conditions[of] : of.orders;
      return { path, sql: `CASE WHEN ${condition} THEN ${measures[measure]} ELSE 0 END` };
    }),
  );
  const columns = [...groupBy(amounts, ({ path }) => path)].map(
    ([path, own]) => `${own.map(({ sql }) => sql).join(' + ')} AS "${path}"`,
  );
  const nest = nester(members, 'only');
  const paths = Object.keys(members);
  return Array.from(ownRows(read, scope, where, columns), (row) => {
    const sums = Object.fromEntries(paths.map((path) => [path, Number(row[path] ?? 0)]));
    const { kind, id, orderNumber, group, retailer, status, orderDate, card } = row;
    // A literal: objects made by name take twice the memory.
    const own = { kind, id, orderNumber, group, retailer, status, orderDate, card };
    return Object.assign(own, nest(finish(sums, whole)));
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
    const { where, parts, finish = (row: MemberSums): Row => row } = summed;
    const groups = new RowGroups<MemberSums[]>(by.length === 0 ? ['kind'] : by, () => []);
    const all: MemberSums[] = [];
    for (const [row, own] of partSums(read, scope, parts, members, groups.by)) {
      all.push(own);
      groups.of(row).push(own);
    }
    const whole = addUp(all, members);
    const total = nester(members, 'nothing')(finish(whole, undefined));
    if (by.length === 0) {
      if (single === 'own') return { rows: eachOrder(read, scope, summed, members, whole), total };
      const rows = orderRows(read, scope, where);
      return { rows, total: orderTotal(total, rows) };
    }
    const nest = nester(members, 'only');
    const rows = groups.rows(
      (own) => nest(finish(addUp(own, members), whole)),
      (row) => Number(memberValue(row, main)),
    );
    return { rows, total };
  };
  return { ...declared, figures };
}
