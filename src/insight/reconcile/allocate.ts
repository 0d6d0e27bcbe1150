import type { AccountOrder, Allocation } from './model';

/** Older orders first, then by id: the order in which leftover cents are handed out. */
export function byAge(one: AccountOrder, other: AccountOrder): number {
  if (one.orderDate !== other.orderDate) return one.orderDate < other.orderDate ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/**
 * Splits a row's cents among its orders in proportion to each expected payout, by largest
 * remainder; equally if nothing was expected. A negative amount is split by its absolute value.
 */
export function allocate(cents: number, orders: readonly AccountOrder[]): Allocation[] {
  const none = orders.every((order) => order.expected === 0);
  // Cents times cents exceeds 2^53 for amounts that are still in range.
  const amount = BigInt(Math.abs(cents));
  const weights = orders.map((order) => (none ? 1n : BigInt(order.expected)));
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const shares = orders.map((order, place) => {
    const product = amount * (weights[place] ?? 0n);
    return { order, whole: Number(product / sum), remainder: product % sum };
  });
  let left = Math.abs(cents) - shares.reduce((total, share) => total + share.whole, 0);
  const inLine = [...shares].sort((one, other) => {
    if (one.remainder !== other.remainder) return one.remainder > other.remainder ? -1 : 1;
    return byAge(one.order, other.order);
  });
  for (const share of inLine) {
    if (left === 0) break;
    share.whole++;
    left--;
  }
  return shares.map(({ order, whole }) => ({
    orderId: order.id,
    cents: cents < 0 ? 0 - whole : whole,
  }));
}
