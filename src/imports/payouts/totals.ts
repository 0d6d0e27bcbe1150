import { type AccountOrder, isUnreadable } from '../../insight/reconcile/model';
import { keyOf } from '../../lib/fold';
import type { PayoutFile } from './files';
import { namesIn } from './states';

/** A line that adds up others and is no row. */
export interface Total {
  readonly file: string;
  readonly line: number;
  /** Null or undefined if it has no amount. */
  readonly cents: number | null | undefined;
  /** What the paid rows since the total before add up to, and all of the file above it. */
  readonly paid: readonly number[];
}

/** The files without their totals; a word that is an order's number is none. */
export function leaveOutTotals(
  files: readonly PayoutFile[],
  orders: readonly AccountOrder[] = [],
): { readonly files: readonly PayoutFile[]; readonly totals: readonly Total[] } {
  const named = files.flatMap(({ rows }) =>
    rows.flatMap(({ row, total }) => (total === undefined ? [] : namesIn(row).map(keyOf))),
  );
  const numbers = new Set(
    named.length === 0 ? [] : orders.map(({ orderNumber }) => keyOf(orderNumber ?? '')),
  );
  const totals: Total[] = [];
  const left = files.map((one): PayoutFile => {
    let [section, all] = [0, 0];
    const rows = one.rows.filter(({ row, total }) => {
      if (total !== undefined && !namesIn(row).some((name) => numbers.has(keyOf(name)))) {
        totals.push({ file: one.file, line: row.line, ...total, paid: [section, all] });
        section = 0;
        return false;
      }
      const paid = !isUnreadable(row) && row.state === 'paid' ? row.amount : 0;
      section += paid;
      all += paid;
      return true;
    });
    return { ...one, rows };
  });
  return { files: left, totals };
}
