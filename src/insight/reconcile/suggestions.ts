import { keyOf } from '../../lib/fold';
import type { AccountOrder, PayoutRow } from './model';

/** Suggestions per row. */
const most = 3;
/** Two identifiers are compared only if this many characters agree at one end. */
const endLength = 6;
/** Comparisons per such end, so that a file of unrelated numbers is not slow. */
const mostCompared = 5000;
/** The share of the longer identifier that must agree at the two ends. */
const likeness = 0.75;
/** Digits that must be left of a destroyed number; fewer mean nothing. */
const fewestDigits = 5;

type Near = Map<AccountOrder, number>;

/** Identifiers from rows that share one end. */
interface Ends {
  readonly written: string[];
  compared: number;
}

/** Characters that agree at both ends, as a share of the longer one. */
function alike(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let front = 0;
  while (front < shorter && one[front] === other[front]) front++;
  let back = 0;
  while (back < shorter - front && one.at(-1 - back) === other.at(-1 - back)) back++;
  return (front + back) / Math.max(one.length, other.length);
}

/**
 * The number of digits that a number in scientific notation had, and the digits that are certain.
 */
function remains(destroyed: string): { length: number; digits: string } | undefined {
  const [, mantissa, exponent] = /^(\d(?:[.,]\d+)?)E\+?(\d+)$/i.exec(destroyed) ?? [];
  // The last digit was rounded.
  const digits = mantissa?.replace(/[.,]/, '').slice(0, -1) ?? '';
  return digits.length < fewestDigits ? undefined : { length: Number(exponent) + 1, digits };
}

const endsOf = (text: string) => [`${text.slice(0, endLength)}-`, `-${text.slice(-endLength)}`];

class Search {
  readonly #asked = new Set<string>();
  readonly #byEnd = new Map<string, Ends>();
  /** By the length and the digits of a destroyed number: 9.40011E+21 and 9.40011e21 are the same. */
  readonly #byRemains = new Map<number, Map<string, string[]>>();
  /** Close orders, by the identifier as written; most have none. */
  readonly #found = new Map<string, Near>();

  ask(written: string): void {
    if (this.#asked.has(written)) return;
    this.#asked.add(written);
    const rest = remains(written);
    if (rest !== undefined) {
      const same = this.#byRemains.get(rest.length) ?? new Map<string, string[]>();
      this.#byRemains.set(rest.length, same);
      same.set(rest.digits, [...(same.get(rest.digits) ?? []), written]);
    } else if (written.length >= endLength) {
      for (const end of endsOf(written)) {
        const ends = this.#byEnd.get(end);
        if (ends === undefined) this.#byEnd.set(end, { written: [written], compared: 0 });
        else ends.written.push(written);
      }
    }
  }

  #find(written: string, order: AccountOrder, share: number): void {
    const near = this.#found.get(written) ?? new Map<AccountOrder, number>();
    this.#found.set(written, near);
    near.set(order, Math.max(share, near.get(order) ?? 0));
  }

  offer(key: string, order: AccountOrder): void {
    for (const end of endsOf(key)) {
      const ends = this.#byEnd.get(end);
      if (ends === undefined || ends.compared >= mostCompared) continue;
      for (const written of ends.written) {
        ends.compared++;
        const share = alike(written, key);
        if (share >= likeness) this.#find(written, order, share);
      }
    }
    for (const [digits, same] of this.#byRemains.get(key.length) ?? []) {
      if (key.startsWith(digits)) for (const written of same) this.#find(written, order, 1);
    }
  }

  best(written: readonly string[]): AccountOrder[] {
    const near: Near = new Map();
    for (const one of written) {
      for (const [order, share] of this.#found.get(one) ?? []) {
        near.set(order, Math.max(share, near.get(order) ?? 0));
      }
    }
    return [...near]
      .sort(([one, a], [other, b]) => b - a || (one.id < other.id ? -1 : 1))
      .slice(0, most)
      .map(([order]) => order);
  }
}

function identifiersOf(row: PayoutRow): string[] {
  const order = row.order === null ? [] : [keyOf(row.order)];
  return [...row.trackings, ...order, ...row.destroyed];
}

/**
 * Orders that unmatched rows may mean, up to three per row: their identifiers agree at the ends, or
 * with what is left of a destroyed number. They are shown to the user and never used. Takes one
 * pass over the orders, however many rows there are.
 */
export function suggestOrders(
  rows: readonly PayoutRow[],
  orders: readonly AccountOrder[],
): Map<PayoutRow, AccountOrder[]> {
  const search = new Search();
  for (const written of rows.flatMap(identifiersOf)) search.ask(written);
  if (rows.length > 0) {
    for (const order of orders) {
      if (order.gone) continue;
      for (const tracking of order.trackings) search.offer(keyOf(tracking), order);
      if (order.orderNumber !== null) search.offer(keyOf(order.orderNumber), order);
    }
  }
  return new Map(rows.map((row) => [row, search.best(identifiersOf(row))]));
}
