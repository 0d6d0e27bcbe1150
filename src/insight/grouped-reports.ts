import { addDays } from '../lib/days';
import { groupBy } from '../lib/group-by';
import { profitOf, sqlText, stages } from './formulas';
import { type OrderRow, orderRows, overdueCondition, ownRows, pastDue } from './order-rows';
import {
  type Condition,
  conditionsOf,
  type Measure,
  measuresOf,
  ordersThemselves,
  summands,
} from './order-sums';
import {
  type By,
  expressions,
  type Grouping,
  groupingsOf,
  ordersWhere,
  type Reader,
  type Row,
  type Scope,
} from './report-scope';
import { RowGroups, valueColumns } from './row-groups';

type Nested = Readonly<Record<string, unknown>>;

export interface Figures {
  readonly rows: readonly Nested[];
  readonly total: Nested;
}

/** Some of the orders, and what they contribute to the members of a row. */
interface Part {
  /** The orders; a condition in SQL on the orders themselves if it has no name. */
  readonly of: Condition | { readonly orders: string };
  /** What to sum, by the dotted path of the member. */
  readonly sums: Readonly<Record<string, Measure>>;
  readonly spread?: Spread;
}

/**
 * Spreads one sum among members by a condition on columns. The orders are summed by those columns
 * first: a condition on every order would take several times as long.
 */
interface Spread {
  /** The member that is spread. Rows where it is 0 are left out. */
  readonly of: string;
  /** The columns of `o` that decide. */
  readonly over: readonly string[];
  /** The condition of each member. */
  readonly into: readonly (readonly [path: string, condition: string])[];
}

/**
 * A report that sums up orders by a dimension, as data. Money is in cents. Each part is summed
 * separately, and their rows are joined by the dimension, so that sums have no conditions.
 */
interface Definition {
  /** Which orders are in the report at all. */
  readonly where: string;
  readonly parts: readonly Part[];
  /** The members after the dimension, in order. */
  readonly members: readonly string[];
  /** Members that only the total has. */
  readonly onlyInTotal?: readonly string[];
  /** Computes what can't be summed. `total` is undefined for the total itself. */
  finish?(sums: Sums, total: Sums | undefined): Row;
  /** What rows are sorted by unless the user says otherwise, largest first. */
  readonly weight: string;
}

type Sums = Readonly<Record<string, number>>;

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

/** Reports whose row of one order has their own members; in the others it says what is outstanding. */
export const showsOrdersOwn = (report: string): boolean =>
  ['margin', 'pnl', 'rewards'].includes(report);

export const defaultBounds: readonly number[] = [14, 30, 60, 90];

/** The same in days past due. */
export const defaultDueBounds: readonly number[] = [30, 60, 90];

/** What aging counts: days since the order, or since its payout was due. */
export type AgingBasis = 'order' | 'due';

/** `0-14`, `15-30`, …, `91+`; past due `not due`, `1-30`, …, `91+`. */
export function bucketLabels(
  bounds: readonly number[],
  basis: AgingBasis = 'order',
): readonly string[] {
  const starts = [basis === 'due' ? 1 : 0, ...bounds.map((bound) => bound + 1)];
  const labels = starts.map((start, index) => {
    const end = bounds[index];
    return end === undefined ? `${start}+` : `${start}-${end}`;
  });
  return basis === 'due' ? ['not due', ...labels] : labels;
}

/**
 * A share of a whole in units of 1 / `parts`, rounding half up; exact, because all are integers.
 */
function ratio(part: number, whole: number, parts: number): number {
  return Math.floor((2 * part * parts + whole) / (2 * whole));
}

type Expressions = ReturnType<typeof expressions>;

function unpaid(of: Part['of'], where: string): Definition {
  return {
    where,
    parts: [
      {
        of,
        sums: { orders: 'orders', outstanding: 'outstanding', cost: 'cost', atRisk: 'at_risk' },
      },
    ],
    members: ['orders', 'outstanding', 'cost', 'atRisk', 'oldestDays'],
    finish: ({ oldestDays = null, ...row }: Row, total) =>
      total === undefined ? row : { ...row, oldestDays },
    weight: 'outstanding',
  };
}

