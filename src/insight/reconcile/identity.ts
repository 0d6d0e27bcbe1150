import { keyOf } from './identifiers';
import type { PayoutRow } from './model';

/** The identifiers of a row as one text: equal for rows with the same identifiers. */
export function keysOf(row: Pick<PayoutRow, 'trackings' | 'order'>): string {
  const order = row.order === null ? '' : keyOf(row.order);
  return JSON.stringify([[...row.trackings].sort(), order]);
}

/** The content of a row as one text, independent of the export's layout. */
export function contentOf(row: PayoutRow): string {
  const { amount, paidOn, reference, item, quantity, destroyed } = row;
  return JSON.stringify([keysOf(row), amount, paidOn, reference, item, quantity, destroyed]);
}

/**
 * Gives each payment an identity: its reference if it has one, else a hash of the row's content
 * with its ordinal among equal rows of the same file. So overlapping exports add nothing twice, and
 * two equal payments in one file remain two.
 */
export function identify(
  rows: readonly PayoutRow[],
  group: string,
  hash: (content: string) => string,
): Map<PayoutRow, string> {
  const ordinals = new Map<string, number>();
  const identities = new Map<PayoutRow, string>();
  for (const row of rows) {
    if (row.reference !== null) {
      identities.set(row, `${group}/reference/${row.reference}`);
      continue;
    }
    const content = contentOf(row);
    const inFile = `${row.file}\n${content}`;
    const ordinal = (ordinals.get(inFile) ?? 0) + 1;
    ordinals.set(inFile, ordinal);
    identities.set(row, `${group}/content/${hash(content)}/${ordinal}`);
  }
  return identities;
}
