/**
 * A second reconciliation, written only from the text of the contract: slow, order by order and
 * pair by pair, without an index. It shares no code with the program.
 */
export interface OracleRow {
  readonly file: string;
  readonly line: number;
  readonly format: string;
  readonly unreadable?: string;
  readonly trackings: readonly string[];
  readonly order: string | null;
  readonly amount: number;
  readonly state: string;
  readonly paidOn: string | null;
  readonly reference: string | null;
  readonly item: string | null;
  readonly quantity: number | null;
  readonly destroyed: readonly string[];
}

export interface OracleOrder {
  readonly id: string;
  readonly orderNumber: string | null;
  readonly group: string;
  readonly status: string;
  readonly orderDate: string;
  readonly expected: number;
  readonly trackings: readonly string[];
  readonly gone: boolean;
}

export interface OraclePayment {
  readonly identity: string | null;
  readonly amount: number;
  readonly shares: Readonly<Record<string, number>>;
  readonly names: string;
}

export interface OracleOptions {
  readonly group: string;
  readonly tolerance: number;
  readonly grace: number;
  readonly today: string;
}

export interface OracleResult {
  readonly outcomes: readonly string[];
  readonly shares: readonly Readonly<Record<string, number>>[];
  readonly verdicts: Readonly<Record<string, string>>;
  readonly paid: Readonly<Record<string, number>>;
  readonly found: number;
  readonly payments: readonly OraclePayment[];
}

function letters(text: string): string {
  let key = '';
  for (const sign of text.toUpperCase()) {
    if ((sign >= '0' && sign <= '9') || (sign >= 'A' && sign <= 'Z')) key += sign;
  }
  return key;
}

type Found = 'nothing' | 'unmatched' | 'conflict' | 'ambiguous' | readonly OracleOrder[];

function livingFirst(orders: readonly OracleOrder[]): readonly OracleOrder[] {
  return orders.some((order) => !order.gone) ? orders.filter((order) => !order.gone) : orders;
}

function oneOf(orders: readonly OracleOrder[], text: string): Found {
  const left = livingFirst(orders);
  if (left.length === 1) return left;
  const same = left.filter((order) => order.orderNumber === text);
  return same.length === 1 ? same : 'ambiguous';
}

function find(row: OracleRow, account: readonly OracleOrder[]): Found {
  const number = row.order;
  if (row.trackings.length === 0 && number === null) {
    return row.destroyed.length === 0 ? 'nothing' : 'unmatched';
  }
  const numbered = (wanted: string, cut: boolean) =>
    account.filter((order) => {
      const key = order.orderNumber === null ? '' : letters(order.orderNumber);
      return key !== '' && (cut ? key.length > 1 && key.slice(0, -1) : key) === letters(wanted);
    });
  type Same = (ours: string, theirs: string) => boolean;
  const carries = (order: OracleOrder, theirs: string, same: Same) =>
    order.trackings.some((ours) => same(letters(ours), theirs));
  const checked = (lists: readonly (readonly OracleOrder[])[]): Found => {
    const boxed = account.filter((order) => lists.some((orders) => orders.includes(order)));
    if (number === null) return livingFirst(boxed);
    let meant = numbered(number, false);
    const spelled = meant.filter((order) => !order.gone && order.orderNumber === number);
    if (spelled.length > 0) meant = spelled;
    if (meant.length === 0 && row.format === 'buying_group') meant = numbered(number, true);
    // A number of the row that is only on other orders contradicts the order number.
    const elsewhere = (order: OracleOrder) => lists.some((orders) => !orders.includes(order));
    const both = boxed.filter(
      (order) => meant.some((other) => other.id === order.id) && !elsewhere(order),
    );
    return both.length === 0 ? 'conflict' : oneOf(both, number);
  };

  const equal: Same = (ours, theirs) => ours === theirs;
  const lettered: Same = (ours, theirs) =>
    row.format === 'bfmr' &&
    theirs.length === ours.length + 1 &&
    /^[A-Z]$/.test(theirs.slice(-1)) &&
    theirs.startsWith(ours);
  /** The orders that one number in the tracking column means, and by which rule. */
  const meantBy = (theirs: string): { rule: number; orders: readonly OracleOrder[] } => {
    const having = (same: Same) => account.filter((one) => carries(one, theirs, same));
    if (having(equal).length > 0) return { rule: 1, orders: having(equal) };
    if (having(lettered).length > 0) return { rule: 3, orders: having(lettered) };
    const own = livingFirst(numbered(theirs, false));
    return own.length === 1 ? { rule: 5, orders: own } : { rule: 6, orders: [] };
  };
  const boxes = row.trackings.map(meantBy).filter(({ rule }) => rule !== 6);
  if (boxes.some(({ rule }) => rule !== 3)) return checked(boxes.map(({ orders }) => orders));
  if (number !== null && numbered(number, false).length > 0) {
    return oneOf(numbered(number, false), number);
  }
  if (boxes.length > 0) return checked(boxes.map(({ orders }) => orders));
  if (row.format === 'buying_group' && number !== null) {
    const fourth = livingFirst(numbered(number, true));
    if (fourth.length === 1) return fourth;
  }
  return 'unmatched';
}

