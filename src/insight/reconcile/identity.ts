import { keyOf } from '../../lib/fold';
import type { PayoutRow } from './model';

/** The identifiers of a row as one text: equal for rows with the same identifiers. */
export function keysOf(row: Pick<PayoutRow, 'trackings' | 'order'>): string {
  const order = row.order === null ? '' : keyOf(row.order);
  return JSON.stringify([[...row.trackings].sort(), order]);
}

/** The tracking numbers and the order's key in a text of `keysOf`; none for a typed payment. */
export function keysIn(keys: string): readonly [trackings: readonly string[], order: string] {
  return keys === '' ? [[], ''] : JSON.parse(keys);
}

/** Whether both have tracking numbers, or order numbers, and these differ. */
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
