import {
  expressions,
  type Grouping,
  type PointsInScope,
  type Reader,
  type Scope,
} from './report-scope';

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
    subtotal: 'coalesce(o.subtotal_cents, 0)',
    shipping: 'coalesce(o.shipping_cents, 0)',
    tax: 'coalesce(o.tax_cents, 0)',
    discount: 'coalesce(o.discount_cents, 0)',
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
export type SumCondition = keyof ReturnType<typeof conditionsOf>;

/** The columns by which orders are added up apart, in the order of the index: nothing is sorted. */
export const sumKeys = ['open', 'group_id', 'status', 'order_date', 'order_month', 'kind'] as const;

/** Conditions that the keys do not decide: for them, these measures have columns of their own. */
const apart: Readonly<
  Partial<Record<SumCondition, readonly ('orders' | 'cost' | 'reward' | 'portal' | 'expected')[]>>
> = {
  expected: ['orders', 'cost', 'reward', 'portal', 'expected'],
  noExpectation: ['orders', 'cost'],
};

function columnsOf(f: Expressions): Readonly<Record<string, string>> {
  // Only `report spending` asks for the parts of a total: it reads the orders themselves.
  const { subtotal, shipping, tax, discount, ...measures } = measuresOf(f);
  const conditions = conditionsOf(f);
  const ofSome = Object.entries(apart).flatMap(([condition, names]) =>
    names.map((name) => [
      `${condition}_${name}`,
      `CASE WHEN ${conditions[condition as SumCondition]} THEN ${measures[name]} ELSE 0 END`,
    ]),
  );
  return { ...measures, ...Object.fromEntries(ofSome) };
}

/** The columns of the sums that are no keys; all are integers. */
export const sumNames: readonly string[] = Object.keys(
  columnsOf(expressions({ today: '', pointThousandths: 0 })),
);

/** What else in `base_orders` the sums depend on. */
export const summedColumns = [
  'id',
  'gone_at',
  'total_cents',
  'expected_payout_cents',
  'paid_cents',
  'portal_cents',
  'earn_thousandths',
  'card_id',
] as const;

/** The account's orders, added up by `sumKeys`, then `sumNames`: a few thousand rows instead of all. */
export function orderSumsQuery({ pointThousandths, cardPoints = {} }: PointsInScope): string {
  const columns = sumKeys.map((key) => `o.${key}`);
  const sums = Object.values(columnsOf(expressions({ today: '', pointThousandths, cardPoints })));
  return `SELECT ${columns}, ${sums.map((sql) => `sum(${sql})`)} FROM base_orders o
    WHERE o.gone_at IS NULL GROUP BY ${columns}`;
}

/** What to sum up: the orders themselves, or their sums. Both are `o` in SQL. */
export interface Summands {
  readonly table: string;
  readonly condition: Readonly<Record<SumCondition, string>>;
  /** The sum of a measure over the orders that meet the condition, as an expression. */
  readonly sum: (measure: Measure, condition?: SumCondition) => string;
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

function orderSums(read: Reader, scope: Scope): Summands | undefined {
  const [state] = read("SELECT value FROM state WHERE name = 'orderSums'");
  if (state?.value !== orderSumsQuery(scope)) return undefined;
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
const summedDimensions: readonly Grouping[] = [
  ...(['group', 'status', 'kind', 'week', 'month', 'quarter', 'year'] as const),
];

/** What to add up by some dimensions: the orders' sums if they suffice. */
export function summands(read: Reader, scope: Scope, by: readonly Grouping[]): Summands {
  const suffice = scope.wanted === undefined && by.every((one) => summedDimensions.includes(one));
  return (suffice ? orderSums(read, scope) : undefined) ?? ordersThemselves(scope);
}
