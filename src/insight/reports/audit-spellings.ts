import { isSameNumber, orderNumberKey } from '../../contract/named';
import { groupBy } from '../../lib/once';
import { type Reader, type Row, readOrders, type Scope } from '../report-scope';

/** Orders whose number or group is spelled otherwise than another's, with a detail in words. */

/** The orders whose group is not written by its name: `points 4 days` for `points4days`. */
export function* differingSpellings(read: Reader, scope: Scope): Generator<Row> {
  const isNamed = read("SELECT 1 FROM sqlite_temp_schema WHERE name = 'group_names'").length > 0;
  if (!isNamed) return;
  const written = '(SELECT m.group_id FROM main.base_orders m WHERE m.key = o.key)';
  const columns = `o.kind, o.id, o.order_number AS orderNumber, o.group_id AS name, ${written} AS written`;
  const renamed = `${written} IN (SELECT spelling FROM temp.group_names)`;
  const rest = 'ORDER BY o.order_date, o.id';
  for (const { name, written, ...order } of readOrders(read, scope, columns, renamed, { rest })) {
    yield { ...order, detail: `its group is written ${written}; others write ${name}` };
  }
}

/** Keys of numbers, per kind, that at least two orders have and do not all write alike. */
function differingKeys(read: Reader): ReadonlySet<string> {
  const texts = new Map<string, string>();
  const differing = new Set<string>();
  const all = `SELECT kind, order_number AS number FROM base_orders
    WHERE gone_at IS NULL AND order_number IS NOT NULL`;
  for (const { kind, number } of read.each(all)) {
    const text = String(number).trim();
    const key = `${kind} ${orderNumberKey(text)}`;
    const first = texts.get(key);
    if (first === undefined) texts.set(key, text);
    else if (first !== text) differing.add(key);
  }
  return differing;
}

/** Orders whose numbers agree but differ as texts: perhaps one bought once and created twice. */
export function* numberSpellings(read: Reader, scope: Scope): Generator<Row> {
  const differing = differingKeys(read);
  if (differing.size === 0) return;
  const columns = `o.kind, o.id, trim(o.order_number) AS orderNumber`;
  const hasNumber = 'o.order_number IS NOT NULL';
  const all = { ...scope, wanted: undefined, kind: 'all' } as const;
  const rest = 'ORDER BY o.order_date DESC, o.id DESC';
  const keyOf = ({ kind, orderNumber }: Row) => `${kind} ${orderNumberKey(String(orderNumber))}`;
  const rows = readOrders(read, all, columns, hasNumber, { rest }).filter(
    (row) => differing.has(keyOf(row)) && orderNumberKey(String(row.orderNumber)) !== '',
  );
  const inScope = new Set(
    readOrders(read, scope, 'o.kind, o.id', hasNumber).map(({ kind, id }) => `${kind} ${id}`),
  );
  for (const alike of groupBy(rows, keyOf).values()) {
    const left = new Set(alike);
    for (const newest of alike) {
      if (!left.delete(newest)) continue;
      const own = String(newest.orderNumber);
      const others = [...left].filter(
        ({ orderNumber }) => orderNumber !== own && isSameNumber(String(orderNumber), own),
      );
      for (const other of others) left.delete(other);
      if (others.length === 0 || !inScope.has(`${newest.kind} ${newest.id}`)) continue;
      const named = [...new Set(others.map(({ orderNumber }) => orderNumber))].join(', ');
      yield { ...newest, detail: `its number agrees with that of another order: ${named}` };
    }
  }
}