function aging(
  f: Expressions,
  { today }: Scope,
  { bounds, basis }: Pick<Required<GroupedOptions>, 'bounds' | 'basis'>,
  isPastDue: (days: number) => string,
): Definition {
  /** Whether it is more than this many days. */
  const isMore = (days: number) =>
    basis === 'due' ? isPastDue(days) : `o.order_date < ${sqlText(addDays(today, -days))}`;
  const ends = basis === 'due' ? [0, ...bounds] : bounds;
  const buckets = bucketLabels(bounds, basis).map((label, index) => {
    const [above, upTo] = [ends[index - 1], ends[index]];
    const conditions = [
      // The age of an order without a date is unknown, so it counts as the newest.
      ...(above === undefined ? [] : [isMore(above)]),
      ...(upTo === undefined ? [] : [`NOT coalesce(${isMore(upTo)}, 0)`]),
    ];
    return [`buckets.${label}`, conditions.join(' AND ') || '1'] as const;
  });
  return {
    where: `${f.open} AND ${f.outstanding} > 0`,
    parts: [
      {
        of: 'open',
        sums: { total: 'outstanding' },
        spread: {
          of: 'total',
          over: basis === 'due' ? ['order_date', 'group_id'] : ['order_date'],
          into: buckets,
        },
      },
    ],
    members: [...buckets.map(([path]) => path), 'total'],
    weight: 'total',
  };
}

function exposure(f: Expressions): Definition {
  const names = Object.keys(stages);
  const into = names.map((stage) => [stage, `${f.stage} = '${stage}'`] as const);
  const whole = ({ total = 0 }: Sums) => total;
  return {
    where: `${f.open} AND ${f.outstanding} > 0`,
    parts: [
      {
        of: 'open',
        sums: { total: 'outstanding' },
        spread: { of: 'total', over: ['status'], into },
      },
    ],
    members: [...names, 'total', 'share'],
    finish: (row, total = row) => ({
      ...row,
      share: whole(total) === 0 ? 0 : ratio(whole(row), whole(total), 1000) / 10,
    }),
    weight: 'total',
  };
}

const profitSums = { orders: 'orders', cost: 'cost', reward: 'reward', portal: 'portal' } as const;
/** A profit of paid orders. */
const paidPart: Part = { of: 'paid', sums: { ...profitSums, payout: 'realized' } };
/** A profit of open orders with an expectation. */
const expectedPart: Part = { of: 'expected', sums: { ...profitSums, payout: 'expected' } };

const noExpectation: Part = {
  of: 'noExpectation',
  sums: { 'noExpectation.orders': 'orders', 'noExpectation.cost': 'cost' },
};

function margin(f: Expressions): Definition {
  return {
    where: `(${f.isPaid} OR ${f.isExpected})`,
    parts: [paidPart, expectedPart, noExpectation],
    members: [
      ...['orders', 'cost', 'payout', 'reward', 'portal', 'profit', 'marginPercent'],
      ...['noExpectation.orders', 'noExpectation.cost'],
    ],
    finish: (row) => {
      const { cost = 0 } = row;
      const profit = profitOf(row);
      const marginPercent = cost > 0 ? ratio(profit, cost, 10_000) / 100 : null;
      return { ...row, profit, marginPercent };
    },
    weight: 'profit',
  };
}

function pnl(f: Expressions): Definition {
  const inside = (name: string, part: Part, more: Part['sums'] = {}): Part => ({
    ...part,
    sums: Object.fromEntries(
      Object.entries({ ...part.sums, ...more }).map(([member, measure]) => [
        `${name}.${member}`,
        measure,
      ]),
    ),
  });
  const sumsOf = (name: string, row: Sums) =>
    Object.fromEntries(
      ['cost', 'payout', 'reward', 'portal'].map((one) => [one, row[`${name}.${one}`] ?? 0]),
    );
  const names = ['realized', 'expected'];
  return {
    where: `(${f.isPaid} OR ${f.isExpected})`,
    parts: [inside('realized', paidPart, { assumed: 'assumed' }), inside('expected', expectedPart)],
    members: names.flatMap((name) =>
      ['orders', 'cost', 'payout', 'reward', 'portal', 'profit', 'assumed'].map(
        (member) => `${name}.${member}`,
      ),
    ),
    finish: (row) => ({
      ...row,
      ...Object.fromEntries(names.map((name) => [`${name}.profit`, profitOf(sumsOf(name, row))])),
    }),
    weight: 'realized.profit',
  };
}

