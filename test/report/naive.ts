/** The reports again, as slow and simple as possible, without any code of src. */

export interface PlainOrder {
  readonly id: string;
  readonly group: string;
  readonly status: string;
  readonly orderDate: string;
  readonly total: number;
  /** Inside the total; the discount was taken off it. */
  readonly shipping: number;
  readonly tax: number;
  readonly discount: number;
  readonly expected: number;
  /** In one payment, or 0 for none. */
  readonly paid: number;
  readonly paidOn: string;
  readonly trackings: readonly string[];
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

/** What one order brings in and what is left of it; null if no profit counts it. */
export function naiveFigures(order: PlainOrder, days = 30) {
  const expected = isOpen(order) && order.expected > 0 ? order.expected : null;
  const payout = order.status === 'paid' ? order.paid || order.expected : expected;
  const due = new Date(new Date(order.orderDate).getTime() + days * 86_400_000);
  return {
    outstanding: outstanding(order),
    reward: reward(order),
    payout,
    profit: payout === null ? null : payout + reward(order) - order.total,
    dueDate: due.toISOString().slice(0, 10),
  };
}

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

/** The period of a date; a week is counted from the Monday of the week with January 4. */
export function naivePeriod(period: string, date: string): string {
  const [year = '', month = ''] = date.split('-');
  if (period === 'day') return date;
  if (period === 'year') return year;
  if (period === 'month') return `${year}-${month}`;
  if (period === 'quarter') return `${year}-Q${Math.ceil(Number(month) / 3)}`;
  const firstMonday = (of: number) => {
    const fourth = new Date(`${of}-01-04`);
    return fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * 86_400_000;
  };
  const time = new Date(date).getTime();
  const own = [1, 0, -1].map((more) => Number(year) + more).find((of) => firstMonday(of) <= time);
  const week = Math.floor((time - firstMonday(own ?? 0)) / (7 * 86_400_000)) + 1;
  return `${own}-W${String(week).padStart(2, '0')}`;
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

/** By days past due; an order that is due today is not late. */
export function naiveAgingByDue(
  orders: readonly PlainOrder[],
  today: string,
  allowed: (group: string) => number,
) {
  const late = (order: PlainOrder) => age(order, today) - allowed(order.group);
  const between = (from: number, to: number) =>
    add(
      orders.filter((order) => late(order) >= from && late(order) <= to),
      outstanding,
    );
  return {
    buckets: {
      'not due': between(-99_999, 0),
      '1-30': between(1, 30),
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

export function naiveRewards(orders: readonly PlainOrder[]) {
  const earning = orders.filter(({ status }) => status !== 'cancelled');
  return {
    orders: earning.length,
    cost: add(earning, ({ total }) => total),
    reward: add(earning, reward),
    points: add(earning, ({ total, earnRate }) =>
      Math.floor((total * Math.round(earnRate * 1000)) / 100_000),
    ),
  };
}

/** What was paid, whatever the status. */
export function naiveReceived(orders: readonly PlainOrder[]) {
  const paid = orders.filter((order) => order.paid !== 0);
  return {
    ...{ payments: paid.length, orders: paid.length, amount: add(paid, (order) => order.paid) },
    ...{ other: 0, undated: 0 },
  };
}

/** Income by month of the payment, costs by month of the order. */
export function naiveCash(orders: readonly PlainOrder[]) {
  const months = new Map<string, Record<string, number>>();
  const put = (month: string, member: string, amount: number) => {
    const sums = months.get(month) ?? { orders: 0, cost: 0, payout: 0, reward: 0, assumed: 0 };
    months.set(month, sums);
    sums[member] = (sums[member] ?? 0) + amount;
  };
  for (const order of orders.filter(({ status }) => status === 'paid')) {
    const month = order.orderDate.slice(0, 7);
    put(month, 'orders', 1);
    put(month, 'cost', order.total);
    put(month, 'reward', reward(order));
    if (order.paid !== 0) put(order.paidOn.slice(0, 7), 'payout', order.paid);
    else {
      put('unknown', 'payout', order.expected);
      put('unknown', 'assumed', 1);
    }
  }
  return Object.fromEntries(months);
}

export function naiveTurnaround(orders: readonly PlainOrder[]) {
  const whole = orders.filter(
    ({ status, paid, expected }) => status !== 'cancelled' && paid !== 0 && paid >= expected - 2,
  );
  const days = whole.map((order) => age(order, order.paidOn)).sort((a, b) => a - b);
  const at = (share: number) => days[Math.ceil(days.length * share) - 1] ?? null;
  return {
    n: days.length,
    unknown: orders.filter((order) => order.status === 'paid' && !whole.includes(order)).length,
    median: at(0.5),
    p90: at(0.9),
    min: days[0] ?? null,
    max: days.at(-1) ?? null,
  };
}

const keyOf = (number: string) => number.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Ids of the oldest orders paid short and over; orders that share a number are one debt. */
export function naiveDifferences(orders: readonly PlainOrder[]) {
  const isPaid = ({ paid }: PlainOrder) => paid !== 0;
  const isCancelled = ({ status }: PlainOrder) => status === 'cancelled';
  /** The paid orders reached through shared numbers, directly or through others; no other joins them. */
  const together = (first: PlainOrder) => {
    const found = new Set([first]);
    for (const one of found) {
      const keys = one.trackings.map(keyOf);
      for (const other of orders.filter(isPaid)) {
        if (other.trackings.some((number) => keys.includes(keyOf(number)))) found.add(other);
      }
    }
    return [...found];
  };
  const short: string[] = [];
  const over: string[] = [];
  const [paidShort, paidOver] = [
    { orders: 0, difference: 0 },
    { orders: 0, difference: 0 },
  ];
  for (const order of orders.filter(isPaid)) {
    const cluster = together(order);
    const expected = add(cluster, (one) => (isCancelled(one) ? 0 : one.expected));
    const lacking = expected - add(cluster, ({ paid }) => paid);
    const counted = cluster.filter((one) => !isCancelled(one) && one.expected > 0);
    if (!counted.includes(order) || Math.abs(lacking) <= Math.max(2, cluster.length)) continue;
    const sum = lacking > 0 ? paidShort : paidOver;
    sum.orders++;
    const isOlder = (one: PlainOrder) =>
      one.orderDate < order.orderDate || (one.orderDate === order.orderDate && one.id < order.id);
    if (counted.some(isOlder)) continue;
    (lacking > 0 ? short : over).push(order.id);
    sum.difference -= lacking;
  }
  return { short: short.sort(), over: over.sort(), paidShort, paidOver };
}

/** What was bought: every order but the cancelled ones. */
export function naiveSpending(orders: readonly PlainOrder[]) {
  const bought = orders.filter(({ status }) => status !== 'cancelled');
  const sums = {
    shipping: add(bought, ({ shipping }) => shipping),
    tax: add(bought, ({ tax }) => tax),
    discount: add(bought, ({ discount }) => discount),
    total: add(bought, ({ total }) => total),
  };
  const subtotal = sums.total - sums.shipping - sums.tax + sums.discount;
  return { orders: bought.length, subtotal, ...sums };
}

/** Ids of open orders that cost something; none of them has a card. */
export function naiveNoCard(orders: readonly PlainOrder[]): readonly string[] {
  return orders
    .filter((order) => isOpen(order) && order.total > 0)
    .map(({ id }) => id)
    .sort();
}

/** Tracking numbers that are not reimbursed, with their orders. */
export function naiveUnpaidTrackings(orders: readonly PlainOrder[]): readonly string[] {
  return orders
    .filter((order) => outstanding(order) > 0)
    .flatMap(({ id, trackings }) => trackings.map((number) => `${id} ${number}`))
    .sort();
}
