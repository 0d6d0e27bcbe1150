import { keysOf } from '../../src/insight/reconcile/identity';
import type { Fact, RecordedPayment } from '../../src/insight/reconcile/model';

/** The identifiers of a row with these tracking numbers, and an order number if it has one. */
export const keysFor = (trackings: readonly string[], order: string | null = null) =>
  keysOf({ trackings, order });

/** Allocations of a dollar for each order. */
export const payFor = (...orders: readonly string[]) =>
  orders.map((orderId) => ({ orderId, cents: 100 }));

const common = {
  ...{ group: 'bfmr', keys: keysFor(['1Z1']), item: 'Phone', format: 'bfmr' },
  ...{ amount: 100, paidOn: '2026-06-10', reference: null, allocations: payFor('A') },
};

/** A paid row for order A. */
export const factOf = (parts: Partial<Fact> = {}): Fact => ({
  ...{ ...common, file: 'may', line: 2, state: 'paid', name: 'content/1/1', pays: 'orders' },
  ...parts,
});

/** The payment that the row of `factOf` makes. */
export const paymentOf = (parts: Partial<RecordedPayment> = {}): RecordedPayment => ({
  ...{ ...common, identity: 'bfmr/content/1/1', importId: 1 },
  ...parts,
});
