import { clusterOf, find, letters, type OracleOrder, type OracleRow, split } from './oracle';

/**
 * A second ledger, written only from the text of the contract, sentence by sentence: slow, over plain
 * lists. It shares no code with the program.
 */

/** What a person did. Payments are named by what they are, and their place among equal ones. */
export type Step =
  | { readonly kind: 'record'; readonly files: readonly (readonly OracleRow[])[] }
  | {
      readonly kind: 'type';
      readonly orderId: string;
      readonly amount: number;
      readonly day: string;
      readonly reference: string | null;
    }
  | { readonly kind: 'remove' | 'restore'; readonly payment: string }
  | { readonly kind: 'accept'; readonly orderId: string }
  | { readonly kind: 'undo'; readonly step: number };

export interface NaivePayment {
  /** What it stays through a new amount of its reference. */
  readonly id: string;
  /** What a row of it is called. */
  readonly name: string;
  readonly amount: number;
  readonly shares: Readonly<Record<string, number>>;
  readonly day: string | null;
  readonly reference: string | null;
  readonly row: OracleRow | null;
  readonly line: string;
  /** The last own day of the import that recorded it. */
  readonly last: string | null;
  readonly formats: string[];
  /** The files that have it: places among all that were read. */
  readonly files: number[];
  state: 'counts' | 'removed' | 'replaced';
}

interface NaiveDoubt {
  readonly before: readonly NaivePayment[];
  readonly after: readonly NaivePayment[];
  readonly voids: readonly string[];
  readonly at: number;
}

export interface Reckoning {
  readonly payments: readonly NaivePayment[];
  readonly inDoubt: ReadonlySet<NaivePayment>;
  /** Of the rows of the last step. */
  readonly outcomes: readonly string[];
  readonly found: number;
  /** The doubts of an order's cluster, by the names of their payments and void rows. */
  readonly doubtsOf: (orderId: string) => readonly NamedDoubt[];
}

