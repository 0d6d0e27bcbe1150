import type { StoredOrderKind } from '../../contract/order-kinds';
import { typedWords } from '../../lib/words';
/**
 * The terms of a reconciliation. All of it is plain data: rows and orders go in, outcomes and
 * verdicts come out (`result.ts`). Money is in integer cents, and days are `YYYY-MM-DD`.
 */

/** The group's statement about a row. */
export type PayoutState = 'paid' | 'received' | 'pending' | 'void';

export interface NamingRow {
  readonly file: string;
  /** The line in the file, counting from 1. */
  readonly line: number;
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
  /** The text that decides about its state, if waybill has no rule for it. */
  readonly unknownState?: string;
  /** True if that text may mean that it is not paid: `Disputed`. */
  readonly isDoubted?: boolean;
  /** Words that speak against its payment, in a column that is not read, with the column. */
  readonly unreadState?: string;
  readonly paidOn: string | null;
  readonly isDayTyped?: boolean;
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

export interface ReconcileOptions {
  /** The group whose orders get a verdict. */
  readonly group: string;
  /** Cents. */
  readonly tolerance: number;
  /** The age in days above which an order without a row counts as missing. */
  readonly grace: number;
  readonly today: string;
  /** Shortens a row's content to an identity; equal texts must give equal results. */
  readonly hash: (content: string) => string;
  /** True if the user chose the column of the reference, which may not name one row. */
  readonly isReferenceMapped?: boolean | undefined;
  /** Visits all orders of the account, which unmatched rows may mean; those given, if left out. */
  readonly visitOrders?: (visit: (order: NamedOrder) => void) => void;
  /** The keys of the words in a row's cells, among which may be the number of an order. */
  readonly wordsOf?: ((row: ReadRow) => readonly string[]) | undefined;
  /** The hash of each file's content, by its name. */
  readonly contents?: ReadonlyMap<string, string>;
  /** The flags that a command needs to reach the same account: ` --sandbox`. */
  readonly accountFlags?: string | undefined;
}

/** Every row ends as exactly one of these. */
export const outcomes = typedWords(
  'matched noted known amended other duplicate unmatched conflict ambiguous unreadable',
);
export type Outcome = (typeof outcomes)[number];

/** Every order of the group ends as exactly one of these, the first that applies. */
export const verdicts = typedWords(
  'cancelled_but_paid no_expectation accepted paid_in_full paid_short paid_twice',
  'paid_over received_not_paid pending rejected cancelled settled_before missing',
  'not_due',
);
export type Verdict = (typeof verdicts)[number];

/** Verdicts that need no action. Any other verdict is a finding for `--exit-code`. */
export const quietVerdicts: ReadonlySet<Verdict> = new Set<Verdict>(
  typedWords('paid_in_full accepted pending not_due settled_before cancelled'),
);
