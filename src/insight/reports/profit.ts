import { groupBy, membersBelow } from '../../lib/once';
import { typedWords } from '../../lib/words';
import { isPeriod, periods, profitOf, sqlText } from '../formulas';
import { statusChanges } from '../order-rows';
import {
  expressions,
  type Reader,
  type ReportBy,
  type Row,
  readOrders,
  type Scope,
} from '../report-scope';
import { RowGroups, valueColumns } from '../row-groups';
import { noExpectationMembers, noExpectationPart } from './outstanding';
import { type Figures, type GroupedReport, member, type ReportMembers } from './report';
import { ratio, type SummedPart, summedReport } from './summed';

/** The reports on what orders bring in and what is left of it. */

const profitSums = { orders: 'orders', cost: 'cost', reward: 'reward', portal: 'portal' } as const;
const paidPart: SummedPart = { of: 'paid', sums: { ...profitSums, payout: 'realized' } };
/** A profit of open orders with an expectation. */
const expectedPart: SummedPart = { of: 'expected', sums: { ...profitSums, payout: 'expected' } };

const reward = member.money("Value of the card's points", { heading: 'Rewards' });
const portal = member.money('Cashback of shopping portals', { heading: 'Cashback' });
const profitMeaning = 'Payout + rewards + cashback - cost';

export const marginReport = summedReport({
  name: 'margin',
  summary: 'Profit and margin of paid and open orders together',
  description: `Includes paid orders and open orders with an expected payout. Open orders without one are shown
as noExpectation instead. The settings pointValue and pointValue.<card> are the value of a point in cents.`,
  by: ['group'],
  single: 'own',
  usesPoints: true,
  main: 'profit',
  members: () => ({
    orders: member.count('Paid orders, and open ones with an expected payout'),
    cost: member.money('What they cost'),
    payout: member.money('What paid orders brought in and open ones should'),
    reward,
    portal,
    profit: member.money(profitMeaning),
    marginPercent: member.percent('Profit in percent of the cost', {
      heading: 'Margin %',
      title: 'Margin',
      orNull: true,
      decimals: 2,
    }),
    ...noExpectationMembers({ shownIn: 'table' }),
  }),
  leaveOut: typedWords(
    'noExpectation.cost noExpectation.orders portal reward orders payout cost marginPercent',
  ),
  examples: {
    'waybill report margin --by retailer': 'Which retailers pay off',
    'waybill report margin --by month,group --since 3m': 'Each group in the last three months',
  },
  sums: ({ f }) => ({
    where: `(${f.isPaid} OR ${f.conditions.expected})`,
    parts: [paidPart, expectedPart, noExpectationPart],
    finish: (row) => {
      const { cost = 0 } = row;
      const profit = profitOf(row);
      return { ...row, profit, marginPercent: cost > 0 ? ratio(profit, cost, 10_000) / 100 : null };
    },
  }),
});

const pnlMembers: ReportMembers = {
  'realized.orders': member.count('Paid orders', { heading: 'Paid', title: 'Paid orders' }),
  'realized.cost': member.money('What they cost', { heading: 'Cost' }),
  'realized.payout': member.money('What they brought in', { heading: 'Payout' }),
  'realized.reward': { ...reward, shownIn: 'page' },
  'realized.portal': { ...portal, shownIn: 'page' },
  'realized.profit': member.money(profitMeaning, { heading: 'Realized', title: 'Realized profit' }),
  'realized.assumed': member.count('Those without a recorded payment', {
    heading: 'Assumed',
    title: 'Payout assumed',
  }),
  'expected.orders': member.count('Open orders with an expected payout', {
    heading: 'Open',
    title: 'Open orders',
  }),
  'expected.cost': member.money('What they cost', { heading: 'Open cost', shownIn: 'table' }),
  'expected.payout': member.money('What they should pay', {
    heading: 'Open payout',
    shownIn: 'table',
  }),
  'expected.reward': { ...reward, heading: 'Open rewards', shownIn: 'neither' },
  'expected.portal': { ...portal, heading: 'Open cashback', shownIn: 'neither' },
  'expected.profit': member.money(profitMeaning, { heading: 'Expected', title: 'Expected profit' }),
  'expected.assumed': member.count('Always 0', { heading: 'Open assumed', shownIn: 'neither' }),
};

const inside = (name: string, part: SummedPart): SummedPart => ({
  ...part,
  sums: membersBelow(name, part.sums),
});

const profitByOrder = summedReport({
  name: 'pnl',
  summary: 'Realized and expected profit by month',
  description: `Realized profit comes from paid orders, expected profit from open ones. They are never added
together. A paid order without a recorded payment uses its expected payout and is counted in assumed. With
--basis cash, income is in the week, month, quarter or year of its payment, and only paid orders count.`,
  by: ['month'],
  single: 'own',
  usesPoints: true,
  main: 'realized.profit',
  members: () => pnlMembers,
  leaveOut: typedWords(
    'expected.payout expected.cost realized.payout realized.cost expected.orders',
    'realized.orders realized.assumed',
  ),
  basis: ['cash', 'Count income in the period of the order or of the payment'],
  examples: {
    'waybill report pnl': 'Did I make money?',
    'waybill report pnl --by quarter --basis cash': 'By the quarter in which the money arrived',
    'waybill report pnl --by none -o csv': 'The profit of each order, for a spreadsheet',
  },
  sums: ({ f }) => ({
    where: `(${f.isPaid} OR ${f.conditions.expected})`,
    parts: [
      inside('realized', { ...paidPart, sums: { ...paidPart.sums, assumed: 'assumed' } }),
      inside('expected', expectedPart),
    ],
    finish: (row) => ({
      ...row,
      'realized.profit': profitOf(row, 'realized.'),
      'expected.profit': profitOf(row, 'expected.'),
    }),
  }),
});

