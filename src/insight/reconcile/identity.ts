import { groupBy } from '../../lib/group-by';
import type { AccountOrder, PayoutRow, RecordedPayment } from './model';
import { contentOf, keysOf } from './repetition';

export const areApart = (some: readonly AccountOrder[], others: readonly AccountOrder[]) =>
  !some.some((order) => others.includes(order));

const referenceName = (reference: string) => `reference/${reference}`;

/** The identity of a group's payment with this reference. */
export function referenceIdentity(group: string, reference: string): string {
  return `${group}/${referenceName(reference)}`;
}

/** The identity of a further payment that was typed under a reference, for another order. */
export function furtherIdentity(named: string, orderId: string): string {
  return `${named}/${orderId}`;
}

/** A recorded payment's name within its group. A group and a reference may hold any character. */
function nameIn({ identity, reference }: RecordedPayment): string | undefined {
  return reference === null ? identity?.split('/').slice(-3).join('/') : referenceName(reference);
}

const contentName = (hashed: string) => `content/${hashed}`;

/** Whether a recorded payment's identity is that of a row's content. */
export function isContent({ identity }: RecordedPayment, hashed: string): boolean {
  if (identity === null) return false;
  return identity.slice(0, identity.lastIndexOf('/')).endsWith(`/${contentName(hashed)}`);
}

/**
 * Gives each payment a name within its group: its reference if it has one, else a hash of the row's
 * content with its ordinal among equal rows of the same file. So overlapping exports add nothing
 * twice, and two equal payments in one file remain two.
 */
function nameRows(
  rows: readonly PayoutRow[],
  hash: (content: string) => string,
): ReadonlyMap<PayoutRow, string> {
  const ordinals = new Map<string, number>();
  const names = new Map<PayoutRow, string>();
  for (const row of rows) {
    if (row.reference !== null) {
      names.set(row, referenceName(row.reference));
      continue;
    }
    const content = contentOf(row);
    const inFile = `${row.file}\n${content}`;
    const ordinal = (ordinals.get(inFile) ?? 0) + 1;
    ordinals.set(inFile, ordinal);
    names.set(row, `${contentName(hash(content))}/${ordinal}`);
  }
  return names;
}

/** What tells whether a row's payment is already known. */
interface Ledger {
  /** `--group`. */
  readonly group: string;
  readonly hash: (content: string) => string;
  /** The payments that count. */
  readonly recorded: readonly RecordedPayment[];
  ordersOf(row: PayoutRow): readonly AccountOrder[];
  paidBy(payment: RecordedPayment): readonly AccountOrder[];
}

/** The payments that the rows are, whatever group is typed or their orders have by now. */
export function identifyRows(
  rows: readonly PayoutRow[],
  { group, hash, recorded, ordersOf, paidBy }: Ledger,
) {
  const inState = (wanted: PayoutRow['state']) => rows.filter(({ state }) => state === wanted);
  const paid = nameRows(inState('paid'), hash);
  const ifPaid = nameRows(inState('void'), hash);
  const rowsByName = new Map([...paid].map(([row, name]) => [name, row]));
  const identities = new Set(recorded.map(({ identity }) => identity));
  const recordedByName = groupBy(recorded, nameIn);
  /** Several, if payments typed under one reference paid its orders and none has its amount. */
  const recordedFor = (row: PayoutRow, name: string): readonly RecordedPayment[] => {
    const named = recordedByName.get(name) ?? [];
    const own = named.filter((payment) => !areApart(ordersOf(row), paidBy(payment)));
    const same = own.find(({ amount }) => amount === row.amount);
    return same === undefined ? own : [same];
  };
  const identityOf = (row: PayoutRow): string => {
    const name = paid.get(row) ?? '';
    const [same] = recordedFor(row, name);
    if (same?.identity != null) return same.identity;
    const [only = group, ...others] = new Set(ordersOf(row).map((order) => order.group));
    const typed = `${group}/${name}`;
    const own = others.length === 0 ? `${only}/${name}` : typed;
    // Another payment of the orders' group may have this name: the file's own group gave it.
    return identities.has(own) || identities.has(typed) ? typed : own;
  };
  const repeated = new Set([...paid].flatMap(([row, name]) => recordedFor(row, name)));
  const paidByKeys = groupBy(paid.keys(), keysOf);
  /** The recorded payments that these files no longer have. */
  const droppedByKeys = groupBy(
    recorded.filter((payment) => !repeated.has(payment)),
    ({ keys }) => keys,
  );
  return {
    /** The paid rows, each with its name within any group. */
    paid,
    identityOf,
    /**
     * What is recorded of a row's payment: what paid its orders, or else what has its identity and
     * paid others.
     */
    recordedOf(row: PayoutRow): readonly RecordedPayment[] {
      const name = paid.get(row) ?? '';
      const own = recordedFor(row, name);
      if (own.length > 0) return own;
      const identity = identityOf(row);
      const isUnder = (payment: RecordedPayment) =>
        payment.identity === identity || payment.identity?.startsWith(`${identity}/`) === true;
      return (recordedByName.get(name) ?? []).filter(isUnder);
    },
    /**
     * Whether what a void row says is recorded as paid, or in another row of these files. The group
     * may have cleared or changed the amount and the date of the payment that it takes back.
     */
    isCounted(row: PayoutRow): boolean {
      const name = ifPaid.get(row) ?? '';
      const here = rowsByName.get(name);
      if (here !== undefined && !areApart(ordersOf(row), ordersOf(here))) return true;
      if (recordedFor(row, name).length > 0) return true;
      const keys = keysOf(row);
      const negated = ({ amount }: { readonly amount: number }) => amount === 0 - row.amount;
      const isSame = ({ amount }: RecordedPayment) => row.amount === 0 || row.amount === amount;
      return (
        droppedByKeys.get(keys)?.some((payment) => isSame(payment) || negated(payment)) === true ||
        (row.amount < 0 && paidByKeys.get(keys)?.some(negated) === true)
      );
    },
  };
}
