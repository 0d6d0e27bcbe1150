import { keyOf } from './identifiers';
import type { AccountOrder } from './model';

/** Orders by key. Most keys have one order, so the array is created only when needed. */
type Bucket = AccountOrder | AccountOrder[];

function add(buckets: Map<string, Bucket>, key: string, order: AccountOrder): void {
  if (key === '') return;
  const there = buckets.get(key);
  if (there === undefined) buckets.set(key, order);
  else if (Array.isArray(there)) {
    // An order may have one number in two spellings; they come one after the other.
    if (there.at(-1) !== order) there.push(order);
  } else if (there !== order) buckets.set(key, [there, order]);
}

function list(bucket: Bucket | undefined): readonly AccountOrder[] {
  if (bucket === undefined) return [];
  return Array.isArray(bucket) ? bucket : [bucket];
}

const keyCharacters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * The account's orders by tracking key and by order key: all groups, including orders that are
 * gone.
 */
export class OrderIndex {
  readonly #byTracking = new Map<string, Bucket>();
  readonly #byNumber = new Map<string, Bucket>();
  readonly #byId = new Map<string, AccountOrder>();

  constructor(readonly orders: readonly AccountOrder[]) {
    for (const order of orders) {
      this.#byId.set(order.id, order);
      if (order.orderNumber !== null) add(this.#byNumber, keyOf(order.orderNumber), order);
      for (const tracking of order.trackings) add(this.#byTracking, keyOf(tracking), order);
    }
  }

  byId(id: string): AccountOrder | undefined {
    return this.#byId.get(id);
  }

  byTracking(key: string): readonly AccountOrder[] {
    return list(this.#byTracking.get(key));
  }

  byNumber(key: string): readonly AccountOrder[] {
    return list(this.#byNumber.get(key));
  }

  /** Orders whose key is this one plus one more character. */
  byCutNumber(key: string): readonly AccountOrder[] {
    return keyCharacters.flatMap((last) => this.byNumber(key + last));
  }

  /** Orders that share a tracking number, one list per number. */
  *sharing(): Generator<readonly AccountOrder[]> {
    for (const bucket of this.#byTracking.values()) if (Array.isArray(bucket)) yield bucket;
  }
}
