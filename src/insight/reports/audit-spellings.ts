import { isSameNumber, orderNumberKey } from '../../contract/named';
import { isAmong } from '../formulas';
import { ordersWithNames } from '../order-rows';
import { Shelf } from '../reconcile/match';
import { type Reader, type Row, readOrders, type Scope } from '../report-scope';

/** Orders whose number or group is spelled otherwise than another's, with a detail in words. */

/** The orders whose group is not written by its name: `points 4 days` for `points4days`. */
export function* differingSpellings(read: Reader, scope: Scope): Generator<Row> {
  const isNamed = read("SELECT 1 FROM sqlite_temp_schema WHERE name = 'group_names'").length > 0;
  if (!isNamed) return;
  const written = '(SELECT m.group_id FROM main.base_orders m WHERE m.key = o.key)';
  const columns = ['o.group_id AS name', `${written} AS written`];
  const renamed = `${written} IN (SELECT spelling FROM temp.group_names)`;
  for (const { name, written, ...order } of ordersWithNames(read, scope, renamed, ...columns)) {
    yield { ...order, detail: `its group is written ${written}; others write ${name}` };
  }
}

/** Keys of the orders whose number another order of their kind has in another spelling. */
function spelledInTwoWays(read: Reader): readonly (readonly number[])[] {
  const byNumber = new Shelf<number>();
  const all = `SELECT key, kind, order_number AS number FROM base_orders
    WHERE gone_at IS NULL AND order_number IS NOT NULL`;
  for (const { key, kind, number } of read.each(all)) {
    const numberKey = orderNumberKey(String(number));
    if (numberKey !== '') byNumber.put(`${kind} ${numberKey}`, Number(key));
  }
  return [...byNumber.shared()];
}

/** Orders whose numbers agree but differ as texts: perhaps one bought once and created twice. */
export function* numberSpellings(read: Reader, scope: Scope): Generator<Row> {
  const alike = spelledInTwoWays(read);
  if (alike.length === 0) return;
  const among = isAmong('o.key', alike.flat());
  const columns = 'o.key, o.kind, o.id, trim(o.order_number) AS orderNumber';
  const all = { ...scope, wanted: undefined, kind: 'all' } as const;
  const rest = 'ORDER BY o.order_date DESC, o.id DESC';
  const newestFirst = readOrders(read, all, columns, among, { rest });
  const inScope = new Set(readOrders(read, scope, 'o.key', among).map(({ key }) => key));
  for (const keys of alike) {
    const left = new Set(newestFirst.filter(({ key }) => keys.includes(Number(key))));
    for (const newest of [...left]) {
      if (!left.delete(newest)) continue;
      const own = String(newest.orderNumber);
      const others = [...left].filter(
        ({ orderNumber }) => orderNumber !== own && isSameNumber(String(orderNumber), own),
      );
      for (const other of others) left.delete(other);
      const { key, ...order } = newest;
      if (others.length === 0 || !inScope.has(key ?? null)) continue;
      const named = [...new Set(others.map(({ orderNumber }) => orderNumber))].join(', ');
      yield { ...order, detail: `its number agrees with that of another order: ${named}` };
    }
  }
}