/** Every group that open orders have. */
export function openGroups(read: Reader): readonly (string | null)[] {
  return read(
    'SELECT DISTINCT group_id AS "group" FROM base_orders WHERE open = 1 AND gone_at IS NULL',
  ).map(({ group }) => group as string | null);
}

function definitionOf(
  report: GroupedReport,
  read: Reader,
  scope: Scope,
  options: Pick<Required<GroupedOptions>, 'bounds' | 'basis'>,
): Definition {
  const f = expressions(scope);
  switch (report) {
    case 'unpaid': {
      const plain = unpaid('open', f.open);
      const onlyInTotal = ['noExpectation.orders', 'noExpectation.cost'];
      return {
        ...plain,
        parts: [...plain.parts, noExpectation],
        members: [...plain.members, ...onlyInTotal],
        onlyInTotal,
      };
    }
    case 'overdue': {
      const orders = overdueCondition(scope, openGroups(read));
      return unpaid({ orders }, orders);
    }
    case 'aging': {
      const groups = options.basis === 'due' ? openGroups(read) : [];
      return aging(f, scope, options, (days) => pastDue(scope, groups, days));
    }
    case 'exposure':
      return exposure(f);
    case 'margin':
      return margin(f);
    case 'pnl':
      return pnl(f);
    case 'rewards': {
      const members = ['orders', 'cost', 'reward', 'points'] as const;
      const sums = Object.fromEntries(members.map((name) => [name, name]));
      const parts: readonly Part[] = [{ of: 'notCancelled', sums }];
      const where = conditionsOf(f).notCancelled;
      return { where, parts, members, weight: 'reward' };
    }
  }
}

