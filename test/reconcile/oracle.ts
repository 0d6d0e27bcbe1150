/**
 * A second matching, written only from the text of the contract: slow, order by order and pair by pair,
 * without an index. It shares no code with the program.
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
  readonly isDayTyped?: boolean;
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

export function letters(text: string): string {
  let key = '';
  for (const sign of text.toUpperCase()) {
    if ((sign >= '0' && sign <= '9') || (sign >= 'A' && sign <= 'Z')) key += sign;
  }
  return key;
}

export type Found = 'nothing' | 'unmatched' | 'conflict' | 'ambiguous' | readonly OracleOrder[];

function livingFirst(orders: readonly OracleOrder[]): readonly OracleOrder[] {
  return orders.some((order) => !order.gone) ? orders.filter((order) => !order.gone) : orders;
}

function oneOf(orders: readonly OracleOrder[], text: string): Found {
  const left = livingFirst(orders);
  if (left.length === 1) return left;
  const same = left.filter((order) => order.orderNumber === text);
  return same.length === 1 ? same : 'ambiguous';
}

export function find(row: OracleRow, account: readonly OracleOrder[]): Found {
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
export function split(cents: number, orders: readonly OracleOrder[]): Record<string, number> {
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

/** The paid orders that can be reached from one through shared tracking numbers and payments. */
export function clusterOf(
  start: OracleOrder,
  all: readonly OracleOrder[],
  payments: readonly { readonly shares: Readonly<Record<string, number>> }[],
): Set<string> {
  const account = all.filter(({ id }) => payments.some(({ shares }) => id in shares));
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
