import { keysOf } from '../../src/insight/reconcile/facts';
import type { Fact, RecordedPayment } from '../../src/insight/reconcile/ledger';
import type { AccountOrder, PayoutRow } from '../../src/insight/reconcile/model';

/** Options of a run of group `g`, in which a content is its own hash. */
export const reconcileOptions = {
  ...{ group: 'g', tolerance: 2, grace: 30, today: '2026-06-15' },
  hash: (content: string) => content,
};

/** An order of the file's group, with a dollar expected. */
export const orderOf = (id: string, parts: Partial<AccountOrder> = {}): AccountOrder => ({
  ...{ id, kind: 'order', orderNumber: `112-${id}`, group: 'bfmr', status: 'shipped' },
  ...{ orderDate: '2026-06-01', expected: 100, trackings: [], gone: false, ...parts },
});

/** A paid row of a dollar that names nothing. */
export const rowOf = (parts: Partial<PayoutRow> = {}): PayoutRow => ({
  ...{ file: 'may.csv', line: 2, format: 'melul', amount: 100, state: 'paid', paidOn: null },
  ...{ reference: null, item: null, quantity: null, trackings: [], order: null, destroyed: [] },
  ...parts,
});

/** The identifiers of a row with these tracking numbers, and an order number if it has one. */
export const keysFor = (trackings: readonly string[], order: string | null = null) =>
  keysOf({ trackings, order });

/** Allocations of a dollar for each order. */
export const payFor = (...orders: readonly string[]) =>
  orders.map((orderId) => ({ orderId, cents: 100 }));

/** A paid row of a dollar for order A. */
export const factOf = (parts: Partial<Fact> = {}): Fact => ({
  ...{ file: 'may', line: 2, format: 'bfmr', state: 'paid', names: ['content/1/1'] },
  ...{ lineKey: 'line', groups: ['bfmr'], keys: keysFor(['1Z1']), item: 'Phone', amount: 100 },
  ...{ paidOn: '2026-06-10', isDayTyped: false, reference: null, pays: 'orders' },
  ...{ allocations: payFor('A'), named: ['A'], ...parts },
});

/** A payment of a dollar for order A. */
export const paymentOf = (parts: Partial<RecordedPayment> = {}): RecordedPayment => ({
  ...{ id: null, identity: 'bfmr/content/1/1', amount: 100, allocations: payFor('A') },
  ...{ keys: keysFor(['1Z1']), item: 'Phone', paidOn: '2026-06-10', reference: null },
  ...{ group: 'bfmr', importId: 1, moment: 1, ...parts },
});