function without(row: Row, ...names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

/** `{ 'realized.cost': 1 }` becomes `{ realized: { cost: 1 } }`. */
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

export interface GroupedOptions {
  readonly by: By;
  /** Upper ends of the aging buckets, in days. */
  readonly bounds?: readonly number[];
  readonly basis?: AgingBasis;
}

/** Adds up sums, except the age of the oldest order, for which it takes the maximum. */
function addUp(sums: Iterable<Sums>, members: readonly string[]): Sums {
  // The age of an order dated in the future is negative, so its maximum doesn't start at 0.
  const whole: Record<string, number> = Object.fromEntries(
    members.flatMap((name) => (name === 'oldestDays' ? [] : [[name, 0]])),
  );
  for (const one of sums) {
    for (const [name, value] of Object.entries(one)) {
      const before = whole[name];
      if (before === undefined) whole[name] = value;
      else whole[name] = name === 'oldestDays' ? Math.max(before, value) : before + value;
    }
  }
  return whole;
}

/** Sums up once more, by the dimensions alone. */
function spreadOut(sql: string, { of, into }: Spread, names: readonly string[]): string {
  const members = into.map(
    ([path, condition]) => `sum(CASE WHEN ${condition} THEN o."${of}" ELSE 0 END) AS "${path}"`,
  );
  return `SELECT ${names.map((name) => `"${name}"`)}, ${members.join(', ')}, sum(o."${of}") AS "${of}"
    FROM (${sql}) o WHERE o."${of}" > 0 GROUP BY ${places(names)}`;
}

const places = (columns: readonly string[]) => columns.map((_, index) => index + 1).join(', ');

/** Passes on the sums of each part by dimension, as returned by SQL. */
function addParts(
  read: Reader,
  scope: Scope,
  { parts, members }: Definition,
  by: readonly Grouping[],
  add: (row: Row, sums: Sums) => void,
): void {
  const oldest = expressions(scope).ageOf('min(o.order_date)');
  const themselves = ordersThemselves(scope);
  const usual = summands(read, scope, by);
  const names = by.map((name) => `by ${name}`);
  for (const { of, sums, spread } of parts) {
    const isNamed = typeof of === 'string';
    const { table, sum, condition } = isNamed ? usual : themselves;
    const { from, parameters } = ordersWhere(scope, isNamed ? condition[of] : of.orders, { table });
    const wanted = Object.entries(sums).map(
      ([name, measure]) => `${sum(measure, isNamed ? of : undefined)} AS "${name}"`,
    );
    if ('outstanding' in sums && members.includes('oldestDays')) {
      wanted.push(`${oldest} AS oldestDays`);
    }
    const over = spread?.over ?? [];
    const keys = [...valueColumns(by), ...over.map((column) => `o.${column} AS ${column}`)];
    const sql = `SELECT ${[...keys, ...wanted].join(', ')} ${from} GROUP BY ${places(keys)}`;
    const rows = read(spread === undefined ? sql : spreadOut(sql, spread, names), parameters);
    for (const row of rows) {
      const numbers = Object.entries(row).flatMap(([name, value]) =>
        // Orders without a date have no age.
        names.includes(name) || value === null ? [] : [[name, Number(value)]],
      );
      add(row, Object.fromEntries(numbers));
    }
  }
}

/** A row for each order, with what it contributes to the members. */
function eachOrder(
  read: Reader,
  scope: Scope,
  { where, parts, members, finish = (row: Sums): Row => row }: Definition,
  whole: Sums,
): readonly Nested[] {
  const [measures, conditions] = [measuresOf(expressions(scope)), conditionsOf(expressions(scope))];
  const amounts = parts.flatMap(({ of, sums }) =>
    Object.entries(sums).map(([member, measure]) => {
      const condition = typeof of === 'string' ? conditions[of] : of.orders;
      return { member, sql: `CASE WHEN ${condition} THEN ${measures[measure]} ELSE 0 END` };
    }),
  );
  const columns = [...groupBy(amounts, ({ member }) => member)].map(
    ([member, own]) => `${own.map(({ sql }) => sql).join(' + ')} AS "${member}"`,
  );
  return Array.from(ownRows(read, scope, where, columns), (row) => {
    const sums = Object.fromEntries(members.map((name) => [name, Number(row[name] ?? 0)]));
    const { kind, id, orderNumber, group, retailer, status, orderDate, card } = row;
    // A literal: objects made by name take twice the memory.
    const own = { kind, id, orderNumber, group, retailer, status, orderDate, card };
    return Object.assign(own, nest(finish(sums, whole)));
  });
}

/** Sums up the orders by the dimensions; with `none`, each order is a separate row. */
export function groupedReport(
  report: GroupedReport,
  read: Reader,
  scope: Scope,
  { by, bounds = defaultBounds, basis = 'order' }: GroupedOptions,
): Figures {
  const definition = definitionOf(report, read, scope, { bounds, basis });
  const { members, onlyInTotal = [], finish = (row: Sums): Row => row, weight, where } = definition;
  const groups = new RowGroups<Sums[]>(by === 'none' ? ['kind'] : groupingsOf(by), () => []);
  const all: Sums[] = [];
  addParts(read, scope, definition, groups.by, (row, sums) => {
    all.push(sums);
    groups.of(row).push(sums);
  });
  const whole = addUp(all, members);
  const total = finish(whole, undefined);
  if (by === 'none' && showsOrdersOwn(report)) {
    return { rows: eachOrder(read, scope, definition, whole), total: nest(total) };
  }
  if (by === 'none') {
    const rows: readonly OrderRow[] = orderRows(read, scope, where);
    return {
      rows,
      total: nest(orderTotal(total, rows)),
    };
  }
  const rows = groups
    .rows(
      (sums) => finish(addUp(sums, members), whole),
      (row) => Number(row[weight]),
    )
    .map((row) => nest(without(row as Row, ...onlyInTotal)));
  return { rows, total: nest(total) };
}

/** The total of single orders adds up the amounts of the rows, whatever the report. */
function orderTotal(total: Row, rows: readonly OrderRow[]): Row {
  const amounts = ['total', 'expectedPayout', 'paid', 'outstanding', 'atRisk'] as const;
  const sumOf = (name: (typeof amounts)[number]) => rows.reduce((sum, row) => sum + row[name], 0);
  const leftOut = Object.entries(total).filter(([name]) => name.startsWith('noExpectation.'));
  return {
    orders: rows.length,
    ...Object.fromEntries(amounts.map((name) => [name, sumOf(name)])),
    ...Object.fromEntries(leftOut),
  };
}
