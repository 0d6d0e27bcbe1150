/**
 * The terms of the ledger: what a person recorded, entry by entry, and what the entries add up to. All
 * of it is plain data. Money is in integer cents, and moments are milliseconds of UTC.
 */
import { nameKey } from '../../contract/named';
import type { Allocation, PayoutRow, PayoutState } from './model';

/**
 * A row as its import remembers it. It has all that decides about its payment, so that recording it
 * again has the same result whatever has become of the account.
 */
export interface Fact
  extends Pick<PayoutRow, 'line' | 'format' | 'item' | 'amount' | 'paidOn' | 'reference'> {
  /** The hash of its file's content. */
  readonly file: string;
  readonly state: PayoutState | 'unreadable';
  /**
   * Tells it from the other payments of its groups; a second one if a tracking number is without the
   * letter that BFMR asks to append, which an earlier import may not have known.
   */
  readonly names: readonly string[];
  /** The tracker's line: tracking numbers without that letter, order number and item. */
  readonly lineKey: string;
  /** Keys of the groups of its orders and of its file; the first is part of a payment's identity. */
  readonly groups: readonly string[];
  /** The row's identifiers (`keysOf`), to recognize a payment that was made twice. */
  readonly keys: string;
  /** True if the day is not the row's own: the user gave it with `--paid-on`. */
  readonly isDayTyped: boolean;
  /** `nothing`: it names nothing and can't be recorded. `unclear`: it reaches no order. */
  readonly pays: 'orders' | 'other' | 'nothing' | 'unclear';
  /** None if it belongs to no order: a bonus, a fee. */
  readonly allocations: readonly Allocation[];
  /** The orders that it names by any rule; of a row that names none, its item (`itemReach`). */
  readonly named: readonly string[];
  /** A hash of words of a paid row that may say that it is not paid. */
  readonly words?: string;
}

interface EntryOf<Kind> {
  readonly kind: Kind;
  readonly moment: number;
  /** The identity of a payment, or of what else the entry is about. */
  readonly subject: string;
}

/** Its subject is alike on every machine (`importIdentity`). */
export interface ImportEntry extends EntryOf<'import'> {
  readonly id: number;
  readonly group: string;
  readonly files: readonly string[];
  readonly facts: readonly Fact[];
}

/** The number of a run that is not recorded. */
export const nextImport = 0;

/** Undoes the imports of its subject that were recorded before. */
export type UndoEntry = EntryOf<'undo'>;

/** Its subject is made when it is typed: `typed/<machine>/<id>`. */
export interface TypedEntry
  extends EntryOf<'typed'>,
    Pick<RecordedPayment, 'group' | 'amount' | 'paidOn' | 'reference'> {
  readonly orderId: string;
}

/** Gives a day to a payment that has none of its own. */
export interface DateEntry extends EntryOf<'date'> {
  readonly paidOn: string;
}

export interface RemovalEntry extends EntryOf<'removal'> {
  /** False takes the removal back. */
  readonly isRemoved: boolean;
}

/** Its subject is an order's id, or the identity of a payment that belongs to no order. */
export interface AcceptanceEntry extends EntryOf<'acceptance'> {
  /** Null takes the acceptance back. */
  readonly accepted: Omit<Acceptance, 'moment'> | null;
}

export type LedgerEntry =
  | ImportEntry
  | UndoEntry
  | TypedEntry
  | DateEntry
  | RemovalEntry
  | AcceptanceEntry;

/**
 * The same on every machine for the same files of a group: `bfmr/<hash> <hash>/1`. The number tells the
 * times apart that one machine recorded them.
 */
export function importIdentity(
  { group, files }: Pick<ImportEntry, 'group' | 'files'>,
  others: readonly LedgerEntry[],
): string {
  const start = `${nameKey(group)}/${[...files].sort().join(' ')}/`;
  const before = others.filter((one) => one.kind === 'import' && one.subject.startsWith(start));
  return `${start}${new Set(before.map(({ subject }) => subject)).size + 1}`;
}

/** The order of the ledger: by moment, and the same on every machine if two have one moment. */
export function sortEntries<T extends LedgerEntry>(entries: readonly T[]): readonly T[] {
  const keyOf = ({ kind, subject }: LedgerEntry) => `${kind} ${subject}`;
  return [...entries].sort(
    (one, other) => one.moment - other.moment || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
}

export interface Acceptance {
  readonly moment: number;
  readonly note: string;
  /** Cents paid and expected in the order's cluster. */
  readonly paid: number;
  readonly expected: number;
  readonly settled: readonly SettledDoubt[];
}

/** A doubt as an acceptance keeps it: the identities of its payments, and the names of void rows. */
export interface SettledDoubt {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface RecordedPayment
  extends Pick<Fact, 'amount' | 'allocations' | 'keys' | 'item' | 'paidOn' | 'reference'> {
  /** Its number in the mirror; null before it is recorded. */
  readonly id: number | null;
  /** Distinguishes the payments that count or were removed, alike on every machine. */
  readonly identity: string;
  /** The group of its file, or of the order that it was typed for. */
  readonly group: string | null;
  /** The first import that has it; null if it was typed. */
  readonly importId: number | null;
  /** The moment of that import, or of typing it. */
  readonly moment: number;
}

/** A payment that does not count; `undone`: its import was, and no other one has it. */
export interface PastPayment {
  readonly payment: RecordedPayment;
  readonly state: 'removed' | 'replaced' | 'undone';
  readonly since: number;
  readonly replacedBy?: RecordedPayment;
}

/**
 * Reasons for doubts about payments. `dropped`: a later file does not have it any more. `void`: a row on
 * its line is. `added`: more than expected, with a row of a later day. `older`: it replaced another one,
 * but its file may be an older export. `words`: its row may say that it is not paid. `sources`: typed and in
 * a file, or in two formats.
 */
export type DoubtReason = 'dropped' | 'void' | 'added' | 'older' | 'words' | 'sources';

/** Payments of which perhaps not all are right. All of them count. */
export interface PaymentDoubt {
  readonly reason: DoubtReason;
  readonly before: readonly RecordedPayment[];
  /** Payments that may be the same one; of two sources, the other one. */
  readonly after: readonly RecordedPayment[];
  /** The import that raised it; null for two sources. */
  readonly importId: number | null;
  /** True if the file that raised it may be an older export. */
  readonly isOlder: boolean;
  readonly settles: SettledDoubt;
  readonly isSettled: boolean;
}

/** A doubt that a person has to settle, as the mirror keeps it beside the payments. */
export interface KeptDoubt {
  readonly text: string;
  readonly paymentIds: readonly number[];
  readonly orderIds: readonly string[];
}

/** The entries of a ledger in their order, and the numbers that its payments have in the mirror. */
export interface RecordedEntries {
  readonly entries: readonly LedgerEntry[];
  /** By `paymentKey`. */
  readonly ids: ReadonlyMap<string, number>;
}

/** Tells a payment also from those of its identity with other amounts, which it replaced. */
export const paymentKey = ({ identity, amount }: Pick<RecordedPayment, 'identity' | 'amount'>) =>
  `${identity} ${amount}`;

/** The identity in a text of `paymentKey`. */
export const identityIn = (key: string) => key.slice(0, key.lastIndexOf(' '));
