import { isSameNumber, orderNumberKey } from '../../contract/named';
import { keyOf } from '../../lib/fold';
import { groupBy, groupByEach, once } from '../../lib/once';
import { splitNumbers } from '../../lib/words';
import type { AccountOrder, NamedOrder, NamingRow, PayoutRow } from './model';

/** The rule that matched a row to its orders. */
export type MatchRule = Tracked['rule'] | 'order' | 'tracking and order' | 'cut number';

type Orders = readonly AccountOrder[];

export type Match =
  | { readonly kind: 'matched'; readonly rule: MatchRule; readonly orders: Orders }
  /** The tracking number belongs to one order, the order number to another one or to none. */
  | { readonly kind: 'conflict'; readonly byTracking: Orders; readonly byNumber: Orders }
  | { readonly kind: 'ambiguous'; readonly orders: Orders }
  /** The orders, several, whose own number is in the tracking column. */
  | { readonly kind: 'unmatched'; readonly named?: Orders }
  /** The row has neither a tracking number nor an order number. */
  | { readonly kind: 'nothing' };

const alive = (order: AccountOrder) => !order.gone;

/** The orders that still exist, if there are any; those that are gone only if there is no other. */
function preferLive(orders: Orders): Orders {
  const live = orders.filter(alive);
  return live.length > 0 ? live : orders;
}

function sameText(text: string): (order: AccountOrder) => boolean {
  return (order) => order.orderNumber?.normalize('NFKC').trim() === text;
}

/** The one order that is meant; if several share a key, the one with exactly this text. */
function single(rule: MatchRule, candidates: Orders, text: string): Match {
  const orders = preferLive(candidates);
  if (orders.length === 1) return { kind: 'matched', rule, orders };
  const exact = orders.filter(sameText(text));
  return exact.length === 1
    ? { kind: 'matched', rule, orders: exact }
    : { kind: 'ambiguous', orders };
}

/** The orders that an order number may mean, once a tracking number has matched. */
function named(index: OrderIndex, row: NamingRow, text: string): Orders {
  const orders = index.byNumber(text);
  if (orders.length > 0) {
    const exact = orders.filter((order) => alive(order) && sameText(text)(order));
    return exact.length > 0 ? exact : orders;
  }
  return row.format === 'buying_group' ? index.byCutNumber(keyOf(text)) : [];
}

/** Matches a row with known tracking numbers; its order number must agree with each of them. */
function matchTracked(
  index: OrderIndex,
  row: NamingRow,
  rule: MatchRule,
  tracked: readonly Orders[],
): Match {
  const byTracking = [...new Set(tracked.flat())];
  if (row.order === null) return { kind: 'matched', rule, orders: preferLive(byTracking) };
  const byNumber = named(index, row, row.order);
  const both = byNumber.filter((order) => tracked.every((orders) => orders.includes(order)));
  if (both.length === 0) return { kind: 'conflict', byTracking, byNumber };
  return single('tracking and order', both, row.order);
}

interface Tracked {
  readonly rule: 'tracking' | 'letter' | 'own number';
  readonly orders: Orders;
}

/**
 * The orders of a number in the tracking column: those that have it; in BFMR's tracker those that
 * have it without the letter that BFMR asks users to append to shared ones; or the one order whose
 * own number it is.
 */
function trackedBy(index: OrderIndex, key: string, { format }: NamingRow): Tracked | undefined {
  const known = index.byTracking(key);
  if (known.length > 0) return { rule: 'tracking', orders: known };
  const isLettered = format === 'bfmr' && /[A-Z]$/.test(key);
  const lettered = isLettered ? index.byTracking(key.slice(0, -1)) : [];
  if (lettered.length > 0) return { rule: 'letter', orders: lettered };
  const own = preferLive(index.byNumber(key));
  return own.length === 1 ? { rule: 'own number', orders: own } : undefined;
}

/** The tracking number that a row means by one: without the letter that BFMR asks to append. */
export function meantTracking(index: OrderIndex, key: string, row: NamingRow): string {
  return trackedBy(index, key, row)?.rule === 'letter' ? key.slice(0, -1) : key;
}

