import { buyingGroupStatuses, giftCardStatuses, settledStatuses } from '../contract/values';

/**
 * The numbers of one order in integer cents, each defined once as SQL for SQLite; PostgreSQL reads those of
 * payout and profit as well.
 */

function choose(condition: string, value: string, otherwise = 'NULL'): string {
  return `CASE WHEN ${condition} THEN ${value} ELSE ${otherwise} END`;
}

/** Above every negative amount, and leaves as much room below 2^63. */
const lift = 4_000_000_000_000_000_000n;

/**
 * `dividend + addend` divided by a positive `divisor`, rounded down: made positive first, since SQLite
 * truncates toward zero. A dividend beyond 2^63 is a fraction to SQLite.
 */
function floorDivide(dividend: string, divisor: bigint, addend = 0n): string {
  return `CAST((${dividend} + ${addend + lift}) / ${divisor} - ${lift / divisor} AS INTEGER)`;
}

/** The nearest integer; halves round away from zero. */
function round(expression: string): string {
  return `CAST(round(${expression}) AS INTEGER)`;
}

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

/** A text as an SQL literal. SQLite takes a NUL for the end of the statement. */
export function sqlText(value: string): string {
  if (value.includes('\0')) return `CAST(x'${Buffer.from(value).toString('hex')}' AS TEXT)`;
  return `'${value.replaceAll("'", "''")}'`;
}

export function textList(values: readonly string[]): string {
  return values.map(sqlText).join(', ');
}

/** True if a value is one of these, however many they are. */
export function isAmong(value: string, these: readonly (string | number)[]): string {
  return `${value} IN (SELECT value FROM json_each(${sqlText(JSON.stringify(these))}))`;
}

/** True if neither paid, cancelled nor gone. An order with an unknown status is open. */
export function isOpen(status: string, goneAt: string): string {
  return `(coalesce(${status}, '') NOT IN (${textList(settledStatuses)}) AND ${goneAt} IS NULL)`;
}

export function isCancelled(status: string): string {
  return `(${status} IS 'cancelled')`;
}

export function isPaid(status: string): string {
  return `(${status} IS NOT DISTINCT FROM 'paid')`;
}

/** The periods that days are added up by: an SQL expression for the period of a date, or null. */
export const periods = {
  day: (date) => `substr(${date}, 1, 10)`,
  /** The ISO week, `2026-W05`: the week of a day is that of its Thursday. */
  week: (date) => {
    const thursday = `date(substr(${date}, 1, 10), '-3 days', 'weekday 4')`;
    return `strftime('%Y', ${thursday}) || printf('-W%02d', (strftime('%j', ${thursday}) + 6) / 7)`;
  },
  /** `2025-06` */
  month: (date) => `substr(${date}, 1, 7)`,
  /** `2026-Q1` */
  quarter: (date) => `substr(${date}, 1, 5) || 'Q' || ((substr(${date}, 6, 2) + 2) / 3)`,
  year: (date) => `substr(${date}, 1, 4)`,
} satisfies Readonly<Record<string, (date: string) => string>>;
export type Period = keyof typeof periods;

export const isPeriod = (name: string): name is Period => Object.hasOwn(periods, name);

/** A multiplier with up to three decimals as an integer: `r` of a card, `v` of a point. */
export function thousandths(rate: string): string {
  return round(`coalesce(${rate}, 0) * 1000`);
}

/** Expressions for the columns of an order by these names; amounts are in cents. */
type Sql<Name extends string> = Readonly<Record<Name, string>>;

/** Expected but not paid: `max(0, E − P)` for an open order. */
export const outstanding = ({ open, expected, paid }: Sql<'open' | 'expected' | 'paid'>) =>
  choose(open, `max(0, ${expected} - ${paid})`, '0');

/** Cost not paid back: `max(0, T − P)` for an open order. */
export const atRisk = ({ open, total, paid }: Sql<'open' | 'total' | 'paid'>) =>
  choose(open, `max(0, ${total} - ${paid})`, '0');

/** A cancelled order earns nothing. */
type Earning = Sql<'cancelled' | 'total' | 'earnThousandths'>;

/** The value of the card's points, in cents: floor((T × r × v + 50,000,000) / 100,000,000). */
export function reward(given: Earning & Sql<'pointThousandths'>): string {
  const { cancelled, total, earnThousandths, pointThousandths } = given;
  const product = `${total} * ${earnThousandths} * ${pointThousandths}`;
  return choose(cancelled, '0', floorDivide(product, 100_000_000n, 50_000_000n));
}

/** Points that the card earns: floor(T × r / 100,000). */
export function points({ cancelled, total, earnThousandths }: Earning): string {
  return choose(cancelled, '0', floorDivide(`${total} * ${earnThousandths}`, 100_000n));
}

/** A shopping portal's cashback in cents; points are never counted as money. */
export function portalCashback(
  given: Sql<'status' | 'rewardType' | 'cashbackStatus' | 'amount'>,
): string {
  const { status, rewardType, cashbackStatus, amount } = given;
  const counts = `NOT ${isCancelled(status)} AND ${rewardType} = 'cashback' AND ${amount} IS NOT NULL AND lower(trim(coalesce(${cashbackStatus}, ''))) NOT IN (${textList(lostCashback)})`;
  return choose(counts, round(amount), '0');
}

/** Open, with neither an expected payout nor a payment: not part of profits, shown separately. */
export const hasNoExpectation = ({ open, expected, paid }: Sql<'open' | 'expected' | 'paid'>) =>
  `(${open} AND ${expected} = 0 AND ${paid} = 0)`;

/** Payout + reward + portal − T. `reward` and `portal` are as `reward` and `portalCashback` give them. */
export const profitFrom = (
  payout: string,
  { reward, portal, total }: Sql<'reward' | 'portal' | 'total'>,
) => `((${payout}) + (${reward}) + (${portal}) - ${total})`;

/** Income from a paid order: P, or E if no payment is recorded. Payments can add up to 0. */
export const realizedPayout = ({
  expected,
  paid,
  recorded,
}: Sql<'expected' | 'paid' | 'recorded'>) => choose(recorded, paid, expected);

/** Payout and profit of an order in cents, paid or else expected; null if no profit counts it. */
export function orderFigures(
  columns: Sql<
    'open' | 'status' | 'expected' | 'paid' | 'recorded' | 'total' | 'reward' | 'portal'
  >,
) {
  const { open, status, expected } = columns;
  const expectedPayout = choose(`${open} AND ${expected} > 0`, expected);
  const payout = choose(isPaid(status), realizedPayout(columns), expectedPayout);
  return { payout, profit: profitFrom(payout, columns) };
}

/** The profit from sums in cents, by their names or below a name: the same as adding up that of the orders. */
export function profitOf(sums: Readonly<Record<string, number>>, below = ''): number {
  const sumOf = (name: string) => sums[`${below}${name}`] ?? 0;
  return sumOf('payout') + sumOf('reward') + sumOf('portal') - sumOf('cost');
}

export function stageOf(status: string): string {
  const { waiting: _, ...named } = stages;
  const cases = Object.entries(named).map(
    ([stage, statuses]) => `WHEN ${status} IN (${textList(statuses)}) THEN '${stage}'`,
  );
  return `CASE ${cases.join(' ')} ELSE 'waiting' END`;
}
