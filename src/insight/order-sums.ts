import { type Dimension, expressions, type Reader, type Scope } from './report-scope';

/** The formulas for the columns of an order `o`. */
type Expressions = ReturnType<typeof expressions>;

/** What reports add up, by name: an expression for one order `o`. Money is in cents. */
export function measuresOf(f: Expressions) {
  return {
    orders: '1',
    outstanding: f.outstanding,
    cost: f.total,
    at_risk: f.atRisk,
    reward: f.reward,
    points: f.points,
    portal: f.portal,
    expected: f.expected,
    realized: f.realizedPayout,
    /** Paid orders without a recorded payment, whose payout is assumed. */
    assumed: `CASE WHEN ${f.recorded} THEN 0 ELSE 1 END`,
  };
}
export type Measure = keyof ReturnType<typeof measuresOf>;

/** The orders that a report adds up, by name: a condition on an order `o`. */
export function conditionsOf(f: Expressions) {
  return {
    open: f.open,
    paid: f.isPaid,
    expected: f.isExpected,
    noExpectation: f.noExpectation,
    notCancelled: `NOT ${f.isCancelled}`,
  };
}
export type Condition = keyof ReturnType<typeof conditionsOf>;

/**
 * Orders that differ in one of these are added up apart: reports ask for them. In the order of the
 * index `order_groups`, so that nothing has to be sorted.
 */
const keys: Readonly<Record<string, string>> = {
  open: 'INTEGER',
  group_id: 'TEXT',
  status: 'TEXT',
  order_date: 'TEXT',
  order_month: 'TEXT',
  kind: 'TEXT',
};

/** Conditions that the keys do not decide: for them, these measures have columns of their own. */
const apart: Readonly<Partial<Record<Condition, readonly Measure[]>>> = {
  expected: ['orders', 'cost', 'reward', 'portal', 'expected'],
  noExpectation: ['orders', 'cost'],
};

/** Every column of the sums that is not a key, by name: an expression for one order `o`. */
function columnsOf(f: Expressions): Readonly<Record<string, string>> {
  const measures = measuresOf(f);
  const conditions = conditionsOf(f);
  const ofSome = Object.entries(apart).flatMap(([condition, names]) =>
    names.map((name) => [
      `${condition}_${name}`,
      `CASE WHEN ${conditions[condition as Condition]} THEN ${measures[name]} ELSE 0 END`,
    ]),
  );
  return { ...measures, ...Object.fromEntries(ofSome) };
}

const scopeOf = (pointThousandths: number) => ({ today: '', pointThousandths });

/** The columns of `base_orders` that the sums depend on. */
const dependsOn = [
  ...['kind', 'id', 'group_id', 'status', 'order_month', 'order_date', 'open', 'gone_at'],
  ...['total_cents', 'expected_payout_cents', 'paid_cents', 'portal_cents', 'earn_thousandths'],
];

const outdated = ['INSERT', 'DELETE', `UPDATE OF ${dependsOn.join(', ')}`].map((change, index) => ({
  name: `sums_outdated_${index}`,
  change,
}));

/**
 * The account's orders, added up by what most reports ask for: a few thousand rows instead of all
 * orders. Like an index, the table adds nothing to the mirror but speed. It is complete, empty or not
 * there: triggers empty it when an order changes, and the end of a sync or of a recorded payment
 * fills it. In between, reports add up the orders themselves. The state `orderSums` is the query that
 * filled it, so that no other formula, column or value of a point is mistaken for the reader's own.
 */
export const orderSumsTable = `
  DROP TABLE IF EXISTS order_sums;
  ${outdated.map(({ name }) => `DROP TRIGGER IF EXISTS ${name};`).join(' ')}
  CREATE TABLE order_sums (
    ${Object.entries(keys).map((column) => column.join(' '))},
    ${Object.keys(columnsOf(expressions(scopeOf(0)))).map((name) => `${name} INTEGER`)}
  );
  ${outdated
    .map(
      ({ name, change }) => `CREATE TRIGGER ${name} AFTER ${change} ON base_orders
        WHEN EXISTS (SELECT 1 FROM order_sums) BEGIN DELETE FROM order_sums; END;`,
    )
    .join(' ')}
`;

/** The sums as they have to be, for a value of a point in thousandths of a cent. */
export function orderSumsQuery(pointThousandths: number): string {
  const columns = Object.keys(keys).map((key) => `o.${key}`);
  const sums = Object.values(columnsOf(expressions(scopeOf(pointThousandths))));
  return `SELECT ${columns}, ${sums.map((sql) => `sum(${sql})`)} FROM base_orders o
    WHERE o.gone_at IS NULL GROUP BY ${columns}`;
}

/** What to sum up: the orders themselves, or their sums. Both are `o` in SQL. */
export interface Summands {
  readonly table: string;
  readonly condition: Readonly<Record<Condition, string>>;
  /** The sum of a measure over the orders that meet the condition, as an expression. */
  readonly sum: (measure: Measure, condition?: Condition) => string;
}

export function ordersThemselves(scope: Scope): Summands {
  const f = expressions(scope);
  const measures = measuresOf(f);
  return {
    table: 'base_orders',
    condition: conditionsOf(f),
    sum: (measure) => (measure === 'orders' ? 'count(*)' : `sum(${measures[measure]})`),
  };
}

/** The orders' sums; undefined if they are not filled, or not by this scope's formulas. */
function orderSums(read: Reader, scope: Scope): Summands | undefined {
  const [state] = read("SELECT value FROM state WHERE name = 'orderSums'");
  if (state?.value !== orderSumsQuery(scope.pointThousandths)) return undefined;
  if (read('SELECT 1 FROM order_sums LIMIT 1').length === 0) return undefined;
  return {
    table: 'order_sums',
    condition: {
      ...conditionsOf(expressions(scope)),
      expected: 'o.expected_orders > 0',
      noExpectation: 'o.noExpectation_orders > 0',
    },
    sum: (measure, condition) =>
      `sum(o.${condition !== undefined && condition in apart ? `${condition}_` : ''}${measure})`,
  };
}

/** Dimensions that the keys of the sums decide. */
const summedDimensions: readonly Dimension[] = ['group', 'status', 'month', 'kind'];

/** What to add up by a dimension: the orders' sums if they suffice. */
export function summands(read: Reader, scope: Scope, by: Dimension): Summands {
  const suffice = scope.wanted === undefined && summedDimensions.includes(by);
  return (suffice ? orderSums(read, scope) : undefined) ?? ordersThemselves(scope);
}