/** Finds the orders that a row means, by identifiers only. A rule applies only if the one before found none. */
export function matchRow(row: NamingRow, index: OrderIndex): Match {
  const { trackings, order } = row;
  if (trackings.length === 0 && order === null) {
    return { kind: row.destroyed.length > 0 ? 'unmatched' : 'nothing' };
  }
  const tracked = trackings.flatMap((key) => trackedBy(index, key, row) ?? []);
  const lists = tracked.map(({ orders }) => orders);
  const certain = tracked.find(({ rule }) => rule !== 'letter');
  if (certain !== undefined) return matchTracked(index, row, certain.rule, lists);

  const numbered = order === null ? [] : index.byNumber(order);
  if (order !== null && numbered.length > 0) return single('order', numbered, order);

  if (tracked.length > 0) return matchTracked(index, row, 'letter', lists);
  if (row.format === 'buying_group' && order !== null) {
    const orders = preferLive(index.byCutNumber(keyOf(order)));
    if (orders.length === 1) return { kind: 'matched', rule: 'cut number', orders };
  }
  const several = trackings.flatMap((key) => index.byNumber(key));
  return { kind: 'unmatched', ...(several.length > 0 && { named: several }) };
}

/** The numbers of a cell that has several: `N-1, N-2`. */
const partsOf = (text: string) => splitNumbers(text).filter((part) => keyOf(part) !== '');

/**
 * The orders that an order cell with several numbers names. They are never matched, since nothing
 * says how much of the amount is for which.
 */
export function namedTogether(row: PayoutRow, index: OrderIndex): Orders {
  const numbers = partsOf(row.order ?? '');
  if (numbers.length < 2) return [];
  return [...new Set(numbers.flatMap((number) => preferLive(index.byNumber(number))))];
}

/** The orders with one of these words as their number or a tracking number: `Payment for Order #1270`. */
export function mentionedOrders(words: readonly string[], index: OrderIndex): Orders {
  const orders = words.flatMap((word) => [...index.byNumber(word), ...index.byTracking(word)]);
  return [...new Set(orders)].filter(alive);
}

/**
 * The orders that rows of a group may change anything of: the group's, those that were ever paid, and
 * those that a row may mean by whatever rule. The others need not be read, except to suggest them.
 */
export function concernedOrders(
  rows: readonly NamingRow[],
  group: string,
): (order: AccountOrder, wasPaid: boolean) => boolean {
  const keys = new Set<string>();
  for (const { trackings, order } of rows) {
    for (const key of trackings) keys.add(key).add(key.replace(/[A-Z]$/, ''));
    if (order === null) continue;
    for (const number of [order, ...splitNumbers(order)]) {
      keys.add(keyOf(number)).add(orderNumberKey(number));
    }
  }
  const isCut = rows.some(({ format }) => format === 'buying_group');
  const isMeant = (text: string) => {
    const key = keyOf(text);
    const isNamed = keys.has(key) || keys.has(orderNumberKey(text));
    return isNamed || (isCut && keys.has(key.slice(0, -1)));
  };
  return (order, wasPaid) =>
    order.group === group ||
    wasPaid ||
    isMeant(order.orderNumber ?? '') ||
    order.trackings.some(isMeant);
}

/** Values by key; none by an empty one. */
export class Shelf<Value> {
  readonly #byKey = new Map<string, Value[]>();

  put(key: string, value: Value): void {
    if (key === '') return;
    const there = this.#byKey.get(key);
    if (there === undefined) this.#byKey.set(key, [value]);
    // An order may have one number in two spellings; they come one after the other.
    else if (there.at(-1) !== value) there.push(value);
  }

  take(key: string, value: Value): void {
    this.#byKey.set(
      key,
      this.on(key).filter((one) => one !== value),
    );
  }

  on(key: string): readonly Value[] {
    return this.#byKey.get(key) ?? [];
  }

  /** The values that share a key, one list per key. */
  *shared(): Generator<readonly Value[]> {
    for (const values of this.#byKey.values()) if (values.length > 1) yield values;
  }
}

