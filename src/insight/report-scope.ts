import { type OrderNoun, storedKindOf } from '../contract/order-kinds';
import { typedWords } from '../lib/words';
import {
  atRisk,
  hasNoExpectation,
  isAmong,
  isCancelled,
  isPaid,
  outstanding,
  periods,
  points,
  profitFrom,
  realizedPayout,
  reward,
  sqlText,
} from './formulas';

/** One row of an SQL result: plain values by column. */
export type Row = Readonly<Record<string, string | number | null>>;

/** A value as a text; null if its column holds nothing. */
export const textOrNull = (value: Row[string] | undefined) =>
  value === null || value === undefined ? null : String(value);

/** Runs one statement on the mirror, whose columns are those of `R`. */
export interface Reader {
  <R = Row>(sql: string): readonly R[];
  /** The rows one by one, as they are read: those of all orders would take memory twice. */
  each(sql: string): Iterable<Row>;
}

export type Grouping = keyof typeof dimensionValues;
/** Contents of a report's row: the orders with the same value of one dimension or of two; of none, one order. */
export type ReportBy = readonly Grouping[];

/** The orders that a report covers, and the values it computes with. */
export interface Scope {
  /** `YYYY-MM-DD`, local. */
  readonly today: string;
  /** The local day of an ISO time. */
  dayOf(moment: string): string;
  /** v: the value of a point, in thousandths of a cent. */
  readonly pointThousandths: number;
  /** The same by the id of a card whose points are worth something else. */
  readonly cardPoints?: Readonly<Record<string, number>>;
  overdueAfter(group: string | null): number;
  readonly kind: OrderNoun | 'all';
  /** Keys of the orders that pass the filters; undefined without filters. */
  readonly wanted?: readonly number[] | undefined;
  /** The parts of payments that pass the filters, in `report received`; undefined without filters. */
  readonly wantedParts?: readonly string[] | undefined;
  /** Ids of the paid orders that are gone and pass the filters; undefined without filters. */
  readonly wantedGone?: readonly string[] | undefined;
}

const nameOfItem = `coalesce(nullif(trim(i.description), ''), nullif(trim(i.model), ''))`;

/** The item of an order: null without a named one; the first of them and "+ n more" if items differ. */
const item = `(SELECT ${nameOfItem} ||
  CASE WHEN n.different > 1 THEN ' + ' || (n.different - 1) || ' more' ELSE '' END
  FROM base_items i,
    (SELECT count(DISTINCT coalesce(${nameOfItem}, '')) AS different FROM base_items i
     WHERE i.order_key = o.key) n
  WHERE i.order_key = o.key ORDER BY ${nameOfItem} IS NULL, i.place LIMIT 1)`;

export const dimensionValues = {
  group: 'o.group_id',
  card: '(SELECT c.last_digits FROM base_cards c WHERE c.id = o.card_id)',
  owner: '(SELECT c.account_owner FROM base_cards c WHERE c.id = o.card_id)',
  retailer: 'o.retailer',
  account: 'o.retailer_account',
  status: 'o.status',
  day: periods.day('o.order_date'),
  week: periods.week('o.order_date'),
  month: 'o.order_month',
  quarter: periods.quarter('o.order_date'),
  year: periods.year('o.order_date'),
  kind: 'o.kind',
  item,
} as const;
export const groupings = Object.keys(dimensionValues) as readonly Grouping[];
/** Dimensions to add up orders by; the days of payments alone are few enough for a row each. */
export const dimensions = groupings.filter((name) => name !== 'day');

export type PointsInScope = Pick<Scope, 'pointThousandths' | 'cardPoints'>;

/** v of an order `o`: that of its card, or the usual one. */
function pointsOf({ pointThousandths, cardPoints = {} }: PointsInScope): string {
  const own = Object.entries(cardPoints).map(([id, value]) => `WHEN ${sqlText(id)} THEN ${value}`);
  return own.length === 0
    ? String(pointThousandths)
    : `CASE o.card_id ${own.join(' ')} ELSE ${pointThousandths} END`;
}

