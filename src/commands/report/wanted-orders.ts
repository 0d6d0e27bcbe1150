import type { Context } from '../../context/context';
import { type ContractField, orderFields, type StoredField } from '../../contract/fields';
import { paidGoneOrders } from '../../insight/gone-orders';
import type { Reader, Scope } from '../../insight/report-scope';
import { nameHint } from '../../lib/suggest';
import { valueAt } from '../../output/fields';
import { filterOrders } from '../orders/filter-orders';
import type { OrderFilter } from '../orders/filters';
import { buyingGroupKind, giftCardKind } from '../orders/kinds';

/** An order that a filter may let pass. */
interface Candidate {
  readonly id: string;
  /** Undefined for a paid order that is gone. */
  readonly key?: number;
  read(field: StoredField): unknown;
}

function named(fields: readonly ContractField[], name: string | undefined): ContractField {
  return fields.find(({ field }) => field === name) as ContractField;
}

/** The value of a field of an order `o`; for a field of a list's elements, all values as JSON. */
function expressionOf(path: StoredField): string {
  const [name, member] = path.split('.');
  const { column, table, of = [] } = named(orderFields, name);
  if (member === undefined) return `o.${column}`;
  return `(SELECT json_group_array(x.${named(of, member).column}) FROM ${table} x WHERE x.order_key = o.key)`;
}

/**
 * The orders of a kind, with only what the filters read: reading whole bodies takes several times
 * longer.
 */
async function* storedOrders(
  read: Reader,
  kind: 'order' | 'giftcard',
  filter: OrderFilter,
): AsyncGenerator<Candidate, void, undefined> {
  const fields = [...new Set(filter.flatMap(({ reads }) => reads))];
  const columns = fields.map((path) => `, ${expressionOf(path)} AS "${path}"`).join('');
  const rows = read(
    `SELECT o.key, o.id${columns} FROM base_orders o WHERE o.kind = ? AND o.gone_at IS NULL`,
    [kind],
  );
  for (const row of rows) {
    const readField = (path: StoredField) =>
      path.includes('.') ? JSON.parse(String(row[path])) : row[path];
    yield { id: String(row.id), key: Number(row.key), read: readField };
  }
}

/** The paid orders of a kind that are gone, as far as they are stored. */
function goneOrders(read: Reader, wanted: string, withUnknown: boolean): readonly Candidate[] {
  return paidGoneOrders(read)
    .filter(({ kind }) => (kind === null ? withUnknown : kind === wanted))
    .map(({ id, orderNumber, group, body }) => {
      const known = { orderNumber, buyingGroup: group, platform: group };
      const order = { ...known, ...(body === null ? {} : JSON.parse(body)) };
      return { id, read: (path) => valueAt(order, path) };
    });
}

async function* inTurn<T>(...lists: readonly (AsyncIterable<T> | Iterable<T>)[]) {
  for (const list of lists) yield* list;
}

/** The groups of the orders and the platforms of the gift card orders in the account. */
function groupNames(read: Reader, kinds: readonly string[]): readonly string[] {
  const rows = read(
    `SELECT DISTINCT group_id AS name FROM base_orders
     WHERE gone_at IS NULL AND kind IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(kinds)],
  );
  return rows.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

/** The orders that pass the filter; nothing if all do. */
export async function wantedOrders(
  filter: OrderFilter,
  kinds: Scope['kind'],
  read: Reader,
  notices: Context['notices'],
): Promise<Pick<Scope, 'wanted' | 'wantedGone'>> {
  if (filter.length === 0) return {};
  const wanted: number[] = [];
  const wantedGone: string[] = [];
  const unknown: string[][] = [];
  const known = new Set<string>();
  const lists = (
    [
      { name: 'order', kind: buyingGroupKind },
      { name: 'giftcard', kind: giftCardKind },
    ] as const
  ).filter(({ kind }) => kinds === 'all' || kinds === kind.noun);
  // A name means the same for both kinds, whichever of them has it.
  const others = filter.some(({ groups }) => groups !== undefined)
    ? groupNames(
        read,
        lists.map(({ name }) => name),
      )
    : [];
  for (const [place, { name, kind }] of lists.entries()) {
    const missing: string[] = [];
    const orders = inTurn(storedOrders(read, name, filter), goneOrders(read, name, place === 0));
    const passing = filterOrders(orders, {
      filter,
      kind,
      others,
      read: (order, path) => order.read(path),
      unknown: (group, names) => {
        missing.push(group);
        for (const one of names) known.add(one);
      },
    });
    for await (const { key, id } of passing) {
      if (key === undefined) wantedGone.push(id);
      else wanted.push(key);
    }
    unknown.push(missing);
  }
  const [first = [], ...more] = unknown;
  for (const group of first.filter((one) => more.every((list) => list.includes(one)))) {
    const hint = nameHint(group, [...known]);
    notices.warning(`None of the orders has the group "${group}".${hint && ` ${hint}`}`);
  }
  return { wanted, wantedGone };
}