/** The account's orders by tracking key and by order key: all groups, including orders that are gone. */
export class OrderIndex {
  readonly #byTracking = new Shelf<AccountOrder>();
  readonly #byNumber = new Shelf<AccountOrder>();
  readonly #byId = new Map<string, AccountOrder>();
  readonly #byCutNumber = once(() => {
    const shelf = new Shelf<AccountOrder>();
    for (const order of this.orders) shelf.put(keyOf(order.orderNumber ?? '').slice(0, -1), order);
    return shelf;
  });

  constructor(readonly orders: Orders) {
    for (const order of orders) {
      this.#byId.set(order.id, order);
      this.#byNumber.put(orderNumberKey(order.orderNumber ?? ''), order);
      for (const tracking of order.trackings) this.#byTracking.put(keyOf(tracking), order);
    }
  }

  byId(id: string): AccountOrder | undefined {
    return this.#byId.get(id);
  }

  byTracking(key: string): Orders {
    return this.#byTracking.on(key);
  }

  /** The orders whose number agrees with a text; of several numbers together only the one that is all of it. */
  byNumber(text: string): Orders {
    const alike = this.#alike(text);
    return this.#isSeveral(text) ? alike.filter(sameText(text)) : alike;
  }

  /** If one of the orders with this key agrees, the others are as near: `12-3` and `123` for `1-23`. */
  #alike(text: string): Orders {
    const orders = this.#byNumber.on(orderNumberKey(text));
    return orders.some(({ orderNumber }) => isSameNumber(orderNumber ?? '', text)) ? orders : [];
  }

  /** True for `N-1, 2`, and for `N-1 (2)` where N-1 is an order. */
  #isSeveral(text: string): boolean {
    if (/^[\w-]*$/.test(text)) return false;
    const words = text.split(/[\s:()[\]"'/+&#]+/).filter((word) => word !== '');
    const isNumber = (word: string) => this.#alike(word).length > 0;
    return partsOf(text).length > 1 || (words.length > 1 && words.some(isNumber));
  }

  /** Orders whose key is this one plus one more character. */
  byCutNumber(key: string): Orders {
    return this.#byCutNumber().on(key);
  }

  /** Orders that share a tracking number, one list per number. */
  sharing(): Iterable<Orders> {
    return this.#byTracking.shared();
  }
}

/** Suggestions per row. */
const most = 3;
/** Two identifiers are compared only if this many characters agree at one end. */
const endLength = 6;
/** Comparisons per such end, so that a file of unrelated numbers is not slow. */
const mostCompared = 5000;
/** The share of the longer identifier that must agree at the two ends. */
const likeness = 0.75;

/** Characters that agree at both ends, as a share of the longer one. */
function alike(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let front = 0;
  while (front < shorter && one[front] === other[front]) front++;
  let back = 0;
  while (back < shorter - front && one.at(-1 - back) === other.at(-1 - back)) back++;
  return (front + back) / Math.max(one.length, other.length);
}

/** Its first characters, and its last ones. */
const endsOf = (text: string) => [`${text.slice(0, endLength)}…`, `…${text.slice(-endLength)}`];

const identifiersOf = ({ trackings, order }: PayoutRow) =>
  order === null ? trackings : [...trackings, keyOf(order)];

/** Above the share of any two numbers that are only alike. */
const mentioned = 2;

/**
 * Orders that unmatched rows may mean, up to three per row: those whose numbers are words of the row
 * first, then those whose identifiers agree with its own at the ends. They are shown to the user and never
 * used. Takes one pass over the orders, however many rows there are.
 */
export function suggestOrders(
  rows: readonly PayoutRow[],
  visitOrders: (visit: (order: NamedOrder) => void) => void,
  wordsOf: (row: PayoutRow) => readonly string[] = () => [],
): Map<PayoutRow, NamedOrder[]> {
  const written = [...new Set(rows.flatMap(identifiersOf))].filter(
    (one) => one.length >= endLength,
  );
  const byEnd = groupByEach(written, endsOf);
  const compared = new Map<string, number>();
  const words = new Set(rows.flatMap(wordsOf));
  const found: { readonly one: string; readonly order: NamedOrder; readonly share: number }[] = [];
  const compare = (order: NamedOrder, key: string, end: string) => {
    const [others = [], before = 0] = [byEnd.get(end), compared.get(end)];
    if (others.length === 0 || before >= mostCompared) return;
    compared.set(end, before + others.length);
    for (const one of others) {
      const share = alike(one, key);
      if (share >= likeness) found.push({ one, order, share });
    }
  };
  const visit = (order: NamedOrder) => {
    if (order.gone) return;
    for (const text of [...order.trackings, order.orderNumber ?? '']) {
      const key = keyOf(text);
      if (words.has(key)) found.push({ one: key, order, share: mentioned });
      for (const end of endsOf(key)) compare(order, key, end);
    }
  };
  if (written.length + words.size > 0) visitOrders(visit);
  const byWritten = groupBy(found, ({ one }) => one);
  return new Map(
    rows.map((row) => {
      const named = [...new Set([...wordsOf(row), ...identifiersOf(row)])];
      const near = named.flatMap((one) => byWritten.get(one) ?? []);
      near.sort(
        (one, other) => other.share - one.share || (one.order.id < other.order.id ? -1 : 1),
      );
      return [row, [...new Set(near.map(({ order }) => order))].slice(0, most)];
    }),
  );
}