/** Hands out, cent by cent, what the rounded-down shares leave over. */
function split(cents: number, orders: readonly OracleOrder[]): Record<string, number> {
  const total = Math.abs(cents);
  const allZero = orders.every((order) => order.expected === 0);
  const weight = (order: OracleOrder) => (allZero ? 1 : order.expected);
  const sum = orders.reduce((all, order) => all + weight(order), 0);
  const shares: Record<string, number> = {};
  const rest: Record<string, number> = {};
  for (const order of orders) {
    shares[order.id] = Math.floor((total * weight(order)) / sum);
    rest[order.id] = (total * weight(order)) % sum;
  }
  const handedOut = () => Object.values(shares).reduce((all, one) => all + one, 0);
  const waiting = [...orders];
  while (handedOut() < total) {
    let next = waiting[0] as OracleOrder;
    for (const order of waiting) {
      const [a, b] = [rest[order.id] ?? 0, rest[next.id] ?? 0];
      const older =
        order.orderDate < next.orderDate ||
        (order.orderDate === next.orderDate && order.id < next.id);
      if (a > b || (a === b && older)) next = order;
    }
    shares[next.id] = (shares[next.id] ?? 0) + 1;
    waiting.splice(waiting.indexOf(next), 1);
  }
  if (cents < 0) for (const id of Object.keys(shares)) shares[id] = 0 - (shares[id] ?? 0);
  return shares;
}

const namesOf = (row: OracleRow) =>
  `${[...row.trackings].sort().join(',')}/${row.order === null ? '' : letters(row.order)}`;

const contentOf = (row: OracleRow) =>
  [namesOf(row), row.amount, row.paidOn, row.reference, row.item, row.quantity, row.destroyed]
    .map((part) => JSON.stringify(part))
    .join(' ');

/** Rows with one identity and amount, with the one that counts first. */
function preferred(rows: readonly { row: OracleRow; found: Found; place: number }[]) {
  const rank = (one: (typeof rows)[number]) => [
    Array.isArray(one.found) ? '0' : '1',
    one.row.paidOn ?? '9',
    JSON.stringify([
      JSON.stringify([
        [...one.row.trackings].sort(),
        one.row.order === null ? '' : letters(one.row.order),
      ]),
      one.row.amount,
      one.row.paidOn,
      one.row.reference,
      one.row.item,
      one.row.quantity,
      one.row.destroyed,
    ]),
  ];
  return [...rows].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    for (let part = 0; part < 3; part++) {
      const [left, right] = [a[part] ?? '', b[part] ?? ''];
      if (left !== right) return left < right ? -1 : 1;
    }
    return one.place - other.place;
  });
}

function days(from: string, to: string): number {
  let count = 0;
  const step = new Date(`${from}T12:00:00Z`);
  while (step.toISOString().slice(0, 10) < to && count < 4000) {
    step.setUTCDate(step.getUTCDate() + 1);
    count++;
  }
  return count;
}

/** Every order that can be reached from one through shared tracking numbers and payments. */
function clusterOf(
  start: OracleOrder,
  account: readonly OracleOrder[],
  payments: readonly OraclePayment[],
): Set<string> {
  const ids = new Set([start.id]);
  for (let size = 0; size !== ids.size; ) {
    size = ids.size;
    for (const order of account) {
      if (!ids.has(order.id)) continue;
      for (const other of account) {
        const shared = other.trackings.some(
          (theirs) =>
            letters(theirs) !== '' &&
            order.trackings.some((ours) => letters(ours) === letters(theirs)),
        );
        if (shared) ids.add(other.id);
      }
      for (const payment of payments) {
        if (!(order.id in payment.shares)) continue;
        for (const id of Object.keys(payment.shares)) {
          if (account.some((known) => known.id === id)) ids.add(id);
        }
      }
    }
  }
  return ids;
}

