/** The reports once more, as slowly and plainly as can be; nothing of src is used. */

export interface PlainOrder {
  readonly id: string;
  readonly group: string;
  readonly status: string;
  readonly orderDate: string;
  readonly total: number;
  readonly expected: number;
  readonly paid: number;
  readonly earnRate: number;
  readonly retailer: string;
}

const isOpen = ({ status }: PlainOrder) => status !== 'paid' && status !== 'cancelled';
const outstanding = (order: PlainOrder) =>
  isOpen(order) && order.expected > order.paid ? order.expected - order.paid : 0;
const age = ({ orderDate }: PlainOrder, today: string) =>
  Math.round((new Date(today).getTime() - new Date(orderDate).getTime()) / 86_400_000);
const reward = ({ status, total, earnRate }: PlainOrder) =>
  status === 'cancelled' ? 0 : Math.floor((total * Math.round(earnRate * 1000) + 50_000) / 100_000);

const stages: Record<string, string> = {
  purchased: 'buying',
  shipped: 'moving',
  partially_delivered: 'moving',
  issue: 'issue',
};

const add = <T>(orders: readonly T[], what: (order: T) => number) =>
  orders.map(what).reduce((a, b) => a + b, 0);

export function naiveUnpaid(orders: readonly PlainOrder[]) {
  const open = orders.filter(isOpen);
  const hopeless = open.filter(({ expected, paid }) => expected === 0 && paid === 0);
  return {
    orders: open.length,
    outstanding: add(open, outstanding),
    cost: add(open, ({ total }) => total),
    atRisk: add(open, ({ total, paid }) => Math.max(0, total - paid)),
    noExpectation: { orders: hopeless.length, cost: add(hopeless, ({ total }) => total) },
  };
}

export function naiveAging(orders: readonly PlainOrder[], today: string) {
  const between = (from: number, to: number) =>
    add(
      orders.filter((order) => age(order, today) >= from && age(order, today) <= to),
      outstanding,
    );
  return {
    buckets: {
      '0-14': between(-99_999, 14),
      '15-30': between(15, 30),
      '31-60': between(31, 60),
      '61-90': between(61, 90),
      '91+': between(91, 99_999),
    },
    total: add(orders, outstanding),
  };
}

export function naiveExposure(orders: readonly PlainOrder[]) {
  const of = (stage: string) =>
    add(
      orders.filter(({ status }) => (stages[status] ?? 'waiting') === stage),
      outstanding,
    );
  return {
    buying: of('buying'),
    moving: of('moving'),
    waiting: of('waiting'),
    issue: of('issue'),
    total: add(orders, outstanding),
  };
}

export function naiveProfit(orders: readonly PlainOrder[]) {
  const sums = (some: readonly PlainOrder[], payout: (order: PlainOrder) => number) => ({
    orders: some.length,
    cost: add(some, ({ total }) => total),
    payout: add(some, payout),
    reward: add(some, reward),
    profit: add(some, (order) => payout(order) + reward(order) - order.total),
  });
  const paid = orders.filter(({ status }) => status === 'paid');
  const open = orders.filter((order) => isOpen(order) && order.expected > 0);
  return {
    realized: {
      ...sums(paid, (order) => order.paid || order.expected),
      assumed: paid.filter((order) => order.paid === 0).length,
    },
    expected: sums(open, ({ expected }) => expected),
  };
}

export function naiveOverdue(orders: readonly PlainOrder[], today: string): readonly string[] {
  return orders
    .filter((order) => outstanding(order) > 0 && age(order, today) > 30)
    .map(({ id }) => id)
    .sort();
}
