import type { Figures } from './grouped-reports';
import { keyOf } from './reconcile/cells';
import { expressions, ordersWhere, type Reader, type Scope } from './report-scope';

/** The tracking keys in recorded payments. */
function namedKeys(read: Reader): ReadonlySet<string> {
  const named = read(
    `SELECT DISTINCT value FROM base_payments p, json_each(p.trackings)
     WHERE p.replaced_by IS NULL`,
  );
  return new Set(named.map(({ value }) => keyOf(String(value))));
}

/** A payment may have the number with one letter that the group appended. */
function isNamed(number: string, named: ReadonlySet<string>): boolean {
  const key = keyOf(number);
  if (named.has(key)) return true;
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].some((letter) => named.has(key + letter));
}

/** One row for each tracking number of each order; with `unpaid`, only those not reimbursed. */
export function trackingRows(read: Reader, scope: Scope, unpaid: boolean): Figures {
  const f = expressions(scope);
  const { from, parameters } = ordersWhere(scope, '1', {
    join: 'JOIN base_trackings t ON t.order_key = o.key',
  });
  const rows = read(
    `SELECT t.tracking_number AS trackingNumber, t.carrier, t.item_count AS itemCount, o.kind, o.id,
       o.order_number AS orderNumber, o.group_id AS "group", o.retailer, o.status,
       o.order_date AS orderDate, ${f.age} AS ageDays, ${f.outstanding} AS outstanding,
       ${f.open} AND ${f.outstanding} > 0 AS unpaid
     ${from}
     ORDER BY o.order_date, o.id, t.place`,
    parameters,
  );
  const named = namedKeys(read);
  // Changes the rows in place: a copy of each would double the memory of the longest report.
  const judged = rows.map((row) =>
    Object.assign(row, {
      unpaid: row.unpaid === 1 && !isNamed(String(row.trackingNumber), named),
    }),
  );
  const shown = unpaid ? judged.filter((row) => row.unpaid) : judged;
  const orders = new Map(
    shown.map((row) => {
      const { kind, id, outstanding } = row as unknown as Record<string, unknown>;
      return [`${kind}:${id}`, Number(outstanding)] as const;
    }),
  );
  return {
    rows: shown,
    total: {
      trackings: shown.length,
      orders: orders.size,
      // Count an order with several numbers once.
      outstanding: [...orders.values()].reduce((sum, cents) => sum + cents, 0),
    },
  };
}
