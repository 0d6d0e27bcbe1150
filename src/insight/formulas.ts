import { buyingGroupStatuses, giftCardStatuses } from '../contract/values';

/**
 * The numbers of one order, each written once, as SQL over whatever expressions hold its fields. The
 * mirror's views and reports use them; what SQLite writes in its own way is in its dialect. Money is
 * integer cents throughout.
 */
export interface Dialect {
  /** The expression, or 0 where it is less. */
  atLeastZero(expression: string): string;
  /** Integer division rounded down; the divisor is positive. */
  floorDivide(dividend: string, divisor: number): string;
  /** The nearest integer, halves away from zero. */
  round(expression: string): string;
}

export const sqlite: Dialect = {
  atLeastZero: (expression) => `max(0, ${expression})`,
  // SQLite cuts toward zero.
  floorDivide: (dividend, divisor) =>
    `((${dividend}) / ${divisor} - ((${dividend}) % ${divisor} < 0))`,
  round: (expression) => `CAST(round(${expression}) AS INTEGER)`,
};

const settledStatuses = ['paid', 'cancelled'] as const;

/** Where an open order is on its way to the money; an unknown status is `waiting`. */
export const stages = {
  buying: ['purchased'],
  moving: ['shipped', 'partially_delivered'],
  waiting: ['delivered', 'partially_received', 'received', 'partially_paid', 'submitted'],
  issue: ['issue'],
} as const;

/** A portal's cashback in one of these states never comes. */
const lostCashback = ['cancelled', 'canceled', 'denied', 'declined', 'rejected', 'expired', 'void'];

export const knownStatuses: readonly string[] = [
  ...new Set<string>([...buyingGroupStatuses, ...giftCardStatuses]),
];

/** A text as SQL writes it. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function textList(values: readonly string[]): string {
  return values.map(sqlText).join(', ');
}

/** True for what is neither paid nor cancelled and still there; an unknown status is open. */
export function isOpen(status: string, goneAt: string): string {
  return `(coalesce(${status}, '') NOT IN (${textList(settledStatuses)}) AND ${goneAt} IS NULL)`;
}

export function isCancelled(status: string): string {
  return `(coalesce(${status}, '') = 'cancelled')`;
}

export function isPaid(status: string): string {
  return `(coalesce(${status}, '') = 'paid')`;
}

/** `2025-06` of a date. */
export function monthOf(date: string): string {
  return `substr(${date}, 1, 7)`;
}

/** A multiplier with up to three decimals as an integer: `r` of a card, `v` of a point. */
export function thousandths({ round }: Dialect, rate: string): string {
  return round(`coalesce(${rate}, 0) * 1000`);
}

/** Expected and not paid: `max(0, E − P)` of an open order. */
export function outstanding(
  { atLeastZero }: Dialect,
  { open, expected, paid }: { open: string; expected: string; paid: string },
): string {
  return `CASE WHEN ${open} THEN ${atLeastZero(`${expected} - ${paid}`)} ELSE 0 END`;
}

/** Cost not paid back: `max(0, T − P)` of an open order. */
export function atRisk(
  { atLeastZero }: Dialect,
  { open, total, paid }: { open: string; total: string; paid: string },
): string {
  return `CASE WHEN ${open} THEN ${atLeastZero(`${total} - ${paid}`)} ELSE 0 END`;
}

/** What the card's points are worth, in cents: floor((T × r × v + 50,000,000) / 100,000,000). */
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

/** Open with neither an expectation nor a payment: left out of profits, shown by itself. */
export function hasNoExpectation({
  open,
  expected,
  paid,
}: Pick<ProfitColumns, 'open' | 'expected' | 'paid'>): string {
  return `(${open} AND ${expected} = 0 AND ${paid} = 0)`;
}

/** E + reward + portal − T of an open order with E > 0, else null. */
export function expectedProfit({ open, expected, total, ...more }: ProfitColumns): string {
  return `CASE WHEN ${open} AND ${expected} > 0 THEN ${expected} + (${more.reward}) + (${more.portal}) - ${total} END`;
}

/** What came in for a paid order: P, or E where no payment is recorded. */
export function realizedPayout({ expected, paid }: { expected: string; paid: string }): string {
  return `CASE WHEN ${paid} <> 0 THEN ${paid} ELSE ${expected} END`;
}

/** Payout + reward + portal − T of a paid order, else null. */
export function realizedProfit({ status, expected, paid, total, ...more }: ProfitColumns): string {
  return `CASE WHEN ${isPaid(status)} THEN ${realizedPayout({ expected, paid })} + (${more.reward}) + (${more.portal}) - ${total} END`;
}

/** The profit that sums in cents come to: for whole orders the two above add up to the same. */
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