interface NamedDoubt {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What a payment is, for those who can't see inside. */
const whatOf = ({ amount, shares, day, reference }: NaivePayment) =>
  JSON.stringify([amount, Object.entries(shares).sort(), day, reference]);

/** The payments that count by what they are and their place among equal ones. */
export function describe(payments: readonly NaivePayment[]): ReadonlyMap<string, NaivePayment> {
  const described = new Map<string, NaivePayment>();
  for (const payment of payments) {
    let place = 1;
    while (described.has(`${whatOf(payment)} ${place}`)) place++;
    described.set(`${whatOf(payment)} ${place}`, payment);
  }
  return described;
}

export function reckon(steps: readonly Step[], orders: readonly OracleOrder[]): Reckoning {
  const payments: NaivePayment[] = [];
  const doubts: NaiveDoubt[] = [];
  const settled: NamedDoubt[] = [];
  const removed = new Set<string>();
  const readRows = new Map<string, { paid: boolean; added: boolean; found: number }[]>();
  /** Whether a file had grown when it was new. */
  const grown = new Map<string, boolean>();
  /** In which run a file was read first. */
  const readIn = new Map<string, number>();
  const had = new Set<string>();
  const outdated = new Set<string>();
  let fileCount = 0;
  let outcomes: string[] = [];
  let found = 0;

  const counting = () => payments.filter(({ state }) => state === 'counts');
  const there = () => payments.filter(({ state }) => state !== 'replaced');
  const contentOf = (file: readonly OracleRow[]) =>
    JSON.stringify(file.map(({ file: _, ...row }) => row));
  /** A tracking number without the letter that BFMR asks to append. */
  const bare = (row: OracleRow, key: string) => {
    const has = (wanted: string) =>
      orders.some(({ trackings }) => trackings.some((one) => letters(one) === wanted));
    const isLettered = row.format === 'bfmr' && /[A-Z]$/.test(key);
    return isLettered && !has(key) && has(key.slice(0, -1)) ? key.slice(0, -1) : key;
  };
  const trackingsOf = (row: OracleRow) =>
    [...new Set(row.trackings.map((key) => bare(row, key)))].sort();
  const orderOf = (row: OracleRow) => (row.order === null ? '' : letters(row.order));
  const lineOf = (row: OracleRow) =>
    JSON.stringify([
      trackingsOf(row),
      orderOf(row),
      row.unreadable === undefined ? row.item : null,
    ]);
  const ownDay = (row: OracleRow) => (row.isDayTyped ? null : row.paidOn);
  const isPaid = (row: OracleRow) => row.unreadable === undefined && row.state === 'paid';
  const oneSign = (one: { amount: number }, other: { amount: number }) =>
    one.amount > 0 === other.amount > 0;
  const namesNothing = (row: OracleRow) => find(row, orders) === 'nothing';
  /** A row is called by what is in it, with or without that letter. */
  const nameOf = (file: readonly OracleRow[], row: OracleRow, isBare = true): string => {
    const scope = namesNothing(row) ? 'other ' : '';
    if (row.reference !== null) {
      const back = row.amount < 0 ? ' back' : '';
      return `${scope}reference ${row.reference}${back}${scope && ` ${row.item}`}`;
    }
    const content = (one: OracleRow) =>
      JSON.stringify([
        isBare ? trackingsOf(one) : [...one.trackings].sort(),
        ...[orderOf(one), one.amount, ownDay(one), one.item],
      ]);
    const before = file.slice(0, file.indexOf(row) + 1);
    const equal = before.filter(
      (one) =>
        one.reference === null && isPaid(one) === isPaid(row) && content(one) === content(row),
    );
    return `${scope}content ${content(row)} ${equal.length}`;
  };
  /** Whether a row is the sum of the rows above it, or of those since the last such row. */
  const isTotal = (file: readonly OracleRow[], row: OracleRow): boolean => {
    const readable = file.filter(({ unreadable }) => unreadable === undefined);
    const above = readable.slice(0, readable.indexOf(row));
    const sums = above.filter((one) => isTotal(file, one));
    const section = above.slice(
      sums.length === 0 ? 0 : above.indexOf(sums.at(-1) as OracleRow) + 1,
    );
    const saysNothing = row.item === null && row.reference === null && row.paidOn === null;
    const isSum = (rows: readonly OracleRow[]) =>
      rows.length >= (saysNothing ? 2 : 1) &&
      [rows, rows.filter(isPaid)].some(
        (list) => list.reduce((sum, { amount }) => sum + amount, 0) === row.amount,
      );
    const others = above.filter((one) => !sums.includes(one));
    return isPaid(row) && namesNothing(row) && (isSum(others) || isSum(section));
  };
  const contradict = (one: OracleRow, other: OracleRow) => {
    const [left, right] = [trackingsOf(one), trackingsOf(other)];
    const isApart = left.length > 0 && right.length > 0 && !left.some((key) => right.includes(key));
    const [own, others] = [orderOf(one), orderOf(other)];
    return isApart || (own !== '' && others !== '' && own !== others);
  };
  const paidOrders = (row: OracleRow) => {
    const reached = find(row, orders);
    if (typeof reached === 'string') return [];
    const open = reached.filter(({ status }) => status !== 'cancelled');
    return open.length > 0 ? open : reached;
  };
  const reachOf = (payment: NaivePayment) =>
    Object.keys(payment.shares).length > 0
      ? Object.keys(payment.shares)
      : [`item ${payment.row?.item ?? ''}`];
  /** The orders that a row names, in whatever outcome. */
  const namedBy = (row: OracleRow): string[] => {
    const reached = find(row, orders);
    if (reached === 'nothing') {
      return row.unreadable === undefined ? [`item ${row.item ?? ''}`] : [];
    }
    if (typeof reached !== 'string') return reached.map(({ id }) => id);
    if (reached === 'unmatched') return [];
    // A conflict names the orders of both keys.
    const keys = row.trackings.flatMap((key) => [key, bare(row, key)]);
    return orders
      .filter(
        (order) =>
          order.trackings.some((one) => keys.includes(letters(one))) ||
          (order.orderNumber !== null && letters(order.orderNumber) === orderOf(row)),
      )
      .map(({ id }) => id);
  };

  let runs = 0;
  function record({ files }: Extract<Step, { kind: 'record' }>): void {
    runs++;
    const known = files.map((file) => readRows.get(contentOf(file)));
    const all = files.flatMap((file, place) =>
      file.map((row, line) => ({ row, file, place, line, name: nameOf(file, row) })),
    );
    type One = (typeof all)[number];
    const paying = all.filter(({ row }) => isPaid(row));
    const isSettled = ({ place, line }: One) => known[place]?.[line]?.paid === true;
    /** A total of the rows above it is no payment. */
    const mayPay = ({ row, file }: One) =>
      Array.isArray(find(row, orders)) ||
      (namesNothing(row) && (row.paidOn !== null || row.reference !== null) && !isTotal(file, row));
    /** A row whose number has such a letter may have been recorded as it is written. */
    const namesOf = ({ name, file, row }: One) =>
      trackingsOf(row).every((one) => row.trackings.includes(one))
        ? [name]
        : [name, nameOf(file, row, false)];
    const sameName = (one: One) =>
      namesOf(one).flatMap((called) => there().filter(({ name }) => name === called));
    /** Recorded under its name, or typed with its reference. */
    const recordedName = (one: One) => {
      const ids = paidOrders(one.row).map(({ id }) => id);
      const imported = sameName(one).find(({ row }) => row !== null);
      if (imported !== undefined) return imported;
      const typed = counting().filter(
        ({ row, reference, amount }) =>
          row === null &&
          reference !== null &&
          `reference ${reference}${amount < 0 ? ' back' : ''}` === one.name,
      );
      const near = typed.filter(({ shares }) => ids.some((id) => id in shares));
      const left = near.length > 0 ? near : typed;
      return left.length === 1 ? left[0] : undefined;
    };
    const isContradicted = (one: One, payment: NaivePayment) =>
      payment.row !== null && one.row.reference !== null && contradict(one.row, payment.row);
    const recorded = (one: One) => {
      const payment = recordedName(one);
      return payment === undefined || isContradicted(one, payment) ? undefined : payment;
    };

    // One of the rows that repeat each other counts.
    const repeats = new Map<One, One>();
    const rank = (one: One) => {
      const { row, place, line } = one;
      const reached = find(row, orders);
      const kind = Array.isArray(reached) ? 0 : reached !== 'nothing' ? 1 : 2;
      const total = kind === 2 && !mayPay(one) ? 1 : 0;
      const keys = JSON.stringify([trackingsOf(row), orderOf(row)]);
      const own = JSON.stringify([keys, row.item]);
      return [kind + total, row.paidOn ?? '9', own, contentOf(files[place] ?? []), line] as const;
    };
    /** What was read before counts first. */
    const age = (one: One) =>
      isSettled(one)
        ? (readIn.get(contentOf(files[one.place] ?? [])) ?? 0)
        : Number.MAX_SAFE_INTEGER;
    const before = (one: One, other: One) => {
      if (age(one) !== age(other)) return age(one) - age(other);
      const [a, b] = [rank(one), rank(other)];
      for (let part = 0; part < a.length; part++) {
        const [left, right] = [a[part] ?? 0, b[part] ?? 0];
        if (left !== right) return left < right ? -1 : 1;
      }
      return 0;
    };
    for (const one of [...paying].sort(before)) {
      const alike = (other: One) =>
        one.row.reference === null
          ? other.name === one.name
          : other.row.reference === one.row.reference && other.row.amount === one.row.amount;
      const isCurrent = (other: One) =>
        !isSettled(other) ||
        paying.filter(alike).every(isSettled) ||
        paying.some(
          (same) =>
            alike(same) &&
            recorded(same)?.amount === same.row.amount &&
            !contradict(same.row, other.row),
        );
      // What added its payment, or brought it back, repeats nothing.
      if (!isCurrent(one) || known[one.place]?.[one.line]?.added === true) continue;
      const first = [...paying]
        .sort(before)
        .find(
          (other) =>
            other !== one &&
            before(other, one) <= 0 &&
            !repeats.has(other) &&
            alike(other) &&
            isCurrent(other) &&
            !contradict(one.row, other.row),
        );
      if (first !== undefined) repeats.set(one, first);
    }
    const conflicting = new Set<One>();
    for (const one of paying.filter((other) => !isSettled(other))) {
      if (one.row.reference === null) continue;
      const named = paying.filter((other) => other.name === one.name);
      const open = named.filter((other) => !isSettled(other));
      const isLeft = open.some(({ place }) => known[place] !== undefined);
      const same = isLeft
        ? named.filter((other) => !isSettled(other) || recorded(other)?.amount === other.row.amount)
        : open;
      const isDifferent = same.some((left) =>
        same.some(
          (right) => left.row.amount !== right.row.amount || contradict(left.row, right.row),
        ),
      );
      const payment = recordedName(one);
      if (isDifferent || (payment !== undefined && isContradicted(one, payment))) {
        conflicting.add(one);
      }
    }

    /** A row that contradicts its own reference is no payment. */
    const unclear = new Set(conflicting);
    const inOther = (one: One) =>
      paying.some(
        (other) => other.place !== one.place && !isSettled(other) && other.name === one.name,
      );
    const coverOf = (place: number) => {
      const own = paying.filter((one) => one.place === place);
      const days = own.flatMap(({ row }) => ownDay(row) ?? []).sort();
      const isKnown = (one: One) => isSettled(one) || recorded(one) !== undefined || inOther(one);
      const isGrown =
        own.some(isKnown) &&
        own.some((one) => !isKnown(one) && mayPay(one) && !conflicting.has(one));
      const content = contentOf(files[place] ?? []);
      if (!grown.has(content)) grown.set(content, isGrown);
      return { first: days[0], last: days.at(-1), isGrown: grown.get(content) === true };
    };
    const covers = (place: number, day: string | null) => {
      const { first, last, isGrown } = covered[place] as ReturnType<typeof coverOf>;
      if (day === null || first === undefined || last === undefined) return isGrown;
      return first <= day && day <= last;
    };
    const covered = files.map((_, place) => coverOf(place));
    const hasName = (place: number, name: string) =>
      paying.some((one) => one.place === place && one.name === name);
    const differing = new Set<string>();
    for (const one of paying) {
      for (const other of paying) {
        if (one.place === other.place || lineOf(one.row) !== lineOf(other.row)) continue;
        if ([one, other].some((row) => conflicting.has(row) || !mayPay(row))) continue;
        if (hasName(other.place, one.name) || hasName(one.place, other.name)) continue;
        if (!oneSign(one.row, other.row)) continue;
        if (!covers(one.place, other.row.paidOn) || !covers(other.place, one.row.paidOn)) continue;
        // What a file has recorded before says nothing against a new one.
        if (isSettled(other) && known[one.place] === undefined) continue;
        differing.add(one.name);
      }
    }
    for (const one of paying) if (!isSettled(one) && differing.has(one.name)) conflicting.add(one);

    const last =
      paying
        .flatMap(({ row }) => ownDay(row) ?? [])
        .sort()
        .at(-1) ?? null;
    const made = new Map<string, NaivePayment>();
    const amended = new Map<NaivePayment, NaivePayment>();
    for (const one of paying) {
      if (isSettled(one) || repeats.has(one) || conflicting.has(one) || !mayPay(one)) continue;
      const payment = recorded(one);
      if (payment !== undefined && payment.amount === one.row.amount) continue;
      if (payment !== undefined && payment.state === 'removed') continue;
      const reached = paidOrders(one.row);
      const fresh: NaivePayment = {
        id: payment?.id ?? one.name,
        name: one.name,
        amount: one.row.amount,
        shares: reached.length === 0 ? {} : split(one.row.amount, reached),
        day: one.row.paidOn,
        reference: one.row.reference,
        row: one.row,
        line: lineOf(one.row),
        last,
        formats: [...(payment?.formats ?? [])],
        files: [],
        state: removed.has(payment?.id ?? one.name) ? 'removed' : 'counts',
      };
      if (payment === undefined) made.set(one.name, fresh);
      else amended.set(payment, fresh);
    }
    const ofFiles = files.map((_, place) =>
      paying
        .filter((one) => one.place === place && !unclear.has(one))
        .flatMap((one) => recorded(one) ?? made.get(one.name) ?? []),
    );
    const has = (place: number) => ofFiles[place] ?? [];
    const formatOf = (place: number) => files[place]?.[0]?.format ?? '';
    for (const [place] of files.entries()) {
      for (const one of paying.filter((row) => row.place === place && !unclear.has(row))) {
        const payment = recorded(one) ?? made.get(one.name);
        if (known[place] !== undefined && (isSettled(one) || conflicting.has(one))) continue;
        for (const kept of [payment, payment && amended.get(payment)]) {
          if (kept && !kept.formats.includes(formatOf(place))) kept.formats.push(formatOf(place));
        }
      }
    }

    // Each file is judged by itself.
    const drops: {
      place: number;
      payment: NaivePayment;
      after: NaivePayment[];
      replacedBy?: NaivePayment | undefined;
    }[] = [];
    const isTogether = (one: NaivePayment, other: NaivePayment) =>
      files.some((_, place) => has(place).includes(one) && has(place).includes(other));
    const additions: { before: NaivePayment[]; after: NaivePayment }[] = [];
    for (const [place, file] of files.entries()) {
      const named = file.flatMap(namedBy);
      const own = [...made.values()].filter((payment) => has(place).includes(payment));
      const others = [...made.values()].filter((payment) => !has(place).includes(payment));
      const isDropped = (payment: NaivePayment) =>
        payment.formats.includes(formatOf(place)) &&
        payment.row !== null &&
        reachOf(payment).some((id) => named.includes(id)) &&
        covers(place, payment.day) &&
        !has(place).includes(payment);
      const dropped = [...there(), ...others].filter(isDropped);
      const lastOwn = covered[place]?.last;
      const pairOf = (payment: NaivePayment) => {
        if (formatOf(place) !== 'bfmr' || known[place] !== undefined) return undefined;
        if (payment.state !== 'counts' || others.includes(payment)) return undefined;
        const gone = dropped.filter(
          ({ line, state }) => line === payment.line && state === 'counts',
        );
        const fresh = own.filter(({ line }) => line === payment.line);
        const [only] = fresh;
        return gone.length === 1 && fresh.length === 1 && only && oneSign(only, payment)
          ? only
          : undefined;
      };
      const isOlder = (payment: NaivePayment) =>
        lastOwn !== undefined && payment.last !== null && lastOwn < payment.last;
      const pairs = dropped.map((payment) => ({ payment, pair: pairOf(payment) }));
      const replacing = pairs.flatMap(({ payment, pair }) =>
        pair !== undefined && !isOlder(payment) ? [pair] : [],
      );
      for (const { payment, pair } of pairs) {
        if (pair !== undefined) {
          const replacedBy = isOlder(payment) ? undefined : pair;
          drops.push({ place, payment, after: [pair], replacedBy });
          continue;
        }
        const after = own.filter(
          (one) =>
            !replacing.includes(one) &&
            reachOf(one).some((id) => reachOf(payment).includes(id)) &&
            oneSign(one, payment) &&
            !isTogether(one, payment),
        );
        if (known[place] === undefined || after.length > 0) drops.push({ place, payment, after });
      }
      for (const fresh of own) {
        const earlier = [...there(), ...others].filter(
          (payment) =>
            payment.row !== null &&
            payment.line === fresh.line &&
            !has(place).includes(payment) &&
            oneSign(payment, fresh) &&
            !covers(place, payment.day),
        );
        if (earlier.length > 0) additions.push({ before: earlier, after: fresh });
      }
    }
    const isDisputed = (payment: NaivePayment) =>
      paying.some(
        (one) => !isSettled(one) && recordedName(one) === payment && isContradicted(one, payment),
      );
    const isKept = (payment: NaivePayment) =>
      isDisputed(payment) ||
      files.some((_, place) => known[place] === undefined && has(place).includes(payment));
    const candidates = [...new Set(drops.map(({ payment }) => payment))].flatMap((payment) => {
      const own = drops.filter((one) => one.payment === payment);
      const by = own[0]?.replacedBy;
      const isAgreed = own.every(({ replacedBy }) => replacedBy !== undefined && replacedBy === by);
      return isAgreed && by !== undefined && !isKept(payment) ? [{ payment, by }] : [];
    });
    const replaced = [
      ...[...amended].map(([payment, by]) => ({ payment, by })),
      ...candidates.filter(({ by }) => candidates.filter((one) => one.by === by).length === 1),
    ];
    const lastOwnOf = (payment: NaivePayment) =>
      files.flatMap((_, place) =>
        known[place] === undefined && has(place).includes(payment)
          ? [covered[place]?.last ?? null]
          : [],
      );
    const older: NaivePayment[] = [];
    const reverting = new Set<NaivePayment>();
    for (const { payment, by } of replaced) {
      const days = lastOwnOf(amended.has(payment) ? payment : by);
      const isBack = outdated.has(`${by.id} ${by.amount}`);
      if (isBack) reverting.add(by);
      const isOlder = (day: string | null) =>
        isBack
          ? !(day !== null && payment.last !== null && payment.last < day)
          : day !== null && payment.last !== null && day < payment.last;
      if (days.some(isOlder)) older.push(by);
    }
    const outcomeOf = (one: One): string => {
      if (one.row.unreadable !== undefined) return 'unreadable';
      if (one.row.state !== 'paid') return 'noted';
      if (repeats.has(one)) return 'duplicate';
      if (isSettled(one)) return 'known';
      if (conflicting.has(one)) return 'conflict';
      const payment = recorded(one);
      if (
        payment !== undefined &&
        (payment.amount === one.row.amount || payment.state === 'removed')
      ) {
        return 'known';
      }
      const reached = find(one.row, orders);
      const fresh = payment === undefined ? made.get(one.name) : amended.get(payment);
      if (fresh?.state === 'removed') return 'known';
      if (replaced.some(({ by }) => by === fresh)) return 'amended';
      if (reached === 'nothing') return 'other';
      return typeof reached === 'string' ? reached : 'matched';
    };
    outcomes = all.map(outcomeOf);
    const foundOf = (one: One): number => {
      if (!isPaid(one.row) || repeats.has(one)) return 0;
      const earlier = known[one.place]?.[one.line];
      if (earlier !== undefined) return earlier.found;
      const payment = recorded(one);
      const fresh = payment === undefined ? made.get(one.name) : amended.get(payment);
      const old = replaced.find(({ by }) => by === fresh)?.payment;
      if (fresh !== undefined && fresh.state === 'counts' && old !== undefined) {
        return one.row.amount - old.amount;
      }
      return had.has(`${one.name} ${one.row.amount}`) ? 0 : one.row.amount;
    };
    const founds = all.map(foundOf);
    found = founds.reduce((sum, cents) => sum + cents, 0);

    for (const { payment } of replaced) {
      payment.state = 'replaced';
      outdated.add(`${payment.id} ${payment.amount}`);
    }
    payments.push(...made.values(), ...amended.values());
    for (const [place] of files.entries()) {
      if (known[place] !== undefined) continue;
      fileCount++;
      for (const payment of new Set(has(place)))
        (amended.get(payment) ?? payment).files.push(fileCount);
    }
    const raise = (
      before: readonly NaivePayment[],
      after: readonly NaivePayment[] = [],
      voids: string[] = [],
    ) => doubts.push({ before, after, voids, at: fileCount });
    for (const one of all) {
      if (one.row.unreadable !== undefined || one.row.state !== 'void') continue;
      if (known[one.place] !== undefined) continue;
      const onLine = there().filter(({ row, line }) => row !== null && line === lineOf(one.row));
      const named = namedBy(one.row);
      // Without one on its line: what its orders have of this amount, and the file has not.
      const ofOrders = there().filter(
        (payment) =>
          payment.amount > 0 &&
          (one.row.amount < 0 ||
            (onLine.length === 0 &&
              payment.amount === one.row.amount &&
              payment.row !== null &&
              payment.formats.includes(formatOf(one.place)) &&
              !contradict(one.row, payment.row) &&
              !has(one.place).includes(payment))) &&
          reachOf(payment).some((id) => named.includes(id)),
      );
      for (const payment of new Set([...onLine, ...ofOrders])) {
        raise([payment], [], [`void ${one.name}`]);
      }
    }
    for (const { payment, after } of drops) {
      const by = replaced.find((one) => one.payment === payment)?.by;
      if (by === undefined || by.id === payment.id) raise([by ?? payment], after);
    }
    for (const payment of older) raise([payment]);
    for (const { before: earlier, after } of additions) {
      const isOver = Object.keys(after.shares).some((id) => {
        const order = orders.find((one) => one.id === id);
        if (order === undefined || !counting().some(({ shares }) => id in shares)) return false;
        const ids = [...clusterOf(order, orders, counting())];
        const paid = counting().reduce(
          (sum, { shares }) => sum + ids.reduce((cents, one) => cents + (shares[one] ?? 0), 0),
          0,
        );
        const expected = orders
          .filter((one) => ids.includes(one.id) && one.status !== 'cancelled')
          .reduce((sum, one) => sum + one.expected, 0);
        return expected > 0 && paid - expected > 2;
      });
      if (isOver) raise(earlier, [after]);
    }
    const isPayment = (place: number): boolean => {
      const one = all[place] as One;
      if (conflicting.has(one) || !isPaid(one.row)) return false;
      const first = repeats.get(one);
      // What was read before is not made a payment by what repeats it.
      if (first !== undefined) {
        return known[one.place] === undefined && isPayment(all.indexOf(first));
      }
      return outcomes[place] === 'known' || isAdded(place);
    };
    const isAdded = (place: number) =>
      ['matched', 'amended'].includes(outcomes[place] ?? '') ||
      (outcomes[place] === 'other' && mayPay(all[place] as One) && isPaid((all[place] as One).row));
    for (const [place, file] of files.entries()) {
      const own = all.flatMap((one, index) =>
        one.place === place
          ? [
              {
                paid: isSettled(one) || isPayment(index),
                added: known[place]?.[one.line]?.added === true || isAdded(index),
                found: known[place]?.[one.line]?.found ?? founds[index] ?? 0,
              },
            ]
          : [],
      );
      readRows.set(contentOf(file), own);
      if (!readIn.has(contentOf(file))) readIn.set(contentOf(file), runs);
    }
    for (const { name, row } of paying) had.add(`${name} ${row.amount}`);
  }

  /** What replaced a payment by its reference takes its place. */
  const nowOf = (payment: NaivePayment) =>
    counting().find(({ id }) => id === payment.id) ?? payment;
  const sides = ({ before, after }: NaiveDoubt) => ({
    before: before.map(nowOf).filter(({ state }) => state === 'counts'),
    after: after.map(nowOf).filter(({ state }) => state === 'counts'),
  });
  const isOpen = (doubt: NaiveDoubt) => {
    const { before, after } = sides(doubt);
    if (before.length === 0 || (doubt.after.length > 0 && after.length === 0)) return false;
    const both = [...before, ...after];
    for (let file = doubt.at + 1; file <= fileCount; file++) {
      if (both.every(({ files }) => files.includes(file))) return false;
    }
    return true;
  };
  const sources = (): NaiveDoubt[] => {
    const pairs: NaiveDoubt[] = [];
    for (const one of counting()) {
      for (const other of counting()) {
        if (one.id >= other.id) continue;
        const isEqual = Object.keys(one.shares).some((id) => one.shares[id] === other.shares[id]);
        const isTwo =
          one.row === null || other.row === null
            ? one.row !== other.row
            : !one.formats.some((format) => other.formats.includes(format));
        const apart =
          one.reference !== null && other.reference !== null && one.reference !== other.reference;
        const isOneFile = one.files.some((file) => other.files.includes(file));
        if (isEqual && isTwo && !apart && !isOneFile) {
          pairs.push({ before: [one], after: [other], voids: [], at: fileCount });
        }
      }
    }
    return pairs;
  };
  const open = () => [...doubts.filter(isOpen), ...sources()];
  const namesIn = (doubt: NaiveDoubt) => ({
    before: doubt.before.map(({ id }) => id),
    after: [...doubt.after.map(({ id }) => id), ...doubt.voids],
  });
  const isSettled = (doubt: NaiveDoubt) =>
    settled.some((one) => {
      const { before, after } = namesIn(doubt);
      const all = (some: readonly string[], of: readonly string[]) =>
        some.every((name) => of.includes(name));
      return all(before, one.before) && all(after, one.after);
    });

  const undone = steps.flatMap((step) => (step.kind === 'undo' ? [step.step] : []));
  for (const [place, step] of steps.entries()) {
    outcomes = [];
    if (step.kind === 'record' && !undone.includes(place)) record(step);
    if (step.kind === 'type') {
      const { orderId, amount, day, reference } = step;
      payments.push({
        ...{
          id: `typed ${place}`,
          name: `typed ${place}`,
          amount,
          shares: { [orderId]: amount },
          day,
          reference,
        },
        ...{ row: null, line: '', last: null, formats: [], files: [], state: 'counts' },
      });
    }
    if (step.kind === 'remove' || step.kind === 'restore') {
      if (step.kind === 'remove') removed.add(step.payment);
      else removed.delete(step.payment);
      for (const payment of there()) {
        if (payment.id === step.payment)
          payment.state = step.kind === 'remove' ? 'removed' : 'counts';
      }
    }
    if (step.kind === 'accept') {
      // As it was then: also what an import said that was undone later.
      settled.push(...reckon(steps.slice(0, place), orders).doubtsOf(step.orderId));
    }
  }
  const doubtsOf = (orderId: string) => {
    const order = orders.find(({ id }) => id === orderId);
    const isPaidOrder = counting().some(({ shares }) => orderId in shares);
    const ids = order && isPaidOrder ? [...clusterOf(order, orders, counting())] : [orderId];
    return open()
      .filter((doubt) => {
        const { before, after } = sides(doubt);
        return [...before, ...after].some(({ shares }) => ids.some((id) => id in shares));
      })
      .map(namesIn);
  };
  const inDoubt = new Set<NaivePayment>();
  for (const doubt of open().filter((one) => !isSettled(one))) {
    const { before, after } = sides(doubt);
    for (const payment of [...before, ...after]) inDoubt.add(payment);
  }
  return { payments: counting(), inDoubt, outcomes, found, doubtsOf };
}
