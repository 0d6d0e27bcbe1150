import type { StoredOrderKind } from '../../contract/order-kinds';
/**
 * The terms of a reconciliation. All of it is plain data: rows and orders go in, outcomes and
 * verdicts come out. Money is in integer cents, and days are `YYYY-MM-DD`.
 */

/** What a group says about a row. */
export type PayoutState = 'paid' | 'received' | 'pending' | 'void';

/** What a row names. */
export interface NamingRow {
  readonly file: string;
  /** The line in the file, counting from 1. */
  readonly line: number;
  /** The id of the file's format. */
  readonly format: string;
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
  /** What decides about its state, if waybill has no rule for it. */
  readonly unknownState?: string;
  /** Words that speak against its payment, in a column that is not read, with the column. */
  readonly unreadState?: string;
  readonly paidOn: string | null;
  /** The dates that are part of its content, if they are not `paidOn` alone; null for none. */
  readonly dates?: string | null;
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
  readonly kind: StoredOrderKind;
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

/** As much of an order as names it. */
export type NamedOrder = Pick<AccountOrder, 'id' | 'orderNumber' | 'trackings' | 'gone'>;

export interface Allocation {
  readonly orderId: string;
  readonly cents: number;
}

/** A payment that was recorded. */
export interface RecordedPayment {
  /** Its number in the mirror; none before it is recorded. */
  readonly id?: number;
  /** What distinguishes two payments; null for one added by hand without a reference of its own. */
  readonly identity: string | null;
  readonly amount: number;
  /** None if it belongs to no order: a bonus, a fee. */
  readonly allocations: readonly Allocation[];
  /** The row's identifiers (`keysOf`), to recognize a payment that was made twice. */
  readonly keys: string;
  /** Undefined if an older waybill recorded it, which remembered no items. */
  readonly item?: string | null | undefined;
  /** Null if it was typed, or an older waybill recorded it. */
  readonly format: string | null;
  readonly paidOn: string | null;
  readonly reference: string | null;
  /** The group of its file, or of the order that it was typed for. */
  readonly group: string | null;
  /** The import that recorded it; null for one added by hand. */
  readonly importId: number | null;
}

/** Why two payments may be one. `noted`: a later file has the payment's row, but not as paid. */
export type DoubtReason = 'edited' | 'read again' | 'typed' | 'noted';

export interface Doubt {
  readonly reason: DoubtReason;
  /** The payment that it may be; null if a row that is not paid says so. */
  readonly before: RecordedPayment | null;
}

/**
 * A readable row as its import remembers it. It has all that decides about its payment, so that
 * recording it again has the same result whatever has become of the account.
 */
export interface Fact {
  /** The hash of its file's content. */
  readonly file: string;
  readonly line: number;
  /** Null if an older waybill recorded it. */
  readonly format: string | null;
  readonly state: PayoutState;
  /** What tells it from the other payments of its group and its file. */
  readonly name: string;
  /** The group of its orders, or the file's. */
  readonly group: string;
  readonly keys: string;
  readonly item?: string | null | undefined;
  readonly amount: number;
  readonly paidOn: string | null;
  readonly reference: string | null;
  /** `nothing`: it names nothing and can't be recorded. `unclear`: it reaches no order. */
  readonly pays: 'orders' | 'other' | 'nothing' | 'unclear';
  readonly allocations: readonly Allocation[];
}

/** The readable rows of one run. */
export interface Run {
  readonly importId: number;
  /** The file's group. */
  readonly group: string;
  /** The hash of each file's content. */
  readonly files: readonly string[];
  readonly facts: readonly Fact[];
}

/** A row that an import has read. */
export interface Reading {
  /** Whether it is a payment. */
  readonly counts: boolean;
  /** What of its cents no other file had before; null if it was not paid. */
  readonly found: number | null;
}

/** What imports and payments typed by hand add up to. */
export interface Ledger {
  readonly payments: readonly RecordedPayment[];
  /** The payments that another one has replaced, which don't count. */
  readonly replaced: ReadonlyMap<RecordedPayment, RecordedPayment>;
  readonly doubts: ReadonlyMap<RecordedPayment, Doubt>;
  /** The files that were read, and their rows by file and line. */
  readonly files: ReadonlySet<string>;
  readonly readings: ReadonlyMap<string, Reading>;
  /** The paid rows that were read, by name and amount. */
  readonly had: ReadonlySet<string>;
}

/** An accepted difference: what was paid and expected in the order's cluster when it was accepted. */
export interface AcceptedDifference {
  readonly orderId: string;
  /** Null in a mirror of an older waybill: it applies whatever was paid. */
  readonly paid: number | null;
  readonly expected: number | null;
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
  /** Visits all orders of the account, which unmatched rows may mean; those given, if left out. */
  readonly visitOrders?: (visit: (order: NamedOrder) => void) => void;
  /** The hash of each file's content, by its name. */
  readonly contents?: ReadonlyMap<string, string>;
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
  /** What else there is to say. */
  readonly detail: string | null;
  /** Payments of the order that may be one. */
  readonly doubts: readonly DoubtfulPayment[];
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

/** A payment that counts although it may be another one; its row if these files have it. */
export interface DoubtfulPayment extends Doubt {
  readonly payment: RecordedPayment;
  readonly row: PayoutRow | undefined;
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
  readonly clusters: readonly Cluster[];
  readonly verdicts: readonly OrderVerdict[];
  readonly needsAPerson: readonly PersonNeeded[];
  /** Cents of all paid rows, except duplicates, unreadable rows and what another file had before. */
  readonly found: number;
  /** Cents of the same rows that are not in `found`. */
  readonly recordedBefore: number;
  /** The rows, as an import remembers them. */
  readonly run: Run;
  /** Whether recording them is an import: no run has had the same files before. */
  readonly isImport: boolean;
  /** The payments that `--record` would write. */
  readonly toRecord: readonly RecordedPayment[];
  readonly doubts: readonly DoubtfulPayment[];
  /** Paid rows that look like a total of the rows above them. */
  readonly totals: readonly PayoutRow[];
  readonly toApply: readonly StatusUpdate[];
  /** Orders paid in full that `--apply` leaves alone because of doubts about their payments. */
  readonly left: readonly LeftAlone[];
  readonly toReceive: readonly StatusUpdate[];
  /** Orders that `--apply-received` leaves alone: perhaps the group does not have all of them. */
  readonly notReceived: readonly LeftOpen[];
}

export interface LeftOpen {
  readonly order: AccountOrder;
  readonly reason: string;
}

export interface LeftAlone {
  readonly order: AccountOrder;
  /** None if a row that needs a person is the reason. */
  readonly doubts: readonly DoubtfulPayment[];
}
