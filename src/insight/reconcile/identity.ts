import type { AccountOrder, PayoutRow, RecordedPayment } from './model';
import { contentOf } from './repetition';

export const areApart = (some: readonly AccountOrder[], others: readonly AccountOrder[]) =>
  !some.some((order) => others.includes(order));

/** The identity of a group's payment with this reference. */
export function referenceIdentity(group: string, reference: string): string {
  return `${group}/reference/${reference}`;
}

/** A recorded payment's identity without its group. */
function withoutGroup({
  identity,
  reference,
}: Pick<RecordedPayment, 'identity' | 'reference'>): string | undefined {
  if (identity === null) return undefined;
  // A group and a reference may contain any character.
  if (reference !== null) return referenceIdentity('', reference);
  return `/${identity.split('/').slice(-3).join('/')}`;
}

/**
 * Gives each payment an identity within its group: its reference if it has one, else a hash of the
 * row's content with its ordinal among equal rows of the same file. So overlapping exports add
 * nothing twice, and two equal payments in one file remain two.
 */
function identify(
  rows: readonly PayoutRow[],
  groupOf: (row: PayoutRow) => string,
  hash: (content: string) => string,
): Map<PayoutRow, string> {
  const ordinals = new Map<string, number>();
  const identities = new Map<PayoutRow, string>();
  for (const row of rows) {
    if (row.reference !== null) {
      identities.set(row, referenceIdentity(groupOf(row), row.reference));
      continue;
    }
    const content = contentOf(row);
    const inFile = `${row.file}\n${content}`;
    const ordinal = (ordinals.get(inFile) ?? 0) + 1;
    ordinals.set(inFile, ordinal);
    identities.set(row, `${groupOf(row)}/content/${hash(content)}/${ordinal}`);
  }
  return identities;
}

/** What tells whether a row's payment is already known. */
interface Ledger {
  /** `--group`. */
  readonly group: string;
  readonly hash: (content: string) => string;
  /** The payments that count, by identity. */
  readonly recorded: ReadonlyMap<string, RecordedPayment>;
  ordersOf(row: PayoutRow): readonly AccountOrder[];
  paidBy(payment: RecordedPayment): readonly AccountOrder[];
}

/** The payments that the rows are, whatever group is typed or their orders have by now. */
export function identifyRows(
  rows: readonly PayoutRow[],
  { group, hash, recorded, ordersOf, paidBy }: Ledger,
) {
  const paid = rows.filter(({ state }) => state === 'paid');
  const groupOf = (row: PayoutRow) => {
    const [one, ...others] = new Set(ordersOf(row).map((order) => order.group));
    return one === undefined || others.length > 0 ? group : one;
  };
  const ofOrders = identify(paid, groupOf, hash);
  const asTyped = identify(paid, () => group, hash);
  const inAnyGroup = identify(paid, () => '', hash);
  const paidRows = new Map(paid.map((row) => [inAnyGroup.get(row), row]));
  const voidRows = rows.filter(({ state }) => state === 'void');
  const ifPaid = identify(voidRows, () => '', hash);
  const recordedAs = new Map<string | undefined, RecordedPayment[]>();
  for (const payment of recorded.values()) {
    const there = recordedAs.get(withoutGroup(payment));
    if (there === undefined) recordedAs.set(withoutGroup(payment), [payment]);
    else there.push(payment);
  }
  const recordedFor = (row: PayoutRow, identity: string | undefined) =>
    recordedAs.get(identity)?.find((payment) => !areApart(ordersOf(row), paidBy(payment)));
  return {
    /** The identities that `--group` alone would give. */
    asTyped,
    identityOf(row: PayoutRow): string {
      const same = recordedFor(row, inAnyGroup.get(row));
      if (same?.identity != null) return same.identity;
      // Another payment of the orders' group may have this name: the file's own group gave it.
      const [own, typed] = [ofOrders.get(row) ?? '', asTyped.get(row) ?? ''];
      return recorded.has(own) || recorded.has(typed) ? typed : own;
    },
    /** Whether what a void row says is recorded as paid, or in another row of these files. */
    isCounted(row: PayoutRow): boolean {
      const identity = ifPaid.get(row);
      const here = paidRows.get(identity);
      if (here !== undefined && !areApart(ordersOf(row), ordersOf(here))) return true;
      return recordedFor(row, identity) !== undefined;
    },
  };
}