const nothing = { orders: 0, cost: 0, payout: 0, reward: 0, portal: 0, profit: 0, assumed: 0 };
type Sums = Record<keyof typeof nothing, number>;

/** The period of what has no date. */
const unknown = 'unknown';

function periodsOf(read: Reader, days: ReadonlySet<string>): ReadonlyMap<string, Row> {
  const columns = Object.entries(periods).map(([name, of]) => `${of('value')} AS ${name}`);
  const all = sqlText(JSON.stringify([...days]));
  const rows = read(`SELECT value AS day, ${columns.join(', ')} FROM json_each(${all})`);
  return new Map(rows.map((row) => [String(row.day), row]));
}

function addTo(sums: Sums, amounts: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(amounts)) sums[name as keyof Sums] += Number(amounts[name]);
}

/**
 * Profit of paid orders by period: income in that of its payment, else in that in which the change to paid
 * was seen, or under `unknown`; costs in the order's.
 */
export function cashProfit(read: Reader, scope: Scope, by: ReportBy): Figures {
  const f = expressions(scope);
  const columns = `o.kind || ':' || o.id AS name, o.id, ${valueColumns(by)}, ${f.total} AS cost,
    ${f.recorded} AS recorded, ${f.realizedPayout} AS payout, ${f.reward} AS reward,
    ${f.portal} AS portal`;
  const orders = readOrders(read, scope, columns, f.isPaid);
  const paidParts = read(
    `SELECT order_id AS id, amount_cents AS cents, paid_on AS day FROM payments
     WHERE order_id IS NOT NULL`,
  );
  const payments = groupBy(paidParts, ({ id }) => id);
  const seen = new Map<unknown, string>();
  for (const [name, { type, status, at }] of statusChanges(read, scope, f.isPaid)) {
    if (type === 'order.status' && status === 'paid') seen.set(name, scope.dayOf(String(at)));
  }
  const paidDays = paidParts.flatMap(({ day }) => (day === null ? [] : [String(day)]));
  const periodsBy = periodsOf(read, new Set([...seen.values(), ...paidDays]));
  const groups = new RowGroups<Sums>(by, () => ({ ...nothing }));
  const timeless = Object.fromEntries(by.filter(isPeriod).map((name) => [name, unknown]));
  for (const order of orders) {
    const { name, id, recorded, payout, cost, reward, portal } = order;
    const own = by.filter((one) => isPeriod(one) && order[`by ${one}`] === null);
    const inOwn = groups.of(order, Object.fromEntries(own.map((one) => [one, unknown])));
    addTo(inOwn, { orders: 1, cost, reward, portal });
    const receive = (day: unknown, amounts: Parameters<typeof addTo>[1]) =>
      addTo(groups.of(order, periodsBy.get(String(day ?? seen.get(name))) ?? timeless), amounts);
    if (recorded === 0) receive(null, { payout, assumed: 1 });
    else
      for (const { day, cents } of payments.get(id ?? null) ?? []) receive(day, { payout: cents });
  }
  const total: Sums = { ...nothing };
  const rows = groups.rows((sums) => {
    addTo(total, { ...sums, profit: profitOf(sums) });
    return { realized: { ...sums, profit: profitOf(sums) }, expected: nothing };
  });
  return { rows, total: { realized: total, expected: nothing } };
}

export const pnlReport: GroupedReport = {
  ...profitByOrder,
  figures: (read, scope, by, options) =>
    options?.basis === 'cash'
      ? cashProfit(read, scope, by)
      : profitByOrder.figures(read, scope, by, options),
};

export const rewardsReport = summedReport({
  name: 'rewards',
  summary: 'Points and their value',
  description:
    'Cancelled orders earn nothing. The settings pointValue and pointValue.<card> are the value of a point in cents.',
  by: ['group'],
  single: 'own',
  usesPoints: true,
  main: 'reward',
  members: () => ({
    orders: member.count('Orders that are not cancelled'),
    cost: member.money('What they cost'),
    reward,
    points: member.count("The card's points"),
  }),
  leaveOut: ['orders', 'cost'],
  examples: {
    'waybill report rewards --by card': 'What each card earns',
    'waybill report rewards --by month --kind orders': 'What each month earned',
  },
  sums: ({ f }) => ({
    where: f.conditions.notCancelled,
    parts: [
      {
        of: 'notCancelled',
        sums: { orders: 'orders', cost: 'cost', reward: 'reward', points: 'points' },
      },
    ],
  }),
});
