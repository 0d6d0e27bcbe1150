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
  readonly trackings: readonly string[];
  readonly item: string | null;
  readonly format: string;
  readonly day: string | null;
  readonly reference: string | null;
  readonly typed: boolean;
}

/** What imports and typed payments left behind. */
export interface OracleState {
  readonly payments: readonly OraclePayment[];
  /** Payments that are perhaps one; or one alone that a later file has as not paid. */
  readonly doubts: readonly (readonly OraclePayment[])[];
  readonly files: readonly string[];
  /** What of each line's cents was new, and whether it is a payment. */
  readonly lines: Readonly<Record<string, { counts: boolean; found: number | null }>>;
  readonly had: readonly string[];
}

export interface OracleAcceptance {
  readonly orderId: string;
  readonly paid: number | null;
  readonly expected: number | null;
}

export interface OracleOptions {
  readonly group: string;
  readonly tolerance: number;
  readonly grace: number;
  readonly today: string;
  readonly contents: ReadonlyMap<string, string>;
}

export interface OracleResult {
  readonly outcomes: readonly string[];
  readonly shares: readonly Readonly<Record<string, number>>[];
  readonly verdicts: Readonly<Record<string, string>>;
  readonly paid: Readonly<Record<string, number>>;
  readonly found: number;
  /** The orders of which two payments may be one. */
  readonly doubtful: readonly string[];
  readonly after: OracleState;
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

interface Looked {
  readonly row: OracleRow;
  readonly place: number;
  readonly found: Found;
}

const reaches = ({ found }: Looked) => Array.isArray(found);

/** Rows with one identity and amount, with the one that counts first. */
function preferred(
  rows: readonly Looked[],
  isRecorded: (one: Looked) => boolean,
  isPayment: (one: Looked) => boolean,
) {
  const rank = (one: Looked) => [
    isRecorded(one) ? '0' : '1',
    reaches(one) ? '0' : one.found !== 'nothing' ? '1' : isPayment(one) ? '2' : '3',
    one.row.paidOn ?? '9',
    JSON.stringify([
      JSON.stringify([
        [...one.row.trackings].sort(),
        one.row.order === null ? '' : letters(one.row.order),
      ]),
      one.row.item,
    ]),
  ];
  return [...rows].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    for (let part = 0; part < 4; part++) {
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

/** The paid orders that can be reached from one through shared tracking numbers and payments. */
function clusterOf(
  start: OracleOrder,
  all: readonly OracleOrder[],
  payments: readonly OraclePayment[],
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

const overlap = (ids: readonly string[], { shares }: OraclePayment) =>
  ids.some((id) => id in shares);
const moneyOf = (amount: number, ids: readonly string[]) => `${amount} ${[...ids].sort()}`;
const sameLine = (row: OracleRow, one: OraclePayment) =>
  !one.typed && one.names === namesOf(row) && one.item === row.item && one.format === row.format;

/** Whether two payments of one amount for the same orders are probably one. */
function readAgain(row: OracleRow, one: OraclePayment): boolean {
  if (row.reference !== null && one.reference !== null) return false;
  if (one.typed) return true;
  const bothTracked = row.trackings.length > 0 && one.trackings.length > 0;
  if (bothTracked && !row.trackings.some((key) => one.trackings.includes(key))) return false;
  if (row.paidOn === null && one.day === null) return namesOf(row) === one.names;
  return row.paidOn === null || one.day === null || row.paidOn === one.day;
}

export function oracle(
  rows: readonly OracleRow[],
  account: readonly OracleOrder[],
  state: OracleState,
  accepted: readonly OracleAcceptance[],
  options: OracleOptions,
): OracleResult {
  const all = rows.map((row, place): Looked => {
    const found = find(row, account);
    if (typeof found === 'string' || row.unreadable !== undefined || row.state !== 'paid')
      return { row, place, found };
    const open = found.filter(({ status }) => status !== 'cancelled');
    return { row, place, found: open.length > 0 ? open : found };
  });
  const idsOf = ({ found }: Looked) =>
    typeof found === 'string' ? [] : found.map((order) => order.id);
  const fileOf = ({ row }: Looked) => options.contents.get(row.file) ?? row.file;
  const lineOf = (one: Looked) => `${fileOf(one)}#${one.row.line}`;
  const isRecorded = (one: Looked) => state.lines[lineOf(one)]?.counts === true;
  const paying = all.filter(({ row }) => row.unreadable === undefined && row.state === 'paid');
  const isBonus = ({ found }: Looked) => found === 'nothing';
  const labelOf = (one: Looked): string => {
    const { row, place } = one;
    const start = isBonus(one) ? 'other ' : '';
    if (row.reference !== null) {
      return `${start}reference ${row.reference}${isBonus(one) ? ` ${row.item}` : ''}`;
    }
    const earlier = paying.filter(
      (other) =>
        other.place <= place &&
        other.row.file === row.file &&
        other.row.reference === null &&
        contentOf(other.row) === contentOf(row),
    );
    return `${start}content ${contentOf(row)} ${earlier.length}`;
  };
  const labels = new Map(paying.map((one) => [one, labelOf(one)]));
  const fresh = paying.filter((one) => !isRecorded(one));
  /**
   * As recorded for one of the orders, under whatever group; else in the group of the orders, unless
   * another payment there has the name; else as typed.
   */
  const identityOf = (one: Looked): string => {
    const orders = typeof one.found === 'string' ? [] : one.found;
    const groups = [...new Set(orders.map((order) => order.group))];
    const known = state.payments.find(
      ({ identity, ...payment }) =>
        identity?.endsWith(` ${labels.get(one)}`) && overlap(idsOf(one), { identity, ...payment }),
    );
    if (known?.identity != null) return known.identity;
    const typed = `${options.group} ${labels.get(one)}`;
    if (groups.length !== 1) return typed;
    const own = `${groups[0]} ${labels.get(one)}`;
    const names = state.payments.map((payment) => payment.identity);
    return !names.includes(own) && !names.includes(typed) ? own : typed;
  };
  const recordedOf = (one: Looked) =>
    state.payments.find(({ identity }) => identity !== null && identity === identityOf(one));
  const counted = (one: Looked) =>
    preferred(
      paying.filter(
        (other) =>
          other.row.amount === one.row.amount &&
          (one.row.reference === null
            ? labels.get(other) === labels.get(one)
            : other.row.reference === one.row.reference),
      ),
      isRecorded,
      mayBeRecorded,
    )[0];
  const otherFile = (one: Looked) => (other: Looked) => fileOf(other) !== fileOf(one);
  /** The rows of files in which at least one of these is not recorded. */
  const ofOpenFiles = (list: readonly Looked[]) =>
    list.filter((one) => list.some((other) => fileOf(other) === fileOf(one) && !isRecorded(other)));
  const onLine = (one: Looked) =>
    ofOpenFiles(
      paying.filter(
        (other) =>
          other.row.reference === null &&
          reaches(other) &&
          namesOf(other.row) === namesOf(one.row) &&
          other.row.item === one.row.item,
      ),
    );
  /** Whether another file has something else on the row's keys, and lacks the row. */
  const isLacked = (one: Looked) =>
    onLine(one)
      .filter(otherFile(one))
      .some((other) => {
        const its = onLine(one).filter((third) => fileOf(third) === fileOf(other));
        const own = onLine(one).filter((third) => fileOf(third) === fileOf(one));
        const has = (list: readonly Looked[], wanted: Looked) =>
          list.some((third) => labels.get(third) === labels.get(wanted));
        return own.includes(one) && !has(its, one) && its.some((third) => !has(own, third));
      });
  /** Whether that is so of the row or of the same one in a third file. */
  const differs = (one: Looked) =>
    one.row.reference === null &&
    reaches(one) &&
    onLine(one).includes(one) &&
    onLine(one).some((same) => labels.get(same) === labels.get(one) && isLacked(same));
  const contradicted = (one: Looked) => {
    if (one.row.reference === null) return differs(one);
    const same = ofOpenFiles(paying.filter((other) => labels.get(other) === labels.get(one)));
    return same.includes(one) && same.some((other) => other.row.amount !== one.row.amount);
  };

  const inFiles = state.payments.filter((payment) =>
    fresh.some((one) => recordedOf(one) === payment),
  );
  const dropped = state.payments.filter((payment) => !inFiles.includes(payment));
  const mayBeRecorded = ({ found, row }: Looked) =>
    Array.isArray(found) ||
    (found === 'nothing' && (row.paidOn !== null || row.reference !== null) && !isTotal(row));
  /** A total of all rows above, or of those since the last total, in its file. */
  const totals = new Set<OracleRow>();
  const isTotal = (row: OracleRow) => totals.has(row);
  for (const file of new Set(rows.map(({ file }) => file))) {
    let whole: OracleRow[] = [];
    let section: OracleRow[] = [];
    for (const { row, found } of all) {
      if (row.file !== file || row.unreadable !== undefined) continue;
      const says = row.item === 'Total';
      const blank =
        !says &&
        [row.order, row.item, row.reference, row.paidOn].every((text) => text === null) &&
        row.trackings.length + row.destroyed.length === 0;
      const isSum = (above: readonly OracleRow[]) =>
        above.length >= (blank ? 2 : 1) &&
        [above, above.filter(({ state: one }) => one === 'paid')].some(
          (list) => list.reduce((sum, { amount }) => sum + amount, 0) === row.amount,
        );
      const mayBe = row.state === 'paid' && row.amount !== 0 && found === 'nothing';
      if (mayBe && (isSum(whole) || isSum(section))) {
        totals.add(row);
        section = [];
      } else {
        whole = [...whole, row];
        section = [...section, row];
      }
    }
  }

  const isNew = (one: Looked) =>
    counted(one) === one &&
    !contradicted(one) &&
    recordedOf(one) === undefined &&
    mayBeRecorded(one) &&
    fresh.includes(one);
  const pairs = new Map<Looked, OraclePayment>();
  for (const one of fresh) {
    const mayBeEdited = isNew(one) && one.row.reference === null && !pairs.has(one);
    if (!mayBeEdited || (isBonus(one) && one.row.item === null)) continue;
    const sorted = <T>(list: readonly T[], read: (one: T) => [number, string]) =>
      [...list].sort((left, right) => {
        const [a, b] = [read(left), read(right)];
        return a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0);
      });
    const olds = sorted(
      dropped.filter((old) => old.reference === null && sameLine(one.row, old)),
      ({ amount, day }) => [amount, day ?? ''],
    );
    const news = sorted(
      fresh.filter(
        (other) =>
          isNew(other) &&
          other.row.reference === null &&
          namesOf(other.row) === namesOf(one.row) &&
          other.row.item === one.row.item &&
          other.row.format === one.row.format,
      ),
      ({ row }) => [row.amount, row.paidOn ?? ''],
    );
    for (const [place, other] of news.entries()) {
      const old = olds[place];
      if (old !== undefined) pairs.set(other, old);
    }
  }

  const outcomes: string[] = [];
  const shares: Record<string, number>[] = [];
  const reached: (readonly string[])[] = [];
  const added: OraclePayment[] = [];
  const gone: OraclePayment[] = [];
  const doubts: (readonly OraclePayment[])[] = [...state.doubts].filter(
    (doubt) => doubt.length > 1 || !inFiles.includes(doubt[0] as OraclePayment),
  );
  const used = new Set(pairs.values());
  const lines = { ...state.lines };
  let found = 0;
  for (const one of all) {
    const { row } = one;
    const line = lines[lineOf(one)];
    let fresher: number | undefined;
    const settle = (outcome: string, orders: readonly string[] = [], given = {}) => {
      outcomes.push(outcome);
      shares.push(given);
      reached.push(orders);
      if (row.unreadable !== undefined) return;
      const isPaid = row.state === 'paid' && outcome !== 'duplicate';
      const seen = state.had.includes(`${groupOf(one)} ${labels.get(one)} ${row.amount}`);
      const own = isPaid ? (line?.found ?? fresher ?? (seen ? 0 : row.amount)) : 0;
      found += own;
      lines[lineOf(one)] = {
        counts:
          line?.counts === true ||
          ['matched', 'amended', 'known'].includes(outcome) ||
          (outcome === 'other' && fresher !== undefined),
        found: line?.found ?? (row.state === 'paid' ? own : null),
      };
    };
    const orders = idsOf(one);
    if (row.unreadable !== undefined) settle('unreadable', orders);
    else if (row.state !== 'paid') settle('noted', orders);
    else if (counted(one) !== one) settle('duplicate');
    else {
      const before = recordedOf(one);
      const pair = pairs.get(one);
      const concerned = Object.keys(before?.shares ?? {});
      if (isRecorded(one)) settle('known', before === undefined ? orders : concerned);
      else if (contradicted(one)) settle('conflict');
      else if (before?.amount === row.amount) settle('known', concerned);
      else if (!mayBeRecorded(one)) {
        settle(typeof one.found === 'string' && one.found !== 'nothing' ? one.found : 'other');
      } else {
        const given = typeof one.found === 'string' ? {} : split(row.amount, one.found);
        const payment: OraclePayment = {
          ...{ identity: identityOf(one), amount: row.amount, shares: given },
          ...{ names: namesOf(row), trackings: row.trackings, item: row.item },
          ...{ format: row.format, day: row.paidOn, reference: row.reference, typed: false },
        };
        const isAmended = before ?? (row.format === 'bfmr' && reaches(one) ? pair : undefined);
        added.push(payment);
        if (isAmended !== undefined) gone.push(isAmended);
        const again = dropped.findLast(
          (old) =>
            orders.length > 0 &&
            !used.has(old) &&
            moneyOf(old.amount, Object.keys(old.shares)) === moneyOf(row.amount, orders) &&
            (readAgain(row, old) ||
              (row.reference === null && old.reference === null && sameLine(row, old))),
        );
        if (pair !== undefined && isAmended !== pair) doubts.push([payment, pair]);
        else if (again !== undefined) {
          used.add(again);
          doubts.push([payment, again]);
        }
        const outcome = reaches(one) ? 'matched' : 'other';
        fresher = isAmended === undefined ? undefined : row.amount - isAmended.amount;
        if (outcome === 'other' && isAmended === undefined) {
          const seen = state.had.includes(`${groupOf(one)} ${labels.get(one)} ${row.amount}`);
          fresher = seen ? 0 : row.amount;
        }
        settle(isAmended === undefined ? outcome : 'amended', orders, given);
      }
    }
  }
  for (const [place, one] of all.entries()) {
    const repeated = outcomes[place] === 'duplicate' ? counted(one) : undefined;
    const line = lines[lineOf(one)];
    if (repeated === undefined || line === undefined) continue;
    const counts = line.counts || (!contradicted(one) && lines[lineOf(repeated)]?.counts === true);
    lines[lineOf(one)] = { ...line, counts };
  }
  function groupOf({ found: orders }: Looked): string {
    const groups = [...new Set(typeof orders === 'string' ? [] : orders.map(({ group }) => group))];
    return groups.length === 1 ? (groups[0] as string) : options.group;
  }

  const payments = [...state.payments.filter((old) => !gone.includes(old)), ...added];
  for (const payment of payments) {
    const notes = all.filter(
      (one) =>
        one.row.unreadable === undefined &&
        one.row.state !== 'paid' &&
        !(lineOf(one) in state.lines) &&
        sameLine(one.row, payment),
    );
    const isPaid = paying.some(({ row }) => sameLine(row, payment));
    const isDoubtful = doubts.some((doubt) => doubt[0] === payment);
    if (!added.includes(payment) && notes.length > 0 && !isPaid && !isDoubtful) {
      doubts.push([payment]);
    }
  }
  const open = doubts.filter((doubt) => doubt.every((one) => payments.includes(one)));
  const paidTo = (id: string) => payments.reduce((sum, { shares: to }) => sum + (to[id] ?? 0), 0);
  const hasPayment = (id: string) => payments.some((payment) => id in payment.shares);

  const verdicts: Record<string, string> = {};
  const paid: Record<string, number> = {};
  const doubtful: string[] = [];
  for (const order of account) {
    if (order.gone || order.group !== options.group) continue;
    paid[order.id] = paidTo(order.id);
    const states = all
      .filter((_, place) => outcomes[place] === 'noted' && reached[place]?.includes(order.id))
      .map(({ row }) => row.state);
    const isNamed = outcomes.some(
      (outcome, place) => outcome === 'unreadable' && reached[place]?.includes(order.id),
    );
    const withPayment = hasPayment(order.id);
    const ids = withPayment ? [...clusterOf(order, account, payments)] : [order.id];
    const sum = ids.reduce((cents, id) => cents + paidTo(id), 0);
    const counting = account.filter(
      (one) => ids.includes(one.id) && (one.status !== 'cancelled' || !withPayment),
    );
    const expected = counting.reduce((cents, one) => cents + one.expected, 0);
    const isAccepted = accepted.some(
      (one) =>
        ids.includes(one.orderId) &&
        (one.paid === null || (one.paid === sum && one.expected === expected)),
    );
    if (!isAccepted && open.some((doubt) => doubt.some((one) => order.id in one.shares))) {
      doubtful.push(order.id);
    }
    const decide = (): string => {
      const cancelled = order.status === 'cancelled';
      if (cancelled && paidTo(order.id) !== 0) return 'cancelled_but_paid';
      if (!cancelled && order.expected === 0 && (withPayment || states.length > 0)) {
        return 'no_expectation';
      }
      if (!cancelled && withPayment) {
        const inside = payments.filter((payment) => ids.some((id) => id in payment.shares));
        const difference = sum - expected;
        const tolerance = Math.max(options.tolerance, inside.length);
        if (Math.abs(difference) <= tolerance) return 'paid_in_full';
        if (isAccepted) return 'accepted';
        if (difference < 0) return 'paid_short';
        const twice = inside.some((one, place) =>
          inside.some(
            (other, otherPlace) =>
              place !== otherPlace &&
              one.amount > 0 &&
              one.amount === other.amount &&
              one.names === other.names &&
              one.names !== '' &&
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
  const isImport =
    added.length > 0 || rows.some((row) => !state.files.includes(contentIn(row, options)));
  const after: OracleState = {
    ...{ payments, doubts: open, lines },
    files: [...state.files, ...rows.map((row) => contentIn(row, options))],
    had: [
      ...state.had,
      ...paying.map((one) => `${groupOf(one)} ${labels.get(one)} ${one.row.amount}`),
    ],
  };
  const result = { outcomes, shares, verdicts, paid, found, doubtful };
  return { ...result, after: isImport ? after : state };
}

const contentIn = ({ file }: OracleRow, { contents }: OracleOptions) => contents.get(file) ?? file;
