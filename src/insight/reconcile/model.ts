/**
 * The terms of a reconciliation. All of it is plain data: rows and orders go in, outcomes and
 * verdicts come out. Money is in integer cents, and days are `YYYY-MM-DD`.
 */

export const formatIds = ['bfmr', 'melul', 'buying_group', 'generic'] as const;
export type FormatId = (typeof formatIds)[number];

/** What a group says about a row. */
export type PayoutState = 'paid' | 'received' | 'pending' | 'void';

/** What a row names. */
export interface NamingRow {
  readonly file: string;
  /** The line in the file, counting from 1. */
  readonly line: number;
  readonly format: FormatId;
  /** Distinct keys: upper case 0-9 A-Z. */
  readonly trackings: readonly string[];
  /** The order number as written, or null. */
  readonly order: string | null;
  /** Identifiers that a spreadsheet turned into a rounded number (`9.4E+21`), as written. */
  readonly destroyed: readonly string[];
}

/** A row of a payout file that could be read. */
export interface PayoutRow extends NamingRow {
  /** Cents; negative if money was taken back. */
  readonly amount: number;
  readonly state: PayoutState;
  /** What the state column says, if waybill has no rule for it and took it for not paid. */
  readonly unknownState?: string;
  readonly paidOn: string | null;
  /** The dates that are part of its content, if they are not `paidOn` alone. */
  readonly dates?: string;
  readonly reference: string | null;
  readonly item: string | null;
  readonly quantity: number | null;
}

/** A row that can't be read: it still names its orders, but its cents are nobody's. */
export interface UnreadableRow extends NamingRow {
  readonly unreadable: string;
}

export type ReadRow = PayoutRow | UnreadableRow;

export function isUnreadable(row: ReadRow): row is UnreadableRow {
  return 'unreadable' in row;
}

/** An order of any group; `gone` orders are no longer in the account. */
export interface AccountOrder {
  readonly id: string;
  readonly kind: 'order' | 'giftcard';
  readonly orderNumber: string | null;
  /** The buying group, or a gift card order's platform. */
  readonly group: string;
  readonly status: string;
  readonly orderDate: string;
  /** Expected payout in cents. */
  readonly expected: number;
  readonly trackings: readonly string[];
  readonly gone: boolean;
}

export interface Allocation {
  readonly orderId: string;
  readonly cents: number;
}

/** A payment in the ledger that counts, because no amended row has replaced it. */
export interface RecordedPayment {
  /** What distinguishes two payments; null for one added by hand without a reference of its own. */
  readonly identity: string | null;
  readonly amount: number;
  readonly allocations: readonly Allocation[];
  /** The row's identifiers (`keysOf`), to recognize a payment that was made twice. */
  readonly keys: string;
  readonly paidOn: string | null;
  readonly reference: string | null;
  /** The import that recorded it; null for one added by hand. */
  readonly importId?: number | null;
}

/** What the user's ledger knows: payments that count, and orders with an accepted difference. */
export interface Recorded {
  readonly payments: readonly RecordedPayment[];
  /** The payments that an amended row has replaced. */
  readonly replaced?: readonly Pick<RecordedPayment, 'identity' | 'amount'>[];
  /** Order ids. */
  readonly accepted: ReadonlySet<string>;
}

export interface ReconcileOptions {
  /** The group whose orders get a verdict. */
  readonly group: string;
  /** Cents. */
  readonly tolerance: number;
  /** How many days old an order may be before it counts as missing. */
  readonly grace: number;
  readonly today: string;
  /** Shortens a row's content to an identity; equal texts must give equal results. */
  readonly hash: (content: string) => string;
  /** Whether the user chose the column of the reference, which may not name one row. */
  readonly isReferenceMapped?: boolean | undefined;
}

/** Every row ends as exactly one of these. */
export const outcomes = [
  'matched',
  'noted',
  'known',
  'amended',
  'other',
  'duplicate',
  'unmatched',
  'conflict',
  'ambiguous',
  'unreadable',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Every order of the group ends as exactly one of these, the first that applies. */
export const verdicts = [
  'cancelled_but_paid',
  'no_expectation',
  'accepted',
  'paid_in_full',
  'paid_short',
  'paid_twice',
  'paid_over',
  'received_not_paid',
  'pending',
  'rejected',
  'cancelled',
  'settled_before',
  'missing',
  'not_due',
] as const;
export type Verdict = (typeof verdicts)[number];

/** Verdicts that need no action. Any other verdict is a finding for `--exit-code`. */
export const quietVerdicts: ReadonlySet<Verdict> = new Set<Verdict>([
  'paid_in_full',
  'accepted',
  'pending',
  'not_due',
  'settled_before',
  'cancelled',
]);

export interface RowOutcome {
  readonly row: ReadRow;
  readonly outcome: Outcome;
  /** The row's amount in cents; 0 for an unreadable row. */
  readonly cents: number;
  /** The orders the row reached, or those it concerns if it is `noted` or `unreadable`. */
  readonly orders: readonly AccountOrder[];
  /** Where the cents went; only for `matched` and `amended` rows. */
  readonly allocations: readonly Allocation[];
  readonly message: string;
}

export interface OrderVerdict {
  readonly order: AccountOrder;
  readonly verdict: Verdict;
  /** Cents: the sum of the order's allocations, including recorded ones. */
  readonly paid: number;
  readonly rows: readonly ReadRow[];
  /** The cluster the order was judged in; undefined if no payment reached the order. */
  readonly cluster: Cluster | undefined;
}

/** Orders joined by shared tracking numbers or payments, with at least one payment. */
export interface Cluster {
  /** The orders that payments reached. */
  readonly orders: readonly AccountOrder[];
  readonly paid: number;
  readonly expected: number;
  /** paid − expected. */
  readonly difference: number;
  readonly tolerance: number;
  readonly payments: number;
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

/** A payment that `--record` would write. */
export interface NewPayment extends RecordedPayment {
  readonly identity: string;
  /** The row's tracking numbers, as keys. */
  readonly trackings: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly outcome: 'matched' | 'amended';
}

/** A matched row, and the recorded payment that it probably is. */
export interface Reexported {
  readonly row: PayoutRow;
  readonly before: RecordedPayment;
  /** Whether both together pay one of the orders over. */
  readonly isOver: boolean;
}

/** An update that `--apply` would send, conditional on the status in the mirror. */
export interface StatusUpdate {
  readonly order: AccountOrder;
  readonly expectedStatus: string;
  readonly body: { readonly status: 'paid' };
}

export interface Reconciliation {
  readonly group: string;
  readonly rows: readonly RowOutcome[];
  readonly clusters: readonly Cluster[];
  readonly verdicts: readonly OrderVerdict[];
  readonly needsAPerson: readonly PersonNeeded[];
  /** Cents of all paid rows, except duplicates and unreadable rows. */
  readonly found: number;
  readonly toRecord: readonly NewPayment[];
  /** New payments that are probably recorded ones, changed or read in another way. */
  readonly reexported: readonly Reexported[];
  readonly toApply: readonly StatusUpdate[];
}
