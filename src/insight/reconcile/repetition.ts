import { groupBy } from '../../lib/group-by';
import { keyOf } from './keys';
import type { PayoutRow } from './model';

export interface Repetition {
  /** Rows that repeat another row of these files. */
  readonly duplicates: ReadonlyMap<PayoutRow, PayoutRow>;
  /**
   * Rows whose reference also appears with another amount, and whether the rows with it name
   * different orders.
   */
  readonly contradicted: ReadonlyMap<PayoutRow, { readonly namesOthers: boolean }>;
}

/**
 * Of the rows with one identity and one amount, one counts: a row that reaches orders before one
 * that doesn't, then the earlier payment. The order of the files decides only between equal rows,
 * so it changes no figure.
 */
function countsBefore(
  one: PayoutRow,
  other: PayoutRow,
  reaches: (row: PayoutRow) => boolean,
): boolean {
  if (reaches(one) !== reaches(other)) return reaches(one);
  if (one.paidOn !== other.paidOn) return (one.paidOn ?? '9') < (other.paidOn ?? '9');
  return contentOf(one) < contentOf(other);
}

/**
 * Finds paid rows that repeat or contradict each other within these files. A row that names no
 * order, such as a fee on the same receipt, contradicts none.
 */
export function findRepetition(
  /** The paid rows, each with the payment that it is. */
  identities: ReadonlyMap<PayoutRow, string>,
  reaches: (row: PayoutRow) => boolean,
  names: (row: PayoutRow) => boolean,
  areApart: (one: PayoutRow, other: PayoutRow) => boolean,
): Repetition {
  const counting = new Map<string, Map<number, PayoutRow>>();
  const repeated: PayoutRow[] = [];
  for (const [row, identity] of identities) {
    const byAmount = counting.get(identity) ?? new Map<number, PayoutRow>();
    counting.set(identity, byAmount);
    const before = byAmount.get(row.amount);
    if (before === undefined) {
      byAmount.set(row.amount, row);
    } else if (countsBefore(row, before, reaches)) {
      byAmount.set(row.amount, row);
      repeated.push(before);
    } else {
      repeated.push(row);
    }
  }
  const duplicates = new Map<PayoutRow, PayoutRow>();
  for (const row of repeated) {
    const counted = counting.get(identities.get(row) ?? '')?.get(row.amount);
    if (counted !== undefined) duplicates.set(row, counted);
  }
  const named = [...identities].filter(([row]) => names(row));
  const byIdentity = groupBy(named, ([, identity]) => identity);
  const contradicted = new Map<PayoutRow, { readonly namesOthers: boolean }>();
  for (const same of byIdentity.values()) {
    const [first, ...others] = same.map(([row]) => row);
    if (first === undefined || others.every(({ amount }) => amount === first.amount)) continue;
    const namesOthers = others.some((row) => areApart(first, row));
    for (const row of [first, ...others]) contradicted.set(row, { namesOthers });
  }
  return { duplicates, contradicted };
}

/** The identifiers of a row as one text: equal for rows with the same identifiers. */
export function keysOf(row: Pick<PayoutRow, 'trackings' | 'order'>): string {
  const order = row.order === null ? '' : keyOf(row.order);
  return JSON.stringify([[...row.trackings].sort(), order]);
}

/** The content of a row as one text, independent of the export's layout. */
export function contentOf(row: PayoutRow): string {
  const { amount, paidOn, dates = paidOn, reference, item, quantity, destroyed } = row;
  return JSON.stringify([keysOf(row), amount, dates, reference, item, quantity, destroyed]);
}
