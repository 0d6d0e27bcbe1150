/** The terms of what a reconciliation finds. */
import type { PaymentDoubt, RecordedPayment } from './ledger';
import type { AccountOrder, Allocation, Outcome, ReadRow, Verdict } from './model';

export interface RowOutcome {
  readonly row: ReadRow;
  readonly outcome: Outcome;
  /** The row's amount in cents; 0 for an unreadable row. */
  readonly cents: number;
  /** The orders the row reached, or those it concerns if it is `noted` or `unreadable`, or mentions if `unmatched`. */
  readonly orders: readonly AccountOrder[];
  /** The orders that the cents went to; only for `matched` and `amended` rows. */
  readonly allocations: readonly Allocation[];
  readonly message: string;
  /** True if the message is said beside the report: a changed amount, another day, a row that is not recorded. */
  readonly isRemarked?: boolean;
}

export interface OrderVerdict {
  readonly order: AccountOrder;
  readonly verdict: Verdict;
  /** Cents: the sum of the order's allocations, including recorded ones. */
  readonly paid: number;
  readonly rows: readonly ReadRow[];
  /** The cluster the order was judged in; undefined if no payment reached the order. */
  readonly cluster: Cluster | undefined;
  readonly detail: string | null;
  /** The doubts about payments of its cluster. */
  readonly doubts: readonly PaymentDoubt[];
  /** True if it is paid at the service, with nothing recorded, and the group says something else. */
  readonly isDenied: boolean;
}

/** Orders joined by shared tracking numbers or payments, with at least one payment. */
export interface Cluster {
  readonly orders: readonly AccountOrder[];
  readonly paid: number;
  readonly expected: number;
  /** paid − expected. */
  readonly difference: number;
  readonly tolerance: number;
  readonly payments: number;
  /** True if the excess is explained by two equal payments on the same keys. */
  readonly twice: boolean;
}

/** A doubt in words, with its orders, the oldest first. */
export interface DoubtInRun {
  readonly doubt: PaymentDoubt;
  readonly text: string;
  readonly orders: readonly AccountOrder[];
}

/** An update that `--apply` or `--apply-received` would send, if the order still has the mirror's status. */
export interface StatusUpdate {
  readonly order: AccountOrder;
  readonly status: 'paid' | 'received';
}

/** A run that is an import. */
export interface RecordedRun {
  /** Of its import. */
  readonly id: number;
  /** The number of payments that it has added. */
  readonly recorded: number;
  readonly idOf: (payment: RecordedPayment) => number | null;
}
