import { nameKey } from '../../contract/named';
import { keyOf } from '../../lib/fold';
import { groupBy } from '../../lib/once';
import { allocate } from './clusters';
import type { Fact } from './ledger';
import { type Match, meantTracking, type OrderIndex } from './match';
import { type AccountOrder, isUnreadable, type PayoutRow, type ReadRow } from './model';

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
  readonly contentOf: (file: string) => string;
}

/** The words of a row that may say that it is not paid: `Held`, `"Refunded" in column "Result"`. */
const wordsAgainst = ({ state, unreadState, unknownState, isDoubted }: Partial<PayoutRow>) =>
  state === 'paid' ? (unreadState ?? (isDoubted ? unknownState : undefined)) : undefined;

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
    // An unreadable row has no cents, but names its orders.
    const said: Partial<PayoutRow> = row;
    const { amount = 0, paidOn = null, reference = null, item = null, state = 'unreadable' } = said;
    const keys = keysOf({ trackings, order });
    const names = isUnreadable(row)
      ? []
      : [
          nameOfRow(row, keys, namesNothing),
          ...(isLettered ? [nameAsWritten(row, keysOf(row), namesNothing)] : []),
        ];
    const orders = state === 'paid' ? concernedBy(row, match) : reachedBy(match);
    const ownItem = isUnreadable(row) ? [] : [itemReach(item)];
    const words = wordsAgainst(said);
    const [only, ...others] = new Set(orders.map((one) => nameKey(one.group)));
    const own = nameKey(group);
    const isRecordable = (paidOn !== null || reference !== null) && !totals.has(row);
    const other = isRecordable ? 'other' : 'nothing';
    return {
      file: contentOf(file),
      line,
      format,
      state,
      names,
      lineKey: JSON.stringify([trackings, order === null ? '' : keyOf(order), item]),
      groups: [...new Set(others.length === 0 && only !== undefined ? [only, own] : [own])],
      keys,
      item,
      amount,
      paidOn,
      isDayTyped: said.isDayTyped === true,
      reference,
      pays: match.kind === 'matched' ? 'orders' : namesNothing ? other : 'unclear',
      allocations: orders.length === 0 || state !== 'paid' ? [] : allocate(amount, orders),
      named: namesNothing ? ownItem : [...new Set(meantBy(match).map(({ id }) => id))],
      ...(words !== undefined && { words: hash(words) }),
    };
  });
}

/** The identifiers of a row as one text: equal for rows with the same identifiers. */
export function keysOf(row: Pick<PayoutRow, 'trackings' | 'order'>): string {
  const order = row.order === null ? '' : keyOf(row.order);
  return JSON.stringify([[...row.trackings].sort(), order]);
}

/** The tracking numbers and the order's key in a text of `keysOf`; none for a typed payment. */
export function keysIn(keys: string): readonly [trackings: readonly string[], order: string] {
  return keys === '' ? [[], ''] : JSON.parse(keys);
}

/** True if both have tracking numbers, or order numbers, and these differ. */
export function areContradicting(keys: string, otherKeys: string): boolean {
  if (keys === otherKeys) return false;
  const [[trackings, order], [others, otherOrder]] = [keysIn(keys), keysIn(otherKeys)];
  const areOthers = trackings.every((tracking) => !others.includes(tracking));
  return (
    (trackings.length > 0 && others.length > 0 && areOthers) ||
    (order !== '' && otherOrder !== '' && order !== otherOrder)
  );
}

/** The content of a row as one text, independent of the export's layout. */
export function contentOf(row: PayoutRow, keys = keysOf(row)): string {
  const { amount, paidOn, dates = paidOn, reference, item, quantity, destroyed } = row;
  return JSON.stringify([keys, amount, dates, reference, item, quantity, destroyed]);
}

/** A chargeback is another payment than the one that it takes back, under one reference too. */
export const referenceName = (reference: string, amount: number) =>
  `reference/${reference}${amount < 0 ? '/back' : ''}`;

/**
 * Names the rows of a run, each within its group: by its reference if it has one, else by a hash of its
 * content with its ordinal among equal rows of the same file. So overlapping exports add nothing twice,
 * and two equal payments in one file remain two. A bonus and a fee on one receipt differ in their items.
 */
export function rowNamer(
  hash: (content: string) => string,
): (row: PayoutRow, keys: string, namesNothing: boolean) => string {
  const ordinals = new Map<string, number>();
  return (row, keys, namesNothing) => {
    const scope = namesNothing ? 'other/' : '';
    if (row.reference !== null) {
      const item = namesNothing ? `/${row.item ?? ''}` : '';
      return `${scope}${referenceName(row.reference, row.amount)}${item}`;
    }
    const content = contentOf(row, keys);
    const inFile = `${row.file}\n${row.state === 'paid'}\n${content}`;
    const ordinal = (ordinals.get(inFile) ?? 0) + 1;
    ordinals.set(inFile, ordinal);
    return `${scope}content/${hash(content)}/${ordinal}`;
  };
}

/** In place of an order for a payment of none: its item. */
export const itemReach = (item: string | null) => `item/${item ?? ''}`;

/** Rows, and what they add up to. */
const nothing = () => ({ rows: 0, all: 0, paid: 0 });
type Above = ReturnType<typeof nothing>;

function add(above: Above, { amount, state }: PayoutRow): void {
  above.rows++;
  above.all += amount;
  if (state === 'paid') above.paid += amount;
}

/**
 * Paid rows that look like a total of the rows above them in their file, or of those since the total
 * before. They count like any other row, so the same money counts twice; none is recorded.
 */
export function findTotals(
  rows: readonly PayoutRow[],
  namesNothing: (row: PayoutRow) => boolean,
): readonly PayoutRow[] {
  const totals: PayoutRow[] = [];
  for (const own of groupBy(rows, ({ file }) => file).values()) {
    const whole = nothing();
    let section = nothing();
    for (const row of own) {
      const mayBeTotal = row.state === 'paid' && row.amount !== 0 && namesNothing(row);
      // A single row above proves nothing: a bonus that says neither what it is nor when it was paid may be as high.
      const says = row.item ?? row.reference ?? row.paidOn;
      const fewest = says === null ? 2 : 1;
      const isSum = ({ rows, all, paid }: Above) =>
        rows >= fewest && (row.amount === all || row.amount === paid);
      if (mayBeTotal && (isSum(whole) || isSum(section))) {
        totals.push(row);
        section = nothing();
      } else {
        add(whole, row);
        add(section, row);
      }
    }
  }
  return totals;
}
