import { stages } from './formulas';
import { type OrderRow, orderRows, overdueCondition } from './order-rows';
import {
  type Dimension,
  dimensionValues,
  expressions,
  ordersWhere,
  type Reader,
  type Row,
  type Scope,
} from './report-scope';

type Nested = Readonly<Record<string, unknown>>;

export interface Figures {
  readonly rows: readonly Nested[];
  readonly total: Nested;
}

/** A report that adds up orders by a dimension, as data. Money in cents. */
interface Definition {
  /** Which orders count. */
  readonly where: string;
  /** What each member adds up, by its dotted path. */
  readonly columns: Readonly<Record<string, string>>;
  /** Members of the total only. */
  readonly onlyInTotal?: readonly string[];
  /** Works out what does not add up. `total` is undefined for the total itself. */
  finish?(row: Row, total: Row | undefined): Row;
  /** What rows are sorted by, the largest first, where nothing is said. */
  readonly weight: string;
}

export const groupedReports = [
  'unpaid',
  'overdue',
  'aging',
  'exposure',
  'margin',
  'pnl',
  'rewards',
] as const;
export type GroupedReport = (typeof groupedReports)[number];

export const defaultBounds: readonly number[] = [14, 30, 60, 90];

/** `0-14`, `15-30`, …, `91+`. */
export function bucketLabels(bounds: readonly number[]): readonly string[] {
  const starts = [0, ...bounds.map((bound) => bound + 1)];
  return starts.map((start, index) => {
    const end = bounds[index];
    return end === undefined ? `${start}+` : `${start}-${end}`;
  });
}

const sumWhere = (condition: string, what: string) =>
  `coalesce(sum(CASE WHEN ${condition} THEN ${what} ELSE 0 END), 0)`;
const countWhere = (condition: string) => sumWhere(condition, '1');
const sum = (what: string) => `coalesce(sum(${what}), 0)`;

/** A share of a whole in units of 1 / `parts`, half up; exact, for all is integers. */
function ratio(part: number, whole: number, parts: number): number {
  return Math.floor((2 * part * parts + whole) / (2 * whole));
}

function unpaid(f: ReturnType<typeof expressions>, where: string): Definition {
  return {
    where,
    columns: {
      orders: 'count(*)',
      outstanding: sum(f.outstanding),
      cost: sum(f.total),
      atRisk: sum(f.atRisk),
      oldestDays: `max(${f.age})`,
    },
    finish: (row, total) => (total === undefined ? without(row, 'oldestDays') : row),
    weight: 'outstanding',
  };
}

function aging(f: ReturnType<typeof expressions>, bounds: readonly number[]): Definition {
  const labels = bucketLabels(bounds);
  const columns = labels.map((label, index) => {
    const [above, upTo] = [bounds[index - 1], bounds[index]];
    const conditions = [
      // An order without a date is of an unknown age: it counts as the newest.
      ...(above === undefined ? [] : [`${f.age} > ${above}`]),
      ...(upTo === undefined ? [] : [`coalesce(${f.age}, 0) <= ${upTo}`]),
    ];
    return [`buckets.${label}`, sumWhere(conditions.join(' AND ') || '1', f.outstanding)] as const;
  });
  return {
    where: `${f.open} AND ${f.outstanding} > 0`,
    columns: { ...Object.fromEntries(columns), total: sum(f.outstanding) },
    weight: 'total',
  };
}

function exposure(f: ReturnType<typeof expressions>): Definition {
  const columns = Object.keys(stages).map(
    (stage) => [stage, sumWhere(`${f.stage} = '${stage}'`, f.outstanding)] as const,
  );
  const whole = (row: Row | undefined) => Number(row?.total ?? 0);
  return {
    where: `${f.open} AND ${f.outstanding} > 0`,
    columns: { ...Object.fromEntries(columns), total: sum(f.outstanding) },
    finish: (row, total = row) => ({
      ...row,
      share: whole(total) === 0 ? 0 : ratio(whole(row), whole(total), 1000) / 10,
    }),
    weight: 'total',
  };
}

function margin(f: ReturnType<typeof expressions>): Definition {
  const counts = `(${f.isPaid} OR ${f.isExpected})`;
  const payout = `CASE WHEN ${f.isPaid} THEN ${f.realizedPayout} ELSE ${f.expected} END`;
  const profit = `coalesce(${f.realizedProfit}, ${f.expectedProfit})`;
  return {
    where: `(${counts} OR ${f.noExpectation})`,
    columns: {
      orders: countWhere(counts),
      cost: sumWhere(counts, f.total),
      payout: sumWhere(counts, payout),
      reward: sumWhere(counts, f.reward),
      portal: sumWhere(counts, f.portal),
      profit: sumWhere(counts, profit),
      marginPercent: 'NULL',
      'noExpectation.orders': countWhere(f.noExpectation),
      'noExpectation.cost': sumWhere(f.noExpectation, f.total),
    },
    finish: (row) => {
      const cost = Number(row.cost);
      const percent = cost > 0 ? ratio(Number(row.profit), cost, 10_000) / 100 : null;
      return { ...row, marginPercent: percent };
    },
    weight: 'profit',
  };
}

