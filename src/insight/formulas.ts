import { buyingGroupStatuses, giftCardStatuses } from '../contract/values';

/**
 * The numbers of one order, each defined once, as SQL over the expressions that hold its fields.
 * The mirror's views and the reports use them. What is specific to SQLite is in its dialect. All
 * money is in integer cents.
 */
export interface Dialect {
  /** The expression, or 0 if it is negative. */
  atLeastZero(expression: string): string;
  /** Integer division rounded down; the divisor is positive. */
  floorDivide(dividend: string, divisor: number): string;
  /** The nearest integer; halves round away from zero. */
  round(expression: string): string;
}

/** Above every negative amount, and leaves as much room below 2^63. */
const lift = 4_000_000_000_000_000_000n;

export const sqlite: Dialect = {
  atLeastZero: (expression) => `max(0, ${expression})`,
  // SQLite truncates toward zero, so the dividend is made positive first, by a multiple of every
  // power of ten that divides here. A dividend beyond 2^63 is a fraction to SQLite.
  floorDivide: (dividend, divisor) =>
    `CAST((${dividend} + ${lift}) / ${divisor} - ${lift / BigInt(divisor)} AS INTEGER)`,
  round: (expression) => `CAST(round(${expression}) AS INTEGER)`,
};

const settledStatuses = ['paid', 'cancelled'] as const;

/** The stages of an open order on its way to being paid; an unknown status is `waiting`. */
export const stages = {
  buying: ['purchased'],
  moving: ['shipped', 'partially_delivered'],
  waiting: ['delivered', 'partially_received', 'received', 'partially_paid', 'submitted'],
  issue: ['issue'],
} as const;

/** Cashback in one of these states never arrives. */
const lostCashback = ['cancelled', 'canceled', 'denied', 'declined', 'rejected', 'expired', 'void'];

export const knownStatuses: readonly string[] = [
  ...new Set<string>([...buyingGroupStatuses, ...giftCardStatuses]),
];

/** A text as an SQL literal. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function textList(values: readonly string[]): string {
  return values.map(sqlText).join(', ');
}

/** True if neither paid, cancelled nor gone. An order with an unknown status is open. */
export function isOpen(status: string, goneAt: string): string {
  return `(coalesce(${status}, '') NOT IN (${textList(settledStatuses)}) AND ${goneAt} IS NULL)`;
}

export function isCancelled(status: string): string {
  return `(${status} IS 'cancelled')`;
}

export function isPaid(status: string): string {
  return `(${status} IS 'paid')`;
}

/** The month of a date: `2025-06`. */
export function monthOf(date: string): string {
  return `substr(${date}, 1, 7)`;
}

/** A multiplier with up to three decimals as an integer: `r` of a card, `v` of a point. */
export function thousandths({ round }: Dialect, rate: string): string {
  return round(`coalesce(${rate}, 0) * 1000`);
}

/** Expected but not paid: `max(0, E − P)` for an open order. */
export function outstanding(
  { atLeastZero }: Dialect,
  { open, expected, paid }: { open: string; expected: string; paid: string },
): string {
  return `CASE WHEN ${open} THEN ${atLeastZero(`${expected} - ${paid}`)} ELSE 0 END`;
}

/** Cost not paid back: `max(0, T − P)` for an open order. */
export function atRisk(
  { atLeastZero }: Dialect,
  { open, total, paid }: { open: string; total: string; paid: string },
): string {
  return `CASE WHEN ${open} THEN ${atLeastZero(`${total} - ${paid}`)} ELSE 0 END`;
}

/** The value of the card's points, in cents: floor((T × r × v + 50,000,000) / 100,000,000). */
export function reward(
  { floorDivide }: Dialect,
  given: { status: string; total: string; earnThousandths: string; pointThousandths: string },
): string {
  const { status, total, earnThousandths, pointThousandths } = given;
  const worth = floorDivide(
    `${total} * ${earnThousandths} * ${pointThousandths} + 50000000`,
    100_000_000,
  );
  return `CASE WHEN ${isCancelled(status)} THEN 0 ELSE ${worth} END`;
}

/** Points that the card earns: floor(T × r / 100,000). */
export function points(
  { floorDivide }: Dialect,
  { status, total, earnThousandths }: { status: string; total: string; earnThousandths: string },
): string {
  const earned = floorDivide(`${total} * ${earnThousandths}`, 100_000);
  return `CASE WHEN ${isCancelled(status)} THEN 0 ELSE ${earned} END`;
}

/** A shopping portal's cashback in cents; points are never counted as money. */
export function portalCashback(
  { round }: Dialect,
  given: { status: string; rewardType: string; cashbackStatus: string; amount: string },
): string {
  const { status, rewardType, cashbackStatus, amount } = given;
  const counts = `NOT ${isCancelled(status)} AND ${rewardType} = 'cashback' AND ${amount} IS NOT NULL AND lower(coalesce(${cashbackStatus}, '')) NOT IN (${textList(lostCashback)})`;
  return `CASE WHEN ${counts} THEN ${round(amount)} ELSE 0 END`;
}

interface ProfitColumns {
  readonly open: string;
  readonly status: string;
  readonly expected: string;
  readonly paid: string;
  readonly total: string;
  /** Expressions in cents, as `reward` and `portalCashback` give them. */
  readonly reward: string;
  readonly portal: string;
}

interface RealizedColumns extends ProfitColumns {
  /** True if any payment of the order is recorded. */
  readonly recorded: string;
}

/** Open, with neither an expected payout nor a payment: not part of profits, shown separately. */
export function hasNoExpectation({
  open,
  expected,
  paid,
}: Pick<ProfitColumns, 'open' | 'expected' | 'paid'>): string {
  return `(${open} AND ${expected} = 0 AND ${paid} = 0)`;
}

/** E + reward + portal − T for an open order with E > 0, else null. */
export function expectedProfit({ open, expected, total, ...more }: ProfitColumns): string {
  return `CASE WHEN ${open} AND ${expected} > 0 THEN ${expected} + (${more.reward}) + (${more.portal}) - ${total} END`;
}

/** What a paid order brought in: P, or E if no payment is recorded. Payments can add up to 0. */
export function realizedPayout({
  expected,
  paid,
  recorded,
}: Pick<RealizedColumns, 'expected' | 'paid' | 'recorded'>): string {
  return `CASE WHEN ${recorded} THEN ${paid} ELSE ${expected} END`;
}

/** Payout + reward + portal − T for a paid order, else null. */
export function realizedProfit({ status, total, ...more }: RealizedColumns): string {
  return `CASE WHEN ${isPaid(status)} THEN ${realizedPayout(more)} + (${more.reward}) + (${more.portal}) - ${total} END`;
}

/** The profit from sums in cents: the same as adding up either profit above over the orders. */
export function profitOf(sums: Readonly<Record<string, number>>): number {
  const { payout = 0, reward = 0, portal = 0, cost = 0 } = sums;
  return payout + reward + portal - cost;
}

/** `buying`, `moving`, `waiting` or `issue`. */
export function stageOf(status: string): string {
  const { waiting: _, ...named } = stages;
  const cases = Object.entries(named).map(
    ([stage, statuses]) => `WHEN ${status} IN (${textList(statuses)}) THEN '${stage}'`,
  );
  return `CASE ${cases.join(' ')} ELSE 'waiting' END`;
}
