import { nameKey } from '../../contract/named';
import { keyOf } from '../../lib/fold';
import { allocate } from './clusters';
import { itemReach, keysOf, rowNamer } from './identity';
import type { Fact } from './ledger';
import { type Match, meantTracking, type OrderIndex } from './match';
import { type AccountOrder, isUnreadable, type ReadRow } from './model';

const reachedBy = (match: Match) => (match.kind === 'matched' ? match.orders : []);

/** The orders that a row is about. Money goes to a cancelled order only if there is no other. */
export function concernedBy(row: ReadRow, match: Match): readonly AccountOrder[] {
  const orders = reachedBy(match);
  const others = orders.filter(({ status }) => status !== 'cancelled');
  const isPaid = !isUnreadable(row) && row.state === 'paid';
  return isPaid && others.length > 0 ? others : orders;
}

/** The orders that a row may mean. */
export function meantBy(match: Match): readonly AccountOrder[] {
  if (match.kind === 'conflict') return [...match.byTracking, ...match.byNumber];
  return match.kind === 'ambiguous' ? match.orders : reachedBy(match);
}

export interface FactOptions {
  readonly matchOf: (row: ReadRow) => Match;
  readonly index: OrderIndex;
  /** Paid rows that look like a total of the rows above them. */
  readonly totals: ReadonlySet<ReadRow>;
  readonly group: string;
  readonly hash: (content: string) => string;
  /** The hash of a file's content. */
  readonly contentOf: (file: string) => string;
}

/** An unreadable row has no cents, but names its orders. */
const noContent = {
  ...{ amount: 0, paidOn: null, reference: null, item: null, quantity: null },
  state: 'unreadable',
} as const;

/** The rows of a run, as an import remembers them. */
export function factsOf(rows: readonly ReadRow[], options: FactOptions): readonly Fact[] {
  const { matchOf, index, totals, group, hash, contentOf } = options;
  const [nameOfRow, nameAsWritten] = [rowNamer(hash), rowNamer(hash)];
  return rows.map((row): Fact => {
    const match = matchOf(row);
    const namesNothing = match.kind === 'nothing';
    const { file, line, format, order } = row;
    const trackings = [
      ...new Set(row.trackings.map((key) => meantTracking(index, key, row))),
    ].sort();
    const isLettered = trackings.some((tracking) => !row.trackings.includes(tracking));
    const readable = isUnreadable(row) ? undefined : row;
    const { amount, paidOn, reference, item, state } = readable ?? noContent;
    const keys = keysOf({ trackings, order });
    const names =
      readable === undefined
        ? []
        : [
            nameOfRow(readable, keys, namesNothing),
            ...(isLettered ? [nameAsWritten(readable, keysOf(readable), namesNothing)] : []),
          ];
    const orders = state === 'paid' ? concernedBy(row, match) : reachedBy(match);
    const ownItem = readable === undefined ? [] : [itemReach(item)];
    const [only, ...others] = new Set(orders.map((one) => nameKey(one.group)));
    const own = nameKey(group);
    const isRecordable = (paidOn !== null || reference !== null) && !totals.has(row);
    const other = isRecordable ? 'other' : 'nothing';
    return {
      ...{ file: contentOf(file), line, format, state },
      names,
      lineKey: JSON.stringify([trackings, order === null ? '' : keyOf(order), item]),
      groups: [...new Set(others.length === 0 && only !== undefined ? [only, own] : [own])],
      ...{ keys, item, amount, paidOn, isDayTyped: readable?.isDayTyped === true, reference },
      pays: match.kind === 'matched' ? 'orders' : namesNothing ? other : 'unclear',
      allocations: orders.length === 0 || state !== 'paid' ? [] : allocate(amount, orders),
      named: namesNothing ? ownItem : [...new Set(meantBy(match).map(({ id }) => id))],
    };
  });
}