function pnl(f: ReturnType<typeof expressions>): Definition {
  const part = (name: string, counts: string, payout: string, profit: string, assumed: string) => ({
    [`${name}.orders`]: countWhere(counts),
    [`${name}.cost`]: sumWhere(counts, f.total),
    [`${name}.payout`]: sumWhere(counts, payout),
    [`${name}.reward`]: sumWhere(counts, f.reward),
    [`${name}.portal`]: sumWhere(counts, f.portal),
    [`${name}.profit`]: sumWhere(counts, profit),
    [`${name}.assumed`]: assumed,
  });
  const assumed = countWhere(`${f.isPaid} AND ${f.paid} = 0`);
  return {
    where: `(${f.isPaid} OR ${f.isExpected})`,
    columns: {
      ...part('realized', f.isPaid, f.realizedPayout, f.realizedProfit, assumed),
      ...part('expected', f.isExpected, f.expected, f.expectedProfit, '0'),
    },
    weight: 'realized.profit',
  };
}

function definitionOf(
  report: GroupedReport,
  scope: Scope,
  groups: readonly (string | null)[],
  bounds: readonly number[],
): Definition {
  const f = expressions(scope);
  switch (report) {
    case 'unpaid': {
      const plain = unpaid(f, f.open);
      return {
        ...plain,
        columns: {
          ...plain.columns,
          'noExpectation.orders': countWhere(f.noExpectation),
          'noExpectation.cost': sumWhere(f.noExpectation, f.total),
        },
        onlyInTotal: ['noExpectation.orders', 'noExpectation.cost'],
      };
    }
    case 'overdue':
      return unpaid(f, overdueCondition(scope, groups));
    case 'aging':
      return aging(f, bounds);
    case 'exposure':
      return exposure(f);
    case 'margin':
      return margin(f);
    case 'pnl':
      return pnl(f);
    case 'rewards':
      return {
        where: `NOT ${f.isCancelled}`,
        columns: {
          orders: 'count(*)',
          cost: sum(f.total),
          reward: sum(f.reward),
          points: sum(f.points),
        },
        weight: 'reward',
      };
  }
}

function without(row: Row, ...names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

/** `{ 'realized.cost': 1 }` is `{ realized: { cost: 1 } }`. */
function nest(row: Row): Nested {
  const nested: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(row)) {
    const dot = path.indexOf('.');
    if (dot === -1) nested[path] = value;
    else {
      const parent = path.slice(0, dot);
      nested[parent] = { ...(nested[parent] as object), [path.slice(dot + 1)]: value };
    }
  }
  return nested;
}

/** Months in their order; other dimensions with the largest amount first, then by name. */
function byWeight(by: string, weight: string) {
  return (one: Row, other: Row) => {
    const names = [one[by], other[by]].map((name) => (name === null ? '\uffff' : String(name)));
    const [a = '', b = ''] = names;
    const difference = by === 'month' ? 0 : Number(other[weight]) - Number(one[weight]);
    return difference || (a < b ? -1 : Number(a > b));
  };
}

export interface GroupedOptions {
  readonly by: Dimension;
  /** Upper ends of the aging buckets, in days. */
  readonly bounds?: readonly number[];
}

/** Adds the orders up by the dimension; with `none` each order is a row of its own. */
export function groupedReport(
  report: GroupedReport,
  read: Reader,
  scope: Scope,
  { by, bounds = defaultBounds }: GroupedOptions,
): Figures {
  const groups = read('SELECT DISTINCT group_id AS "group" FROM base_orders').map(
    ({ group }) => group as string | null,
  );
  const definition = definitionOf(report, scope, groups, bounds);
  const { columns, onlyInTotal = [], finish = (row) => row, weight, where } = definition;
  const { from, parameters } = ordersWhere(scope, where);
  const wanted = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);
  const [whole = {}] = read(`SELECT ${wanted.join(', ')} ${from}`, parameters);
  const total = finish(whole, undefined);
  if (by === 'none') {
    const rows: readonly OrderRow[] = orderRows(read, scope, where);
    return {
      rows: rows as unknown as readonly Nested[],
      total: nest(orderTotal(report, total, rows)),
    };
  }
  const grouped = read(
    `SELECT ${dimensionValues[by]} AS "${by}", ${wanted.join(', ')} ${from} GROUP BY 1`,
    parameters,
  );
  const rows = [...grouped]
    .sort(byWeight(by, weight))
    .map((row) => nest(without(finish(row, whole), ...onlyInTotal)));
  return { rows, total: nest(total) };
}

/** The overdue orders' total has the amounts of its rows. */
function orderTotal(report: GroupedReport, total: Row, rows: readonly OrderRow[]): Row {
  if (report !== 'overdue') return total;
  const sumOf = (name: 'total' | 'expectedPayout' | 'paid') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  const { orders = 0, outstanding = 0, atRisk = 0 } = total;
  return {
    orders,
    total: sumOf('total'),
    expectedPayout: sumOf('expectedPayout'),
    paid: sumOf('paid'),
    outstanding,
    atRisk,
  };
}
