/** The terms of what a reconciliation finds. */
import type { ImportEntry, PaymentDoubt, RecordedPayment } from './ledger';
import type { AccountOrder, Allocation, Outcome, PayoutRow, ReadRow, Verdict } from './model';

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

export interface PersonNeeded {
  readonly file: string;
  readonly line: number;
  readonly outcome: Outcome;
  readonly cents: number;
  readonly detail: string;
  /** Up to three order numbers that may be meant: shown to the user, never used. */
  readonly suggestions: readonly string[];
}

/** A doubt in words, with the oldest of its orders, if any. */
export interface DoubtInRun {
  readonly doubt: PaymentDoubt;
  readonly text: string;
  readonly order: AccountOrder | undefined;
}

/** An update that `--apply` or `--apply-received` would send, if the status is the mirror's. */
export interface StatusUpdate {
  readonly order: AccountOrder;
  readonly expectedStatus: string;
  readonly body: { readonly status: 'paid' | 'received' };
}

export interface Reconciliation {
  readonly group: string;
  readonly rows: readonly RowOutcome[];
  readonly verdicts: readonly OrderVerdict[];
  readonly needsAPerson: readonly PersonNeeded[];
  /** Cents of all paid rows, except duplicates, unreadable rows and what another file had before. */
  readonly found: number;
  /** Cents of the same rows that are not in `found`. */
  readonly recordedBefore: number;
  /** The rows, as an import remembers them. */
  readonly run: ImportEntry;
  /** True if recording them is an import: no run has had the same files before. */
  readonly isImport: boolean;
  readonly toRecord: readonly RecordedPayment[];
  readonly rowsOf: ReadonlyMap<RecordedPayment, PayoutRow>;
  /** The open doubts about payments of the group, and those that these files raise. */
  readonly doubts: readonly DoubtInRun[];
  /** Payments that BFMR's files should have and whose orders they do not name. */
  readonly unnamed: readonly RecordedPayment[];
  /** Paid rows that look like a total of the rows above them. */
  readonly totals: readonly PayoutRow[];
  readonly toApply: readonly StatusUpdate[];
  /** Orders paid in full that `--apply` leaves alone: without doubts, one of their rows needs a person. */
  readonly left: readonly Pick<OrderVerdict, 'order' | 'doubts'>[];
  readonly toReceive: readonly StatusUpdate[];
  /** Orders that `--apply-received` leaves alone: perhaps the group does not have all of them. */
  readonly notReceived: readonly LeftOpen[];
}

export interface LeftOpen {
  readonly order: AccountOrder;
  readonly reason: string;
}

/** A run that is an import. */
export interface RecordedRun {
  /** Of its import. */
  readonly id: number;
  /** The number of payments that it has added. */
  readonly recorded: number;
  readonly idOf: (payment: RecordedPayment) => number | null;
}