export function oracle(
  rows: readonly OracleRow[],
  account: readonly OracleOrder[],
  recorded: readonly OraclePayment[],
  accepted: ReadonlySet<string>,
  options: OracleOptions,
): OracleResult {
  const all = rows.map((row, place) => ({
    row,
    place,
    found: find(row, account),
  }));
  const paying = all.filter(({ row }) => row.unreadable === undefined && row.state === 'paid');
  const contentIn = ({ row, place }: (typeof all)[number]): string => {
    if (row.reference !== null) return `reference ${row.reference}`;
    const earlier = paying.filter(
      (one) =>
        one.place <= place &&
        one.row.file === row.file &&
        one.row.reference === null &&
        contentOf(one.row) === contentOf(row),
    );
    return `content ${contentOf(row)} ${earlier.length}`;
  };
  const contents = new Map(paying.map((one) => [one, contentIn(one)]));
  /**
   * As recorded for one of the orders, under whatever group; else in the group of the orders, unless
   * another payment there has the name; else as typed.
   */
  const identityOf = (one: (typeof all)[number]): string => {
    const orders = typeof one.found === 'string' ? [] : one.found;
    const groups = [...new Set(orders.map((order) => order.group))];
    const known = recorded.find(
      ({ identity, shares }) =>
        identity?.endsWith(` ${contents.get(one)}`) && orders.some(({ id }) => id in shares),
    );
    if (known?.identity != null) return known.identity;
    const typed = `${options.group} ${contents.get(one)}`;
    if (groups.length !== 1) return typed;
    const own = `${groups[0]} ${contents.get(one)}`;
    const names = recorded.map((payment) => payment.identity);
    return !names.includes(own) && !names.includes(typed) ? own : typed;
  };

  const outcomes: string[] = [];
  const shares: Record<string, number>[] = [];
  const reached: (readonly string[])[] = [];
  const fresh: OraclePayment[] = [];
  let found = 0;
  for (const one of all) {
    const { row } = one;
    const settle = (outcome: string, orders: readonly string[] = [], given = {}) => {
      outcomes.push(outcome);
      shares.push(given);
      reached.push(orders);
      if (row.unreadable === undefined && row.state === 'paid' && outcome !== 'duplicate') {
        found += row.amount;
      }
    };
    const orders = typeof one.found === 'string' ? [] : one.found.map((order) => order.id);
    if (row.unreadable !== undefined) settle('unreadable', orders);
    else if (row.state !== 'paid') settle('noted', orders);
    else {
      const identity = identityOf(one);
      const same = paying.filter((other) => contents.get(other) === contents.get(one));
      const equal = same.filter((other) => other.row.amount === row.amount);
      // A fee or a bonus on the same receipt names no order, so it contradicts none.
      const rivals = same.filter(
        ({ row: { amount }, found }) => amount !== row.amount && found !== 'nothing',
      );
      const before = recorded.find((payment) => payment.identity === identity);
      if (preferred(equal)[0] !== one) settle('duplicate');
      else if (one.found === 'nothing') settle('other');
      else if (rivals.length > 0) settle('conflict');
      else if (before?.amount === row.amount) settle('known', Object.keys(before.shares));
      else if (typeof one.found === 'string') settle(one.found);
      else {
        const given = split(row.amount, one.found);
        settle(before === undefined ? 'matched' : 'amended', orders, given);
        fresh.push({
          identity,
          amount: row.amount,
          shares: given,
          names: namesOf(row),
        });
      }
    }
  }

  const payments = [
    ...recorded.filter((old) => !fresh.some((one) => one.identity === old.identity)),
    ...fresh,
  ];
  const paidTo = (id: string) => payments.reduce((sum, { shares: to }) => sum + (to[id] ?? 0), 0);
  const hasPayment = (id: string) => payments.some((payment) => id in payment.shares);

  const verdicts: Record<string, string> = {};
  const paid: Record<string, number> = {};
  for (const order of account) {
    if (order.gone || order.group !== options.group) continue;
    paid[order.id] = paidTo(order.id);
    const states = all
      .filter((_, place) => outcomes[place] === 'noted' && reached[place]?.includes(order.id))
      .map(({ row }) => row.state);
    const isNamed = outcomes.some(
      (outcome, place) => outcome === 'unreadable' && reached[place]?.includes(order.id),
    );
    const decide = (): string => {
      const cancelled = order.status === 'cancelled';
      const withPayment = hasPayment(order.id);
      if (cancelled && paidTo(order.id) !== 0) return 'cancelled_but_paid';
      if (!cancelled && order.expected === 0 && (withPayment || states.length > 0)) {
        return 'no_expectation';
      }
      if (!cancelled && withPayment) {
        const ids = [...clusterOf(order, account, payments)];
        const inside = payments.filter((payment) => ids.some((id) => id in payment.shares));
        const counted = account.filter(
          (one) => ids.includes(one.id) && hasPayment(one.id) && one.status !== 'cancelled',
        );
        const expected = counted.reduce((sum, one) => sum + one.expected, 0);
        const difference = ids.reduce((sum, id) => sum + paidTo(id), 0) - expected;
        const tolerance = Math.max(options.tolerance, inside.length);
        if (Math.abs(difference) <= tolerance) return 'paid_in_full';
        if (accepted.has(order.id)) return 'accepted';
        if (difference < 0) return 'paid_short';
        const twice = inside.some((one, place) =>
          inside.some(
            (other, otherPlace) =>
              place !== otherPlace &&
              one.amount > 0 &&
              one.amount === other.amount &&
              one.names === other.names &&
              Math.abs(difference - one.amount) <= tolerance,
          ),
        );
        return twice ? 'paid_twice' : 'paid_over';
      }
      if (states.includes('received')) return 'received_not_paid';
      if (states.includes('pending')) return 'pending';
      if (states.includes('void')) return 'rejected';
      if (isNamed) return 'pending';
      if (cancelled) return 'cancelled';
      if (order.status === 'paid') return 'settled_before';
      const old = days(order.orderDate, options.today) > options.grace;
      return order.status !== 'purchased' && order.expected > 0 && old ? 'missing' : 'not_due';
    };
    verdicts[order.id] = decide();
  }
  return { outcomes, shares, verdicts, paid, found, payments };
}