/** The formulas for the columns of an order `o`. Money is in cents. */
export function expressions({ today, ...values }: Pick<Scope, 'today' | keyof PointsInScope>) {
  const columns = {
    open: '(o.open = 1)',
    status: 'o.status',
    expected: 'o.expected_payout_cents',
    paid: 'o.paid_cents',
    total: 'o.total_cents',
    // The writer stores it by `portalCashback`.
    portal: 'o.portal_cents',
  };
  const cancelled = isCancelled(columns.status);
  const earning = { ...columns, cancelled, earnThousandths: 'o.earn_thousandths' };
  const all = { ...columns, reward: reward({ ...earning, pointThousandths: pointsOf(values) }) };
  const recorded = `(${columns.paid} <> 0 OR (${anyReversed} AND o.key IN ${reversed}))`;
  const ageOf = (date: string) => `CAST(julianday('${today}') - julianday(${date}) AS INTEGER)`;
  const figures = {
    ...all,
    // Not the stored column, because an index doesn't cover a generated column.
    outstanding: outstanding(columns),
    atRisk: atRisk(columns),
    points: points(earning),
    age: ageOf('o.order_date'),
    isPaid: isPaid(columns.status),
    isCancelled: cancelled,
    recorded,
    realizedPayout: realizedPayout({ ...columns, recorded }),
    expectedProfit: profitFrom(all.expected, all),
  };
  return {
    ...figures,
    ageOf,
    /** The orders that a report adds up, by name: a condition on an order `o`. */
    conditions: {
      open: figures.open,
      paid: figures.isPaid,
      outstanding: `(${figures.open} AND ${figures.outstanding} > 0)`,
      expected: `(${figures.open} AND ${figures.expected} > 0)`,
      noExpectation: hasNoExpectation(columns),
      notCancelled: `NOT ${cancelled}`,
    },
    /** Measures that reports add up, by name: expressions for one order `o`. */
    measures: {
      orders: '1',
      outstanding: figures.outstanding,
      cost: figures.total,
      at_risk: figures.atRisk,
      reward: figures.reward,
      points: figures.points,
      portal: figures.portal,
      subtotal: 'coalesce(o.subtotal_cents, 0)',
      shipping: 'coalesce(o.shipping_cents, 0)',
      tax: 'coalesce(o.tax_cents, 0)',
      discount: 'coalesce(o.discount_cents, 0)',
      expected: figures.expected,
      realized: figures.realizedPayout,
      /** Paid orders without a recorded payment, whose payout is assumed. */
      assumed: `CASE WHEN ${recorded} THEN 0 ELSE 1 END`,
    },
  };
}

export type Expressions = ReturnType<typeof expressions>;
export type Measure = keyof Expressions['measures'];
export type SumCondition = keyof Expressions['conditions'];

/** Orders with a payment of zero or less, which may bring their sum back to 0; there are few. */
const reversed = `(SELECT b.key FROM allocations a JOIN base_orders b ON b.id = a.order_id
  WHERE a.amount_cents <= 0)`;

/** Computed once, and mostly false: then no order is looked up among them. */
const anyReversed = 'EXISTS (SELECT 1 FROM allocations WHERE amount_cents <= 0)';

/** A condition on an order `o`, unless both kinds are in scope. */
export function kindCondition({ kind }: Scope): readonly string[] {
  return kind === 'all' ? [] : [`o.kind = '${storedKindOf[kind]}'`];
}

/** FROM and WHERE for orders in scope. Sums must not join: then no covering index would be used. */
export function ordersWhere(
  scope: Scope,
  condition: string,
  { join = '', table = 'base_orders' } = {},
) {
  const { wanted } = scope;
  const present = table === 'base_orders' ? ['o.gone_at IS NULL'] : [];
  const conditions = [...present, condition, ...kindCondition(scope)];
  if (wanted !== undefined) conditions.push(isAmong('o.key', wanted));
  return `FROM ${table} o ${join} WHERE ${conditions.join(' AND ')}`;
}

