import { keyOf } from '../../lib/fold';
import { itselfColumns, orderItself, orderMembers } from '../order-rows';
import { expressions, type Reader, readOrders, type Scope } from '../report-scope';
import { type Figures, member } from './report';

export const trackingMembers = {
  trackingNumber: member.id('The tracking number'),
  carrier: member.text('The carrier', { orNull: true }),
  itemCount: member.count('Items in the package', { heading: 'Items', orNull: true }),
  ...orderItself,
  ageDays: orderMembers.ageDays,
  outstanding: orderMembers.outstanding,
  unpaid: member.yesNo(
    'True if the order is open and outstanding, and no payment names the number',
  ),
};

/** The tracking keys that payments name, also with a letter appended unless that is another number's. */
function namedKeys(read: Reader): ReadonlySet<string> {
  const keysIn = (sql: string) => new Set(read(sql).map(({ value }) => keyOf(String(value))));
  const named = keysIn(`SELECT DISTINCT value FROM base_payments p, json_each(p.trackings)`);
  const lettered = [...named].filter((key) => /[A-Z]$/.test(key));
  if (lettered.length === 0) return named;
  const own = keysIn('SELECT DISTINCT tracking_number AS value FROM base_trackings');
  const bare = lettered.filter((key) => !own.has(key)).map((key) => key.slice(0, -1));
  return new Set([...named, ...bare]);
}

/** One row for each tracking number of each order; with `unpaid`, only those not reimbursed. */
export function reportedTrackings(read: Reader, scope: Scope, unpaid: boolean): Figures {
  const f = expressions(scope);
  const rows = readOrders(
    read,
    scope,
    `t.tracking_number AS trackingNumber, t.carrier, t.item_count AS itemCount, ${itselfColumns},
       ${f.age} AS ageDays, ${f.outstanding} AS outstanding, ${f.open} AND ${f.outstanding} > 0 AS unpaid`,
    '1',
    {
      join: 'JOIN base_trackings t ON t.order_key = o.key',
      rest: 'ORDER BY o.order_date, o.id, t.place',
    },
  );
  const named = namedKeys(read);
  // Changes the rows in place: a copy of each would double the memory of the longest report.
  const judged = rows.map((row) =>
    Object.assign(row, {
      unpaid: row.unpaid === 1 && !named.has(keyOf(String(row.trackingNumber))),
    }),
  );
  const shown = unpaid ? judged.filter((row) => row.unpaid) : judged;
  const orders = new Map(
    shown.map(({ kind, id, outstanding }) => [`${kind}:${id}`, Number(outstanding)]),
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