/** Reads columns of the orders in scope that meet a condition; `rest` follows it, such as an order. */
export function readOrders(
  read: Reader,
  scope: Scope,
  columns: string | readonly string[],
  condition: string,
  { rest = '', ...options }: { readonly rest?: string; readonly join?: string } = {},
): readonly Row[] {
  return read(`SELECT ${columns} ${ordersWhere(scope, condition, options)} ${rest}`);
}

/** The columns by which orders are added up apart, in the order of the index: nothing is sorted. */
export const sumKeys = ['open', 'group_id', 'status', 'order_date', 'order_month', 'kind'] as const;

/** Conditions that the keys do not decide: for them, these measures have columns of their own. */
const apart = {
  expected: ['orders', 'cost', 'reward', 'portal', 'expected'],
  noExpectation: ['orders', 'cost'],
} as const satisfies Partial<Record<SumCondition, readonly Measure[]>>;

function columnsOf(f: Expressions): Readonly<Record<string, string>> {
  // Only `report spending` asks for the parts of a total: it reads the orders themselves.
  const { subtotal, shipping, tax, discount, ...measures } = f.measures;
  const ofSome = Object.entries(apart).flatMap(([condition, names]) =>
    names.map((name) => [
      `${condition}_${name}`,
      `CASE WHEN ${f.conditions[condition as SumCondition]} THEN ${measures[name]} ELSE 0 END`,
    ]),
  );
  return { ...measures, ...Object.fromEntries(ofSome) };
}

/** The columns of the sums that are no keys; all are integers. */
export const sumNames: readonly string[] = Object.keys(
  columnsOf(expressions({ today: '', pointThousandths: 0 })),
);

/** Further columns of `base_orders` that the sums depend on. */
export const summedColumns = typedWords(
  'id gone_at total_cents expected_payout_cents paid_cents portal_cents',
  'earn_thousandths card_id',
);

/** The account's orders, added up by `sumKeys`, then `sumNames`: a few thousand rows instead of all. */
export function orderSumsQuery({ pointThousandths, cardPoints = {} }: PointsInScope): string {
  const columns = sumKeys.map((key) => `o.${key}`);
  const sums = Object.values(columnsOf(expressions({ today: '', pointThousandths, cardPoints })));
  return `SELECT ${columns}, ${sums.map((sql) => `sum(${sql})`)} FROM base_orders o
    WHERE o.gone_at IS NULL GROUP BY ${columns}`;
}

/** Rows to sum up: the orders themselves, or their sums. Both are `o` in SQL. */
export interface Summands {
  readonly table: string;
  readonly condition: Readonly<Record<SumCondition, string>>;
  /** A measure of a row that meets the condition, as an expression. */
  readonly amount: (measure: Measure, condition?: SumCondition) => string;
}

export function ordersThemselves(scope: Scope): Summands {
  const { measures, conditions } = expressions(scope);
  return { table: 'base_orders', condition: conditions, amount: (measure) => measures[measure] };
}

function orderSums(read: Reader, scope: Scope): Summands | undefined {
  const [state] = read("SELECT value FROM state WHERE name = 'orderSums'");
  if (state?.value !== orderSumsQuery(scope)) return undefined;
  if (read('SELECT 1 FROM order_sums LIMIT 1').length === 0) return undefined;
  return {
    table: 'order_sums',
    condition: {
      ...expressions(scope).conditions,
      outstanding: 'o.outstanding > 0',
      expected: 'o.expected_orders > 0',
      noExpectation: 'o.noExpectation_orders > 0',
    },
    amount: (measure, condition) =>
      `o.${condition !== undefined && condition in apart ? `${condition}_` : ''}${measure}`,
  };
}

/** Dimensions that the keys of the sums decide. */
const summedDimensions: readonly Grouping[] = typedWords(
  'group status kind week month quarter year',
);

/** Rows to add up by some dimensions: the orders' sums if they suffice. */
export function summands(read: Reader, scope: Scope, by: ReportBy): Summands {
  const suffice = scope.wanted === undefined && by.every((one) => summedDimensions.includes(one));
  return (suffice ? orderSums(read, scope) : undefined) ?? ordersThemselves(scope);
}
